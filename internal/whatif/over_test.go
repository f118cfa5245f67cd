package whatif

import (
	"fmt"
	"testing"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

func TestAChangeOfAFigureThatIsThere(t *testing.T) {
	of := func(names ...string) *table.Table {
		result := &table.Table{Columns: []table.Column{{Name: "region", Kind: table.Text}}}
		row := table.Row{table.NewText("North")}
		for _, n := range names {
			result.Columns = append(result.Columns, table.Column{Name: n, Kind: table.Int})
			row = append(row, table.NewInt(7))
		}
		result.Rows = []table.Row{row}
		return result
	}
	for _, c := range []struct {
		question string
		result   *table.Table
		want     bool
	}{
		{"what if prices rise 10%", of("revenue"), true},
		{"what if revenue rises 10%", of("revenue"), true},
		{"what if revenue rises 10%", of("orders", "revenue"), true},
		{"what if prices rise 10%", of("customers"), false},
		{"what if prices rise 10%", of("revenue", "sales"), false},
		{"what if costs rise 10%", of("revenue"), false},
		{"what would revenue by month be if prices rise 10%", of("revenue"), false}, // it asks for rows of its own
		{"forecast the next 3 months", of("revenue"), false},
	} {
		r, ok := Parse(c.question)
		if !ok {
			t.Fatalf("%s is no what-if", c.question)
		}
		if got := Over(c.result, nil, r); got != c.want {
			t.Errorf("%s over %v: %t", c.question, c.result.Columns, got)
		}
	}
}

// What is known of a figure goes before what its name suggests: a level is added up
// across groups, and never across time.
func TestMeaningSaysWhatAddsUp(t *testing.T) {
	for _, c := range []struct {
		known meaning.Additivity
		adds  bool // the rows of a month
	}{{"", false}, {meaning.Additive, true}, {meaning.SemiAdditive, true}, {meaning.NonAdditive, false}} {
		rows := &table.Table{Columns: []table.Column{{Name: "month", Kind: table.Text}, {Name: "average_level", Kind: table.Int}}}
		for m := range 12 {
			for range 2 {
				rows.Rows = append(rows.Rows, table.Row{table.NewText(fmt.Sprintf("2025-%02d", m+1)), table.NewInt(int64(10 + m))})
			}
		}
		m := &meaning.Meaning{Columns: []meaning.Column{{Name: "average_level", Role: meaning.RoleMeasure, Additivity: c.known}}}
		if _, err := Run(rows, Request{Technique: Trend}, Options{Meaning: m}); (err == nil) != c.adds {
			t.Errorf("known as %q: %v", c.known, err)
		}
	}
}

// A figure is found by what it means, whatever the statement calls it; a number that
// names something is no figure.
func TestMeaningSaysWhichFigureIsMeant(t *testing.T) {
	rows := &table.Table{Columns: []table.Column{{Name: "founded", Kind: table.Int}, {Name: "shelf", Kind: table.Int}, {Name: "x", Kind: table.Int}}}
	for i := range int64(6) {
		rows.Rows = append(rows.Rows, table.Row{table.NewInt(2019 + i), table.NewInt(7), table.NewInt(100 + 10*i)})
	}
	known := &meaning.Meaning{Columns: []meaning.Column{{Name: "founded", Label: "year", Role: meaning.RoleTime, Grain: meaning.Year}, {Name: "shelf", Label: "shelf", Role: meaning.RoleKey},
		{Name: "x", Label: "total order amount", Term: "revenue", Role: meaning.RoleMeasure, Additivity: meaning.Additive}}}
	r, ok := Parse("what if revenue rises 10%")
	if !ok || !Over(rows, known, r) || Over(rows, nil, r) {
		t.Error("revenue is not found by its meaning alone")
	}
	if Lacks(rows, known, Trend) {
		t.Error("the years are not found")
	}
	got, err := Run(rows, Request{Technique: Trend, Measure: "revenue"}, Options{Meaning: known})
	if err != nil || got.Roles.X != "founded" || got.Roles.Y != "x" || got.StandIn {
		t.Errorf("%+v, %v", got, err)
	}
}
