package server

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// maxBody bounds what a request may send.
const maxBody = 1 << 20

// policy lets the page load from here, and nothing else from anywhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// request is what is known of a request while it is answered.
type request struct {
	id    string
	span  *span
	fault atomic.Pointer[fault.Fault] // the last that was said

	brought string // what its address brought to let it in
}

type requestKey struct{}

// requestOf is the request of a context; outside of one it is nobody's.
func requestOf(ctx context.Context) *request {
	if q, ok := ctx.Value(requestKey{}).(*request); ok {
		return q
	}
	return &request{}
}

func (q *request) setFault(f *fault.Fault) { q.fault.Store(f) }

// guard is the way in: every request is named, measured and logged, and only
// what may reach a route does.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := s.options.Now()
		q := &request{id: s.requestID(r)}
		q.span = s.options.Traces.begin(r.Header.Get("Traceparent"), began)
		r = r.WithContext(context.WithValue(r.Context(), requestKey{}, q))
		out := &responder{ResponseWriter: w, stall: s.limits.Stall}
		secure(out.Header())
		out.Header().Set("Cache-Control", "no-store") // unless what is served says otherwise
		out.Header().Set("X-Request-Id", q.id)
		defer func() { s.logRequest(r, q, out, began, recover()) }()
		if hasBody(r) { // also of one that is refused: what is left of it is read before the next
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.limits.Body)) // not every connection has one
		}
		if err := s.admit(out, r); err != nil {
			refuse(out, r, err)
			return
		}
		if s.keepToken(out, r) {
			return
		}
		if err := readBody(out, r); err != nil {
			refuse(out, r, err)
			return
		}
		answer := compress(out, r)
		next.ServeHTTP(answer, r)
		answer.end()
	})
}

// logRequest logs and counts a request. A panic is a mistake of ours: the client
// learns that there was one, the log says which.
func (s *Server) logRequest(r *http.Request, q *request, out *responder, began time.Time, panicked any) {
	aborted := false
	if panicked != nil {
		err, _ := panicked.(error)
		if !out.broken && !errors.Is(err, http.ErrAbortHandler) {
			s.options.Log.Error("panic", "request", q.id, "panic", panicked, "stack", string(debug.Stack()))
		}
		if aborted = out.status != 0; !aborted { // half an answer must not look like a whole one
			refuse(out, r, fault.New(fault.Internal, "panic"))
		}
	}
	took := s.options.Now().Sub(began)
	pattern := r.Pattern
	if pattern == "" || pattern == "/" {
		pattern = "page" // and what was refused: nothing that a client can choose
	}
	status := out.status
	if status == 0 {
		status = http.StatusOK
	}
	said := q.fault.Load()
	s.metrics.request(pattern, status, took, said)
	attributes := []any{"request", q.id, "method", r.Method, "path", r.URL.Path, "status", status, "bytes", out.bytes, "ms", took.Milliseconds(), "client", s.clientOf(r)}
	level := slog.LevelInfo
	if said != nil {
		attributes = append(attributes, "code", string(said.Code), "reason", said.Message)
		if level = slog.LevelWarn; status >= 500 {
			level = slog.LevelError
			if said.Cause != nil {
				attributes = append(attributes, "cause", said.Cause.Error())
			}
		}
	}
	s.options.Log.Log(r.Context(), level, "request", attributes...)
	s.options.Traces.endRequest(q.span, pattern, r.URL.Path, status, s.options.Now())
	if aborted {
		panic(http.ErrAbortHandler)
	}
}

func secure(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// requestID is the client's own if it looks like one, else a new one.
func (s *Server) requestID(r *http.Request) string {
	given := r.Header.Get("X-Request-Id")
	plain := given != "" && len(given) <= 64
	for _, c := range given {
		plain = plain && (c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z')
	}
	if plain {
		return given
	}
	var b [8]byte
	if _, err := io.ReadFull(s.options.Random, b[:]); err != nil {
		return "unknown"
	}
	return hex.EncodeToString(b[:])
}
