package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// tablesOfTerms are the tables that a term of the question is defined on, where a form
// adds up the same amounts of finer rows without them: the totals of order lines,
// where revenue is of completed orders.
func tablesOfTerms(c *Case) []int {
	var list []int
	for _, t := range c.Asked.Terms {
		if t.Meaning == nil {
			continue
		}
		column, table, _ := c.Index.StandIn(t)
		if column == 0 || slices.Contains(c.Query.Tables, table) || slices.Contains(list, table) {
			continue
		}
		finer := false
		c.Query.Visit(func(e *form.Expr) {
			for _, g := range c.Query.Group {
				finer = finer || e.Op == form.Sum && len(e.Args) == 1 && e.Args[0].Op == form.Column && g.Op == form.Column && g.Column > 0 &&
					findFiner(c.Index, column, c.Index.Columns[g.Column].Table) == e.Args[0].Column
			}
		}, nil)
		if finer {
			list = append(list, table)
		}
	}
	return list
}

func readTablesOfTerms(c *Case) {
	c.Query.Tables = slices.Sorted(slices.Values(slices.Concat(c.Query.Tables, tablesOfTerms(c))))
}
