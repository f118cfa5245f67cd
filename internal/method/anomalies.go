package method

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/stats"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Anomalies finds the periods of a series that are far from what trend and season
// let expect. The trend is a running median and the season one median for each
// day of the week or month of the year, so that anomalies hardly affect either.
// Distances are in robust standard deviations (median absolute deviation) of what
// remains.
//
//   - A season is used only where it makes the remainder clearly smaller.
//   - Where deviations grow with the level, roots or logarithms are looked at.
//   - Many periods are looked at: the distance must be larger than that of the
//     furthest of as many periods of pure noise, in 49 of 50 simulations.
var Anomalies = Method{
	Name:  "anomalies",
	About: "periods of a series that are far from what trend and season let expect",
	Run:   anomalies,
}

// AnomaliesArguments say what the series is.
type AnomaliesArguments struct {
	Figure   string `json:"figure"` // in words: "revenue"
	Unit     string `json:"unit,omitempty"`
	Decimals int    `json:"decimals"`
	Grain    string `json:"grain"`           // day, week, month, quarter or year
	First    string `json:"first,omitempty"` // the first and the last day that the data tell of
	Last     string `json:"last,omitempty"`
	Count    bool   `json:"count,omitempty"`    // rows are counted
	Additive bool   `json:"additive,omitempty"` // a period without rows is 0; else it has no value
}

const (
	colPeriod     = "period"
	colExpected   = "expected"
	colDifference = "difference"
	colDiffer     = "difference_percent"
	colDistance   = "distance"
	colVerdict    = "verdict"
)

// point is a period of a series.
type point struct {
	start    time.Time
	value    float64
	known    bool // it is not made up between its neighbours
	expected float64
	distance float64
}

func anomalies(_ context.Context, in Input) (*Output, error) {
	a := AnomaliesArguments{}
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	if len(in.Tables) == 0 || len(in.Tables[0].Table.Columns) < 2 || grains[a.Grain].season == 0 {
		return nil, fault.New(fault.BadData, "there is no series to look at").WithHint("ask again, with a figure and whether to look at days, weeks or months")
	}
	series, err := a.series(in.Tables[0].Table)
	if err != nil {
		return nil, err
	}
	if err := a.enough(series); err != nil {
		return nil, err
	}
	found, err := a.judge(series)
	if err != nil {
		return nil, err
	}
	return a.output(series, found), nil
}

// grains are the steps of a series: how many make a season, and what that is
// called.
var grains = map[string]struct {
	season int
	named  string
	next   func(time.Time) time.Time
	layout string // in a sentence
}{
	"day":     {7, "day of the week", func(t time.Time) time.Time { return t.AddDate(0, 0, 1) }, "2 January 2006"},
	"week":    {52, "week of the year", func(t time.Time) time.Time { return t.AddDate(0, 0, 7) }, "2 January 2006"},
	"month":   {12, "month of the year", func(t time.Time) time.Time { return t.AddDate(0, 1, 0) }, "January 2006"},
	"quarter": {4, "quarter of the year", func(t time.Time) time.Time { return t.AddDate(0, 3, 0) }, ""},
	"year":    {1, "", func(t time.Time) time.Time { return t.AddDate(1, 0, 0) }, "2006"},
}

// startOf is the first day of a period as statements write it: 2025-03-31, 2025-03,
// 2025-Q1, 2025.
func startOf(text string) (time.Time, bool) {
	if len(text) == 7 && text[5] == 'Q' {
		at, err := time.Parse("2006", text[:4])
		return at.AddDate(0, 3*int(text[6]-'1'), 0), err == nil && text[6] >= '1' && text[6] <= '4'
	}
	for _, layout := range []string{time.DateOnly, "2006-01", "2006"} {
		if len(text) < len(layout) {
			continue
		}
		if at, err := time.Parse(layout, text[:len(layout)]); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// series are the whole periods from the first to the last, those without rows too.
func (a AnomaliesArguments) series(t *table.Table) ([]point, error) {
	values := map[time.Time]float64{}
	var first, last time.Time
	for _, row := range t.Rows {
		start, ok := startOf(row[0].String())
		x, has := row[1].Float64()
		if !ok || !has || math.IsInf(x, 0) || math.IsNaN(x) {
			continue
		}
		values[start] = x
		if first.IsZero() || start.Before(first) {
			first = start
		}
		if start.After(last) {
			last = start
		}
	}
	next := grains[a.Grain].next
	from, _ := time.Parse(time.DateOnly, a.First)
	to, err := time.Parse(time.DateOnly, a.Last)
	bounded := err == nil
	var list []point
	const most = 20_000
	for at := first; !at.After(last) && len(values) > 0 && len(list) <= most; at = next(at) {
		x, known := values[at]
		whole := !at.Before(from) && (!bounded || !next(at).AddDate(0, 0, -1).After(to))
		if whole {
			list = append(list, point{start: at, value: x, known: known || a.Additive})
		}
	}
	if len(list) > most {
		return nil, fault.New(fault.Usage, "the series has more than %d %s", most, english.Plural(a.Grain)).WithHint("ask for a shorter time, or for longer periods")
	}
	fillBetween(list)
	return list, nil
}

// enough refuses series of so few rows that one more or less is a spike.
func (a AnomaliesArguments) enough(list []point) error {
	if !a.Additive || len(list) == 0 {
		return nil
	}
	values, zeros := make([]float64, len(list)), 0
	for i, p := range list {
		if values[i] = p.value; p.value == 0 {
			zeros++
		}
	}
	const few, most = 5, 0.4
	if a.Count && stats.Median(values) < few || float64(zeros) > most*float64(len(list)) {
		return fault.New(fault.Usage, "most %s have too few rows to say which of them is unusual", english.Plural(a.Grain)).WithHint("ask for longer periods, such as weeks or months")
	}
	return nil
}

// fillBetween gives periods without a value one between their neighbours, so that
// the series is even. They are never anomalies.
func fillBetween(list []point) {
	before := -1
	for i := range list {
		if !list[i].known {
			continue
		}
		for k := before + 1; k < i && before >= 0; k++ {
			part := float64(k-before) / float64(i-before)
			list[k].value = list[before].value + part*(list[i].value-list[before].value)
		}
		before = i
	}
}

// judged is how a series was taken apart.
type judged struct {
	season       bool
	proportional bool
	needed       float64
	indexes      []int // of the anomalies, the furthest first
	furthest     []int // of all points
}

// seasonGain is how much smaller the variance of the remainder must be for a season
// to count.
const seasonGain = 0.15

// scale is how values are looked at: as they are, by their roots or by their
// logarithms.
type scale struct {
	of, back func(float64) float64
}

var scales = []scale{
	{func(x float64) float64 { return x }, func(x float64) float64 { return x }},
	{math.Sqrt, func(x float64) float64 { return x * x }},
	{math.Log, math.Exp},
}

// judge takes the series apart, and marks what is far off. Of the scales, it takes the
// one on which what remains is the most even: as large on high levels as on low ones,
// and to both sides.
func (a AnomaliesArguments) judge(list []point) (*judged, error) {
	y := make([]float64, len(list))
	for i, p := range list {
		y[i] = p.value
	}
	j := &judged{}
	var s stats.Series
	on, least := scales[0], math.Inf(1)
	positive, floor := seldomZero(y)
	for k, one := range scales {
		if k > 0 && !positive {
			break
		}
		scaled := slices.Clone(y)
		for i := range scaled {
			if k > 0 {
				scaled[i] = one.of(max(y[i], floor))
			}
		}
		apart, season, err := takeApart(scaled, grains[a.Grain].season)
		if err != nil {
			return nil, err
		}
		if uneven := unevenness(scaled, apart.Expected); uneven < least {
			s, j.season, j.proportional, on, least = apart, season, k > 0, one, uneven
		}
	}
	j.needed = byChance(len(y), s.Period)
	for i := range list {
		p := &list[i]
		p.expected, p.distance = on.back(s.Expected[i]), s.Score[i]/atEnds(i, len(list), s.Period)
		if p.known {
			j.furthest = append(j.furthest, i)
		}
	}
	slices.SortStableFunc(j.furthest, func(x, y int) int { return cmp.Compare(math.Abs(list[y].distance), math.Abs(list[x].distance)) })
	for _, i := range j.furthest {
		if math.Abs(list[i].distance) > j.needed {
			j.indexes = append(j.indexes, i)
		}
	}
	return j, nil
}

// byChance is the distance that the furthest point of a series of pure noise stays
// within in 49 of 50 cases, as found by simulation: trend, season and deviation are
// estimated from the same points, so that no table has it.
func byChance(n, period int) float64 {
	const most, runs = 1500, 200
	r := rand.New(rand.NewPCG(1, 2))
	length := min(n, most)
	furthest := make([]float64, 0, runs)
	y := make([]float64, length)
	for range runs {
		for i := range y {
			y[i] = r.NormFloat64()
		}
		s, err := stats.FindAnomalies(y, period, math.Inf(1))
		if err != nil {
			break
		}
		var far float64
		for i, d := range s.Score {
			far = max(far, math.Abs(d)/atEnds(i, length, period))
		}
		furthest = append(furthest, far)
	}
	bound := func(n int) float64 { return stats.NormalQuantile(1 - 0.02/2/float64(n)) }
	if len(furthest) < runs {
		return bound(n)
	}
	return stats.Quantile(furthest, 0.98) + bound(n) - bound(length)
}

// unevenness is how much what remains depends on the level, and how lopsided it is.
// Single points hardly matter to either.
func unevenness(y, expected []float64) float64 {
	rest, size := make([]float64, len(y)), make([]float64, len(y))
	for i := range y {
		rest[i] = y[i] - expected[i]
		size[i] = math.Abs(rest[i])
	}
	var uneven float64
	if c, err := stats.Spearman(expected, size); err == nil {
		uneven = math.Abs(c.R)
	}
	low, middle, high := stats.Quantile(rest, 0.1), stats.Median(rest), stats.Quantile(rest, 0.9)
	if high > low {
		uneven += math.Abs(high+low-2*middle) / (high - low)
	}
	return uneven
}

// seldomZero is true for a series that is never below zero and seldom zero; half its
// least value then stands for zero.
func seldomZero(y []float64) (bool, float64) {
	least, zeros := math.Inf(1), 0
	for _, x := range y {
		switch {
		case x < 0:
			return false, 0
		case x == 0:
			zeros++
		default:
			least = min(least, x)
		}
	}
	return zeros*10 <= len(y) && !math.IsInf(least, 1), least / 2
}

// atEnds is how much less sure the trend is near the ends, where it is continued from
// the points before: by up to twice.
func atEnds(i, n, period int) float64 {
	reach := 3
	if n >= 26 {
		reach = 6
	}
	reach = max(reach, period/2)
	beyond := max(reach-i, i-(n-1-reach), 0)
	return 1 + float64(beyond)/float64(reach)
}

// takeApart finds trend and season, the latter only where it explains enough and
// there are three cycles of it.
func takeApart(y []float64, period int) (stats.Series, bool, error) {
	plain, err := stats.FindAnomalies(y, 1, math.Inf(1))
	const cycles = 3
	if err != nil || period < 2 || len(y) < cycles*period {
		return plain, false, err
	}
	seasonal, err := stats.FindAnomalies(y, period, math.Inf(1))
	if err != nil {
		return plain, false, err
	}
	before, after := remainder(y, plain.Expected), remainder(y, seasonal.Expected)
	// Each of the medians of a season takes a part of the remainder with it.
	n := float64(len(y))
	after *= n / (n - float64(period))
	if after*after < (1-seasonGain)*before*before {
		return seasonal, true, nil
	}
	return plain, false, nil
}

// remainder is the median size of what is not expected.
func remainder(y, expected []float64) float64 {
	rest := make([]float64, len(y))
	for i := range y {
		rest[i] = math.Abs(y[i] - expected[i])
	}
	return stats.Median(rest)
}

// name is a period in a sentence.
func (a AnomaliesArguments) name(at time.Time) string {
	switch a.Grain {
	case "quarter":
		return fmt.Sprintf("Q%d %d", (int(at.Month())+2)/3, at.Year())
	case "week":
		return "the week of " + at.Format(grains[a.Grain].layout)
	case "day":
		return at.Format("Monday, ") + at.Format(grains[a.Grain].layout)
	}
	return at.Format(grains[a.Grain].layout)
}

// stored is a period as the table has it.
func (a AnomaliesArguments) stored(at time.Time) string {
	switch a.Grain {
	case "year":
		return at.Format("2006")
	case "quarter":
		return fmt.Sprintf("%d-Q%d", at.Year(), (int(at.Month())+2)/3)
	case "month":
		return at.Format("2006-01")
	}
	return at.Format(time.DateOnly)
}

func (a AnomaliesArguments) output(list []point, j *judged) *Output {
	s := newSheet(textColumn(colPeriod, a.Grain, meaning.RoleTime), numberColumn(colValue, a.Figure, a.Unit, a.Decimals), numberColumn(colExpected, "expected", a.Unit, a.Decimals), numberColumn(colDifference, "difference", a.Unit, a.Decimals),
		numberColumn(colDiffer, "difference in percent", "%", 1), numberColumn(colDistance, "distance in standard deviations", "", 1), textColumn(colVerdict, "verdict", meaning.RoleDetail))
	const most, near = 100, 5
	shown := j.indexes[:min(len(j.indexes), most)]
	verdict := "anomaly"
	if len(shown) == 0 {
		shown, verdict = j.furthest[:min(len(j.furthest), near)], "within what is usual"
	}
	for _, i := range shown {
		p := list[i]
		s.add(a.stored(p.start), p.value, p.expected, p.value-p.expected, 100*(p.value-p.expected)/math.Abs(p.expected), p.distance, verdict)
	}
	out := &Output{Table: s.table, Meaning: s.meaning(meaning.RowGroup, a.Grain, english.Plural(a.Grain))}
	out.Chart = &chart.Plan{Kind: chart.Bar, Title: fault.Begin(a.Figure) + ": how far from what is expected", X: colPeriod, Y: []string{colDifference}, XTitle: fault.Begin(a.Grain), YTitle: "Difference", XCount: s.rows(), Limit: 30, Horizontal: true, Zero: true}
	w := &story.Writer{}
	a.tell(w, s, list, shown, j)
	out.Story = w.Story()
	model := "the trend alone: no season explains enough"
	switch {
	case j.season:
		model = "the trend and the " + grains[a.Grain].named
	case grains[a.Grain].season > 1 && len(list) < 3*grains[a.Grain].season:
		model = "the trend alone: there are too few cycles to know a season by"
	}
	if a.Grain == "year" {
		model = "the trend"
	}
	out.Assumptions = []string{fmt.Sprintf("%s %s were looked at, from %s to %s", number(float64(len(list)), 0), english.Plural(a.Grain), a.name(list[0].start), a.name(list[len(list)-1].start)),
		"what is expected comes from " + model}
	if j.proportional {
		out.Assumptions = append(out.Assumptions, "deviations grow with the level, so that they are judged by the level around them")
	}
	out.Assumptions = append(out.Assumptions, fmt.Sprintf("a %s is an anomaly where it is more than %s robust standard deviations away; of series of pure noise, one in fifty has such a %s", a.Grain, number(j.needed, 1), a.Grain))
	out.Caveats = []string{"An anomaly is far from what was usual around it. What made it so, such as a holiday, a campaign or a mistake in the data, the series does not say."}
	if len(j.indexes) > most {
		out.Caveats = append(out.Caveats, fmt.Sprintf("Only the %d furthest are listed.", most))
	}
	if len(j.indexes)*20 > len(list) {
		out.Caveats = append(out.Caveats, "More than one in twenty is far off: this series is not regular enough for a single anomaly to mean much.")
	}
	return out
}

func (a AnomaliesArguments) tell(w *story.Writer, s *sheet, list []point, shown []int, j *judged) {
	where := func(row int) (name, way string) {
		p := list[shown[row]]
		if way = "more"; p.value < p.expected {
			way = "less"
		}
		return a.name(p.start), way
	}
	if len(shown) == 0 {
		return
	}
	if len(j.indexes) == 0 {
		name, way := where(0)
		w.Say("No %s stands out.", a.Grain)
		w.Say("The furthest from what is expected is %s with %s, %s %s than expected, which is within what is usual.", name, s.cite(0, colValue), s.size(0, colDifference), way)
		return
	}
	rows := make([]int, len(shown))
	for i := range rows {
		rows[i] = i
	}
	count := story.Cite(number(float64(len(rows)), 0), story.Count, colPeriod, rows...)
	if len(rows) == 1 {
		w.Say("%s %s stands out.", count, a.Grain)
	} else {
		w.Say("%s %s stand out.", count, english.Plural(a.Grain))
	}
	const told = 3
	for row := range min(told, len(shown)) {
		name, way := where(row)
		if math.IsNaN(s.value(row, colDiffer)) {
			w.Say("On %s it was %s, where %s was expected.", name, s.cite(row, colValue), s.cite(row, colExpected))
			continue
		}
		w.Say("%s had %s, where %s was expected: %s %s.", fault.Begin(name), s.cite(row, colValue), s.cite(row, colExpected), s.size(row, colDiffer), way)
	}
}
