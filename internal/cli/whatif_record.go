package cli

import (
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/whatif"
)

// recordAhead keeps a what-if over the rows of a cell as a cell of its own, in
// a session of its own, with its audit: no statement was run for it.
func (a *app) recordAhead(ctx context.Context, of session.Cell, with answer.Computation, now time.Time, r *whatif.Result) (session.Cell, error) {
	rows := talk.StandaloneQuestionOf(of)
	question := talk.AheadHeading(with.Request, rows)
	c := session.Cell{Question: question, Derivation: &session.Derivation{Question: rows}, Reading: of.Reading, SQL: of.SQL, Meaning: of.Meaning, Result: of.Result,
		Context: session.Lineage{ParentCellID: of.ID}.Refining(of),
		Metadata: session.Metadata{Model: of.Metadata.Model, SchemaVersion: of.Metadata.SchemaVersion, Source: of.Metadata.Source,
			Now: now.Format(time.DateOnly)},
	}
	if err := answer.LookedAhead(&c, with, r); err != nil {
		return session.Cell{}, err
	}
	kept, err := a.openStore(ctx)
	if err != nil {
		return session.Cell{}, err
	}
	defer kept.Close()
	s, err := session.NewLog(kept, session.Options{Clock: a.Now, NewID: freshID}).Start(ctx, of.Metadata.Source, of.Metadata.Source)
	if err != nil {
		return session.Cell{}, err
	}
	asked := store.Query{ID: freshID("query_"), Question: question, Status: store.StatusSuccess, Model: of.Metadata.Model, Answer: c.Narrative.Text}
	if of.SQL != nil {
		asked.FinalSQL = of.SQL.Query
	}
	return s.Record(ctx, c, func(c session.Cell, _ string) session.Step {
		q := asked
		q.CellID = c.ID
		return session.Step{Query: &q, Events: []session.Entry{
			{Kind: session.QuestionAsked, Payload: session.AskedPayload{Question: question, Query: q.ID}},
			{Kind: session.TurnEnded, Payload: session.EndedPayload{Outcome: outcomeOf(c), Cell: c.ID}},
		}}
	})
}

func outcomeOf(c session.Cell) string {
	if c.Reading == nil {
		return "sure"
	}
	return c.Reading.Outcome
}
