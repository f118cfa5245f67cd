package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/columns"
)

// CoarseAmount is an amount that is stored once for rows of several groups, and one of
// findFiner rows.
type CoarseAmount struct{ Column, Finer int }

// FindCoarseAmount finds a sum of what is stored once for rows that belong to
// several groups: the total of an order under each category of its lines. The
// parts are then more than the whole.
func FindCoarseAmount(ix *index.Index, q *form.Query) (a CoarseAmount, found bool) {
	q.EachQuery(func(q *form.Query) {
		q.Visit(func(e *form.Expr) {
			if e.Op != form.Sum || e.Distinct || len(e.Args) != 1 || e.Args[0].Op != form.Column || e.Args[0].Column == 0 || e.Args[0].Via != 0 || found {
				return
			}
			for _, g := range q.Group {
				for len(g.Args) == 1 {
					g = g.Args[0]
				}
				if g.Op != form.Column || g.Column == 0 || g.Via != 0 {
					continue
				}
				if fine := findFiner(ix, e.Args[0].Column, ix.Columns[g.Column].Table); fine > 0 {
					a, found = CoarseAmount{e.Args[0].Column, fine}, true
				}
			}
		}, nil)
	})
	return a, found
}

// findFiner is an amount of the same name as the one in a column, of rows that each belong to one
// row of another table; 0 where the column's rows do themselves, or there is no
// such amount.
func findFiner(ix *index.Index, column, by int) int {
	of := ix.Columns[column].Table
	if ix.Leads(of, by) {
		return 0
	}
	fine := 0
	for n := 1; n < len(ix.Columns); n++ {
		c := &ix.Columns[n]
		if c.Table == of || !c.Measure || !columns.IsAmount(c.Words) || !ix.Leads(c.Table, of) || !ix.Leads(c.Table, by) {
			continue
		}
		if !slices.ContainsFunc(c.Words, func(w string) bool { return slices.Contains(ix.Columns[column].Words, w) }) {
			continue
		}
		if fine > 0 {
			return 0 // nobody knows which
		}
		fine = n
	}
	return fine
}
