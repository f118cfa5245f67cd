package tell

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

// TestPeriods reads columns of times: how long their periods are, and what the
// first is called.
func TestPeriods(t *testing.T) {
	for _, c := range []struct {
		name   string
		kind   table.Kind
		values string
		grain  grain
		first  string
	}{
		{"month", table.Text, "2025-03 2025-01", month, "January 2025"},
		{"q", table.Text, "2025-Q3 2025-Q4", quarter, "Q3 2025"},
		{"period", table.Text, "2025-W02 2025-W03", week, "the week of 6 January 2025"},
		{"year", table.Int, "2024 2025", year, "2024"},
		{"year", table.Text, "2024 2025", year, "2024"},
		{"d", table.Date, "2025-01-01 2025-02-01 2025-03-01", month, "January 2025"},
		{"d", table.Date, "2023-01-01 2024-01-01 2025-01-01", year, "2023"},
		{"d", table.Date, "2025-01-01 2025-04-01 2025-10-01", quarter, "Q1 2025"},
		{"month", table.Date, "2025-01-01 2025-04-01 2025-10-01", month, "January 2025"},
		{"d", table.Date, "2025-03-03 2025-03-10 2025-03-24", week, "the week of 3 March 2025"},
		{"d", table.Date, "2025-03-03 2025-03-04", day, "3 March 2025"},
		{"at", table.Timestamp, "2025-03-03T10:00:00 2025-03-04T09:00:00", day, "3 March 2025"},
		{"at", table.Timestamp, "2025-03-03T10:00:00 2025-03-03T12:00:00", moment, "3 March 2025"},
		{"day", table.Text, "2025-03-03 2025-03-05", day, "3 March 2025"},
	} {
		tb := &table.Table{Columns: []table.Column{{Name: c.name, Kind: c.kind}}}
		for _, s := range strings.Fields(c.values) {
			v, ok := table.Parse(c.kind, s)
			if !ok {
				t.Fatal(s)
			}
			tb.Rows = append(tb.Rows, table.Row{v})
		}
		line := newTeller(Finding{Table: tb}).times
		if line == nil || line.grain != c.grain || line.name(line.order[0]) != c.first {
			t.Errorf("%s %s: got %+v", c.name, c.values, line)
		}
	}
	for _, values := range []string{"2025-13 2025-01", "North South", "2025-01 2025-Q1", "1234 9999"} {
		tb := &table.Table{Columns: []table.Column{{Name: "k", Kind: table.Text}}}
		for _, s := range strings.Fields(values) {
			tb.Rows = append(tb.Rows, table.Row{table.NewText(s)})
		}
		if line := newTeller(Finding{Table: tb}).times; line != nil {
			t.Errorf("%s: got %+v", values, line)
		}
	}
}

// BenchmarkTell is a story over a thousand rows.
func BenchmarkTell(b *testing.B) {
	t := &table.Table{Columns: []table.Column{{Name: "product", Kind: table.Text}, {Name: "revenue", Kind: table.Decimal}}}
	for i := range int64(1000) {
		t.Rows = append(t.Rows, table.Row{table.NewText("product " + string(rune('a'+i%26)) + strings.Repeat("x", int(i/26))), table.NewDecimal(i*7919%100_003, 2)})
	}
	for b.Loop() {
		Tell(Finding{Question: "Revenue by product", Table: t})
	}
}
