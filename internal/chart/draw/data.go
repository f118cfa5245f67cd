package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/table"
)

// Between these, differences and ratios of numbers stay finite. Larger numbers
// are not drawn; smaller ones are zero.
const (
	farthest = 1e300
	nearest  = 1e-280
)

// mostNames and mostCells bound what is kept of a table with very many series
// or categories; only a few of them can be drawn.
const (
	mostNames = 256
	mostCells = 4_000_000
)

const nothing = "(none)" // the label of an absent category

// column is the place of a column by name, or -1.
func (d *drawing) column(name string) int {
	return slices.IndexFunc(d.table.Columns, func(c table.Column) bool { return c.Name == name })
}

// value is a cell; rows may be shorter than the header says.
func value(row table.Row, column int) table.Value {
	if column < 0 || column >= len(row) {
		return table.Value{}
	}
	return row[column]
}

// number is a cell as a finite number; what is none is counted.
func (d *drawing) number(v table.Value) (float64, bool) {
	if v.IsNull() {
		d.missing++
		return 0, false
	}
	f, ok := v.Float64()
	switch {
	case v.Kind() == table.Bool:
		f, ok = 0, true
		if v.Bool() {
			f = 1
		}
	case v.Kind() == table.Text: // an engine with loose types may keep numbers as text
		parsed, isNumber := table.ParseDecimal(strings.TrimSpace(v.Raw()))
		if isNumber {
			f, ok = parsed.Float64()
		}
	}
	if !ok || math.IsNaN(f) || math.Abs(f) > farthest {
		d.endless++
		return 0, false
	}
	if math.Abs(f) < nearest {
		f = 0
	}
	return f, true
}

// label is a value of X or of the series as a person reads it.
func (d *drawing) label(v table.Value, period chart.Period) string {
	if v.IsNull() {
		return nothing
	}
	if period != chart.NoPeriod {
		if when, _, ok := chart.TimeOf(v); ok {
			return moment(when, period)
		}
	}
	var text string
	switch v.Kind() {
	case table.Text, table.JSON:
		text = v.Raw()
	case table.Bytes:
		raw := v.Raw()
		text = table.NewBytes([]byte(raw[:min(len(raw), longestLabel)])).String()
	case table.Timestamp, table.TimestampTZ:
		text = strings.Replace(strings.TrimSuffix(v.String(), "T00:00:00"), "T", " ", 1)
	default:
		text = v.String()
	}
	if text = clean(text); text == "" {
		return `""`
	}
	return text
}

// position is where a value of X lies, for ordering and for axes.
func (d *drawing) position(v table.Value) (float64, bool) {
	if d.plan.Period != chart.NoPeriod {
		when, _, ok := chart.TimeOf(v)
		return seconds(when), ok
	}
	f, ok := v.Float64()
	if math.Abs(f) < nearest {
		f = 0
	}
	return f, ok && !math.IsNaN(f) && math.Abs(f) <= farthest
}

func seconds(t time.Time) float64 { return float64(t.Unix()) + float64(t.Nanosecond())/1e9 }

// category is a value of X with its numbers, one for each series.
type category struct {
	label  string
	at     float64 // position on the axis of X
	placed bool    // it has a position
	values []amount
}

// amount is a number that may be absent.
type amount struct {
	v  float64
	ok bool
}

// names are the series: the values of the series column in the order of the
// rows, or the measures.
func (d *drawing) names() ([]string, map[string]int) {
	index := map[string]int{}
	var names []string
	if d.plan.Series == "" {
		for _, y := range d.plan.Y {
			names = append(names, clean(strings.ReplaceAll(y, "_", " ")))
		}
		return names, nil
	}
	column := d.column(d.plan.Series)
	for _, row := range d.table.Rows {
		name := d.label(value(row, column), chart.NoPeriod)
		if _, seen := index[name]; !seen && len(names) < mostNames {
			index[name] = len(names)
			names = append(names, name)
		}
	}
	return names, index
}

// categories are the values of X, ordered and limited as the plan says, with
// a number for each series, and the names of the series.
func (d *drawing) categories() ([]category, []string) {
	d.missing, d.endless, d.beyond = 0, 0, 0 // a drawing may take a second look
	names, series := d.names()
	x, by := d.column(d.plan.X), d.column(d.plan.Series)
	measures := make([]int, len(d.plan.Y))
	for i, y := range d.plan.Y {
		measures[i] = d.column(y)
	}
	var list []category
	index, times := map[string]int{}, map[string]int{}
	for _, row := range d.table.Rows {
		label := d.label(value(row, x), d.plan.Period)
		i, seen := index[label]
		if times[label]++; seen && d.plan.Series == "" { // each row is a mark of its own
			label, seen = fmt.Sprintf("%s (%d)", label, times[label]), false
		}
		if !seen && len(list)*len(names) >= mostCells {
			d.beyond++
			continue
		}
		if !seen {
			i = len(list)
			index[label] = i
			at, placed := d.position(value(row, x))
			list = append(list, category{label: label, at: at, placed: placed, values: make([]amount, len(names))})
		}
		if series == nil {
			for j, column := range measures {
				v, ok := d.number(value(row, column))
				list[i].values[j] = amount{v, ok}
			}
			continue
		}
		place, known := series[d.label(value(row, by), chart.NoPeriod)]
		if !known {
			d.beyond++
			continue
		}
		if v, ok := d.number(value(row, measures[0])); ok {
			slot := &list[i].values[place]
			slot.v, slot.ok = slot.v+v, true // as stacked marks would stand
		}
	}
	d.order(list)
	return list, names
}

// order sorts categories as the plan says; those without a place come last.
func (d *drawing) order(list []category) {
	switch d.plan.Order {
	case chart.ByX:
		rank := map[string]int{}
		for i, r := range d.plan.Ranks {
			rank[clean(r)] = i - len(d.plan.Ranks)
		}
		slices.SortStableFunc(list, func(a, b category) int {
			switch {
			case len(rank) > 0:
				return cmp.Compare(rank[a.label], rank[b.label])
			case a.placed && b.placed:
				return cmp.Compare(a.at, b.at)
			case a.placed != b.placed:
				return map[bool]int{true: -1, false: 1}[a.placed]
			}
			return strings.Compare(a.label, b.label)
		})
	case chart.ByValueDown:
		slices.SortStableFunc(list, func(a, b category) int { return cmp.Compare(b.weight(d.plan), a.weight(d.plan)) })
	}
}

// weight is what a category is sorted by: its first measure, or the sum over
// the series.
func (c category) weight(p chart.Plan) float64 {
	sum, found := 0.0, false
	for i, a := range c.values {
		if a.ok && (i == 0 || p.Series != "") {
			sum, found = sum+a.v, true
		}
	}
	if !found {
		return math.Inf(-1)
	}
	return sum
}

// within cuts categories to a number: the first ones, or, where there are
// series, those with the largest totals.
func (d *drawing) within(list []category, most int) []category {
	if d.plan.Limit > 0 && d.plan.Limit < len(list) {
		if d.plan.Series == "" {
			list = list[:d.plan.Limit]
		} else {
			totals := make([]float64, len(list))
			for i, c := range list {
				totals[i] = c.sum()
			}
			var kept []category
			for _, i := range largest(totals, d.plan.Limit) {
				kept = append(kept, list[i])
			}
			list = kept
		}
	}
	return list[:min(len(list), most)]
}

// seriesLimit is how many series are drawn.
func (d *drawing) seriesLimit() int {
	if d.plan.SeriesLimit > 0 {
		return min(d.plan.SeriesLimit, mostSeries)
	}
	return mostSeries
}

// largest are the places of the n largest numbers, in their order.
func largest(numbers []float64, n int) []int {
	order := make([]int, len(numbers))
	for i := range order {
		order[i] = i
	}
	if len(order) <= n {
		return order
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(numbers[b], numbers[a]) })
	return slices.Sorted(slices.Values(order[:n]))
}
