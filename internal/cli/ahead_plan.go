package cli

import (
	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// aheadPlan is the chart of a what-if for a terminal: what was observed and
// what is expected are two series. The meaning is that of the rows that it was
// computed from, whose names its columns keep.
func aheadPlan(technique whatif.Technique, rows *table.Table, m *meaning.Meaning, r whatif.Roles) (chart.Plan, *table.Table) {
	switch technique {
	case whatif.Scale: // the last column is the difference, which the bars show
		last := len(rows.Columns) - 1
		drawn := columns(rows, func(i int, c table.Column) bool {
			return i < last && (c.Name == r.Y || c.Name == r.After || r.Y == "" || !c.Kind.Numeric())
		})
		return chart.ChooseAs(chart.Bar, "", drawn, m).Plan, drawn
	case whatif.Correlation:
		drawn := columns(rows, func(_ int, c table.Column) bool { return c.Name == r.X || c.Name == r.Y })
		return chart.ChooseAs(chart.Scatter, "", drawn, m).Plan, drawn
	}
	axes := columns(rows, func(_ int, c table.Column) bool { return c.Name == r.X || c.Name == r.Y })
	plan := chart.ChooseAs(chart.Line, "", axes, m).Plan
	if plan.Kind == chart.Line {
		plan.Series = r.Kind
	}
	plan.Note, plan.Whole = "", nil // what is expected lies beyond the data, and is no part of a period
	return plan, rows
}

// columns is a table with some of its columns.
func columns(t *table.Table, keep func(int, table.Column) bool) *table.Table {
	out := &table.Table{Truncated: t.Truncated}
	var at []int
	for i, c := range t.Columns {
		if keep(i, c) {
			at = append(at, i)
			out.Columns = append(out.Columns, c)
		}
	}
	for _, row := range t.Rows {
		line := make(table.Row, len(at))
		for i, from := range at {
			line[i] = row[from]
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}
