package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
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

// isListText is true for a column that a child table holds the values of: tags of
// tickets, beside tickets_tags.
func isListText(ix *index.Index, column int) bool {
	k := &ix.Columns[column]
	parent := &ix.Tables[k.Table]
	for t := range ix.Tables {
		if ix.Tables[t].Schema == parent.Schema && slices.Equal(english.Split(ix.Tables[t].Name), english.Split(parent.Name+"_"+k.Name)) && ix.Leads(t, k.Table) {
			return true
		}
	}
	return false
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
