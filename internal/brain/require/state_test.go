package require

import (
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

// harbour has bookings in a few states, of boats that are made for a season.
func harbour(t *testing.T) (*index.Index, *link.Linker) {
	t.Helper()
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "boat", Rows: 20, PrimaryKey: []string{"boat_id"}, Columns: []schema.Column{
			{Name: "boat_id", Kind: table.Int}, {Name: "title", Kind: table.Text}, {Name: "season", Kind: table.Text}}},
		{Name: "booking", Rows: 900, PrimaryKey: []string{"booking_id"},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"boat_id"}, RefTable: "boat", RefColumns: []string{"boat_id"}}},
			Columns: []schema.Column{{Name: "booking_id", Kind: table.Int}, {Name: "boat_id", Kind: table.Int}, {Name: "booked_on", Kind: table.Date},
				{Name: "lost_reason", Kind: table.Text}, {Name: "stage", Kind: table.Text}}},
		{Name: "complaint", Rows: 40, PrimaryKey: []string{"complaint_id"},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"booking_id"}, RefTable: "booking", RefColumns: []string{"booking_id"}}},
			Columns:     []schema.Column{{Name: "complaint_id", Kind: table.Int}, {Name: "booking_id", Kind: table.Int}}},
	}}
	ix, err := index.Build(t.Context(), s, kenneltest.Values{"booking.stage": {"closed_lost", "closed_won", "open"}, "boat.season": {"winter", "summer"}, "booking.lost_reason": {"price", "weather"}})
	if err != nil {
		t.Fatal(err)
	}
	return ix, link.New(ix, kenneltest.Pieces{})
}

func TestWhatIsSaidOfStates(t *testing.T) {
	ix, linker := harbour(t)
	const byBoat = "FROM booking k JOIN boat b ON b.boat_id = k.boat_id"
	for _, c := range []saying{
		{"which boat lost the most bookings", State, "SELECT b.title, COUNT(*) " + byBoat + " GROUP BY b.title ORDER BY 2 DESC LIMIT 1",
			"SELECT b.title, COUNT(*) " + byBoat + " WHERE k.stage = 'closed_lost' GROUP BY b.title ORDER BY 2 DESC LIMIT 1", "stage = 'closed_lost'"},
		{"how many bookings are open", State, "SELECT COUNT(*) FROM booking", "SELECT COUNT(*) FROM booking WHERE stage = 'open'", "stage = 'open'"},
		{"ratio of complaints to bookings", Ratio, "SELECT 1.0 * COUNT(*) / COUNT(DISTINCT booking_id) FROM complaint",
			"SELECT 1.0 * COUNT(c.complaint_id) / COUNT(DISTINCT k.booking_id) FROM booking k LEFT JOIN complaint c ON c.booking_id = k.booking_id", ""},
		{"which boat is booked best in winter", Season, "SELECT b.title, COUNT(*) " + byBoat + " WHERE b.season = 'winter' GROUP BY b.title ORDER BY 2 DESC LIMIT 1",
			"SELECT b.title, COUNT(*) " + byBoat + " WHERE CAST(strftime('%m', k.booked_on) AS INTEGER) IN (12, 1, 2) GROUP BY b.title ORDER BY 2 DESC LIMIT 1", ""},
		{"how many bookings began there", Table, "SELECT COUNT(*) FROM boat", "SELECT COUNT(*) FROM booking", "FROM booking"},
	} {
		c.holds(t, ix, linker)
	}
	for _, question := range []string{"bookings by stage", "winter boats", "bookings that are not open", "boats that nobody sailed or lost", "boats never booked or lost"} {
		if slices.ContainsFunc(Find(ix, linker.Read(question, kenneltest.Today, nil), nil), func(d *Requirement) bool { return d.Kind == State || d.Kind == Season }) {
			t.Errorf("%s: a state or a season is demanded", question)
		}
	}
}
