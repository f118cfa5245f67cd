package server

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/desk"
)

// wordy is a desk whose lists are long.
type wordy struct{ *fakeDesk }

func (wordy) List(context.Context, string) ([]desk.Entry, error) {
	return []desk.Entry{{ID: "nb_1", Name: strings.Repeat("sales ", 2000)}}, nil
}

func TestAnswersAreCompressedForOtherMachines(t *testing.T) {
	s := build(t, newFake())
	s.notebooks = wordy{newFake()}
	for _, c := range []struct {
		at, client, accept string
		packed             bool
	}{
		{"GET /api/notebooks", "10.0.0.7:1", "gzip, br", true},
		{"GET /api/notebooks", "10.0.0.7:1", "", false},
		{"GET /api/notebooks", "127.0.0.1:1", "gzip", false},
		{"HEAD /api/notebooks", "10.0.0.7:1", "gzip", false},
		{"GET /api/health", "10.0.0.7:1", "gzip", false}, // a few bytes
		{"GET /openapi.json", "10.0.0.7:1", "gzip", true},
		{"GET /api/notebooks/nix", "10.0.0.7:1", "gzip", false},
		{"GET /api/notebooks/nb_1/cells/cell_1/chart.svg", "10.0.0.7:1", "gzip", false},
	} {
		method, path, _ := strings.Cut(c.at, " ")
		get := func(accept string) *httptest.ResponseRecorder {
			r := httptest.NewRequestWithContext(t.Context(), method, "http://localhost"+path, nil)
			r.RemoteAddr = c.client
			r.Header.Set("Accept-Encoding", accept)
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			return w
		}
		w, plain := get(c.accept), get("")
		if got := w.Header().Get("Content-Encoding") == "gzip"; got != c.packed {
			t.Errorf("%s to %s, accepting %q: %v", c.at, c.client, c.accept, w.Header())
			continue
		}
		if !strings.Contains(w.Header().Get("Vary"), "Accept-Encoding") {
			t.Errorf("%s does not say what it depends on: %v", c.at, w.Header())
		}
		if w.Code != plain.Code || !c.packed {
			continue
		}
		z, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil || string(text) != plain.Body.String() || w.Header().Get("Content-Length") != "" {
			t.Errorf("%s: %v, %d bytes of %d", c.at, err, len(text), plain.Body.Len())
		}
	}
}

func TestEventsAreNotCompressed(t *testing.T) {
	s := build(t, newFake())
	r := httptest.NewRequestWithContext(t.Context(), "POST", "http://localhost/api/ask", strings.NewReader(`{"question":"q"}`))
	r.RemoteAddr = "10.0.0.7:1"
	for name, value := range map[string]string{"Accept-Encoding": "gzip", "Accept": "text/event-stream", "Content-Type": "application/json"} {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusOK || w.Header().Get("Content-Encoding") != "" || !strings.Contains(w.Body.String(), "event: ") {
		t.Errorf("%d %v %.200s", w.Code, w.Header(), w.Body)
	}
}
