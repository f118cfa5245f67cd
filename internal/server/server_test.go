package server

import (
	"bufio"
	"crypto/rand"
	"encoding/json"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
)

var update = flag.Bool("update", false, "rewrite web/openapi.json")

// open serves a fake desk on a loopback address.
func open(t *testing.T, change ...func(*Options)) (*fakeDesk, *httptest.Server) {
	t.Helper()
	d := newFake()
	s := build(t, d, change...)
	web := httptest.NewServer(s.Handler())
	t.Cleanup(web.Close)
	t.Cleanup(s.close)
	return d, web
}

func build(t testing.TB, d *fakeDesk, change ...func(*Options)) *Server {
	o := Options{
		Version: "test", Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now, Random: rand.Reader,
		Page:   fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>Plumb</title>")}, "assets/a.js": {Data: []byte("1")}},
		Models: nil,
	}
	for _, c := range change {
		c(&o)
	}
	return New(t.Context(), d, o)
}

// call sends a request; a body is JSON. Headers are name, value pairs.
func call(t *testing.T, web *httptest.Server, at, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	method, path, _ := strings.Cut(at, " ")
	r, err := http.NewRequestWithContext(t.Context(), method, web.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(b)
}

func TestTheDocumentIsCurrent(t *testing.T) {
	const path = "../../web/openapi.json"
	text, err := build(t, newFake(), func(o *Options) { o.Version = "1" }).OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != string(text) {
		t.Errorf("web/openapi.json is not what the routes say; run go test ./internal/server -run TheDocumentIsCurrent -update, and build the page's types again")
	}
}

// sse reads server-sent events until the stream ends or enough have come.
func sse(t *testing.T, body io.Reader, enough int) []map[string]string {
	t.Helper()
	var all []map[string]string
	event := map[string]string{}
	for lines := bufio.NewScanner(body); lines.Scan(); {
		line := lines.Text()
		switch name, value, found := strings.Cut(line, ": "); {
		case line == "" && len(event) > 0:
			all = append(all, event)
			event = map[string]string{}
			if len(all) == enough {
				return all
			}
		case strings.HasPrefix(line, ":"):
			event["comment"] = strings.TrimPrefix(line, ": ")
		case found:
			event[name] = value
		}
	}
	return all
}

func decode[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

func TestFilesAreCalledAfterTheirQuestion(t *testing.T) {
	for question, want := range map[string]string{
		"Revenue by region, in 2025?": "revenue-by-region-in-2025",
		"":                            "cell_1",
		"?!":                          "cell_1",
		"הכנסות לפי אזור":             "הכנסות-לפי-אזור",
		strings.Repeat("long ", 30):   "long-long-long-long-long-long-long-long-long-long-long-long",
		strings.Repeat("x", 90):       strings.Repeat("x", 60),
		"../../etc/passwd\r\nX: y":    "etc-passwd-x-y",
	} {
		if got := notebook.FileName(session.Cell{ID: "cell_1", Question: question}); got != want {
			t.Errorf("%q: %q", question, got)
		}
	}
	_, web := open(t)
	answer, _ := call(t, web, "GET /api/notebooks/nb_1/cells/cell_1/data.csv", "")
	if got := answer.Header.Get("Content-Disposition"); !strings.HasPrefix(got, "attachment; filename=") || strings.Contains(got, "cell_1") {
		t.Errorf("rows: %q", got)
	}
}
