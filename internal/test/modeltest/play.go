package modeltest

import (
	"bytes"
	"net/http"
	"strconv"
	"time"
)

// frame is one server-sent event.
type frame struct {
	event string // "" writes no event line
	data  []byte
	crlf  bool // lines end as Google ends them
	said  bool // it brings words, thoughts or a piece of a call
}

func (f frame) bytes() []byte {
	end := "\n"
	if f.crlf {
		end = "\r\n"
	}
	var b bytes.Buffer
	if f.event != "" {
		b.WriteString("event: " + f.event + end)
	}
	b.WriteString("data: ")
	b.Write(f.data)
	b.WriteString(end + end)
	return b.Bytes()
}

// wire is a provider's format.
type wire interface {
	// read fills in the request from its body and says why the provider would
	// refuse it.
	read(r *Request, o Options) *Failure
	// fail writes an error as the provider does.
	fail(w http.ResponseWriter, r *Request, f Failure)
	// header sets what every good answer carries.
	header(h http.Header, r *Request)
	// stream is an answer event by event, whole is the same in one piece.
	stream(r *Request, reply *Reply) []frame
	whole(r *Request, reply *Reply) []byte
	// errorFrame is an error inside a stream.
	errorFrame(f Failure) frame
	// alive is what comes while there is nothing to say.
	alive() []byte
}

func wireOf(f Format) wire {
	switch f {
	case Anthropic:
		return anthropicWire{}
	case OpenAI:
		return openaiWire{}
	}
	return geminiWire{}
}

// keepAlive is a comment, which every reader of events passes over.
const keepAlive = ": keep-alive\n\n"

// play answers a request with a step's reply and its mishap.
func (s *Server) play(w http.ResponseWriter, r *http.Request, req *Request, step Step, wire wire) {
	p := &player{w: w, r: r, s: s, chop: step.Chop, alive: wire.alive()}
	defer func() {
		if r.Context().Err() != nil {
			close(req.closed)
		}
	}()
	wire.header(w.Header(), req)
	if !req.Stream {
		w.Header().Set("Content-Type", "application/json")
		p.all([][]byte{wire.whole(req, &step.Reply)}, step, nil)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	var parts [][]byte
	for i, f := range wire.stream(req, &step.Reply) {
		if f.said && step.Mishap.Said {
			step.Mishap.Said = false
			step.Mishap.After += i + 1
		}
		part := f.bytes()
		if step.Comments {
			part = append([]byte(keepAlive), part...)
		}
		parts = append(parts, part)
	}
	kind := step.Mishap.Fail
	if kind == "" {
		kind = Overloaded
	}
	failed := wire.errorFrame(Failure{Kind: kind})
	p.all(parts, step, failed.bytes())
}

// player writes an answer as slowly, as finely and as badly as a step says.
type player struct {
	w     http.ResponseWriter
	r     *http.Request
	s     *Server
	chop  int
	alive []byte
}

func (p *player) all(parts [][]byte, step Step, failed []byte) {
	if len(failed) == 0 && step.Mishap.Kind == Cut {
		// A whole body that is cut is one that promised more.
		p.w.Header().Set("Content-Length", strconv.Itoa(len(parts[0])))
	}
	p.flush() // the status goes out first, as it does from a real provider
	for i, part := range parts {
		if step.Gate && i == 1 && !p.pass() {
			return
		}
		if step.Slow > 0 && !p.sleep(step.Slow) {
			return
		}
		if i == step.Mishap.After && step.Mishap.Kind != "" {
			if p.mishap(step.Mishap, part, failed) {
				return
			}
			continue
		}
		if !p.write(part) {
			return
		}
	}
	if step.Mishap.Kind != "" && step.Mishap.After >= len(parts) {
		p.mishap(step.Mishap, nil, failed)
	}
}

// mishap does what goes wrong in place of a part, and says whether the answer
// is over.
func (p *player) mishap(m Mishap, part, failed []byte) bool {
	switch m.Kind {
	case Cut:
		p.write(part[:len(part)/2])
		panic(http.ErrAbortHandler)
	case Hung:
		p.wait()
	case BadEvent:
		p.write([]byte("data: {\"type\": \"content_block_delta\", \"delta\": {{\n\n"))
		return false
	case Oversized:
		p.oversized(m.Size)
	case ErrorIn:
		p.write(failed)
	}
	return true
}

// oversized writes one event that goes on and on, until its size is reached or
// nobody reads it.
func (p *player) oversized(size int) {
	if size == 0 {
		size = 64 << 20
	}
	block := bytes.Repeat([]byte("x"), 1<<16)
	if !p.write([]byte(`data: {"text": "`)) {
		return
	}
	for written := 0; written < size; written += len(block) {
		if _, err := p.w.Write(block); err != nil {
			p.wait()
			return
		}
	}
	p.write([]byte("\"}\n\n"))
}

// write sends bytes at once, and says whether somebody is still there.
func (p *player) write(b []byte) bool {
	n := len(b)
	if p.chop > 0 {
		n = p.chop
	}
	for len(b) > 0 {
		k := min(n, len(b))
		if _, err := p.w.Write(b[:k]); err != nil {
			p.wait()
			return false
		}
		b = b[k:]
		p.flush()
	}
	return p.r.Context().Err() == nil
}

// wait stays until the client or the server is gone.
func (p *player) wait() {
	select {
	case <-p.r.Context().Done():
	case <-p.s.done:
	}
}

func (p *player) sleep(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-p.r.Context().Done():
	case <-p.s.done:
	}
	return false
}

func (p *player) flush() {
	if f, ok := p.w.(http.Flusher); ok {
		f.Flush()
	}
}
