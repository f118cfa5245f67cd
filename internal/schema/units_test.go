package schema

import (
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

func TestUnitOf(t *testing.T) {
	for _, c := range []struct {
		column Column
		want   string
	}{
		{Column{Name: "weight_kg"}, "kg"},
		{Column{Name: "response_time_ms"}, "ms"},
		{Column{Name: "Salary", Comment: "in $"}, "USD"},
		{Column{Name: "Rate", Comment: "in percent: 95 is 95%"}, "%"},
		{Column{Name: "Bonus %"}, "%"},
		{Column{Name: "amount", Unit: "CHF"}, "CHF"},
		{Column{Name: "Budget (k€)"}, "k€"},
		{Column{Name: "Sales (USD m)"}, "m$"},
		{Column{Name: "Cost ($000)"}, "k$"},
		{Column{Name: "Price (EUR)"}, "EUR"},
		{Column{Name: "price_per_kg"}, ""},
		{Column{Name: "discount", Kind: table.Float, Min: "0", Max: "0.8"}, "fraction"},
		{Column{Name: "discount", Kind: table.Float, Min: "0", Max: "80"}, ""},
		{Column{Name: "margin_pct", Kind: table.Float, Min: "0.01", Max: "0.4"}, "fraction"},
		{Column{Name: "margin_pct", Kind: table.Float, Min: "1", Max: "40"}, "%"},
		{Column{Name: "change_pct", Kind: table.Float, Min: "-0.3", Max: "0.4"}, "%"}, // small changes
		{Column{Name: "sentiment_score", Kind: table.Float, Min: "0", Max: "1"}, ""},
	} {
		if got := UnitOf(&c.column); got != c.want {
			t.Errorf("%s (%s): %q, want %q", c.column.Name, c.column.Comment, got, c.want)
		}
	}
}
