package server

import (
	"net/http"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// methods are those that routes are registered for. Who can GET can HEAD.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// fallback answers what no route takes: what there is under the path for other
// methods is said, everything else is the page's.
func (s *Server) fallback(mux *http.ServeMux) http.Handler {
	page := newPage(s.options.Page)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		if isRoute(r.URL.Path) || changes(r) {
			allowed = allowedBy(mux, r)
		}
		if len(allowed) == 0 {
			page.ServeHTTP(w, r)
			return
		}
		list := strings.Join(append(allowed, http.MethodOptions), ", ")
		w.Header().Set("Allow", list)
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		refuse(w, r, fault.New(notAllowed, "%s does not support %s", short(r.URL.Path), short(r.Method)).WithHint("it supports %s; /docs lists the routes", list))
	})
}

// isRoute is true for paths that are no page's.
func isRoute(path string) bool {
	return strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/analysis/")
}

// allowedBy are the methods that a path has a route for.
func allowedBy(mux *http.ServeMux, r *http.Request) []string {
	var list []string
	for _, m := range methods {
		other := r.WithContext(r.Context())
		other.Method = m
		if _, pattern := mux.Handler(other); pattern != "" && pattern != "/" {
			list = append(list, m)
		}
	}
	slices.Sort(list)
	return list
}
