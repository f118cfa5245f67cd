package search

import (
	"slices"
	"testing"
)

func TestWhoComesBack(t *testing.T) {
	ix, linker := harbour(t)
	const twice = "SELECT COUNT(*) FROM boat WHERE boat_id IN (SELECT boat_id FROM booking GROUP BY boat_id HAVING COUNT(*) > 1)"
	for _, c := range []saying{
		{"repeat bookings", ARepeat, "SELECT COUNT(*) FROM booking", twice, ""},
		{"how many guests came back", ARepeat, "SELECT COUNT(*) FROM boat", twice, ""},
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
		list := slices.DeleteFunc(Demands(ix, linker.Read(question, today, nil)), func(d *Demand) bool { return d.Kind != ARepeat })
		if len(list) != want {
			t.Errorf("%s: %d demands", question, len(list))
		}
	}
}
