package tell

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

func TestReadable(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{
		{0, 0, "0"}, {7, 0, "7"}, {-3, 0, "-3"}, {1234, 0, "1,234"}, {999_949, 0, "999,949"}, {999_960, 0, "1.00 million"},
		{1_240_300, 2, "1.24 million"}, {12_400_000, 0, "12.4 million"}, {124_000_000, 0, "124 million"}, {999_700_000, 0, "1.00 billion"},
		{2.5e12, 0, "2.50 trillion"}, {-1_500_000, 0, "-1.50 million"}, {1234.5, 2, "1,235"}, {129.7031, 4, "129.70"}, {12.5, 1, "12.5"},
		{0.0312, 4, "0.031"}, {0.00042, 5, "0.00042"}, {-0.001, 2, "0.00"},
	} {
		if got := formatReadable(c.x, c.decimals); got != c.want {
			t.Errorf("%v: got %s, want %s", c.x, got, c.want)
		}
	}
}

func TestGrammar(t *testing.T) {
	for s, want := range map[string]string{
		"revenue": "a revenue", "average": "an average", "unit price": "a unit price", "hour": "an hour", "order total": "an order total",
	} {
		if got := article(s); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestMeasureName(t *testing.T) {
	for name, want := range map[string]string{
		"total_revenue": "total revenue", "avgOrderValue": "average order value", "count_star()": "count", "count(*)": "count", "sum(order_total)": "order total",
		"n_orders": "number of orders", "order_count": "number of orders", "share_pct": "share", "pct": "percentage", "amount_eur": "amount €", "": "value",
		"duration_seconds": "duration s", "sick_days": "sick days", "round(avg(price))": "average price", "num_of_items": "number of items",
		"total_line_total": "line total", "line_total_sum": "line total", "total_total": "total", "running_total": "running total",
		"total_order_count": "number of orders", "avg_order_count": "average number of orders", "max_cnt": "maximum count",
		"avg_hours": "average time hours", "total_hours": "total hours", "avg_length_of_stay_days": "average length of stay days", "avg_temperature_c": "average temperature °C",
		"budget_usd_per_department": "budget per department $", "revenue_per_order_eur": "revenue per order €", "adj_amt": "adjustment amount",
	} {
		got, unit := measureName(name)
		if unit != "" {
			got += " " + unit
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestAdditive: when in doubt, nothing is added up.
func TestAdditive(t *testing.T) {
	for name, want := range map[string]bool{
		"revenue": true, "total_revenue": true, "orders": true, "order_count": true, "quantity": true, "sum(x)": true, "ad_spend": true,
		"avg_revenue": false, "median_cost": false, "max_orders": false, "return_rate": false, "share_pct": false, "growth": false, "price": false,
		"revenue_per_order": false, "running_total": false, "customers": false, "stock": false, "headcount": false, "balance": false, "temperature": false, "x": false,
		"distinct_orders": false, "rank": false, "margin": false, "conversion": false, "revenue_change": false, "active_units": false,
	} {
		f := Finding{Table: &table.Table{Columns: []table.Column{{Name: "k", Kind: table.Text}, {Name: name, Kind: table.Int}},
			Rows: []table.Row{{table.NewText("a"), table.NewInt(4)}, {table.NewText("b"), table.NewInt(2)}}}}
		if got := newTeller(f).measures[0].additive; got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestHarmless(t *testing.T) {
	for s, want := range map[string]string{
		" a\t\nb ": "a b", "a\x1b[31mb": "a\ufffd[31mb", "a\u202eb": "a\ufffdb", "\xff": "\ufffd", "Zoë": "Zoë", strings.Repeat("é", 70): strings.Repeat("é", 60) + "…",
	} {
		if got := sanitize(s); got != want {
			t.Errorf("%q: got %q", s, got)
		}
	}
}
