package answer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// record keeps the cell, settles the audit and ends the turn, in one write.
func record(ctx context.Context, t *Turn) (step, error) {
	c := &t.cell
	c.Question = t.q.Text
	c.Reading = t.reading()
	c.Diagnostics = t.findings()
	if b := t.q.Before; b != nil {
		c.Context.ParentCellID = b.Cell.ID
		if t.Draft.FollowUp || t.Draft.Outcome == Edited {
			c.Context.RefinementOf = b.Cell.ID
		}
	}
	if t.Draft.SQL != "" && (t.Answered() || len(t.attempts) > 0) {
		c.SQL = &session.SQL{Query: t.Draft.SQL, GeneratedBy: t.Draft.By, Tables: t.statement.Tables()}
		if t.Draft.Outcome == Edited {
			c.SQL.EditedByUser, c.SQL.UserSQLOverride = true, t.Draft.SQL
		}
	}
	if t.Answered() {
		c.Result = session.ResultOf(t.Table, int64(t.timings.Execute))
	}
	if err := t.describe(ctx); err != nil {
		return nil, err
	}
	var kept session.RecordedPayload
	recorded, err := t.m.Log.Record(ctx, *c, func(c session.Cell, hash string) session.Step {
		kept = session.RecordedPayload{Cell: c.ID, Position: c.Context.Position, Hash: hash}
		q := t.settled(c)
		return session.Step{Before: []session.Entry{stage(session.Rendering)}, Query: &q, Events: []session.Entry{t.ended(c.ID, "")}}
	})
	if err != nil {
		return nil, err
	}
	t.Cell = recorded
	t.tell([]session.Entry{stage(session.Rendering), {Kind: session.CellRecorded, Payload: kept}, t.ended(recorded.ID, "")})
	return nil, nil
}

// reading is what the cell says of how the question was understood.
func (t *Turn) reading() *session.Reading {
	d := t.Draft
	r := &session.Reading{Outcome: string(d.Outcome), Confidence: d.Confidence, Sentence: d.Sentence, Clauses: d.Clauses, Assumptions: d.Assumptions,
		Question: d.Ask, Missing: d.Missing, Suggested: d.Suggested, Remembered: d.Remembered}
	for _, o := range d.Others {
		r.Others = append(r.Others, session.Other{Sentence: o.Sentence, Offer: o.Offer, SQL: o.SQL, Probability: o.Probability})
	}
	if t.gaveUp() {
		r.Outcome = string(Failed)
	}
	return r
}

// findings are what to know of the cell as a whole.
func (t *Turn) findings() []fault.Diagnostic {
	var list []fault.Diagnostic
	if t.gaveUp() {
		list = append(list, t.failure.Diagnostic(fault.Error))
	}
	list = append(list, t.Draft.Findings...)
	for _, note := range t.Draft.Notes {
		list = append(list, fault.Diagnostic{Severity: fault.Warning, Message: note})
	}
	return append(list, t.diagnostics...)
}

// gaveUp is true when statements were tried and none answered.
func (t *Turn) gaveUp() bool { return t.failure != nil && !t.Answered() }

// describe fills in how the cell came to be.
func (t *Turn) describe(ctx context.Context) error {
	s, err := t.m.Database.Schema(ctx, connection.Structure)
	if err != nil {
		return err
	}
	t.timings.Total = milliseconds(t.m.Clock().Sub(t.began))
	timings := t.timings
	m := &t.cell.Metadata
	*m = session.Metadata{Model: t.Draft.By, SchemaVersion: t.m.versionOf(s), Source: t.m.Database.Name(), AgentSteps: t.steps, RetryCount: t.fixes,
		Reasoning: t.Draft.Reasoning, Trace: t.trace, Timings: &timings, CostUSD: t.cost.USD}
	if !t.q.Now.IsZero() {
		m.Now = t.q.Now.Format(time.DateOnly)
	}
	if t.cost.Input+t.cost.Output > 0 {
		m.Tokens = &session.Tokens{Input: t.cost.Input, Output: t.cost.Output}
	}
	for _, a := range t.attempts {
		kept := session.Attempt{SQL: a.SQL, Status: "ran"}
		switch {
		case !a.ValidationOK:
			kept.Status, kept.Reason = "refused", a.ValidationReason
		case !a.ExecutionOK:
			kept.Status, kept.Reason = "failed", a.DBError
		}
		m.Attempts = append(m.Attempts, kept)
	}
	return nil
}

// settled is the audit of the question at its end.
func (t *Turn) settled(c session.Cell) store.Query {
	q := t.spent()
	q.CellID, q.Status = c.ID, store.StatusSuccess
	switch {
	case t.gaveUp():
		q.Status, q.Answer = store.StatusFailed, t.failure.Message
	case !t.Answered():
		q.Status, q.Answer = store.StatusDeclined, t.Draft.Missing+t.Draft.Ask
	default:
		q.FinalSQL = t.Draft.SQL
		if c.Narrative != nil {
			q.Answer = c.Narrative.Text
		}
	}
	return q
}

// spent is the audit with who worked on the question, and what that took.
func (t *Turn) spent() store.Query {
	q := t.query
	q.Model, q.CostUSD = t.Draft.By, t.cost.USD
	q.Tokens = store.Tokens{Input: t.cost.Input, Output: t.cost.Output}
	q.Timings = store.Timings(t.timings)
	return q
}

// abandon settles the audit of a turn that ended without a cell. The person may
// have stopped it, so this does not wait for their context.
func (t *Turn) abandon(ctx context.Context, cause error) {
	if t.query.ID == "" {
		return
	}
	if t.Draft == nil {
		t.Draft = &Draft{Outcome: Failed}
	}
	t.timings.Total = milliseconds(t.Took)
	q := t.spent()
	f := fault.Of(cause)
	q.Status, q.Answer = store.StatusFailed, f.Message
	if f.Code == fault.Canceled || errors.Is(ctx.Err(), context.Canceled) { // whatever a model made of it
		q.Status = store.StatusCanceled
	}
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	end := t.ended("", f.Message)
	if q.Status == store.StatusCanceled {
		end.Payload = session.EndedPayload{Outcome: string(Canceled), Reason: f.Message}
	}
	// The first error is what the person hears of; a store that cannot be
	// written has said so already.
	_ = t.m.Log.Step(ctx, session.Step{Query: &q, Attempts: t.attempts[t.kept:], Events: []session.Entry{end}})
	t.tell([]session.Entry{end})
}

func (t *Turn) ended(cell, reason string) session.Entry {
	outcome := string(t.Draft.Outcome)
	if t.gaveUp() || cell == "" {
		outcome = string(Failed)
	}
	return session.Entry{Kind: session.TurnEnded, Payload: session.EndedPayload{Outcome: outcome, Cell: cell, Reason: reason}}
}

// encode is JSON without escapes for HTML.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "a part of the cell cannot be written: %s", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
