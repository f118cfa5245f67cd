package server

import (
	"strings"
	"testing"
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
		{at: "GET /assets/b.js", accept: "gzip", status: 200, text: "zip"},
		{at: "GET /assets/b.js", accept: "gzip;q=0", status: 404},
		{at: "GET /assets/", status: 404, text: "NOT_FOUND"},
		{at: "GET /assets/../../../etc/passwd", status: 307}, // to the path that is meant, which is not there
		{at: "GET /assets/%2e%2e/%2e%2e/etc/passwd", status: 404},
		{at: "GET /nix", status: 404, text: "NOT_FOUND"},
		{at: "GET /api/nix", status: 404, text: "NOT_FOUND"},
		{at: "PUT /api/notebooks", status: 404, text: "NOT_FOUND"},
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
