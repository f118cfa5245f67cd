package cli

import (
	"slices"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// aheadPlan is the chart of a what-if for a terminal: what was observed and
// what is expected are two series.
func aheadPlan(technique whatif.Technique, rows *table.Table, r whatif.Roles) (chart.Plan, *table.Table) {
	switch technique {
	case whatif.Scale: // the last column is the difference, which the bars show
		last := len(rows.Columns) - 1
		drawn := columns(rows, func(i int, c table.Column) bool {
			return i < last && (c.Name == r.Y || c.Name == r.After || r.Y == "" || !c.Kind.Numeric())
		})
		return chart.Choose("as bars", drawn).Plan, drawn
	case whatif.Correlation:
		drawn := columns(rows, func(_ int, c table.Column) bool { return c.Name == r.X || c.Name == r.Y })
		return chart.Choose("as a scatter plot", drawn).Plan, drawn
	}
	axes := columns(rows, func(_ int, c table.Column) bool { return c.Name == r.X || c.Name == r.Y })
	plan := chart.Choose("as a line chart", axes).Plan
	if plan.Kind == chart.Line {
		plan.Series = r.Kind
	}
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

// rolesOf finds out again what the columns of a kept what-if are for: a cell
// keeps its rows, whose columns stand in a fixed order.
func rolesOf(technique whatif.Technique, t *table.Table) whatif.Roles {
	name := func(i int) string {
		if i < 0 || i >= len(t.Columns) {
			return ""
		}
		return t.Columns[i].Name
	}
	switch technique {
	case whatif.Scale: // the columns of the rows, after, difference; which of them changed is not kept
		return whatif.Roles{After: name(len(t.Columns) - 2)}
	case whatif.Correlation: // [label], x, y, kind, fitted
		return whatif.Roles{X: name(len(t.Columns) - 4), Y: name(len(t.Columns) - 3), Kind: name(len(t.Columns) - 2)}
	}
	return whatif.Roles{X: name(0), Kind: name(1), Y: name(2)}
}

// expected are the rows of a what-if that nobody observed.
func expected(t *table.Table, kind string) *table.Table {
	at := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Name == kind })
	if kind == "" || at < 0 {
		return t
	}
	out := columns(t, func(i int, _ table.Column) bool { return i != at })
	out.Rows = out.Rows[:0]
	for _, row := range t.Rows {
		if row[at].Kind() == table.Text && row[at].Raw() != "observed" {
			out.Rows = append(out.Rows, slices.Delete(slices.Clone(row), at, at+1))
		}
	}
	return out
}
