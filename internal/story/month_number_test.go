package story

import (
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

// Some databases give the number of a month as a text, 07.
func TestMonthsByNumber(t *testing.T) {
	rows := sales("month_number", "revenue", []string{"04", "07", "12"}, 119600, 216000, 216400)
	for _, c := range []struct{ text, wrong string }{
		{"December has the highest revenue with 216,400.", ""},
		{"July follows with 216,000, only 400 less than December.", ""},
		{"July has the highest revenue.", "highest"},
		{"The revenue of May was 119,600.", "May|119,600"},
	} {
		if got := wrongIn(c.text, rows, Context{}); got != c.wrong {
			t.Errorf("%s: %q is wrong, not %q", c.text, got, c.wrong)
		}
	}
	for _, values := range [][]string{{"04", "13"}, {"04", "x"}, {"4.5"}} { // these are no months
		names := &table.Table{Columns: []table.Column{{Name: "month", Kind: table.Text}}}
		for _, v := range values {
			names.Rows = append(names.Rows, table.Row{table.NewText(v)})
		}
		if c := readColumn(names, 0, len(values), ""); c.role == when {
			t.Errorf("%v are months", values)
		}
	}
}
