package candidates

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// fuel has totals of sales, and trips one by one.
func fuel(t *testing.T) (*index.Index, *link.Linker) {
	t.Helper()
	text := func(name string, values int64) schema.Column {
		return schema.Column{Name: name, Kind: table.Text, Distinct: values, Role: schema.Categorical}
	}
	ix, err := index.Build(t.Context(), &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "fuel", Rows: 4000, Columns: []schema.Column{{Name: "date", Kind: table.Date}, text("state", 27), text("product", 3), {Name: "sold", Kind: table.Int, Role: schema.Measure}}},
		{Name: "trips", Rows: 4000, PrimaryKey: []string{"id"}, Columns: []schema.Column{{Name: "id", Kind: table.Int, Distinct: 4000}, {Name: "started", Kind: table.Date}, {Name: "ended_at", Kind: table.Timestamp, Nullable: true}, text("zone", 20), text("payment", 4),
			{Name: "survived", Kind: table.Int, Role: schema.Categorical, Min: "0", Max: "1", Values: []string{"0", "1"}}, {Name: "tags", Kind: table.Text},
			{Name: "ride_minutes", Kind: table.Int, Role: schema.Measure}, {Name: "fare", Kind: table.Float, Role: schema.Measure}, {Name: "tip", Kind: table.Float, Nullable: true, Role: schema.Measure},
			{Name: "driver", Kind: table.Text, Nullable: true, Distinct: 300}}},
		{Name: "trips_tags", Rows: 9000, Columns: []schema.Column{{Name: "trips_id", Kind: table.Int}, {Name: "tags", Kind: table.Text}},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"trips_id"}, RefTable: "trips", RefColumns: []string{"id"}}}},
	}}, braintest.Values{"fuel.product": {"diesel", "ethanol"}, "trips.zone": {"North", "South"}, "trips.payment": {"card", "cash", "No payment"}})
	if err != nil {
		t.Fatal(err)
	}
	cut, err := neural.NewTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	return ix, link.New(ix, cut)
}

func TestRepairedForms(t *testing.T) {
	ix, linker := fuel(t)
	for _, c := range []struct{ rule, question, sql, want string }{
		{"totals", "diesel by state", "SELECT state, COUNT(*) FROM fuel WHERE product = 'diesel' GROUP BY state", "SUM(sold)"},
		{"totals", "how many rows are there?", "SELECT COUNT(*) FROM fuel", "COUNT(*)"},
		{"totals", "trips by zone", "SELECT zone, COUNT(*) FROM trips GROUP BY zone", "COUNT(*)"},
		{"shown groups", "trips by zone and payment", "SELECT zone, COUNT(*) FROM trips GROUP BY zone, payment", "SELECT zone, payment, COUNT(*)"},
		{"shown groups", "trips by zone", "SELECT zone, COUNT(*) FROM trips GROUP BY zone, id", "SELECT zone, COUNT(*)"},
		{"left-out periods", "trips outside January 2025", "SELECT COUNT(*) FROM trips WHERE started >= '2025-01-01' AND started < '2025-02-01'", "started < '2025-01-01'"},
		{"left-out periods", "trips in January 2025", "SELECT COUNT(*) FROM trips WHERE started >= '2025-01-01' AND started < '2025-02-01'", "started >= '2025-01-01'"},
		{"words for none", "trips without a payment", "SELECT COUNT(*) FROM trips WHERE payment IS NULL", "payment IS NULL OR payment = 'No payment'"},
		{"words for none", "trips without a zone", "SELECT COUNT(*) FROM trips WHERE zone IS NULL", "WHERE zone IS NULL"},
		{"opposites", "how many riders died", "SELECT COUNT(*) FROM trips WHERE survived = 1", "survived <> 1"},
		{"opposites", "death rate", "SELECT 100.0 * SUM(survived) / COUNT(*) FROM trips", "CASE WHEN survived <> 1"},
		{"opposites", "how many riders survived", "SELECT COUNT(*) FROM trips WHERE survived = 1", "survived = 1"},
		{"lists", "trips with the tag night", "SELECT COUNT(*) FROM trips WHERE tags = 'night'", "LIKE '%night%'"},
		{"lists", "trips in North", "SELECT COUNT(*) FROM trips WHERE zone = 'North'", "zone = 'North'"},
		{"scale", "total ride time in hours", "SELECT SUM(ride_minutes) FROM trips", "SUM(ride_minutes) / 60"},
		{"scale", "average hours of a ride", "SELECT AVG(ride_minutes) / 3600 FROM trips", "AVG(ride_minutes) / 60"},
		{"scale", "total ride time in minutes", "SELECT SUM(ride_minutes) FROM trips", "SELECT SUM(ride_minutes) AS"},
		{"scale", "fares in thousands, by zone", "SELECT zone, SUM(fare) FROM trips GROUP BY zone", "SUM(fare) / 1000"},
		{"shares of all", "which zone has the highest share of card or cash trips", "SELECT zone, 100.0 * SUM(payment IN ('card', 'cash')) / COUNT(*) FROM trips WHERE payment IN ('card', 'cash') GROUP BY zone", "FROM trips\nGROUP BY"},
		{"shares of all", "share of card or cash trips by zone", "SELECT zone, 100.0 * SUM(payment = 'cash') / COUNT(*) FROM trips WHERE payment IN ('card', 'cash') GROUP BY zone", "WHEN payment IN ('card', 'cash') THEN"},
		{"shares of all", "among card or cash trips, the share of cash by zone", "SELECT zone, 100.0 * SUM(payment = 'cash') / COUNT(*) FROM trips WHERE payment IN ('card', 'cash') GROUP BY zone", "WHERE payment IN ('card', 'cash')"},
		{"left-out amounts", "total fare without the tip by zone", "SELECT zone, SUM(fare) FROM trips WHERE tip IS NULL GROUP BY zone", "FROM trips\nGROUP BY"},
		{"left-out amounts", "average fare of trips without a tip", "SELECT AVG(fare) FROM trips WHERE tip IS NULL", "WHERE tip IS NULL"},
		{"shares of all", "what share of card and cash trips was paid in cash", "SELECT 100.0 * SUM(payment = 'cash') / COUNT(*) FROM trips WHERE payment IN ('card', 'cash')", "WHERE payment IN ('card', 'cash')"},
		{"left-out amounts", "trips without a tip", "SELECT COUNT(*) FROM trips WHERE tip IS NULL", "WHERE tip IS NULL"},
		{"named sets", "drivers with both card and cash trips", "SELECT driver FROM trips WHERE payment = 'card' INTERSECT SELECT driver FROM trips WHERE payment = 'cash'", "driver IS NOT NULL"},
		{"moments and days", "trips that ended after their day", "SELECT COUNT(*) FROM trips WHERE ended_at > started", "date(ended_at) > date(started)"},
		{"scale", "fares in North", "SELECT SUM(fare) FROM trips", "SELECT SUM(fare) AS"},
	} {
		q, err := readback.Convert(ix, c.sql, braintest.Today)
		if err != nil {
			t.Fatalf("%s: %v", c.sql, err)
		}
		hold(t, ix, q, linker.Read(c.question, braintest.Today, nil), c.rule)
		sql, _, err := render.Render(ix, render.SQLite, q, braintest.Today)
		if err != nil || !strings.Contains(sql, c.want) {
			t.Errorf("%s, %s: %s, want %s %v", c.rule, c.question, sql, c.want, err)
		}
	}
}

func TestConditionsThatNoRowMeets(t *testing.T) {
	ix, _ := fuel(t)
	for sql, want := range map[string]bool{
		"SELECT COUNT(*) FROM trips WHERE zone = 'North' AND zone = 'South'":                           true,
		"SELECT COUNT(*) FROM trips WHERE zone = 'North' AND payment = 'cash'":                         false,
		"SELECT COUNT(*) FROM trips WHERE zone = 'North' OR zone = 'South'":                            false,
		"SELECT COUNT(*) FROM trips WHERE zone NOT IN (SELECT zone FROM trips)":                        true,
		"SELECT COUNT(*) FROM trips WHERE zone NOT IN (SELECT zone FROM trips WHERE payment = 'cash')": false,
	} {
		q, err := readback.Convert(ix, sql, braintest.Today)
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		if got := excludesAll(q); got != want {
			t.Errorf("%s: no row meets it: %t, want %t", sql, got, want)
		}
	}
}
