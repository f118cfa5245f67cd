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

// A value that stands in quotes says nothing of a change, whatever its words are.
func TestQuotedValuesAreNoChanges(t *testing.T) {
	one := &table.Table{Columns: []table.Column{{Name: "visits", Kind: table.Int}}, Rows: []table.Row{{table.NewInt(2845)}}}
	for text, want := range map[string]bool{
		"There are 2,845 visits where diagnosis is 'check-up'.":        true,
		"There are 2,845 visits where diagnosis is 'follow-up-visit'.": true,
		"There are 2,845 visits where diagnosis is 'up'.":              true,
		"There are 2,845 visits and visits are up.":                    false,
		"There are 2,845 visits, 'check-ins' are up.":                  false,
	} {
		r := Check(text, one, Context{Question: "How many visits have the diagnosis check-up, follow-up-visit or up?"})
		if got := len(r.Unsupported()) == 0; got != want {
			t.Errorf("%s: supported %v, want %v: %v", text, got, want, r.Reasons())
		}
	}
}

// Words of a story that are like the beginning of a name are not the name.
func TestWordsLikeTheBeginningOfANameAreNotTheName(t *testing.T) {
	for _, stored := range []string{"follow-up", "follow up", "Follow-Up"} {
		tab := &table.Table{Columns: []table.Column{{Name: "visit_type", Kind: table.Text}, {Name: "visits", Kind: table.Int}},
			Rows: []table.Row{{table.NewText("new"), table.NewInt(1555)}, {table.NewText(stored), table.NewInt(2956)}, {table.NewText("Walk In"), table.NewInt(700)}}}
		for text, want := range map[string]bool{
			"“new” follows with 1,555, 47.4% fewer than " + stored + ".": true,
			"“new” follows with 2,956, 47.4% fewer than " + stored + ".": false,
			stored + " has 2,956 visits, 1.9 times as many as “new”.":    true,
			stored + " has 1,555 visits.":                                false,
			"Walk has 700 visits.":                                       true,
			"Walk has 1,555 visits.":                                     false,
		} {
			r := Check(text, tab, Context{Question: "new vs follow-up visits"})
			if got := len(r.Unsupported()) == 0; got != want {
				t.Errorf("%s: supported %v, want %v: %v", text, got, want, r.Reasons())
			}
		}
	}
}
