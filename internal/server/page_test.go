package server

import (
	"crypto/rand"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func TestThePageAndItsFiles(t *testing.T) {
	_, web := open(t)
	for _, c := range []struct {
		at     string
		accept string
		status int
		cache  string
		text   string
	}{
		{at: "GET /", status: 200, cache: "no-cache", text: "<title>Plumb"},
		{at: "GET /n/nb_1", status: 200, cache: "no-cache", text: "<title>Plumb"},
		{at: "GET /n/nb_1?cell=2", status: 200, text: "<title>Plumb"},
		{at: "GET /assets/a.js", status: 200, cache: "public, max-age=31536000, immutable", text: "1"},
		{at: "GET /assets/", status: 404, text: "NOT_FOUND"},
		{at: "GET /assets/../../../etc/passwd", status: 307}, // to the path that is meant, which is not there
		{at: "GET /assets/%2e%2e/%2e%2e/etc/passwd", status: 404},
		{at: "GET /nix", status: 404, text: "NOT_FOUND"},
		{at: "GET /api/nix", status: 404, text: "NOT_FOUND"},
		{at: "PUT /api/notebooks", status: 405, text: "NOT_ALLOWED"},
		{at: "POST /", status: 405, text: "NOT_ALLOWED"},
		{at: "GET /docs", status: 200, text: "<title>Plumb API"},
		{at: "GET /docs/docs.js", status: 200, text: "openapi.json"},
		{at: "GET /docs/docs.css", status: 200, text: "body"},
	} {
		accept := c.accept
		if accept == "" {
			accept = "identity"
		}
		answer, text := call(t, web, c.at, "", "Accept-Encoding", accept)
		if answer.StatusCode != c.status || !strings.Contains(text, c.text) || c.cache != "" && answer.Header.Get("Cache-Control") != c.cache {
			t.Errorf("%s: %d %v %.200s", c.at, answer.StatusCode, answer.Header, text)
		}
	}
	_, without := open(t, func(o *Options) { o.Page = nil })
	if answer, text := call(t, without, "GET /", ""); answer.StatusCode != 404 || !strings.Contains(text, "without its page") {
		t.Errorf("%d %s", answer.StatusCode, text)
	}
	// Nothing that the pages of the API bring is inline: the policy would stop it.
	_, text := call(t, web, "GET /docs", "")
	for _, inline := range []string{"<script>", "<style", " style=", " onclick"} {
		if strings.Contains(text, inline) {
			t.Errorf("/docs has %s", inline)
		}
	}
}

func TestThePageIsCompressedForOtherMachines(t *testing.T) {
	p := newPage(fstest.MapFS{"assets/a.js": {Data: []byte(strings.Repeat("let a = 1;", 1000))}, "index.html": {Data: []byte("<p>")}})
	for _, c := range []struct {
		client, accept, path string
		packed               bool
		status               int
	}{
		{"10.0.0.7:1234", "gzip, br", "/assets/a.js", true, 200},
		{"10.0.0.7:1234", "gzip, br", "/assets/a.js", true, 200},
		{"10.0.0.7:1234", "gzip;q=0", "/assets/a.js", false, 200},
		{"10.0.0.7:1234", "gzip", "/assets", false, 404},
		{"10.0.0.7:1234", "gzip", "/assets/nix.js", false, 404},
		{"127.0.0.1:1234", "gzip", "/assets/a.js", false, 200},
	} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost"+c.path, nil)
		r.RemoteAddr = c.client
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		p.ServeHTTP(w, r)
		if got := w.Header().Get("Content-Encoding") == "gzip"; got != c.packed || w.Code != c.status || c.packed && w.Body.Len() > 500 {
			t.Errorf("%+v: %d %v, %d bytes", c, w.Code, w.Header(), w.Body.Len())
		}
	}
}

func TestABrowserIsToldInWords(t *testing.T) {
	_, hash, _ := NewToken(rand.Reader)
	_, web := open(t, func(o *Options) { o.Token = hash })
	answer, text := call(t, web, "GET /n/<b>", "", "Accept", "text/html,*/*")
	if answer.StatusCode != 401 || !strings.Contains(answer.Header.Get("Content-Type"), "text/html") || !strings.Contains(text, "<h1>This Plumb needs its token.</h1>") || strings.Contains(text, "<a ") {
		t.Errorf("%d %s", answer.StatusCode, text)
	}
	if answer, text = call(t, web, "GET /api/notebooks", "", "Authorization", "Bearer plumb_wrong"); answer.StatusCode != 401 || !strings.Contains(text, "this is not the token of this Plumb") {
		t.Errorf("%d %s", answer.StatusCode, text)
	}
	_, web = open(t)
	if answer, text = call(t, web, "GET /%3Cscript%3E", "", "Accept", "text/html"); answer.StatusCode != 404 || strings.Contains(text, "<script") || !strings.Contains(text, "&lt;script") || !strings.Contains(text, `<a href="/">`) {
		t.Errorf("%d %s", answer.StatusCode, text)
	}
	if p := answer.Header.Get("Content-Security-Policy"); !strings.Contains(p, "style-src 'sha256-") || strings.Contains(p, "script-src") || strings.Contains(p, "unsafe") {
		t.Errorf("the policy of words: %s", p)
	}
}
