package chart

import (
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/table"
)

func TestTimeOf(t *testing.T) {
	for text, want := range map[string]struct {
		at     string
		period Period
	}{
		"2025": {"2025-01-01", Year}, "2025-03": {"2025-03-01", Month}, "2025-Q2": {"2025-04-01", Quarter}, "2025q3": {"2025-07-01", Quarter},
		"Q4 2025": {"2025-10-01", Quarter}, "2025 Q1": {"2025-01-01", Quarter}, "2025-W01": {"2024-12-30", Week}, "2026-W53": {"2026-12-28", Week},
		"2025-03-09": {"2025-03-09", Day}, "2025/3/9": {"2025-03-09", Day}, "March 9, 2025": {"2025-03-09", Day}, "9 Mar 2025": {"2025-03-09", Day},
		"March 2025": {"2025-03-01", Month}, "2025-03-09 00:00:00": {"2025-03-09", Second}, "2025-03-09T00:00:00Z": {"2025-03-09", Second},
		"": {}, "soon": {}, "12": {}, "2025-13": {}, "2025-Q5": {}, "2025-W54": {}, "9/3/2025": {}, "0007": {}, "2025--1": {}, "2025-q": {}, "2025w1": {},
	} {
		got, period, ok := TimeOf(table.NewText(text))
		if want.at == "" {
			if ok {
				t.Errorf("%q is read as %s", text, got)
			}
			continue
		}
		if !ok || got.Format(time.DateOnly) != want.at || period != want.period {
			t.Errorf("%q is read as %s by %s (%v), want %v", text, got.Format(time.DateOnly), period, ok, want)
		}
	}
}

func TestPeriodOf(t *testing.T) {
	for name, c := range map[string]struct {
		days   []string
		column string
		want   Period
	}{
		"years":            {[]string{"2023-01-01", "2024-01-01", "2025-01-01"}, "d", Year},
		"quarters":         {[]string{"2023-01-01", "2023-04-01", "2023-10-01"}, "d", Quarter},
		"months":           {[]string{"2023-01-01", "2023-02-01", "2023-03-01"}, "d", Month},
		"weeks":            {[]string{"2025-01-06", "2025-01-13", "2025-01-27"}, "d", Week},
		"days":             {[]string{"2025-01-06", "2025-01-07", "2025-01-09"}, "d", Day},
		"two, by name":     {[]string{"2025-01-01", "2025-02-01"}, "order_month", Month},
		"two":              {[]string{"2025-01-01", "2025-02-01"}, "d", Day},
		"quarters, months": {[]string{"2025-01-01", "2025-04-01", "2025-07-01"}, "month", Month},
	} {
		var times []time.Time
		for _, d := range c.days {
			at, err := time.Parse(time.DateOnly, d)
			if err != nil {
				t.Fatal(err)
			}
			times = append(times, at)
		}
		if got := periodOf(times, Day, c.column); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
	clock := []time.Time{time.Date(2025, 1, 1, 5, 0, 0, 0, time.UTC), time.Date(2025, 1, 1, 7, 30, 0, 0, time.UTC)}
	if got := periodOf(clock[:1], Second, "at"); got != Hour {
		t.Errorf("whole hours: %s", got)
	}
	if got := periodOf(clock, Second, "at"); got != Minute {
		t.Errorf("whole minutes: %s", got)
	}
}

func TestTitles(t *testing.T) {
	for name, want := range map[string]string{
		"total_revenue": "Total revenue", "orderDate": "Order date", "COUNT(*)": "Number of rows", "avg(T1.unit_price)": "Average unit price",
		"customer_id": "Customer ID", "order_count": "Number of orders", "count(DISTINCT city)": "Number of different cities", "": "", "étage": "Étage",
	} {
		if got := title(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestFormatOf(t *testing.T) {
	for _, c := range []struct {
		name     string
		min, max float64
		integers bool
		want     Format
	}{
		{"revenue", 0, 1.5e6, false, Format{Style: Short, Decimals: 1}},
		{"orders", 0, 900, true, Format{}},
		{"price", 0, 12.5, false, Format{Decimals: 2}},
		{"market_share", 0, 0.4, false, Format{Style: Fraction, Decimals: 1}},
		{"pct_growth", -3, 20.25, false, Format{Style: Percent, Decimals: 1}},
		{"error", 0, 0.00042, false, Format{Decimals: 6}},
		{"share_count", 0, 500, true, Format{}},
	} {
		p := profile{name: c.name, min: c.min, max: c.max, integers: c.integers, values: 3}
		if got := formatOf(p); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestBins(t *testing.T) {
	for _, c := range []struct {
		min, max float64
		integers bool
		n        int
		want     Bins
	}{
		{20, 69, true, 40, Bins{20, 10, 5}},
		{0, 1, false, 200, Bins{0, 0.2, 5}},
		{5, 5, true, 10, Bins{4.5, 1, 1}},
		{-3, 12, true, 16, Bins{-5, 5, 4}},
	} {
		p := profile{min: c.min, max: c.max, integers: c.integers, values: c.n}
		if got := *binsFor(p); got != c.want {
			t.Errorf("%v to %v: got %+v, want %+v", c.min, c.max, got, c.want)
		}
	}
}
