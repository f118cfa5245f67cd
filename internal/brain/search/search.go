// Package search is the second source of candidates beside the parser: it
// reads a question by rules, from the names, values, numbers and periods that
// were linked in it, and it repairs what the parser wrote by small edits. It
// judges nothing: the parser's decoder scores what it proposes.
package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// most is how many forms are proposed at a time.
const (
	most      = 12
	mostTries = 100 // forms that are looked at for it
)

// Propose reads a question by rules. The likeliest forms come first; all of
// them can be written for the question. It is for questions that stand alone.
func Propose(ix *index.Index, q *link.Question) []*form.Query {
	c := clue.Read(ix, q)
	out := newList(q, nil)
	for _, choice := range choices(c) {
		if out.full() {
			break
		}
		out.add(build(c, choice))
	}
	return out.queries
}

// list keeps forms that can be written, each once.
type list struct {
	writer  *link.Writer
	tries   int
	seen    [][]int
	queries []*form.Query
}

// newList makes a list that does not take the form known, if there is one.
func newList(q *link.Question, known *form.Query) *list {
	l := &list{writer: q.Writer()}
	if known != nil {
		l.seen = append(l.seen, l.writer.Write(known))
	}
	return l
}

func (l *list) full() bool { return len(l.queries) == most || l.tries == mostTries }

func (l *list) add(query *form.Query) {
	if query == nil || l.full() {
		return
	}
	l.tries++
	numbers := l.writer.Write(query)
	if numbers == nil || slices.ContainsFunc(l.seen, func(o []int) bool { return slices.Equal(o, numbers) }) {
		return
	}
	l.seen = append(l.seen, numbers)
	l.queries = append(l.queries, query)
}
