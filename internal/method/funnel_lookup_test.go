package method

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

// A table that describes stages says how they are called, in which order they come, and
// which of them end the way.
func TestFunnelInStoredOrder(t *testing.T) {
	args, err := json.Marshal(FunnelArguments{Noun: "deal", Plural: "deals", LostWords: []string{"lost"},
		Stages: []FunnelStage{{Label: "W", Value: "W"}, {Label: "P", Value: "P"}, {Label: "L", Value: "L"}, {Label: "Q", Value: "Q"}}})
	if err != nil {
		t.Fatal(err)
	}
	number := func(x int64) table.Value { return table.NewInt(x) }
	patterns := &table.Table{Columns: []table.Column{{Name: "s1"}, {Name: "s2"}, {Name: "s3"}, {Name: "s4"}, {Name: "entities"}}, Rows: []table.Row{
		{number(1), number(1), number(0), number(1), number(3)}, // won
		{number(0), number(1), number(1), number(1), number(2)}, // lost after qualifying
		{number(0), number(1), number(0), number(0), number(5)},
	}}
	lookup := &table.Table{Columns: []table.Column{{Name: "code"}, {Name: "name"}, {Name: "place"}}}
	for i, row := range [][2]string{{"P", "Prospecting"}, {"Q", "Qualified"}, {"W", "Closed Won"}, {"L", "Closed Lost"}} {
		lookup.Rows = append(lookup.Rows, table.Row{table.NewText(row[0]), table.NewText(row[1]), number(int64(i))})
	}
	out, err := Run(t.Context(), Funnel.Name, Input{Tables: []Named{{"patterns", patterns}, {"lookup", lookup}}, Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range out.Table.Rows {
		got = append(got, row[0].String()+" "+row[1].String())
	}
	if want := "Prospecting 10, Qualified 5, Closed Won 3"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}

// Totals of the same months and places are no sample.
func TestPanelsAreNoSample(t *testing.T) {
	part := func(before, after float64) *segment {
		return &segment{before: side{rows: before, total: 100}, after: side{rows: after, total: 90}}
	}
	a := &analysis{singles: []*segment{part(12, 12), part(12, 12), part(12, 12)}, whole: *part(36, 36)}
	if !a.isPanel() {
		t.Error("as many rows everywhere are a panel")
	}
	a.singles[1] = part(12, 11)
	if a.isPanel() {
		t.Error("rows that come and go are no panel")
	}
}
