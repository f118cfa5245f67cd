package analyze

import (
	"cmp"
	"context"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/execute"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
)

const (
	likely   = "likely"
	sure     = "sure"
	unsure   = "unsure"
	declined = "declined"
	// sureFrom is how sure the reading of the figure must be for the analysis to be.
	sureFrom = 0.9
	// unsureBelow is where what was read is more a guess.
	unsureBelow = 0.65
)

// record keeps the cell, settles the audit and ends the turn, in one write.
func (t *Turn) record(ctx context.Context) error {
	c, err := t.assemble(ctx)
	if err != nil {
		return err
	}
	if err := t.enter(ctx, session.Idle, nil); err != nil {
		return err
	}
	t.Cell, err = t.books.Record(ctx, c, t.settle)
	return err
}

func (t *Turn) assemble(ctx context.Context) (session.Cell, error) {
	c := session.Cell{Question: t.q.Text, Context: session.Lineage{ParentCellID: t.q.Before}}
	if t.plan != nil {
		c.Analysis = &session.AnalysisRun{Plan: *t.plan, Assumptions: t.plan.Assumptions, Caveats: t.plan.Caveats}
	}
	c.Reading = &session.Reading{Outcome: t.outcome(), Confidence: t.q.Confidence, Sentence: t.q.Sentence}
	if t.plan != nil && c.Reading.Sentence == "" {
		c.Reading.Sentence = t.plan.Title
	}
	for i, s := range t.steps {
		hash, err := t.hashOf(ctx, s)
		if err != nil {
			return c, err
		}
		if was := c.Analysis.Plan.Step(s.Number); was != nil {
			was.Code = s.Code // as it was run
		}
		c.Analysis.Steps = append(c.Analysis.Steps, session.StepResult{Number: s.Number, Output: s.Output, RowCount: s.Rows, DataHash: hash, TookMS: turn.Milliseconds(s.Took)})
		t.steps[i].Hash = hash
		if s.Language != plan.Read {
			continue
		}
		e, err := t.evidenceOf(ctx, t.steps[i])
		if err != nil {
			return c, err
		}
		c.Sources = append(c.Sources, e)
	}
	if t.failure != nil {
		c.Diagnostics = append(c.Diagnostics, t.failure.Diagnostic(fault.Error))
	}
	if t.rejected {
		c.Reading.Missing = cmp.Or(t.reason, "The plan was not run.")
	}
	if err := t.present(ctx, &c); err != nil {
		return c, err
	}
	s, err := t.m.Database.Schema(ctx, connection.Structure)
	if err != nil {
		return c, err
	}
	c.Metadata = session.Metadata{SchemaVersion: schema.Hash(s), AgentSteps: len(t.steps), Mode: session.ModeData}
	t.books.Describe(&c.Metadata, t.by(), t.q.Now)
	return c, nil
}

// maxSource is how many bytes of rows a cell keeps of a step.
const maxSource = 256 << 10

// hashOf is the hash of the rows that a step made.
func (t *Turn) hashOf(ctx context.Context, s execute.Step) (string, error) {
	switch {
	case s.Hash != "":
		return s.Hash, nil
	case s.Table != nil:
		return s.Table.Hash(), nil
	}
	return t.data.Hash(ctx, s.Output)
}

// evidenceOf is what a step found, with the statement of one that reads a connection.
func (t *Turn) evidenceOf(ctx context.Context, s execute.Step) (session.Evidence, error) {
	e := session.Evidence{Number: s.Number, Tool: string(s.Language), Tables: s.Inputs, RowCount: s.Rows, DataHash: s.Hash}
	if s.Language == plan.Read {
		e.SQL, _ = t.plan.Filled(s.Step) // it was run
		e.Tables = s.Tables
		if s.Source != t.m.Database.Name() {
			e.Source = s.Source
		}
	}
	rows, err := t.firstRows(ctx, s)
	if err != nil {
		return e, err
	}
	e.Truncated = rows.Truncated != table.Whole && s.Table != nil
	e.Result = session.ResultOf(rows, s.Took.Milliseconds())
	if len(e.Result.Data) > maxSource || e.Result.DataHash != s.Hash {
		e.Result.Data = nil // the hash is kept
	}
	e.Result.RowCount, e.Result.DataHash, e.Result.Truncated = s.Rows, s.Hash, e.Truncated
	return e, nil
}

// firstRows are the rows of a step, or the first ones where there are more than a cell
// keeps and they are in the store.
func (t *Turn) firstRows(ctx context.Context, s execute.Step) (*table.Table, error) {
	l := t.stepLimits()
	l.Rows = session.MaxRows
	return t.load(ctx, s.Output, s.Table, l)
}

// present puts the last table, its chart and its story into the cell.
func (t *Turn) present(ctx context.Context, c *session.Cell) error {
	if t.failure != nil || t.rejected || len(t.steps) == 0 {
		return nil
	}
	last := t.steps[len(t.steps)-1]
	rows, err := t.load(ctx, last.Output, last.Table, t.m.Limits)
	if err != nil {
		return err
	}
	t.Table = rows
	c.Result = session.ResultOf(rows, last.Took.Milliseconds())
	out := last.Found
	if out == nil {
		return t.presentTable(ctx, c)
	}
	c.Analysis.Assumptions = append(c.Analysis.Assumptions, out.Assumptions...)
	c.Analysis.Caveats = append(c.Analysis.Caveats, out.Caveats...)
	if out.Story.Text != "" {
		c.Narrative = &session.Narrative{Text: out.Story.Text, By: last.Method, DataReferences: turn.References(out.Story.References)}
	}
	c.Meaning = out.Meaning
	if t.Chart = chart.Choose(t.q.Text, rows, out.Meaning).Plan; out.Chart != nil {
		t.Chart = *out.Chart
	}
	return t.draw(c)
}

// presentTable presents rows that no method of Plumb's own has made.
func (t *Turn) presentTable(ctx context.Context, c *session.Cell) error {
	t.Chart = chart.Choose(t.q.Text, t.Table, nil).Plan
	if err := t.narrate(ctx, c); err != nil {
		return err
	}
	return t.draw(c)
}

func (t *Turn) draw(c *session.Cell) error {
	encoded, err := turn.Encode(t.Chart)
	if err != nil {
		return err
	}
	c.Chart = &session.Chart{Kind: string(t.Chart.Kind), Spec: t.Chart.VegaLite(), Plan: encoded, AutoDetected: true, Theme: chart.ThemeName}
	return nil
}

func (t *Turn) outcome() string {
	switch {
	case t.failure != nil:
		return turn.Failed
	case t.rejected:
		return declined
	case t.q.Confidence >= sureFrom:
		return sure
	case t.q.Confidence < unsureBelow:
		return unsure
	}
	return likely
}

// settle writes into the audit what became of the question.
func (t *Turn) settle(q *store.Query, c session.Cell) {
	switch {
	case t.failure != nil:
		q.Status, q.Answer = store.StatusFailed, t.failure.Message
	case t.rejected:
		q.Status, q.Answer = store.StatusDeclined, c.Reading.Missing
	case c.Narrative != nil:
		q.Answer = c.Narrative.Text
	}
	for _, e := range c.Sources {
		if e.SQL != "" {
			q.FinalSQL = e.SQL
		}
	}
}
