package explore

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// What becomes of a question, in the words of cells.
const (
	likely   = "likely"
	declined = "declined"
	failed   = "failed"
	canceled = "canceled"
)

// cannotAnswer is said when the model has declined without a word.
const cannotAnswer = "This data cannot answer that."

// record keeps the cell, settles the audit and ends the turn, in one write.
func record(ctx context.Context, t *Turn) (step, error) {
	c := &t.cell
	c.Question = t.q.Text
	c.Context.ParentCellID = t.q.Before
	c.Reading = &session.Reading{Outcome: t.outcome(), Clauses: t.clauses}
	if c.Reading.Outcome == declined {
		c.Reading.Missing = cannotAnswer
		if c.Narrative != nil {
			c.Reading.Missing, c.Narrative = c.Narrative.Text, nil
		}
	}
	c.Diagnostics = t.findings()
	t.describe()
	var kept session.RecordedPayload
	recorded, err := t.m.Log.Record(ctx, *c, func(c session.Cell, hash string) session.Step {
		kept = session.RecordedPayload{Cell: c.ID, Position: c.Context.Position, Hash: hash}
		q := t.settled(c)
		return session.Step{Before: []session.Entry{stage(session.Rendering)}, Query: &q, Events: []session.Entry{ended(t.outcome(), c.ID, "")}}
	})
	if err != nil {
		return nil, err
	}
	t.Cell = recorded
	t.notify([]session.Entry{stage(session.Rendering), {Kind: session.CellRecorded, Payload: kept}, ended(t.outcome(), recorded.ID, "")})
	return nil, nil
}

// outcome is what became of the question. An answer from looking at the schema
// alone is one too.
func (t *Turn) outcome() string {
	switch {
	case t.Answered():
		return likely
	case t.failure != nil, t.short != nil:
		return failed
	case len(t.found) == 0:
		return declined
	case t.cell.Narrative == nil:
		return failed
	}
	return likely
}

// findings are what to know of the cell as a whole.
func (t *Turn) findings() []fault.Diagnostic {
	var list []fault.Diagnostic
	if t.short != nil {
		severity := fault.Warning
		if !t.Answered() {
			severity = fault.Error
		}
		list = append(list, t.short.Diagnostic(severity))
	}
	if t.failure != nil && !t.Answered() {
		list = append(list, t.failure.Diagnostic(fault.Error))
	}
	return append(list, t.diagnostics...)
}

// describe fills in how the cell came to be.
func (t *Turn) describe() {
	const longest = 4000
	t.timings.Total = milliseconds(t.m.Clock().Sub(t.began))
	timings := t.timings
	m := &t.cell.Metadata
	*m = session.Metadata{Model: t.by, SchemaVersion: schema.Hash(t.snapshot), Source: t.m.Database.Name(), AgentSteps: t.turns,
		Reasoning: clip(strings.Join(t.said, "\n"), longest), Trace: t.trace, Timings: &timings, CostUSD: t.cost.USD}
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
		if kept.Status != "ran" {
			m.RetryCount++
		}
		m.Attempts = append(m.Attempts, kept)
	}
}

// settled is the audit of the question at its end.
func (t *Turn) settled(c session.Cell) store.Query {
	q := t.spent()
	q.CellID, q.Status = c.ID, store.StatusSuccess
	if c.SQL != nil {
		q.FinalSQL = c.SQL.Query
	}
	if c.Narrative != nil {
		q.Answer = c.Narrative.Text
	}
	switch c.Reading.Outcome {
	case failed:
		q.Status = store.StatusFailed
		if len(c.Diagnostics) > 0 {
			q.Answer = c.Diagnostics[0].Message
		}
	case declined:
		q.Status, q.Answer = store.StatusDeclined, c.Reading.Missing
	}
	return q
}

// spent is the audit with who worked on the question, and what that took.
func (t *Turn) spent() store.Query {
	q := t.query
	q.Model, q.CostUSD = t.by, t.cost.USD
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
	t.timings.Total = milliseconds(t.Took)
	q := t.spent()
	f := fault.Of(cause)
	outcome := failed
	q.Status, q.Answer = store.StatusFailed, f.Message
	if f.Code == fault.Canceled || errors.Is(ctx.Err(), context.Canceled) { // whatever a model made of it
		q.Status, outcome = store.StatusCanceled, canceled
	}
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	end := ended(outcome, "", f.Message)
	// The first error is what the person hears of; a store that cannot be
	// written has said so already.
	_ = t.m.Log.Step(ctx, session.Step{Query: &q, Attempts: t.attempts[t.kept:], Events: []session.Entry{end}})
	t.notify([]session.Entry{end})
}

func ended(outcome, cell, reason string) session.Entry {
	return session.Entry{Kind: session.TurnEnded, Payload: session.EndedPayload{Outcome: outcome, Cell: cell, Reason: reason}}
}
