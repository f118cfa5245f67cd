package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

func column(c int) *form.Expr { return &form.Expr{Op: form.Column, Column: c} }

func columns(list []int) []*form.Expr {
	var out []*form.Expr
	for _, c := range list {
		out = append(out, column(c))
	}
	return out
}

func call(op form.Op, args ...*form.Expr) *form.Expr { return &form.Expr{Op: op, Args: args} }

func countAll() *form.Expr { return call(form.Count, column(0)) }

func compare(op form.CondOp, left *form.Expr, v *form.Value) *form.Cond {
	return &form.Cond{Op: op, Left: left, Right: &form.Expr{Op: form.Literal, Value: v}}
}

func number(text string) *form.Value { return &form.Value{Kind: form.Number, Text: text} }

// joined is all conditions together, nil for none.
func joined(op form.CondOp, list []*form.Cond) *form.Cond {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return &form.Cond{Op: op, Args: list}
}

// tablesOf lists the tables of the columns that a query itself uses.
func tablesOf(ix *index.Index, q *form.Query) []int {
	var out []int
	add := func(e *form.Expr) {
		if e.Op == form.Column && e.Column > 0 && e.Via == 0 {
			out = append(out, ix.Columns[e.Column].Table)
		}
		if e.Op == form.Column && e.Via > 0 {
			out = append(out, ix.Columns[e.Via].Table)
		}
	}
	eachExpr(q, add)
	slices.Sort(out)
	return slices.Compact(out)
}

// eachExpr visits the expressions of a query, not those of queries inside it.
func eachExpr(q *form.Query, visit func(*form.Expr)) {
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

// display is how the rows of a table are named.
func display(ix *index.Index, t int) []int {
	if d := ix.Tables[t].Display; len(d) > 0 {
		return d
	}
	if k := ix.Tables[t].PrimaryKey; len(k) > 0 {
		return k
	}
	return nil
}

// keyTo is the column of one table that leads to another, with the column it
// leads to.
func keyTo(ix *index.Index, from, to int) (foreign, key int, ok bool) {
	for _, k := range ix.Keys {
		if len(k.From) == 1 && ix.Columns[k.From[0]].Table == from && ix.Columns[k.To[0]].Table == to {
			return k.From[0], k.To[0], true
		}
	}
	return 0, 0, false
}

// dates lists the columns of a table that hold days, the main one first: what
// happened, not when the row was changed or somebody was born.
func dates(ix *index.Index, t int) []int {
	var list []int
	for _, c := range ix.Tables[t].Columns {
		if ix.Columns[c].Kind == index.Time && ix.Columns[c].Form != index.ClockText {
			list = append(list, c)
		}
	}
	rank := func(c int) int {
		n := 0
		if ix.Columns[c].Nullable {
			n++
		}
		for _, w := range ix.Columns[c].Words {
			switch {
			case is(w, "updated modified changed birth born end ended ending to until expires expiry deleted closed due finish finished left termination valid dob"):
				n += 2
			case slices.Contains(ix.Tables[t].Words, w), is(w, "date created start started from placed opened booked"):
				n--
			}
		}
		return n
	}
	slices.SortStableFunc(list, func(a, b int) int { return rank(a) - rank(b) })
	return list
}
