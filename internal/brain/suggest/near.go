package suggest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/index"
)

// Topic is what a question is about, as far as its words are understood.
type Topic struct{ Tables, Columns []int }

// Instead lists questions for the place of one that cannot be answered: first what
// is about the same, the nearest first, then what is asked of this database anyway.
// It tries none, for somebody waits: those that were tried come first among
// their like, those that failed are left out, and the others are likely answered.
func Instead(ix *index.Index, tried Tried, about Topic, most int) []string {
	all := proposals(ix)
	all = slices.DeleteFunc(all, func(p proposal) bool { answered, known := tried[p.text]; return known && !answered })
	slices.SortStableFunc(all, func(a, b proposal) int { return cmp.Compare(b2i(tried[b.text]), b2i(tried[a.text])) })
	list := []string{}
	for _, p := range slices.Concat(nearest(all, ix, about), all) {
		if len(list) == most {
			break
		}
		if !slices.ContainsFunc(list, func(o string) bool { return questionKind(o) == questionKind(p.text) }) { // three of a kind show one way to ask
			list = append(list, p.text)
		}
	}
	return list
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// questionKind is how a question begins: what kind it is, and of what.
func questionKind(question string) string {
	const most = 3
	words := strings.Fields(question)
	return strings.Join(words[:min(len(words), most)], " ")
}

// nearest are the proposals that share something with a topic, those that share
// most first.
func nearest(list []proposal, ix *index.Index, about Topic) []proposal {
	near := func(p proposal) int {
		n := 0
		for _, c := range p.columns {
			if slices.Contains(about.Columns, c) {
				n += 3
			}
		}
		for _, t := range p.tables {
			if slices.Contains(about.Tables, t) {
				n += 2
			} else if slices.ContainsFunc(about.Columns, func(c int) bool { return c > 0 && ix.Columns[c].Table == t }) {
				n++
			}
		}
		return n
	}
	list = slices.DeleteFunc(slices.Clone(list), func(p proposal) bool { return near(p) == 0 })
	slices.SortStableFunc(list, func(a, b proposal) int { return cmp.Compare(near(b), near(a)) })
	return list
}
