package method

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/stats"
)

// daysOf makes a row for each day from n days before a day on.
func daysOf(day time.Time, n int, value func(i int, at time.Time) []any) [][]any {
	var rows [][]any
	for i := range 2 * n {
		at := day.AddDate(0, 0, i-n)
		if v := value(i, at); v != nil {
			rows = append(rows, append([]any{at.Format(time.DateOnly)}, v...))
		}
	}
	return rows
}

func TestBeforeAfterTakesWeekdaysOff(t *testing.T) {
	day := time.Date(2025, 3, 15, 0, 0, 0, 0, time.UTC)
	noise := []float64{3, -1, -2, 4, -4, 1, -1}
	rows := daysOf(day, 28, func(i int, at time.Time) []any {
		x := 100 + 30*float64(at.Weekday()) + noise[(i*5+i/7)%7]
		if i >= 28 {
			x += 10
		}
		return []any{x}
	})
	args := BeforeAfterArguments{Figure: "revenue", Unit: "EUR", Day: "2025-03-15", Days: 28, Decimals: 2}
	out := run(t, "before_after", args, Named{"days", grid([]string{"day", "total"}, rows...)})
	expect(t, out, 0, colMean, 190)
	expect(t, out, 1, colMean, 200)
	expect(t, out, 2, colMean, 10)
	expect(t, out, 2, colRise, 5.3)
	low, high := cellAt(t, out, 2, colLow), cellAt(t, out, 2, colHigh)
	if low < 7 || high > 13 || math.Abs(low+high-20) > 0.02 {
		t.Errorf("the interval is from %v to %v", low, high)
	}
	if !strings.Contains(out.Story.Text, "more than chance") {
		t.Error(out.Story.Text)
	}
}

// Few days have no weekday to take off: the interval is Welch's, but for neighbours that
// resemble each other.
func TestBeforeAfterOfFewDaysIsWelch(t *testing.T) {
	day := time.Date(2025, 3, 15, 0, 0, 0, 0, time.UTC)
	x, y := []float64{5, 1, 5, 1, 5, 1, 5}, []float64{4, 9, 3, 9, 4, 8, 4} // no such neighbours
	rows := daysOf(day, 7, func(i int, _ time.Time) []any {
		if i < 7 {
			return []any{x[i]}
		}
		return []any{y[i-7]}
	})
	out := run(t, "before_after", BeforeAfterArguments{Figure: "orders", Day: "2025-03-15", Days: 7, Decimals: 6}, Named{"days", grid([]string{"day", "total"}, rows...)})
	welch, err := stats.WelchT(y, x)
	if err != nil {
		t.Fatal(err)
	}
	if got := cellAt(t, out, 2, colP); math.Abs(got-welch.P) > 1e-4 {
		t.Errorf("p is %v, Welch's %v", got, welch.P)
	}
}

func TestBeforeAfterDaysWithoutRowsAreZero(t *testing.T) {
	day := time.Date(2025, 3, 15, 0, 0, 0, 0, time.UTC)
	rows := daysOf(day, 7, func(i int, _ time.Time) []any {
		if i%2 == 0 {
			return nil
		}
		return []any{14}
	})
	out := run(t, "before_after", BeforeAfterArguments{Figure: "orders", Day: "2025-03-15", Days: 7}, Named{"days", grid([]string{"day", "total"}, rows...)})
	expect(t, out, 0, colSum, 3*14)
	expect(t, out, 1, colSum, 4*14)
	expect(t, out, 0, colMean, 6)
	expect(t, out, 1, colMean, 8)
}

func TestBeforeAfterOfARateWeighsDays(t *testing.T) {
	day := time.Date(2025, 3, 15, 0, 0, 0, 0, time.UTC)
	rows := daysOf(day, 7, func(i int, _ time.Time) []any {
		visits := 10 + 90*(i%2)
		if i < 7 {
			return []any{visits / 10, visits}
		}
		return []any{visits / 5, visits}
	})
	out := run(t, "before_after", BeforeAfterArguments{Figure: "conversion rate", Unit: "%", Rate: true, Percent: true, Day: "2025-03-15", Days: 7, Decimals: 2}, Named{"days", grid([]string{"day", "total", "weight"}, rows...)})
	expect(t, out, 0, colMean, 10)
	expect(t, out, 1, colMean, 20)
	if !strings.Contains(out.Story.Text, "by 10 percentage points or 100%") {
		t.Error(out.Story.Text)
	}
}

func TestBeforeAfterHoldsTheSeasonAgainstIt(t *testing.T) {
	day := time.Date(2025, 3, 15, 0, 0, 0, 0, time.UTC)
	grow := func(i int, _ time.Time) []any {
		x := 100 + float64(i%3)
		if i >= 14 {
			x += 50
		}
		return []any{x}
	}
	days, year := daysOf(day, 14, grow), daysOf(day.AddDate(0, 0, -364), 14, grow)
	args := BeforeAfterArguments{Figure: "orders", Day: "2025-03-15", Days: 14, Decimals: 2}
	columns := []string{"day", "total"}
	out := run(t, "before_after", args, Named{"days", grid(columns, days...)}, Named{"year_before", grid(columns, year...)})
	if !strings.Contains(out.Story.Text, "the season alone may explain the change") {
		t.Error(out.Story.Text)
	}
}

func TestWhyOfGroupsLeavesOutWhatTellsThemApart(t *testing.T) {
	columns := []string{"dimension", "value", "dimension_2", "value_2", "rows_before", "total_before", "squares_before", "rows_after", "total_after", "squares_after"}
	row := func(dimension, value any, b, tb, a, ta float64) []any {
		return []any{dimension, value, nil, nil, b, tb, 2 * tb * tb / max(b, 1), a, ta, 2 * ta * ta / max(a, 1)}
	}
	segments := grid(columns, row("channel", "web", 500, 5000, 100, 1000), row("channel", "store", 500, 5000, 500, 5000), row("channel", "phone", 500, 5000, 500, 5000),
		row("city", "Oslo", 1500, 15000, 0, 0), row("city", "Bergen", 0, 0, 1100, 11000), row(nil, nil, 1500, 15000, 1100, 11000))
	segments.Columns[2].Kind, segments.Columns[3].Kind = segments.Columns[0].Kind, segments.Columns[0].Kind
	out := run(t, "why", WhyArguments{Figure: "revenue", Groups: true, Before: "South", After: "North", Dimensions: []string{"channel", "city"}, Decimals: 2}, Named{"segments", segments})
	if !strings.Contains(out.Story.Text, "Revenue is lower in North than in South: it is 11,000 against 15,000, a difference of 4,000 or 26.7%.") || !strings.Contains(out.Story.Text, "Channel web stands out: it is lower by 4,000, which is 100% of the difference.") {
		t.Error(out.Story.Text)
	}
	if strings.Contains(out.Story.Text, "Oslo") || !strings.Contains(strings.Join(out.Assumptions, "; "), "one of the two groups: city") {
		t.Errorf("%s %q", out.Story.Text, out.Assumptions)
	}
}
