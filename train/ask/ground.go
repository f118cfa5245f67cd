package ask

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// implied are numbers that a question may mean without saying them.
var implied = map[string]bool{"0": true, "1": true, "2": true, "100": true, "1000": true}

// grounded says whether each value of the form is in the question, or in the
// turn before, or implied. A form with another value could not be pointed at.
func (a *asker) grounded(text string, q, context *form.Query) bool {
	if q == nil {
		return true
	}
	words := span.Words(text)
	if len(words) == 0 || len(words) > 60 {
		return false
	}
	spans := span.Find(words, a.now)
	known := map[string]bool{}
	eachValue(context, func(v *form.Value) { known[v.Text] = true })
	ok := true
	low := strings.ToLower(text)
	eachValue(q, func(v *form.Value) {
		if known[v.Text] {
			return
		}
		switch v.Kind {
		case form.Period:
			ok = ok && hasPeriod(spans, v.Period)
		case form.Number:
			ok = ok && (implied[v.Text] || hasNumber(spans, v.Text) || v.Stored || strings.Contains(low, v.Text))
		case form.Text:
			ok = ok && (v.Stored || strings.Contains(low, strings.ToLower(v.Text)))
		}
	})
	return ok
}

func hasPeriod(spans []span.Span, p span.Period) bool {
	for _, s := range spans {
		if s.Kind == span.Temporal && s.Period == p {
			return true
		}
	}
	return false
}

func hasNumber(spans []span.Span, digits string) bool {
	for _, s := range spans {
		if s.Kind == span.Number && s.Number == digits {
			return true
		}
	}
	return false
}

// eachValue visits the literals of a form.
func eachValue(q *form.Query, f func(*form.Value)) {
	if q == nil {
		return
	}
	var expr func(*form.Expr)
	var cond func(*form.Cond)
	expr = func(e *form.Expr) {
		if e == nil {
			return
		}
		if e.Value != nil {
			f(e.Value)
		}
		for _, x := range e.Args {
			expr(x)
		}
		cond(e.If)
		eachValue(e.Query, f)
	}
	cond = func(c *form.Cond) {
		if c == nil {
			return
		}
		for _, x := range c.Args {
			cond(x)
		}
		expr(c.Left)
		expr(c.Right)
		for _, v := range c.Values {
			f(v)
		}
		eachValue(c.Query, f)
	}
	for _, e := range q.Select {
		expr(e)
	}
	for _, e := range q.Group {
		expr(e)
	}
	cond(q.Where)
	cond(q.Having)
	for _, o := range q.Order {
		expr(o.By)
	}
	if q.Limit != nil {
		f(q.Limit)
	}
	if q.Place != nil {
		f(q.Place)
	}
	eachValue(q.Other, f)
}
