package openai

import (
	"io"
	"net/http"

	"github.com/openai/openai-go/v3/option"

	"github.com/plumbdata/plumb/internal/model/wire"
)

// guarded bounds what the SDK reads, for it reads lists whole, and reads errors
// itself: the SDK knows only OpenAI's own form of them.
func (e *endpoint) guarded(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	response, err := next(r)
	if err == nil {
		response, err = wire.Bounded(response, e.host)
	}
	if err != nil || response.StatusCode < 400 {
		return response, err
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body) // what of it cannot be read is judged by the status
	return nil, e.refused(response.StatusCode, response.Header, body)
}

// events takes only what can be a stream of events, and bounds each. Comments,
// with which some providers keep a silent stream open, are told to alive.
func (e *endpoint) events(alive func()) option.Middleware {
	return func(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		response, err := next(r)
		if err != nil || response.StatusCode >= 300 {
			return response, err
		}
		return wire.Stream(response, e.config.Provider, alive)
	}
}
