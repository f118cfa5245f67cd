package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// fair sells tickets, several at a time, and has flags and times of day.
func fair(t *testing.T) (*index.Index, *link.Linker) {
	t.Helper()
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "ride", Rows: 9, PrimaryKey: []string{"ride_id"}, Columns: []schema.Column{
			{Name: "ride_id", Kind: table.Int}, {Name: "title", Kind: table.Text}, {Name: "zone", Kind: table.Text}, {Name: "covered", Kind: table.Bool}, {Name: "built_on", Kind: table.Date}}},
		{Name: "ticket_sales", Rows: 700, PrimaryKey: []string{"sale_id"},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"ride_id"}, RefTable: "ride", RefColumns: []string{"ride_id"}}},
			Columns: []schema.Column{{Name: "sale_id", Kind: table.Int}, {Name: "ride_id", Kind: table.Int}, {Name: "sold_at", Kind: table.Timestamp},
				{Name: "quantity", Kind: table.Int}, {Name: "channel", Kind: table.Text}}},
	}}
	ix, err := index.Build(t.Context(), s, stored{"ticket_sales.channel": {"desk", "online"}, "ride.zone": {"east", "west"}})
	if err != nil {
		t.Fatal(err)
	}
	return ix, link.New(ix, pieces{})
}

func TestWhatIsSaidOfFigures(t *testing.T) {
	ix, linker := fair(t)
	for _, c := range []saying{
		{"share of ticket sales by channel", AShare, "SELECT channel, COUNT(*) FROM ticket_sales GROUP BY channel",
			"SELECT channel, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () FROM ticket_sales GROUP BY channel", "share_pct"},
		{"percentage of rides that are covered by zone", AShare, "SELECT zone, COUNT(*) FROM ride GROUP BY zone",
			"SELECT zone, 100.0 * SUM(covered) / COUNT(*) FROM ride GROUP BY zone", ""},
		{"percentage of ticket sales by desk", AShare, "SELECT COUNT(*) FROM ticket_sales WHERE channel = 'desk'",
			"SELECT 100.0 * SUM(CASE WHEN channel = 'desk' THEN 1 ELSE 0 END) / COUNT(*) FROM ticket_sales", "CASE WHEN"},
		{"how many tickets were sold", APieces, "SELECT COUNT(*) FROM ticket_sales", "SELECT SUM(quantity) FROM ticket_sales", "SUM(quantity)"},
		{"number of tickets by channel", APieces, "SELECT channel, COUNT(*) FROM ticket_sales GROUP BY channel",
			"SELECT channel, SUM(quantity) FROM ticket_sales GROUP BY channel", "SUM(quantity)"},
		{"the oldest ride", AnEnd, "SELECT title FROM ride ORDER BY built_on DESC LIMIT 1", "SELECT title FROM ride ORDER BY built_on LIMIT 1", "ORDER BY built_on"},
		{"the most recent ride", AnEnd, "SELECT title FROM ride ORDER BY built_on LIMIT 1", "SELECT title FROM ride ORDER BY built_on DESC LIMIT 1", "built_on DESC"},
		{"ticket sales before 9 am", AnHour, "SELECT COUNT(*) FROM ticket_sales WHERE quantity < 9",
			"SELECT COUNT(*) FROM ticket_sales WHERE CAST(strftime('%H', sold_at) AS INTEGER) < 9", "'%H', sold_at"},
	} {
		c.holds(t, ix, linker)
	}
}

// Of what is so or not, a percentage by group is how many of its rows are so.
func TestAShareOfFlagsIsOfEachGroup(t *testing.T) {
	ix, linker := fair(t)
	q := linker.Read("percentage covered by zone", today, nil)
	from, err := readback.Convert(ix, "SELECT zone, 100.0 * SUM(covered) / SUM(SUM(covered)) OVER () FROM ride GROUP BY zone", today)
	if err != nil {
		t.Fatal(err)
	}
	demands := slices.DeleteFunc(Demands(ix, q), func(d *Demand) bool { return d.Met(from) })
	list := rendered(t, ix, Mend(ix, q, from, demands))
	if len(list) == 0 || !strings.Contains(list[0], "COUNT(*)") || strings.Contains(list[0], "OVER") {
		t.Errorf("mended to %q", list)
	}
}

func TestSomeWordsSayNothingOfFigures(t *testing.T) {
	ix, linker := fair(t)
	for _, question := range []string{"ticket sales of 5 percent", "which rides share the same zone", "percentage change of ticket sales by month", "how many ticket sales were there",
		"rides from oldest to newest", "rides built after 9"} {
		for _, d := range Demands(ix, linker.Read(question, today, nil)) {
			if d.Certain() && d.Kind != AThing && d.Kind != AnyOnce {
				t.Errorf("%s: demands %q as %s", question, d.Said(), d.Kind)
			}
		}
	}
}

func TestAFollowUpDividesTheGroupsBefore(t *testing.T) {
	ix, linker := fair(t)
	before, err := readback.Convert(ix, "SELECT channel, COUNT(*) FROM ticket_sales GROUP BY channel", today)
	if err != nil {
		t.Fatal(err)
	}
	previous := &link.Previous{Query: before, Reading: "number of ticket sales for each channel"}
	alone, err := readback.Convert(ix, "SELECT strftime('%Y-%m', sold_at) AS m, COUNT(*) FROM ticket_sales GROUP BY m", today)
	if err != nil {
		t.Fatal(err)
	}
	q := linker.Read("break that down by month", today, previous)
	demands := slices.DeleteFunc(Demands(ix, q), func(d *Demand) bool { return d.Met(alone) })
	list := rendered(t, ix, Mend(ix, q, alone, demands))
	if len(list) == 0 || !strings.Contains(list[0], "GROUP BY channel, month") {
		t.Errorf("mended to %q", list)
	}
	if d := Demands(ix, linker.Read("by month", today, previous)); slices.ContainsFunc(d, func(d *Demand) bool { return d.Kind == ADivision }) {
		t.Error("another group takes the place of the one before where nothing is divided")
	}
}
