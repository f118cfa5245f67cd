package builtin

import (
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// movesPeriod is true for a follow-up that keeps a period of the turn before
// and lays it on another column, or lays another one beside it: who says "by
// quarter" after orders of 2025 does not mean products that came in 2025.
func movesPeriod(q, before *form.Query) bool {
	if before == nil {
		return false
	}
	was, is := periods(before), periods(q)
	for p, columns := range is {
		old, kept := was[p]
		for c := range columns {
			if kept && !old[c] || kept && clashes(p, c, is, was) {
				return true
			}
		}
	}
	return false
}

// clashes is true for a period that was kept beside a new one that it excludes:
// "same for last year" puts one in the place of the other.
func clashes(p span.Period, column int, is, was map[span.Period]map[int]bool) bool {
	for o, columns := range is {
		if _, old := was[o]; old || o.Recurring() || p.Recurring() || o.Start.IsZero() || o.End.IsZero() || p.Start.IsZero() || p.End.IsZero() {
			continue
		}
		if disjoint := !o.Start.Before(p.End) || !p.Start.Before(o.End); disjoint && (!columns[column] || len(columns) > 1) {
			return true
		}
	}
	return false
}

// periods are the columns that each period is laid on.
func periods(q *form.Query) map[span.Period]map[int]bool {
	found := map[span.Period]map[int]bool{}
	eachQuery(q, func(q *form.Query) {
		exprsOf(q, func(*form.Expr) {}, func(c *form.Cond) {
			if c.Op != form.During || c.Left == nil || c.Left.Op != form.Column || len(c.Values) == 0 {
				return
			}
			p := c.Values[0].Period
			if found[p] == nil {
				found[p] = map[int]bool{}
			}
			found[p][c.Left.Column] = true
		})
	})
	return found
}

// movedCost is how much less probable such a follow-up is, in nats.
const movedCost = 2.5
