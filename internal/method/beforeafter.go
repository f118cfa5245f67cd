package method

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/stats"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// BeforeAfter compares the days before an event with as many from its day on. What the
// day of the week adds is estimated from both sides and taken off; the difference of the
// means has Welch's interval at 95%. Days that resemble the day before say less than
// independent ones: the variance is multiplied by (1+r)/(1-r) for a correlation r > 0 of
// neighbouring days. Of a rate, a day counts by its weight.
var BeforeAfter = Method{
	Name:  "before_after",
	About: "a figure before and after an event, with an interval for the difference",
	Run:   beforeAfter,
}

// BeforeAfterArguments say what the table of days is about: a day, what was added up
// on it, and of a rate the weight. Days without rows are missing in it.
type BeforeAfterArguments struct {
	Figure   string `json:"figure"`
	Unit     string `json:"unit,omitempty"`
	Rate     bool   `json:"rate,omitempty"`
	Percent  bool   `json:"percent,omitempty"`
	Event    string `json:"event,omitempty"` // in words
	Day      string `json:"day"`             // the first one after
	Days     int    `json:"days"`            // on each side
	Decimals int    `json:"decimals"`
}

const (
	colPart = "part"
	colDays = "days"
	colSum  = "total"
	colMean = "value" // of a day, or the rate
	colLow  = "low"
	colHigh = "high"
	colRise = "change_percent"
	colP    = "p_value"
)

// contrast is the difference between two sides of days.
type contrast struct {
	totals, means [2]float64
	difference    float64
	error, df     float64 // standard error
}

func (c contrast) interval() (low, high float64) {
	half := stats.StudentWithin(0.95, c.df) * c.error
	return c.difference - half, c.difference + half
}

func beforeAfter(_ context.Context, in Input) (*Output, error) {
	var a BeforeAfterArguments
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	day, err := time.Parse(time.DateOnly, a.Day)
	t := in.Table("days")
	if err != nil || t == nil || a.Days < 2 {
		return nil, fault.New(fault.BadData, "the day or the table of days is missing").WithHint("ask again, with the day of the event")
	}
	now, err := a.contrast(t, day)
	if err != nil {
		return nil, err
	}
	var year *contrast
	if t := in.Table("year_before"); t != nil {
		if c, err := a.contrast(t, day.AddDate(0, 0, -364)); err == nil && c.means[0] != 0 {
			year = &c
		}
	}
	return a.output(now, year, day), nil
}

// contrast compares both sides of a day.
func (a *BeforeAfterArguments) contrast(t *table.Table, day time.Time) (contrast, error) {
	n := a.Days
	totals, weights := make([]float64, 2*n), make([]float64, 2*n)
	for _, row := range t.Rows {
		text := row[0].String()
		at, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
		i := int(math.Round(at.Sub(day).Hours()/24)) + n
		if err != nil || i < 0 || i >= 2*n {
			continue
		}
		totals[i], _ = row[1].Float64()
		weights[i] = 1
		if a.Rate && len(row) > 2 {
			weights[i], _ = row[2].Float64()
		}
	}
	var c contrast
	values := make([]float64, 2*n)
	for side := range 2 {
		x, w := totals[side*n:(side+1)*n], weights[side*n:(side+1)*n]
		c.totals[side] = stats.Sum(x)
		if !a.Rate {
			c.means[side] = stats.Mean(x)
			copy(values[side*n:], x)
			continue
		}
		all := stats.Sum(w)
		if all <= 0 {
			return c, fault.New(fault.EmptyResult, "there are no rows in the %d days %s %s", n, []string{"before", "from"}[side], a.Day).WithHint("choose a day that the data cover")
		}
		c.means[side] = a.scaled(c.totals[side] / all)
		for i := range x {
			// Its mean is the rate, its spread that of the rate.
			values[side*n+i] = c.means[side] + a.scaled((x[i]-c.totals[side]/all*w[i])/(all/float64(n)))
		}
	}
	if c.totals[0] == 0 && c.totals[1] == 0 {
		return c, fault.New(fault.EmptyResult, "there are no rows within %d days of %s", n, a.Day).WithHint("choose a day that the data cover")
	}
	c.difference = c.means[1] - c.means[0]
	c.error, c.df = spread(values, n)
	return c, nil
}

func (a *BeforeAfterArguments) scaled(x float64) float64 {
	if a.Percent {
		return 100 * x
	}
	return x
}

// spread is the standard error of the difference between two sides of n days each, and
// its degrees of freedom. What the day of the week adds does not count as chance.
func spread(values []float64, n int) (standardError, df float64) {
	rest := make([]float64, len(values))
	for side := range 2 {
		mean := stats.Mean(values[side*n : (side+1)*n])
		for i := range n {
			rest[side*n+i] = values[side*n+i] - mean
		}
	}
	lost := 1.0 // degrees of freedom on each side
	if n >= 14 {
		var sum, count [7]float64
		for i, x := range rest {
			sum[i%7], count[i%7] = sum[i%7]+x, count[i%7]+1
		}
		for i := range rest {
			rest[i] -= sum[i%7] / count[i%7]
		}
		lost = 4 // a mean, and half of six days of the week
	}
	var variances [2]float64
	var products, squares float64
	for side := range 2 {
		x := rest[side*n : (side+1)*n]
		for i, v := range x {
			variances[side] += v * v / (float64(n) - lost)
			squares += v * v
			if i > 0 {
				products += v * x[i-1]
			}
		}
	}
	inflation := 1.0
	if squares > 0 && products > 0 {
		const most = 0.8
		r := min(products/squares, most)
		inflation = (1 + r) / (1 - r)
	}
	a, b := variances[0]/float64(n), variances[1]/float64(n)
	if a+b == 0 {
		return 0, float64(2*n) - 2*lost
	}
	df = (a + b) * (a + b) / ((a*a + b*b) / (float64(n) - lost)) / inflation
	return math.Sqrt((a + b) * inflation), max(df, 1)
}

func (a *BeforeAfterArguments) output(now contrast, year *contrast, day time.Time) *Output {
	t := &table.Table{Columns: []table.Column{{Name: colPart, Kind: table.Text}, {Name: colDays, Kind: table.Int}, {Name: colSum, Kind: table.Float}, {Name: colMean, Kind: table.Float},
		{Name: colLow, Kind: table.Float}, {Name: colHigh, Kind: table.Float}, {Name: colRise, Kind: table.Float}, {Name: colP, Kind: table.Float}}}
	value := func(x float64) table.Value { return rounded(x, a.Decimals) }
	total := func(x float64) table.Value {
		if a.Rate { // what it is divided by differs
			return table.Value{}
		}
		return value(x)
	}
	for side, name := range []string{"before", "after"} {
		t.Rows = append(t.Rows, table.Row{table.NewText(name), table.NewInt(int64(a.Days)), total(now.totals[side]), value(now.means[side]), {}, {}, {}, {}})
	}
	low, high := now.interval()
	p := 1.0
	if now.error > 0 {
		p = stats.StudentTwoSided(now.difference/now.error, now.df)
	} else if now.difference != 0 {
		p = 0
	}
	t.Rows = append(t.Rows, table.Row{table.NewText("difference"), {}, total(now.totals[1] - now.totals[0]), value(now.difference), value(low), value(high), percentOf(now.difference, math.Abs(now.means[0])), rounded(p, 4)})
	if year != nil {
		low, high := year.interval()
		t.Rows = append(t.Rows, table.Row{table.NewText("difference a year before"), {}, total(year.totals[1] - year.totals[0]), value(year.difference), value(low), value(high), percentOf(year.difference, math.Abs(year.means[0])), {}})
	}
	out := &Output{Table: t, Meaning: a.meaning(), Story: a.tell(t, now, year, day), Chart: &chart.Plan{Kind: chart.Table}}
	out.Assumptions = []string{fmt.Sprintf("%d days before %s are compared with %d days from that day on", a.Days, day.Format("2 January 2006"), a.Days),
		"the interval is Welch's at 95% over days; what the day of the week adds is taken off, and neighbouring days that resemble each other count for less"}
	out.Caveats = []string{"This shows a difference, not what caused it: whatever else changed at that time is in it, too."}
	return out
}

func (a *BeforeAfterArguments) meaning() *meaning.Meaning {
	figure := func(name, label string) meaning.Column {
		return meaning.Column{Name: name, Label: label, Role: meaning.RoleMeasure, Unit: a.Unit, Additivity: meaning.NonAdditive}
	}
	each := a.Figure + " a day"
	if a.Rate {
		each = a.Figure
	}
	return &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowGroup, Noun: "part", Plural: "parts"}, Partial: true, Columns: []meaning.Column{
		{Name: colPart, Label: "part", Role: meaning.RoleDimension, Entity: "part"}, {Name: colDays, Label: "days", Role: meaning.RoleMeasure, Additivity: meaning.NonAdditive},
		figure(colSum, "total"), figure(colMean, each), figure(colLow, "lower end of the interval"), figure(colHigh, "upper end of the interval"),
		{Name: colRise, Label: "change in percent", Role: meaning.RoleMeasure, Unit: "%", Additivity: meaning.NonAdditive}, {Name: colP, Label: "p-value", Role: meaning.RoleMeasure, Additivity: meaning.NonAdditive}}}
}

func (a *BeforeAfterArguments) tell(t *table.Table, now contrast, year *contrast, day time.Time) story.Story {
	w := &story.Writer{}
	apart := a.Unit // of a difference
	if a.Percent {
		apart = "percentage points"
	}
	figure := func(row int, column string) story.Piece { return cite(t, row, column, a.Decimals, a.Unit) }
	limit := func(column string) story.Piece { return cite(t, 2, column, a.Decimals, apart) }
	each := " a day"
	if a.Rate {
		each = ""
	}
	on := day.Format("2 January 2006")
	switch {
	case now.difference == 0:
		w.Say("%s was %s%s in the %s days before %s and in as many after: it did not change.", fault.Begin(a.Figure), figure(0, colMean), each, cite(t, 0, colDays, 0, ""), on)
	default:
		size := citeSize(t, 2, colMean, a.Decimals, apart)
		share := story.Prose{}
		if !t.Rows[2][6].IsNull() {
			share = story.Compose(" or %s", citeSize(t, 2, colRise, 1, "%"))
		}
		w.Say("%s %s from %s%s in the %s days before %s to %s%s in as many from that day on, by %s%s.", fault.Begin(a.Figure), way(now.difference), figure(0, colMean), each,
			cite(t, 0, colDays, 0, ""), on, figure(1, colMean), each, size, share)
	}
	low, high := now.interval()
	if low <= 0 && high >= 0 {
		w.Say("The interval of the difference, from %s to %s, has zero in it: chance may explain it.", limit(colLow), limit(colHigh))
	} else {
		w.Say("The interval of the difference goes from %s to %s: it is more than chance among days explains.", limit(colLow), limit(colHigh))
	}
	if year == nil || t.Rows[3][6].IsNull() {
		return w.Story()
	}
	said := ""
	if (low > 0 || high < 0) && asMuch(now, *year) {
		said = ": the season alone may explain the change"
	}
	w.Say("A year before, it %s by %s over the same days of the year%s.", way(year.difference), citeSize(t, 3, colRise, 1, "%"), said)
	return w.Story()
}

// asMuch is true where two changes, each relative to what was before, do not differ by
// more than chance explains.
func asMuch(a, b contrast) bool {
	if a.means[0] == 0 || b.means[0] == 0 {
		return false
	}
	apart := a.difference/a.means[0] - b.difference/b.means[0]
	return math.Abs(apart) <= 1.96*math.Hypot(a.error/a.means[0], b.error/b.means[0])
}
