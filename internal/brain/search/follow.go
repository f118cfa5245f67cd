package search

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
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
	c := read(ix, q)
	parts := c.saidParts()
	if len(parts) == 0 {
		return nil
	}
	for i := q.Context; i < len(c.low); i++ {
		at := slices.ContainsFunc(parts, func(d *Demand) bool { return d.First <= i && i < d.End })
		if !at && !is(c.low[i], followWords) {
			return nil
		}
	}
	m := &mender{ix: ix}
	query := editor{ix: ix}.query(before)
	for _, d := range parts {
		d.ix, d.q = ix, q
		for _, i := range d.items { // a value takes the place of another of its column
			item := q.Items[i]
			m.drop(query, func(o *form.Cond) bool { return d.Kind == AValue && only(o, item.Column) })
		}
		m.heed(query, d)
	}
	query.Tables = nil
	retable(ix, before, query)
	if slices.ContainsFunc(parts, func(d *Demand) bool { return !d.Met(query) }) {
		return nil
	}
	return query
}

// saidParts are the times and values of a message, whether they are written as
// names or not. Where a value may be one of several columns nobody knows which.
func (c *clues) saidParts() []*Demand {
	var list []*Demand
	for _, p := range c.periods {
		if p.negated || len(c.periods) > 1 || !c.certainly(p) || !c.dated(p) {
			return nil
		}
		list = append(list, &Demand{Kind: APeriod, First: p.first, End: p.end, items: p.items})
	}
	for _, v := range c.values {
		if c.inside(v, c.periods) {
			continue
		}
		items := c.spokenOf(v.items)
		if len(items) != 1 || v.negated || c.q.Items[items[0]].Kind != link.Exact || len(c.values) > 1 {
			return nil
		}
		list = append(list, &Demand{Kind: AValue, First: v.first, End: v.end, items: items})
	}
	return list
}

// dated reports whether a period says its year, or is counted from today: March
// after 2024 may be that of 2024.
func (c *clues) dated(p *said) bool {
	if c.q.Items[p.items[0]].Value.Period.Recurring() {
		return false
	}
	return slices.ContainsFunc(c.low[p.first:p.end], func(w string) bool {
		return len(w) == 4 && strings.Trim(w, "0123456789") == "" || is(w, "last this past yesterday today ago")
	})
}

// spokenOf are the items of columns that the turn before speaks of; else those of
// its tables; else all.
func (c *clues) spokenOf(items []int) []int {
	before := c.q.Before()
	var columns, near []int
	read := map[int]bool{}
	before.EachColumn(func(column int) { read[column] = true })
	for _, i := range items {
		column := c.q.Items[i].Column
		if read[column] {
			columns = append(columns, i)
		}
		if slices.Contains(before.Tables, c.ix.Columns[column].Table) {
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
