package story

import (
	"fmt"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

// Names are found in a text however they are spelt, among many that are not in
// it: a figure of another name is refused, so that the name must have been read.
func TestNamesAreFoundInTheText(t *testing.T) {
	names := []string{"Store 12", "5th Avenue", "A1 Depot", "Ski & Snow", "Zoë", "north", "UPPER CASE", "O'Hara", "7-Eleven", "Harbour Vest", "v2 beta", "St. Ives"}
	tab := &table.Table{Columns: []table.Column{{Name: "place", Kind: table.Text}, {Name: "visits", Kind: table.Int}}}
	for i := range 300 {
		tab.Rows = append(tab.Rows, table.Row{table.NewText(fmt.Sprintf("Other Place %d", i)), table.NewInt(int64(5000 + i))})
	}
	for i, n := range names {
		tab.Rows = append(tab.Rows, table.Row{table.NewText(n), table.NewInt(int64(100 + i))})
	}
	for i, n := range names {
		for value, want := range map[int]bool{100 + i: true, 5007: false} {
			r := Check(fmt.Sprintf("%s had %d visits.", n, value), tab, Context{})
			if got := len(r.Unsupported()) == 0; got != want {
				t.Errorf("%s, %d: supported %v, want %v: %v", n, value, got, want, r.Reasons())
			}
		}
	}
}
