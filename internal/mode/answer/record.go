package answer

import (
	"context"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// record keeps the cell, settles the audit and ends the turn, in one write.
func record(ctx context.Context, t *Turn) (step, error) {
	c, err := t.assemble(ctx)
	if err != nil {
		return nil, err
	}
	recorded, err := t.books.Record(ctx, c, t.settle)
	t.Cell = recorded
	return nil, err
}

// assemble returns the cell from what is known by now.
func (t *Turn) assemble(ctx context.Context) (session.Cell, error) {
	c := t.cell
	c.Question = t.q.Text
	if t.q.Heading != "" {
		c.Question, c.Derivation = t.q.Heading, &session.Derivation{Question: t.q.Text, Chart: string(t.q.Chart)}
	}
	c.Reading, c.Download, c.Made = t.reading(), t.Draft.Download, t.Draft.Made
	c.Diagnostics, c.Applied, c.Verdict = t.findings(), t.Draft.Applied, t.verdict
	if b := t.q.Before; b != nil {
		c.Context.ParentCellID = b.Cell.ID
		if t.Draft.FollowUp || t.Draft.Outcome == Edited {
			c.Context = c.Context.Refining(b.Cell)
		}
	}
	if t.Draft.SQL != "" && (t.Answered() || len(t.books.Attempts) > 0) {
		c.SQL = &session.SQL{Query: t.Draft.SQL, GeneratedBy: t.Draft.By, Tables: t.statement.Tables(), AsQuestion: t.q.Unasked}
		if t.Draft.Outcome == Edited {
			c.SQL.EditedByUser, c.SQL.UserSQLOverride = true, t.Draft.SQL
		}
	}
	if t.Answered() {
		c.Meaning = t.Meaning()
		c.Result = session.ResultOf(t.Table, int64(t.books.Timings.Execute))
	}
	err := t.describe(ctx, &c)
	return c, err
}

// reading is what the cell says of how the question was understood.
func (t *Turn) reading() *session.Reading {
	d := t.Draft
	r := &session.Reading{Outcome: string(d.Outcome), Confidence: d.Confidence, Sentence: d.Sentence, Clauses: d.Clauses, Assumptions: d.Assumptions,
		Question: d.Ask, Unsaid: unsaidOf(d), Missing: d.Missing, Suggested: d.Suggested, Remembered: d.Remembered}
	for _, o := range d.Others {
		other := session.Other{Sentence: o.Sentence, Offer: o.Offer, SQL: o.SQL, Probability: o.Probability}
		if o.By != d.By {
			other.By = o.By
		}
		r.Others = append(r.Others, other)
	}
	if t.gaveUp() {
		r.Outcome = string(Failed)
	}
	return r
}

// unsaidOf is what the cell says of what the question does not say.
func unsaidOf(d *Draft) []session.Unsaid {
	var list []session.Unsaid
	for _, u := range d.Unsaid {
		one := session.Unsaid{Key: u.Key, Question: u.Question, Taken: u.Taken, Said: u.Said, Obvious: u.Obvious}
		for _, c := range u.Choices {
			one.Choices = append(one.Choices, session.Saying(c))
		}
		list = append(list, one)
	}
	return list
}

// Detail marks what belongs to a cell but need not be said with its answer.
const Detail fault.Code = "DETAIL"

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
	for _, detail := range t.Draft.Details {
		list = append(list, fault.Diagnostic{Severity: fault.Info, Code: Detail, Message: detail})
	}
	return append(list, t.diagnostics...)
}

// gaveUp is true when statements were tried and none answered.
func (t *Turn) gaveUp() bool { return t.failure != nil && !t.Answered() }

// describe fills in how the cell came to be.
func (t *Turn) describe(ctx context.Context, c *session.Cell) error {
	s, err := t.m.Database.Schema(ctx, connection.Structure)
	if err != nil {
		return err
	}
	c.Metadata = session.Metadata{SchemaVersion: t.m.versionOf(s), AgentSteps: t.steps, RetryCount: t.fixes, Reasoning: t.Draft.Reasoning, Trace: t.trace}
	c.Metadata.Mode = session.ModeData
	if t.Draft.Told != "" {
		c.Metadata.Mode = session.ModeGeneral
	}
	t.books.Describe(&c.Metadata, t.Draft.By, t.q.Now)
	return nil
}

// settle writes into the audit what became of the question.
func (t *Turn) settle(q *store.Query, c session.Cell) {
	switch {
	case t.gaveUp():
		q.Status, q.Answer = store.StatusFailed, t.failure.Message
	case !t.Answered() && t.Draft.Told == "":
		q.Status, q.Answer = store.StatusDeclined, t.Draft.Missing+t.Draft.Ask
	default:
		q.FinalSQL = t.Draft.SQL
		if c.Narrative != nil {
			q.Answer = c.Narrative.Text
		}
	}
}
