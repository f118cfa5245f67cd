package explore

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// What becomes of a question, in the words of cells.
const (
	likely   = "likely"
	declined = "declined"
)

// record keeps the cell, settles the audit and ends the turn, in one write.
func record(ctx context.Context, t *Turn) (step, error) {
	c := &t.cell
	c.Question = t.q.Text
	c.Context.ParentCellID = t.q.Before
	c.Reading = &session.Reading{Outcome: t.outcome(), Clauses: t.clauses}
	if c.Reading.Outcome == declined {
		c.Reading.Missing = turn.CannotAnswer
		if c.Narrative != nil {
			c.Reading.Missing, c.Narrative = c.Narrative.Text, nil
		}
	}
	c.Diagnostics = t.findings()
	t.describe()
	recorded, err := t.books.Record(ctx, *c, settle)
	t.Cell = recorded
	return nil, err
}

// outcome is what became of the question. An answer from looking at the schema
// alone is one too.
func (t *Turn) outcome() string {
	switch {
	case t.Answered():
		return likely
	case t.failure != nil, t.short != nil:
		return turn.Failed
	case len(t.found) == 0:
		return declined
	case t.cell.Narrative == nil:
		return turn.Failed
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
	m := &t.cell.Metadata
	*m = session.Metadata{SchemaVersion: schema.Hash(t.snapshot), AgentSteps: t.turns, Mode: session.ModeData, Reasoning: clip(strings.Join(t.said, "\n"), longest), Trace: t.trace}
	t.books.Describe(m, t.by, t.q.Now)
	for _, a := range m.Attempts {
		if a.Status != "ran" {
			m.RetryCount++
		}
	}
}

// settle writes into the audit what became of the question.
func settle(q *store.Query, c session.Cell) {
	if c.SQL != nil {
		q.FinalSQL = c.SQL.Query
	}
	if c.Narrative != nil {
		q.Answer = c.Narrative.Text
	}
	switch c.Reading.Outcome {
	case turn.Failed:
		q.Status = store.StatusFailed
		if len(c.Diagnostics) > 0 {
			q.Answer = c.Diagnostics[0].Message
		}
	case declined:
		q.Status, q.Answer = store.StatusDeclined, c.Reading.Missing
	}
}
