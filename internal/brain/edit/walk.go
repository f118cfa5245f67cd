package edit

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// EachShown visits the expressions that a form shows, groups or orders by, those of
// inner queries included.
func EachShown(q *form.Query, visit func(*form.Expr)) {
	var expr func(e *form.Expr)
	expr = func(e *form.Expr) {
		if e == nil {
			return
		}
		visit(e)
		for _, a := range e.Args {
			expr(a)
		}
		if e.Query != nil {
			EachShown(e.Query, visit)
		}
	}
	for ; q != nil; q = q.Other {
		for _, e := range slices.Concat(q.Select, q.Group, q.Per) {
			expr(e)
		}
		for _, o := range q.Order {
			expr(o.By)
		}
		Walk(q, false, nil, func(c *form.Cond) {
			if c.Query != nil {
				EachShown(c.Query, visit)
			}
		})
	}
}

// Walk visits the literals of a form, and whether each is tested against, and
// its conditions. Either function may be nil.
func Walk(q *form.Query, against bool, value func(v *form.Value, against bool), cond func(*form.Cond)) {
	var ofCond func(c *form.Cond, against bool)
	var ofExpr func(e *form.Expr, against bool)
	say := func(v *form.Value, against bool) {
		if v != nil && value != nil {
			value(v, against)
		}
	}
	ofExpr = func(e *form.Expr, against bool) {
		if e == nil {
			return
		}
		say(e.Value, against)
		for _, a := range e.Args {
			ofExpr(a, against)
		}
		ofCond(e.If, against)
		Walk(e.Query, against, value, cond)
	}
	ofCond = func(c *form.Cond, against bool) {
		if c == nil {
			return
		}
		if cond != nil {
			cond(c)
		}
		switch c.Op {
		case form.NotEqual, form.NoneOf, form.NotIn, form.NotContains, form.NotStartsWith, form.NotEndsWith, form.NotMatches, form.NotDuring:
			against = !against
		}
		for _, a := range c.Args {
			ofCond(a, against)
		}
		ofExpr(c.Left, against)
		ofExpr(c.Right, against)
		for _, v := range c.Values {
			say(v, against)
		}
		Walk(c.Query, against, value, cond)
	}
	for ; q != nil; q = q.Other {
		for _, e := range slices.Concat(q.Select, q.Group, q.Per) {
			ofExpr(e, against)
		}
		for _, o := range q.Order {
			ofExpr(o.By, against)
		}
		ofCond(q.Where, against)
		ofCond(q.Having, against)
		say(q.Limit, against)
		say(q.Place, against)
		if q.Set == form.Except {
			against = true // what the right side yields is taken away
		}
	}
}

// OrderExprs are what the rows are ordered by.
func OrderExprs(q *form.Query) []*form.Expr {
	var list []*form.Expr
	for _, o := range q.Order {
		list = append(list, o.By)
	}
	return list
}

// EachPart visits an expression and those inside it.
func EachPart(e *form.Expr, visit func(*form.Expr)) {
	visit(e)
	for _, a := range e.Args {
		EachPart(a, visit)
	}
}
