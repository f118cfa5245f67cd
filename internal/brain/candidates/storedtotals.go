package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/english"
)

// countsTotal is true for a form that counts the rows of a table where the question
// says their total, and the table has an amount that is called so: the total of
// cancelled orders.
func countsTotal(c *Case) bool {
	if c.Asked == nil || !slices.ContainsFunc(c.Query.Select, func(e *form.Expr) bool { return e.Op == form.Count }) ||
		slices.ContainsFunc(c.Query.Select, func(e *form.Expr) bool { return e.Op == form.Sum || e.Op == form.Avg }) {
		return false
	}
	said := -1
	for i, w := range c.Asked.Words[c.Asked.Context:] {
		switch low := strings.ToLower(w.Text); {
		case english.Among(low, "number count many"):
			return false
		case low == "total" && i > 0:
			said = i + c.Asked.Context
		}
	}
	if said < 0 {
		return false
	}
	for _, n := range c.Asked.Names {
		if !n.Column && n.End == said && n.Kind == 1 && slices.Contains(c.Query.Tables, n.Number) && slices.ContainsFunc(c.Index.Tables[n.Number].Columns, func(k int) bool {
			words := c.Index.Columns[k].Words
			return c.Index.Columns[k].Measure && len(words) > 0 && words[len(words)-1] == "total"
		}) {
			return true
		}
	}
	return false
}
