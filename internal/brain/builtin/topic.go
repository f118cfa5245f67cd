package builtin

import (
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/columns"
)

// isUnrelated is true for a message of which no word has to do with the data: no
// name, no value, no word for money where there are amounts, and after an answer
// nothing that could change it either.
func isUnrelated(ix *index.Index, asked *link.Question) bool {
	for _, n := range asked.Names {
		if n.First >= asked.Context {
			return false
		}
	}
	for _, i := range asked.Items {
		if i.First >= asked.Context && i.Kind != link.Period {
			return false
		}
	}
	if hasAmounts(ix) && slices.ContainsFunc(asked.Unlinked(), func(w string) bool { return columns.Money[w] }) {
		return false
	}
	if asked.Context == 0 {
		return true
	}
	for _, s := range asked.Spans {
		if s.First >= asked.Context && (s.Kind == span.Temporal || s.Kind == span.Number || s.Kind == span.Quoted) {
			return false
		}
	}
	// What is said of an answer is made of words that ask: and per month, sorted, as a share.
	return len(asked.Unlinked()) >= len(asked.Words)-asked.Context
}

// isFar is true where all words that nothing in the database answers to are far in
// meaning from all of its names: people call things by other words than their columns.
func (r *reading) isFar(ctx context.Context) bool {
	var names []string
	for _, t := range r.ix.Tables {
		names = append(names, strings.Join(t.Words, " "))
	}
	for _, c := range r.ix.Columns[1:] {
		names = append(names, strings.Join(c.Words, " "))
	}
	if len(names) > tuning.NamesOfTopic {
		return true
	}
	for _, w := range r.asked.Unlinked() {
		if cosine, ok := r.near.Of(ctx, w, names); ok && cosine >= tuning.FarTopic {
			return false
		}
	}
	return true
}

// hasAmounts is true for a database with numbers that are called money.
func hasAmounts(ix *index.Index) bool {
	return slices.ContainsFunc(ix.Columns[1:], func(c index.Column) bool { return c.Kind == index.Number && columns.Money.HasAny(c.Words) })
}
