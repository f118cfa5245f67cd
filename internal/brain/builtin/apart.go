package builtin

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/reply"
)

// crossing finds rows that a form puts beside each other although they have
// nothing to do with each other. Orders of customers who wrote a letter are
// orders all the same, where the question speaks of the customers.
func crossing(ix *index.Index, asked *link.Question, q *form.Query) *render.Crossing {
	var found *render.Crossing
	q.EachQuery(func(q *form.Query) {
		for _, c := range render.Crossings(ix, q) {
			excused := c.What == render.Narrowed || c.What == render.Listed
			if found == nil && !(excused && spokenOf(ix, asked, c.At) && !reply.GroupedBy(ix, q, c.At)) {
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
	return kept, &brain.Answer{Outcome: brain.Declined, Missing: reply.Unconnected(b.ix, wanted.crosses), Confidence: surelyMissing}
}
