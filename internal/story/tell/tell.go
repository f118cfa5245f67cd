// Package tell is the built-in narrator: it writes what a result says in one to
// four sentences, without a language model.
//
// It leads with the finding, then compares, ranks and dates it, and says what a
// reader should doubt. Every figure is taken from the rows or recomputed from
// them where it is written, so each carries its reference by construction. The
// wording varies from result to result, but the same question over the same
// rows always reads the same.
package tell

import (
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Finding is a result and what is known about the question behind it. Only
// Table is needed; what no Meaning says is found from types and names of columns.
type Finding struct {
	Question string
	Table    *table.Table
	Meaning  *meaning.Meaning // what the statement returns; nil where nobody knows
	Outside  bool             // nothing was found because the period lies outside the data; what would help is known
	Now      time.Time        // tells whether the last period is over; zero means unknown
}

// maxSentences is how long a story may be. Caveats take the place of detail.
const maxSentences = 4

// Tell writes the story of a finding.
func Tell(f Finding) story.Story {
	t := newTeller(f)
	switch {
	case len(t.table.Columns) == 0 || len(t.table.Rows) == 0:
		t.tellEmpty()
	case len(t.table.Rows) == 1:
		t.tellRow()
	case len(t.measures) == 0:
		t.tellNames()
	case t.times != nil && t.times.unique && t.times.grain != moment && len(t.dimensions) == 0:
		t.tellSeries()
	case t.times == nil && len(t.dimensions) == 1 && t.dimensions[0].flag && t.tellFlag():
	case (t.times == nil || !t.times.unique) && t.key() >= 0:
		t.tellRanking(t.dimensions[t.key()])
	case t.times != nil && t.times.grain != moment && !t.times.unique && len(t.dimensions) == 1 && t.isGrid(t.times.keys, t.dimensions[0].labels):
		t.tellGroupsOverTime()
	case t.times == nil && len(t.dimensions) == 2 && t.isGrid(t.dimensions[0].labels, t.dimensions[1].labels):
		t.tellTwoDimensions()
	case t.times == nil && len(t.dimensions) == 0 && len(t.measures) == 2:
		t.tellScatter()
	case t.times == nil && len(t.dimensions) == 0 && len(t.measures) == 1:
		t.tellDistribution()
	default:
		t.tellRecords()
	}
	return t.story()
}

// teller is a story in the making.
type teller struct {
	Finding
	table      *table.Table
	measures   []*measure
	dimensions []*dimension
	times      *timeline
	filters    []meaning.Filter // conditions that the story has not said otherwise
	period     string           // the month, quarter or year that all rows lie in
	partial    bool             // the rows are a part of what there is: a limit, a cap
	flags      map[string]bool  // how yes and no of its columns are said
	seed       uint64
	sentences  []sentence
}

type sentence struct {
	words  phrase
	weight int // the lightest are left out first; the lead is never
}

// What a sentence is worth beside the others.
const (
	detail = iota
	comparison
	caveat
	lead
)

func (t *teller) say(weight int, p phrase) {
	if len(p) > 0 {
		if t.flags[p[0].text] { // no name of the data: it begins as words do
			p = slices.Clone(p)
			p[0].own = false
		}
		t.sentences = append(t.sentences, sentence{p, weight})
	}
}

// sayOne says one of several sentences that mean the same.
func (t *teller) sayOne(weight int, parts map[string]phrase, variants ...string) {
	t.say(weight, fill(t.pick(variants...), parts))
}

// story keeps the weightiest sentences, in the order in which they were said.
func (t *teller) story() story.Story {
	kept := t.sentences
	for len(kept) > maxSentences {
		lightest := 0
		for i, s := range kept {
			if s.weight <= kept[lightest].weight {
				lightest = i // the last of the lightest
			}
		}
		kept = append(kept[:lightest:lightest], kept[lightest+1:]...)
	}
	return write(kept)
}

// key is the place of the dimension that tells all rows apart; what stands
// beside it describes it. -1 means that there is none.
func (t *teller) key() int {
	return slices.IndexFunc(t.dimensions, func(d *dimension) bool { return d.unique })
}

// isGrid reports whether no pair of labels occurs twice.
func (t *teller) isGrid(a, b []string) bool {
	seen := make(map[[2]string]bool, len(a))
	for i := range a {
		pair := [2]string{a[i], b[i]}
		if seen[pair] {
			return false
		}
		seen[pair] = true
	}
	return true
}
