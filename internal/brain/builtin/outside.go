package builtin

import (
	"fmt"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// outsideData says why a question finds nothing, where it asks about a period before the
// data begin, or after their end: that there was nothing is more than the data tell.
func (j *judgement) outsideData() string {
	if j.first == nil || !j.first.Empty && !j.first.Zero {
		return ""
	}
	const day = "2 January 2006"
	why := ""
	j.first.Query.EachQuery(func(q *form.Query) {
		for _, k := range q.Where.Conjuncts() {
			if k.Op != form.During || len(k.Values) != 1 || k.Left == nil || k.Left.Op != form.Column || k.Left.Column == 0 {
				continue
			}
			p := k.Values[0].Period
			first, last, ok := j.ix.Days(k.Left.Column, p.Start.Location())
			switch {
			case !ok || p.Now || p.Every.Of != 0:
			case !p.End.IsZero() && !p.End.After(first):
				why = fmt.Sprintf("The data begin on %s, so they say nothing of that time. Ask about a later one.", first.Format(day))
			case j.first.Empty && p.Start.After(last):
				why = fmt.Sprintf("The data end on %s, so they say nothing of that time. Ask about an earlier one.", last.Format(day))
			}
		}
	})
	return why
}
