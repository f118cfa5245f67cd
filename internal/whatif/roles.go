package whatif

import (
	"slices"

	"github.com/plumbdata/plumb/internal/table"
)

// RolesOf finds out again what the columns of a kept what-if are for: a cell
// keeps its rows, whose columns stand in a fixed order.
func RolesOf(technique Technique, t *table.Table) Roles {
	name := func(i int) string {
		if i < 0 || i >= len(t.Columns) {
			return ""
		}
		return t.Columns[i].Name
	}
	switch technique {
	case Scale: // the columns of the rows, after, difference; which of them changed is not kept
		return Roles{After: name(len(t.Columns) - 2)}
	case Correlation: // [label], x, y, kind, fitted
		return Roles{X: name(len(t.Columns) - 4), Y: name(len(t.Columns) - 3), Kind: name(len(t.Columns) - 2)}
	}
	return Roles{X: name(0), Kind: name(1), Y: name(2)}
}

// Expected are the computed rows of a what-if.
func Expected(t *table.Table, kind string) *table.Table {
	at := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Name == kind })
	if kind == "" || at < 0 {
		return t
	}
	out := &table.Table{Columns: slices.Delete(slices.Clone(t.Columns), at, at+1), Truncated: t.Truncated}
	for _, row := range t.Rows {
		if row[at].Kind() == table.Text && row[at].Raw() != "observed" {
			out.Rows = append(out.Rows, slices.Delete(slices.Clone(row), at, at+1))
		}
	}
	return out
}
