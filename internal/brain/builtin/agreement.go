package builtin

import (
	"reflect"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/search"
	"github.com/plumbdata/plumb/internal/brain/terms"
)

// agreementRank is where the rules that read questions without the parser come to the
// same query: 1 for their first, less for later ones, 0 when they do not. Two
// ways of reading that know nothing of each other are seldom wrong together.
func agreementRank(ix *index.Index, first *candidates.Candidate, asked *link.Question) float64 {
	if asked.Context > 0 {
		return 0 // rules read questions that stand alone
	}
	for i, q := range search.Propose(ix, asked) {
		q = q.Clone() // proposals share parts
		terms.Apply(ix, q, asked)
		if sql, _, err := render.Render(ix, render.Dialect(ix.Dialect), candidates.PreferDays(ix, q, asked), asked.Today()); err == nil && sql == first.SQL {
			return 1 / float64(1+i)
		}
	}
	return 0
}

// rulesAgree is true for a form that shows the same as the first that the rules
// read, in whatever order, where every word of the question is accounted for.
func rulesAgree(ix *index.Index, first *candidates.Candidate, asked *link.Question) bool {
	if asked.Context > 0 || len(asked.Unlinked()) > 0 || len(first.Unmet) > 0 {
		return false
	}
	if names, values := unusedWords(ix, first, asked); names+values > 0 {
		return false
	}
	proposed := search.Propose(ix, asked)
	if len(proposed) == 0 {
		return false
	}
	q := proposed[0].Clone()
	terms.Apply(ix, q, asked)
	return showTheSame(candidates.PreferDays(ix, q, asked), candidates.PreferDays(ix, first.Query, asked))
}

// showTheSame is true for forms of groups that show the same figures of the same rows.
func showTheSame(a, b *form.Query) bool {
	plain := func(q *form.Query) bool {
		return len(q.Group) > 0 && q.Limit == nil && q.Place == nil && len(q.Per) == 0 && q.Having == nil && q.Other == nil && q.Keep == form.NoTable
	}
	same := func(x, y []*form.Expr) bool {
		return len(x) == len(y) && !slices.ContainsFunc(x, func(e *form.Expr) bool {
			return !slices.ContainsFunc(y, func(o *form.Expr) bool { return reflect.DeepEqual(e, o) })
		})
	}
	return plain(a) && plain(b) && same(a.Select, b.Select) && same(a.Group, b.Group) && reflect.DeepEqual(a.Where, b.Where)
}
