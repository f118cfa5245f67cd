// Package servertest has servers that speak S3, FTP and SFTP on loopback addresses, with the misbehaviour
// that tests need. Each is a real server: any client can talk to it.
package servertest

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
)

// Web is an HTTP server that remembers its requests.
type Web struct {
	*httptest.Server
	mu       sync.Mutex
	requests []*http.Request
}

// Serve starts a server for the length of a test.
func Serve(t testing.TB, handler http.HandlerFunc) *Web {
	t.Helper()
	w := &Web{}
	w.Server = httptest.NewServer(w.record(handler))
	t.Cleanup(w.Close)
	return w
}

// ServeTLS is like Serve, with a certificate of its own (Server.Certificate).
func ServeTLS(t testing.TB, handler http.HandlerFunc) *Web {
	t.Helper()
	w := &Web{}
	w.Server = httptest.NewTLSServer(w.record(handler))
	t.Cleanup(w.Close)
	return w
}

func (w *Web) record(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(a http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		w.requests = append(w.requests, r)
		w.mu.Unlock()
		next(a, r)
	})
}

// Seen are the requests that came so far.
func (w *Web) Seen() []*http.Request {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.requests)
}
