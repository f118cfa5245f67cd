package followup

import (
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// grains are the buckets of time, with how many of each show how something went.
var grains = map[form.Op]struct {
	grain span.Grain
	units int
}{form.Day: {span.Day, 30}, form.Week: {span.Week, 12}, form.Month: {span.Month, 12}, form.Quarter: {span.Quarter, 8}, form.Year: {span.Year, 5}}

// IsOnePoint is true for a follow-up that wants to see a course and has one point
// of it: who says "by month" after the revenue of last month means the months up
// to it. A message that names a time itself means that.
func IsOnePoint(q *form.Query, asked *link.Question) bool {
	_, _, _, ok := findPoint(q, asked)
	return ok
}

// Widen lets such a follow-up show the course, and says so.
func Widen(q *form.Query, asked *link.Question) string {
	cond, p, op, _ := findPoint(q, asked)
	const day = "2 Jan 2006"
	text := "from " + p.Start.Format(day) + " to " + p.End.AddDate(0, 0, -1).Format(day)
	cond.Values = []*form.Value{{Kind: form.Period, Text: text, Period: p}}
	return fmt.Sprintf("the %d %ss up to the one asked for before, which alone would be a single row", grains[op].units, grains[op].grain)
}

// findPoint finds the condition on one point of time, and the wider period.
func findPoint(q *form.Query, asked *link.Question) (*form.Cond, span.Period, form.Op, bool) {
	before := asked.Before()
	if before == nil || q.Other != nil || slices.ContainsFunc(asked.Items, func(i link.Item) bool { return i.Kind == link.Period && i.First >= asked.Context }) {
		return nil, span.Period{}, "", false
	}
	for _, g := range q.Group {
		c, ok := grains[g.Op]
		if !ok || g.Args[0].Op != form.Column || slices.ContainsFunc(before.Group, func(o *form.Expr) bool { return o.Op == g.Op }) {
			continue
		}
		for _, w := range q.Where.Conjuncts() {
			if w.Op == form.During && w.Left.Op == form.Column && w.Left.Column == g.Args[0].Column {
				p, ok := w.Values[0].Period.Widen(c.grain, c.units)
				return w, p, g.Op, ok
			}
		}
	}
	return nil, span.Period{}, "", false
}
