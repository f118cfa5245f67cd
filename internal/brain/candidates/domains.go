package candidates

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// comparesUnlike is true for a form that joins two columns, or looks for the values
// of one among those of another, though they have no value in common: airports among
// engines. Two columns that a key connects are alike.
func comparesUnlike(ix *index.Index, q *form.Query) bool {
	found := false
	q.EachQuery(func(q *form.Query) {
		for _, j := range q.Joins {
			found = found || areUnlike(ix, j.Left, j.Right) || joinsAmount(ix, j)
		}
		q.Visit(nil, func(c *form.Cond) {
			switch {
			case (c.Op == form.In || c.Op == form.NotIn) && c.Query != nil && len(c.Query.Select) == 1:
				found = found || areUnlikeColumns(ix, c.Left, c.Query.Select[0])
			case c.Op == form.Equal || c.Op == form.NotEqual:
				found = found || areUnlikeColumns(ix, c.Left, c.Right)
			}
		})
	})
	return found
}

// joinsAmount is true for tables that are joined where an amount of one happens to
// equal a number of the other.
func joinsAmount(ix *index.Index, j form.Join) bool {
	a, b := &ix.Columns[j.Left], &ix.Columns[j.Right]
	return (a.Measure || b.Measure) && !connected(ix, j.Left, j.Right) && !strings.EqualFold(a.Name, b.Name)
}

func areUnlikeColumns(ix *index.Index, a, b *form.Expr) bool {
	return a != nil && b != nil && a.Op == form.Column && b.Op == form.Column && areUnlike(ix, a.Column, b.Column)
}

func areUnlike(ix *index.Index, a, b int) bool {
	if a == b || a == 0 || b == 0 || connected(ix, a, b) {
		return false
	}
	x, y := &ix.Columns[a], &ix.Columns[b]
	if isDate(x) && y.Kind != index.Time || isDate(y) && x.Kind != index.Time {
		return !strings.EqualFold(x.Name, y.Name) // an order number is no date
	}
	if x.Kind != index.Text || y.Kind != index.Text {
		return x.Kind == index.Text && y.Kind == index.Number && y.Measure || y.Kind == index.Text && x.Kind == index.Number && x.Measure
	}
	one, other := ix.StoredValues(a), ix.StoredValues(b)
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

// isDate is true for a column of days or moments that is written as such.
func isDate(c *index.Column) bool {
	return c.Kind == index.Time && (c.Form == index.Native || c.Form == index.DateText || c.Form == index.StampText)
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
