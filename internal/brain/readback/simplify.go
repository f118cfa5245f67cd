package readback

import (
	"math"
	"strconv"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// simplify makes an operation, or what it means: a hundred times a quotient is a
// percentage, a difference of Julian days is a time.
func simplify(op form.Op, a, b *form.Expr) *form.Expr {
	x, y := numeral(a), numeral(b)
	switch op {
	case form.Add:
		if x != nil && y != nil {
			return numberExpr(*x + *y)
		}
	case form.Mul:
		switch {
		case x != nil && y != nil:
			return numberExpr(*x * *y)
		case x != nil && *x == 1:
			return b
		case y != nil && *y == 1:
			return a
		case x != nil:
			return multiply(b, a, *x)
		case y != nil:
			return multiply(a, b, *y)
		}
	case form.Div:
		return divide(a, b, y)
	case form.Sub:
		return subtract(a, b, y)
	}
	return &form.Expr{Op: op, Args: []*form.Expr{a, b}}
}

func numeral(e *form.Expr) *float64 {
	if e.Op != form.Literal || e.Value.Kind != form.Number {
		return nil
	}
	v, err := strconv.ParseFloat(e.Value.Text, 64)
	if err != nil {
		return nil
	}
	return &v
}

func numberExpr(v float64) *form.Expr {
	return literal(form.Number, strconv.FormatFloat(v, 'f', -1, 64))
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

// multiply is e times a literal.
func multiply(e, factor *form.Expr, n float64) *form.Expr {
	switch {
	case near(n, 100) && e.Op == form.Div:
		return percent(e.Args[0], e.Args[1])
	case near(n, 100) && e.Op == form.Sub && e.Args[0].Op == form.Div && isNumber(e.Args[1], 1):
		return change(e.Args[0].Args[0], e.Args[0].Args[1])
	case near(n, 24):
		if t, ok := inUnit(e, form.Days, form.Hours); ok {
			return t
		}
	case near(n, 86400):
		if t, ok := inUnit(e, form.Days, secs); ok {
			return t
		}
	case near(n, 1440):
		if t, ok := inUnit(e, form.Days, form.Minutes); ok {
			return t
		}
	case near(n, 60):
		if t, ok := inUnit(e, form.Hours, form.Minutes); ok {
			return t
		}
	}
	if e.Op == form.Literal || near(n, 100) {
		return &form.Expr{Op: form.Mul, Args: []*form.Expr{factor, e}}
	}
	return &form.Expr{Op: form.Mul, Args: []*form.Expr{e, factor}}
}

func isNumber(e *form.Expr, n float64) bool {
	v := numeral(e)
	return v != nil && near(*v, n)
}

// inUnit says a time, or an aggregate of times, in another unit.
func inUnit(e *form.Expr, from, to form.Op) (*form.Expr, bool) {
	switch e.Op {
	case from:
		return &form.Expr{Op: to, Args: e.Args}, true
	case form.Sum, form.Avg, form.Min, form.Max, form.Median, form.Percentile, form.If:
		inner, ok := inUnit(e.Args[0], from, to)
		if !ok {
			return nil, false
		}
		c := *e
		c.Args = []*form.Expr{inner}
		return &c, true
	}
	return nil, false
}

func divide(a, b *form.Expr, n *float64) *form.Expr {
	if a.Op == form.Mul && isNumber(a.Args[0], 100) {
		return percent(a.Args[1], b)
	}
	if n != nil {
		switch {
		case near(*n, 1):
			return a
		case near(*n, 60), near(*n, 3600), near(*n, 86400):
			if t, ok := inUnit(a, secs, map[float64]form.Op{60: form.Minutes, 3600: form.Hours, 86400: form.Days}[*n]); ok {
				return t
			}
		case near(*n, 365.25), near(*n, 365):
			if t, ok := inUnit(a, form.Days, form.Years); ok {
				return t
			}
		case near(*n, 30.44), near(*n, 30.4375), near(*n, 30.436875):
			if t, ok := inUnit(a, form.Days, form.Months); ok {
				return t
			}
		}
	}
	return &form.Expr{Op: form.Div, Args: []*form.Expr{a, b}}
}

// percent is 100 a / b, or what that means.
func percent(a, b *form.Expr) *form.Expr {
	if a.Op == form.Sub && same(a.Args[1], b) {
		return change(a.Args[0], b)
	}
	if b.Op == overAll && same(b.Args[0], a) {
		switch len(b.Args) {
		case 1:
			return &form.Expr{Op: form.Share, Args: []*form.Expr{a}}
		case 2:
			return &form.Expr{Op: form.ShareIn, Args: []*form.Expr{a, b.Args[1]}}
		}
	}
	return &form.Expr{Op: form.Pct, Args: []*form.Expr{a, b}}
}

func change(a, b *form.Expr) *form.Expr {
	if b.Op == form.Prev && same(b.Args[0], a) {
		return &form.Expr{Op: form.Growth, Args: []*form.Expr{a}}
	}
	return &form.Expr{Op: form.Change, Args: []*form.Expr{a, b}}
}

func subtract(a, b *form.Expr, n *float64) *form.Expr {
	if a.Op == julian && b.Op == julian {
		return &form.Expr{Op: form.Days, Args: []*form.Expr{a.Args[0], b.Args[0]}}
	}
	if a.Op == form.Pct && n != nil && near(*n, 100) {
		return change(a.Args[0], a.Args[1])
	}
	return &form.Expr{Op: form.Sub, Args: []*form.Expr{a, b}}
}

// shares reads the percentage of the same figure over everything, taken with a
// subquery, as a share.
func shares(q *form.Query) {
	if len(q.Group) == 0 {
		return
	}
	edit := func(e *form.Expr) *form.Expr {
		if e.Op != form.Pct || e.Args[1].Op != form.Scalar {
			return e
		}
		whole := e.Args[1].Query
		if len(whole.Select) != 1 || !same(whole.Select[0], e.Args[0]) || len(whole.Group) > 0 || whole.Limit != nil || !sameCond(whole.Where, q.Where) {
			return e
		}
		return &form.Expr{Op: form.Share, Args: e.Args[:1]}
	}
	for i := range q.Select {
		q.Select[i] = mapExpr(q.Select[i], edit)
	}
	for i := range q.Order {
		q.Order[i].By = mapExpr(q.Order[i].By, edit)
	}
	q.Having = mapCond(q.Having, edit)
}

func sameCond(a, b *form.Cond) bool {
	return a == nil && b == nil || a != nil && b != nil && same(a, b)
}

// mapExpr rebuilds an expression, parts first.
func mapExpr(e *form.Expr, f func(*form.Expr) *form.Expr) *form.Expr {
	if e == nil {
		return nil
	}
	c := *e
	if len(e.Args) > 0 {
		c.Args = make([]*form.Expr, len(e.Args))
		for i, a := range e.Args {
			c.Args[i] = mapExpr(a, f)
		}
	}
	c.If = mapCond(e.If, f)
	return f(&c)
}

func mapCond(c *form.Cond, f func(*form.Expr) *form.Expr) *form.Cond {
	if c == nil {
		return nil
	}
	n := *c
	if len(c.Args) > 0 {
		n.Args = make([]*form.Cond, len(c.Args))
		for i, a := range c.Args {
			n.Args[i] = mapCond(a, f)
		}
	}
	n.Left, n.Right = mapExpr(c.Left, f), mapExpr(c.Right, f)
	return &n
}

// leftovers refuses a form with operations that did not become anything.
func leftovers(q *form.Query) {
	check := func(e *form.Expr) *form.Expr {
		switch e.Op {
		case julian, secs:
			refuse("date arithmetic", "")
		case overAll:
			refuse("window", "a sum over rows")
		}
		return e
	}
	for _, e := range q.Select {
		mapExpr(e, check)
	}
	for _, o := range q.Order {
		mapExpr(o.By, check)
	}
	mapCond(q.Where, check)
	mapCond(q.Having, check)
	for _, e := range q.Group {
		mapExpr(e, check)
	}
}
