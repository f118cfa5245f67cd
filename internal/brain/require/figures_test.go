package require

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
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
	ix, err := index.Build(t.Context(), s, kenneltest.Values{"ticket_sales.channel": {"desk", "online"}, "ride.zone": {"east", "west"}})
	if err != nil {
		t.Fatal(err)
	}
	return ix, link.New(ix, kenneltest.Pieces{})
}

func TestWhatIsSaidOfFigures(t *testing.T) {
	ix, linker := fair(t)
	for _, c := range []saying{
		{"share of ticket sales by channel", Share, "SELECT channel, COUNT(*) FROM ticket_sales GROUP BY channel",
			"SELECT channel, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () FROM ticket_sales GROUP BY channel", "share_pct"},
		{"percentage of rides that are covered by zone", Share, "SELECT zone, COUNT(*) FROM ride GROUP BY zone",
			"SELECT zone, 100.0 * SUM(covered) / COUNT(*) FROM ride GROUP BY zone", ""},
		{"percentage of ticket sales by desk", Share, "SELECT COUNT(*) FROM ticket_sales WHERE channel = 'desk'",
			"SELECT 100.0 * SUM(CASE WHEN channel = 'desk' THEN 1 ELSE 0 END) / COUNT(*) FROM ticket_sales", "CASE WHEN"},
		{"how many tickets were sold", Pieces, "SELECT COUNT(*) FROM ticket_sales", "SELECT SUM(quantity) FROM ticket_sales", "SUM(quantity)"},
		{"number of tickets by channel", Pieces, "SELECT channel, COUNT(*) FROM ticket_sales GROUP BY channel",
			"SELECT channel, SUM(quantity) FROM ticket_sales GROUP BY channel", "SUM(quantity)"},
		{"ticket sales before 9 am", Hour, "SELECT COUNT(*) FROM ticket_sales WHERE quantity < 9",
			"SELECT COUNT(*) FROM ticket_sales WHERE CAST(strftime('%H', sold_at) AS INTEGER) < 9", "'%H', sold_at"},
	} {
		c.holds(t, ix, linker)
	}
}

// Of what is so or not, a percentage by group is how many of its rows are so.
func TestAShareOfFlagsIsOfEachGroup(t *testing.T) {
	ix, linker := fair(t)
	q := linker.Read("percentage covered by zone", kenneltest.Today, nil)
	from, err := readback.Convert(ix, "SELECT zone, 100.0 * SUM(covered) / SUM(SUM(covered)) OVER () FROM ride GROUP BY zone", kenneltest.Today)
	if err != nil {
		t.Fatal(err)
	}
	requirements := slices.DeleteFunc(Find(ix, q, nil), func(d *Requirement) bool { return d.IsMet(from) })
	list := kenneltest.Render(t, ix, Repair(ix, q, from, requirements))
	if len(list) == 0 || !strings.Contains(list[0], "COUNT(*)") || strings.Contains(list[0], "OVER") {
		t.Errorf("repaired to %q", list)
	}
}

func TestSomeWordsSayNothingOfFigures(t *testing.T) {
	ix, linker := fair(t)
	for _, question := range []string{"ticket sales of 5 percent", "which rides share the same zone", "percentage change of ticket sales by month", "how many ticket sales were there",
		"rides from oldest to newest", "rides built after 9"} {
		for _, d := range Find(ix, linker.Read(question, kenneltest.Today, nil), nil) {
			if d.HasOneRepair() && d.Kind != Table && d.Kind != CountOnce {
				t.Errorf("%s: requirements %q as %s", question, d.Text(), d.Kind)
			}
		}
	}
}

func TestAFollowUpDividesTheGroupsBefore(t *testing.T) {
	ix, linker := fair(t)
	before, err := readback.Convert(ix, "SELECT channel, COUNT(*) FROM ticket_sales GROUP BY channel", kenneltest.Today)
	if err != nil {
		t.Fatal(err)
	}
	previous := &link.Previous{Query: before, Reading: "number of ticket sales for each channel"}
	alone, err := readback.Convert(ix, "SELECT strftime('%Y-%m', sold_at) AS m, COUNT(*) FROM ticket_sales GROUP BY m", kenneltest.Today)
	if err != nil {
		t.Fatal(err)
	}
	q := linker.Read("break that down by month", kenneltest.Today, previous)
	requirements := slices.DeleteFunc(Find(ix, q, nil), func(d *Requirement) bool { return d.IsMet(alone) })
	list := kenneltest.Render(t, ix, Repair(ix, q, alone, requirements))
	if len(list) == 0 || !strings.Contains(list[0], "GROUP BY channel, month") {
		t.Errorf("repaired to %q", list)
	}
	if d := Find(ix, linker.Read("by month", kenneltest.Today, previous), nil); slices.ContainsFunc(d, func(d *Requirement) bool { return d.Kind == Division }) {
		t.Error("another group takes the place of the one before where nothing is divided")
	}
}
