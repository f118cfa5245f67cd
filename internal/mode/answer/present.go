package answer

import (
	"context"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// draw chooses the chart. One that came with the draft is taken when it is
// right and safe; otherwise the shape of the result decides, and that is said.
func draw(ctx context.Context, t *Turn) (step, error) {
	defer t.books.Timed(&t.books.Timings.Chart)()
	t.interpret(ctx)
	if next, err := t.lookAhead(ctx); next != nil || err != nil {
		return next, err
	}
	choose := chart.ChooseAs
	kind := t.q.Chart
	if kind == "" && t.q.Prefer != "" {
		choose, kind = chart.ChoosePreferring, t.q.Prefer
	}
	choice := choose(kind, t.q.Text, t.Table, t.Meaning())
	t.Chart = choice.Plan
	t.diagnostics = append(t.diagnostics, choice.Diagnostics...)
	c := &session.Chart{Kind: string(choice.Plan.Kind), AutoDetected: t.q.Chart == "", Theme: chart.ThemeName}
	if len(t.Draft.Chart) > 0 {
		spec, problems := chart.Validate(t.Draft.Chart, t.Table)
		if spec != nil {
			t.cell.Chart = &session.Chart{Kind: "custom", Spec: chart.InOrder(spec, t.Table), Theme: chart.ThemeName}
			t.diagnostics = append(t.diagnostics, problems...)
			return narrate, nil
		}
		t.diagnostics = append(t.diagnostics, fault.Diagnostic{Severity: fault.Warning, Code: fault.VizFallback,
			Message: "the chart that was proposed cannot be used, so one was chosen by the shape of the result", Hint: firstOf(problems)})
	}
	plan, err := turn.Encode(choice.Plan)
	if err != nil {
		return nil, err
	}
	c.Spec, c.Plan = choice.Plan.VegaLite(), plan
	t.cell.Chart = c
	return narrate, nil
}

func firstOf(list []fault.Diagnostic) string {
	if len(list) == 0 {
		return ""
	}
	return list[0].Message
}

// narrate asks for the story of the result.
func narrate(ctx context.Context, t *Turn) (step, error) {
	t.beyond(ctx)
	if t.m.Narrator == nil {
		return record, nil
	}
	if !t.narrating {
		if err := t.books.Enters(ctx, session.Narrating); err != nil {
			return nil, err
		}
	}
	defer t.books.Timed(&t.books.Timings.Narrate)()
	n, report, err := t.narrate(ctx, nil)
	if reasons := report.Reasons(); len(reasons) > 0 {
		// It is sent back once, with what is wrong with it.
		var again *Narrative
		var second story.Report
		if again, second, err = t.narrate(ctx, reasons); err == nil && len(second.Reasons()) <= len(reasons) {
			n, report = again, second
		}
	}
	switch {
	case err != nil && (ctx.Err() != nil || fault.CodeOf(err) == fault.Canceled):
		return nil, err
	case err != nil: // the rows answer without it
		t.diagnostics = append(t.diagnostics, fault.Of(err).Diagnostic(fault.Warning))
	}
	if n == nil {
		return record, nil
	}
	if t.dropUnsupported(n, report) || t.m.Fallback == nil || n.Own || n.Text == "" {
		return record, nil
	}
	// Nothing of the story is left: the rows are told in Plumb's own words.
	if n, err = t.m.Fallback.Narrate(ctx, t.finding()); err == nil && n != nil {
		t.dropUnsupported(n, t.check(n))
	}
	return record, nil
}

// narrate returns what the narrator says, and what the rows say of that.
func (t *Turn) narrate(ctx context.Context, objections []string) (*Narrative, story.Report, error) {
	f := t.finding()
	f.Objections, f.Show = objections, t.show
	n, err := t.m.Narrator.Narrate(ctx, f)
	if err != nil || n == nil {
		return nil, story.Report{}, err
	}
	t.steps++
	t.books.Cost = t.books.Cost.Plus(n.Cost)
	t.diagnostics = append(t.diagnostics, n.Notes...)
	return n, t.check(n), nil
}

// show tells who follows what the answer is, before there is a story. It only
// informs: should it fail, the next step of the turn will say so.
func (t *Turn) show(ctx context.Context) {
	if t.shown {
		return
	}
	t.shown = true
	c, err := t.assemble(ctx)
	if err != nil {
		return
	}
	c.ID, c.CreatedAt = t.ID(), t.m.Clock()
	drawn := session.DrawnPayload{Rows: len(t.Table.Rows)}
	if c.Chart != nil {
		drawn.Chart = c.Chart.Kind
	}
	_ = t.books.Happened(ctx, session.Step{Sketch: &c, Events: []session.Entry{{Kind: session.AnswerDrawn, Payload: drawn}}})
	if t.m.Drawn != nil {
		t.m.Drawn(t)
	}
}

func (t *Turn) finding() Finding {
	return Finding{Question: t.q.Text, Sentence: t.Draft.Sentence, SQL: t.Draft.SQL, Meaning: t.Meaning(), Table: t.Table, Now: t.q.Now, Plan: t.Chart, By: t.Draft.By, Happened: t.books.Meanwhile,
		Truncated: t.Table.Truncated != table.Whole, Outside: t.outside}
}

// check holds a narrative against the rows. The built-in narrator took each figure
// from them together with its reference, so that nothing is left to find.
func (t *Turn) check(n *Narrative) story.Report {
	if n.Own {
		return story.Report{References: n.References}
	}
	return story.Check(n.Text, t.Table, story.Context{Question: t.q.Text, Meaning: t.Meaning(), Filters: []string{t.Draft.Sentence}, Now: t.q.Now, Foreign: true})
}

// dropUnsupported keeps what the rows support, and reports whether anything is left.
// What they do not support, and what the check cannot read, is taken out.
func (t *Turn) dropUnsupported(n *Narrative, r story.Report) bool {
	left := *n
	if bad := r.Unsupported(); len(bad) > 0 {
		left.Text, _ = story.StripAll(n.Text, r, func(text string) (story.Report, error) { // the check gives no error
			left.Text = text
			r = t.check(&left)
			return r, nil
		})
		t.diagnostics = append(t.diagnostics, turn.Cut("story", left.Text, bad[0]))
	}
	if left.Text == "" {
		return false
	}
	t.cell.Narrative = &session.Narrative{Text: left.Text, By: n.By, DataReferences: turn.References(r.References)}
	return true
}
