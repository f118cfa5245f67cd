package builtin

import (
	"reflect"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/brain/ruleparser"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/english"
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

// rulesAgree is true for a form that shows the same as what the rules come to, in
// whatever order, where every word of the question is accounted for.
func rulesAgree(ix *index.Index, first *candidates.Candidate, asked *link.Question) bool {
	if len(asked.Unlinked()) > 0 || len(first.Unmet) > 0 {
		return false
	}
	if names, values := unusedWords(ix, first, asked); names+values > 0 {
		return false
	}
	byRules := formByRules(ix, asked)
	return byRules != nil && showTheSame(byRules, candidates.PreferDays(ix, first.Query, asked))
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

// isSaid is true for an answer that is one figure, which the question says for sure,
// or whose column it names, and for one that ranks by how long something takes, as it asks.
func (j *judgement) isSaid() bool {
	if j.namesFigure() {
		return true
	}
	if len(j.first.Unmet) > 0 {
		return false
	}
	figure := len(j.first.Query.Select) == 1 && len(j.first.Query.Group) == 0
	return slices.ContainsFunc(require.Find(j.ix, j.asked, nil), func(r *require.Requirement) bool { return figure && r.SaysFigure() || r.Kind == require.Duration })
}

// namesFigure is true for an answer with one figure, whose column is the only measure
// that the question names in full.
func (j *judgement) namesFigure() bool {
	if j.asked.Context > 0 || len(j.asked.Unlinked()) > 0 || len(j.first.Unmet) > 0 {
		return false
	}
	var named []int
	for _, n := range j.asked.Names {
		said := strings.ToLower(j.asked.Words[n.First].Text)
		if n.Column && n.Kind == 1 && j.ix.Columns[n.Number].Measure && !(n.End == n.First+1 && english.Among(said, "total sum overall amount average count number")) {
			named = append(named, n.Number)
		}
	}
	first := figureOf(j.first.Query)
	if !slices.Contains(named, first) || slices.ContainsFunc(named, func(n int) bool { return !slices.Equal(j.ix.Columns[n].Words, j.ix.Columns[first].Words) }) {
		return false
	}
	return !slices.ContainsFunc(j.answer.Readings, func(r brain.Reading) bool {
		q, ok := r.Form.(*form.Query)
		return ok && figureOf(q) != first && slices.Contains(named, figureOf(q))
	})
}

// figureOf is the column that the only figure of a form is of, or 0.
func figureOf(q *form.Query) int {
	figures := slices.DeleteFunc(slices.Clone(q.Select), func(e *form.Expr) bool { return !e.Op.Aggregates() })
	if len(figures) != 1 || figures[0].Args[0].Op != form.Column {
		return 0
	}
	return figures[0].Args[0].Column
}
