package require

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// findStates lists the words that say how rows are.
func (c *reader) findStates() []*Requirement {
	var list []*Requirement
	for _, v := range c.Values {
		denied := slices.ContainsFunc(c.Low[c.Question.Context:v.First], func(w string) bool { return english.Among(w, clue.Denials) }) // never, or scheduled
		if c.isState(v) && !c.isCertain(v) && !denied {
			list = append(list, &Requirement{First: v.First, End: v.End, items: v.Items})
		}
	}
	return list
}

// isState is true for a word that is one value of a column which says how rows
// are, or a word of it: lost, where there is closed_lost.
func (c *reader) isState(v *clue.Phrase) bool {
	item := c.Question.Items[v.Items[0]]
	if len(v.Items) != 1 || item.Column == 0 || clue.Overlaps(v, c.Periods) || v.End-v.First != 1 || len(c.Index.Columns[item.Column].Enum) == 0 {
		return false
	}
	if slices.ContainsFunc(c.Mentions, func(m *clue.Mention) bool { return m.First < v.End && v.First < m.End && (m.Whole || c.namesDate(m)) }) {
		return false
	}
	if !slices.ContainsFunc(c.Index.Columns[item.Column].Words, func(w string) bool { return english.Among(w, "status stage outcome result phase") }) {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(item.Text), func(r rune) bool { return !letter(r) })
	return slices.Contains(words, c.Low[v.First])
}

// namesDate is true for words that name a date: cancelled last month is a time.
func (c *reader) namesDate(m *clue.Mention) bool {
	return slices.ContainsFunc(m.Columns, func(n int) bool { return c.Index.Columns[n].Kind == index.Time })
}

// testsState reports whether a form asks for the state, or shows or tests the
// column in another way. One that does not read its table is another matter.
func (r *Requirement) testsState(query *form.Query) bool {
	column := r.q.Items[r.items[0]].Column
	reads, found := false, r.testsValue(query, false)
	query.EachQuery(func(q *form.Query) { reads = reads || slices.Contains(q.Tables, r.ix.Columns[column].Table) })
	query.EachExpr(func(e *form.Expr) {
		found = found || e.Op == form.Column && e.Column == column
		if e.If != nil {
			(&form.Query{Where: e.If}).EachColumn(func(c int) { found = found || c == column })
		}
	})
	return found || !reads
}

func (m *repairer) addState(query *form.Query, r *Requirement) {
	item := r.q.Items[r.items[0]]
	m.addCond(query, edit.Compare(form.Equal, edit.Column(item.Column), item.Value))
}

func (c *reader) findSeasons() []*Requirement {
	var list []*Requirement
	for _, v := range c.Values {
		if english.Seasons[c.Low[v.First]] > 0 && v.End == v.First+1 && english.Among(c.At(v.First-1), "in during") && !c.isDatedSeason(v) {
			list = append(list, &Requirement{First: v.First - 1, End: v.End, items: v.Items})
		}
	}
	return list
}

// isDatedSeason is true for the season of a year, which is a time in any case.
func (c *reader) isDatedSeason(v *clue.Phrase) bool {
	return slices.ContainsFunc(c.Periods, func(p *clue.Phrase) bool {
		return p.First < v.End && v.First < p.End && !slices.ContainsFunc(p.Items, func(i int) bool { return c.Question.Items[i].Value.Period.Recurring() })
	})
}

// testsSeason reports whether a form tests for a time, or for the season of what
// happens at one; what happens at none has no other season.
func (r *Requirement) testsSeason(query *form.Query) bool {
	happens := func(t int) bool { return len(clue.Dates(r.ix, t)) > 0 }
	found, times := false, false
	edit.Walk(query, false, nil, func(c *form.Cond) { found = found || c.Op == form.During })
	query.EachExpr(func(e *form.Expr) {
		switch e.Op {
		case form.MonthNum, form.Month, form.Quarter:
			found = true
		}
	})
	query.EachQuery(func(q *form.Query) {
		times = times || slices.ContainsFunc(q.Tables, func(from int) bool {
			for t := range r.ix.Tables {
				if happens(t) && r.ix.Leads(from, t) {
					return true
				}
			}
			return false
		})
		for _, e := range q.Where.Conjuncts() {
			(&form.Query{Where: e}).EachValue(func(v *form.Value, column int) {
				found = found || column > 0 && r.matches(v.Text) && happens(r.ix.Columns[column].Table)
			})
		}
	})
	return found || !times
}
