package builtin

import (
	"reflect"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/table"
)

// sensible is false for forms that nobody means: the same condition twice, the
// same column selected twice, a figure or a query held against itself, the time
// between two dates of one event, a sum of dates, euros made of what are not cents,
// a number or an identifier that is a word.
func sensible(ix *index.Index, q *form.Query) bool {
	ok := true
	q.EachExpr(func(e *form.Expr) { ok = ok && !madeUpUnit(ix, e) && !againstItself(e) && !noTime(ix, e) })
	q.EachValue(func(v *form.Value, column int) { ok = ok && !neverHolds(ix, v, column) })
	if !ok {
		return false
	}
	for q := q; q != nil; q = q.Other {
		if repeats(q.Where) || repeats(q.Having) || twice(q.Select) || twice(q.Group) {
			return false
		}
	}
	if q.Other != nil {
		left := *q
		left.Set, left.Other = form.NoSet, nil
		if reflect.DeepEqual(&left, q.Other) {
			return false
		}
	}
	return true
}

// neverHolds is true for a word of the question that a column's type has no room
// for. SQLite's types are no more than hints.
func neverHolds(ix *index.Index, v *form.Value, column int) bool {
	if column == 0 || v.Kind != form.Text || v.Stored || ix.Dialect == "sqlite" {
		return false
	}
	switch k := ix.Columns[column].Type; k {
	case table.UUID, table.Int, table.Decimal, table.Float:
		_, ok := table.Parse(k, v.Text)
		return !ok
	}
	return false
}

// againstItself finds a figure that is held against itself: a change of nought
// percent.
func againstItself(e *form.Expr) bool {
	switch e.Op {
	case form.Sub, form.Div, form.Pct, form.Change:
		return len(e.Args) == 2 && reflect.DeepEqual(e.Args[0], e.Args[1])
	}
	return false
}

// noTime finds the time between two dates of one event, and a sum of dates: they
// say nothing.
func noTime(ix *index.Index, e *form.Expr) bool {
	switch e.Op {
	case form.Sum:
		return e.Args[0].Op == form.Column && e.Args[0].Column > 0 && ix.Columns[e.Args[0].Column].Kind == index.Time
	case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
	default:
		return false
	}
	a, b := e.Args[0], e.Args[1]
	return a.Op == form.Column && b.Op == form.Column && (a.Column == b.Column || sameEvent(ix, a.Column, b.Column))
}

func repeats(c *form.Cond) bool {
	if c == nil {
		return false
	}
	for i, a := range c.Args {
		if repeats(a) {
			return true
		}
		for _, b := range c.Args[:i] {
			if reflect.DeepEqual(a, b) || sameTest(a, b) {
				return true
			}
		}
	}
	for i, v := range c.Values {
		if c.Op != form.Between && slices.ContainsFunc(c.Values[:i], func(o *form.Value) bool { return form.SameValue(o, v) }) {
			return true
		}
	}
	return false
}

// sameTest is true for two comparisons with the same value, wherever the words
// for it come from.
func sameTest(a, b *form.Cond) bool {
	literal := func(c *form.Cond) bool { return c.Left != nil && c.Right != nil && c.Right.Op == form.Literal }
	return literal(a) && literal(b) && a.Op == b.Op && reflect.DeepEqual(a.Left, b.Left) && form.SameValue(a.Right.Value, b.Right.Value)
}

// sayConditions takes the name of a term from figures that are only part of it:
// revenue of the North is not revenue, and a reading that says so hides a
// condition.
func sayConditions(q *form.Query) {
	q.EachExpr(func(e *form.Expr) {
		if e.As != "" && slices.ContainsFunc(e.Args, func(a *form.Expr) bool { return a.Op == form.If }) {
			e.As = ""
		}
	})
}

func twice(list []*form.Expr) bool {
	for i, a := range list {
		for _, b := range list[:i] {
			if reflect.DeepEqual(a, b) {
				return true
			}
		}
	}
	return false
}

// madeUpUnit finds a division by 100 of money that is not stored in hundredths.
func madeUpUnit(ix *index.Index, e *form.Expr) bool {
	if e.Op != form.Div || len(e.Args) != 2 || e.Args[1].Op != form.Literal || e.Args[1].Value.Text != "100" {
		return false
	}
	columns, cents := 0, 0
	var look func(*form.Expr)
	look = func(e *form.Expr) {
		if e.Op == form.Column && e.Column > 0 {
			columns++
			c := ix.Columns[e.Column]
			if hundredths[c.Unit] || slices.ContainsFunc(c.Words, func(w string) bool { return hundredths[w] }) {
				cents++
			}
		}
		for _, a := range e.Args {
			look(a)
		}
	}
	look(e.Args[0])
	return columns > 0 && cents == 0
}

var hundredths = map[string]bool{"cents": true, "cent": true, "pence": true, "percent": true, "%": true, "minor": true, "pct": true, "percentage": true}
