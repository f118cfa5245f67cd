package server

import (
	"compress/gzip"
	"net/http"
	"strings"
)

// worthIt is how many bytes the beginning of an answer has that is compressed.
const worthIt = 1 << 10

// compressed is an answer that becomes smaller on its way to another machine. On
// this one that would only take time.
type compressed struct {
	*responder
	wanted bool
	held   int // the status, until it is known how the answer begins; 0 once it is sent
	begun  bool
	zip    *gzip.Writer // nil where it would not help
}

func compress(out *responder, r *http.Request) *compressed {
	return &compressed{responder: out, wanted: r.Method != http.MethodHead && acceptsGzip(r) && !isLoopback(peerOf(r))}
}

// WriteHeader waits for the first bytes where they decide. Events must not wait
// for more of them, and what a route has compressed itself is left alone.
func (w *compressed) WriteHeader(status int) {
	h := w.Header()
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	if w.begun || status < http.StatusOK || !shrinks(kind) || h.Get("Content-Encoding") != "" {
		w.begun = w.begun || status >= http.StatusOK
		w.responder.WriteHeader(status)
		return
	}
	w.begun = true
	h.Add("Vary", "Accept-Encoding")
	if w.wanted {
		w.held = status
		return
	}
	w.responder.WriteHeader(status)
}

// commit sends the status that was held.
func (w *compressed) commit(zipped bool) {
	if w.held == 0 {
		return
	}
	if zipped {
		h := w.Header()
		h.Set("Content-Encoding", "gzip")
		h.Del("Content-Length")
		if tag := h.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
			h.Set("ETag", "W/"+tag) // other bytes of the same
		}
		w.zip = gzip.NewWriter(w.responder)
	}
	w.responder.WriteHeader(w.held)
	w.held = 0
}

func (w *compressed) Write(b []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	w.commit(len(b) >= worthIt)
	if w.zip == nil {
		return w.responder.Write(b)
	}
	return w.zip.Write(b)
}

// FlushError sends what there is.
func (w *compressed) FlushError() error {
	w.commit(false)
	if w.zip != nil {
		if err := w.zip.Flush(); err != nil {
			return err
		}
	}
	return w.responder.FlushError()
}

// end completes the answer. One that a route has left half-way is not completed.
func (w *compressed) end() {
	w.commit(false)
	if w.zip != nil {
		_ = w.zip.Close()
	}
}

// Unwrap is how http.ResponseController and the socket find the connection.
func (w *compressed) Unwrap() http.ResponseWriter { return w.responder }

// shrinks is true for types that become much smaller.
func shrinks(kind string) bool {
	text := strings.HasPrefix(kind, "text/") && kind != "text/event-stream"
	return text || strings.HasSuffix(kind, "json") || strings.HasSuffix(kind, "xml")
}
