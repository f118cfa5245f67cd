package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// AnyOnce demands that what is counted counts once, however many rows a join
// makes of it: an order with two lines is one order of their category.
const AnyOnce Kind = "once"

// onceEach lists this demand.
func (c *clues) onceEach(add func(*Demand)) {
	for _, m := range c.mentions {
		next := c.at(m.end)
		if !m.whole || len(m.tables) != 1 || len(c.ix.Tables[m.tables[0]].PrimaryKey) != 1 || c.inside(&said{first: m.first, end: m.end}, c.values) {
			continue
		}
		counted := c.counts == m && (c.ends(m.end) || is(next, "by per were was are have has with did do does"))
		listed := c.asksFor(m) && c.extreme == nil && !c.counting && (next == "" || is(next, "by per in for ? ."))
		if counted || listed {
			add(&Demand{Kind: AnyOnce, First: m.first, End: m.end, tables: m.tables, columns: m.columns})
			return
		}
	}
}

// repeated lists the counts of rows that stand for rows of the demand's table,
// several for one of them, and the column that tells these apart.
func (d *Demand) repeated(query *form.Query) (counts []*form.Expr, identity int) {
	identity = d.identity(query)
	if identity == 0 || slices.ContainsFunc(query.Group, func(e *form.Expr) bool { return d.tellsApart(e, identity) }) {
		return nil, 0
	}
	for _, e := range slices.Concat(query.Select, orders(query)) {
		everyPart(e, func(e *form.Expr) {
			if e.Op == form.Count && !e.Distinct && e.Args[0].Op == form.Column && e.Args[0].Column == 0 {
				counts = append(counts, e)
			}
		})
	}
	return counts, identity
}

// identity is what tells rows of the table apart where a form joins it to
// others that only rows of a third table lead to, which may be several for one;
// else it is 0. Where a form reads no row of the table itself, it is a key to it.
func (d *Demand) identity(query *form.Query) int {
	table := d.tables[0]
	if !slices.ContainsFunc(query.Tables, func(t int) bool { return d.several(table, t) }) {
		return 0
	}
	if slices.Contains(query.Tables, table) {
		return d.ix.Tables[table].PrimaryKey[0]
	}
	for _, t := range query.Tables {
		if foreign, _, ok := keyTo(d.ix, t, table); ok && len(query.Tables) > 1 {
			return foreign
		}
	}
	return 0
}

// several is true for another table that leads to a table, or that such a one
// leads to as well: a join with it may repeat rows of the first.
func (d *Demand) several(table, other int) bool {
	if other == table || d.ix.Leads(table, other) {
		return false
	}
	for many := range d.ix.Tables {
		if many != table && d.ix.Leads(many, table) && d.ix.Leads(many, other) && !d.pairs(many, table, other) {
			return true
		}
	}
	return false
}

// pairs is true for a table whose rows are pairs of two others: each pair is
// there once.
func (d *Demand) pairs(bridge, one, other int) bool {
	if slices.ContainsFunc(d.ix.Tables[bridge].PrimaryKey, func(c int) bool { return !d.ix.Columns[c].Foreign }) {
		return false
	}
	_, _, first := keyTo(d.ix, bridge, one)
	_, _, second := keyTo(d.ix, bridge, other)
	return first && (second || bridge == other)
}

// tellsApart is true for a group in which there is one row of the table alone.
func (d *Demand) tellsApart(e *form.Expr, identity int) bool {
	return e.Op == form.Column && (e.Column == identity || slices.Contains(d.ix.Tables[d.tables[0]].PrimaryKey, e.Column))
}

// once counts what is asked for, and not the rows that a join makes of it. Rows
// that take the place of others' do so by themselves.
func (m *mender) once(query *form.Query, d *Demand) {
	if slices.Contains(m.also, d.tables[0]) {
		return
	}
	counts, identity := d.repeated(query)
	for _, e := range counts {
		*e = form.Expr{Op: form.Count, Distinct: true, Args: []*form.Expr{column(identity)}}
	}
}
