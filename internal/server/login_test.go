package server

import (
	"crypto/rand"
	"net/http"
	"testing"
	"time"
)

func TestAOneTimeLoginLetsOneBrowserIn(t *testing.T) {
	for _, known := range []bool{true, false} { // whether the token is, or its hash alone
		token, hash, _ := NewToken(rand.Reader)
		now, used, code := day, 0, ""
		_, web := open(t, func(o *Options) {
			o.Now, o.Token = func() time.Time { return now }, hash
			given := token
			if !known {
				given = ""
			}
			var err error
			if o.Login, code, err = NewOneTimeLogin(*o, given, func() { used++ }); err != nil {
				t.Fatal(err)
			}
		})
		enter := func(method, code string, headers ...string) *http.Response {
			t.Helper()
			answer, _ := call(t, web, method+" /?code="+code, "", headers...)
			return answer
		}
		for _, wrong := range []*http.Response{enter("GET", ""), enter("GET", "x"), enter("GET", string(hash)), enter("HEAD", code)} {
			if wrong.StatusCode != http.StatusUnauthorized || len(wrong.Cookies()) > 0 || used > 0 {
				t.Errorf("%d %v, used %d", wrong.StatusCode, wrong.Cookies(), used)
			}
		}
		answer := enter("GET", code)
		cookies := answer.Cookies()
		if answer.StatusCode != http.StatusSeeOther || len(cookies) != 1 || !cookies[0].HttpOnly || used != 1 {
			t.Fatalf("%d %v, used %d", answer.StatusCode, cookies, used)
		}
		if cookies[0].Value == code || (cookies[0].Value == token) != known {
			t.Errorf("the cookie is %s", cookies[0].Value)
		}
		in := []string{"Cookie", cookieName + "=" + cookies[0].Value}
		if answer, body := call(t, web, "GET /api/notebooks", "", in...); answer.StatusCode != http.StatusOK {
			t.Errorf("who came in: %d %s", answer.StatusCode, body)
		}
		if answer := enter("GET", code); answer.StatusCode != http.StatusUnauthorized {
			t.Errorf("the code was used twice: %d", answer.StatusCode)
		}
		if answer := enter("GET", code, in...); answer.StatusCode != http.StatusSeeOther {
			t.Errorf("who came in goes back: %d", answer.StatusCode)
		}
		if answer, _ := call(t, web, "GET /api/notebooks", "", "Authorization", "Bearer "+token); answer.StatusCode != http.StatusOK {
			t.Errorf("the token: %d", answer.StatusCode)
		}
	}
}

func TestAOneTimeLoginExpires(t *testing.T) {
	now, code := day, ""
	_, web := open(t, func(o *Options) {
		o.Now = func() time.Time { return now }
		_, o.Token, _ = NewToken(rand.Reader)
		o.Login, code, _ = NewOneTimeLogin(*o, "", nil)
	})
	now = now.Add(loginLifetime + time.Second)
	if answer, _ := call(t, web, "GET /?code="+code, ""); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("long after: %d", answer.StatusCode)
	}
}
