package readback

import (
	"regexp"
	"strconv"

	"github.com/plumbdata/plumb/internal/brain/form"
)

var yearsAgo = regexp.MustCompile(`^-(\d+) years?$`)

// Somebody's age is told from a period that ends now by its length.
const leastAge = 11

// age reads a comparison with the day so many years ago as one of years: born
// after it is younger.
func (c *converter) age(bare *form.Expr, op string, r *node) *form.Cond {
	if r.kind != kCall || r.text != "date" || len(r.args) != 2 {
		return nil
	}
	t, ok := c.b.instant(r.args[0])
	m := yearsAgo.FindStringSubmatch(r.args[1].text)
	if !ok || m == nil || !t.at.Equal(c.b.today()) {
		return nil
	}
	if n, err := strconv.Atoi(m[1]); err != nil || n < leastAge {
		return nil
	}
	years := &form.Expr{Op: form.Years, Args: []*form.Expr{{Op: form.Today}, bare}}
	return &form.Cond{Op: form.CondOp(mirrored[op]), Left: years, Right: literal(form.Number, m[1])}
}

// todays says bounds that are today as comparisons with today. A bound after
// today is one only where the column holds days.
func (c *converter) todays(q *form.Query) {
	edit := func(x *form.Cond) *form.Cond {
		if x.Op != form.During || x.Values[0].Period.Recurring() {
			return x
		}
		p := x.Values[0].Period
		today := c.b.today()
		tomorrow := today.AddDate(0, 0, 1)
		exact, _ := c.exactness(x.Left)
		var op form.CondOp
		switch {
		case p.Start.IsZero() && p.End.Equal(today):
			op = form.Less
		case p.Start.IsZero() && p.End.Equal(tomorrow) && exact == day:
			op = form.LessEqual
		case p.End.IsZero() && p.Start.Equal(today):
			op = form.GreaterEqual
		case p.End.IsZero() && p.Start.Equal(tomorrow) && exact == day:
			op = form.Greater
		default:
			return x
		}
		return &form.Cond{Op: op, Left: x.Left, Right: &form.Expr{Op: form.Today}}
	}
	q.Where, q.Having = editConds(q.Where, edit), editConds(q.Having, edit)
	editFigures(q, edit)
}

// editFigures changes the tests of the conditions that figures have of their own.
func editFigures(q *form.Query, f func(*form.Cond) *form.Cond) {
	edit := func(e *form.Expr) *form.Expr {
		if e.If != nil {
			e.If = editConds(e.If, f)
		}
		return e
	}
	for i := range q.Select {
		q.Select[i] = mapExpr(q.Select[i], edit)
	}
	for i := range q.Order {
		q.Order[i].By = mapExpr(q.Order[i].By, edit)
	}
	q.Having = mapCond(q.Having, edit)
}

// editConds changes the tests of a condition.
func editConds(c *form.Cond, f func(*form.Cond) *form.Cond) *form.Cond {
	if c == nil {
		return nil
	}
	if c.Op != form.And && c.Op != form.Or {
		return f(c)
	}
	n := *c
	n.Args = make([]*form.Cond, len(c.Args))
	for i, a := range c.Args {
		n.Args[i] = editConds(a, f)
	}
	return &n
}
