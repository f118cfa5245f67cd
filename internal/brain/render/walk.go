package render

import "github.com/plumbdata/plumb/internal/brain/form"

// eachExpr calls visit for every expression of the query in order, parts
// before wholes, without those of queries inside it.
func eachExpr(q *form.Query, visit func(*form.Expr)) {
	for _, e := range q.Select {
		walkExpr(e, visit)
	}
	walkCond(q.Where, visit)
	for _, e := range q.Group {
		walkExpr(e, visit)
	}
	walkCond(q.Having, visit)
	for _, o := range q.Order {
		walkExpr(o.By, visit)
	}
	for _, e := range q.Per {
		walkExpr(e, visit)
	}
}

func walkExpr(e *form.Expr, visit func(*form.Expr)) {
	if e == nil {
		return
	}
	for _, a := range e.Args {
		walkExpr(a, visit)
	}
	walkCond(e.If, visit)
	visit(e)
}

func walkCond(c *form.Cond, visit func(*form.Expr)) {
	if c == nil {
		return
	}
	for _, a := range c.Args {
		walkCond(a, visit)
	}
	walkExpr(c.Left, visit)
	walkExpr(c.Right, visit)
}

// has reports whether an expression or one of its parts fulfils the test.
func has(e *form.Expr, test func(*form.Expr) bool) bool {
	found := false
	walkExpr(e, func(x *form.Expr) { found = found || test(x) })
	return found
}

func condHas(c *form.Cond, test func(*form.Expr) bool) bool {
	found := false
	walkCond(c, func(x *form.Expr) { found = found || test(x) })
	return found
}

// isAggregate reports whether the operation makes one value of many rows.
func isAggregate(e *form.Expr) bool { return e.Op.Aggregates() }

// isWindow reports whether the operation looks at other rows of the result.
func isWindow(e *form.Expr) bool {
	switch e.Op {
	case form.Share, form.ShareIn, form.Running, form.Moving, form.Prev, form.Growth, form.Rank:
		return true
	}
	return false
}

// looksBack reports whether the operation looks at rows that come before.
func looksBack(e *form.Expr) bool {
	switch e.Op {
	case form.Running, form.Moving, form.Prev, form.Growth:
		return true
	}
	return false
}

// isNested reports whether the expression is an aggregate over groups.
func isNested(e *form.Expr) bool {
	if !isAggregate(e) {
		return false
	}
	for _, a := range e.Args {
		if has(a, func(x *form.Expr) bool { return isAggregate(x) || x.Op == form.Groups }) {
			return true
		}
	}
	return false
}

// grain orders the parts of a date from coarse to fine; 0 is no part.
func grain(op form.Op) int {
	switch op {
	case form.Year:
		return 1
	case form.Quarter:
		return 2
	case form.Month:
		return 3
	case form.MonthNum:
		return 4
	case form.Week:
		return 5
	case form.Day:
		return 6
	case form.Weekday:
		return 7
	case form.Hour:
		return 8
	}
	return 0
}

// bucketGrain is the grain of an expression that puts times into buckets.
func bucketGrain(e *form.Expr) int {
	if quarterNumber(e) != nil {
		return grain(form.Quarter)
	}
	return grain(e.Op)
}
