package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
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
	if by := q.Order[0].By; c.says(fallWords) && isRise(by) {
		return &q.Order[0]
	}
	return nil
}

func (c *Case) says(words map[string]bool) bool {
	return slices.ContainsFunc(c.Asked.Words[c.Asked.Context:], func(w span.Word) bool { return words[strings.ToLower(w.Text)] })
}

// riseWords say that something became more, and mostWords that the greatest is meant.
var (
	riseWords = english.NewSet("rise rises rose risen increase increases increased grow grows grew grown jump jumps jumped climb climbed gain gained")
	mostWords = english.NewSet("most biggest largest greatest highest steepest sharpest strongest worst fastest")
)

// shownRise is the change from one time to the next that a form shows and does not rank
// by, where the question wants the greatest; nil for others.
func shownRise(c *Case) *form.Expr {
	q := c.Query
	if len(q.Order) != 1 || q.Limit == nil || isRise(q.Order[0].By) || !c.says(mostWords) || !c.says(fallWords) && !c.says(riseWords) {
		return nil
	}
	var found *form.Expr
	for _, e := range q.Select {
		if isRise(e) {
			if found != nil {
				return nil
			}
			found = e
		}
	}
	return found
}

func rankByRise(c *Case) {
	c.Query.Order[0] = form.Order{By: shownRise(c), Desc: !c.says(fallWords)}
}

// rankFalls puts the greatest fall first. A fall in amounts is the earlier less the later,
// as people say it.
func rankFalls(c *Case) {
	by := ranksRises(c).By
	if by.Op != form.Sub || isSincePrevious(by) {
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
	if e.Op == form.Growth || isSincePrevious(e) {
		return true
	}
	if e.Op != form.Sub && e.Op != form.Change || len(e.Args) != 2 {
		return false
	}
	later, earlier := periodOf(e.Args[0]), periodOf(e.Args[1])
	return later != nil && earlier != nil && later.Period.Start.After(earlier.Period.Start)
}

// isSincePrevious is true for the change from one row of a course of time to the next.
func isSincePrevious(e *form.Expr) bool {
	return (e.Op == form.Sub || e.Op == form.Change) && len(e.Args) == 2 && e.Args[1].Op == form.Prev
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
