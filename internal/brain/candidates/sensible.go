package candidates

import (
	"reflect"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// hasImpossibleValue is true for a form with a word of the question that a
// column's type has no room for.
func hasImpossibleValue(ix *index.Index, q *form.Query) bool {
	found := false
	q.EachValue(func(v *form.Value, column int) { found = found || neverHolds(ix, v, column) })
	return found
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

// comparesWithItself finds a figure that is compared with itself: a change of zero
// percent.
func comparesWithItself(q *form.Query) bool {
	same := false
	q.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(c *form.Cond) {
			same = same || c.Left != nil && c.Left.Op == form.Column && reflect.DeepEqual(c.Left, c.Right)
		})
	})
	return same || anyExpr(q, func(e *form.Expr) bool {
		switch e.Op {
		case form.Sub, form.Div, form.Pct, form.Change:
			return len(e.Args) == 2 && reflect.DeepEqual(e.Args[0], e.Args[1])
		}
		return false
	})
}

// figuresOfGroups is true for a figure of what rows are grouped by: the median of cylinders
// by cylinders.
func figuresOfGroups(q *form.Query) bool {
	for _, g := range q.Group {
		if g.Op != form.Column || g.Column == 0 {
			continue
		}
		for _, e := range q.Select {
			switch e.Op {
			case form.Sum, form.Avg, form.Median, form.Min, form.Max:
				if reflect.DeepEqual(e.Args[0], g) {
					return true
				}
			}
		}
	}
	return false
}

// ranksSingles is true for a ranking by the number of rows with a value that no two rows
// share: the most popular dish of a menu.
func ranksSingles(ix *index.Index, q *form.Query) bool {
	if len(q.Tables) != 1 || len(q.Group) != 1 || len(q.Order) == 0 || q.Limit == nil || q.Group[0].Op != form.Column || q.Group[0].Column == 0 {
		return false
	}
	by := q.Order[0].By
	c, t := &ix.Columns[q.Group[0].Column], &ix.Tables[q.Tables[0]]
	const several = 10
	return by.Op == form.Count && len(by.Args) == 1 && by.Args[0].Op == form.Column && by.Args[0].Column == 0 && t.Counted && t.Rows >= several && int64(c.Distinct) >= t.Rows
}

// multipliesMoney is true for a product of two sums of money: freight times price.
func multipliesMoney(ix *index.Index, q *form.Query) bool {
	isMoney := func(e *form.Expr) bool {
		if e.Op != form.Column || e.Column == 0 {
			return false
		}
		words := ix.Columns[e.Column].Words
		return len(words) > 0 && columns.Money[words[len(words)-1]] && !columns.IsPortion(words)
	}
	return anyExpr(q, func(e *form.Expr) bool { return e.Op == form.Mul && isMoney(e.Args[0]) && isMoney(e.Args[1]) })
}

// showsConditions is true for a form that shows nothing but columns whose one value
// its conditions name: the names of photos where the name is 'game1'.
func showsConditions(q *form.Query) bool {
	if q.Set != "" || len(q.Select) == 0 {
		return false
	}
	return !slices.ContainsFunc(q.Select, func(e *form.Expr) bool {
		return e.Op != form.Column || e.Column == 0 || !isFixed(q.Where, e)
	})
}

// isFixed is true where a condition leaves one value of a column.
func isFixed(c *form.Cond, column *form.Expr) bool {
	switch {
	case c == nil:
		return false
	case c.Op == form.And:
		return slices.ContainsFunc(c.Args, func(part *form.Cond) bool { return isFixed(part, column) })
	}
	return c.Op == form.Equal && c.Left.Op == form.Column && c.Left.Column == column.Column && c.Left.Via == column.Via && c.Right.Op == form.Literal
}

func anyExpr(q *form.Query, is func(*form.Expr) bool) bool {
	found := false
	q.EachExpr(func(e *form.Expr) { found = found || is(e) })
	return found
}

// hasSenselessTime finds the time between two dates of one event, and a sum of
// dates.
func hasSenselessTime(ix *index.Index, q *form.Query) bool {
	return anyExpr(q, func(e *form.Expr) bool { return isSenselessTime(ix, e) })
}

func isSenselessTime(ix *index.Index, e *form.Expr) bool {
	switch e.Op {
	case form.Sum:
		return isTime(ix, e.Args[0])
	case form.Mul, form.Div:
		return slices.ContainsFunc(e.Args, func(a *form.Expr) bool { return isTime(ix, a) })
	case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
	default:
		return false
	}
	a, b := e.Args[0], e.Args[1]
	return a.Op == form.Column && b.Op == form.Column && (a.Column == b.Column || sameEvent(ix, a.Column, b.Column))
}

func isTime(ix *index.Index, e *form.Expr) bool {
	return e.Op == form.Column && e.Column > 0 && ix.Columns[e.Column].Kind == index.Time
}

// repeatsItself is true for a form with the same condition, column or query twice.
func repeatsItself(q *form.Query) bool {
	for q := q; q != nil; q = q.Other {
		if repeats(q.Where) || repeats(q.Having) || hasTwins(q.Select) || hasTwins(q.Group) {
			return true
		}
	}
	if q.Other == nil {
		return false
	}
	left := *q
	left.Set, left.Other = form.NoSet, nil
	return reflect.DeepEqual(&left, q.Other)
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

// namedParts are figures under a condition that have the name of a term: revenue
// of the North is not revenue, and a reading that says so hides a condition.
func namedParts(q *form.Query) []*form.Expr {
	var list []*form.Expr
	q.EachExpr(func(e *form.Expr) {
		if e.As != "" && slices.ContainsFunc(e.Args, func(a *form.Expr) bool { return a.Op == form.If }) {
			list = append(list, e)
		}
	})
	return list
}

func dropNamesOfParts(c *Case) {
	for _, e := range namedParts(c.Query) {
		e.As = ""
	}
}

func hasTwins(list []*form.Expr) bool {
	for i, a := range list {
		for _, b := range list[:i] {
			if reflect.DeepEqual(a, b) {
				return true
			}
		}
	}
	return false
}

// dividesWholeUnits finds a division by 100 of what is not stored in hundredths.
func dividesWholeUnits(ix *index.Index, q *form.Query) bool {
	return anyExpr(q, func(e *form.Expr) bool { return dividesWholeUnit(ix, e) })
}

func dividesWholeUnit(ix *index.Index, e *form.Expr) bool {
	if e.Op != form.Div || len(e.Args) != 2 || e.Args[1].Op != form.Literal || e.Args[1].Value.Text != "100" {
		return false
	}
	columns, cents := 0, 0
	var look func(*form.Expr)
	look = func(e *form.Expr) {
		if e.Op == form.Column && e.Column > 0 {
			columns++
			c := ix.Columns[e.Column]
			if storedInHundredths(c.Unit) || slices.ContainsFunc(c.Words, storedInHundredths) {
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

// storedInHundredths reports whether a word says that figures are to be divided by 100.
func storedInHundredths(w string) bool {
	u, ok := english.UnitOf(w)
	return ok && u.Factor == 0.01 || w == "minor"
}
