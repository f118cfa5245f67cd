package server

import (
	"bytes"
	"embed"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

//go:embed docs
var docs embed.FS

// documentation serves a file of the page that shows the API.
func documentation(name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		serveFile(w, r, docs, "docs/"+name, "no-cache")
	})
}

func (s *Server) serveOpenAPI(w http.ResponseWriter, r *http.Request) {
	text, err := s.api.document()
	if err != nil {
		refuse(w, r, fault.Wrap(err, fault.Internal, "the document cannot be written: %v", err))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(text)
}

// page serves the built page: its files, and for the addresses of notebooks the
// one file that shows them.
type page struct{ files fs.FS }

func newPage(files fs.FS) http.Handler { return &page{files} }

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	api := strings.HasPrefix(name, "api/") || strings.HasPrefix(name, "analysis/")
	switch {
	case api || name == "metrics" || name == "docs" || name == "openapi.json":
		refuse(w, r, unknownRoute(r))
	case changes(r):
		refuse(w, r, fault.New(notAllowed, "the page can only be read").WithHint("/docs lists the routes"))
	case p.files == nil:
		refuse(w, r, missing("this Plumb was built without its page").WithHint("/docs shows the API"))
	case name == "" || strings.HasPrefix(name, "n/"):
		serveFile(w, r, p.files, "index.html", "no-cache")
	case strings.HasPrefix(name, "assets/"):
		// Their names change with their content.
		serveFile(w, r, p.files, name, "public, max-age=31536000, immutable")
	default:
		serveFile(w, r, p.files, name, "no-cache")
	}
}

func unknownRoute(r *http.Request) error {
	return missing("there is no %s %s", r.Method, short(r.URL.Path)).WithHint("/docs lists the routes")
}

// serveFile answers with a file, compressed where it lies compressed beside it.
func serveFile(w http.ResponseWriter, r *http.Request, files fs.FS, name, cache string) {
	if !fs.ValidPath(name) {
		refuse(w, r, missing("there is no page %s", short(r.URL.Path)))
		return
	}
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	for _, c := range []struct{ encoding, extension string }{{"br", ".br"}, {"gzip", ".gz"}, {"", ""}} {
		if c.encoding != "" && !accepts(r, c.encoding) {
			continue
		}
		b, err := fs.ReadFile(files, name+c.extension)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			break // a folder
		}
		if c.encoding != "" {
			h.Set("Content-Encoding", c.encoding)
		}
		h.Set("Content-Type", mediaType(name))
		h.Set("Cache-Control", cache)
		h.Set("Content-Length", strconv.Itoa(len(b)))
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(b))
		return
	}
	refuse(w, r, missing("there is no page %s", short(r.URL.Path)).WithHint("/ is where notebooks are"))
}

func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, parameters, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == encoding && !strings.Contains(parameters, "q=0") {
			return true
		}
	}
	return false
}

// mediaType does not ask the machine, which may say anything.
func mediaType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json", ".map":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".ico":
		return "image/x-icon"
	case ".woff2":
		return "font/woff2"
	case ".woff":
		return "font/woff"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}
