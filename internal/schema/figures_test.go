package schema

import (
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

func TestUnitsInBrackets(t *testing.T) {
	for name, want := range map[string][2]string{
		"NO2 (ug/m3)": {"NO2", "ug/m3"}, "GDP (current US$)": {"GDP", "USD"}, "Speed [km/h]": {"Speed", "km/h"}, "Life expectancy (years)": {"Life expectancy (years)", ""},
		"Share (% of total)": {"Share (% of total)", ""},
	} {
		if rest, unit := CutUnit(name); rest != want[0] || unit != want[1] {
			t.Errorf("%s: %q in %q, want %q", name, rest, unit, want)
		}
	}
}

// Initials that mean an amount mean it only where a column holds numbers.
func TestFiguresByTheirInitials(t *testing.T) {
	s := &Snapshot{Tables: []Table{{Name: "bookings", Columns: []Column{{Name: "adr", Kind: table.Decimal}, {Name: "meal", Kind: table.Text}}},
		{Name: "people", Columns: []Column{{Name: "ADR", Kind: table.Text}, {Name: "name", Kind: table.Text}}}}}
	FindPlainNames(s)
	if got := s.Tables[0].Columns[0].Called(); got != "daily rate" {
		t.Errorf("adr of numbers is %q", got)
	}
	if got := s.Tables[1].Columns[0].Called(); got != "ADR" {
		t.Errorf("adr of texts is %q", got)
	}
}
