package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// wholeLists are conditions that compare a list, written as text, with one of its
// values. The values of such a column are in a table of their own.
func wholeLists(c *Case) []*form.Cond {
	var list []*form.Cond
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(k *form.Cond) {
			if (k.Op == form.Equal || k.Op == form.NotEqual) && k.Left != nil && k.Left.Op == form.Column && k.Left.Column > 0 && k.Right != nil && k.Right.Op == form.Literal && isListText(c.Index, k.Left.Column) {
				list = append(list, k)
			}
		})
	})
	return list
}

// isListText is true for a column that a child table holds the values of.
func isListText(ix *index.Index, column int) bool {
	_, _, ok := ix.ListTable(column)
	return ok
}

// groupedLists are the columns of lists, written as text, that rows are grouped by.
func groupedLists(c *Case) []int {
	var list []int
	for _, e := range c.Query.Group {
		if e.Op == form.Column && e.Column > 0 && isListText(c.Index, e.Column) {
			list = append(list, e.Column)
		}
	}
	return list
}

// groupByValues groups by what the lists hold.
func groupByValues(c *Case) {
	for _, column := range groupedLists(c) {
		table, value, _ := c.Index.ListTable(column)
		c.Query.Visit(func(e *form.Expr) {
			if e.Op == form.Column && e.Column == column {
				e.Column = value
			}
		}, nil)
		if at, found := slices.BinarySearch(c.Query.Tables, table); !found {
			c.Query.Tables = slices.Insert(c.Query.Tables, at, table)
		}
	}
}

func lookInLists(c *Case) {
	for _, k := range wholeLists(c) {
		op := form.Contains
		if k.Op == form.NotEqual {
			op = form.NotContains
		}
		*k = form.Cond{Op: op, Left: k.Left, Values: []*form.Value{k.Right.Value}}
	}
}
