package world

import (
	"context"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// Distinct gives up to limit distinct values of a column, as a database would.
func (w *World) Distinct(_ context.Context, t *schema.Table, column string, limit int) ([]table.Value, error) {
	values := w.stored[[2]string{t.Name, column}]
	return values[:min(limit, len(values))], nil
}
