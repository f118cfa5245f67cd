package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// What words say for sure of a ranking: which end comes first, and that things
// are ranked by how many of something they have.

const (
	ADirection Kind = "direction" // the highest or the lowest
	ATally     Kind = "tally"     // ranked by how many rows of a table there are
)

const (
	upWords   = "most highest largest biggest greatest"
	downWords = "least lowest smallest fewest"
	goodWords = "best strongest top"
	poorWords = "worst weakest poorest bottom"
	// Of these the best have the least, or nobody knows.
	badThings = `return returns returned refund refunds complaint complaints delay delays delayed late overdue error errors defect defects fault faults failure failures
		churn loss losses lost cost costs expense expenses debt debts fine fines cancelled cancellations cancellation wait waiting waits downtime accident accidents injury injuries
		absence absences incident incidents bug bugs waste scrap crime crimes death deaths rank ranking ranks position place standing age time times duration response risk
		bounce outage outages penalty penalties discount discounts claim claims damage damaged missed rejected rejection rejections unpaid`
)

// rankings lists these demands.
func (c *clues) rankings(add func(*Demand)) {
	if i, desc := c.directionAt(); i >= 0 {
		add(&Demand{Kind: ADirection, First: i, End: i + 1, desc: desc})
	}
	for _, m := range c.mentions {
		if c.tallied(m) {
			add(&Demand{Kind: ATally, First: m.first, End: m.end, tables: m.tables, columns: m.columns})
		}
	}
}

// directionAt finds the word that says which end comes first; -1 where none
// does, or both ends are said. The best have the most, unless the most is bad.
func (c *clues) directionAt() (at int, desc bool) {
	at = -1
	plain := false // by a word that says which end, and not how good it is
	for i := c.q.Context; i < len(c.low); i++ {
		w := c.low[i]
		literal := is(w, upWords) || is(w, downWords)
		up := is(w, upWords) || is(w, goodWords)
		switch {
		case !up && !is(w, downWords) && !is(w, poorWords), c.named(i), c.inside(&said{first: i, end: i + 1}, c.values):
			continue
		case is(c.at(i-1), "at a an") || is(c.at(i+1), "of recent recently common likely often") && !is(w, "best worst"):
			return -1, false // at least, a most likely, most of them
		case at >= 0 && up != desc:
			if is(c.low[at], "top bottom") { // the top five of the worst
				at, desc, plain = i, up, literal
				continue
			}
			if is(w, "top bottom") {
				continue
			}
			return -1, false
		}
		at, desc, plain = i, up, literal
	}
	if at >= 0 && !plain && slices.ContainsFunc(c.low[c.q.Context:], func(w string) bool { return is(w, badThings) }) {
		return -1, false
	}
	return at, desc
}

// tallied is true for a table after by that things are ranked by: the top five
// customers by orders. Sales and payments are amounts to most people.
func (c *clues) tallied(m *mention) bool {
	if c.extreme == nil || m.first < c.extreme.first || !m.whole || !m.isTable() || c.at(c.wordBefore(m)) != "by" || !c.ends(m.end) {
		return false
	}
	if slices.ContainsFunc(c.low[m.first:m.end], func(w string) bool {
		return is(w, "sale sales payment payments purchase purchases spend spending invoice invoices transaction transactions revenue budget budgets donation donations")
	}) {
		return false
	}
	return slices.ContainsFunc(c.mentions, func(o *mention) bool {
		return c.extreme.first < o.first && o.end < m.first && !slices.ContainsFunc(o.tables, func(t int) bool { return slices.Contains(m.tables, t) })
	})
}

// turnedRound lists the orders of a ranking that have the other end first. One
// that has the right end first is enough.
func (d *Demand) turnedRound(query *form.Query) []*form.Order {
	var list []*form.Order
	right := false
	eachQuery(query, func(q *form.Query) {
		if len(q.Order) == 0 || q.Limit == nil && q.Place == nil {
			return
		}
		o := &q.Order[0]
		switch {
		case !d.ranks(o.By):
			right = true // of other orders nothing is known
		case o.Desc == d.desc:
			right = true
		default:
			list = append(list, o)
		}
	})
	if right {
		return nil
	}
	return list
}

// ranks is true for a figure or a number that more of is more, and not worse.
func (d *Demand) ranks(by *form.Expr) bool {
	ok := aggregate(by) || by.Op == form.Column && by.Column > 0 && d.ix.Columns[by.Column].Kind == index.Number
	everyPart(by, func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 {
			return
		}
		c := &d.ix.Columns[e.Column]
		literal := is(lower(d.Said()), upWords) || is(lower(d.Said()), downWords)
		ok = ok && (c.Kind != index.Time || by.Op == form.Count) && (literal || !slices.ContainsFunc(c.Words, func(w string) bool { return is(w, badThings) }))
	})
	return ok
}

func everyPart(e *form.Expr, visit func(*form.Expr)) {
	visit(e)
	for _, a := range e.Args {
		everyPart(a, visit)
	}
}

// counted reports whether a form ranks by how many there are, or by a column of
// that name, and has no group for each of them.
func (d *Demand) counted(query *form.Query) bool {
	if len(query.Order) == 0 {
		return query.Set != form.NoSet
	}
	counts := false
	everyPart(query.Order[0].By, func(e *form.Expr) {
		counts = counts || e.Op == form.Count && len(query.Group) > 0 || e.Op == form.Column && slices.Contains(d.columns, e.Column)
	})
	return counts && !slices.ContainsFunc(query.Group, d.ofTable)
}

// ofTable is true for a column of the demand's tables that is neither a key to
// others nor what other words name.
func (d *Demand) ofTable(e *form.Expr) bool {
	if e.Op != form.Column || e.Column == 0 || !slices.Contains(d.tables, d.ix.Columns[e.Column].Table) || d.ix.Columns[e.Column].Foreign {
		return false
	}
	return !slices.ContainsFunc(d.q.Names, func(n link.Name) bool {
		return n.Column && n.Number == e.Column && n.Kind <= 2 && n.First >= d.q.Context && (n.End <= d.First || n.First >= d.End)
	})
}

// tally ranks by how many rows of a table there are.
func (m *mender) tally(query *form.Query, d *Demand) {
	query.Group = slices.DeleteFunc(query.Group, d.ofTable)
	query.Select = slices.DeleteFunc(query.Select, d.ofTable)
	if len(query.Group) == 0 || query.Set != form.NoSet {
		return
	}
	desc := len(query.Order) == 0 || query.Order[0].Desc
	query.Order = []form.Order{{By: countAll(), Desc: desc}}
	m.also = append(m.also, d.tables[0])
}
