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

// Pairs gives up to limit pairs of two columns. The rows of a table that spells
// codes out go together; elsewhere any values do.
func (w *World) Pairs(_ context.Context, t *schema.Table, first, second string, limit int) ([][2]table.Value, error) {
	a, b := w.stored[[2]string{t.Name, first}], w.stored[[2]string{t.Name, second}]
	n := min(limit, len(a), len(b))
	pairs := make([][2]table.Value, n)
	for i := range pairs {
		pairs[i] = [2]table.Value{a[i], b[i]}
	}
	return pairs, nil
}
