package form

import (
	"math"
	"strconv"
	"time"
)

// A question may say the same in another way than a query: cents as euros, a
// fraction as a percentage, a date of birth as an age, "overdue" as a date
// before today. otherwise gives the condition as the question says it, so that
// its values can be pointed at.

// sayable says whether all values of a condition can be pointed at.
func (w *writer) sayable(c *Cond) bool {
	column := c.Left.comparedColumn()
	can := func(v *Value) bool {
		if _, ok := w.at.Point(v, column); ok {
			return true
		}
		_, ok := constant(v)
		return ok
	}
	for _, v := range c.Values {
		if !can(v) {
			return false
		}
	}
	return c.Right == nil || c.Right.Op != Literal || can(c.Right.Value)
}

func (w *writer) otherwise(c *Cond) *Cond {
	if c.Op == During {
		if clock, ok := w.at.(interface{ Today() time.Time }); ok {
			return w.sinceToday(c, clock.Today())
		}
		return nil
	}
	for _, scale := range []struct {
		op     Op
		factor float64
	}{{Div, 100}, {Mul, 100}, {Div, 1000}, {Div, 60}} {
		if o := c.scale(scale.op, scale.factor); o != nil && w.sayable(o) {
			return o
		}
	}
	return nil
}

// scale compares the scaled left side with scaled numbers; nil where the
// condition has others.
func (c *Cond) scale(op Op, factor float64) *Cond {
	number := func(v *Value) *Value {
		n, err := strconv.ParseFloat(v.Text, 64)
		if err != nil || v.Kind == Period {
			return nil
		}
		if op == Div {
			n /= factor
		} else {
			n *= factor
		}
		return &Value{Kind: Number, Text: strconv.FormatFloat(math.Round(n*1e9)/1e9, 'f', -1, 64)}
	}
	o := *c
	o.Left = &Expr{Op: op, Args: []*Expr{c.Left, {Op: Literal, Value: &Value{Kind: Number, Text: strconv.FormatFloat(factor, 'f', -1, 64)}}}}
	switch c.Op {
	case Less, Greater, LessEqual, GreaterEqual, Equal:
		if c.Right == nil || c.Right.Op != Literal {
			return nil
		}
		v := number(c.Right.Value)
		if v == nil {
			return nil
		}
		o.Right = &Expr{Op: Literal, Value: v}
	case Between:
		o.Values = nil
		for _, v := range c.Values {
			n := number(v)
			if n == nil {
				return nil
			}
			o.Values = append(o.Values, n)
		}
	default:
		return nil
	}
	return &o
}

// sinceToday says a period with one end by its distance from today.
func (w *writer) sinceToday(c *Cond, today time.Time) *Cond {
	p := c.Values[0].Period
	if p.Recurring() || p.Start.IsZero() == p.End.IsZero() {
		return nil
	}
	at, op, fromStart := p.End, Less, false
	if p.End.IsZero() {
		at, op, fromStart = p.Start, GreaterEqual, true
	}
	tomorrow := today.AddDate(0, 0, 1)
	now := &Expr{Op: Today}
	switch {
	case at.Equal(today):
		return &Cond{Op: op, Left: c.Left, Right: now}
	case at.Equal(tomorrow) && fromStart:
		return &Cond{Op: Greater, Left: c.Left, Right: now}
	case at.Equal(tomorrow):
		return &Cond{Op: LessEqual, Left: c.Left, Right: now}
	}
	for _, unit := range []struct {
		op   Op
		back func(n int) time.Time
		max  int
	}{
		{Years, func(n int) time.Time { return today.AddDate(-n, 0, 0) }, 120},
		{Days, func(n int) time.Time { return today.AddDate(0, 0, -n) }, 1000},
		{Months, func(n int) time.Time { return today.AddDate(0, -n, 0) }, 120},
	} {
		for n := 1; n <= unit.max; n++ {
			back := unit.back(n)
			next := back.AddDate(0, 0, 1)
			var test CondOp
			switch { // the date lies before or after the day n units ago
			case at.Equal(back) && fromStart:
				test = LessEqual
			case at.Equal(next) && fromStart:
				test = Less
			case at.Equal(back):
				test = Greater
			case at.Equal(next):
				test = GreaterEqual
			default:
				continue
			}
			o := &Cond{Op: test, Left: &Expr{Op: unit.op, Args: []*Expr{now, c.Left}},
				Right: &Expr{Op: Literal, Value: &Value{Kind: Number, Text: strconv.Itoa(n)}}}
			if w.sayable(o) {
				return o
			}
		}
	}
	return nil
}
