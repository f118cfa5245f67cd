package render

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/fault"
)

// operands says how many operands an operation has; those not listed have one.
var operands = map[form.Op]int{
	form.Column: 0, form.Literal: 0, form.Today: 0, form.Groups: 0, form.Scalar: 0,
	form.Add: 2, form.Sub: 2, form.Mul: 2, form.Div: 2, form.Pct: 2, form.Change: 2, form.ShareIn: 2, form.Corr: 2,
	form.Days: 2, form.Hours: 2, form.Minutes: 2, form.Months: 2, form.Years: 2,
}

// check refuses a query that names what the database does not have, or that
// lacks a part, so that whatever comes later may count on both.
func check(ix *index.Index, q *form.Query) error {
	switch {
	case !namesExist(ix, q):
		return fault.New(fault.Internal, "the reading names a table or column that is not there").WithHint("ask again after plumb schema --refresh")
	case !isComplete(q):
		return fault.New(fault.Internal, "the reading lacks a part").WithHint("ask in other words")
	}
	return nil
}

// namesExist reports whether the database has all tables and columns of a query.
func namesExist(ix *index.Index, q *form.Query) bool {
	table := func(t int) bool { return t >= 0 && t < len(ix.Tables) }
	column := func(c int) bool { return c >= 0 && c < len(ix.Columns) }
	ok := q.Keep == form.NoTable || table(q.Keep)
	for _, t := range q.Tables {
		ok = ok && table(t)
	}
	for _, j := range q.Joins {
		ok = ok && column(j.Left) && column(j.Right) && j.Left > 0 && j.Right > 0
	}
	eachExpr(q, func(e *form.Expr) { ok = ok && column(e.Column) && column(e.Via) })
	return ok
}

// isComplete reports whether no part of a query is missing.
func isComplete(q *form.Query) bool {
	ok := completeCond(q.Where) && completeCond(q.Having) && !slices.Contains(q.Select, nil) &&
		!slices.ContainsFunc(q.Order, func(o form.Order) bool { return o.By == nil })
	eachExpr(q, func(e *form.Expr) { ok = ok && completeExpr(e) && completeCond(e.If) })
	return ok
}

func completeExpr(e *form.Expr) bool {
	n, listed := operands[e.Op]
	switch {
	case e.Op == form.Row:
		n = len(e.Args)
	case !listed:
		n = 1
	}
	return len(e.Args) == n && !slices.Contains(e.Args, nil) && (e.Op != form.Literal || e.Value != nil) &&
		(e.Op != form.Scalar || e.Query != nil && len(e.Query.Select) > 0) && (e.Op != form.If || e.If != nil)
}

func completeCond(c *form.Cond) bool {
	if c == nil {
		return true
	}
	if c.Op == form.And || c.Op == form.Or {
		return !slices.ContainsFunc(c.Args, func(a *form.Cond) bool { return a == nil || !completeCond(a) })
	}
	return c.Left != nil && !slices.Contains(c.Values, nil)
}
