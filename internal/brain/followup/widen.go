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

// Widen gives a follow-up more than one point where it wants to see a course:
// who says "by month" after the revenue of last month means the months up to it.
// It says so. A message that names a time itself means that.
func Widen(q *form.Query, asked *link.Question) []string {
	before := asked.Before()
	if before == nil || q.Other != nil || slices.ContainsFunc(asked.Items, func(i link.Item) bool { return i.Kind == link.Period && i.First >= asked.Context }) {
		return nil
	}
	for _, g := range q.Group {
		c, ok := grains[g.Op]
		if !ok || g.Args[0].Op != form.Column || slices.ContainsFunc(before.Group, func(o *form.Expr) bool { return o.Op == g.Op }) {
			continue
		}
		for _, w := range q.Where.Conjuncts() {
			if w.Op != form.During || w.Left.Op != form.Column || w.Left.Column != g.Args[0].Column {
				continue
			}
			p, ok := w.Values[0].Period.Widened(c.grain, c.units)
			if !ok {
				return nil
			}
			const day = "2 Jan 2006"
			text := "from " + p.Start.Format(day) + " to " + p.End.AddDate(0, 0, -1).Format(day)
			w.Values = []*form.Value{{Kind: form.Period, Text: text, Period: p}}
			return []string{fmt.Sprintf("the %d %ss up to the one asked for before, which alone would be a single row", c.units, c.grain)}
		}
	}
	return nil
}
