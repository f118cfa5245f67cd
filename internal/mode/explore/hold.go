package explore

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// report is what the rows of all results say of a text.
type report struct {
	story.Report
	by []int // of each reference: which of the evidence bears it out
}

// claim is a claim, and the evidence that was asked about it.
type claim struct {
	story.Claim
	by int
}

// hold finds for each claim a result that bears it out. A result that knows less
// of what a clause is about cannot speak for it where a query that knows more
// denies it: that 30 stands somewhere does not make it the shop's 30.
func (t *Turn) hold(ctx context.Context, text string) (report, error) {
	if len(t.found) == 0 {
		r := story.Check(text, &table.Table{}, t.storyContext(nil))
		return report{Report: r, by: make([]int, len(r.References))}, nil
	}
	var yes, no []claim
	merits := make([]int, len(t.found)) // of each result: claims that it bears out
	for i := range t.found {
		if ctx.Err() != nil { // a long text and many rows take their time
			return report{}, ctx.Err()
		}
		e := &t.found[i]
		for _, c := range story.Check(text, e.table, t.storyContext(e.filters())).Claims {
			if c.Supported {
				yes = append(yes, claim{c, i})
				merits[i]++
			} else {
				no = append(no, claim{c, i})
			}
		}
	}
	h := newHolder(t.found, text, slices.Concat(yes, no))
	slices.SortStableFunc(no, func(a, b claim) int { return cmp.Compare(a.Start, b.Start) })
	yes = slices.DeleteFunc(yes, func(c claim) bool { return h.denied(c, no) })
	h.count(yes, no)
	no = slices.DeleteFunc(no, h.settled)
	// The result that bears out most speaks first; what it knows of a clause
	// makes an objection worth hearing.
	slices.SortStableFunc(yes, func(a, b claim) int { return cmp.Compare(merits[b.by], merits[a.by]) })
	slices.SortStableFunc(no, func(a, b claim) int {
		return cmp.Or(cmp.Compare(weigh(h.names(clause, b.by, b)), weigh(h.names(clause, a.by, a))), cmp.Compare(b.by, a.by))
	})
	var kept []claim
	taken := make([]bool, len(text)+1)
	for _, c := range append(yes, no...) {
		if !slices.Contains(taken[c.Start:c.End], true) {
			kept = append(kept, c)
			for i := c.Start; i < c.End; i++ {
				taken[i] = true
			}
		}
	}
	return combined(kept), nil
}

// combined puts claims in the order of the text, and numbers their references
// anew.
func combined(kept []claim) report {
	slices.SortStableFunc(kept, func(a, b claim) int { return cmp.Compare(a.Start, b.Start) })
	var r report
	for _, c := range kept {
		if c.Supported {
			c.Reference.ID = fmt.Sprintf("ref%d", len(r.References)+1)
			r.References = append(r.References, c.Reference)
			r.by = append(r.by, c.by)
		}
		r.Claims = append(r.Claims, c.Claim)
	}
	return r
}

func overlap(a, b claim) bool { return a.Start < b.End && b.Start < a.End }
