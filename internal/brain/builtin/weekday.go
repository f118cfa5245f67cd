package builtin

import (
	"regexp"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// numbered are questions that want days of the week as numbers.
var numbered = regexp.MustCompile(`(?i)\b(?:0|1|7)\s*(?:=|is|being|for|means)\s*(?:sun|mon)|(?:sun|mon)day\s*(?:=|is|being|as)\s*[017]\b|(?:week)?day\s+(?:number|no\b|index)|number of the (?:week)?day`)

// nameWeekdays shows days of the week by their names, unless the question wants
// numbers.
func nameWeekdays(q *form.Query, question string) {
	if numbered.MatchString(question) {
		return
	}
	named := func(e *form.Expr) {
		if e.Op == form.Weekday {
			e.Named = true
		}
	}
	for ; q != nil; q = q.Other {
		for _, e := range q.Select {
			named(e)
		}
		for _, e := range q.Group {
			named(e)
		}
		for _, o := range q.Order {
			named(o.By)
		}
	}
}
