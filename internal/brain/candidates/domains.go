package candidates

import (
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// comparesUnlike is true for a form that looks for the values of a column among those
// of another, though the two have no value in common: airports among engines. Two
// columns that a key connects are alike.
func comparesUnlike(ix *index.Index, q *form.Query) bool {
	found := false
	q.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(c *form.Cond) {
			switch {
			case (c.Op == form.In || c.Op == form.NotIn) && c.Query != nil && len(c.Query.Select) == 1:
				found = found || areUnlike(ix, c.Left, c.Query.Select[0])
			case c.Op == form.Equal || c.Op == form.NotEqual:
				found = found || areUnlike(ix, c.Left, c.Right)
			}
		})
	})
	return found
}

func areUnlike(ix *index.Index, a, b *form.Expr) bool {
	if a == nil || b == nil || a.Op != form.Column || b.Op != form.Column || a.Column == b.Column || a.Column == 0 || b.Column == 0 {
		return false
	}
	x, y := &ix.Columns[a.Column], &ix.Columns[b.Column]
	if x.Kind != index.Text || y.Kind != index.Text || connected(ix, a.Column, b.Column) {
		return false
	}
	one, other := ix.StoredValues(a.Column), ix.StoredValues(b.Column)
	// Only what was read whole can be compared.
	if len(one) == 0 || len(other) == 0 || len(one) < x.Distinct || len(other) < y.Distinct {
		return false
	}
	known := make(map[string]bool, len(one))
	for _, v := range one {
		known[v.Text] = true
	}
	for _, v := range other {
		if known[v.Text] {
			return false
		}
	}
	return true
}

// connected is true for two columns of one key.
func connected(ix *index.Index, a, b int) bool {
	for _, k := range ix.Keys {
		for i := range k.From {
			if k.From[i] == a && k.To[i] == b || k.From[i] == b && k.To[i] == a {
				return true
			}
		}
	}
	return false
}
