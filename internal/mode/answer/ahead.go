package answer

import (
	"context"
	"encoding/json"
	"math"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// lookAhead answers a what-if over the result: its own rows, chart and words
// take the place of those of the result, which stays in the cell as what it
// rests on.
func (t *Turn) lookAhead(ctx context.Context) (step, error) {
	if t.q.Ahead == nil {
		return nil, nil
	}
	if t.q.Ahead.Technique == whatif.Correlation && len(t.Table.Columns) == 1 && len(t.Table.Rows) == 1 {
		return nil, nil // the statement computed it
	}
	request := *t.q.Ahead
	request.All = t.overAll(ctx)
	r, err := whatif.Run(t.Table, request, whatif.Options{Now: t.q.Now, Seed: t.q.Seed, Meaning: t.Meaning()})
	if err != nil {
		// The rows answer what they can; why no more, is said.
		t.diagnostics = append(t.diagnostics, fault.Of(err).Diagnostic(fault.Warning))
		return nil, nil
	}
	if err := LookedAhead(&t.cell, Computation{request, t.q.Seed}, r); err != nil {
		return nil, err
	}
	if r.StandIn && (t.Draft.Outcome == Sure || t.Draft.Outcome == Likely) {
		doubted := *t.Draft // how likely a figure was meant that was not named, nobody can say
		doubted.Outcome, doubted.Confidence = Likely, 0
		t.Draft = &doubted
	}
	t.Ahead = r
	return record, nil
}

// planCoefficient asks for a correlation as one number, where the question calls it
// that. It is nil where it does not, or no statement gives one: then it is computed from
// pairs of figures.
func (t *Turn) planCoefficient(ctx context.Context) (*Draft, error) {
	if a := t.q.Ahead; a == nil || !a.Coefficient || a.Data == "" {
		return nil, nil
	}
	whole := t.request
	whole.Question = t.q.Text
	d, err := t.m.Planner.Plan(ctx, whole)
	if err != nil || d.SQL == "" || d.Asks() || d.Meaning == nil || d.Meaning.Row.Kind != meaning.RowTotal || len(d.Meaning.Columns) != 1 {
		return nil, err
	}
	return d, nil
}

// overAll lets the database itself compute a correlation over all rows, where
// the result that was read is only the first of them; nil where it cannot.
func (t *Turn) overAll(ctx context.Context) *whatif.AllRows {
	s, err := t.m.Database.Schema(ctx, connection.Structure)
	if err != nil || t.Table.Truncated == table.Whole || t.q.Ahead.Technique != whatif.Correlation {
		return nil
	}
	sql, err := whatif.SQL(*t.q.Ahead, t.Draft.SQL, t.Table.Columns, t.Meaning(), whatif.Dialect(s.Dialect))
	if err != nil {
		return nil
	}
	statement, err := t.m.Database.Check(ctx, sql)
	if err != nil {
		return nil
	}
	rows, err := t.m.Database.Run(ctx, statement, t.m.Limits)
	if err != nil {
		return nil
	}
	all, err := rows.ReadAll()
	if err != nil || len(all.Rows) != 1 || len(all.Rows[0]) != 3 {
		return nil
	}
	pearson, ok := all.Rows[0][0].Float64()
	n, counted := all.Rows[0][2].Int64()
	if !ok || !counted || n <= int64(len(t.Table.Rows)) || math.IsNaN(pearson) {
		return nil
	}
	const digits = 1e6 // engines differ beyond them
	return &whatif.AllRows{Pearson: math.Round(pearson*digits) / digits, Rows: int(n)}
}

// Computation is what a what-if was made with. With it and the rows of its cell,
// the same comes out again.
type Computation struct {
	whatif.Request
	Seed uint64 `json:"seed,omitempty"`
}

// ComputationOf is what the what-if of a cell was made with, if the cell says.
func ComputationOf(c session.Cell) (r Computation, ok bool) {
	return r, c.WhatIf != nil && len(c.WhatIf.Request) > 0 && json.Unmarshal(c.WhatIf.Request, &r) == nil
}

// LookedAhead puts what was computed into a cell.
func LookedAhead(c *session.Cell, with Computation, r *whatif.Result) error {
	fit, err := turn.Encode(r.Fit)
	if err != nil {
		return err
	}
	request, err := turn.Encode(with)
	if err != nil {
		return err
	}
	c.WhatIf = &session.WhatIf{Technique: string(r.Technique), Assumptions: r.Assumptions, Caveats: r.Caveats, SampleSize: r.SampleSize, Fit: fit,
		Result: session.ResultOf(r.Table, 0), Request: request}
	c.Chart = &session.Chart{Kind: "custom", Spec: r.Spec, AutoDetected: true, Theme: chart.ThemeName}
	c.Narrative = &session.Narrative{Text: strings.Join(r.Sentences, " "), By: string(r.Technique), DataReferences: turn.References(r.References)}
	if r.StandIn && c.Reading != nil {
		doubted := *c.Reading
		doubted.Outcome, doubted.Confidence = string(Likely), 0
		c.Reading = &doubted
	}
	return nil
}
