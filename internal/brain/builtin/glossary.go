package builtin

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
)

var _ brain.Glossary = (*Brain)(nil)

// Definitions implements brain.Glossary.
func (b *Brain) Definitions(question string) []brain.Definition {
	var asked []*index.Term
	for _, d := range b.ix.Defined(span.Words(question)) {
		if !slices.Contains(asked, d.Term) {
			asked = append(asked, d.Term)
		}
	}
	var list []brain.Definition
	add := func(t *index.Term) {
		list = append(list, brain.Definition{Term: t.Called, Text: t.Whole, File: t.Aside()})
	}
	for _, t := range asked {
		add(t)
	}
	for i := range b.ix.Terms {
		if t := &b.ix.Terms[i]; !slices.Contains(asked, t) {
			add(t)
		}
	}
	return list
}
