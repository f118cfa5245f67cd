package form

import (
	"reflect"
	"slices"
)

// EachQuery visits a query and those inside it and beside it.
func (q *Query) EachQuery(visit func(*Query)) {
	for ; q != nil; q = q.Other {
		visit(q)
		q.Visit(func(x *Expr) { x.Query.EachQuery(visit) }, func(c *Cond) { c.Query.EachQuery(visit) })
	}
}

// EachExpr visits every expression, inner queries included.
func (q *Query) EachExpr(visit func(*Expr)) {
	q.EachQuery(func(q *Query) { q.Visit(visit, nil) })
}

// Visit visits the expressions and conditions of one query alone. Either function
// may be nil.
func (q *Query) Visit(expr func(*Expr), cond func(*Cond)) {
	var ofExpr func(*Expr)
	var ofCond func(*Cond)
	ofExpr = func(x *Expr) {
		if x == nil {
			return
		}
		if expr != nil {
			expr(x)
		}
		for _, a := range x.Args {
			ofExpr(a)
		}
		ofCond(x.If)
	}
	ofCond = func(c *Cond) {
		if c == nil {
			return
		}
		if cond != nil {
			cond(c)
		}
		for _, a := range c.Args {
			ofCond(a)
		}
		ofExpr(c.Left)
		ofExpr(c.Right)
	}
	for _, x := range slices.Concat(q.Select, q.Group, q.Per) {
		ofExpr(x)
	}
	for _, o := range q.Order {
		ofExpr(o.By)
	}
	ofCond(q.Where)
	ofCond(q.Having)
}

// Conjuncts are the conditions that all must hold for c to hold, in a slice of
// their own.
func (c *Cond) Conjuncts() []*Cond {
	switch {
	case c == nil:
		return nil
	case c.Op != And:
		return []*Cond{c}
	}
	var list []*Cond
	for _, a := range c.Args {
		list = append(list, a.Conjuncts()...)
	}
	return list
}

// AllOf joins conditions that must hold together; nil where there are none.
func AllOf(list []*Cond) *Cond {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return &Cond{Op: And, Args: list}
}

// Aggregates is true for an expression that is computed over many rows.
func (e *Expr) Aggregates() bool {
	return e.Op.Aggregates() || slices.ContainsFunc(e.Args, (*Expr).Aggregates)
}

// SameFigure compares what is computed, not what it is called.
func SameFigure(a, b *Expr) bool {
	x, y := *a, *b
	x.As, y.As = "", ""
	return reflect.DeepEqual(x, y)
}

// GroupsBy is true for a query with groups by a column that is one of some.
func (q *Query) GroupsBy(among func(column int) bool) bool {
	return slices.ContainsFunc(q.Group, func(e *Expr) bool { return e.Op == Column && e.Column > 0 && among(e.Column) })
}

// OwnColumns are the columns that a query reads, without those of inner queries.
func (q *Query) OwnColumns() []int {
	var list []int
	q.Visit(func(e *Expr) {
		if e.Op == Column && e.Column > 0 && !slices.Contains(list, e.Column) {
			list = append(list, e.Column)
		}
	}, nil)
	return list
}
