package render

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/table"
)

// Who has no more than a year of birth is as old as the years say, not half a
// year older.
func TestYearsFromAYear(t *testing.T) {
	for _, d := range []Dialect{SQLite, DuckDB, Postgres} {
		r := &renderer{d: d}
		sql := r.difference(form.Years, "'2025-06-30'", "born", stored{index.DateText, table.Text}, stored{index.YearNumber, table.Int})
		if !strings.HasSuffix(sql, " - born") || strings.Contains(sql, daysInYear) || r.err != nil {
			t.Errorf("%s: %s %v", d, sql, r.err)
		}
	}
}

// From a moment to a day people count days, whatever the hour.
func TestDaysFromAMomentToADay(t *testing.T) {
	moment, day := stored{index.Native, table.Timestamp}, stored{index.Native, table.Date}
	for _, d := range []Dialect{DuckDB, Postgres} {
		r := &renderer{d: d}
		if sql := r.difference(form.Days, "shipped", "ordered", day, moment); !strings.Contains(sql, "CAST(ordered AS date)") || strings.Contains(sql, "CAST(shipped AS date)") {
			t.Errorf("%s: %s", d, sql)
		}
		if sql := r.difference(form.Days, "closed", "opened", moment, moment); strings.Contains(sql, "AS date") {
			t.Errorf("%s: moments are cut: %s", d, sql)
		}
	}
}
