package explore

import (
	"cmp"
	"fmt"
	"regexp"
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

// hold finds for each claim a result that bears it out. A result that knows
// nothing of what a clause is about cannot speak for it where a query that does
// denies it: that 30 stands somewhere does not make it the shop's 30.
func (t *Turn) hold(text string) report {
	if len(t.found) == 0 {
		r := story.Check(text, &table.Table{}, t.storyContext(nil))
		return report{Report: r, by: make([]int, len(r.References))}
	}
	var yes, no []claim
	merits := make([]int, len(t.found)) // of each result: claims that it bears out
	for i := range t.found {
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
	clauses := clausesOf(text, append(slices.Clone(yes), no...))
	yes = slices.DeleteFunc(yes, func(c claim) bool {
		return slices.ContainsFunc(no, func(d claim) bool {
			return d.by != c.by && t.found[d.by].number > 0 && overlap(c, d) && !t.found[c.by].knows(within(t.found[d.by].names, clauses.around(c)))
		})
	})
	// The result that bears out most speaks first; what it knows of a clause
	// makes an objection worth hearing.
	slices.SortStableFunc(yes, func(a, b claim) int { return cmp.Compare(merits[b.by], merits[a.by]) })
	relevance := func(c claim) int { return len(within(t.found[c.by].names, clauses.around(c))) }
	slices.SortStableFunc(no, func(a, b claim) int { return cmp.Or(cmp.Compare(relevance(b), relevance(a)), cmp.Compare(b.by, a.by)) })
	var kept []claim
	for _, c := range append(yes, no...) {
		if !slices.ContainsFunc(kept, func(d claim) bool { return overlap(c, d) }) {
			kept = append(kept, c)
		}
	}
	return combined(kept)
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

// clauses are the parts of a text that speak of one thing each.
type clauses struct {
	text string
	ends []int
}

var clauseEnd = regexp.MustCompile(`[.!?;:—](?:\s|$)|,\s|\s(?:and|but|while|whereas)\s`)

// clausesOf cuts a text. What makes no claim belongs to what follows it: "In the
// shop, 30 were sold."
func clausesOf(text string, all []claim) clauses {
	c := clauses{text: text}
	from := 0
	for _, at := range append(clauseEnd.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		claims := slices.ContainsFunc(all, func(x claim) bool { return x.Start < at[1] && from < x.End })
		ended := at[0] < len(text) && (text[at[0]] == '.' || text[at[0]] == '!' || text[at[0]] == '?')
		if claims || ended || at[0] == len(text) {
			c.ends = append(c.ends, at[1])
			from = at[1]
		}
	}
	return c
}

// around is the clause that a claim stands in.
func (c clauses) around(x claim) string {
	from := 0
	for _, end := range c.ends {
		if x.Start < end {
			return c.text[from:max(end, x.End)]
		}
		from = end
	}
	return c.text[from:]
}
