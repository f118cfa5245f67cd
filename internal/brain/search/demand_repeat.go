package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// ARepeat is what happens to somebody more than once: repeat visits, customers
// who came back.
const ARepeat Kind = "repeat"

// comers are who comes back.
const comers = "customer customers client clients patient patients visitor visitors guest guests buyer buyers user users member members shopper shoppers"

// repeats lists these demands. "Within 30 days" of such is a distance between
// two events, which no form says.
func (c *clues) repeats(add func(*Demand)) {
	for i := c.q.Context; i < len(c.low); i++ {
		end := i + 1
		switch w := c.low[i]; {
		case is(w, "repeat repeated") && (c.named(i+1) || is(c.at(i+1), comers)):
		case w == "returning" && is(c.at(i+1), comers):
		case is(w, "came come comes coming") && c.at(i+1) == "back" && (is(c.at(i-1), comers) || is(c.at(i-1), "who that") && is(c.at(i-2), comers)): // things that come back are returns
			end++
		case is(w, "ordered bought visited purchased booked ordering buying") && c.at(i+1) == "again":
			end++
		default:
			continue
		}
		if c.inside(&said{first: i, end: end}, c.values) || slices.ContainsFunc(c.q.Names, func(n link.Name) bool { return n.Kind == 1 && n.First <= i && i < n.End }) {
			continue
		}
		for _, p := range c.periods {
			if c.at(p.first) == "within" && p.first >= end {
				add(&Demand{Kind: ARepeat, First: p.first, End: p.end, number: betweenEvents})
			}
		}
		add(&Demand{Kind: ARepeat, First: i, End: end})
	}
}

// betweenEvents marks a demand for two events within some time.
const betweenEvents = -1

// comesAgain reports whether a form counts how often something happened, or
// holds events of one table against each other.
func (d *Demand) comesAgain(query *form.Query) bool {
	if d.number == betweenEvents {
		return false
	}
	found := false
	counts := func(e *form.Expr) bool { return e != nil && (e.Op == form.Count || e.Op == form.Sum) }
	walk(query, false, nil, func(c *form.Cond) {
		found = found || counts(c.Left) || counts(c.Right)
	})
	everywhere(query, func(e *form.Expr) {
		found = found || e.Op == form.Prev || e.Via != 0
	})
	return found
}
