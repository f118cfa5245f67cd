package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// namelessSets are the queries of a form whose rows are in both or in one of two sets, and
// that may have none in the column that tells them apart: what is missing is no mountain
// with both avalanches and rockfalls.
func namelessSets(c *Case) []*form.Query {
	var list []*form.Query
	for q := c.Query; q != nil && q.Other != nil; q = q.Other {
		if q.Set != form.Intersect && q.Set != form.Except || len(q.Select) != 1 || !mayMiss(c.Index, q.Select[0]) {
			continue
		}
		if !tests(q.Where, q.Select[0]) {
			list = append(list, q)
		}
	}
	return list
}

// mayMiss is true for a column of names that some rows have nothing in.
func mayMiss(ix *index.Index, e *form.Expr) bool {
	return e.Op == form.Column && e.Column > 0 && ix.Columns[e.Column].Nullable && ix.Columns[e.Column].Kind == index.Text
}

func nameSets(c *Case) {
	for _, q := range namelessSets(c) {
		q.Where = form.AllOf(append(slices.Clone(q.Where.Conjuncts()), &form.Cond{Op: form.NotNull, Left: q.Select[0]}))
	}
}

// tests is true where one of the conditions that all hold is about a figure.
func tests(all *form.Cond, figure *form.Expr) bool {
	return slices.ContainsFunc(all.Conjuncts(), func(k *form.Cond) bool { return k.Left != nil && form.SameFigure(k.Left, figure) })
}
