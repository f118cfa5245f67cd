package explore

import (
	"context"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/story"
)

// draw decides which query the answer rests on, and how it is shown: as the
// model wished, else by the shape of the rows.
func draw(ctx context.Context, t *Turn) (step, error) {
	done := t.books.Timed(&t.books.Timings.Narrate)
	text, r, err := t.narrative(ctx)
	done()
	if err != nil {
		return nil, err
	}
	defer t.books.Timed(&t.books.Timings.Chart)()
	main := t.rests(r)
	needed, err := t.neededEvidence(ctx, text, r, main)
	if err != nil {
		return nil, err
	}
	sources, numbers := t.sources(needed, main)
	t.cell.Sources = sources
	t.cell.Narrative = t.cellNarrative(text, r, main, numbers)
	if main < 0 {
		return record, nil
	}
	e := t.found[main]
	t.Table = e.table
	for _, f := range e.result.Filters() {
		t.clauses = append(t.clauses, session.Clause{Label: "only", Text: f})
	}
	t.cell.SQL = &session.SQL{Query: e.sql, GeneratedBy: e.by, Tables: e.tables}
	t.cell.Meaning, t.Reading = e.meaning, e.reading
	t.cell.Result = session.ResultOf(e.table, e.took.Milliseconds())
	choice := chart.Choose(t.q.Text, e.table, e.meaning)
	t.Chart = choice.Plan
	c := &session.Chart{Kind: string(choice.Plan.Kind), Spec: choice.Plan.VegaLite(), AutoDetected: true, Theme: chart.ThemeName}
	if t.chart != nil {
		c = &session.Chart{Kind: t.chart.Kind, Spec: t.chart.Spec, Theme: chart.ThemeName}
		if t.chart.Plan != nil {
			t.Chart = *t.chart.Plan
		}
	} else {
		t.diagnostics = append(t.diagnostics, choice.Diagnostics...)
	}
	if t.chart == nil || t.chart.Plan != nil {
		plan, err := turn.Encode(t.Chart)
		if err != nil {
			return nil, err
		}
		c.Plan = plan
	}
	t.cell.Chart = c
	return record, nil
}

// rests is the query that the answer rests on: the one that is drawn, else the
// one that supports most of the text, else the last; -1 if there is none.
func (t *Turn) rests(r story.Combined) int {
	best, most := -1, 0
	for i, e := range t.found {
		if e.number == 0 {
			continue
		}
		if t.chart != nil && t.chart.Query == e.number {
			return i
		}
		n := 0
		for _, by := range r.By {
			if by == i {
				n++
			}
		}
		if best < 0 || n >= most {
			best, most = i, n
		}
	}
	return best
}
