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
// the answer; what was only looked at on the way may bear a claim out, and denies
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
	By    []int // of each reference: which result bears it out; -1 if there was none
	Spoke []int // the results that bear something out, in their order: without them others might object
}

// heard is a claim, and the result that was asked about it.
type heard struct {
	Claim
	by int
}

// CheckAll finds for each claim a result that bears it out. A result that knows
// less of what a clause is about cannot speak for it where a query that knows
// more denies it: that 30 stands somewhere does not make it the shop's 30.
func CheckAll(ctx context.Context, text string, results []Result, c Context) (Combined, error) {
	if len(results) == 0 {
		c.Foreign = false // a text that rests on nothing is shown as why there is no answer
		r := Check(text, &table.Table{}, c)
		return Combined{Report: r, By: slices.Repeat([]int{-1}, len(r.References))}, nil
	}
	var yes, no []heard
	var left []leftover // by all results
	var reader *checker
	merits := make([]int, len(results)) // claims that each bears out
	for i, r := range results {
		if ctx.Err() != nil { // a long text and many rows take their time
			return Combined{}, ctx.Err()
		}
		own := c
		own.Meaning = r.meaning
		ch := check(text, r.table, own)
		if left = common(left, ch.left); i == 0 {
			left, reader = ch.left, ch
		}
		for _, cl := range ch.claims {
			if cl.Supported {
				yes = append(yes, heard{cl, i})
				merits[i]++
			} else {
				no = append(no, heard{cl, i})
			}
		}
	}
	h := newPassageScores(results, text, slices.Concat(yes, no))
	slices.SortStableFunc(no, func(a, b heard) int { return cmp.Compare(a.Start, b.Start) })
	yes = slices.DeleteFunc(yes, func(c heard) bool { return h.denied(c, no) })
	h.count(yes, no)
	no = slices.DeleteFunc(no, h.settled)
	// The result that bears out most speaks first; what it knows of a clause
	// makes an objection worth hearing.
	slices.SortStableFunc(yes, func(a, b heard) int { return cmp.Compare(merits[b.by], merits[a.by]) })
	slices.SortStableFunc(no, func(a, b heard) int {
		return cmp.Or(cmp.Compare(weigh(h.names(clause, b.by, b)), weigh(h.names(clause, a.by, a))), cmp.Compare(b.by, a.by))
	})
	all := append(yes, no...)
	for _, cl := range reader.objections(left) {
		all = append(all, heard{cl, 0})
	}
	out := combined(apart(len(text), all))
	for i := range results {
		if slices.ContainsFunc(yes, func(c heard) bool { return c.by == i }) {
			out.Spoke = append(out.Spoke, i)
		}
	}
	return out, nil
}

// common are the words that are left over in both lists.
func common(a, b []leftover) []leftover {
	return slices.DeleteFunc(slices.Clone(a), func(l leftover) bool {
		_, found := slices.BinarySearchFunc(b, l.word, func(o leftover, word int) int { return cmp.Compare(o.word, word) })
		return !found
	})
}

// apart keeps of claims that share words the first.
func apart(size int, list []heard) []heard {
	var kept []heard
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

// combined puts claims in the order of the text, and numbers their references
// again.
func combined(kept []heard) Combined {
	slices.SortStableFunc(kept, func(a, b heard) int { return cmp.Compare(a.Start, b.Start) })
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
