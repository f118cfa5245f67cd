package builtin

import (
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/english"
)

// outsideData says why a question finds nothing, where it asks about a period before the
// data begin, or after their end: that there was nothing is more than the data tell.
func (j *judgement) outsideData() string {
	if j.first == nil || !j.first.Empty && !j.first.Zero {
		return ""
	}
	const day = "2 January 2006"
	for _, k := range j.first.Query.Where.Conjuncts() {
		if k.Op != form.During || len(k.Values) != 1 || k.Left == nil || k.Left.Op != form.Column || k.Left.Column == 0 {
			continue
		}
		p := k.Values[0].Period
		first, last, ok := j.ix.Days(k.Left.Column, p.Start.Location())
		switch {
		case !ok || p.Now || p.Every.Of != 0 || p.Start.IsZero() || p.End.IsZero() || slices.ContainsFunc(j.ix.Columns[k.Left.Column].Words, func(w string) bool { return ofOther[w] }):
		case !p.End.After(first):
			return fmt.Sprintf("The data begin on %s, so they say nothing of that time. Ask about a later one.", first.Format(day))
		case j.first.Empty && p.Start.After(last):
			return fmt.Sprintf("The data end on %s, so they say nothing of that time. Ask about an earlier one.", last.Format(day))
		}
	}
	return ""
}

// ofOther are words for dates at which nothing was recorded: of births, ends and terms.
var ofOther = english.NewSet("birth born birthday dob founded opened built joined hired end ends ended ending until due expires expiry expiration valid renewal next planned")
