package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/terminal"
)

// showAnalysis prints the plan of an analysis before it runs, and each step when it
// has ended.
func (t *dialogue) showAnalysis(e session.Entry) {
	switch p := e.Payload.(type) {
	case session.PlanPayload:
		t.planned = &p.Plan
		t.notify("Plan: %s", terminal.Clean(p.Plan.Title))
		for _, line := range p.Plan.Outline() {
			t.notify("  %s", terminal.Clean(line))
		}
		if len(p.Plan.Parameters) > 0 && !p.Plan.Own() {
			t.notify("  with %s", terminal.Clean(parameterList(p.Plan.Parameters)))
		}
	case session.StepPayload:
		if t.planned == nil || t.planned.Step(p.Step) == nil {
			return
		}
		switch e.Kind {
		case session.StepFinished:
			took := time.Duration(p.TookMS * float64(time.Millisecond)).Round(time.Millisecond)
			t.notify("  %s step %d: %s, %s", t.notes.Sign("✓", "ok"), p.Step, count(p.Rows, "row"), took)
		case session.StepFailed:
			t.notify("  %s step %d: %s", t.notes.Sign("✗", "failed:"), p.Step, terminal.Clean(p.Reason))
		}
	}
}

// showMethod prints what an analysis assumes, and which tables its steps read.
func (t *dialogue) showMethod(of *turn) {
	a := of.Cell.Analysis
	if a == nil {
		return
	}
	for _, line := range a.Assumptions {
		printHanging(t.Stdout, t.out, t.out.Sign("· ", "- "), terminal.Clean(line), terminal.Dim)
	}
	for _, line := range a.Caveats {
		printHangingAt(t.Stdout, t.out, t.out.Paint(terminal.Yellow, "!")+" ", 2, terminal.Clean(line), terminal.Dim)
	}
}

// stepsOf are the steps of an analysis with what became of them, a line each.
func stepsOf(a *session.AnalysisRun) []string {
	var lines []string
	for _, s := range a.Plan.Steps {
		line := fmt.Sprintf("[%d] %s", s.Number, s.Goal)
		for _, done := range a.Steps {
			if done.Number == s.Number {
				line += ": " + count(int(done.RowCount), "row")
			}
		}
		if s.Language == plan.Read {
			line += strings.TrimSuffix(" from "+s.Source, " from ")
		}
		lines = append(lines, line)
	}
	return lines
}
