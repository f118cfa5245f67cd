package story

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// Result is one of several results that a story may rest on.
type Result struct {
	table   *table.Table
	meaning *meaning.Meaning
	query   bool
	says    string      // what its statement speaks of, in plain words
	about   []aboutName // what its rows and columns are about
}

// NewResult makes a result ready to be asked about many stories. The meaning is
// that of the statement behind it; nil where nobody knows. A query was run for
// the answer; what was only looked at on the way may support a claim, and denies
// none.
func NewResult(t *table.Table, m *meaning.Meaning, query bool) Result {
	return Result{table: t, meaning: m, query: query, says: plainWords(strings.Join(vocabularyOf(m), " ; ")), about: aboutNames(t)}
}

// Filters are what the statement of the result keeps, in words that a story may
// use.
func (r *Result) Filters() []string { return conditionsOf(r.meaning) }

// Combined is what several results together say of a story.
type Combined struct {
	Report
	By    []int // of each reference: which result supports it; -1 if there was none
	Spoke []int // the results that support something, in their order: without them others might object
}

// sourcedClaim is a claim, and the result that was asked about it.
type sourcedClaim struct {
	Claim
	by int
}

// CheckAll finds for each claim a result that supports it. A result that knows
// less of what a clause is about cannot speak for it where a query that knows
// more denies it: that 30 stands somewhere does not make it the shop's 30.
func CheckAll(ctx context.Context, text string, results []Result, c Context) (Combined, error) {
	if len(results) == 0 {
		c.Foreign = false // a text that rests on nothing is shown as why there is no answer
		r := Check(text, &table.Table{}, c)
		return Combined{Report: r, By: slices.Repeat([]int{-1}, len(r.References))}, nil
	}
	var yes, no []sourcedClaim
	var left []unexplained // by all results
	var reader *checker
	merits := make([]int, len(results)) // claims that each supports
	for i, r := range results {
		if ctx.Err() != nil { // a long text and many rows take their time
			return Combined{}, ctx.Err()
		}
		own := c
		own.Meaning = r.meaning
		ch := checkText(text, r.table, own)
		if left = inBoth(left, ch.unexplained); i == 0 {
			left, reader = ch.unexplained, ch
		}
		for _, cl := range ch.claims {
			if cl.Supported {
				yes = append(yes, sourcedClaim{cl, i})
				merits[i]++
			} else {
				no = append(no, sourcedClaim{cl, i})
			}
		}
	}
	h := newPassageScores(results, text, slices.Concat(yes, no))
	slices.SortStableFunc(no, func(a, b sourcedClaim) int { return cmp.Compare(a.Start, b.Start) })
	yes = slices.DeleteFunc(yes, func(c sourcedClaim) bool { return h.isDenied(c, no) })
	h.countClaims(yes, no)
	no = slices.DeleteFunc(no, h.isSettled)
	// The result that supports most speaks first; what it knows of a clause
	// makes an objection worth hearing.
	slices.SortStableFunc(yes, func(a, b sourcedClaim) int { return cmp.Compare(merits[b.by], merits[a.by]) })
	slices.SortStableFunc(no, func(a, b sourcedClaim) int {
		return cmp.Or(cmp.Compare(totalWeight(h.names(clause, b.by, b)), totalWeight(h.names(clause, a.by, a))), cmp.Compare(b.by, a.by))
	})
	all := append(yes, no...)
	for _, cl := range reader.objectionsTo(left) {
		all = append(all, sourcedClaim{cl, 0})
	}
	out := combine(withoutOverlaps(len(text), all))
	for i := range results {
		if slices.ContainsFunc(yes, func(c sourcedClaim) bool { return c.by == i }) {
			out.Spoke = append(out.Spoke, i)
		}
	}
	return out, nil
}

// inBoth are the words that are left over in both lists.
func inBoth(a, b []unexplained) []unexplained {
	return slices.DeleteFunc(slices.Clone(a), func(l unexplained) bool {
		_, found := slices.BinarySearchFunc(b, l.word, func(o unexplained, word int) int { return cmp.Compare(o.word, word) })
		return !found
	})
}

// withoutOverlaps keeps of claims that share words the first.
func withoutOverlaps(size int, list []sourcedClaim) []sourcedClaim {
	var kept []sourcedClaim
	taken := make([]bool, size+1)
	for _, c := range list {
		if !slices.Contains(taken[c.Start:c.End], true) {
			kept = append(kept, c)
			for i := c.Start; i < c.End; i++ {
				taken[i] = true
			}
		}
	}
	return kept
}

// combine puts claims in the order of the text, and numbers their references
// again.
func combine(kept []sourcedClaim) Combined {
	slices.SortStableFunc(kept, func(a, b sourcedClaim) int { return cmp.Compare(a.Start, b.Start) })
	var r Combined
	for _, c := range kept {
		if c.Supported {
			c.Reference.ID = fmt.Sprintf("ref%d", len(r.References)+1)
			r.References = append(r.References, c.Reference)
			r.By = append(r.By, c.by)
		}
		r.Claims = append(r.Claims, c.Claim)
	}
	return r
}
