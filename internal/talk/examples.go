package talk

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/suggest"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/schema"
)

// How near a question must be to that of an example query to be the same in other
// words, or for the example to be offered. Set by hand.
const (
	sameLikeness = 0.999
	nearLikeness = 0.5
	nearOffered  = 0.3 // the probability of an example that is offered
)

// examplesPlanner is a planner that knows the queries which a person put beside
// the data: each answers its own question, and is offered for near ones.
type examplesPlanner struct {
	answer.Planner
	list []schema.Example
}

func (p examplesPlanner) Plan(ctx context.Context, r answer.Request) (*answer.Draft, error) {
	e, likeness := p.find(r.Question)
	if e == nil {
		return p.Planner.Plan(ctx, r)
	}
	own := answer.Draft{Outcome: answer.Sure, Confidence: 1, SQL: e.SQL, Sentence: "the example query for “" + e.Question + "”", Reasoning: "the example query in " + e.File,
		Assumptions: []string{"this is the query for “" + e.Question + "” in " + e.File}, By: mind.BuiltinName}
	if likeness >= sameLikeness {
		return &own, nil
	}
	d, err := p.Planner.Plan(ctx, r)
	if err != nil || d.Elsewhere() || d.Told != "" || d.SQL == own.SQL {
		return d, err
	}
	own.Outcome, own.Confidence, own.Probability = answer.Likely, nearOffered, nearOffered
	own.Offer = own.Sentence
	if d.Outcome == answer.Declined {
		return &answer.Draft{Outcome: answer.Unsure, Confidence: nearOffered, Ask: d.Missing + " There is a query for a similar question. Is it meant?", Others: []answer.Draft{own},
			Suggested: d.Suggested, Notes: d.Notes, By: d.By, Cost: d.Cost}, nil
	}
	if d.Outcome == answer.Unsure && !d.Asks() { // but now there is a choice
		first := *d
		first.Given, first.Others, first.Offer = false, nil, ""
		d.Given, d.Others = false, append([]answer.Draft{first}, d.Others...)
	}
	if d.Outcome == answer.Unsure {
		d.Others = append(slices.Clip(d.Others), own)
	} else {
		d.Others = append([]answer.Draft{own}, d.Others...)
	}
	return d, nil
}

// find is the example whose question is the nearest, and how near that is; nil
// where none is near.
func (p examplesPlanner) find(question string) (*schema.Example, float64) {
	var found *schema.Example
	best := 0.0
	for i, e := range p.list {
		likeness := suggest.Likeness(question, e.Question)
		if Plain(question) == Plain(e.Question) {
			likeness = 1
		}
		if likeness >= nearLikeness && likeness > best {
			found, best = &p.list[i], likeness
		}
	}
	return found, best
}
