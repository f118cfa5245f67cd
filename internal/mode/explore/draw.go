package explore

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

// draw decides which query the answer rests on, and how it is shown: as the
// model wished, else by the shape of the rows.
func draw(ctx context.Context, t *Turn) (step, error) {
	done := t.timed(&t.timings.Narrate)
	text, r, err := t.narrative(ctx)
	done()
	if err != nil {
		return nil, err
	}
	defer t.timed(&t.timings.Chart)()
	main := t.rests(r)
	sources, numbers := t.sources(r, main)
	t.cell.Sources = sources
	t.cell.Narrative = t.written(text, r, main, numbers)
	if main < 0 {
		return record, nil
	}
	e := t.found[main]
	t.Table = e.table
	for _, f := range e.filters() {
		t.clauses = append(t.clauses, session.Clause{Label: "only", Text: f})
	}
	t.cell.SQL = &session.SQL{Query: e.sql, GeneratedBy: t.model.Info().Name(), Tables: e.tables}
	t.cell.Result = session.ResultOf(e.table, e.took.Milliseconds())
	choice := chart.Choose(t.q.Text, e.table)
	t.Chart = choice.Plan
	c := &session.Chart{Kind: string(choice.Plan.Kind), Spec: choice.Plan.VegaLite(), AutoDetected: true, Theme: "plumb"}
	if t.chart != nil {
		c = &session.Chart{Kind: t.chart.Kind, Spec: t.chart.Spec, Theme: "plumb"}
		if t.chart.Plan != nil {
			t.Chart = *t.chart.Plan
		}
	} else {
		t.diagnostics = append(t.diagnostics, choice.Diagnostics...)
	}
	if t.chart == nil || t.chart.Plan != nil {
		plan, err := encode(t.Chart)
		if err != nil {
			return nil, err
		}
		c.Plan = plan
	}
	t.cell.Chart = c
	return record, nil
}

// rests is the query that the answer rests on: the one that is drawn, else the
// one that bears out most of the text, else the last; -1 if there is none.
func (t *Turn) rests(r report) int {
	best, most := -1, 0
	for i, e := range t.found {
		if e.number == 0 {
			continue
		}
		if t.chart != nil && t.chart.Query == e.number {
			return i
		}
		n := 0
		for _, by := range r.by {
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

// maxSource is how many bytes of rows a cell keeps of a source beside its own
// result.
const maxSource = 256 << 10

// sources lists all queries that answered, under their numbers, and then what
// else the text rests on. Numbers tells which evidence has which.
func (t *Turn) sources(r report, main int) (list []session.Evidence, numbers map[int]int) {
	numbers = map[int]int{}
	add := func(i, number int) {
		e := t.found[i]
		s := session.Evidence{Number: number, Tool: e.tool, SQL: e.sql, Tables: e.tables, RowCount: int64(len(e.table.Rows)),
			Truncated: e.table.Truncated != table.Whole, DataHash: e.table.Hash()}
		if i != main && slices.Contains(r.by, i) {
			if s.Result = session.ResultOf(e.table, e.took.Milliseconds()); len(s.Result.Data) > maxSource {
				s.Result.Data = nil // as of a result that is too long for a cell: the hash is kept
			}
		}
		list = append(list, s)
		numbers[i] = number
	}
	last := 0
	for i, e := range t.found {
		if e.number > 0 {
			add(i, e.number)
			last = e.number
		}
	}
	for i, e := range t.found {
		if e.number == 0 && slices.Contains(r.by, i) {
			last++
			add(i, last)
		}
	}
	return list, numbers
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
