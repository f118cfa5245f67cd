package candidates

import (
	"regexp"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// numbered are questions that want days of the week as numbers.
var numbered = regexp.MustCompile(`(?i)\b(?:0|1|7)\s*(?:=|is|being|for|means)\s*(?:sun|mon)|(?:sun|mon)day\s*(?:=|is|being|as)\s*[017]\b|(?:week)?day\s+(?:number|no\b|index)|number of the (?:week)?day`)

// wantsNumbers is true for a question that wants days of the week as numbers.
func wantsNumbers(question string) bool { return numbered.MatchString(question) }

// unnamedWeekdays are the days of the week that a form shows as numbers.
func unnamedWeekdays(q *form.Query) []*form.Expr {
	var list []*form.Expr
	add := func(e *form.Expr) {
		if e.Op == form.Weekday && !e.Named {
			list = append(list, e)
		}
	}
	for ; q != nil; q = q.Other {
		for _, e := range slices.Concat(q.Select, q.Group) {
			add(e)
		}
		for _, o := range q.Order {
			add(o.By)
		}
	}
	return list
}

func nameWeekdays(c *Case) {
	for _, e := range unnamedWeekdays(c.Query) {
		e.Named = true
	}
}
