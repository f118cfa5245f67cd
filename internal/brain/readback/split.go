package readback

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// splitPeriods says periods side by side as people do. SQL takes two years
// together in its where, and tells them apart by one bound; each bound becomes
// the year it stands for, and the where one year or the other.
func splitPeriods(q *form.Query) {
	parts := []*form.Cond{q.Where}
	if q.Where == nil {
		return
	}
	if q.Where.Op == form.And {
		parts = slices.Clone(q.Where.Args)
	}
	for i, w := range parts {
		if w.Op != form.During || w.Values[0].Period.Recurring() {
			continue
		}
		whole := w.Values[0].Period
		var inner []span.Period
		editFigures(q, func(c *form.Cond) *form.Cond {
			if c.Op != form.During || !same(c.Left, w.Left) || c.Values[0].Period.Recurring() {
				return c
			}
			p := intersect(c.Values[0].Period, whole)
			inner = append(inner, p)
			return &form.Cond{Op: form.During, Left: c.Left, Values: []*form.Value{periodValue(p)}}
		})
		if either := eitherOf(w.Left, whole, inner); either != nil {
			parts[i] = either
			q.Where = together(form.And, parts)
			if len(parts) == 1 {
				q.Where = either
			}
		}
	}
}

func intersect(p, q span.Period) span.Period {
	if q.Start.After(p.Start) {
		p.Start = q.Start
	}
	if p.End.IsZero() || !q.End.IsZero() && q.End.Before(p.End) {
		p.End = q.End
	}
	return p
}

// eitherOf is one or the other of periods that fill a whole without a gap; nil
// where they do not, or where one of them is the whole.
func eitherOf(left *form.Expr, whole span.Period, inner []span.Period) *form.Cond {
	slices.SortFunc(inner, func(a, b span.Period) int { return a.Start.Compare(b.Start) })
	inner = slices.CompactFunc(inner, func(a, b span.Period) bool { return a.Start.Equal(b.Start) && a.End.Equal(b.End) })
	if len(inner) < 2 || whole.Start.IsZero() || whole.End.IsZero() {
		return nil
	}
	at := whole.Start
	either := &form.Cond{Op: form.Or}
	for _, p := range inner {
		if !p.Start.Equal(at) {
			return nil
		}
		at = p.End
		either.Args = append(either.Args, &form.Cond{Op: form.During, Left: left, Values: []*form.Value{periodValue(p)}})
	}
	if !at.Equal(whole.End) {
		return nil
	}
	return either
}
