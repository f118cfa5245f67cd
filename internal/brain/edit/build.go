// Package edit builds forms over the tables and columns of an index, walks them,
// and copies them with changes.
package edit

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

func Column(c int) *form.Expr { return &form.Expr{Op: form.Column, Column: c} }

func Columns(list []int) []*form.Expr {
	var out []*form.Expr
	for _, c := range list {
		out = append(out, Column(c))
	}
	return out
}

func Call(op form.Op, args ...*form.Expr) *form.Expr { return &form.Expr{Op: op, Args: args} }

func CountAll() *form.Expr { return Call(form.Count, Column(0)) }

func Compare(op form.CondOp, left *form.Expr, v *form.Value) *form.Cond {
	return &form.Cond{Op: op, Left: left, Right: &form.Expr{Op: form.Literal, Value: v}}
}

func Number(text string) *form.Value { return &form.Value{Kind: form.Number, Text: text} }

// Join is all conditions together, nil for none.
func Join(op form.CondOp, list []*form.Cond) *form.Cond {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return &form.Cond{Op: op, Args: list}
}

// TablesOf lists the tables of the columns that a query itself uses.
func TablesOf(ix *index.Index, q *form.Query) []int {
	var out []int
	add := func(e *form.Expr) {
		if e.Op == form.Column && e.Column > 0 && e.Via == 0 {
			out = append(out, ix.Columns[e.Column].Table)
		}
		if e.Op == form.Column && e.Via > 0 {
			out = append(out, ix.Columns[e.Via].Table)
		}
	}
	EachOwnExpr(q, add)
	slices.Sort(out)
	return slices.Compact(out)
}

// EachOwnExpr visits the expressions of a query, not those of queries inside it.
func EachOwnExpr(q *form.Query, visit func(*form.Expr)) {
	var expr func(e *form.Expr)
	var cond func(c *form.Cond)
	expr = func(e *form.Expr) {
		if e == nil {
			return
		}
		visit(e)
		for _, a := range e.Args {
			expr(a)
		}
		cond(e.If)
	}
	cond = func(c *form.Cond) {
		if c == nil {
			return
		}
		for _, a := range c.Args {
			cond(a)
		}
		expr(c.Left)
		expr(c.Right)
	}
	for _, e := range slices.Concat(q.Select, q.Group, q.Per) {
		expr(e)
	}
	cond(q.Where)
	cond(q.Having)
	for _, o := range q.Order {
		expr(o.By)
	}
}

// DisplayColumns is how the rows of a table are named.
func DisplayColumns(ix *index.Index, t int) []int {
	if d := ix.Tables[t].Display; len(d) > 0 {
		return d
	}
	if k := ix.Tables[t].PrimaryKey; len(k) > 0 {
		return k
	}
	return nil
}

// KeyTo is the column of one table that leads to another, with the column it
// leads to.
func KeyTo(ix *index.Index, from, to int) (foreign, key int, ok bool) {
	for _, k := range ix.Keys {
		if len(k.From) == 1 && ix.Columns[k.From[0]].Table == from && ix.Columns[k.To[0]].Table == to {
			return k.From[0], k.To[0], true
		}
	}
	return 0, 0, false
}

func Conjuncts(c *form.Cond) []*form.Cond {
	switch {
	case c == nil:
		return nil
	case c.Op == form.And:
		return slices.Clone(c.Args)
	}
	return []*form.Cond{c}
}

func IsAggregate(e *form.Expr) bool {
	switch e.Op {
	case form.Count, form.Max, form.Min, form.Sum, form.Avg, form.Median, form.Percentile, form.Stdev:
		return true
	}
	return slices.ContainsFunc(e.Args, IsAggregate)
}

func SameExpr(a, b *form.Expr) bool {
	if a.Op != b.Op || a.Column != b.Column || a.Via != b.Via || a.Distinct != b.Distinct || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !SameExpr(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}
