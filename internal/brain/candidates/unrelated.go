package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
)

// findCrossing finds rows that a form puts beside each other although they have
// nothing to do with each other. Orders of customers who wrote a letter are
// orders all the same, where the question speaks of the customers.
func findCrossing(ix *index.Index, asked *link.Question, q *form.Query) *render.Crossing {
	var found *render.Crossing
	q.EachQuery(func(q *form.Query) {
		for _, c := range render.Crossings(ix, q) {
			excused := c.What == render.Narrowed || c.What == render.Listed
			if found == nil && !(excused && isMentioned(ix, asked, c.At) && !q.GroupsBy(func(n int) bool { return ix.Columns[n].Table == c.At })) {
				found = &c
			}
		}
	})
	return found
}

// isMentioned is true for a table that words of the question name, or one of its
// columns.
func isMentioned(ix *index.Index, asked *link.Question, t int) bool {
	return slices.ContainsFunc(asked.Names, func(n link.Name) bool {
		return n.OfName() && (!n.Column && n.Number == t || n.Column && ix.Columns[n.Number].Table == t)
	})
}
