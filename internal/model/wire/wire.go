// Package wire is what adapters share about HTTP: a client that sends the key
// nowhere else, bounded bodies, and faults for network errors.
package wire

import (
	"bytes"
	"io"
	"net/http"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// What is read of a reply at most, in bytes.
const (
	MaxEvent = 4 << 20
	maxReply = 64 << 20
	maxError = 1 << 20
)

// Straight is a client that follows no redirect: the key would go along to
// wherever it points.
func Straight(c *http.Client) *http.Client {
	if c == nil {
		c = http.DefaultClient
	}
	copied := *c
	copied.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &copied
}

// Bounded is a reply of which no more is read than it may have: of an error the
// beginning, while any other fails that is longer. One that sends its callers on
// to another place is refused.
func Bounded(r *http.Response, host string) (*http.Response, error) {
	switch status := r.StatusCode; {
	case status >= 300 && status < 400:
		r.Body.Close()
		return nil, fault.New(model.BadRequest, "%s redirects to another address (status %d)", host, status).
			WithHint("set the base URL to the final address; the key is not sent to another server")
	case status >= 400:
		r.Body = cut{io.LimitReader(r.Body, maxError), r.Body}
	default:
		r.Body = &bounded{ReadCloser: r.Body, event: maxReply}
	}
	return r, nil
}

// cut reads from one thing and closes another.
type cut struct {
	io.Reader
	io.Closer
}

// Stream is a reply of which each event is bounded too. What cannot be a stream
// of events is refused. Comments, with which some providers keep a silent stream
// open, are told to alive, which may be nil.
func Stream(r *http.Response, provider string, alive func()) (*http.Response, error) {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if kind != "" && kind != "text/event-stream" {
		r.Body.Close()
		return nil, fault.New(model.Malformed, "%s sent %q instead of a stream of events", provider, kind).
			WithHint("check that the base URL is that of the API, and that no proxy answers in its place")
	}
	r.Body = &bounded{ReadCloser: r.Body, event: MaxEvent, alive: alive}
	return r, nil
}

type bounded struct {
	io.ReadCloser
	event     int // the most that one may have
	size, all int
	newline   bool // the last byte ended a line
	alive     func()
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.all += n
	b.measure(p[:n])
	if b.size > b.event || b.all > maxReply {
		return 0, fault.New(model.Malformed, "the reply exceeds Plumb's limit (%d MB per event, %d MB in all)", b.event>>20, maxReply>>20).
			WithHint("try again, or ask for a shorter answer")
	}
	if n > 0 && p[0] == ':' && b.alive != nil {
		b.alive()
	}
	return n, err
}

// measure keeps the size of the event that p ends in: events end with an
// empty line.
func (b *bounded) measure(p []byte) {
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			b.size += len(p)
			b.newline = b.newline && len(bytes.Trim(p, "\r")) == 0
			return
		}
		if b.newline && len(bytes.Trim(p[:end], "\r")) == 0 {
			b.size = 0
		} else {
			b.size += end + 1
		}
		b.newline = true
		p = p[end+1:]
	}
}
