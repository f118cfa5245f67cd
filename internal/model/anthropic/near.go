package anthropic

import (
	"context"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"

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
	page, err := m.client.Models.List(ctx, sdk.ModelListParams{Limit: sdk.Int(listLimit)})
	if err != nil || page == nil {
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
