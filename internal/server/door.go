package server

import (
	"sync"
	"time"
)

// doorOpen is how long a door stays open for whoever was told of it.
const doorOpen = 5 * time.Minute

// Door lets one browser in that was not told the token: with a code that is
// worth nothing once it was used, or some minutes later. Codes may pass where a
// token must not be seen.
type Door struct {
	now  func() time.Time
	used func()

	mu     sync.Mutex
	code   TokenHash // "" once it was used
	until  time.Time
	cookie string    // what the browser keeps
	pass   TokenHash // of the cookie; it counts as the token while this server runs
}

// NewDoor makes a door and its code. The browser gets the token if it is known
// here, else a pass that this server alone takes. Used is called when somebody
// came in; may be nil.
func NewDoor(o Options, token string, used func()) (d *Door, code string, err error) {
	d = &Door{now: o.Now, used: used, until: o.Now().Add(doorOpen), cookie: token}
	if token == "" {
		if d.cookie, d.pass, err = NewToken(o.Random); err != nil {
			return nil, "", err
		}
	}
	if code, d.code, err = NewToken(o.Random); err != nil {
		return nil, "", err
	}
	return d, code, nil
}

// enter gives the first who knows the code what lets them in from then on.
func (d *Door) enter(code string) (cookie string, ok bool) {
	if d == nil {
		return "", false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.code == "" || !d.code.Matches(code) || d.now().After(d.until) {
		return "", false
	}
	d.code = ""
	if d.used != nil {
		d.used()
	}
	return d.cookie, true
}

// knows is true for the pass of whoever came in.
func (d *Door) knows(given string) bool {
	return d != nil && d.pass != "" && d.pass.Matches(given)
}
