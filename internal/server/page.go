package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"net/netip"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/plumbdata/plumb/internal/fault"
)

//go:embed docs
var docs embed.FS

// mayChange is the caching of what another version of Plumb may have otherwise:
// it is kept, and asked about each time.
const mayChange = "no-cache"

// documentation serves a file of the page that shows the API.
func documentation(name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		serveFile(w, r, docs, "docs/"+name, mayChange)
	})
}

// font serves the typeface of the page to those that stand beside it; the page's
// own files have names that change.
func font(files fs.FS) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var found []string
		if files != nil {
			found, _ = fs.Glob(files, "assets/inter-latin-opsz-normal-*.woff2") // the pattern is well formed
		}
		if len(found) == 0 {
			refuse(w, r, notFound("this Plumb was built without its page"))
			return
		}
		serveFile(w, r, files, found[0], mayChange)
	})
}

func (s *Server) serveOpenAPI(w http.ResponseWriter, r *http.Request) {
	text, err := s.api.document()
	if err != nil {
		refuse(w, r, fault.Wrap(err, fault.Internal, "the document cannot be written: %v", err))
		return
	}
	send(w, r, "application/json", mayChange, text)
}

// page serves the built page: its files, and for the addresses of notebooks the
// one file that shows them.
type page struct {
	files  fs.FS
	packed sync.Map // name to *packed
}

// packed is a file compressed, when somebody first wants it so.
type packed struct {
	once sync.Once
	text []byte
}

func newPage(files fs.FS) http.Handler { return &page{files: files} }

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	switch {
	case isRoute("/"+name) || name == "metrics" || name == "docs" || name == "openapi.json":
		refuse(w, r, unknownRoute(r))
	case changes(r):
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, r, fault.New(notAllowed, "the page can only be read").WithHint("/docs lists the routes"))
	case p.files == nil:
		refuse(w, r, notFound("this Plumb was built without its page").WithHint("/docs shows the API"))
	case name == "" || strings.HasPrefix(name, "n/"):
		p.serve(w, r, "index.html", mayChange)
	case strings.HasPrefix(name, "assets/"):
		// Their names change with their content.
		p.serve(w, r, name, "public, max-age=31536000, immutable")
	default:
		p.serve(w, r, name, mayChange)
	}
}

func unknownRoute(r *http.Request) error {
	return notFound("there is no %s %s", r.Method, short(r.URL.Path)).WithHint("/docs lists the routes")
}

// serve answers with a file, compressed for those who are not on this machine.
func (p *page) serve(w http.ResponseWriter, r *http.Request, name, cache string) {
	kind, _, _ := strings.Cut(mediaType(name), ";")
	if shrinks(kind) && acceptsGzip(r) && !isLoopback(peerOf(r)) {
		if text := p.pack(name); text != nil {
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Vary", "Accept-Encoding")
			send(w, r, mediaType(name), cache, text)
			return
		}
	}
	serveFile(w, r, p.files, name, cache)
}

// pack is a file compressed, or nil if there is none.
func (p *page) pack(name string) []byte {
	if info, err := fs.Stat(p.files, name); err != nil || info.IsDir() {
		return nil // so that only files that there are take room
	}
	found, _ := p.packed.LoadOrStore(name, &packed{})
	one := found.(*packed)
	one.once.Do(func() {
		plain, err := fs.ReadFile(p.files, name)
		if err != nil {
			return
		}
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write(plain); err == nil && z.Close() == nil {
			one.text = b.Bytes()
		}
	})
	return one.text
}

func serveFile(w http.ResponseWriter, r *http.Request, files fs.FS, name, cache string) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		refuse(w, r, notFound("there is no page %s", short(r.URL.Path)).WithHint("the notebooks are at /"))
		return
	}
	send(w, r, mediaType(name), cache, text)
}

// send answers with a text. Of one that may change, a client that has it already
// is told so.
func send(w http.ResponseWriter, r *http.Request, kind, cache string, text []byte) {
	h := w.Header()
	h.Set("Cache-Control", cache)
	if cache == mayChange {
		sum := sha256.Sum256(text)
		tag := `"` + hex.EncodeToString(sum[:12]) + `"`
		h.Set("ETag", tag)
		if known := r.Header.Get("If-None-Match"); known == "*" || strings.Contains(known, tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Type", kind)
	h.Set("Content-Length", strconv.Itoa(len(text)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(text)
	}
}

func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, parameters, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == "gzip" && !strings.Contains(parameters, "q=0") {
			return true
		}
	}
	return false
}

func isLoopback(client string) bool {
	ip, err := netip.ParseAddr(client)
	return err == nil && ip.Unmap().IsLoopback()
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
