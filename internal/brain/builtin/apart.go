package builtin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// crossing finds rows that a form puts beside each other although they have
// nothing to do with each other. Orders of customers who wrote a letter are
// orders all the same, where the question speaks of the customers.
func crossing(ix *index.Index, asked *link.Question, q *form.Query) *render.Crossing {
	var found *render.Crossing
	q.EachQuery(func(q *form.Query) {
		for _, c := range render.Crossings(ix, q) {
			excused := c.What == render.Narrowed || c.What == render.Listed
			if found == nil && !(excused && spokenOf(ix, asked, c.At) && !groupedBy(ix, q, c.At)) {
				found = &c
			}
		}
	})
	return found
}

// spokenOf is true for a table that words of the question name, or one of its
// columns.
func spokenOf(ix *index.Index, asked *link.Question, t int) bool {
	return slices.ContainsFunc(asked.Names, func(n link.Name) bool {
		return n.OfName() && (!n.Column && n.Number == t || n.Column && ix.Columns[n.Number].Table == t)
	})
}

// groupedBy is true for a query that has groups by something of a table.
func groupedBy(ix *index.Index, q *form.Query, t int) bool {
	return slices.ContainsFunc(q.Group, func(e *form.Expr) bool {
		return e.Op == form.Column && e.Column > 0 && ix.Columns[e.Column].Table == t
	})
}

// farLess is how much less probable, in nats, a reading is that does not come
// into question beside one that crosses.
const farLess = 2.0

// connected is the list without candidates that cross tables. Where only one that
// does heeds what the question says, or no other comes near it, the question asks
// for what the data do not connect, and that is the answer.
func (b *Brain) connected(list []*candidate) ([]*candidate, *brain.Answer) {
	var wanted *candidate // the likeliest that crosses
	for _, c := range list {
		if c.crosses != nil && (wanted == nil || len(c.unmet) < len(wanted.unmet)) {
			wanted = c
		}
	}
	if wanted == nil {
		return list, nil
	}
	kept := slices.DeleteFunc(slices.Clone(list), func(c *candidate) bool { return c.crosses != nil })
	other := first(kept)
	if other != nil && len(other.unmet) <= len(wanted.unmet) && other.covered() >= wanted.covered()-farLess {
		return kept, nil
	}
	return kept, &brain.Answer{Outcome: brain.Declined, Missing: unconnected(b.ix, wanted.crosses), Confidence: surelyMissing}
}

// unconnected says which tables nothing connects, and what figures of the first
// there are instead.
func unconnected(ix *index.Index, c *render.Crossing) string {
	of, by := render.Table(ix, c.Of, true), render.Table(ix, c.By, true)
	text := fmt.Sprintf("Nothing connects %s with %s but %s, each of which has many of both.", of, by, render.Table(ix, c.At, true))
	others := kinds(ix, c.Of)
	for t := range ix.Tables {
		if t != c.Of && t != c.By && ix.Leads(c.Of, t) && len(ix.Tables[t].Display) > 0 && len(others) < maxOthers {
			others = append(others, render.Table(ix, t, false))
		}
	}
	if len(others) == 0 {
		return text
	}
	return text + " You can ask for " + of + " by " + span.JoinList(others, "or") + "."
}

// kinds are columns of a table that tell its rows apart by a few values.
func kinds(ix *index.Index, t int) []string {
	var list []string
	for _, n := range ix.Tables[t].Columns {
		if c := &ix.Columns[n]; c.Kind == index.Text && !c.Foreign && !c.Primary && len(c.Enum) > 1 && len(list) < maxOthers/2 {
			list = append(list, strings.Join(c.Words, " "))
		}
	}
	return list
}

// maxOthers is how many other groups are offered.
const maxOthers = 4
