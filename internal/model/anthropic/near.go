package anthropic

import (
	"context"
	"strconv"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

const (
	listTime  = 5 * time.Second
	listLimit = 1000 // the most that the provider gives at once
)

// suggest asks once what models there are, and hints at the nearest. When
// that cannot be found out, the hint stays as it is.
func (m *claude) suggest(ctx context.Context, f *fault.Fault) {
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	var page struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if m.client.Call(ctx, "v1/models?limit="+strconv.Itoa(listLimit), nil, &page) != nil {
		return
	}
	var names []string
	for _, info := range page.Data[:min(len(page.Data), listLimit)] {
		names = append(names, info.ID)
	}
	if hint := fault.DidYouMean(m.config.Model, "models", names); hint != "" {
		f.Hint = hint
	}
}
