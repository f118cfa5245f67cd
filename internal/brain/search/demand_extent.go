package search

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// AnExtent is who or what takes the longest or the shortest time: the slowest
// depot, who pays the fastest.
const AnExtent Kind = "extent"

const (
	slowWords = "slowest"
	fastWords = "fastest quickest"
	// extentWords are words of columns that hold how long something takes, or how
	// fast it is.
	extentWords = "duration time times minutes mins min seconds secs sec hours hrs hr days day weeks months milliseconds ms lap speed pace velocity mph kmh knots delay latency response length age latencies rank position"
)

// extents lists this demand.
func (c *clues) extents(add func(*Demand)) {
	if c.grows() {
		return // what grew the fastest
	}
	for i := c.q.Context; i < len(c.low); i++ {
		slow, fast := is(c.low[i], slowWords), is(c.low[i], fastWords)
		if takes := is(c.at(i-1), "the") && is(c.at(i-2), "takes take took taking") || c.at(i+1) == "time" && is(c.at(i+2), "to"); takes {
			slow, fast = slow || c.low[i] == "longest", fast || c.low[i] == "shortest"
		}
		if !slow && !fast || c.inside(&said{first: i, end: i + 1}, c.values) || c.partOfNumber(i) {
			continue
		}
		d := &Demand{ix: c.ix, Kind: AnExtent, First: i, End: i + 1, desc: slow, total: slices.ContainsFunc(c.low[c.q.Context:], func(w string) bool { return is(w, sumWords) })}
		c.timing(i, d)
		add(d)
		return
	}
}

// partOfNumber is true for a word that names a number of its own: the fastest lap.
func (c *clues) partOfNumber(i int) bool {
	return slices.ContainsFunc(c.q.Names, func(n link.Name) bool {
		return n.Column && n.First <= i && i < n.End && c.ix.Columns[n.Number].Kind == index.Number
	})
}

// took finds when what the question speaks of began and ended: the verb names the
// end, and the date before it in the table is the beginning.
func (c *clues) took() (start, end int, ok bool) {
	for i := c.q.Context; i < len(c.low); i++ {
		stem := stemOf(c.low[i])
		if len(stem) < 3 || is(c.low[i], articles) {
			continue
		}
		for t := range c.ix.Tables {
			if !c.speaksOf(t) {
				continue
			}
			before := 0
			for _, n := range c.ix.Tables[t].Columns {
				k := &c.ix.Columns[n]
				if k.Kind != index.Time || k.Form == index.ClockText {
					continue
				}
				if before > 0 && slices.ContainsFunc(k.Words, func(w string) bool { return stemOf(w) == stem }) {
					if ok && end != n {
						return 0, 0, false
					}
					start, end, ok = before, n, true
				}
				before = n
			}
		}
	}
	return start, end, ok
}

// speaksOf is true for a table that the question names, or one whose rows lead to
// what it names.
func (c *clues) speaksOf(t int) bool {
	return slices.ContainsFunc(c.mentions, func(m *mention) bool {
		return slices.ContainsFunc(m.tables, func(o int) bool { return t == o || c.ix.Leads(t, o) }) ||
			slices.ContainsFunc(m.columns, func(n int) bool { o := c.ix.Columns[n].Table; return t == o || c.ix.Leads(t, o) })
	})
}

// stemOf is a verb without its endings: ship of ships and shipped.
func stemOf(w string) string {
	if is(w, "pay pays paid paying") {
		return "pay"
	}
	for _, ending := range []string{"s", "ing", "ed", "e"} {
		w = strings.TrimSuffix(w, ending)
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] {
		w = w[:n-1] // shipp
	}
	return w
}

// timing says between which dates a demand's time lies, and who or what takes it.
// Without a verb they are the only two dates of the rows that the thing is of.
func (c *clues) timing(at int, d *Demand) {
	start, end, ok := c.took()
	if !ok {
		for _, m := range c.asked(at) {
			for _, n := range m.columns {
				if days := dates(c.ix, c.ix.Columns[n].Table); !ok && c.ix.Columns[n].Kind == index.Text && len(days) == 2 {
					slices.Sort(days) // as the table has them
					start, end, ok = days[0], days[1], true
				}
			}
		}
	}
	if ok {
		d.columns, d.tables = []int{start, end}, []int{c.ix.Columns[end].Table}
		d.things = c.thing(at, d.tables[0])
	}
}

// asked are the names of what is asked for: right after the word, or after which.
// A name that follows one without a break belongs to it.
func (c *clues) asked(at int) []*mention {
	var list []*mention
	for _, m := range c.mentions {
		if m.first == at+1 || is(c.at(m.first-1), "which what") || m.first == c.q.Context || m.first == c.q.Context+1 && is(c.at(c.q.Context), articles) ||
			len(list) > 0 && list[len(list)-1].end == m.first {
			list = append(list, m)
		}
	}
	return list
}

// thing is who or what takes so long: a column of the rows with the dates, or what
// these lead to.
func (c *clues) thing(at, of int) []int {
	for _, m := range c.asked(at) {
		for _, t := range m.tables {
			if t != of && c.ix.Leads(of, t) {
				return display(c.ix, t)
			}
		}
		for _, n := range m.columns {
			k := &c.ix.Columns[n]
			if k.Kind == index.Text && (k.Table == of || c.ix.Leads(of, k.Table)) {
				return []int{n}
			}
		}
	}
	return nil
}

// lasts reports whether a form ranks by how long something takes, the right end
// first, or shows the longest or shortest. What takes longer each time, not
// altogether, is slower.
func (d *Demand) lasts(query *form.Query) bool {
	found := false
	eachQuery(query, func(q *form.Query) {
		for _, o := range q.Order {
			found = found || d.long(o.By, o.Desc)
		}
		for _, e := range q.Select {
			found = found || (e.Op == form.Max || e.Op == form.Min) && d.long(e, e.Op == form.Max)
		}
	})
	return found
}

func (d *Demand) long(by *form.Expr, desc bool) bool {
	found := false
	everyPart(by, func(e *form.Expr) {
		switch e.Op {
		case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
			found = found || desc == d.desc && (d.total || by.Op != form.Sum)
		case form.Column:
			found = found || e.Column > 0 && slices.ContainsFunc(d.ix.Columns[e.Column].Words, func(w string) bool { return is(w, extentWords) })
		}
	})
	return found
}

// last ranks by the average time from the one date to the other.
func (m *mender) last(query *form.Query, d *Demand) {
	if len(d.columns) == 0 || len(d.things) == 0 || query.Other != nil {
		return
	}
	start, end := d.columns[0], d.columns[1]
	unit := form.Days
	if f := m.ix.Columns[end].Form; f != index.DateText && f != index.DayNumber {
		unit = form.Hours
	}
	by := call(form.Avg, call(unit, column(end), column(start)))
	limit := query.Limit
	if limit == nil {
		limit = number("1")
	}
	where := conjuncts(query.Where)
	where = slices.DeleteFunc(where, func(c *form.Cond) bool { return c.Op == form.NotNull || c.Op == form.IsNull })
	*query = form.Query{Keep: form.NoTable, Tables: query.Tables, Select: columns(d.things), Group: columns(d.things), Where: joined(form.And, where),
		Order: []form.Order{{By: by, Desc: d.desc}}, Limit: limit}
	if key := m.ix.Tables[m.ix.Columns[d.things[0]].Table].PrimaryKey; len(key) == 1 && m.ix.Columns[d.things[0]].Table != d.tables[0] && !slices.Contains(d.things, key[0]) {
		query.Group = append(columns(key), query.Group...)
	}
}
