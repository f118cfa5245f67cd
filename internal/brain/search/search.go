// Package search is the second source of candidates beside the parser: it
// reads a question by rules, from the names, values, numbers and periods that
// were linked in it, and it repairs what the parser wrote by small edits. It
// judges nothing: the parser's decoder scores what it proposes.
package search

import (
	"slices"
	"time"

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
	w := newWriter(q)
	out := make([][]int, len(queries))
	for i, query := range queries {
		out[i] = w.write(query)
	}
	return out
}

// writer writes forms for one question. Forms share most of their values, and
// finding how to point at one takes longer than all the rest, so it remembers.
type writer struct {
	q     *link.Question
	g     *form.Grammar
	known map[pointed][]form.Token
}

// pointed is a value that is compared with a column.
type pointed struct {
	value  form.Value
	column int
}

func newWriter(q *link.Question) *writer {
	return &writer{q: q, g: q.Grammar(), known: map[pointed][]form.Token{}}
}

// Point is the question's, remembered.
func (w *writer) Point(v *form.Value, column int) ([]form.Token, bool) {
	key := pointed{*v, column}
	tokens, ok := w.known[key]
	if !ok {
		tokens, _ = w.q.Point(v, column)
		w.known[key] = tokens
	}
	return tokens, tokens != nil
}

// Today is the day that the question is asked on.
func (w *writer) Today() time.Time { return w.q.Today() }

// write gives the tokens of a form by number, nil where the grammar or the
// question does not allow it.
func (w *writer) write(query *form.Query) []int {
	tokens, err := form.Write(query, w)
	if err != nil {
		return nil
	}
	state := w.g.Start()
	numbers := make([]int, 0, len(tokens)+1)
	for _, t := range append(tokens, form.Token{Kind: form.Word, N: form.End()}) {
		t, ok := w.q.Seen(t)
		if !ok {
			return nil
		}
		if state = state.Next(t); state == nil {
			return nil
		}
		numbers = append(numbers, w.g.Number(t))
	}
	return numbers
}

// list keeps forms that can be written, each once.
type list struct {
	*writer
	tries   int
	seen    [][]int
	queries []*form.Query
}

// newList makes a list that does not take the form known, if there is one.
func newList(q *link.Question, known *form.Query) *list {
	l := &list{writer: newWriter(q)}
	if known != nil {
		l.seen = append(l.seen, l.write(known))
	}
	return l
}

func (l *list) full() bool { return len(l.queries) == most || l.tries == mostTries }

func (l *list) add(query *form.Query) {
	if query == nil || l.full() {
		return
	}
	l.tries++
	numbers := l.write(query)
	if numbers == nil || slices.ContainsFunc(l.seen, func(o []int) bool { return slices.Equal(o, numbers) }) {
		return
	}
	l.seen = append(l.seen, numbers)
	l.queries = append(l.queries, query)
}
