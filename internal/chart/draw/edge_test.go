package draw

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

func TestNumbers(t *testing.T) {
	cases := []struct {
		v      float64
		format chart.Format
		want   string
	}{
		{1234.5, chart.Format{Decimals: 1}, "1,234.5"},
		{1234.5, chart.Format{Decimals: 0}, "1,235"},
		{-1234567, chart.Format{}, "-1,234,567"},
		{0.25, chart.Format{}, "0.25"},
		{0.00012345, chart.Format{}, "0.00012"},
		{-0.4, chart.Format{Decimals: 1}, "-0.4"},
		{1200, short1, "1.2k"},
		{999.96e3, short1, "1M"},
		{-999_999_999, short1, "-1B"},
		{3.4e12, short1, "3.4T"},
		{3.4e18, short1, "3.4e+18"},
		{12, short1, "12"},
		{0.257, chart.Format{Style: chart.Fraction, Decimals: 1}, "25.7%"},
		{25.7, chart.Format{Style: chart.Percent, Decimals: 1}, "25.7%"},
		{0, chart.Format{}, "0"},
		{math.Copysign(0, -1), short1, "0"},
	}
	for _, c := range cases {
		if got := write(c.v, c.format); got != c.want {
			t.Errorf("write(%v, %v) = %q, want %q", c.v, c.format, got, c.want)
		}
	}
}

func TestScalesCoverAndAreRound(t *testing.T) {
	cases := []struct{ lo, hi float64 }{
		{0, 1}, {0, 7}, {3, 997}, {-5, 5}, {-1e-12, 1e-12}, {1e15, 1e15 + 1}, {0, 1e300}, {-1e300, 1e300}, {42, 42}, {0, 0}, {-3, -3},
		{1e-300, 2e-300}, {0, 5e-324}, {1735689600, 1738368000},
	}
	for _, c := range cases {
		for _, rows := range []int{4, 9, 13, 20} {
			s, above := fitScale(c.lo, c.hi, rows, false)
			slack := (s.hi() - s.lo) * 1e-6
			if !(s.lo <= c.lo+slack && s.hi() >= c.hi-slack) || s.count < 1 || s.count*above > max(rows, 3) {
				t.Errorf("fitScale(%g, %g, %d) = %+v, %d", c.lo, c.hi, rows, s, above)
			}
			if at := s.at(c.lo); math.IsNaN(at) || math.IsInf(at, 0) {
				t.Errorf("fitScale(%g, %g, %d) places at %v", c.lo, c.hi, rows, at)
			}
			seen := map[string]bool{}
			for i := range s.count + 1 {
				label := s.label(s.tick(i), chart.Format{})
				if seen[label] && c.hi-c.lo > math.Abs(c.hi)*1e-9 && c.hi < 1e15 && c.hi > 1e-280 {
					t.Errorf("%g to %g: two ticks are labelled %s", c.lo, c.hi, label)
				}
				seen[label] = true
			}
		}
	}
}

func TestTimeTicksStandAtSensiblePlaces(t *testing.T) {
	day := func(s string) float64 {
		when, err := time.Parse("2006-01-02", s)
		if err != nil {
			t.Fatal(err)
		}
		return seconds(when)
	}
	cases := []struct {
		from, to string
		period   chart.Period
		columns  int
		want     string
	}{
		{"2025-01-01", "2025-12-01", chart.Month, 80, "Jan/2025 Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"},
		{"2024-01-01", "2025-12-01", chart.Month, 50, "Jan/2024 Apr Jul Oct Jan/2025 Apr Jul Oct"},
		{"2024-01-01", "2025-10-01", chart.Quarter, 60, "Q1/2024 Q2 Q3 Q4 Q1/2025 Q2 Q3 Q4"},
		{"1990-01-01", "2025-01-01", chart.Year, 60, "1990 1995 2000 2005 2010 2015 2020 2025"},
		{"2025-12-20", "2026-01-10", chart.Day, 40, "22/Dec 2025 29 5/Jan 2026"},
		{"2025-03-01", "2025-03-02", chart.Hour, 72, "00:00/2025-03-01 03:00 06:00 09:00 12:00 15:00 18:00 21:00 00:00/2025-03-02"},
		{"2025-03-01", "2025-03-01", chart.Day, 60, "2025-03-01"},
	}
	for _, c := range cases {
		var got []string
		for _, k := range timeTicks(day(c.from), day(c.to), c.period, c.columns) {
			label := k.label
			if k.under != "" {
				label += "/" + k.under
			}
			got = append(got, label)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s to %s by %s: got %q, want %q", c.from, c.to, c.period, strings.Join(got, " "), c.want)
		}
	}
}

func TestOrderAndLimit(t *testing.T) {
	rows := []table.Row{cells("b", 1), cells("c", 3), cells("a", 2), cells(nil, nil)}
	cases := []struct {
		plan chart.Plan
		want string
	}{
		{chart.Plan{}, "b c a (none)"},
		{chart.Plan{Order: chart.ByX}, "(none) a b c"},
		{chart.Plan{Order: chart.ByX, Ranks: []string{"c", "b", "a"}}, "c b a (none)"},
		{chart.Plan{Order: chart.ByValueDown}, "c a b (none)"},
		{chart.Plan{Order: chart.ByValueDown, Limit: 2}, "c a"},
	}
	for _, c := range cases {
		c.plan.Kind, c.plan.X, c.plan.Y = chart.Bar, "x", []string{"y"}
		text := Draw(c.plan, &table.Table{Columns: columns("x", "y"), Rows: rows}, Options{ASCII: true})
		var got []string
		for line := range strings.Lines(text) {
			if word := strings.Fields(line); len(word) > 0 && word[0] != "not" && word[0] != "..." {
				got = append(got, word[0])
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v: got %q, want %q in\n%s", c.plan, got, c.want, text)
		}
	}
}

func TestLabelsThatRepeatAreNumbered(t *testing.T) {
	plan := chart.Plan{Kind: chart.Bar, X: "x", Y: []string{"y"}, Repeats: true}
	text := Draw(plan, &table.Table{Columns: columns("x", "y"), Rows: []table.Row{cells("a", 1), cells("a", 2), cells("a", 3)}}, Options{})
	for _, want := range []string{"a      ", "a (2)  ", "a (3)  "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestWhatIsLeftOutIsSaid(t *testing.T) {
	many := repeat(100, func(i int) table.Row { return cells(fmt.Sprint("c", i), 1, fmt.Sprint("s", i%30)) })
	cases := []struct {
		plan chart.Plan
		want string
	}{
		{chart.Plan{Kind: chart.Bar, X: "x", Y: []string{"y"}}, "… and 52 more"},
		{chart.Plan{Kind: chart.Line, X: "x", Y: []string{"y"}, Series: "s"}, "… and 22 more series"},
		{chart.Plan{Kind: chart.Bar, X: "x", Y: []string{"y"}, Series: "s", Stacked: true}, "other: "},
		{chart.Plan{Kind: chart.Pie, X: "x", Y: []string{"y"}}, "other: 93 added up"},
	}
	for _, c := range cases {
		text := Draw(c.plan, &table.Table{Columns: columns("x", "y", "s"), Rows: many, Truncated: table.ByRows}, Options{})
		if !strings.Contains(text, c.want) || !strings.Contains(text, "first 100 rows only") {
			t.Errorf("%s: no %q in\n%s", c.plan.Kind, c.want, text)
		}
	}
}

func TestNoDrawingWhereTheRowsSayMore(t *testing.T) {
	rows := &table.Table{Columns: columns("x", "y"), Rows: []table.Row{cells("a", 1)}}
	for _, plan := range []chart.Plan{
		{Kind: chart.Table, X: "x", Y: []string{"y"}},
		{Kind: chart.Bar, X: "gone", Y: []string{"y"}},
		{Kind: chart.Bar, X: "x", Y: []string{"gone"}},
		{Kind: chart.Bar, X: "x"},
		{Kind: chart.Heatmap, X: "x", Y: []string{"y"}},
		{Kind: "unheard of", X: "x", Y: []string{"y"}},
		{},
	} {
		if text := Draw(plan, rows, Options{}); text != "" {
			t.Errorf("%+v is drawn as\n%s", plan, text)
		}
	}
}

func TestHeightIsKept(t *testing.T) {
	for _, s := range samples() {
		for _, height := range []int{12, 16, 24, 40} {
			text := Draw(s.plan, s.table, Options{Width: 80, Height: height})
			if n := strings.Count(text, "\n"); n > height+6 { // legends, notes and the second line of labels come on top
				t.Errorf("%s: %d lines where %d were asked for\n%s", s.name, n, height, text)
			}
		}
	}
}

func TestColoursOnlyAdd(t *testing.T) {
	for _, s := range samples() {
		plain := Draw(s.plan, s.table, Options{Width: 80})
		coloured := Draw(s.plan, s.table, Options{Width: 80, Color: true})
		if trimmed(strip(coloured)) != trimmed(plain) {
			t.Errorf("%s differs without its colours:\n%s\n%s", s.name, strip(coloured), plain)
		}
		if len(s.table.Rows) > 0 && !strings.Contains(coloured, "\x1b[") {
			t.Errorf("%s has no colours", s.name)
		}
	}
}

// strip takes the colours out of a text.
func strip(text string) string {
	for {
		start := strings.Index(text, "\x1b[")
		if start < 0 {
			return text
		}
		end := strings.IndexByte(text[start:], 'm')
		text = text[:start] + text[start+end+1:]
	}
}

// trimmed is a text without spaces at the ends of lines.
func trimmed(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return strings.Join(lines, "\n")
}

func TestVisibleWidth(t *testing.T) {
	screen := terminal.Screen{Color: true}
	if got := visible(screen.Paint(terminal.Dim, "日本") + "x" + screen.Paint(terminal.Bold, "y")); got != 6 {
		t.Errorf("got %d", got)
	}
}
