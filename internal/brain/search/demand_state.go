package search

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// What words say for sure of states, and of what is held against what.

const (
	AState Kind = "state" // rows in one of a few states: the deals that were lost
	ARatio Kind = "ratio" // one kind of rows for each of another
	// ASeason is a time of the year that is the name of something as well: what
	// sells in winter is not what is made for it.
	ASeason Kind = "season"
)

// states lists these demands.
func (c *clues) states(add func(*Demand)) {
	for _, v := range c.values {
		denied := slices.ContainsFunc(c.low[c.q.Context:v.first], func(w string) bool { return is(w, denials) }) // never, or scheduled
		if c.stated(v) && !c.certain(v) && !denied {
			add(&Demand{Kind: AState, First: v.first, End: v.end, items: v.items})
		}
	}
	for _, v := range c.values {
		if is(c.low[v.first], "winter summer spring autumn") && v.end == v.first+1 && is(c.at(v.first-1), "in during") && !c.inside(v, c.periods) {
			add(&Demand{Kind: ASeason, First: v.first - 1, End: v.end, items: v.items})
		}
	}
	for i := c.q.Context; i < len(c.low); i++ {
		if !is(c.low[i], "ratio ratios") || c.named(i) || c.at(i+1) != "of" {
			continue
		}
		if a, b := c.tableAt(i+2), c.tableAfter(i+2, "to"); a != nil && b != nil {
			add(&Demand{Kind: ARatio, First: i, End: b.end, tables: a.tables, columns: b.tables})
		}
	}
}

// stated is true for a word that is one value of a column which says how rows
// are, or a word of it: lost, where there is closed_lost.
func (c *clues) stated(v *said) bool {
	item := c.q.Items[v.items[0]]
	if len(v.items) != 1 || item.Column == 0 || c.inside(v, c.periods) || v.end-v.first != 1 || len(c.ix.Columns[item.Column].Enum) == 0 {
		return false
	}
	if slices.ContainsFunc(c.mentions, func(m *mention) bool { return m.first < v.end && v.first < m.end && (m.whole || c.ofDate(m)) }) {
		return false
	}
	if !slices.ContainsFunc(c.ix.Columns[item.Column].Words, func(w string) bool { return is(w, "status stage outcome result phase") }) {
		return false
	}
	words := strings.FieldsFunc(lower(item.Text), func(r rune) bool { return !letter(r) })
	return slices.Contains(words, c.low[v.first])
}

// ofDate is true for words that name a date: cancelled last month is a time.
func (c *clues) ofDate(m *mention) bool {
	return slices.ContainsFunc(m.columns, func(n int) bool { return c.ix.Columns[n].Kind == index.Time })
}

// tableAt is the mention of a table that begins at a place, articles left out.
func (c *clues) tableAt(i int) *mention {
	for is(c.at(i), articles) {
		i++
	}
	for _, m := range c.mentions {
		if m.first == i && m.whole && m.isTable() {
			return m
		}
	}
	return nil
}

// tableAfter is the one after a word, as long as nothing else begins.
func (c *clues) tableAfter(from int, word string) *mention {
	for i := from; i < len(c.low) && !is(c.low[i], ". ? ! , by per in for"); i++ {
		if c.low[i] == word {
			return c.tableAt(i + 1)
		}
	}
	return nil
}

// inState reports whether a form asks for the state, or shows or tests the
// column in another way. One that does not read its table is another matter.
func (d *Demand) inState(query *form.Query) bool {
	column := d.q.Items[d.items[0]].Column
	reads, found := false, d.valued(query, false)
	eachQuery(query, func(q *form.Query) { reads = reads || slices.Contains(q.Tables, d.ix.Columns[column].Table) })
	everywhere(query, func(e *form.Expr) {
		found = found || e.Op == form.Column && e.Column == column
		if e.If != nil {
			(&form.Query{Where: e.If}).EachColumn(func(c int) { found = found || c == column })
		}
	})
	return found || !reads
}

// seasonal reports whether a form tests for a time, or for the season of what
// happens at one; what happens at none has no other season.
func (d *Demand) seasonal(query *form.Query) bool {
	happens := func(t int) bool { return len(dates(d.ix, t)) > 0 }
	found, times := false, false
	walk(query, false, nil, func(c *form.Cond) { found = found || c.Op == form.During })
	everywhere(query, func(e *form.Expr) {
		switch e.Op {
		case form.MonthNum, form.Month, form.Quarter:
			found = true
		}
	})
	eachQuery(query, func(q *form.Query) {
		times = times || slices.ContainsFunc(q.Tables, func(from int) bool {
			for t := range d.ix.Tables {
				if happens(t) && d.ix.Leads(from, t) {
					return true
				}
			}
			return false
		})
		for _, e := range conjuncts(q.Where) {
			(&form.Query{Where: e}).EachValue(func(v *form.Value, column int) {
				found = found || column > 0 && d.says(v.Text) && happens(d.ix.Columns[column].Table)
			})
		}
	})
	return found || !times
}

// both reports whether a form reads tables of either side.
func (d *Demand) both(query *form.Query) bool {
	var a, b bool
	eachQuery(query, func(q *form.Query) {
		a = a || slices.ContainsFunc(q.Tables, func(t int) bool { return slices.Contains(d.tables, t) })
		b = b || slices.ContainsFunc(q.Tables, func(t int) bool { return slices.Contains(d.columns, t) })
	})
	return a && b
}
