package main

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// repair looks for a form that gives the same rows and that the question points
// at: gold queries bound periods in ways that nobody said, and compare cents
// where people say euros. right tells whether a form gives the gold's rows.
func repair(l *link.Linker, t *task, q *form.Query, right func(*form.Query) bool) (*form.Query, bool) {
	read := l.Read(t.question, t.now, nil)
	q = copyOf(q)
	for range 6 {
		if _, err := form.Write(q, read); err == nil {
			return q, true
		}
		if !repairOne(read, q, right) {
			return nil, false
		}
	}
	return nil, false
}

func copyOf(q *form.Query) *form.Query {
	text, err := json.Marshal(q)
	if err != nil {
		return q
	}
	var c *form.Query
	if json.Unmarshal(text, &c) != nil {
		return q
	}
	return c
}

// repairOne replaces one condition that cannot be pointed at.
func repairOne(read *link.Question, q *form.Query, right func(*form.Query) bool) bool {
	for _, c := range conditions(q) {
		if !slices.ContainsFunc(values(c), func(v *form.Value) bool { return !pointed(read, v, c) }) {
			continue
		}
		old := *c
		for _, n := range alternatives(read, &old) {
			if slices.ContainsFunc(values(n), func(v *form.Value) bool { return !pointed(read, v, n) }) {
				continue
			}
			if *c = *n; right(q) {
				return true
			}
		}
		*c = old
	}
	return false
}

func pointed(read *link.Question, v *form.Value, c *form.Cond) bool {
	column := 0
	if c.Left != nil && c.Left.Op == form.Column {
		column = c.Left.Column
	}
	_, ok := read.Point(v, column)
	return ok
}

// values are the literals of a condition itself.
func values(c *form.Cond) []*form.Value {
	list := slices.Clone(c.Values)
	if c.Right != nil && c.Right.Op == form.Literal {
		list = append(list, c.Right.Value)
	}
	for _, a := range c.Args {
		list = append(list, values(a)...)
	}
	return list
}

// alternatives are other ways to say a condition.
func alternatives(read *link.Question, c *form.Cond) []*form.Cond {
	if c.Op == form.During {
		return otherPeriods(read, c)
	}
	var list []*form.Cond
	for _, op := range []form.Op{form.Div, form.Mul} {
		if n, ok := scaled(c, op); ok {
			list = append(list, n)
		}
	}
	return list
}

// otherPeriods are periods of the question for one that the gold leaves open at
// one end. They must begin or end where it does: equal rows alone may be chance.
func otherPeriods(read *link.Question, c *form.Cond) []*form.Cond {
	open := c.Values[0].Period
	if open.Recurring() || open.Start.IsZero() == open.End.IsZero() {
		return nil
	}
	touches := func(p span.Period) bool {
		return !open.Start.IsZero() && p.Start.Equal(open.Start) || !open.End.IsZero() && p.End.Equal(open.End)
	}
	var list, all []*form.Cond
	for i := range read.Items {
		item := &read.Items[i]
		if item.Kind != link.Period || item.Value.Period.Recurring() {
			continue
		}
		one := &form.Cond{Op: form.During, Left: c.Left, Values: []*form.Value{item.Value}}
		all = append(all, one)
		if touches(item.Value.Period) {
			list = append(list, one)
		}
		if !open.End.IsZero() && item.Value.Period.Start.Equal(open.End) { // nothing in the time that follows
			list = append(list, &form.Cond{Op: form.NotDuring, Left: c.Left, Values: one.Values})
		}
	}
	for i, a := range all {
		for _, b := range all[i+1:] {
			if touches(a.Values[0].Period) || touches(b.Values[0].Period) {
				list = append(list, &form.Cond{Op: form.Or, Args: []*form.Cond{a, b}})
			}
		}
	}
	return list
}

// scaled compares in hundreds, or in hundredths.
func scaled(c *form.Cond, op form.Op) (*form.Cond, bool) {
	n := *c
	n.Left = &form.Expr{Op: op, Args: []*form.Expr{c.Left, {Op: form.Literal, Value: &form.Value{Kind: form.Number, Text: "100"}}}}
	n.Values = nil
	scale := func(v *form.Value) *form.Value {
		x, err := strconv.ParseFloat(v.Text, 64)
		if err != nil || v.Kind != form.Number {
			return nil
		}
		if op == form.Div {
			x /= 100
		} else {
			x *= 100
		}
		return &form.Value{Kind: form.Number, Text: strconv.FormatFloat(math.Round(x*1e6)/1e6, 'f', -1, 64)}
	}
	for _, v := range c.Values {
		s := scale(v)
		if s == nil {
			return nil, false
		}
		n.Values = append(n.Values, s)
	}
	if c.Right != nil {
		if c.Right.Op != form.Literal {
			return nil, false
		}
		s := scale(c.Right.Value)
		if s == nil {
			return nil, false
		}
		n.Right = &form.Expr{Op: form.Literal, Value: s}
	}
	return &n, c.Left != nil && len(n.Values)+len(values(c)) > 0
}

// conditions are all tests in a form, also those of inner queries.
func conditions(q *form.Query) []*form.Cond {
	var list []*form.Cond
	var cond func(*form.Cond)
	var expr func(*form.Expr)
	expr = func(e *form.Expr) {
		if e == nil {
			return
		}
		for _, a := range e.Args {
			expr(a)
		}
		cond(e.If)
		if e.Query != nil {
			list = append(list, conditions(e.Query)...)
		}
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
		if c.Query != nil {
			list = append(list, conditions(c.Query)...)
		}
		if c.Op != form.And && c.Op != form.Or {
			list = append(list, c)
		}
	}
	for ; q != nil; q = q.Other {
		for _, e := range q.Select {
			expr(e)
		}
		cond(q.Where)
		cond(q.Having)
		for _, o := range q.Order {
			expr(o.By)
		}
	}
	return list
}
