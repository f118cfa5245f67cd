package require

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/english"
)

// showsBoth reports whether a form shows each of the two amounts by itself, and
// nothing that is made of both but their difference.
func (r *Requirement) showsBoth(query *form.Query) bool {
	if query.Other != nil {
		return true
	}
	if slices.ContainsFunc(query.Group, r.isMisread) {
		return false
	}
	var found [2]bool
	for _, e := range query.Select {
		if len(r.tables) > 1 && e.Op == form.Scalar && len(e.Query.Select) == 1 {
			e = e.Query.Select[0]
		} else if len(r.tables) > 1 {
			continue // a join leaves out rows of either
		}
		for i, column := range r.columns {
			found[i] = found[i] || figureOf(e) == column
		}
	}
	return found[0] && found[1]
}

// figureOf is the column that an expression is a figure of, 0 for others.
func figureOf(e *form.Expr) int {
	if !e.Aggregates() || len(e.Args) != 1 {
		return 0
	}
	e = e.Args[0]
	if e.Op == form.If {
		e = e.Args[0]
	}
	if e.Op != form.Column {
		return 0
	}
	return e.Column
}

// addsAmounts reports whether a form adds up the amount that is meant; where that
// is not known, whether it adds up, or averages, any.
func (r *Requirement) addsAmounts(query *form.Query) bool {
	found := false
	query.EachQuery(func(q *form.Query) {
		for _, e := range q.Select {
			of := figureOf(e)
			switch {
			case e.Op == form.Count || of == 0:
			case len(r.columns) > 0:
				found = found || of == r.columns[0]
			default:
				found = found || r.ix.Columns[of].Kind == index.Number
			}
		}
	})
	return found
}

// showAmounts puts these figures in the place of those of a form: the amounts, added up
// or as the form had them. Conditions and groups that the same words were read as
// go.
func (m *repairer) showAmounts(query *form.Query, r *Requirement) {
	if len(r.columns) == 0 || len(r.tables) > 1 || query.Other != nil {
		return
	}
	op := form.Sum
	for _, e := range query.Select {
		if of := figureOf(e); of > 0 && (e.Op == form.Avg || e.Op == form.Median) {
			op = e.Op
		}
	}
	var shown []*form.Expr
	for _, e := range query.Select {
		if slices.ContainsFunc(query.Group, func(g *form.Expr) bool { return edit.SameExpr(g, e) }) && !r.isMisread(e) {
			shown = append(shown, e)
		}
	}
	for _, of := range r.columns {
		shown = append(shown, edit.Call(op, edit.Column(of)))
	}
	query.Select = shown
	query.Group = slices.DeleteFunc(query.Group, func(e *form.Expr) bool { return r.isMisread(e) })
	query.Order = slices.DeleteFunc(query.Order, func(o form.Order) bool { return o.By.Aggregates() || r.isMisread(o.By) || len(query.Group) == 0 })
	if len(query.Order) == 0 {
		query.Limit, query.Place = nil, nil
	}
	query.Distinct, query.Having = false, nil
	if r.Kind != StateAmount {
		m.dropConds(query, func(c *form.Cond) bool { return r.testsWords(c) })
	}
}

// isMisread is true for a column that words of the requirement are values of.
func (r *Requirement) isMisread(e *form.Expr) bool {
	return r.Kind != StateAmount && e.Op == form.Column && slices.ContainsFunc(r.q.Items, func(i link.Item) bool {
		return i.Column == e.Column && i.Column > 0 && i.First >= r.First && i.End <= r.End
	})
}

// testsWords is true for a condition on such a column.
func (r *Requirement) testsWords(c *form.Cond) bool {
	if len(c.Args) > 0 {
		return !slices.ContainsFunc(c.Args, func(c *form.Cond) bool { return !r.testsWords(c) })
	}
	return c.Left != nil && r.isMisread(c.Left)
}

// Amounts is the form with the amounts, or the ranking by how long something takes,
// which a question says for sure, with all else that it says; nil where it says
// none, or has words besides that nothing answers to.
func Amounts(ix *index.Index, q *link.Question, requirements []*Requirement) *form.Query {
	at := slices.IndexFunc(requirements, func(r *Requirement) bool { return r.makesForm() })
	if at < 0 {
		return nil
	}
	r := requirements[at]
	unlinked := q.Unlinked()
	for _, w := range q.Words[r.First:r.End] {
		if i := slices.Index(unlinked, strings.ToLower(w.Text)); i >= 0 {
			unlinked = slices.Delete(unlinked, i, i+1)
		}
	}
	unlinked = slices.DeleteFunc(unlinked, func(w string) bool {
		return english.Among(w, plainWords) || r.Kind == Duration && slices.ContainsFunc(ix.Columns[r.columns[1]].Words, func(o string) bool { return english.VerbStem(o) == english.VerbStem(w) })
	})
	if len(unlinked) > 0 {
		return nil
	}
	if len(r.tables) > 1 {
		return r.separateQueries(requirements)
	}
	query := &form.Query{Keep: form.NoTable, Tables: slices.Clone(r.tables)}
	if r.Kind != Duration { // else it is made from nothing
		for _, of := range r.columns {
			query.Select = append(query.Select, edit.Call(form.Sum, edit.Column(of)))
		}
	}
	unmet := slices.DeleteFunc(slices.Clone(requirements), func(r *Requirement) bool { return r.IsMet(query) })
	if len(unmet) == 0 {
		return query
	}
	if repaired := Repair(ix, q, query, unmet); len(repaired) > 0 {
		return repaired[0]
	}
	return nil
}

// IsSeparate is true for figures of different rows: no join shows them, and no sequence
// of tokens says them.
func (r *Requirement) IsSeparate() bool { return r.Kind == TwoAmounts && len(r.tables) > 1 }

// separateQueries asks for figures of different rows by themselves: a join would leave out
// rows of either. A period is laid on the date of each; it is nil where more is
// required.
func (r *Requirement) separateQueries(requirements []*Requirement) *form.Query {
	query := &form.Query{Keep: form.NoTable}
	m := &repairer{ix: r.ix}
	for _, of := range r.columns {
		t := r.ix.Columns[of].Table
		inner := &form.Query{Keep: form.NoTable, Tables: []int{t}, Select: []*form.Expr{edit.Call(form.Sum, edit.Column(of))}}
		for _, o := range requirements {
			days := clue.Dates(r.ix, t)
			switch {
			case o == r:
			case o.Kind != Period || len(days) == 0:
				return nil
			default:
				m.addCond(inner, &form.Cond{Op: form.During, Left: edit.Column(days[0]), Values: []*form.Value{r.q.Items[o.items[0]].Value}})
			}
		}
		query.Select = append(query.Select, &form.Expr{Op: form.Scalar, Query: inner})
	}
	return query
}

// makesForm is true for a requirement that a form can be made of.
func (r *Requirement) makesForm() bool {
	switch r.Kind {
	case TwoAmounts, Cost, StateAmount:
		return len(r.columns) > 0
	case Duration:
		return len(r.things) > 0
	}
	return false
}

// plainWords are words of such a question that say nothing else.
const plainWords = "how much money what did do does have has we us our i you they total overall so far in all altogether many customers clients people company"
