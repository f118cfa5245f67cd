// Package search is the second source of candidates beside the parser: it
// reads a question by rules, from the names, values, numbers and periods that
// were linked in it, and it repairs what the parser wrote by small edits. It
// judges nothing: the parser's decoder scores what it proposes.
package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// most is how many forms are proposed at a time.
const most = 12

// Propose reads a question by rules. The likeliest forms come first; all of
// them can be written for the question. It is for questions that stand alone.
func Propose(ix *index.Index, q *link.Question) []*form.Query {
	c := read(ix, q)
	out := newList(q, nil)
	for _, choice := range c.choices() {
		if out.full() {
			break
		}
		out.add(c.build(choice))
	}
	return out.queries
}

// Written gives the numbers of each form's tokens with the end token, as the
// decoder scores them. A form that cannot be written for the question gives
// nil.
func Written(q *link.Question, queries []*form.Query) [][]int {
	g := q.Grammar()
	out := make([][]int, len(queries))
	for i, query := range queries {
		out[i] = written(g, q, query)
	}
	return out
}

func written(g *form.Grammar, q *link.Question, query *form.Query) []int {
	tokens, err := form.Write(query, q)
	if err != nil {
		return nil
	}
	state := g.Start()
	numbers := make([]int, 0, len(tokens)+1)
	for _, t := range append(tokens, form.Token{Kind: form.Word, N: form.End()}) {
		if state = state.Next(t); state == nil {
			return nil
		}
		numbers = append(numbers, g.Number(t))
	}
	return numbers
}

// list keeps forms that can be written, each once.
type list struct {
	q       *link.Question
	g       *form.Grammar
	seen    [][]int
	queries []*form.Query
}

// newList makes a list that does not take the form known, if there is one.
func newList(q *link.Question, known *form.Query) *list {
	l := &list{q: q, g: q.Grammar()}
	if known != nil {
		if numbers := written(l.g, q, known); numbers != nil {
			l.seen = append(l.seen, numbers)
		}
	}
	return l
}

func (l *list) full() bool { return len(l.queries) == most }

func (l *list) add(query *form.Query) {
	if query == nil || l.full() {
		return
	}
	numbers := written(l.g, l.q, query)
	if numbers == nil || slices.ContainsFunc(l.seen, func(o []int) bool { return slices.Equal(o, numbers) }) {
		return
	}
	l.seen = append(l.seen, numbers)
	l.queries = append(l.queries, query)
}
