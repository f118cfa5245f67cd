package whatif_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// figure is a number of the fit.
func figure(t *testing.T, r *whatif.Result, name string) float64 {
	t.Helper()
	for _, f := range r.Fit {
		if f.Name == name {
			return f.Value
		}
	}
	t.Fatalf("the fit has no %s: %v", name, r.Fit)
	return 0
}

// cells are the values of a column, as text.
func cells(t *testing.T, r *whatif.Result, column string) string {
	t.Helper()
	for i, c := range r.Table.Columns {
		if c.Name != column {
			continue
		}
		var out []string
		for _, row := range r.Table.Rows {
			out = append(out, row[i].String())
		}
		return strings.Join(out, " ")
	}
	t.Fatalf("no column %s in %v", column, r.Table.Columns)
	return ""
}

func mustRun(t *testing.T, rows *table.Table, r whatif.Request, o whatif.Options) *whatif.Result {
	t.Helper()
	out, err := whatif.Run(rows, r, o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Changes are exact, however many digits the figures have.
func TestScaleIsExact(t *testing.T) {
	rows := "region,amount:decimal\nNorth,0.10\nSouth,12345678901234567890.12\nEast,\n"
	for _, c := range []struct {
		change            whatif.Change
		only              string
		after, difference string
	}{
		{whatif.Change{Factor: "1.1"}, "", "0.110 13580246791358024679.132 ", "0.010 1234567890123456789.012 "},
		{whatif.Change{Factor: "0.9"}, "the North region", "0.090 12345678901234567890.120 ", "-0.010 0.000 "},
		{whatif.Change{Amount: "-0.1"}, "", "0.00 12345678901234567890.02 ", "-0.10 -0.10 "},
		{whatif.Change{Factor: "3"}, "SOUTH", "0.10 37037036703703703670.36 ", "0.00 24691357802469135780.24 "},
	} {
		r := mustRun(t, read(t, rows), whatif.Request{Technique: whatif.Scale, Change: c.change, Only: c.only}, whatif.Options{})
		if after, difference := cells(t, r, "after"), cells(t, r, "difference"); after != c.after || difference != c.difference {
			t.Errorf("%+v: after %q, difference %q", c, after, difference)
		}
	}
}

// Smoothing is used only where it beats repeating the last season on values
// that it has not seen.
func TestSeasonalNeverDoesWorseThanRepeating(t *testing.T) {
	smoothed, repeated := 0, 0
	for seed := range uint64(24) {
		random := rand.New(rand.NewPCG(seed, 9))
		var values []string
		level := 100.0
		for i := range 48 {
			v := 100 + 30*math.Sin(float64(i)*math.Pi/6)
			if seed%2 == 0 {
				level += 3
				v = level * (1 + 0.3*math.Sin(float64(i)*math.Pi/6))
			}
			values = append(values, fmt.Sprintf("%.2f", v+random.NormFloat64()*float64(seed%5)))
		}
		r := mustRun(t, monthly(t, "date", "2006-01-02", values...), whatif.Request{Technique: whatif.Seasonal, Horizon: whatif.Horizon{Count: 6, Unit: whatif.Month}}, whatif.Options{})
		own, naive := figure(t, r, "backtest_error"), figure(t, r, "naive_error")
		if own > naive {
			t.Errorf("seed %d: off by %v, repeating by %v", seed, own, naive)
		}
		says := strings.Contains(strings.Join(r.Sentences, " "), "Smoothing did no better")
		if says != (own == naive) {
			t.Errorf("seed %d: %v against %v, but it says %v", seed, own, naive, r.Sentences)
		}
		if says {
			repeated++
		} else {
			smoothed++
		}
	}
	if smoothed == 0 || repeated == 0 {
		t.Errorf("%d smoothed, %d repeated: the test tests nothing", smoothed, repeated)
	}
}

// A 95% band holds about 95% of what comes, when the assumptions hold.
func TestTrendBandHoldsItsShare(t *testing.T) {
	inside, all := 0, 0
	random := rand.New(rand.NewPCG(5, 5))
	for range 400 {
		slope := random.NormFloat64()
		var values []string
		var future float64
		for i := range 16 {
			y := 200 + slope*float64(i) + 10*random.NormFloat64()
			if i < 12 {
				values = append(values, fmt.Sprintf("%.4f", y))
			}
			future = y
		}
		r := mustRun(t, monthly(t, "date", "2006-01-02", values...), whatif.Request{Technique: whatif.Trend, Horizon: whatif.Horizon{Count: 4, Unit: whatif.Month}}, whatif.Options{})
		last := r.Table.Rows[len(r.Table.Rows)-1]
		low, _ := last[4].Float64()
		high, _ := last[5].Float64()
		if all++; low <= future && future <= high {
			inside++
		}
	}
	if share := float64(inside) / float64(all); share < 0.92 || share > 0.98 {
		t.Errorf("the band holds %v", share)
	}
}

// The sum over a quarter has a narrower band than its months would suggest,
// and holds its share as well.
func TestWhatWasAskedForAsAWhole(t *testing.T) {
	inside, all := 0, 0
	random := rand.New(rand.NewPCG(6, 6))
	for range 400 {
		var values []string
		sum := 0.0
		for i := range 15 {
			y := 500 + 4*float64(i) + 12*random.NormFloat64()
			if i < 12 {
				values = append(values, fmt.Sprintf("%.4f", y))
			} else {
				sum += y
			}
		}
		r := mustRun(t, monthly(t, "date", "2006-01-02", values...), whatif.Request{Technique: whatif.Trend, Horizon: whatif.Horizon{Count: 1, Unit: whatif.Quarter}}, whatif.Options{})
		if all++; figure(t, r, "together_lower") <= sum && sum <= figure(t, r, "together_upper") {
			inside++
		}
	}
	if share := float64(inside) / float64(all); share < 0.92 || share > 0.98 {
		t.Errorf("the band holds %v", share)
	}
	averages := read(t, strings.Replace("month:date,revenue:decimal\n2025-01-01,1\n2025-02-01,3\n2025-03-01,4\n2025-04-01,4\n", "revenue", "average_price", 1))
	r := mustRun(t, averages, whatif.Request{Technique: whatif.Trend, Horizon: whatif.Horizon{Count: 1, Unit: whatif.Quarter}}, whatif.Options{})
	if strings.Contains(strings.Join(r.Sentences, " "), "The total over") {
		t.Errorf("averages are added up: %v", r.Sentences)
	}
}

func TestSeedsDiffer(t *testing.T) {
	rows := monthly(t, "date", "2006-01-02", wavy(30)...)
	run := func(seed uint64) string {
		return cells(t, mustRun(t, rows, whatif.Request{Technique: whatif.MonteCarlo}, whatif.Options{Seed: seed}), "p95")
	}
	if first, again := run(1), run(1); first != again || first == run(2) {
		t.Error("the seed decides, and nothing else")
	}
}

func TestCaveatOfACutResult(t *testing.T) {
	rows := monthly(t, "date", "2006-01-02", wavy(20)...)
	rows.Truncated = table.ByRows
	r := mustRun(t, rows, whatif.Request{Technique: whatif.Trend}, whatif.Options{})
	if !strings.Contains(strings.Join(r.Caveats, " "), "was cut at 20 rows") {
		t.Errorf("not said: %v", r.Caveats)
	}
}

// Whatever the rows: no panic, and no number from nowhere.
func FuzzRun(f *testing.F) {
	f.Add("2025-01,1\n2025-02,2\n2025-03,4\n2025-04,7\n2025-05,7.25\n2025-06,9\n2025-07,8\n2025-08,11\n", uint8(0), uint8(3), "1.1")
	f.Add("2025-Q1,-1\n2025-Q2,2\n2025-Q3,4\n2025-Q4,7\n2026-Q1,\n2026-Q2,0\n2026-Q3,8\n2026-Q4,11\n2027-Q1,3\n", uint8(1), uint8(1), "-5")
	f.Add("2025-01-01,1e300\n2025-01-02,-1e300\n2025-01-03,NaN\n2025-01-04,7\n9999-12-31,5\n0001-01-01,1\n", uint8(2), uint8(0), "0")
	f.Add("Jan 2025,5\nFeb 2025,5\nMar 2025,5\nApr 2025,5\nMay 2025,5\nJun 2025,5\nJul 2025,5\nAug 2025,5\n", uint8(4), uint8(200), "x")
	units := []whatif.Unit{"", whatif.Day, whatif.Week, whatif.Month, whatif.Quarter, whatif.Year}
	f.Fuzz(func(t *testing.T, rows string, technique, count uint8, change string) {
		if len(rows) > 4_000 || strings.ContainsAny(rows, `"`) {
			return
		}
		for _, kinds := range [][2]string{{"text", "decimal"}, {"date", "float"}, {"integer", "integer"}} {
			var columns []table.Column
			for i, name := range []string{"year", "figure"} {
				k, _ := table.ParseKind(kinds[i])
				columns = append(columns, table.Column{Name: name, Kind: k})
			}
			in, err := table.ReadCSV(strings.NewReader("year,figure\n"+rows), columns, table.Limits{Rows: 200})
			if err != nil {
				continue
			}
			r := whatif.Request{Technique: whatif.Techniques()[int(technique)%5], Runs: 100, Change: whatif.Change{Factor: change}}
			r.Horizon = whatif.Horizon{Count: int(count) % 50, Unit: units[int(count)%len(units)]}
			out, err := whatif.Run(in, r, whatif.Options{Now: time.Date(2025, 6, 15, 0, 0, 0, 0, time.UTC)})
			if err != nil {
				continue
			}
			for _, s := range out.Sentences {
				if rest := unsupported(out, s); rest != "" {
					t.Errorf("%q has a number that stands nowhere: %q\n%v", s, rest, out.Fit)
				}
			}
		}
	})
}

// The band of a seasonal forecast holds its share of what comes, too, although
// the weights were fitted to few seasons.
func TestSeasonalBandHoldsItsShare(t *testing.T) {
	inside, all := 0, 0
	random := rand.New(rand.NewPCG(8, 8))
	for range 120 {
		var values []string
		var future []float64
		for i := range 42 {
			y := 500 + 5*float64(i) + 60*math.Sin(float64(i)*math.Pi/6) + 15*random.NormFloat64()
			if i < 36 {
				values = append(values, fmt.Sprintf("%.4f", y))
			} else {
				future = append(future, y)
			}
		}
		r := mustRun(t, monthly(t, "date", "2006-01-02", values...), whatif.Request{Technique: whatif.Seasonal, Horizon: whatif.Horizon{Count: 6, Unit: whatif.Month}}, whatif.Options{})
		for i, row := range r.Table.Rows[36:] {
			low, _ := row[3].Float64()
			high, _ := row[4].Float64()
			if all++; low <= future[i] && future[i] <= high {
				inside++
			}
		}
	}
	if share := float64(inside) / float64(all); share < 0.88 || share > 0.99 {
		t.Errorf("the band holds %v", share)
	} else {
		t.Logf("the band holds %v", share)
	}
}
