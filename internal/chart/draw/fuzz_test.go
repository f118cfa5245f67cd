package draw

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/table"
)

// FuzzDraw draws any plan over any table: nothing panics, and every line fits.
func FuzzDraw(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed, "日本 🎧\x1b[2J\n", 60+int(seed)%141, int(seed)%50, 3.5)
	}
	f.Add(uint64(7), "\xff\u202e", 1, 1, math.Inf(-1))
	f.Add(uint64(8), "👩‍👩‍👧‍👦é", 30, 8, 1e308)
	f.Fuzz(func(t *testing.T, seed uint64, text string, width, height int, number float64) {
		random := rand.New(rand.NewPCG(seed, 0))
		plan := randomPlan(random, text)
		rows := randomTable(random, text, number)
		o := Options{Width: width, Height: height, ASCII: random.IntN(2) == 0, Color: random.IntN(2) == 0}
		checkLines(t, strip(Draw(plan, rows, o)), min(max(o.Width, leastWidth), mostWidth)+map[bool]int{true: usualWidth - leastWidth}[width == 0])
	})
}

func oneOf[T any](random *rand.Rand, list ...T) T { return list[random.IntN(len(list))] }

func randomPlan(random *rand.Rand, text string) chart.Plan {
	format := func() chart.Format {
		return chart.Format{Style: oneOf(random, chart.Plain, chart.Short, chart.Fraction, chart.Percent), Decimals: random.IntN(5) - 1}
	}
	p := chart.Plan{
		Kind:        oneOf(random, chart.Value, chart.Bar, chart.Line, chart.Area, chart.Scatter, chart.Histogram, chart.Heatmap, chart.Pie),
		Title:       oneOf(random, "", text),
		X:           oneOf(random, "a", "b", "c", "d"),
		XTitle:      oneOf(random, "", text),
		Y:           oneOf(random, []string{"b"}, []string{"c"}, []string{"b", "c"}, []string{"a", "d", "b"}),
		YTitle:      oneOf(random, "", text),
		Series:      oneOf(random, "", "a", "d"),
		Period:      oneOf(random, chart.NoPeriod, chart.Year, chart.Quarter, chart.Month, chart.Week, chart.Day, chart.Hour, chart.Minute, chart.Second),
		XNumber:     random.IntN(2) == 0,
		Order:       oneOf(random, chart.ByRow, chart.ByX, chart.ByValueDown),
		Limit:       oneOf(random, 0, 0, 1, 5),
		SeriesLimit: oneOf(random, 0, 0, 1, 12),
		Zero:        random.IntN(2) == 0,
		Stacked:     random.IntN(2) == 0,
		XFormat:     format(),
		YFormat:     format(),
	}
	if random.IntN(3) == 0 {
		p.Bins = &chart.Bins{Start: oneOf(random, 0, -5, 1e300, math.NaN()), Step: oneOf(random, 1, 0.1, 0, 1e300), Count: random.IntN(80)}
	}
	if random.IntN(4) == 0 {
		p.Ranks = []string{text, "b", "a"}
	}
	return p
}

func randomTable(random *rand.Rand, text string, number float64) *table.Table {
	value := func() table.Value {
		switch random.IntN(12) {
		case 0:
			return table.Value{}
		case 1:
			return table.NewText(text)
		case 2:
			return table.NewText(text[:random.IntN(len(text)+1)])
		case 3:
			return table.NewFloat(number * random.NormFloat64())
		case 4:
			return table.NewFloat(oneOf(random, math.NaN(), math.Inf(1), 1e308, -1e308, 5e-324, 1e15, 0))
		case 5:
			return table.NewDate(random.Int64N(40000) - 10000)
		case 6:
			return table.NewTimestamp(random.Int64N(4e15), 0)
		case 7:
			return table.NewDate(oneOf(random, int64(math.MaxInt64), math.MinInt64, 1e9, -1e9))
		case 8:
			return table.NewText(oneOf(random, "2025-03", "2025-Q1", "March 2025", "2024", "12.5"))
		case 9:
			return table.NewEndless(table.Date, random.IntN(2) == 0)
		}
		return table.NewInt(random.Int64N(3000) - 500)
	}
	t := &table.Table{Columns: columns("a", "b", "c", "d"), Truncated: oneOf(random, table.Whole, table.ByRows)}
	mixed := random.IntN(2) == 0 // columns of one kind each are likelier charts
	for i := range oneOf(random, 0, 1, 2, 7, 60, 300) {
		if mixed {
			t.Rows = append(t.Rows, table.Row{value(), value(), value(), value()})
			continue
		}
		t.Rows = append(t.Rows, table.Row{table.NewText(text), table.NewFloat(number * random.Float64()), table.NewInt(int64(i % 9)), table.NewDate(int64(i) * 30)}[:3+random.IntN(2)])
	}
	return t
}
