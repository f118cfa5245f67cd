package server

import (
	"net/http"
	"strings"
	"testing"
)

func TestOtherMethodsAreToldWhatThereIs(t *testing.T) {
	d, web := open(t)
	for _, c := range []struct {
		at, allow string
		status    int
	}{
		{"PUT /api/notebooks", "GET, HEAD, POST, OPTIONS", 405},
		{"GET /api/ask", "POST, OPTIONS", 405},
		{"DELETE /analysis/ask", "POST, OPTIONS", 405},
		{"BREW /api/notebooks/nb_1", "DELETE, GET, HEAD, PATCH, OPTIONS", 405},
		{"POST /metrics", "GET, HEAD, OPTIONS", 405},
		{"POST /docs", "GET, HEAD, OPTIONS", 405},
		{"POST /api/notebooks/nb_1/cells/cell_1", "DELETE, GET, HEAD, PATCH, OPTIONS", 405},
		{"OPTIONS /api/ask", "POST, OPTIONS", 204},
		{"POST /", "GET, HEAD", 405},
		{"PUT /api/nix", "", 404},
		{"OPTIONS /api/nix", "", 404},
		{"GET /api/nix", "", 404},
	} {
		answer, text := call(t, web, c.at, "")
		if answer.StatusCode != c.status || answer.Header.Get("Allow") != c.allow || answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %d, Allow %q: %s", c.at, answer.StatusCode, answer.Header.Get("Allow"), text)
		}
		if p := text; c.status != 204 && (!strings.Contains(p, `"code":"NOT_`) || !strings.Contains(p, `"hint":`) || !strings.Contains(p, `"request_id":`)) {
			t.Errorf("%s: %s", c.at, text)
		}
	}
	if d.questions() != "" {
		t.Error("something was asked")
	}
}

// TestHeadIsGetWithoutABody holds every route that can be read.
func TestHeadIsGetWithoutABody(t *testing.T) {
	s := build(t, newFake())
	text, err := s.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	_, web := open(t)
	for _, at := range readDocument(t, string(text)).operations() {
		method, path, _ := strings.Cut(at, " ")
		if method != http.MethodGet {
			continue
		}
		path = strings.NewReplacer("{id}", "nb_1", "{cell}", "cell_1", "{cell_id}", "cell_1", "{name}", "shop", "{number}", "1").Replace(path)
		head, body := call(t, web, "HEAD "+path, "")
		if body != "" {
			t.Errorf("HEAD %s has a body: %s", path, body)
		}
		if strings.HasSuffix(path, "/events") { // a GET would go on for ever
			if head.StatusCode != http.StatusOK || head.Header.Get("Content-Type") != "text/event-stream" {
				t.Errorf("HEAD %s: %d %v", path, head.StatusCode, head.Header)
			}
			continue
		}
		get, _ := call(t, web, "GET "+path, "")
		if head.StatusCode != get.StatusCode || head.Header.Get("Content-Type") != get.Header.Get("Content-Type") {
			t.Errorf("HEAD %s: %d %s; GET: %d %s", path, head.StatusCode, head.Header.Get("Content-Type"), get.StatusCode, get.Header.Get("Content-Type"))
		}
	}
	if head, _ := call(t, web, "HEAD /api/notebooks/nix/events", ""); head.StatusCode != http.StatusNotFound {
		t.Errorf("the events of nothing: %d", head.StatusCode)
	}
}

func TestWhatIsKeptByClients(t *testing.T) {
	_, web := open(t)
	for at, want := range map[string]string{
		"GET /api/notebooks": "no-store", "GET /api/notebooks/nb_1": "no-store", "GET /api/notebooks/nix": "no-store", "GET /metrics": "no-store",
		"GET /api/notebooks/nb_1/export": "no-store", "GET /openapi.json": mayChange, "GET /docs": mayChange, "GET /": mayChange,
		"GET /assets/a.js": "public, max-age=31536000, immutable", "GET /assets/nix.js": "no-store",
	} {
		if answer, _ := call(t, web, at, ""); answer.Header.Get("Cache-Control") != want {
			t.Errorf("%s: %q, want %q", at, answer.Header.Get("Cache-Control"), want)
		}
	}
	for _, at := range []string{"GET /", "GET /n/nb_1", "GET /docs", "GET /docs/docs.js", "GET /openapi.json"} {
		answer, text := call(t, web, at, "")
		tag := answer.Header.Get("ETag")
		if tag == "" || text == "" {
			t.Fatalf("%s: %v", at, answer.Header)
		}
		for _, known := range []string{tag, "W/" + tag, `"x", ` + tag, "*"} {
			answer, text := call(t, web, at, "", "If-None-Match", known)
			if answer.StatusCode != http.StatusNotModified || text != "" || answer.Header.Get("ETag") != tag {
				t.Errorf("%s with %s: %d %v", at, known, answer.StatusCode, answer.Header)
			}
		}
		if answer, _ := call(t, web, at, "", "If-None-Match", `"another"`); answer.StatusCode != http.StatusOK {
			t.Errorf("%s with another tag: %d", at, answer.StatusCode)
		}
	}
}
