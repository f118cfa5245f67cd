package story

import (
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

// A number that belongs to the name of a column claims nothing; the same number
// elsewhere does.
func TestNumbersInNamesOfColumns(t *testing.T) {
	for _, c := range []struct {
		column, text string
		wrong        int
	}{
		{"groups_2", "Groups 2 is 11,859.", 0},
		{"groups_2", "Group 2 is 11,859.", 0},
		{"groups_2", "There are 2 groups.", 1},
		{"groups_2", "Groups 2 is 12,859.", 1},
		{"top_10_share", "The top 10 share is 11,859.", 0},
		{"90_day_orders", "90 day orders are 11,859.", 0},
		{"90_day_orders", "90 orders.", 1},
	} {
		tab := &table.Table{Columns: []table.Column{{Name: c.column, Kind: table.Int}}, Rows: []table.Row{{table.NewInt(11859)}}}
		if got := Check(c.text, tab, Context{}).Unsupported(); len(got) != c.wrong {
			t.Errorf("%s: %q has %d wrong claims, want %d: %+v", c.column, c.text, len(got), c.wrong, got)
		}
	}
}
