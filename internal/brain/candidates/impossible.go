package candidates

import (
	"reflect"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// excludesAll is true for conditions that no row can meet: a column with two values at
// once, or one whose values are not among its own.
func excludesAll(q *form.Query) bool {
	found := false
	q.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(c *form.Cond) {
			found = found || c.Op == form.And && hasTwoValues(c.Args) || c.Op == form.NotIn && isOwnColumn(c)
		})
	})
	return found
}

// hasTwoValues is true where conditions that all hold give a column two values.
func hasTwoValues(all []*form.Cond) bool {
	for i, a := range all {
		for _, b := range all[:i] {
			if isValue(a) && isValue(b) && reflect.DeepEqual(a.Left, b.Left) && !form.SameValue(a.Right.Value, b.Right.Value) {
				return true
			}
		}
	}
	return false
}

func isValue(c *form.Cond) bool {
	return c.Op == form.Equal && c.Left != nil && c.Left.Op == form.Column && c.Right != nil && c.Right.Op == form.Literal
}

// isOwnColumn is true for a column that is looked for among all values of itself.
func isOwnColumn(c *form.Cond) bool {
	in := c.Query
	if in == nil || len(in.Select) != 1 || in.Having != nil || in.Limit != nil || in.Other != nil || len(in.Tables) != 1 {
		return false
	}
	known := in.Where == nil || in.Where.Op == form.NotNull && reflect.DeepEqual(in.Where.Left, in.Select[0])
	return known && c.Left.Op == form.Column && in.Select[0].Op == form.Column && c.Left.Column == in.Select[0].Column && c.Left.Column > 0
}
