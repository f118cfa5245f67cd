package server

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/fault"
)

// hello is how long a stream waits for a first event before it begins to
// answer: long enough for a notebook that is not there to be a plain 404.
const hello = 50 * time.Millisecond

const goodbye = "Plumb ends; resume by id when it is back"

// stream is an answer of server-sent events. It holds what is being written and
// nothing more: events wait in the log. A client that takes nothing for too
// long is cut off, and goes on by the id that it saw last.
type stream struct {
	w     http.ResponseWriter
	flush *http.ResponseController
	pulse *time.Timer
	every time.Duration

	mu    sync.Mutex
	begun bool
	ended bool
	err   error
}

// follow sends the events of a notebook after an id, as choose says.
func (s *Server) follow(w http.ResponseWriter, r *http.Request, notebook string, after int64, choose func(desk.Event) (send, last bool)) {
	leave, err := s.enter(r)
	if err != nil {
		refuse(w, r, err)
		return
	}
	defer leave()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out := newStream(w, s.limits.Pulse, cancel)
	defer out.end()
	stop := context.AfterFunc(s.closing, func() {
		_ = out.comment(goodbye)
		cancel()
	})
	defer stop()
	for e, err := range s.turns.Follow(ctx, notebook, after) {
		if err != nil {
			out.fail(r, err)
			return
		}
		send, last := choose(e)
		if !send {
			continue
		}
		text, err := s.frames.of(notebook, e)
		if err != nil {
			out.fail(r, err)
			return
		}
		began := s.options.Now()
		if out.event(e, text) != nil || last || ctx.Err() != nil {
			return
		}
		if s.options.Now().Sub(began) > s.limits.Stall/2 {
			out.sendLagging(e.ID)
			return
		}
	}
	if s.draining.Load() && s.closing.Err() == nil { // the desk was closed first
		_ = out.comment(goodbye)
	}
}

// wouldFollow says what following a notebook would begin with.
func (s *Server) wouldFollow(w http.ResponseWriter, r *http.Request, notebook string) {
	if _, err := s.notebooks.Open(r.Context(), notebook); err != nil {
		refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
}

// enter counts a stream or socket in: no client may take the room of all others.
func (s *Server) enter(r *http.Request) (leave func(), err error) {
	left, ok := s.clients.enter(bucketOf(s.clientOf(r)), s.limits.ClientStreams)
	if !ok {
		return nil, fault.New(tooMany, "%d streams are already open from your address, which is the limit", s.limits.ClientStreams).
			WithHint("close pages of Plumb that you no longer need, or raise the limit with plumb start --client-streams")
	}
	if s.streams.Add(1) > int64(s.limits.Streams) {
		s.streams.Add(-1)
		left()
		return nil, fault.New(tooMany, "%d streams are already open, which is the limit", s.limits.Streams).WithHint("close a page that you no longer need")
	}
	return func() { s.streams.Add(-1); left() }, nil
}

// newStream begins to answer with the first event, or soon. It ends when its
// client can no longer be written to.
func newStream(w http.ResponseWriter, every time.Duration, cancel context.CancelFunc) *stream {
	out := &stream{w: w, flush: http.NewResponseController(w), every: every}
	out.mu.Lock()
	defer out.mu.Unlock()
	out.pulse = time.AfterFunc(hello, func() {
		if out.comment("still here") != nil {
			cancel()
		}
	})
	return out
}

func (out *stream) comment(words string) error {
	return out.write(fmt.Appendf(nil, ": %s\n\n", words))
}

func (out *stream) event(e desk.Event, text []byte) error {
	return out.write(fmt.Appendf(nil, "id: %d\nevent: %s\ndata: ", e.ID, e.Kind), text, []byte("\n\n"))
}

// sendLagging tells a client that it was too slow, and where to go on.
func (out *stream) sendLagging(after int64) {
	_ = out.write(fmt.Appendf(nil, "event: lagging\ndata: {\"after\":%d}\n\n", after))
}

// fail says that the log cannot be read: plainly if nothing was sent yet.
func (out *stream) fail(r *http.Request, err error) {
	out.mu.Lock()
	begun := out.begun
	out.ended = true
	out.mu.Unlock()
	if !begun {
		refuse(out.w, r, err)
		return
	}
	f := failure(r.Context(), err)
	var b bytes.Buffer
	b.WriteString("event: error\ndata: ")
	if encodeJSON(&b, f) == nil {
		b.WriteByte('\n')
		_, _ = out.w.Write(b.Bytes())
	}
}

func (out *stream) write(parts ...[]byte) error {
	out.mu.Lock()
	defer out.mu.Unlock()
	if out.ended || out.err != nil {
		return out.err
	}
	if !out.begun {
		out.begun = true
		h := out.w.Header()
		h.Set("Content-Type", "text/event-stream")
		h.Set("X-Accel-Buffering", "no") // proxies must not wait for more
		out.w.WriteHeader(http.StatusOK)
	}
	for _, b := range parts {
		if out.err == nil {
			_, out.err = out.w.Write(b)
		}
	}
	if out.err == nil {
		out.err = out.flush.Flush()
	}
	out.pulse.Reset(out.every)
	return out.err
}

// end makes sure that nothing is written once the handler has returned.
func (out *stream) end() {
	out.pulse.Stop()
	out.mu.Lock()
	out.ended = true
	out.mu.Unlock()
}

// wire is an event as clients read it.
func wire(e desk.Event) desk.Event {
	if len(e.Payload) == 0 {
		e.Payload = []byte("{}")
	}
	if e.Cell != nil {
		c := tidy(*e.Cell)
		e.Cell = &c
	}
	return e
}
