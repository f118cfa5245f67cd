package talk

import (
	"context"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/mode/explore"
)

// Explore answers by letting a model look around.
func (t *Talk) Explore(ctx context.Context, before *Turn, q answer.Question) (*Turn, error) {
	return t.lookAround(ctx, before, q, nil)
}

// lookAround goes on with what another mode has begun, if it has.
func (t *Talk) lookAround(ctx context.Context, before *Turn, q answer.Question, begun *answer.Turn) (*Turn, error) {
	if t.Explorer == nil {
		return nil, fault.New(fault.Usage, "exploring needs a language model, and none is used here").
			WithHint("set a key such as ANTHROPIC_API_KEY, or choose a model with --model; plumb models lists them")
	}
	asked := explore.Question{ID: q.ID, Text: q.Text, Now: q.Now, Parent: q.Parent, Replaces: q.Replaces, Beside: q.Beside}
	if before != nil {
		asked.Before = before.Cell.ID
	}
	if begun != nil {
		asked.ID, asked.Begun, asked.Spent = begun.ID(), true, begun.Spent()
	}
	made, err := t.Explorer.Ask(ctx, asked)
	if err != nil {
		return nil, err
	}
	c := made.Cell
	d := &answer.Draft{Outcome: answer.Outcome(c.Reading.Outcome), Missing: c.Reading.Missing, By: c.Metadata.Model}
	if c.SQL != nil {
		d = Redraft(c, c.SQL.Query)
		d.From = made.Reading
	}
	return &Turn{Turn: &answer.Turn{Cell: c, Draft: d, Table: made.Table, Chart: made.Chart, Took: made.Took}, Question: q.Text, Before: before}, nil
}
