package index

import (
	"slices"

	"github.com/plumbdata/plumb/internal/english"
)

// alike are words for states that people use for one another. A word of a
// group stands for a stored value of the same group.
var alike = english.NewGroups(`cancelled canceled cancel canc cxl void voided annulled cancellation cancellations revoked withdrawn,
	completed complete done finished closed fulfilled finish,
	approved ok accepted successful success succeeded passed pass confirmed valid,
	rejected declined refused denied failed fail unsuccessful reject decline,
	pending waiting awaiting open outstanding unresolved queued,
	active live current running enabled ongoing,
	inactive retired dormant disabled discontinued,
	online ecom ecommerce web internet digital,
	delivered shipped arrived received,
	paid settled collected pay,
	won win wins winning,
	lost lose loses losing,
	sold sell,
	sent send,
	broken broke break,
	booked book,
	unpaid open outstanding due,
	movie film movies films,
	child kid kids children,
	adult grownup,
	employee staff worker,
	laptop notebook,
	male man men,
	female woman women,
	refunded refund returned,
	annual yearly,
	undergraduate undergrad ug,
	postgraduate graduate postgrad pg,
	b2b business corporate company,
	b2c consumer private individual retail,
	road truck trucking,
	air plane airfreight,
	sea ocean ship`)

// findAlike finds values of enumerations by a word that people use for them.
func (f *finder) findAlike(found []Match, q *query) []Match {
	for at, t := range q.tokens {
		others := alike[t]
		if others == nil {
			others = alike[english.Singular(t)]
		}
		if others != nil {
			others = append(slices.Clip(others), t) // it may be one word of several: lost for closed_lost
		}
		for _, o := range others {
			for _, r := range slices.Concat(f.byKey.refs(keyOf([]string{o})), f.byWord.refs(o)) {
				if f.x.Columns[r.column].Kind == Text && len(f.x.Columns[r.column].Enum) > 0 && !f.x.Columns[r.column].Places {
					found = append(found, q.match(at, at+1, int(r.column), f.x.stored.at(r).Text, Akin))
				}
			}
		}
	}
	return found
}

// findGrade finds values of one letter beside the name of their column: grade A.
func (f *finder) findGrade(found []Match, q *query, first, end int) []Match {
	text := q.words[q.word[first]].Text
	if len(text) != 1 || text[0] < 'A' || text[0] > 'Z' {
		return found
	}
	for _, n := range f.enums {
		c := &f.x.Columns[n]
		beside := first > 0 && c.says(english.Singular(q.tokens[first-1])) || end < len(q.tokens) && c.says(english.Singular(q.tokens[end]))
		if beside && c.hasCode(text) {
			found = append(found, q.match(first, end, n, text, Exact))
		}
	}
	return found
}
