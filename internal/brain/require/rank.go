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

const (
	upWords   = "most wettest rainiest hottest warmest busiest " + clue.HighestWords
	downWords = "least lowest smallest fewest rarest driest coldest coolest quietest"
	goodWords = "best strongest top"
	poorWords = "worst weakest poorest bottom"
	// Of dates: the youngest were born last.
	lateWords  = "youngest newest latest"
	earlyWords = "oldest eldest earliest"
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
	if i, late := c.endOfTimeAt(); i >= 0 {
		return []*Requirement{{First: i, End: i + 1, desc: late, dates: true}}
	}
	return nil
}

// endOfTimeAt finds the word that says which dates come first; -1 where none does,
// or both ends are said.
func (c *reader) endOfTimeAt() (at int, late bool) {
	at = -1
	for i := c.Question.Context; i < len(c.Low); i++ {
		isLate := english.Among(c.Low[i], lateWords)
		switch {
		case !isLate && !english.Among(c.Low[i], earlyWords), c.InName(i), clue.Overlaps(&clue.Phrase{First: i, End: i + 1}, c.Values):
		case at >= 0 && isLate != late:
			return -1, false
		default:
			at, late = i, isLate
		}
	}
	return at, late
}

// directionAt finds the word that says which end comes first; -1 where none
// does, or both ends are said. The best have the most, unless the most is bad.
func (c *reader) directionAt() (at int, desc bool) {
	at = -1
	plain := false // by a word that says which end, and not how good it is
	for i := c.Question.Context; i < len(c.Low); i++ {
		w := c.Low[i]
		literal := english.Among(w, upWords) || english.Among(w, downWords)
		up := english.Among(w, upWords) || english.Among(w, goodWords)
		switch {
		case !up && !english.Among(w, downWords) && !english.Among(w, poorWords), c.InName(i), clue.Overlaps(&clue.Phrase{First: i, End: i + 1}, c.Values):
			continue
		case english.Among(c.At(i-1), "at a an") || english.Among(c.At(i+1), "of recent recently common likely often") && !english.Among(w, "best worst"):
			return -1, false // at least, a most likely, most of them
		case at >= 0 && up != desc:
			if english.Among(c.Low[at], "top bottom") { // the top five of the worst
				at, desc, plain = i, up, literal
				continue
			}
			if english.Among(w, "top bottom") {
				continue
			}
			return -1, false
		}
		at, desc, plain = i, up, literal
	}
	if at >= 0 && !plain && slices.ContainsFunc(c.Low[c.Question.Context:], func(w string) bool { return english.Among(w, badThings) }) {
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
	query.EachQuery(func(q *form.Query) {
		if len(q.Order) == 0 || q.Limit == nil && q.Place == nil {
			return
		}
		o := &q.Order[0]
		switch {
		case !r.isRankable(o.By):
			right = true // of other orders nothing is known
		case o.Desc == (r.desc != r.isShorterBetter(o.By)):
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

// isRankable is true for a figure or a number that more of is more, and not worse;
// where the word is about dates, for a date.
func (r *Requirement) isRankable(by *form.Expr) bool {
	if r.dates {
		return by.Op == form.Column && by.Column > 0 && r.ix.Columns[by.Column].Kind == index.Time
	}
	ok := by.Aggregates() || by.Op == form.Column && by.Column > 0 && r.ix.Columns[by.Column].Kind == index.Number
	edit.EachPart(by, func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 {
			return
		}
		c := &r.ix.Columns[e.Column]
		literal := english.Among(strings.ToLower(r.Text()), upWords) || english.Among(strings.ToLower(r.Text()), downWords)
		ok = ok && (c.Kind != index.Time || by.Op == form.Count) && (literal || !slices.ContainsFunc(c.Words, func(w string) bool { return english.Among(w, badThings) }))
	})
	return ok
}

// isShorterBetter is true for the best of lengths of time: the shortest.
func (r *Requirement) isShorterBetter(by *form.Expr) bool {
	if word := strings.ToLower(r.Text()); !english.Among(word, goodWords) && !english.Among(word, poorWords) {
		return false
	}
	found := false
	edit.EachPart(by, func(e *form.Expr) {
		if e.Op == form.Column && e.Column > 0 {
			k := &r.ix.Columns[e.Column]
			found = found || lasts(k) && slices.ContainsFunc(k.Words, func(w string) bool { return english.Among(w, "finish half split lap pace response wait waiting") })
		}
	})
	return found
}

func (m *repairer) turnOrders(query *form.Query, r *Requirement) {
	for _, o := range r.reversedOrders(query) {
		o.Desc = r.desc != r.isShorterBetter(o.By)
	}
}
