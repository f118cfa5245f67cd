package talk

import (
	"context"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/whatif"
)

// fitsModel are words of a regression, which predicts rows and not the future.
var fitsModel = lazyregexp.New(`(?i)regress|random[_ ]state|logistic|train(?:ing)?[- /]test|\bsplit\b`)

// analyze answers a message that asks for an analysis in several steps; it is nil
// for another.
func (t *Talk) analyze(ctx context.Context, before *Turn, q answer.Question) (*Turn, error) {
	analyst, ok := t.Brain.(brain.Analyst)
	ahead := q.Ahead != nil && q.Ahead.Technique != whatif.Correlation && !fitsModel.MatchString(q.Text)
	if !ok || q.SQL != "" || q.Draft != nil || q.Chart != "" || q.Heading != "" || ahead {
		return nil, nil
	}
	asked := brain.Question{Text: q.Text, Now: q.Now}
	if before != nil && before.Draft != nil {
		asked.Before = before.Draft.Reading()
	}
	found, err := analyst.Analyze(ctx, asked)
	if err != nil || found == nil || found.Plan != nil && found.Confidence < brain.LikelyFrom && t.Explorer != nil {
		return nil, err // a language model may know better than a guess
	}
	if found.Plan == nil {
		q.Draft = &answer.Draft{Outcome: answer.Declined, Confidence: found.Confidence, Missing: found.Missing, By: "builtin"}
		a, err := t.Mode.Ask(ctx, q)
		if err != nil {
			return nil, err
		}
		return &Turn{Turn: a, Question: q.Text, Before: before}, nil
	}
	for i := range found.Plan.Steps {
		if s := &found.Plan.Steps[i]; s.Source == "" && s.Language == "read" {
			s.Source = t.Connection.Name()
		}
	}
	planned := analyze.Question{ID: q.ID, Text: q.Text, Now: q.Now, Plan: found.Plan, Sentence: found.Sentence, Confidence: found.Confidence, Parent: q.Parent, Replaces: q.Replaces}
	if before != nil {
		planned.Before = before.Cell.ID
	}
	made, err := t.Analyzer.Ask(ctx, planned)
	if err != nil {
		return nil, err
	}
	c := made.Cell
	d := &answer.Draft{Outcome: answer.Outcome(c.Reading.Outcome), Confidence: c.Reading.Confidence, Sentence: c.Reading.Sentence, Missing: c.Reading.Missing, By: c.Metadata.Model, Given: true}
	return &Turn{Turn: &answer.Turn{Cell: c, Draft: d, Table: made.Table, Chart: made.Chart, Took: made.Took}, Question: q.Text, Before: before}, nil
}
