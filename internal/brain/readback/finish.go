package readback

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/render"
)

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
