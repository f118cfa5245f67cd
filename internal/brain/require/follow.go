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

// followWords are words of a message that change nothing by themselves.
const followWords = "and what about how only just now then ok okay so please show me us give the a an it that those this these them for in of on at from to with is are was were do did does we ? . , ! but instead again also over too"

// Follow is the form of the turn before with another time or other values, where
// a message says that and nothing else: "and in 2024?", "only the South". It is
// nil for any other message.
func Follow(ix *index.Index, q *link.Question) *form.Query {
	before := q.Before()
	if before == nil || before.Other != nil {
		return nil
	}
	c := &reader{Clues: clue.Read(ix, q)}
	parts := c.changedParts()
	if len(parts) == 0 {
		return nil
	}
	for i := q.Context; i < len(c.Low); i++ {
		at := slices.ContainsFunc(parts, func(r *Requirement) bool { return r.First <= i && i < r.End })
		if !at && !english.Among(c.Low[i], followWords) {
			return nil
		}
	}
	m := &repairer{ix: ix}
	query := before.Clone()
	for _, r := range parts {
		c.bind(r, rules[slices.IndexFunc(rules, func(o *rule) bool { return o.kind == r.Kind })])
		for _, i := range r.items { // a value takes the place of another of its column
			item := q.Items[i]
			m.dropConds(query, func(o *form.Cond) bool { return r.Kind == Value && testsOnly(o, item.Column) })
		}
		r.rule.repair(m, query, r)
	}
	query.Tables = nil
	edit.Retable(ix, before, query)
	if slices.ContainsFunc(parts, func(r *Requirement) bool { return !r.IsMet(query) }) {
		return nil
	}
	return query
}

// changedParts are the times and values of a message, whether they are written as
// names or not. Where a value may be one of several columns nobody knows which.
func (c *reader) changedParts() []*Requirement {
	var list []*Requirement
	for _, p := range c.Periods {
		if p.Negated || len(c.Periods) > 1 || !c.isCertainPeriod(p) || !c.hasYear(p) {
			return nil
		}
		list = append(list, &Requirement{Kind: Period, First: p.First, End: p.End, items: p.Items})
	}
	for _, v := range c.Values {
		if clue.Overlaps(v, c.Periods) {
			continue
		}
		items := c.itemsBefore(v.Items)
		if len(items) != 1 || v.Negated || c.Question.Items[items[0]].Kind != link.Exact || len(c.Values) > 1 {
			return nil
		}
		list = append(list, &Requirement{Kind: Value, First: v.First, End: v.End, items: items})
	}
	return list
}

// hasYear reports whether a period says its year, or is counted from today: March
// after 2024 may be that of 2024.
func (c *reader) hasYear(p *clue.Phrase) bool {
	if c.Question.Items[p.Items[0]].Value.Period.Recurring() {
		return false
	}
	return slices.ContainsFunc(c.Low[p.First:p.End], func(w string) bool {
		return len(w) == 4 && strings.Trim(w, "0123456789") == "" || english.Among(w, "last this past yesterday today ago")
	})
}

// itemsBefore are the items of columns that the turn before speaks of; else those of
// its tables; else all.
func (c *reader) itemsBefore(items []int) []int {
	before := c.Question.Before()
	var columns, near []int
	read := map[int]bool{}
	before.EachColumn(func(column int) { read[column] = true })
	for _, i := range items {
		column := c.Question.Items[i].Column
		if read[column] {
			columns = append(columns, i)
		}
		if slices.Contains(before.Tables, c.Index.Columns[column].Table) {
			near = append(near, i)
		}
	}
	switch {
	case len(columns) > 0:
		return columns
	case len(near) > 0:
		return near
	}
	return items
}

// testsOnly is true for a condition that tests one column for values, and nothing
// else.
func testsOnly(c *form.Cond, column int) bool {
	if c.Op == form.Or {
		return !slices.ContainsFunc(c.Args, func(c *form.Cond) bool { return !testsOnly(c, column) })
	}
	return (c.Op == form.Equal || c.Op == form.AnyOf) && c.Left != nil && c.Left.Op == form.Column && c.Left.Column == column
}
