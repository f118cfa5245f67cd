package whatif

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/table"
)

// What is expected of a time that has passed is told as such.
func TestWhatHasHappenedIsNoForecast(t *testing.T) {
	rows := &table.Table{Columns: []table.Column{{Name: "month", Kind: table.Text}, {Name: "revenue", Kind: table.Int}}}
	for m := range 12 {
		at := time.Date(2024, time.Month(m+1), 1, 0, 0, 0, 0, time.UTC)
		rows.Rows = append(rows.Rows, table.Row{table.NewText(at.Format("2006-01")), table.NewInt(int64(100 + m*m))})
	}
	for now, want := range map[string]bool{"2025-12-31": true, "2025-02-01": true, "2025-01-31": false, "2024-12-31": false, "2024-12-15": false, "": false} {
		at, _ := time.Parse(time.DateOnly, now)
		r, err := Run(rows, Request{Technique: Trend}, Options{Now: at})
		if err != nil {
			t.Fatal(err)
		}
		over := func(c string) bool { return strings.HasPrefix(c, "January 2025 is over, as today is ") }
		if slices.ContainsFunc(r.Caveats, over) != want {
			t.Errorf("on %q: %q", now, r.Caveats)
		}
	}
}

// A change that comes again is not taken for one that comes once.
func TestChangesThatComeAgain(t *testing.T) {
	rows := &table.Table{Columns: []table.Column{{Name: "orders", Kind: table.Int}}, Rows: []table.Row{{table.NewInt(5)}}}
	if r, err := Run(rows, Request{Technique: Scale, Measure: "orders", Change: Change{Factor: "1.05", Every: Month}}, Options{}); err == nil || !strings.Contains(err.Error(), "every month") {
		t.Errorf("%+v, %v", r, err)
	}
}

// Rows without names are points, as bars would stand on one another.
func TestChangedRowsWithoutNames(t *testing.T) {
	rows := &table.Table{Columns: []table.Column{{Name: "price", Kind: table.Int}}, Rows: []table.Row{{table.NewInt(5)}, {table.NewInt(5)}, {table.NewInt(7)}}}
	r, err := Run(rows, Request{Technique: Scale, Measure: "price", Change: Change{Factor: "1.1"}}, Options{})
	if err != nil || strings.Contains(string(r.Spec), `"bar"`) || !strings.Contains(string(r.Spec), `"point"`) {
		t.Errorf("%v: %s", err, r.Spec)
	}
}
