package server

import (
	"net/http"
	"time"
)

// chunk is how much is handed to the network at once. A client has to take each
// chunk in time, so that a slow one that goes on reading gets everything.
const chunk = 64 << 10

// responder counts what is answered, and cuts off a client that takes nothing.
type responder struct {
	http.ResponseWriter
	stall  time.Duration
	status int
	bytes  int64
	broken bool // the client is gone, or took nothing for too long
}

func (w *responder) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status = status
	}
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1") // there may be room in a moment
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *responder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	written := 0
	for first := true; first || len(b) > 0; first = false {
		part := b[:min(len(b), chunk)]
		w.extend()
		n, err := w.ResponseWriter.Write(part)
		written += n
		w.bytes += int64(n)
		if err != nil {
			w.broken = true
			return written, err
		}
		b = b[len(part):]
	}
	return written, nil
}

// FlushError sends what is buffered.
func (w *responder) FlushError() error {
	w.extend()
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// extend gives the client time for what is written next.
func (w *responder) extend() {
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(w.stall)) // not every connection has one
}

// Unwrap is how http.ResponseController and the socket find the connection.
func (w *responder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
