package ask

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// Builders of forms.

func col(c int) *form.Expr { return &form.Expr{Op: form.Column, Column: c} }

func call(op form.Op, args ...*form.Expr) *form.Expr { return &form.Expr{Op: op, Args: args} }

func countAll() *form.Expr { return call(form.Count, col(0)) }

func num(digits string) *form.Value { return &form.Value{Kind: form.Number, Text: digits} }

func lit(digits string) *form.Expr { return &form.Expr{Op: form.Literal, Value: num(digits)} }

func cmp(op form.CondOp, left, right *form.Expr) *form.Cond {
	return &form.Cond{Op: op, Left: left, Right: right}
}

func during(date *form.Expr, v *form.Value) *form.Cond {
	return &form.Cond{Op: form.During, Left: date, Values: []*form.Value{v}}
}

// blank is a query without anything.
func blank() *form.Query { return &form.Query{Keep: form.NoTable} }

// both is the conjunction of what is there.
func both(list ...*form.Cond) *form.Cond {
	var args []*form.Cond
	for _, c := range list {
		switch {
		case c == nil:
		case c.Op == form.And:
			args = append(args, c.Args...)
		default:
			args = append(args, c)
		}
	}
	switch len(args) {
	case 0:
		return nil
	case 1:
		return args[0]
	}
	return &form.Cond{Op: form.And, Args: args}
}

// conds are the conditions of filters.
func conds(fs []filter) *form.Cond {
	var list []*form.Cond
	for _, f := range fs {
		list = append(list, f.cond)
	}
	return both(list...)
}

// finish fills in the tables: the base, those of the columns, and what lies on
// the way to them.
func (a *asker) finish(q *form.Query, places []place) *form.Query {
	tables := []int{places[0].table}
	add := func(list ...int) {
		for _, t := range list {
			if !slices.Contains(tables, t) {
				tables = append(tables, t)
			}
		}
	}
	use := func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 {
			return
		}
		for _, p := range places {
			if p.table == a.column(e.Column).Table && p.via == e.Via {
				add(p.path...)
				return
			}
		}
	}
	for _, e := range q.Select {
		walk(e, use)
	}
	for _, e := range q.Group {
		walk(e, use)
	}
	for _, o := range q.Order {
		walk(o.By, use)
	}
	for _, e := range q.Per {
		walk(e, use)
	}
	walkCond(q.Where, use)
	walkCond(q.Having, use)
	slices.Sort(tables)
	q.Tables = tables
	return q
}

// walk visits the parts of an expression, except inside inner queries.
func walk(e *form.Expr, f func(*form.Expr)) {
	if e == nil {
		return
	}
	f(e)
	for _, x := range e.Args {
		walk(x, f)
	}
	walkCond(e.If, f)
}

func walkCond(c *form.Cond, f func(*form.Expr)) {
	if c == nil {
		return
	}
	for _, x := range c.Args {
		walkCond(x, f)
	}
	walk(c.Left, f)
	walk(c.Right, f)
}

// under is an expression whose aggregates count only rows for which the
// condition holds.
func under(e *form.Expr, c *form.Cond) *form.Expr {
	x := *e
	x.Args = slices.Clone(e.Args)
	switch e.Op {
	case form.Count, form.Sum, form.Avg, form.Min, form.Max, form.Median, form.Percentile, form.Stdev:
		x.Args[0] = &form.Expr{Op: form.If, Args: []*form.Expr{e.Args[0]}, If: c}
		return &x
	}
	for i, arg := range x.Args {
		x.Args[i] = under(arg, c)
	}
	return &x
}
