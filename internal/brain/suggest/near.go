package suggest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// Topic is what a question is about, as far as its words are understood.
type Topic struct{ Tables, Columns []int }

// maxNear bounds how many questions are tried beside one that was declined:
// somebody waits.
const maxNear = 6

// Near is at most so many questions about what another question is about, the
// nearest first. There are none where nothing of it was understood.
func Near(ctx context.Context, ix *index.Index, b brain.Brain, now time.Time, run Run, about Topic, most int) []string {
	list := []string{}
	tried := 0
	for _, p := range nearest(proposals(ix), ix, about) {
		if tried == maxNear || len(list) == most || ctx.Err() != nil {
			break
		}
		if slices.ContainsFunc(list, func(o string) bool { return beginning(o) == beginning(p.text) }) {
			continue // three of a kind show one way to ask
		}
		tried++
		if p.answered(ctx, b, now, run) {
			list = append(list, p.text)
		}
	}
	return list
}

// beginning is how a question begins: what kind it is, and of what.
func beginning(question string) string {
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
