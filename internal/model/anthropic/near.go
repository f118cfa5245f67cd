package anthropic

import (
	"context"

	"github.com/plumbdata/plumb/internal/fault"
)

// suggest asks once what models there are, and hints at the nearest. When
// that cannot be found out, the hint stays as it is.
func (m *claude) suggest(ctx context.Context, f *fault.Fault) {
	names := m.client.ModelIDs(ctx, "v1/models?limit=1000") // the most that the provider gives at once
	if hint := fault.DidYouMean(m.config.Model, "models", names); hint != "" {
		f.Hint = hint
	}
}
