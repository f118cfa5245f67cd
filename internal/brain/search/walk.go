package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// everywhere visits all expressions of a form, those in conditions included.
func everywhere(q *form.Query, visit func(*form.Expr)) {
	shows(q, visit)
	var expr func(e *form.Expr)
	expr = func(e *form.Expr) {
		if e != nil {
			visit(e)
			for _, a := range e.Args {
				expr(a)
			}
		}
	}
	walk(q, false, nil, func(c *form.Cond) {
		expr(c.Left)
		expr(c.Right)
	})
}

// shows visits the expressions that a form shows, groups or orders by, those of
// inner queries included.
func shows(q *form.Query, visit func(*form.Expr)) {
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
			shows(e.Query, visit)
		}
	}
	for ; q != nil; q = q.Other {
		for _, e := range slices.Concat(q.Select, q.Group, q.Per) {
			expr(e)
		}
		for _, o := range q.Order {
			expr(o.By)
		}
		walk(q, false, nil, func(c *form.Cond) {
			if c.Query != nil {
				shows(c.Query, visit)
			}
		})
	}
}

// walk visits the literals of a form, and whether each is tested against, and
// its conditions. Either function may be nil.
func walk(q *form.Query, against bool, value func(v *form.Value, against bool), cond func(*form.Cond)) {
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
		walk(e.Query, against, value, cond)
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
		walk(c.Query, against, value, cond)
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
