package explore

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

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
	h := &holder{found: t.found, clauses: clausesOf(text, slices.Concat(yes, no)), known: map[[2]int][]string{}}
	slices.SortStableFunc(no, func(a, b claim) int { return cmp.Compare(a.Start, b.Start) })
	yes = slices.DeleteFunc(yes, func(c claim) bool { return h.denied(c, no) })
	// The result that bears out most speaks first; what it knows of a clause
	// makes an objection worth hearing.
	slices.SortStableFunc(yes, func(a, b claim) int { return cmp.Compare(merits[b.by], merits[a.by]) })
	slices.SortStableFunc(no, func(a, b claim) int {
		return cmp.Or(cmp.Compare(len(h.names(b.by, a)), len(h.names(a.by, a))), cmp.Compare(b.by, a.by))
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

// holder knows which results speak of what a clause is about.
type holder struct {
	found   []evidence
	clauses clauses
	known   map[[2]int][]string // by result and clause
}

// names are what a result knows of the clause that a claim stands in.
func (h *holder) names(by int, c claim) []string {
	at := h.clauses.at(c)
	key := [2]int{by, at}
	if _, ok := h.known[key]; !ok {
		h.known[key] = within(h.found[by].names, h.clauses.text(at))
	}
	return h.known[key]
}

// denied is true for a claim that a query knows better than the result that
// bears it out. The objections are in the order of the text.
func (h *holder) denied(c claim, no []claim) bool {
	const longest = 1000 // bytes of a claim
	from, _ := slices.BinarySearchFunc(no, c.Start-longest, func(d claim, start int) int { return cmp.Compare(d.Start, start) })
	for _, d := range no[from:] {
		if d.Start >= c.End {
			break
		}
		if d.by != c.by && h.found[d.by].number > 0 && overlap(c, d) && !h.found[c.by].knows(h.names(d.by, c)) {
			return true
		}
	}
	return false
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
	whole string
	ends  []int
}

var clauseEnd = regexp.MustCompile(`[.!?;:—](?:\s|$)|,\s|\s(?:and|but|while|whereas)\s`)

// clausesOf cuts a text. What makes no claim belongs to what follows it: "In the
// shop, 30 were sold."
func clausesOf(text string, all []claim) clauses {
	c := clauses{whole: text}
	claimed := make([]int, len(text)+1) // how many bytes of claims there are before each place
	for _, x := range all {
		for i := x.Start; i < x.End; i++ {
			claimed[i+1] = 1
		}
	}
	for i := range len(text) {
		claimed[i+1] += claimed[i]
	}
	from := 0
	for _, at := range clauseEnd.FindAllStringIndex(text, -1) {
		if claimed[at[1]] > claimed[from] || strings.ContainsRune(".!?", rune(text[at[0]])) {
			c.ends = append(c.ends, at[1])
			from = at[1]
		}
	}
	c.ends = append(c.ends, len(text))
	return c
}

// at is which clause a claim begins in.
func (c clauses) at(x claim) int {
	i, _ := slices.BinarySearchFunc(c.ends, x.Start+1, func(end, start int) int { return cmp.Compare(end, start) })
	return min(i, len(c.ends)-1)
}

// text is a clause.
func (c clauses) text(at int) string {
	from := 0
	if at > 0 {
		from = c.ends[at-1]
	}
	return c.whole[from:c.ends[at]]
}
