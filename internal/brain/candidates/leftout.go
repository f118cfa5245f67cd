package candidates

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/english"
)

// periodsLeftOut are conditions that keep the rows of a period which the question
// wants without: outside January, except 2024.
func periodsLeftOut(c *Case) []*form.Cond {
	var list []*form.Cond
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(cond *form.Cond) {
			if cond.Op == form.During && len(cond.Values) == 1 && isLeftOut(c.Asked, cond.Values[0]) {
				list = append(list, cond)
			}
		})
	})
	return list
}

// isLeftOut is true for a period right behind a word that leaves it out.
func isLeftOut(asked *link.Question, v *form.Value) bool {
	for _, i := range asked.Items {
		if i.Kind != link.Period || i.First <= asked.Context || v.Kind != form.Period || !i.Value.Period.Start.Equal(v.Period.Start) || !i.Value.Period.End.Equal(v.Period.End) {
			continue
		}
		before := i.First - 1
		for before > asked.Context && english.Among(strings.ToLower(asked.Words[before].Text), "of the in during from") {
			before--
		}
		return english.Among(strings.ToLower(asked.Words[before].Text), "outside except excluding excl without ignoring")
	}
	return false
}

func leaveOutPeriods(c *Case) {
	for _, cond := range periodsLeftOut(c) {
		cond.Op = form.NotDuring
	}
}
