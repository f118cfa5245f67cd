package anthropic

import (
	"net/http"

	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/plumbdata/plumb/internal/model/wire"
)

// guarded bounds what the SDK reads, for it reads errors and lists whole.
func (m *claude) guarded(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	response, err := next(r)
	if err != nil {
		return response, err
	}
	return wire.Bounded(response, m.host)
}

// events takes only what can be a stream of events, and bounds each.
func (m *claude) events(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	response, err := next(r)
	if err != nil || response.StatusCode >= 300 {
		return response, err
	}
	return wire.Stream(response, "anthropic", nil)
}
