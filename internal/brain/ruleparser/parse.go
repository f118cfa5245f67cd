// Package ruleparser reads a question by rules, from the names, values, numbers
// and periods that were linked in it. It knows nothing of the neural parser, so
// that a form which both come to is seldom wrong.
package ruleparser

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// Parse is the likeliest form of a question that stands alone, nil where the words
// do not suffice or the parser could not write it.
func Parse(ix *index.Index, q *link.Question) *form.Query {
	b := &builder{Clues: clue.Read(ix, q), query: &form.Query{Keep: form.NoTable}}
	if !b.shape() {
		return nil
	}
	b.where()
	b.order()
	parsed := b.finish()
	if parsed != nil && slices.Contains(b.Low[q.Context:], "both") {
		parsed = intersect(parsed)
	}
	if parsed == nil || q.Writer().Write(parsed) == nil {
		return nil
	}
	return parsed
}
