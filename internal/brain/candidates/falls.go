package candidates

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/english"
)

// fallWords say that something became less.
var fallWords = english.NewSet("drop drops dropped decline declines declined decrease decreases decreased fall falls fell fallen shrink shrank shrunk reduction reduced worsened")

// ranksRises is the order of a form that puts the greatest rise first, where the question
// wants the greatest fall; nil for others.
func ranksRises(c *Case) *form.Order {
	q := c.Query
	if len(q.Order) == 0 || q.Limit == nil || !q.Order[0].Desc {
		return nil
	}
	fall := false
	for _, w := range c.Asked.Words[c.Asked.Context:] {
		fall = fall || fallWords[strings.ToLower(w.Text)]
	}
	if by := q.Order[0].By; fall && isRise(by) {
		return &q.Order[0]
	}
	return nil
}

// rankFalls puts the greatest fall first. A fall in amounts is the earlier less the later,
// as people say it.
func rankFalls(c *Case) {
	by := ranksRises(c).By
	if by.Op != form.Sub {
		c.Query.Order[0].Desc = false
		return
	}
	turned := func(e *form.Expr) *form.Expr {
		if !form.SameFigure(e, by) {
			return e
		}
		t := *e
		t.Args = []*form.Expr{e.Args[1], e.Args[0]}
		return &t
	}
	for i, e := range c.Query.Select {
		c.Query.Select[i] = turned(e)
	}
	c.Query.Order[0].By = turned(by)
}

// isRise is true for a figure that is positive where something became more: the later
// less the earlier.
func isRise(e *form.Expr) bool {
	if e.Op == form.Growth {
		return true
	}
	if e.Op != form.Sub && e.Op != form.Change || len(e.Args) != 2 {
		return false
	}
	later, earlier := periodOf(e.Args[0]), periodOf(e.Args[1])
	return later != nil && earlier != nil && later.Period.Start.After(earlier.Period.Start)
}

// periodOf is the period that a figure is limited to, nil where it is not.
func periodOf(e *form.Expr) *form.Value {
	var found *form.Value
	see := func(x *form.Expr) {
		for _, k := range x.If.Conjuncts() {
			if k.Op == form.During && len(k.Values) == 1 {
				found = k.Values[0]
			}
		}
	}
	(&form.Query{Select: []*form.Expr{e}}).EachExpr(see)
	return found
}
