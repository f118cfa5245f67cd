package server

import (
	"sync"
	"time"
)

// loginLifetime is how long a login code is valid.
const loginLifetime = 5 * time.Minute

// OneTimeLogin lets one browser in without the token: with a code that is worth
// nothing once it was used, or some minutes later. Codes may pass where a token
// must not be seen.
type OneTimeLogin struct {
	now  func() time.Time
	used func()

	mu     sync.Mutex
	code   TokenHash // "" once it was used
	until  time.Time
	cookie string    // what the browser keeps
	pass   TokenHash // of the cookie; it counts as the token while this server runs
}

// NewOneTimeLogin makes a login and its code. The browser gets the token if it is
// known here, else a pass that this server alone accepts. Used is called when the
// code was used; may be nil.
func NewOneTimeLogin(o Options, token string, used func()) (l *OneTimeLogin, code string, err error) {
	l = &OneTimeLogin{now: o.Now, used: used, until: o.Now().Add(loginLifetime), cookie: token}
	if token == "" {
		if l.cookie, l.pass, err = NewToken(o.Random); err != nil {
			return nil, "", err
		}
	}
	if code, l.code, err = NewToken(o.Random); err != nil {
		return nil, "", err
	}
	return l, code, nil
}

// redeem gives the first browser that has the code the cookie that lets it in.
func (l *OneTimeLogin) redeem(code string) (cookie string, ok bool) {
	if l == nil {
		return "", false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.code == "" || !l.code.Matches(code) || l.now().After(l.until) {
		return "", false
	}
	l.code = ""
	if l.used != nil {
		l.used()
	}
	return l.cookie, true
}

// accepts is true for the pass of the browser that used the code.
func (l *OneTimeLogin) accepts(given string) bool {
	return l != nil && l.pass != "" && l.pass.Matches(given)
}
