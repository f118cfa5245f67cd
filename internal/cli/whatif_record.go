package cli

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/whatif"
)

// recordAhead keeps a what-if over the rows of a cell as a cell of its own, in
// a session of its own, with its audit: no statement was run for it.
func (a *app) recordAhead(ctx context.Context, of session.Cell, r *whatif.Result, question string) (session.Cell, error) {
	fit, err := json.Marshal(r.Fit)
	if err != nil {
		return session.Cell{}, fault.Wrap(err, fault.Internal, "the fit cannot be written: %v", err)
	}
	c := session.Cell{Question: question, Reading: of.Reading, SQL: of.SQL, Result: of.Result,
		Context:   session.Lineage{ParentCellID: of.ID, RefinementOf: of.ID},
		Chart:     &session.Chart{Kind: "custom", Spec: r.Spec, AutoDetected: true, Theme: chart.ThemeName},
		Narrative: &session.Narrative{Text: strings.Join(r.Sentences, " "), By: string(r.Technique)},
		WhatIf: &session.WhatIf{Technique: string(r.Technique), Assumptions: r.Assumptions, Caveats: r.Caveats, SampleSize: r.SampleSize, Fit: fit,
			Result: session.ResultOf(r.Table, 0)},
		Metadata: session.Metadata{Model: of.Metadata.Model, SchemaVersion: of.Metadata.SchemaVersion, Source: of.Metadata.Source, Now: of.Metadata.Now},
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
