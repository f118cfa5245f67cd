package require

import (
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

func TestWhatIsSaidOfRankings(t *testing.T) {
	ix, linker := fair(t)
	byRide := func(figure, order string) string {
		return "SELECT r.title, " + figure + " FROM ticket_sales s JOIN ride r ON r.ride_id = s.ride_id GROUP BY r.ride_id, r.title ORDER BY " + order + " LIMIT 1"
	}
	for _, c := range []saying{
		{"worst selling ride", Direction, byRide("SUM(quantity)", "2 DESC"), byRide("SUM(quantity)", "2"), "ORDER BY total_quantity, "},
		{"weakest ride by quantity", Direction, byRide("SUM(quantity)", "2 DESC"), byRide("SUM(quantity)", "2"), "ORDER BY total_quantity, "},
		{"the ride that sells best", Direction, byRide("SUM(quantity)", "2"), byRide("SUM(quantity)", "2 DESC"), "ORDER BY total_quantity DESC"},
		{"top 5 worst selling rides", Direction, byRide("SUM(quantity)", "2 DESC"), byRide("SUM(quantity)", "2"), "ORDER BY total_quantity, "},
		{"which ride has the fewest ticket sales", Direction, byRide("COUNT(*)", "2 DESC"), byRide("COUNT(*)", "2"), "ORDER BY ticket_sales, "},
		{"name the oldest ride", Direction, "SELECT title FROM ride ORDER BY built_on DESC LIMIT 1", "SELECT title FROM ride ORDER BY built_on LIMIT 1", "ORDER BY built_on\n"},
		{"the two newest rides", Direction, "SELECT title FROM ride ORDER BY built_on LIMIT 2", "SELECT title FROM ride ORDER BY built_on DESC LIMIT 2", "ORDER BY built_on DESC"},
	} {
		c.holds(t, ix, linker)
	}
}

// Both ends, what is bad in itself, and words that rank nothing say no direction.
func TestWhatSaysNoDirection(t *testing.T) {
	ix, linker := fair(t)
	for _, question := range []string{
		"the best and the worst ride", "the oldest and the newest ride", "the ride with the worst delays", "rides with at least 5 ticket sales", "the most recent ride", "most of the rides", "ticket sales by zone",
	} {
		if i := slices.IndexFunc(Find(ix, linker.Read(question, kenneltest.Today, nil), nil), func(d *Requirement) bool {
			return d.Kind == Direction
		}); i >= 0 {
			t.Errorf("%s: something is demanded of the ranking", question)
		}
	}
}
