package render

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// having says that rows of another table belong to a row, or that none do:
// "without orders" rather than "where id is not among the customer id of
// orders". It is empty for other conditions.
func (s *speaker) having(c *form.Cond) string {
	if !s.plain || c.Op != form.In && c.Op != form.NotIn || c.Query == nil || c.Left == nil {
		return ""
	}
	q := c.Query
	plainColumn := func(e *form.Expr) bool { return e.Op == form.Column && e.Column != 0 }
	if !plainColumn(c.Left) || len(q.Select) != 1 || !plainColumn(q.Select[0]) || len(q.Group)+len(q.Order) > 0 || q.Having != nil || q.Set != form.NoSet || q.Limit != nil {
		return ""
	}
	from, to := q.Select[0].Column, c.Left.Column
	// With two ways from one table to the other, the words would not say which.
	ways, this := 0, false
	for _, k := range s.ix.Keys {
		if s.ix.Columns[k.From[0]].Table == s.ix.Columns[from].Table && s.ix.Columns[k.To[0]].Table == s.ix.Columns[to].Table {
			ways++
			this = len(k.From) == 1 && k.From[0] == from && k.To[0] == to
		}
	}
	if ways != 1 || !this || s.ix.Columns[from].Table == s.ix.Columns[to].Table {
		return ""
	}
	inner := &speaker{ix: s.ix, q: q, tree: s.tree, mentioned: map[int]bool{}, plain: true}
	word := "with "
	if c.Op == form.NotIn {
		word = "without "
	}
	parts := []string{word + inner.many(s.ix.Columns[from].Table)}
	if q.Where != nil {
		parts = append(parts, "where "+inner.cond(q.Where))
	}
	return strings.Join(parts, " ")
}
