// Package wire is what adapters do alike with HTTP: a client that takes the
// key nowhere else, and bodies that are no longer than they may be.
package wire

import (
	"bytes"
	"io"
	"net/http"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// What is read of a reply at most, in bytes.
const (
	MaxEvent = 4 << 20
	MaxReply = 64 << 20
	MaxError = 1 << 20
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

// Elsewhere is the fault of a service that sends its callers on.
func Elsewhere(host string, status int) *fault.Fault {
	return fault.New(model.BadRequest, "%s answers that its service is elsewhere (status %d)", host, status).
		WithHint("set the base URL to the address of the service itself; the key is not sent on to another one")
}

// Body fails when all of a reply is longer than it may be.
func Body(b io.ReadCloser) io.ReadCloser { return &bounded{ReadCloser: b, event: MaxReply} }

// Events is Body for a stream, of which each event is bounded too. Comments,
// with which some providers keep a silent stream open, are told to alive, which
// may be nil.
func Events(b io.ReadCloser, alive func()) io.ReadCloser {
	return &bounded{ReadCloser: b, event: MaxEvent, alive: alive}
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
	if b.size > b.event || b.all > MaxReply {
		return 0, fault.New(model.Malformed, "the reply is longer than Plumb reads (%d MB an event, %d MB in all)", b.event>>20, MaxReply>>20).
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
