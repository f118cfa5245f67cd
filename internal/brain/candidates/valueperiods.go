package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// periodsInValues are conditions of a period whose words are part of a stored value that the
// form compares with: 2025 in the fiscal year FY2025.
func periodsInValues(c *Case) []*form.Cond {
	var list []*form.Cond
	c.Query.EachQuery(func(q *form.Query) {
		all := q.Where.Conjuncts()
		for _, k := range all {
			if k.Op != form.During || len(k.Values) != 1 {
				continue
			}
			said, within := 0, 0
			for _, period := range c.Asked.Items {
				if period.Value == nil || period.First < 0 || !form.SameValue(period.Value, k.Values[0]) {
					continue
				}
				said++
				if slices.ContainsFunc(all, func(o *form.Cond) bool {
					return slices.ContainsFunc(allowed(o), func(v *form.Value) bool { return v.Stored && c.saysWithin(v, o.Left.Column, period.First, period.End) })
				}) {
					within++
				}
			}
			if said > 0 && within == said {
				list = append(list, k)
			}
		}
	})
	return list
}

// saysWithin reports whether words of the question for a stored value hold others, or
// a year stands right behind the name of its column.
func (c *Case) saysWithin(v *form.Value, column, first, end int) bool {
	named := slices.ContainsFunc(c.Asked.Names, func(n link.Name) bool { return n.Column && n.Number == column && n.End == first })
	if year := span.Text(c.Asked.Words[first:end]); named && len(year) == 4 && strings.HasSuffix(v.Text, year) {
		return true // the fiscal year 2025, which is stored as FY2025
	}
	for _, it := range c.Asked.Items {
		if it.Column == column && it.Value != nil && it.Value.Text == v.Text && it.First >= 0 && it.First <= first && end <= it.End {
			return true
		}
	}
	return false
}

func dropPeriodsInValues(c *Case) {
	for _, k := range periodsInValues(c) {
		c.Query.EachQuery(func(q *form.Query) { q.Where = without(q.Where, k) })
	}
}
