package notebook

import (
	"strings"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// format is how the values of a column are written for people, as on the page.
type format struct {
	grouped  bool // with separators of thousands
	decimals int  // at least so many
}

// formats are those of a table's columns; its meaning may be nil.
func formats(t *table.Table, m *meaning.Meaning) []format {
	const looked, most = 500, 12 // rows that a format is made from, and decimals
	list := make([]format, len(t.Columns))
	for i, c := range t.Columns {
		list[i].grouped = c.Kind.Numeric() && !columns.NamesThings(c.Name, m.Column(c.Name))
		if c.Kind != table.Decimal {
			continue
		}
		for _, row := range t.Rows[:min(len(t.Rows), looked)] {
			_, fraction, _ := strings.Cut(row[i].String(), ".")
			list[i].decimals = min(max(list[i].decimals, len(fraction)), most)
		}
		if list[i].decimals == 1 { // mostly money
			list[i].decimals = 2
		}
	}
	return list
}

// write is a value of the column, without digits that nobody reads.
func (f format) write(v table.Value) string {
	if v.IsNull() || !v.Kind().Numeric() || !f.grouped {
		return displayValue(v)
	}
	text := display(v)
	if whole, fraction, _ := strings.Cut(text, "."); len(fraction) < f.decimals && strings.Trim(text, "−,.0123456789") == "" {
		return whole + "." + fraction + strings.Repeat("0", f.decimals-len(fraction))
	}
	return text
}
