package builtin

import (
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/search"
)

// ruled is where the rules that read questions without the parser come to the
// same query: 1 for their first, less for later ones, 0 when they do not. Two
// ways of reading that know nothing of each other are seldom wrong together.
func ruled(ix *index.Index, first *candidate, asked *link.Question) float64 {
	if asked.Context > 0 {
		return 0 // rules read questions that stand alone
	}
	for i, q := range search.Propose(ix, asked) {
		q = q.Clone() // proposals share parts
		heed(ix, q, asked)
		if sql, _, err := render.Render(ix, render.Dialect(ix.Dialect), preferDays(ix, q, asked), asked.Today()); err == nil && sql == first.sql {
			return 1 / float64(1+i)
		}
	}
	return 0
}
