package readback

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// Canonical gives equal forms one spelling: tables ascend, joins have the lower
// column first, the order of an inner query that has no limit is left out.
// Conditions stay in the order in which they were written.
func Canonical(q *form.Query) *form.Query {
	if q == nil {
		return nil
	}
	c := *q
	c.Tables = slices.Clone(q.Tables)
	slices.Sort(c.Tables)
	c.Tables = slices.Compact(c.Tables)
	c.Joins = nil
	for _, j := range q.Joins {
		if j.Left > j.Right {
			j.Left, j.Right = j.Right, j.Left
		}
		if !slices.Contains(c.Joins, j) {
			c.Joins = append(c.Joins, j)
		}
	}
	slices.SortFunc(c.Joins, func(a, b form.Join) int {
		if a.Left != b.Left {
			return a.Left - b.Left
		}
		return a.Right - b.Right
	})
	c.Other = Canonical(q.Other)
	return &c
}
