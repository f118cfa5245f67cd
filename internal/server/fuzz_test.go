package server

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// FuzzRequests sends whatever to every route: nothing may be a mistake of ours,
// and what is refused is refused in the one form that errors have.
func FuzzRequests(f *testing.F) {
	for _, seed := range [][3]string{
		{"GET", "/api/notebooks/nb_1/events?after=-1", ""},
		{"POST", "/api/ask", `{"question":"q","reading":0,"whatif":[]}`},
		{"POST", "/api/run-sql", `{"sql":"SELECT 1","notebook":"../x"}`},
		{"PATCH", "/api/notebooks/nb_1/cells/cell_1", `{"position":1e9,"note":null}`},
		{"POST", "/api/notebooks/nb_1/cells/%00/restore", `{"position":-1}`},
		{"GET", "/api/audit?since=0000-00-00&limit=9999999999999999999", ""},
		{"GET", "/api/audit/1e3", ""},
		{"DELETE", "/api/sources/%2f..%2f", ""},
		{"POST", "/api/sources", `{"name":"x","kind":"y","properties":{"a":1}}`},
		{"GET", "/n/../../x", ""},
		{"POST", "/api/notebooks", `{"name":"\ud800"}`},
		{"GET", "//api/health", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	s := build(f, newFake(), func(o *Options) { o.Limits = Limits{Rate: 1e9, Burst: 1e9} })
	f.Fuzz(func(t *testing.T, method, target, body string) {
		at, err := url.ParseRequestURI(target)
		if err != nil || at.Host != "" || strings.HasSuffix(at.Path, "/events") {
			return // not a request, or one that has no end
		}
		r, err := http.NewRequestWithContext(t.Context(), method, "http://localhost"+target, strings.NewReader(body))
		if err != nil {
			return
		}
		r.RemoteAddr, r.RequestURI = "127.0.0.1:1", target
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Errorf("%s %s %q: %d %s", method, target, body, w.Code, w.Body)
		}
		if w.Code >= 400 && decode[Failure](t, w.Body.String()).Problem.Message == "" {
			t.Errorf("%s %s: %s", method, target, w.Body)
		}
	})
}
