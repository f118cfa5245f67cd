package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// inCompleteOrder is a form by several groups whose rows are in an order that leaves
// nothing open: what it is ordered by, then what its groups are called. Else the
// same question gives the same rows in another order each time.
func inCompleteOrder(q *form.Query) *form.Query {
	if len(q.Group) < 2 || q.Other != nil || q.Place != nil || len(q.Per) > 0 || q.Distinct {
		return q
	}
	ordered := *q
	ordered.Order = slices.Clone(q.Order)
	shown := 0
	for _, e := range q.Select {
		if e.Aggregates() || e.Op != form.Column && !slices.ContainsFunc(q.Group, func(g *form.Expr) bool { return form.SameFigure(g, e) }) {
			continue
		}
		shown++
		if !slices.ContainsFunc(ordered.Order, func(o form.Order) bool { return form.SameFigure(o.By, e) }) {
			ordered.Order = append(ordered.Order, form.Order{By: e})
		}
	}
	if shown < 2 {
		return q
	}
	return &ordered
}
