package openai

import (
	"bytes"
	"io"
	"net/http"
	"strings"

	"github.com/openai/openai-go/v3/option"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// What is read of a reply at most, in bytes.
const (
	maxEvent = 4 << 20
	maxReply = 64 << 20
	maxError = 1 << 20
)

// straight is a client that follows no redirect: the key would go along to
// wherever it points.
func straight(c *http.Client) *http.Client {
	if c == nil {
		c = http.DefaultClient
	}
	copied := *c
	copied.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &copied
}

// guarded bounds what the SDK reads, for it reads lists whole, and reads errors
// itself: the SDK knows only OpenAI's own form of them.
func (e *endpoint) guarded(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	response, err := next(r)
	if err != nil {
		return response, err
	}
	switch status := response.StatusCode; {
	case status >= 300 && status < 400:
		response.Body.Close()
		return nil, fault.New(model.BadRequest, "%s answers that its service is elsewhere (status %d)", e.host, status).
			WithHint("set the base URL to the address of the service itself; the key is not sent on to another one")
	case status >= 400:
		defer response.Body.Close()
		// What of the body cannot be read is judged by the status.
		body, _ := io.ReadAll(io.LimitReader(response.Body, maxError))
		return nil, e.refused(status, response.Header, body)
	default:
		response.Body = &bounded{ReadCloser: response.Body, event: maxReply, total: maxReply}
	}
	return response, nil
}

// events takes only what can be a stream of events, and bounds each. Comments,
// with which some providers keep a silent stream open, are told to alive.
func (e *endpoint) events(alive func()) option.Middleware {
	return func(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		response, err := next(r)
		if err != nil || response.StatusCode >= 300 {
			return response, err
		}
		kind, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
		if kind != "" && kind != "text/event-stream" {
			response.Body.Close()
			return nil, e.malformed("%q instead of a stream of events", kind).
				WithHint("check that the base URL is that of the API, and that no proxy answers in its place")
		}
		response.Body = &bounded{ReadCloser: response.Body, event: maxEvent, total: maxReply, alive: alive}
		return response, nil
	}
}

// bounded fails when an event, or all of a reply, is longer than it may be.
type bounded struct {
	io.ReadCloser
	event, total int
	size, all    int
	newline      bool   // the last byte ended a line
	alive        func() // told of comments; may be nil
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.all += n
	b.measure(p[:n])
	if n > 0 && p[0] == ':' && b.alive != nil {
		b.alive()
	}
	if b.size > b.event || b.all > b.total {
		return 0, fault.New(model.Malformed, "the reply is longer than Plumb reads (%d MB an event, %d MB in all)", b.event>>20, b.total>>20).
			WithHint("try again, or ask for a shorter answer")
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
