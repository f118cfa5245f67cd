package answer

import (
	"testing"

	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

func TestWhatWantsOnlyAnotherChart(t *testing.T) {
	before := &Turn{Table: &table.Table{}}
	for text, want := range map[string]bool{
		"as a pie": true, "make it a line": true, "Show that as a stacked bar chart, please": false, "show that as a stacked bar chart please": true,
		"bar chart instead": true, "Now as a table.": true, "pie": true, "can you draw it as an area chart?": true, "turn this into a scatter plot": true,
		"revenue as a pie": false, "line items": false, "only bars in Oslo": false, "table of orders": false, "lines of order 7": false, "columns by month": false,
	} {
		turn := &Turn{q: Question{Text: text, Before: before}}
		if turn.again() != want {
			t.Errorf("%q: %v", text, !want)
		}
		alone := &Turn{q: Question{Text: text}}
		if alone.again() {
			t.Errorf("%q follows nothing, and is taken for a follow-up", text)
		}
	}
}

// A change of a figure that is there is computed from the same rows.
func TestAChangeIsComputedFromThePreviousRows(t *testing.T) {
	before := &Turn{Table: &table.Table{Columns: []table.Column{{Name: "region", Kind: table.Text}, {Name: "revenue", Kind: table.Int}},
		Rows: []table.Row{{table.NewText("North"), table.NewInt(7)}}}}
	for text, want := range map[string]bool{"what if prices rise 10%": true, "what if costs rise 10%": false} {
		ahead, ok := whatif.Parse(text)
		if !ok {
			t.Fatalf("%s is no what-if", text)
		}
		turn := &Turn{q: Question{Text: text, Before: before, Ahead: &ahead}}
		if turn.overBefore(); turn.again() != want {
			t.Errorf("%s: %t", text, !want)
		}
	}
}
