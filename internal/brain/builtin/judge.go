package builtin

import (
	"math"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
)

// From how sure an answer is it is given, and given without much ado.
const (
	sureFrom   = 0.80
	likelyFrom = 0.35
)

// judge makes the answer of the candidates that were tried.
func (b *Brain) judge(list []*candidate, asked *link.Question) *brain.Answer {
	total, declined := 0.0, 0.0
	for _, c := range list {
		total += c.mass
		if c.query == nil {
			declined = c.mass
		}
	}
	a := &brain.Answer{Outcome: brain.Declined}
	for _, c := range list {
		if c.query != nil && !c.failed && c.mass > 0 {
			a.Evidence = gather(b.ix, list, c, asked).vector()
			break
		}
	}
	for _, c := range list {
		if c.query == nil || c.failed || c.mass == 0 || len(a.Readings) > maxOffers {
			continue
		}
		a.Readings = append(a.Readings, b.reading(c))
	}
	if len(a.Readings) == 0 || declined > declineFrom {
		a.Readings = nil
		a.Confidence = declined
		a.Missing = missing(asked)
		return a
	}
	a.Confidence = calibrate(a.Readings[0].Probability, total)
	switch {
	case a.Confidence >= sureFrom:
		a.Outcome = brain.Sure
	case a.Confidence >= likelyFrom:
		a.Outcome = brain.Likely
	default:
		a.Outcome = brain.Unsure
	}
	return a
}

// declineFrom is the probability from which a question is declined.
const declineFrom = 0.5

// calibrate turns the model's probability into how often such an answer is
// right on databases that it never saw.
func calibrate(p, total float64) float64 {
	const slope, shift = 1.0, 0.0
	p = math.Min(math.Max(p, 1e-4), 1-1e-4)
	return 1 / (1 + math.Exp(-(slope*math.Log(p/(1-p)) + shift)))
}

func (b *Brain) reading(c *candidate) brain.Reading {
	r := brain.Reading{SQL: c.sql, Sentence: render.Sentence(b.ix, c.query), Probability: c.mass, FollowUp: c.followUp, Form: c.query}
	for _, w := range render.Words(b.ix, c.query) {
		r.Clauses = append(r.Clauses, brain.Clause{Label: w.Label, Text: w.Text})
	}
	return r
}

// missing says which words of a declined question nothing in the database
// answers to.
func missing(asked *link.Question) string {
	words := asked.Unlinked()
	if len(words) == 0 {
		return "Nothing in this database answers that."
	}
	return "Nothing in this database seems to hold " + strings.Join(words, ", ") + "."
}
