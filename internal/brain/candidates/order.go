package candidates

import (
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// inCompleteOrder is a form by groups whose rows are in an order that leaves nothing
// open: what it is ordered by, then what its groups are called. Else the same
// question gives the same rows in another order each time. Groups of one kind that
// have no order of their own come with the largest figure first.
func inCompleteOrder(ix *index.Index, q *form.Query) *form.Query {
	if len(q.Group) == 0 || q.Other != nil || q.Place != nil || len(q.Per) > 0 || q.Distinct {
		return q
	}
	var groups, figures []*form.Expr
	for _, e := range q.Select {
		switch {
		case e.Aggregates():
			figures = append(figures, e)
		case e.Op == form.Column || slices.ContainsFunc(q.Group, func(g *form.Expr) bool { return form.SameFigure(g, e) }):
			groups = append(groups, e)
		}
	}
	if len(groups) == 0 || len(groups) == 1 && q.Limit != nil { // the renderer breaks the ties of a ranking
		return q
	}
	ordered := *q
	ordered.Order = slices.Clone(q.Order)
	if len(q.Order) == 0 && len(groups) == 1 && len(figures) > 0 && !hasOwnOrder(ix, groups[0]) {
		ordered.Order = append(ordered.Order, form.Order{By: latest(figures), Desc: true})
	}
	for _, e := range groups {
		if !slices.ContainsFunc(ordered.Order, func(o form.Order) bool { return form.SameFigure(o.By, e) }) {
			ordered.Order = append(ordered.Order, form.Order{By: e})
		}
	}
	return &ordered
}

// hasOwnOrder reports whether groups are times or amounts, which people expect to see
// from the first to the last.
func hasOwnOrder(ix *index.Index, group *form.Expr) bool {
	switch group.Op {
	case form.Column:
		c := ix.Columns[group.Column]
		return c.Kind == index.Time || c.Kind == index.Number && c.Measure || c.Calendar() != nil
	case form.Lower, form.If:
		return false
	}
	return true // a part of a date, or a band
}

// latest is the figure of the latest period, where all are of one; else the first.
func latest(figures []*form.Expr) *form.Expr {
	best := figures[0]
	var at time.Time
	for _, e := range figures {
		if len(e.Args) != 1 || e.Args[0].Op != form.If || e.Args[0].If.Op != form.During || len(e.Args[0].If.Values) != 1 {
			return figures[0]
		}
		if start := e.Args[0].If.Values[0].Period.Start; start.After(at) {
			best, at = e, start
		}
	}
	return best
}
