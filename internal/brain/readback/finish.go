package readback

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
)

// Complete adds columns that are shown to a group whose key decides them: by a
// person's number is by that and the name. Some engines want it so; SQLite does
// not, and breaks ties otherwise.
func Complete(ix *index.Index, q *form.Query) *form.Query {
	c := *q
	if c.Other != nil {
		c.Other = Complete(ix, c.Other)
	}
	if len(c.Group) == 0 || slices.ContainsFunc(c.Select, nested) {
		return &c
	}
	c.Group = slices.Clone(c.Group)
	for _, e := range c.Select {
		if e.Op != form.Column || e.Column == 0 || slices.ContainsFunc(c.Group, func(g *form.Expr) bool { return same(g, e) }) {
			continue
		}
		if decides(ix, &c, e) {
			c.Group = append(c.Group, e)
		}
	}
	return &c
}

// decides says that the group holds the key of the column's row, or a key that
// leads there.
func decides(ix *index.Index, q *form.Query, e *form.Expr) bool {
	pk := ix.Tables[ix.Columns[e.Column].Table].PrimaryKey
	return len(pk) == 1 && slices.ContainsFunc(q.Group, func(g *form.Expr) bool {
		if g.Op != form.Column {
			return false
		}
		if e.Via != 0 {
			return g.Column == e.Via && g.Via == 0 || g.Column == pk[0] && g.Via == e.Via
		}
		return g.Via == 0 && (g.Column == pk[0] || keyBetween(ix, g.Column, pk[0]))
	})
}

// nested says that an expression is taken over the groups.
func nested(e *form.Expr) bool {
	if _, ok := aggregateOps[e.Op]; ok {
		return slices.ContainsFunc(e.Args, func(a *form.Expr) bool { return holdsAggregate(a) || a.Op == form.Groups })
	}
	return slices.ContainsFunc(e.Args, nested)
}

var aggregateOps = func() map[form.Op]bool {
	m := map[form.Op]bool{}
	for _, op := range aggregates {
		m[op] = true
	}
	return m
}()

func holdsAggregate(e *form.Expr) bool {
	return aggregateOps[e.Op] || slices.ContainsFunc(e.Args, holdsAggregate)
}

// countPartners lets a count of the other side's key be one of rows, which is
// what such a count means where rows without a partner are kept.
func (b *builder) countPartners(q *form.Query) {
	if q.Keep == form.NoTable {
		return
	}
	tree, err := render.Plan(b.ix, q)
	if err != nil {
		return
	}
	i := slices.IndexFunc(tree.Nodes, func(n render.Node) bool { return n.Many })
	if i < 0 {
		return
	}
	pk := b.ix.Tables[tree.Nodes[i].Table].PrimaryKey
	edit := func(e *form.Expr) *form.Expr {
		if e.Op != form.Count || e.Distinct {
			return e
		}
		if a := e.Args[0]; a.Op == form.Column && a.Via == tree.Nodes[i].Via && slices.Contains(pk, a.Column) {
			e.Args = []*form.Expr{{Op: form.Column}}
		}
		return e
	}
	for n := range q.Select {
		q.Select[n] = mapExpr(q.Select[n], edit)
	}
	for n := range q.Order {
		q.Order[n].By = mapExpr(q.Order[n].By, edit)
	}
	q.Having = mapCond(q.Having, edit)
}
