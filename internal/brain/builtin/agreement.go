package builtin

import (
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/ruleparser"
	"github.com/plumbdata/plumb/internal/brain/terms"
)

// formByRules is what the rules that read questions without the parser come to,
// nil for nothing. Two ways of reading that know nothing of each other are seldom
// wrong together.
func formByRules(ix *index.Index, asked *link.Question) *form.Query {
	if asked.Context > 0 {
		return nil // rules read questions that stand alone
	}
	q := ruleparser.Parse(ix, asked)
	if q == nil {
		return nil
	}
	q = q.Clone() // its parts are shared
	terms.Apply(ix, q, asked)
	terms.Adapt(ix, q, asked)
	return candidates.PreferDays(ix, q, asked)
}

// writeTheSame is true where the rules come to the same query.
func writeTheSame(ix *index.Index, byRules *form.Query, first *candidates.Candidate, asked *link.Question) bool {
	if byRules == nil {
		return false
	}
	sql, _, err := render.Render(ix, render.Dialect(ix.Dialect), byRules, asked.Today())
	return err == nil && sql == first.SQL
}
