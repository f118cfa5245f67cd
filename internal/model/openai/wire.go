package openai

import (
	"io"
	"net/http"
	"strings"

	"github.com/openai/openai-go/v3/option"

	"github.com/plumbdata/plumb/internal/model/wire"
)

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
		return nil, wire.Elsewhere(e.host, status)
	case status >= 400:
		defer response.Body.Close()
		// What of the body cannot be read is judged by the status.
		body, _ := io.ReadAll(io.LimitReader(response.Body, wire.MaxError))
		return nil, e.refused(status, response.Header, body)
	default:
		response.Body = wire.Body(response.Body)
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
		response.Body = wire.Events(response.Body, alive)
		return response, nil
	}
}
