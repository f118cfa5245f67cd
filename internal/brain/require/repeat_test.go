package require

import (
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

func TestWhoComesBack(t *testing.T) {
	ix, linker := harbour(t)
	const twice = "SELECT COUNT(*) FROM boat WHERE boat_id IN (SELECT boat_id FROM booking GROUP BY boat_id HAVING COUNT(*) > 1)"
	for _, c := range []saying{
		{"repeat bookings", Repeat, "SELECT COUNT(*) FROM booking", twice, ""},
		{"how many guests came back", Repeat, "SELECT COUNT(*) FROM boat", twice, ""},
	} {
		c.holds(t, ix, linker)
	}
	for question, want := range map[string]int{
		"repeat bookings within 30 days":          2, // and no form says within
		"bookings within 30 days":                 0,
		"bookings that are open in the last week": 0,
		"returning boats":                         0,
		"when did things come back":               0,
	} {
		list := slices.DeleteFunc(Find(ix, linker.Read(question, kenneltest.Today, nil), nil), func(d *Requirement) bool { return d.Kind != Repeat })
		if len(list) != want {
			t.Errorf("%s: %d requirements", question, len(list))
		}
	}
}
