package require

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// Repair changes a form so that it meets requirements which it does not meet. All forms
// can be written for the question, and meet what the form did not; there are
// few, and there may be none.
func Repair(ix *index.Index, q *link.Question, query *form.Query, unmet []*Requirement) []*form.Query {
	w := q.Writer()
	seen := [][]int{w.Write(query)}
	var list []*form.Query
	for choice := range 2 {
		m := &repairer{ix: ix, choice: choice}
		repaired := query.Clone() // a copy that may be changed
		for _, r := range unmet {
			if r.rule.repair != nil {
				r.rule.repair(m, repaired, r)
			}
		}
		repaired.Tables = nil
		edit.Retable(ix, query, repaired)
		repaired.Tables = slices.DeleteFunc(repaired.Tables, func(t int) bool { return slices.Contains(m.removed, t) })
		repaired.Tables = slices.Compact(slices.Sorted(slices.Values(append(repaired.Tables, m.added...))))
		if !slices.ContainsFunc(unmet, func(r *Requirement) bool { return !r.IsMet(repaired) }) {
			if tokens := w.Write(repaired); tokens != nil && !slices.ContainsFunc(seen, func(o []int) bool { return slices.Equal(o, tokens) }) {
				seen, list = append(seen, tokens), append(list, repaired)
			}
		}
	}
	return list
}

// repairer changes a copy of a form. Its choice says which of two ways it takes
// where there are two.
type repairer struct {
	ix      *index.Index
	choice  int
	added   []int // tables that are read although no column is of them
	removed []int // tables that another one took the place of
}

// addCond adds a condition. One that asks the same column for another value is
// joined to it as an alternative: no row has both.
func (m *repairer) addCond(query *form.Query, cond *form.Cond) {
	parts := query.Where.Conjuncts()
	for i, p := range parts {
		if (cond.Op == form.Equal || cond.Op == form.During) && p.Op == cond.Op && p.Left.Op == form.Column && p.Left.Column == cond.Left.Column {
			cond.Left = p.Left // by the same way
			parts[i] = &form.Cond{Op: form.Or, Args: []*form.Cond{p, cond}}
			query.Where = form.AllOf(parts)
			return
		}
	}
	query.Where = form.AllOf(append(parts, cond))
}

func (m *repairer) dropConds(query *form.Query, gone func(*form.Cond) bool) {
	query.Where = form.AllOf(slices.DeleteFunc(query.Where.Conjuncts(), gone))
}

// dateOf is the date that the form speaks of, else the main one of its tables.
func (m *repairer) dateOf(query *form.Query) int {
	at := 0
	query.EachExpr(func(e *form.Expr) {
		if at == 0 && e.Op == form.Column && e.Column > 0 && m.ix.Columns[e.Column].Kind == index.Time {
			at = e.Column
		}
	})
	for _, t := range query.Tables {
		if list := clue.Dates(m.ix, t); at == 0 && len(list) > 0 {
			at = list[min(m.choice, len(list)-1)]
		}
	}
	return at
}
