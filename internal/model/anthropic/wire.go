package anthropic

import (
	"io"
	"net/http"
	"strings"

	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/plumbdata/plumb/internal/model/wire"
)

// guarded bounds what the SDK reads, for it reads errors and lists whole.
func (m *claude) guarded(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	response, err := next(r)
	if err != nil {
		return response, err
	}
	switch status := response.StatusCode; {
	case status >= 300 && status < 400:
		response.Body.Close()
		return nil, wire.Elsewhere(m.host, status)
	case status >= 400:
		response.Body = cut{io.LimitReader(response.Body, wire.MaxError), response.Body}
	default:
		response.Body = wire.Body(response.Body)
	}
	return response, nil
}

// events takes only what can be a stream of events, and bounds each.
func (m *claude) events(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	response, err := next(r)
	if err != nil || response.StatusCode >= 300 {
		return response, err
	}
	kind, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	if kind != "" && kind != "text/event-stream" {
		response.Body.Close()
		return nil, m.malformed("%q instead of a stream of events", kind).
			WithHint("check that the base URL is that of the API, and that no proxy answers in its place")
	}
	response.Body = wire.Events(response.Body, nil)
	return response, nil
}

// cut reads from one thing and closes another.
type cut struct {
	io.Reader
	io.Closer
}
