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
			if found == nil && !tellsByValue(ix, q, c) && !(excused && isMentioned(ix, asked, c.At) && !q.GroupsBy(func(n int) bool { return ix.Columns[n].Table == c.At })) {
				found = &c
			}
		}
	})
	return found
}

// tellsByValue is true for a crossing with the values of a list, such as ratings by the
// genres of their films: each row counts once for each value.
func tellsByValue(ix *index.Index, q *form.Query, c render.Crossing) bool {
	return slices.ContainsFunc([]int{c.Of, c.By}, func(t int) bool {
		return isListTable(ix, t) && q.GroupsBy(func(n int) bool { return ix.Columns[n].Table == t && !ix.Columns[n].Foreign })
	})
}

func isListTable(ix *index.Index, table int) bool {
	return slices.ContainsFunc(ix.KeysFrom(table), func(k index.Key) bool {
		return slices.ContainsFunc(ix.Tables[ix.Columns[k.To[0]].Table].Columns, func(n int) bool {
			child, _, ok := ix.ListTable(n)
			return ok && child == table
		})
	})
}

// isMentioned is true for a table that words of the question name, or one of its
// columns.
func isMentioned(ix *index.Index, asked *link.Question, t int) bool {
	return slices.ContainsFunc(asked.Names, func(n link.Name) bool {
		return n.OfName() && (!n.Column && n.Number == t || n.Column && ix.Columns[n.Number].Table == t)
	})
}
