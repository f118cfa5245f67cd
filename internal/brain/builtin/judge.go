package builtin

import (
	"cmp"
	"slices"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/schema"
)

// From how sure an answer is it is given, and given without much ado: when it is
// right nine times in ten.
const (
	sureFrom   = 0.90
	likelyFrom = brain.LikelyFrom
)

// declineFrom is the probability of declining from which it is done: when it is
// likelier than all that could be answered.
const declineFrom = 0.5

// judge makes the answer of the candidates that were tried, the best first.
// before is the reading that a follow-up follows, or nil.
func (b *Brain) judge(list []*candidate, asked *link.Question, before *brain.Reading) *brain.Answer {
	a := &brain.Answer{Outcome: brain.Declined}
	declined := 0.0
	var first *candidate
	for _, c := range list {
		switch {
		case c.query == nil:
			declined = c.mass
		case c.failed || c.mass == 0 || len(a.Readings) > maxOffers || first != nil && len(c.missed) > 0:
		default:
			if first == nil {
				first = c
			}
			r := b.reading(c)
			if !slices.ContainsFunc(a.Readings, func(o brain.Reading) bool { return o.Sentence == r.Sentence }) {
				a.Readings = append(a.Readings, r)
			}
		}
	}
	if first != nil {
		e := gather(b.ix, list, first, asked)
		if before != nil {
			e[fBefore] = logOf(before.Probability)
		}
		a.Evidence = e.vector()
	}
	if declined <= declineFrom {
		if a := b.unfollowed(asked, first); a != nil {
			return a
		}
	}
	if why := first.untimed(); why != "" {
		return &brain.Answer{Outcome: brain.Declined, Confidence: declineFrom, Missing: why, Evidence: a.Evidence}
	}
	var named []string // that are not called so here
	if first != nil && declined > declineFrom {
		named = askedAsMoney(b.ix, asked, first)
	}
	if first == nil || declined > declineFrom && named == nil {
		a.Readings = nil
		a.Confidence = declined
		a.Missing = reply.Missing(asked)
		return a
	}
	a.Confidence = calibration().Confidence(a.Evidence)
	spread(a.Readings, a.Confidence)
	b.describe(a, asked)
	if first.mended {
		a.Confidence = min(a.Confidence, mendedAtMost)
		spread(a.Readings, a.Confidence)
	}
	if a.Confidence < likelyFrom && rulesAgree(b.ix, first, asked) {
		a.Confidence = agreedLeast
		spread(a.Readings, a.Confidence)
	}
	left, several := append(first.leftOut(b.ix), named...), cmp.Or(first.implausible(), first.inSeveral(b.ix))
	if len(left) > 0 || several != "" {
		a.Confidence = min(a.Confidence, uncovered)
		spread(a.Readings, a.Confidence)
	}
	switch {
	case a.Confidence >= sureFrom:
		a.Outcome = brain.Sure
	case a.Confidence >= likelyFrom:
		a.Outcome = brain.Likely
	default:
		a.Outcome = brain.Unsure
		if b.people && !worthIt(a) {
			return &brain.Answer{Outcome: brain.Declined, Confidence: 1 - a.Confidence, Missing: reply.Missing(asked), Evidence: a.Evidence}
		}
		switch {
		case len(left) > 0:
			a.Clarify = askAbout(left, a.Readings)
		case several != "":
			a.Clarify = offer(several, a.Readings)
		default:
			a.Clarify = clarify(b.ix, a.Readings, asked)
		}
	}
	return a
}

// agreedLeast is how sure an answer is at least that the rules come to as well, and
// that leaves no word of the question aside.
const agreedLeast = 0.6

// spread gives the readings probabilities that go with the confidence in the
// first. They keep their proportions; the others get no more than what is left.
func spread(list []brain.Reading, confidence float64) {
	scale, rest := confidence/list[0].Probability, 0.0
	for _, r := range list[1:] {
		rest += scale * r.Probability
	}
	list[0].Probability = confidence
	others := scale * min(1, (1-confidence)/max(rest, 1e-9))
	for i := range list[1:] {
		list[i+1].Probability *= others
	}
}

// reading is a candidate for people.
func (b *Brain) reading(c *candidate) brain.Reading {
	sql := c.sql
	if c.figured != nil {
		sql = c.figuredSQL
	}
	shown := terms.Spoken(c.shown())
	clauses, sentence := render.Plainly(b.ix, shown)
	r := brain.Reading{SQL: sql, Meaning: render.Describe(b.ix, shown), Sentence: sentence, Assumptions: slices.Concat(c.defined, c.assumed), Notes: slices.Concat(c.alike, c.notes.Lines()), Details: c.notes.Details(), Tables: b.tables(c.query),
		Probability: c.mass, FollowUp: c.followUp, Form: c.query}
	for _, w := range clauses {
		r.Clauses = append(r.Clauses, brain.Clause{Label: w.Label, Text: w.String()})
	}
	return r
}

// tables lists what a query reads, bridges between the tables that it names
// included, as the guard names them.
func (b *Brain) tables(q *form.Query) []string {
	var list []string
	q.EachQuery(func(q *form.Query) {
		tree, err := render.Plan(b.ix, q)
		if err != nil {
			return // it was rendered, so it has one
		}
		for _, n := range tree.Nodes {
			t := schema.Table{Schema: b.ix.Tables[n.Table].Schema, Name: b.ix.Tables[n.Table].Name}
			list = append(list, t.QualifiedName())
		}
	})
	slices.Sort(list)
	return slices.Compact(list)
}
