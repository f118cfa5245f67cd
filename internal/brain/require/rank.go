package require

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
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

func (c *reader) findDirection() []*Requirement {
	if i, desc := c.directionAt(); i >= 0 {
		return []*Requirement{{First: i, End: i + 1, desc: desc}}
	}
	return nil
}

// directionAt finds the word that says which end comes first; -1 where none
// does, or both ends are said. The best have the most, unless the most is bad.
func (c *reader) directionAt() (at int, desc bool) {
	at = -1
	plain := false // by a word that says which end, and not how good it is
	for i := c.Question.Context; i < len(c.Low); i++ {
		w := c.Low[i]
		literal := clue.Is(w, upWords) || clue.Is(w, downWords)
		up := clue.Is(w, upWords) || clue.Is(w, goodWords)
		switch {
		case !up && !clue.Is(w, downWords) && !clue.Is(w, poorWords), c.InName(i), clue.Overlaps(&clue.Phrase{First: i, End: i + 1}, c.Values):
			continue
		case clue.Is(c.At(i-1), "at a an") || clue.Is(c.At(i+1), "of recent recently common likely often") && !clue.Is(w, "best worst"):
			return -1, false // at least, a most likely, most of them
		case at >= 0 && up != desc:
			if clue.Is(c.Low[at], "top bottom") { // the top five of the worst
				at, desc, plain = i, up, literal
				continue
			}
			if clue.Is(w, "top bottom") {
				continue
			}
			return -1, false
		}
		at, desc, plain = i, up, literal
	}
	if at >= 0 && !plain && slices.ContainsFunc(c.Low[c.Question.Context:], func(w string) bool { return clue.Is(w, badThings) }) {
		return -1, false
	}
	return at, desc
}

func (r *Requirement) hasRightEndFirst(query *form.Query) bool {
	return len(r.reversedOrders(query)) == 0
}

// reversedOrders lists the orders of a ranking that have the other end first. One
// that has the right end first is enough.
func (r *Requirement) reversedOrders(query *form.Query) []*form.Order {
	var list []*form.Order
	right := false
	edit.EachQuery(query, func(q *form.Query) {
		if len(q.Order) == 0 || q.Limit == nil && q.Place == nil {
			return
		}
		o := &q.Order[0]
		switch {
		case !r.isRankable(o.By):
			right = true // of other orders nothing is known
		case o.Desc == r.desc:
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

// isRankable is true for a figure or a number that more of is more, and not worse.
func (r *Requirement) isRankable(by *form.Expr) bool {
	ok := edit.IsAggregate(by) || by.Op == form.Column && by.Column > 0 && r.ix.Columns[by.Column].Kind == index.Number
	edit.EachPart(by, func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 {
			return
		}
		c := &r.ix.Columns[e.Column]
		literal := clue.Is(strings.ToLower(r.Text()), upWords) || clue.Is(strings.ToLower(r.Text()), downWords)
		ok = ok && (c.Kind != index.Time || by.Op == form.Count) && (literal || !slices.ContainsFunc(c.Words, func(w string) bool { return clue.Is(w, badThings) }))
	})
	return ok
}

func (m *repairer) turnOrders(query *form.Query, r *Requirement) {
	for _, o := range r.reversedOrders(query) {
		o.Desc = r.desc
	}
}

func (c *reader) findCountRanks() []*Requirement {
	var list []*Requirement
	for _, m := range c.Mentions {
		if c.isRankedByCount(m) {
			list = append(list, &Requirement{First: m.First, End: m.End, tables: m.Tables, columns: m.Columns})
		}
	}
	return list
}

// isRankedByCount is true for a table after by that things are ranked by: the top five
// customers by orders. Sales and payments are amounts to most people.
func (c *reader) isRankedByCount(m *clue.Mention) bool {
	if c.Extreme == nil || m.First < c.Extreme.First || !m.Whole || !m.IsTable() || c.At(c.wordBefore(m)) != "by" || !c.endsName(m.End) {
		return false
	}
	if slices.ContainsFunc(c.Low[m.First:m.End], func(w string) bool {
		return clue.Is(w, "sale sales payment payments purchase purchases spend spending invoice invoices transaction transactions revenue budget budgets donation donations")
	}) {
		return false
	}
	return slices.ContainsFunc(c.Mentions, func(o *clue.Mention) bool {
		return c.Extreme.First < o.First && o.End < m.First && !slices.ContainsFunc(o.Tables, func(t int) bool { return slices.Contains(m.Tables, t) })
	})
}

// ranksByCount reports whether a form ranks by how many there are, or by a column of
// that name, and has no group for each of them.
func (r *Requirement) ranksByCount(query *form.Query) bool {
	if len(query.Order) == 0 {
		return query.Set != form.NoSet
	}
	counts := false
	edit.EachPart(query.Order[0].By, func(e *form.Expr) {
		counts = counts || e.Op == form.Count && len(query.Group) > 0 || e.Op == form.Column && slices.Contains(r.columns, e.Column)
	})
	return counts && !slices.ContainsFunc(query.Group, r.ofTable)
}

// ofTable is true for a column of the requirement's tables that is neither a key to
// others nor what other words name.
func (r *Requirement) ofTable(e *form.Expr) bool {
	if e.Op != form.Column || e.Column == 0 || !slices.Contains(r.tables, r.ix.Columns[e.Column].Table) || r.ix.Columns[e.Column].Foreign {
		return false
	}
	return !slices.ContainsFunc(r.q.Names, func(n link.Name) bool {
		return n.Column && n.Number == e.Column && n.Kind <= 2 && n.First >= r.q.Context && (n.End <= r.First || n.First >= r.End)
	})
}

// rankByCount ranks by how many rows of a table there are.
func (m *repairer) rankByCount(query *form.Query, r *Requirement) {
	query.Group = slices.DeleteFunc(query.Group, r.ofTable)
	query.Select = slices.DeleteFunc(query.Select, r.ofTable)
	if len(query.Group) == 0 || query.Set != form.NoSet {
		return
	}
	desc := len(query.Order) == 0 || query.Order[0].Desc
	query.Order = []form.Order{{By: edit.CountAll(), Desc: desc}}
	m.added = append(m.added, r.tables[0])
}
