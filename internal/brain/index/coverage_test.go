package index

import (
	"testing"
	"time"
)

// Gaps that data usually have say nothing about where they end; the first of a
// month may stand for all of it.
func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		name        string
		column      Column
		counted     bool
		first, last string // "" for none
		slack       int
	}{
		{"every day", Column{Min: "2014-01-03", Max: "2017-12-18", Distinct: 1446, Form: Native}, true, "2014-01-03", "2017-12-18", 0},
		{"now and then", Column{Min: "2024-01-01", Max: "2024-04-30", Distinct: 61, Form: Native}, true, "2024-01-01", "2024-04-30", 9},
		{"months", Column{Min: "2022-01-01", Max: "2024-09-01", Distinct: 33, Form: Native}, true, "2022-01-01", "2024-09-30", 0},
		{"quarters", Column{Min: "2022-01-01", Max: "2024-07-01", Distinct: 11, Form: Native}, true, "2022-01-01", "2024-09-30", 0},
		{"months as text", Column{Min: "2022-01", Max: "2024-09", Distinct: 33, Form: MonthText}, true, "2022-01-01", "2024-09-30", 0},
		{"moments", Column{Min: "2024-02-12 06:47:00", Max: "2024-04-23 11:00:00", Distinct: 4000, Form: Native}, true, "2024-02-12", "2024-04-23", 0},
		{"a sample", Column{Min: "2014-01-03", Max: "2017-12-18", Distinct: 1446, Form: Native}, false, "", "", 0},
	} {
		c.column.Kind = Time
		ix := &Index{Tables: []Table{{Counted: c.counted}}, Columns: []Column{{Table: -1}, c.column}}
		got := ix.Coverage(1)
		if got == nil {
			if c.first != "" {
				t.Errorf("%s: none", c.name)
			}
			continue
		}
		if got.First.Format(time.DateOnly) != c.first || got.Last.Format(time.DateOnly) != c.last || got.Slack != c.slack {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// A column of years says nothing about where the last one ends; a date of the same
// rows does.
func TestCoverageOfYears(t *testing.T) {
	year := Column{Kind: Time, Form: YearNumber, Min: "2012", Max: "2025", Distinct: 14}
	for _, c := range []struct{ last, want string }{{"2025-02-01", "2025-02-28"}, {"2030-02-01", "2025-12-31"}} {
		ix := &Index{Tables: []Table{{Counted: true, Columns: []int{1, 2}}}, Columns: []Column{{Table: -1}, year,
			{Kind: Time, Form: Native, Min: "2012-01-01", Max: c.last, Distinct: 158}}}
		if c.last > "2026" {
			ix.Columns[2].Distinct = 218
		}
		if got := ix.Coverage(1); got == nil || got.First.Format(time.DateOnly) != "2012-01-01" || got.Last.Format(time.DateOnly) != c.want {
			t.Errorf("%s: %+v", c.last, got)
		}
	}
}
