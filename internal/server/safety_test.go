package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/fault"
)

func TestOnlyItsOwnNames(t *testing.T) {
	withToken := func(o *Options) { _, o.Token, _ = NewToken(rand.Reader) }
	for _, c := range []struct {
		host    string
		change  func(*Options)
		refused bool
	}{
		{host: "localhost:8080"},
		{host: "127.0.0.1"},
		{host: "127.0.0.53:99"},
		{host: "[::1]:8080"},
		{host: "LOCALHOST."},
		{host: "evil.example", refused: true},
		{host: "localhost.evil.example", refused: true},
		{host: "127.0.0.1.evil.example:80", refused: true},
		{host: "192.168.1.7:8080", refused: true},
		{host: "", refused: true},
		{host: "plumb.example:8080", change: func(o *Options) { o.Hosts = []string{"plumb.example"} }},
		{host: "192.168.1.7:8080", change: withToken},
		{host: "evil.example", change: withToken, refused: true},
	} {
		change := c.change
		if change == nil {
			change = func(*Options) {}
		}
		s := build(t, newFake(), change)
		if got := !s.knownHost(c.host); got != c.refused {
			t.Errorf("Host %q: refused %v, want %v", c.host, got, c.refused)
		}
	}
	_, web := open(t)
	answer, body := call(t, web, "GET /api/notebooks", "", "Host", "evil.example")
	if answer.StatusCode != http.StatusForbidden || !strings.Contains(body, "FORBIDDEN") || strings.Contains(body, "sales") {
		t.Errorf("a name that is not ours: %d %s", answer.StatusCode, body)
	}
}

func TestOtherSitesCannotAsk(t *testing.T) {
	d, web := open(t)
	for _, c := range []struct {
		name    string
		at      string
		headers []string
		status  int
	}{
		{"a program", "POST /api/ask", nil, 202},
		{"our page", "POST /api/ask", []string{"Origin", web.URL, "Sec-Fetch-Site", "same-origin"}, 202},
		{"another site", "POST /api/ask", []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 403},
		{"another site, old browser", "POST /api/ask", []string{"Origin", "https://evil.example"}, 403},
		{"another port", "POST /api/ask", []string{"Origin", "http://127.0.0.1:1"}, 403},
		{"same site, other origin", "POST /api/ask", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"a sandboxed frame", "POST /api/ask", []string{"Origin", "null"}, 403},
		{"a form", "POST /api/ask", []string{"Content-Type", "text/plain"}, 415},
		{"a form that says so", "POST /api/ask", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		{"deleting", "DELETE /api/notebooks/nb_1", []string{"Origin", "https://evil.example"}, 403},
		{"a link to the page", "GET /n/sales", []string{"Sec-Fetch-Site", "cross-site"}, 200},
		{"a picture on another site", "GET /api/schema?fresh=true", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"a script of another site", "GET /api/suggestions", []string{"Origin", "https://evil.example"}, 403},
		{"a page on another port", "GET /api/notebook", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"an address that is typed in", "GET /api/health", []string{"Sec-Fetch-Site", "none"}, 200},
	} {
		body := `{"question":"` + c.name + `"}`
		if !strings.HasPrefix(c.at, "POST") {
			body = ""
		}
		answer, text := call(t, web, c.at, body, c.headers...)
		if answer.StatusCode != c.status {
			t.Errorf("%s: %d, want %d: %s", c.name, answer.StatusCode, c.status, text)
		}
		if h := answer.Header.Get("Access-Control-Allow-Origin"); h != "" {
			t.Errorf("%s: CORS %q", c.name, h)
		}
	}
	if got := d.questions(); got != "a program|our page" {
		t.Errorf("asked: %s", got)
	}
}

func TestToken(t *testing.T) {
	token, hash, err := NewToken(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(hash), token) {
		t.Error("the hash shows the token")
	}
	_, web := open(t, func(o *Options) { o.Token = hash })
	for _, c := range []struct {
		name, at string
		headers  []string
		status   int
	}{
		{"nothing", "GET /api/notebooks", nil, 401},
		{"the page", "GET /", nil, 401},
		{"metrics", "GET /metrics", nil, 401},
		{"health is for everybody", "GET /api/health", nil, 200},
		{"wrong", "GET /api/notebooks", []string{"Authorization", "Bearer nope"}, 401},
		{"empty", "GET /api/notebooks", []string{"Authorization", "Bearer "}, 401},
		{"the hash is not the token", "GET /api/notebooks", []string{"Authorization", "Bearer " + string(hash)}, 401},
		{"right", "GET /api/notebooks", []string{"Authorization", "Bearer " + token}, 200},
		{"cookie", "GET /api/notebooks", []string{"Cookie", cookieName + "=" + token}, 200},
		{"wrong cookie", "GET /api/notebooks", []string{"Cookie", cookieName + "=x"}, 401},
		{"in the address of a route", "GET /api/notebooks?token=" + token, nil, 401},
		{"wrong in the address", "GET /?token=x", nil, 401},
		{"a socket", "GET /api/ws", []string{"Upgrade", "websocket"}, 401},
	} {
		if answer, body := call(t, web, c.at, "", c.headers...); answer.StatusCode != c.status {
			t.Errorf("%s: %d, want %d: %s", c.name, answer.StatusCode, c.status, body)
		}
	}
	answer, _ := call(t, web, "GET /?token="+token, "")
	cookies := answer.Cookies()
	if answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Location") != "/" || len(cookies) != 1 {
		t.Fatalf("visiting with the token: %d %v", answer.StatusCode, answer.Header)
	}
	if c := cookies[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Value != token || c.Path != "/" {
		t.Errorf("cookie %+v", c)
	}
}

// Browsers would not send the cookie to where they are redirected from a link on
// another site.
func TestATokenInALinkOnAnotherSite(t *testing.T) {
	token, hash, _ := NewToken(rand.Reader)
	_, web := open(t, func(o *Options) { o.Token = hash })
	answer, text := call(t, web, "GET /?token="+token, "", "Sec-Fetch-Site", "cross-site")
	if answer.StatusCode != 200 || len(answer.Cookies()) != 1 || !strings.Contains(text, "url=/") || strings.Contains(text, token) {
		t.Errorf("%d %v %s", answer.StatusCode, answer.Cookies(), text)
	}
}

func TestTokenIsKeptAsAHashThatOnlyItsOwnerReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "token")
	if hash, err := ReadToken(path); hash != "" || err != nil {
		t.Fatalf("before: %q %v", hash, err)
	}
	token, hash, _ := NewToken(rand.Reader)
	if err := hash.Keep(path); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if b, _ := os.ReadFile(path); bytes.Contains(b, []byte(token)) {
		t.Error("the file holds the token")
	}
	if kept, err := ReadToken(path); err != nil || kept != hash || !kept.Matches(token) {
		t.Errorf("kept %q, %v", kept, err)
	}
	if err := os.WriteFile(path, []byte("sha256:zz"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadToken(path); fault.CodeOf(err) != fault.Config {
		t.Errorf("a damaged file: %v", err)
	}
}

func TestBodiesAreBounded(t *testing.T) {
	d, web := open(t)
	long := `{"sql":"` + strings.Repeat("x", maxBody) + `"}`
	answer, body := call(t, web, "POST /api/run-sql", long)
	if answer.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(body, "TOO_LARGE") {
		t.Errorf("%d %.200s", answer.StatusCode, body)
	}
	deep := strings.Repeat("[", 20000) + strings.Repeat("]", 20000)
	if answer, _ := call(t, web, "POST /api/ask", `{"question":"x","whatif":`+deep+`}`); answer.StatusCode != http.StatusBadRequest {
		t.Errorf("deep JSON: %d", answer.StatusCode)
	}
	if d.questions() != "" {
		t.Errorf("asked: %s", d.questions())
	}
}

func TestRateIsBounded(t *testing.T) {
	now := day
	c := newClients(10, 3, func() time.Time { return now })
	for i, want := range []bool{true, true, true, false} {
		if got := c.allow("a"); got != want {
			t.Errorf("request %d: %v", i, got)
		}
	}
	if !c.allow("b") {
		t.Error("another client pays for the first")
	}
	now = now.Add(100 * time.Millisecond)
	if !c.allow("a") || c.allow("a") {
		t.Error("a tenth of a second gives one request")
	}
	for i := range 3 * maxClients {
		c.allow(string(rune(0x10000 + i)))
	}
	if len(c.buckets) > maxClients+1 {
		t.Errorf("%d clients are remembered", len(c.buckets))
	}

	_, web := open(t, func(o *Options) { o.Limits = Limits{Rate: .001, Burst: 2} })
	call(t, web, "GET /api/health", "")
	call(t, web, "GET /api/health", "")
	answer, body := call(t, web, "GET /api/health", "")
	if answer.StatusCode != http.StatusTooManyRequests || answer.Header.Get("Retry-After") == "" || !strings.Contains(body, "RATE_LIMITED") {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
}

func TestErrorsShowNothingOfTheInside(t *testing.T) {
	var log bytes.Buffer
	d, web := open(t, func(o *Options) { o.Log = slog.New(slog.NewJSONHandler(&log, nil)) })
	d.broken = errors.New("open store.db: password=hunter2")
	answer, body := call(t, web, "GET /api/notebooks", "", "X-Request-Id", "req-42")
	p := decode[Failure](t, body).Problem
	if answer.StatusCode != 500 || p.Code != fault.Internal || p.RequestID != "req-42" || strings.Contains(body, "hunter2") || strings.Contains(body, "store.db") {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
	web.Close()
	if !strings.Contains(log.String(), "req-42") {
		t.Errorf("the log does not know the request: %s", log.String())
	}
}

// panicking is a desk with a mistake in it.
type panicking struct{ *fakeDesk }

func (panicking) Export(_ context.Context, _, _ string, w io.Writer) error {
	_, _ = io.WriteString(w, "half a ")
	panic("secret inside")
}

func (panicking) ListSources(context.Context) ([]desk.Source, error) { panic("secret inside") }

func TestAPanicIsAnAnswer(t *testing.T) {
	s := New(t.Context(), panicking{newFake()}, Options{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now, Random: rand.Reader})
	w := &recorder{header: http.Header{}}
	r, _ := http.NewRequestWithContext(t.Context(), "GET", "http://localhost/api/sources", nil)
	r.RemoteAddr = "127.0.0.1:1"
	s.Handler().ServeHTTP(w, r)
	if w.status != 500 || strings.Contains(w.String(), "secret") || !strings.Contains(w.String(), "INTERNAL_ERROR") {
		t.Errorf("%d %s", w.status, w.String())
	}
}

func TestHalfAFileDoesNotLookLikeAWholeOne(t *testing.T) {
	s := New(t.Context(), panicking{newFake()}, Options{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now, Random: rand.Reader})
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	answer, err := http.Get(web.URL + "/api/notebooks/nb_1/export")
	if err == nil {
		_, err = io.ReadAll(answer.Body)
		_ = answer.Body.Close()
	}
	if err == nil {
		t.Error("the client took half a file for a whole one")
	}
}

type recorder struct {
	bytes.Buffer
	header http.Header
	status int
}

func (r *recorder) Header() http.Header    { return r.header }
func (r *recorder) WriteHeader(status int) { r.status = status }

func TestHeadersOfEveryAnswer(t *testing.T) {
	_, web := open(t)
	for _, at := range []string{"GET /", "GET /n/nb_1", "GET /api/health", "GET /docs", "GET /nix", "GET /api/nix"} {
		answer, _ := call(t, web, at, "")
		h := answer.Header
		if h.Get("Content-Security-Policy") != policy || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" || h.Get("X-Request-Id") == "" {
			t.Errorf("%s: %v", at, h)
		}
	}
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
		t.Error("the policy is loose")
	}
	// What is not ours is kept by the browser, not shown.
	for _, ref := range []string{"sales", "nb_1"} { // named after the notebook, whatever it was asked for by
		answer, _ := call(t, web, "GET /api/notebooks/"+ref+"/export", "")
		if got := answer.Header.Get("Content-Disposition"); got != "attachment; filename=sales.html" {
			t.Errorf("export: %q", got)
		}
	}
}

func TestSlowHeadersAndBodiesAreCutOff(t *testing.T) {
	const short = 50 * time.Millisecond // the other limits are those of every day
	for _, c := range []struct {
		name, sent string
		limits     Limits
		answer     string
	}{
		{"half a header", "GET / HTTP/1.1\r\nHost: local", Limits{Head: short}, ""},
		{"half a body", "POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", Limits{Body: short}, "408 Request Timeout"},
		{"a header without end", "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 128<<10), Limits{}, "431"},
	} {
		conn, err := net.Dial("tcp", serve(t, build(t, newFake(), func(o *Options) { o.Limits = c.limits })))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, c.sent); err != nil && c.limits.Head == 0 { // else it may be cut off already
			t.Fatal(err)
		}
		b, _ := io.ReadAll(conn) // ends, because the server cuts it off
		_ = conn.Close()
		if !strings.Contains(string(b), c.answer) || c.answer == "" && len(b) > 0 && !strings.Contains(string(b), "408") {
			t.Errorf("%s: %.300s", c.name, b)
		}
	}
}

// serve runs the whole server on a loopback address until the test ends.
func serve(t *testing.T, s *Server) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	return l.Addr().String()
}

// TestFoldersAreListedToWhoIsAtTheMachine keeps the names of its files from
// everybody else.
func TestFoldersAreListedToWhoIsAtTheMachine(t *testing.T) {
	token, hash, err := NewToken(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	here := func(o *Options) { o.Folders = true }
	locked := func(o *Options) { o.Folders, o.Token = true, hash }
	others := func(o *Options) { o.Token = hash }
	for _, c := range []struct {
		name    string
		change  func(*Options)
		headers []string
		status  int
		says    string
	}{
		{"at the machine", here, nil, 200, "a.csv"},
		{"from another site", here, []string{"Sec-Fetch-Site", "cross-site"}, 403, "FORBIDDEN"},
		{"by another name", here, []string{"Host", "evil.example"}, 403, "FORBIDDEN"},
		{"without the token", locked, nil, 401, "UNAUTHORIZED"},
		{"with the token", locked, []string{"Authorization", "Bearer " + token}, 200, "a.csv"},
		{"where others can reach it", others, []string{"Authorization", "Bearer " + token}, 404, "folders are not listed where others can reach Plumb"},
	} {
		_, web := open(t, c.change)
		answer, body := call(t, web, "GET /api/files?folder=/data", "", c.headers...)
		if answer.StatusCode != c.status || !strings.Contains(body, c.says) {
			t.Errorf("%s: %d %s", c.name, answer.StatusCode, body)
		}
	}
}
