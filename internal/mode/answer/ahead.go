package answer

import (
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/whatif"
)

// lookAhead answers a what-if over the result: its own rows, chart and words
// take the place of those of the result, which stays in the cell as what it
// rests on.
func (t *Turn) lookAhead() (step, error) {
	if t.q.Ahead == nil {
		return nil, nil
	}
	r, err := whatif.Run(t.Table, *t.q.Ahead, whatif.Options{Now: t.q.Now, Seed: t.q.Seed})
	if err != nil {
		// The rows answer what they can; why no more, is said.
		t.diagnostics = append(t.diagnostics, fault.Of(err).Diagnostic(fault.Warning))
		return nil, nil
	}
	fit, err := encode(r.Fit)
	if err != nil {
		return nil, err
	}
	t.Ahead = r
	t.cell.WhatIf = &session.WhatIf{Technique: string(r.Technique), Assumptions: r.Assumptions, Caveats: r.Caveats, SampleSize: r.SampleSize, Fit: fit,
		Result: session.ResultOf(r.Table, 0)}
	t.cell.Chart = &session.Chart{Kind: "custom", Spec: r.Spec, AutoDetected: true, Theme: "plumb"}
	t.cell.Narrative = &session.Narrative{Text: strings.Join(r.Sentences, " "), By: string(r.Technique)}
	return record, nil
}
