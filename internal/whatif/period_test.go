package whatif_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// ahead are the periods that a trend adds to a column of periods.
func ahead(tb testing.TB, r *whatif.Result) []string {
	tb.Helper()
	var out []string
	for _, row := range r.Table.Rows {
		if row[1].Raw() == "forecast" {
			out = append(out, row[0].String())
		}
	}
	return out
}

func TestPeriods(t *testing.T) {
	count := func(n int) whatif.Horizon { return whatif.Horizon{Count: n} }
	quarter := whatif.Horizon{Count: 1, Unit: whatif.Quarter}
	for _, c := range []struct {
		name    string
		kind    string
		periods string
		horizon whatif.Horizon
		now     string
		want    string
		says    string // among the assumptions
	}{
		{"days", "date", "2025-02-25 2025-02-26 2025-02-27 2025-02-28", count(2), "", "2025-03-01 2025-03-02", ""},
		{"days of a leap year", "date", "2024-02-25 2024-02-26 2024-02-27 2024-02-28", count(2), "", "2024-02-29 2024-03-01", ""},
		{"days with gaps", "date", "2025-01-06 2025-01-07 2025-01-10 2025-01-13", count(1), "", "2025-01-14", "4 days between the first and the last have no value"},
		{"weeks from Monday", "date", "2025-01-06 2025-01-13 2025-01-20 2025-02-03", count(1), "", "2025-02-10", "1 week between"},
		{"weeks from Sunday", "timestamp", "2025-01-05T00:00:00 2025-01-12T00:00:00 2025-01-19T00:00:00 2025-01-26T00:00:00", count(1), "", "2025-02-02T00:00:00", ""},
		{"ISO weeks", "text", "2025-W51 2025-W52 2026-W01 2026-W02", count(2), "", "2026-W03 2026-W04", ""},
		{"months", "date", "2025-09-01 2025-10-01 2025-11-01 2025-12-01", count(2), "", "2026-01-01 2026-02-01", ""},
		{"instants", "timestamptz", "2025-09-01T00:00:00Z 2025-10-01T00:00:00Z 2025-11-01T00:00:00Z 2025-12-01T00:00:00Z", count(1), "", "2026-01-01T00:00:00Z", ""},
		{"ends of months", "date", "2024-10-31 2024-11-30 2024-12-31 2025-01-31", count(2), "", "2025-02-28 2025-03-31", ""},
		{"months as text", "text", "2025-09 2025-10 2025-11 2025-12", count(2), "", "2026-01 2026-02", ""},
		{"months by name", "text", "Sep_2025 Oct_2025 Nov_2025 Dec_2025", count(1), "", "Jan 2026", ""},
		{"full days as text", "text", "2025-09-01 2025-10-01 2025-11-01 2025-12-01", count(1), "", "2026-01-01", ""},
		{"quarters", "date", "2024-04-01 2024-07-01 2024-10-01 2025-01-01", count(2), "", "2025-04-01 2025-07-01", ""},
		{"odd quarters", "date", "2024-05-01 2024-08-01 2024-11-01 2025-02-01", count(1), "", "2025-05-01", ""},
		{"quarters as text", "text", "2024-Q2 2024-Q3 2024-Q4 2025-Q1", count(1), "", "2025-Q2", ""},
		{"quarters, year last", "text", "Q2_2024 Q3_2024 Q4_2024 Q1_2025", count(1), "", "Q2 2025", ""},
		{"ends of quarters", "date", "2024-03-31 2024-06-30 2024-09-30 2024-12-31", count(1), "", "2025-03-31", ""},
		{"years", "integer", "2021 2022 2023 2024", count(2), "", "2025 2026", ""},
		{"years as text", "text", "2021 2022 2023 2024", count(1), "", "2025", ""},
		{"years from July", "date", "2021-07-01 2022-07-01 2023-07-01 2024-07-01", count(1), "", "2025-07-01", ""},
		{"not in order", "text", "2025-12 2025-09 2025-11 2025-10", count(1), "", "2026-01", ""},

		{"next quarter of months", "date", "2025-09-01 2025-10-01 2025-11-01 2025-12-01", quarter, "", "2026-01-01 2026-02-01 2026-03-01", ""},
		{"next quarter from within one", "text", "2025-08 2025-09 2025-10 2025-11", quarter, "", "2025-12 2026-01 2026-02 2026-03", ""},
		{"rest of the year", "text", "2025-05 2025-06 2025-07 2025-08 2025-09", whatif.Horizon{Unit: whatif.Year}, "", "2025-10 2025-11 2025-12", ""},
		{"until a year", "text", "2024-Q1 2024-Q2 2024-Q3 2024-Q4", whatif.Horizon{Year: 2025}, "", "2025-Q1 2025-Q2 2025-Q3 2025-Q4", ""},
		{"next month of quarters", "text", "2024-Q1 2024-Q2 2024-Q3 2024-Q4", whatif.Horizon{Count: 1, Unit: whatif.Month}, "", "2025-Q1", "for a whole quarter"},
		{"next week of days", "date", "2025-01-01 2025-01-02 2025-01-03 2025-01-04 2025-01-05", whatif.Horizon{Count: 1, Unit: whatif.Week}, "", "2025-01-06 2025-01-07 2025-01-08 2025-01-09 2025-01-10 2025-01-11 2025-01-12", ""},

		{"a month that is not over", "date", "2025-08-01 2025-09-01 2025-10-01 2025-11-01 2025-12-01", whatif.Horizon{Count: 1, Unit: whatif.Month}, "2025-12-09", "2025-12-01 2026-01-01", "The last month, December 2025, is not over and is left out"},
		{"a month that is over", "date", "2025-08-01 2025-09-01 2025-10-01 2025-11-01", whatif.Horizon{Count: 1, Unit: whatif.Month}, "2025-12-09", "2025-12-01", ""},
		{"a year that is not over", "integer", "2021 2022 2023 2024 2025", count(1), "2025-12-30", "2025 2026", "The last year, 2025, is not over"},
		{"the last day of a year", "integer", "2021 2022 2023 2024 2025", count(1), "2025-12-31", "2026", ""},
		{"today", "date", "2025-01-01 2025-01-02 2025-01-03 2025-01-04 2025-01-05", count(1), "2025-01-05", "2025-01-05 2025-01-06", "The last day, 2025-01-05, is not over"},
	} {
		t.Run(c.name, func(t *testing.T) {
			head := "period"
			if c.kind == "integer" {
				head = "year"
			}
			text := head + ":" + c.kind + ",orders:integer\n"
			for i, p := range strings.Fields(c.periods) {
				text += fmt.Sprintf("%s,%d\n", strings.ReplaceAll(p, "_", " "), 10+i*i%5)
			}
			var now time.Time
			if c.now != "" {
				now, _ = time.Parse(time.DateOnly, c.now)
			}
			r, err := whatif.Run(read(t, text), whatif.Request{Technique: whatif.Trend, Horizon: c.horizon}, whatif.Options{Now: now})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(ahead(t, r), " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			said := strings.Join(r.Assumptions, " ")
			if !strings.Contains(said, c.says) {
				t.Errorf("%q is not said: %s", c.says, said)
			}
			if c.says == "" && strings.Contains(said, "no value") {
				t.Errorf("gaps are seen where there are none: %s", said)
			}
		})
	}
}

func TestColumns(t *testing.T) {
	for _, c := range []struct{ name, csv, measure, want, says string }{
		{"year beside month", "year:integer,month:integer,sales:integer\n2024,10,5\n2024,11,6\n2024,12,9\n2025,1,8\n", "", "2025-02", ""},
		{"year beside quarter", "sales:integer,year:integer,quarter:integer\n5,2024,2\n6,2024,3\n9,2024,4\n8,2025,1\n", "", "2025-Q2", ""},
		{"numbered rows", "step:integer,size:float\n1,5\n2,6.5\n3,9\n4,8\n", "", "5", ""},
		{"several figures", "month,cost:decimal,revenue:decimal\n2025-01,1,10\n2025-02,2,12\n2025-03,3,13\n2025-04,3,15\n", "", "2025-05", "Of the figures cost, revenue, this uses cost."},
		{"one that is meant", "month,cost:decimal,total_revenue:decimal\n2025-01,1,10\n2025-02,2,12\n2025-03,3,13\n2025-04,3,15\n", "revenues", "2025-05", ""},
		{"rows that share a month", "month,region,sales:decimal\n2025-01,N,1\n2025-01,S,10\n2025-02,N,2\n2025-02,S,12\n2025-03,N,3\n2025-03,S,13\n2025-04,N,3\n2025-04,S,15\n", "", "2025-05", "Rows of the same month are added up."},
		{"rows without a number", "month,sales:decimal\n2025-01,1\n2025-02,2\n2025-03,\n2025-04,3\n2025-05,3.5\n,7\n", "", "2025-06", "are left out: 2."},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := whatif.Run(read(t, c.csv), whatif.Request{Technique: whatif.Trend, Measure: c.measure, Horizon: whatif.Horizon{Count: 1}}, whatif.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := ahead(t, r)[0]; got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if said := strings.Join(r.Assumptions, " "); !strings.Contains(said, c.says) {
				t.Errorf("%q is not said: %s", c.says, said)
			}
		})
	}
}

func TestFaults(t *testing.T) {
	months := "month,sales:decimal\n2025-01,1\n2025-02,2\n2025-03,4\n"
	long := monthly(t, "text", "2006-01", wavy(14)...)
	for _, c := range []struct {
		name    string
		table   *table.Table
		request whatif.Request
		want    string
	}{
		{"no rows", &table.Table{}, whatif.Request{Technique: whatif.Trend}, "no rows"},
		{"no technique", long, whatif.Request{Technique: "magic"}, "no technique"},
		{"too few for a trend", read(t, months), whatif.Request{Technique: whatif.Trend}, "needs at least 4 months with a value; there are 3"},
		{"too few for a season", long, whatif.Request{Technique: whatif.Seasonal}, "needs at least 24 months with a value; there are 14"},
		{"too few for a simulation", read(t, months), whatif.Request{Technique: whatif.MonteCarlo}, "needs at least 8 months"},
		{"no season in years", read(t, "year:integer,a:integer\n2021,1\n2022,2\n2023,3\n2024,5\n"), whatif.Request{Technique: whatif.Seasonal}, "a year has no season"},
		{"no time", read(t, "region,sales:decimal\nN,1\nS,2\nE,3\nW,4\n"), whatif.Request{Technique: whatif.Trend}, "no time column"},
		{"months without years", read(t, "month:integer,sales:decimal\n1,1\n2,2\n3,3\n4,4\n"), whatif.Request{Technique: whatif.Trend}, "no time column"},
		{"no number", read(t, "month,region\n2025-01,N\n2025-02,S\n"), whatif.Request{Technique: whatif.Trend}, "no column of numbers"},
		{"no such figure", read(t, "month,a:decimal,b:decimal\n2025-01,1,2\n"), whatif.Request{Technique: whatif.Trend, Measure: "revenue"}, `no figure "revenue"`},
		{"averages of shared months", read(t, "month,average_price:decimal\n2025-01,1\n2025-01,2\n2025-02,2\n2025-03,2\n"), whatif.Request{Technique: whatif.Trend}, "cannot be added up"},
		{"a year that is past", long, whatif.Request{Technique: whatif.Trend, Horizon: whatif.Horizon{Year: 2023}}, "2023 is not after"},
		{"too far", long, whatif.Request{Technique: whatif.Trend, Horizon: whatif.Horizon{Count: 200, Unit: whatif.Year}}, "too far to forecast"},
		{"months of steps", read(t, "step:integer,a:decimal\n1,1\n2,3\n3,4\n4,6\n"), whatif.Request{Technique: whatif.Trend, Horizon: whatif.Horizon{Count: 2, Unit: whatif.Month}}, "without dates"},
		{"too many gaps", read(t, "day:date,a:decimal\n2025-01-01,1\n2025-01-03,3\n2025-01-09,4\n2025-01-10,6\n2025-01-12,6\n2025-01-20,6\n2025-01-21,5\n2025-01-22,9\n"), whatif.Request{Technique: whatif.MonteCarlo}, "too many"},
		{"too many runs", long, whatif.Request{Technique: whatif.MonteCarlo, Runs: 1_000_000}, "outside the limits"},
		{"no change", long, whatif.Request{Technique: whatif.Scale}, "not clear how"},
		{"two changes", long, whatif.Request{Technique: whatif.Scale, Change: whatif.Change{Factor: "2", Amount: "2"}}, "not clear how"},
		{"no such category", read(t, "region,sales:decimal\nN,1\nS,2\n"), whatif.Request{Technique: whatif.Scale, Only: "Mars", Change: whatif.Change{Factor: "2"}}, `no category "Mars"`},
		{"one figure", read(t, "region,sales:decimal\nN,1\nS,2\n"), whatif.Request{Technique: whatif.Correlation}, "needs two columns of numbers; the result has 1"},
		{"few rows", read(t, "a:decimal,b:decimal\n1,2\n2,3\n4,\n"), whatif.Request{Technique: whatif.Correlation}, "at least 4 rows with both figures; there are 2"},
		{"constant", read(t, "a:decimal,b:decimal\n1,2\n2,2\n3,2\n4,2\n"), whatif.Request{Technique: whatif.Correlation}, "b is the same in every row"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := whatif.Run(c.table, c.request, whatif.Options{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want %q", err, c.want)
			}
			if f := fault.Of(err); f.Hint == "" || f.Code == fault.Internal {
				t.Errorf("no hint, or a wrong code: %+v", f)
			}
		})
	}
}
