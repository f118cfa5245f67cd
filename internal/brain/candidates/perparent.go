package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// withAllParents is the form with all rows of a table below the line, where it divides by
// those that others refer to: issues without comments count in comments per issue, too.
func withAllParents(ix *index.Index, q *form.Query) *form.Query {
	if len(q.Select) != 1 || q.Where != nil || q.Having != nil || q.Other != nil || q.Limit != nil || len(q.Tables) == 0 {
		return q
	}
	var by []*form.Expr // what tells the parents apart
	switch e := q.Select[0]; {
	case e.Op == form.Div && len(q.Group) == 0 && isRowCount(e.Args[0]) && e.Args[1].Op == form.Count && e.Args[1].Distinct:
		by = e.Args[1].Args
	case e.Op == form.Avg && len(q.Group) > 0 && isRowCount(e.Args[0]):
		by = q.Group
	default:
		return q
	}
	child, parent := parentOf(ix, q.Tables, by)
	if parent < 0 {
		return q
	}
	all := &form.Expr{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}
	whole := &form.Expr{Op: form.Scalar, Query: &form.Query{Tables: []int{parent}, Keep: form.NoTable, Select: []*form.Expr{all}}}
	return &form.Query{Tables: []int{child}, Keep: form.NoTable, Select: []*form.Expr{{Op: form.Div, Args: []*form.Expr{all, whole}}}}
}

func isRowCount(e *form.Expr) bool {
	return e.Op == form.Count && !e.Distinct && len(e.Args) == 1 && e.Args[0].Op == form.Column && e.Args[0].Column == 0
}

// parentOf is a table whose rows some columns tell apart, its key among them, and the
// table that refers to it: all that a form reads. Parent is -1 where there is none.
func parentOf(ix *index.Index, tables []int, by []*form.Expr) (child, parent int) {
	for _, child := range tables {
		for _, k := range ix.KeysFrom(child) {
			parent := ix.Columns[k.To[0]].Table
			isKey := func(e *form.Expr) bool { return e.Column == k.From[0] || e.Column == k.To[0] }
			others := slices.ContainsFunc(tables, func(t int) bool { return t != child && t != parent })
			foreign := slices.ContainsFunc(by, func(e *form.Expr) bool {
				return e.Op != form.Column || e.Column == 0 || !isKey(e) && ix.Columns[e.Column].Table != parent
			})
			if len(k.From) == 1 && parent != child && !others && !foreign && slices.ContainsFunc(by, isKey) {
				return child, parent
			}
		}
	}
	return 0, -1
}
