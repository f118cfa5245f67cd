package method

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Distribution counts the values of a number in bins, and says where its middle is
// and how far it spreads. The width of the bins follows Freedman and Diaconis
// (2 IQR / ∛n), rounded to a number that people count in, unless one is given.
// Values far beyond the quartiles share one bin at the end. It reads each value with
// the number of its rows.
var Distribution = Method{
	Name:  "distribution",
	About: "how the values of a number are distributed: bins, middle, spread, skew",
	Run:   distribution,
}

// DistributionArguments say what the values are.
type DistributionArguments struct {
	Figure   string  `json:"figure"` // in words: "order total"
	Unit     string  `json:"unit,omitempty"`
	Decimals int     `json:"decimals"`
	Things   string  `json:"things"` // what has the values, several: "orders"
	Width    float64 `json:"width,omitempty"`
	Bins     int     `json:"bins,omitempty"`
	Years    bool    `json:"years,omitempty"` // values are years, which are written without commas
	Step     float64 `json:"step,omitempty"`  // that values were rounded to, where there are too many
}

const (
	colBin   = "bin"
	colFrom  = "from"
	colTo    = "to"
	colRows  = "rows"
	maxBins  = 200
	mostAuto = 25 // bins that are chosen
)

// weighted are values in ascending order, with how often each occurs.
type weighted struct {
	x, n []float64
	rows float64
}

func distribution(_ context.Context, in Input) (*Output, error) {
	a := DistributionArguments{}
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	if len(in.Tables) == 0 || len(in.Tables[0].Table.Columns) < 2 {
		return nil, fault.New(fault.BadData, "there is no table of values and their numbers").WithHint("ask again, with the column whose values to count")
	}
	v, missing := newWeighted(in.Tables[0].Table)
	if len(v.x) == 0 {
		return nil, fault.New(fault.EmptyResult, "none of the %s has a value of %s", a.Things, a.Figure).WithHint("ask for another column, or for other rows")
	}
	return a.output(v, missing), nil
}

func newWeighted(t *table.Table) (v weighted, missing float64) {
	type one struct{ x, n float64 }
	var list []one
	for _, row := range t.Rows {
		n, _ := row[1].Float64()
		if x, ok := row[0].Float64(); ok && !math.IsNaN(x) && !math.IsInf(x, 0) {
			list = append(list, one{x, n})
			continue
		}
		missing += n
	}
	slices.SortFunc(list, func(a, b one) int { return cmp.Compare(a.x, b.x) })
	for _, o := range list {
		v.x, v.n, v.rows = append(v.x, o.x), append(v.n, o.n), v.rows+o.n
	}
	return v, missing
}

// quantile interpolates between the values at both sides, as pandas does.
func (v weighted) quantile(p float64) float64 {
	at := p * (v.rows - 1)
	low := v.place(math.Floor(at))
	return low + (at-math.Floor(at))*(v.place(math.Ceil(at))-low)
}

// place is the value at a place of all rows in order, from 0.
func (v weighted) place(at float64) float64 {
	var before float64
	for i, n := range v.n {
		if before += n; at < before {
			return v.x[i]
		}
	}
	return v.x[len(v.x)-1]
}

// moments are the mean, the standard deviation of a sample, and its adjusted
// skewness; NaN where there are too few values.
func (v weighted) moments() (mean, deviation, skew float64) {
	for i, x := range v.x {
		mean += x * v.n[i] / v.rows
	}
	var m2, m3 float64
	for i, x := range v.x {
		d := x - mean
		m2, m3 = m2+d*d*v.n[i], m3+d*d*d*v.n[i]
	}
	deviation, skew = math.NaN(), math.NaN()
	if v.rows > 1 {
		deviation = math.Sqrt(m2 / (v.rows - 1))
	}
	if v.rows > 2 && m2 > 0 {
		skew = math.Sqrt(v.rows*(v.rows-1)) / (v.rows - 2) * (m3 / v.rows) / math.Pow(m2/v.rows, 1.5)
	}
	return mean, deviation, skew
}

func (v weighted) isWhole() bool {
	return !slices.ContainsFunc(v.x, func(x float64) bool { return x != math.Trunc(x) })
}

// roundWidth is the number of 1, 2, 2.5 or 5 times a power of ten that is next above.
func roundWidth(w float64, whole bool) float64 {
	power := math.Pow(10, math.Floor(math.Log10(w)))
	for _, m := range []float64{1, 2, 2.5, 5, 10} {
		next := m * power
		if next >= w*(1-1e-9) && (!whole || next == math.Trunc(next)) {
			return next
		}
	}
	return 10 * power
}

// edges are the ends of the bins. Where above or below, the first or last bin is
// open: it holds all values beyond.
func (a DistributionArguments) edges(v weighted) (edges []float64, below, above bool) {
	least, greatest := v.x[0], v.x[len(v.x)-1]
	if least == greatest {
		return []float64{least, greatest}, false, false
	}
	q1, q3 := v.quantile(0.25), v.quantile(0.75)
	low, high, width := least, greatest, a.Width
	switch {
	case width > 0:
	case a.Bins > 0:
		width = (greatest - least) / float64(a.Bins)
		for i := range a.Bins {
			edges = append(edges, least+float64(i)*width)
		}
		return append(edges, greatest), false, false
	default:
		const far = 4 // interquartile ranges
		if iqr := q3 - q1; iqr > 0 {
			low, high = max(low, q1-far*iqr), min(high, q3+far*iqr)
			width = 2 * iqr / math.Cbrt(v.rows)
		}
		width = max(width, (high-low)/mostAuto)
		whole := v.isWhole()
		if whole {
			width = max(width, 1)
		}
		width = roundWidth(width, whole)
		below, above = low > least, high < greatest
	}
	first, last := math.Floor(low/width), math.Floor(high/width)+1
	if high == greatest && math.Floor(high/width) == high/width && high/width > first && !(v.isWhole() && width == 1) {
		last-- // the last bin holds its own end
	}
	if last-first > maxBins {
		last, above = first+maxBins, true
	}
	for i := first; i <= last; i++ {
		edges = append(edges, i*width)
	}
	return edges, below, above
}

func (a DistributionArguments) output(v weighted, missing float64) *Output {
	edges, below, above := a.edges(v)
	mean, deviation, skew := v.moments()
	s := newSheet(textColumn(colBin, a.Figure, meaning.RoleDimension), numberColumn(colFrom, "from", a.Unit, 6), numberColumn(colTo, "to", a.Unit, 6), numberColumn(colRows, "number of "+a.Things, "", 0),
		numberColumn(colOwnShare, "share", "%", 1), numberColumn(colCumulative, "cumulative share", "%", 1), numberColumn(colValue, "value", a.Unit, a.Decimals).ofYears(a.Years))
	counts, under, over := v.count(edges)
	var sum float64
	add := func(name string, from, to, n float64) int {
		sum += n
		return s.add(name, from, to, n, 100*n/v.rows, 100*sum/v.rows)
	}
	text := func(x float64) string { return a.said(x) }
	if below && under > 0 {
		add("below "+text(edges[0]), v.x[0], edges[0], under)
	}
	most := -1
	single := v.isWhole() && len(edges) > 1 && edges[1]-edges[0] == 1
	for i, n := range counts {
		name := text(edges[i]) + " to " + text(edges[i+1])
		if single || edges[i] == edges[i+1] {
			name = text(edges[i])
		}
		if row := add(name, edges[i], edges[i+1], n); most < 0 || n > s.value(most, colRows) {
			most = row
		}
	}
	if above && over > 0 {
		add(text(edges[len(edges)-1])+" and above", edges[len(edges)-1], v.x[len(v.x)-1], over)
	}
	bins := s.rows()
	null := math.NaN()
	figure := func(name string, x float64) int { return s.add(name, null, null, v.rows, null, null, x) }
	rowMean, rowMedian := figure("(mean)", mean), figure("(median)", v.quantile(0.5))
	rowLow, rowHigh := figure("(first quartile)", v.quantile(0.25)), figure("(third quartile)", v.quantile(0.75))
	figure("(least)", v.x[0])
	figure("(greatest)", v.x[len(v.x)-1])
	figure("(standard deviation)", deviation)
	rowSkew := s.add("(skewness)", null, null, v.rows, null, null, rounded(skew, 2))
	rowAll := s.add("(all)", null, null, v.rows, 100.0)
	rowNone := s.add("(no value)", null, null, missing)
	out := &Output{Table: s.table, Meaning: s.meaning(meaning.RowGroup, "bin", "bins")}
	out.Chart = &chart.Plan{Kind: chart.Bar, Title: "Distribution of " + a.Figure, X: colBin, Y: []string{colRows}, XTitle: fault.Begin(a.Figure), YTitle: fault.Begin(a.Things), XCount: bins, Limit: bins, Zero: true, Horizontal: bins > 12}
	w := &story.Writer{}
	w.Say("%s %s have a mean of %s and a median of %s.", s.cite(rowAll, colRows), a.valuesOf(), s.cite(rowMean, colValue), s.cite(rowMedian, colValue))
	w.Say("Half of them lie between %s and %s.", s.cite(rowLow, colValue), s.cite(rowHigh, colValue))
	if most >= 0 && bins > 1 {
		w.Say("The bin with the most is %s, with %s of all.", s.table.Rows[most][0], s.cite(most, colOwnShare))
	}
	const clear = 0.5
	switch skewness := story.Cite(number(s.value(rowSkew, colValue), 2), story.Value, colValue, rowSkew); {
	case math.IsNaN(skew):
	case skew > clear:
		w.Say("The skewness is %s: few values are far above the others, and pull the mean up.", skewness)
	case skew < -clear:
		w.Say("The skewness is %s: few values are far below the others, and pull the mean down.", skewness)
	default:
		w.Say("The skewness is %s, so that both sides are much alike.", skewness)
	}
	switch {
	case missing == 1:
		w.Say("%s of the %s has no value, and does not count.", s.cite(rowNone, colRows), a.Things)
	case missing > 0:
		w.Say("%s %s have no value, and do not count.", s.cite(rowNone, colRows), a.Things)
	}
	out.Story = w.Story()
	switch {
	case a.Width > 0:
		out.Assumptions = append(out.Assumptions, "the width of the bins is the one that was asked for")
	case a.Bins > 0:
		out.Assumptions = append(out.Assumptions, "the bins have equal widths, as many as were asked for")
	default:
		out.Assumptions = append(out.Assumptions, "the width of the bins follows Freedman and Diaconis, rounded")
	}
	out.Assumptions = append(out.Assumptions, "a bin holds its lower end and not its upper one; the last one holds both")
	if a.Step > 0 {
		out.Assumptions = append(out.Assumptions, "there are very many different values, which were rounded to multiples of "+number(a.Step, 6)+" before they were counted")
	}
	return out
}

// valuesOf is what is counted, in words: values of order total.
func (a DistributionArguments) valuesOf() string { return "values of " + a.Figure }

// said is the end of a bin in words.
func (a DistributionArguments) said(x float64) string {
	decimals := 0
	for decimals < 6 && math.Abs(x-math.Round(x*math.Pow10(decimals))/math.Pow10(decimals)) > 1e-9*max(math.Abs(x), 1) {
		decimals++
	}
	if decimals > 2 {
		decimals = max(2, a.Decimals)
	}
	text := number(x, decimals)
	if a.Years {
		text = strings.ReplaceAll(text, ",", "")
	}
	return text
}

// count is how many rows each bin has, and how many lie below and above all.
func (v weighted) count(edges []float64) (counts []float64, under, over float64) {
	counts = make([]float64, len(edges)-1)
	for i, x := range v.x {
		at, exact := slices.BinarySearch(edges, x)
		switch {
		case !exact && at == 0:
			under += v.n[i]
		case exact && at == len(edges)-1:
			counts[len(counts)-1] += v.n[i]
		case at == len(edges):
			over += v.n[i]
		case exact:
			counts[at] += v.n[i]
		default:
			counts[at-1] += v.n[i]
		}
	}
	return counts, under, over
}
