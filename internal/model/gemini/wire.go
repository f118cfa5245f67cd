package gemini

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	httpwire "github.com/plumbdata/plumb/internal/model/wire"
)

// Bounds of what a server may send: one event, and a whole answer.
const (
	maxEvent  = 16 << 20
	maxAnswer = 64 << 20
)

var (
	errTooLarge = errors.New("the answer is larger than it may be")
	errCut      = errors.New("the stream ended before the answer did")
	errToken    = errors.New("no token for the request")
	errPage     = errors.New("a page came instead of an answer")
)

// wire is what one call learns of its connection beside what the SDK tells:
// the SDK drops headers of errors, and prints errors of reading to the
// program's standard error.
type wire struct {
	retryAfter time.Duration
	status     int // of the response; 0 means that none came
	failed     error
	open       bool // the last event had no end
}

type wireKey struct{}

func (w *wire) in(ctx context.Context) context.Context { return context.WithValue(ctx, wireKey{}, w) }

// transport authorises requests and watches responses.
type transport struct {
	base  http.RoundTripper
	token func(context.Context) (string, error)
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	w, _ := req.Context().Value(wireKey{}).(*wire)
	if w == nil {
		w = &wire{}
	}
	if t.token != nil {
		token, err := t.token(req.Context())
		if err != nil || token == "" {
			closeBody(req)
			w.failed = errToken
			if ctxErr := req.Context().Err(); ctxErr != nil {
				w.failed = ctxErr
			}
			return nil, w.failed
		}
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", "Bearer "+token)
	}
	base := t.base
	if base == nil {
		base = http.DefaultTransport
	}
	resp, err := base.RoundTrip(req)
	if err != nil {
		w.failed = err
		return nil, err
	}
	w.status = resp.StatusCode
	w.retryAfter = httpwire.RetryAfter(resp.Header)
	if kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";"); kind == "text/html" && resp.StatusCode < 300 {
		resp.Body.Close()
		w.failed = errPage
		return nil, errPage
	}
	resp.Body = &body{from: resp.Body, wire: w, emptyLine: true}
	return resp, nil
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close() // a RoundTripper closes the body whatever happens
	}
}

// body bounds a response. A failure to read is noted and looks like the end.
type body struct {
	from      io.ReadCloser
	wire      *wire
	event     int
	all       int
	emptyLine bool
}

func (b *body) Read(p []byte) (int, error) {
	if b.wire.failed != nil {
		return 0, io.EOF
	}
	n, err := b.from.Read(p)
	b.all += n
	for _, c := range p[:n] {
		b.event++
		switch c {
		case '\n':
			if b.emptyLine {
				b.event = 0
			}
			b.emptyLine = true
		case '\r':
		default:
			b.emptyLine = false
		}
	}
	if b.event > maxEvent || b.all > maxAnswer {
		b.wire.failed = errTooLarge
		return 0, io.EOF
	}
	if err != nil {
		b.wire.open = b.event > 0
		if err != io.EOF {
			b.wire.failed = err
		}
		return n, io.EOF
	}
	return n, nil
}

func (b *body) Close() error {
	_ = b.from.Close() // the SDK would print it
	return nil
}
