package main

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// complete adds columns that are shown to a group whose key decides them: by a
// person's number is by that and the name. Some engines want it so; SQLite does
// not, and breaks ties otherwise.
func complete(ix *index.Index, q *form.Query) *form.Query {
	c := *q
	if c.Other != nil {
		c.Other = complete(ix, c.Other)
	}
	if len(c.Group) == 0 || slices.ContainsFunc(c.Select, isNested) {
		return &c
	}
	c.Group = slices.Clone(c.Group)
	for _, e := range c.Select {
		if e.Op != form.Column || e.Column == 0 || slices.ContainsFunc(c.Group, func(g *form.Expr) bool { return form.SameFigure(g, e) }) {
			continue
		}
		if isDecided(ix, &c, e) {
			c.Group = append(c.Group, e)
		}
	}
	return &c
}

// isDecided is true where the group holds the key of the column's row, or a key
// that leads there.
func isDecided(ix *index.Index, q *form.Query, e *form.Expr) bool {
	pk := ix.Tables[ix.Columns[e.Column].Table].PrimaryKey
	return len(pk) == 1 && slices.ContainsFunc(q.Group, func(g *form.Expr) bool {
		if g.Op != form.Column {
			return false
		}
		if e.Via != 0 {
			return g.Column == e.Via && g.Via == 0 || g.Column == pk[0] && g.Via == e.Via
		}
		return g.Via == 0 && (g.Column == pk[0] || leadsTo(ix, g.Column, pk[0]))
	})
}

// leadsTo is true for a column of a key whose other end is the second column.
func leadsTo(ix *index.Index, from, to int) bool {
	return slices.ContainsFunc(ix.Keys, func(k index.Key) bool {
		n := slices.Index(k.From, from)
		return n >= 0 && k.To[n] == to
	})
}

// isNested is true for an expression with an aggregate over the groups.
func isNested(e *form.Expr) bool {
	if (&form.Expr{Op: e.Op}).Aggregates() {
		return slices.ContainsFunc(e.Args, func(a *form.Expr) bool { return a.Aggregates() || a.Op == form.Groups })
	}
	return slices.ContainsFunc(e.Args, isNested)
}

// withoutTieBreaks leaves out keys of the order after the first.
func withoutTieBreaks(q *form.Query) *form.Query {
	c := *q
	if len(c.Order) > 1 {
		c.Order = c.Order[:1]
	}
	return &c
}

// isOrdered is true for a statement that ends with an order of all its rows.
func isOrdered(sql string) bool {
	depth, last := 0, false
	upper := strings.ToUpper(sql)
	for i := 0; i < len(upper); i++ {
		switch upper[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && strings.HasPrefix(upper[i:], "ORDER BY") {
			last = true
		}
	}
	return last
}
