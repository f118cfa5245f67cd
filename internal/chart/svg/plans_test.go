package svg

import (
	"fmt"
	"testing"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/table"
)

// asked is a question with its rows, and the chart that it becomes.
type asked struct {
	question string
	kind     chart.Kind
	table    *table.Table
	says     []string // texts of the picture
}

func rows(columns []table.Column, n int, row func(i int) table.Row) *table.Table {
	t := &table.Table{Columns: columns}
	for i := range n {
		t.Rows = append(t.Rows, row(i))
	}
	return t
}

func plans() []asked {
	region := table.Column{Name: "region", Kind: table.Text}
	revenue := table.Column{Name: "revenue", Kind: table.Decimal}
	month := table.Column{Name: "month", Kind: table.Date}
	channel := table.Column{Name: "channel", Kind: table.Text}
	names := []string{"North", "South", "East", "West & <Overseas>"}
	text := func(list []string, i int) table.Value { return table.NewText(list[i%len(list)]) }
	channels := []string{"web", "shop", "phone", "partner"}
	start := func(i int) table.Value { return table.NewDate(20089 + 31*int64(i)) } // months from January 2025 on

	byRegion := rows([]table.Column{region, revenue}, 4, func(i int) table.Row {
		return table.Row{text(names, i), table.NewDecimal(12345678*int64(i+1), 2)}
	})
	byMonth := rows([]table.Column{month, revenue}, 10, func(i int) table.Row {
		return table.Row{start(i), table.NewDecimal(1000000+12345*int64(i*i), 2)}
	})
	byBoth := rows([]table.Column{month, channel, revenue}, 40, func(i int) table.Row {
		return table.Row{start(i / 4), text(channels, i), table.NewDecimal(1000000+12345*int64(i), 2)}
	})
	grid := rows([]table.Column{region, channel, revenue}, 100, func(i int) table.Row {
		return table.Row{table.NewText(fmt.Sprintf("r%02d", i/10)), table.NewText(fmt.Sprintf("c%02d", i%10)), table.NewInt(int64(i * 37 % 101))}
	})
	pairs := rows([]table.Column{{Name: "price", Kind: table.Float}, {Name: "units", Kind: table.Int}}, 30, func(i int) table.Row {
		return table.Row{table.NewFloat(float64(i*i%97) + 0.5), table.NewInt(int64(i * 31 % 89))}
	})
	ages := rows([]table.Column{{Name: "age", Kind: table.Float}}, 60, func(i int) table.Row { return table.Row{table.NewFloat(float64(i*i%83) + 0.25)} })

	return []asked{
		{"revenue by region", chart.Bar, byRegion, []string{"North", "West & <Overseas>"}},
		{"revenue by region as a pie", chart.Pie, byRegion, []string{"North"}},
		{"revenue by month", chart.Line, byMonth, nil},
		{"running total of revenue by month as an area chart", chart.Area, byMonth, nil},
		{"revenue by month and channel", chart.Line, byBoth, []string{"web", "phone"}},
		{"revenue by month and channel as stacked bars", chart.Bar, byBoth, []string{"web", "phone"}},
		{"revenue by region and channel", chart.Heatmap, grid, []string{"r00", "c09"}},
		{"scatter plot of price and units", chart.Scatter, pairs, nil},
		{"distribution of age", chart.Histogram, ages, []string{"Age"}},
	}
}

func TestEveryKindOfPlanIsDrawn(t *testing.T) {
	r := warm(t)
	for i, a := range plans() {
		choice := chart.Choose(a.question, a.table, nil)
		if choice.Plan.Kind != a.kind {
			t.Errorf("%s: the plan is a %s, want %s", a.question, choice.Plan.Kind, a.kind)
		}
		bound, err := chart.Bind(choice.Plan.VegaLite(), a.table)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := r.SVG(t.Context(), bound, chart.Theme(i%2 == 1))
		if err != nil {
			t.Errorf("%s: %v", a.question, err)
			continue
		}
		found := texts(t, picture)
		for _, want := range a.says {
			if !found[want] {
				t.Errorf("%s: no text %q in %s", a.question, want, picture)
			}
		}
	}
}
