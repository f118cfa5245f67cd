package span

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// told is the periods of a question: from the first to the last day, with the name of a
// fiscal one.
func told(text string, now time.Time, years Years) string {
	var list []string
	for _, s := range FindOf(Words(text), now, 0, years) {
		if s.Kind != Temporal {
			continue
		}
		p := s.Period
		switch {
		case p.Recurring():
			list = append(list, fmt.Sprintf("every %s %d-%d", p.Every.Of, p.Every.First, p.Every.Last))
		case p.End.IsZero():
			list = append(list, "from "+p.Start.Format("2006-01-02"))
		case p.Start.IsZero():
			list = append(list, "to "+p.End.AddDate(0, 0, -1).Format("2006-01-02"))
		default:
			list = append(list, strings.TrimSpace(p.Start.Format("2006-01-02")+".."+p.End.AddDate(0, 0, -1).Format("2006-01-02")+" "+p.FiscalName()))
		}
	}
	return strings.Join(list, ", ")
}

func TestFiscalYears(t *testing.T) {
	now := time.Date(2025, 11, 15, 10, 0, 0, 0, time.UTC)
	april, october, named := FiscalYears(time.April), FiscalYears(time.October), Years{Starts: time.April}
	for _, c := range []struct {
		text  string
		years Years
		want  string
	}{
		{"revenue this year", april, "2025-04-01..2026-03-31 fiscal 2025"},
		{"revenue last year", april, "2024-04-01..2025-03-31 fiscal 2024"},
		{"revenue in 2025", april, "2025-04-01..2026-03-31 fiscal 2025"},
		{"revenue in 2025", named, "2024-04-01..2025-03-31 fiscal 2025"},
		{"revenue in FY2025", october, "2024-10-01..2025-09-30 fiscal 2025"},
		{"revenue in fiscal 2025", october, "2024-10-01..2025-09-30 fiscal 2025"},
		{"revenue in the fiscal year 2025", october, "2024-10-01..2025-09-30 fiscal 2025"},
		{"revenue in this financial year", october, "2025-10-01..2026-09-30 fiscal 2026"},
		{"revenue in Q1 2025", april, "2025-04-01..2025-06-30 Q1 of fiscal 2025"},
		{"revenue in the fourth quarter of 2025", april, "2026-01-01..2026-03-31 Q4 of fiscal 2025"},
		{"revenue in Q1", april, "2025-04-01..2025-06-30 Q1 of fiscal 2025, every month 4-6"},
		{"revenue in Q4 of this year", april, "2026-01-01..2026-03-31 Q4 of fiscal 2025"},
		{"revenue last quarter", october, "2025-07-01..2025-09-30 Q4 of fiscal 2025"},
		{"revenue in the last fiscal quarter", october, "2025-07-01..2025-09-30 Q4 of fiscal 2025"},
		{"revenue in H2 2024", april, "2024-10-01..2025-03-31 H2 of fiscal 2024"},
		{"year to date", april, "2025-04-01..2025-11-15"},
		{"revenue YTD 2024", april, "2024-04-01..2024-11-15"},
		{"revenue YTD last year", april, "2024-04-01..2024-11-15"},
		{"since the start of the year", april, "from 2025-04-01"},
		{"Q3 2024 vs 2025", april, "2024-10-01..2024-12-31 Q3 of fiscal 2024, 2025-04-01..2026-03-31 fiscal 2025, 2025-10-01..2025-12-31 Q3 of fiscal 2025"},
		// Months, days and weeks are the calendar's.
		{"revenue in March 2025", april, "2025-03-01..2025-03-31"},
		{"revenue in October of this year", april, "2025-10-01..2025-10-31"},
		{"revenue in March of last year", april, "2024-03-01..2024-03-31"},
		{"last month", april, "2025-10-01..2025-10-31"},
		{"from 1 May 2025 to 3 June 2025", april, "2025-05-01..2025-06-03"},
		{"last 12 months", april, "2024-11-15..2025-11-15"},
		// And whoever says calendar means it.
		{"revenue in calendar year 2025", april, "2025-01-01..2025-12-31"},
		{"revenue in calendar 2024 and 2025", april, "2024-01-01..2024-12-31, 2025-04-01..2026-03-31 fiscal 2025"},
		{"revenue in CY2025", april, "2025-01-01..2025-12-31"},
		{"revenue in the last calendar quarter", april, "2025-07-01..2025-09-30"},
		{"revenue in calendar Q1 2025", april, "2025-01-01..2025-03-31"},
		{"revenue last calendar year", october, "2024-01-01..2024-12-31"},
		// Without fiscal years nothing is another.
		{"revenue in FY2025", Years{}, "2025-01-01..2025-12-31"},
		{"revenue in Q1 2025", Years{Starts: time.January}, "2025-01-01..2025-03-31"},
	} {
		if got := told(c.text, now, c.years); got != c.want {
			t.Errorf("%s (from %s, by start %v)\n got %s\nwant %s", c.text, c.years.Starts, c.years.ByStart, got, c.want)
		}
	}
}

// The words of a period are those of the question, with the kind of year.
func TestWordsOfFiscalYears(t *testing.T) {
	now := time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"orders in fiscal year 2024 by region":  "fiscal year 2024",
		"orders of the last fiscal quarter":     "last fiscal quarter",
		"orders in calendar year 2024, or less": "year 2024",
	} {
		found := ""
		for _, s := range FindOf(Words(text), now, 0, FiscalYears(time.April)) {
			if s.Kind == Temporal && found == "" {
				found = s.Text
			}
		}
		if found != want {
			t.Errorf("%s: the period is %q, want %q", text, found, want)
		}
	}
}
