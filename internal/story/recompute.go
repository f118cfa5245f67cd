package story

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// Recompute works a reference out again from its operation, columns and rows,
// and says why its words do not follow from them. What the question says (Scope)
// needs no rows.
func (r Reference) Recompute(t *table.Table) error {
	if r.Operation == Scope {
		return nil
	}
	e := evidence{t: t, rows: r.Rows}
	for _, name := range r.Columns {
		at := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Name == name })
		if at < 0 {
			return fmt.Errorf("there is no column %s", name)
		}
		e.columns = append(e.columns, at)
	}
	if slices.ContainsFunc(r.Rows, func(row int) bool { return row < 0 || row >= len(t.Rows) }) {
		return fmt.Errorf("it is to rows that are not there")
	}
	if len(e.rows) == 0 {
		e.rows = all(len(t.Rows))
	}
	among := r.Among
	if len(among) == 0 {
		among = all(len(t.Rows))
	}
	switch r.Operation {
	case Count:
		return holdsFigure(r.Text, float64(e.count(len(r.Rows) > 0)))
	case Maximum, Minimum:
		return e.checkExtreme(r, among)
	case Rank:
		return e.checkFirst(among)
	case Trend:
		return e.checkTrend(r.Text)
	}
	if len(e.columns) == 0 {
		return fmt.Errorf("it names no column")
	}
	if r.Operation == Value && e.isTime() {
		return e.checkPeriod(r.Text)
	}
	return e.checkFigure(r, among)
}

// evidence is what a reference rests on.
type evidence struct {
	t       *table.Table
	columns []int
	rows    []int
}

// value is the figure of a row; NaN where there is none.
func (e evidence) value(row, column int) float64 {
	if column >= len(e.t.Rows[row]) {
		return math.NaN()
	}
	x, ok := e.t.Rows[row][column].Float64()
	if !ok {
		return math.NaN()
	}
	return x
}

// values are the figures of some rows, those that there are.
func (e evidence) values(rows []int, column int) []float64 {
	var xs []float64
	for _, row := range rows {
		if x := e.value(row, column); !math.IsNaN(x) {
			xs = append(xs, x)
		}
	}
	return xs
}

func total(xs []float64) float64 {
	var sum float64
	for _, x := range xs {
		sum += x
	}
	return sum
}

// count is how many rows a reference is to: those that it names, else those that
// have a value.
func (e evidence) count(named bool) int {
	if named || len(e.columns) == 0 {
		return len(e.rows)
	}
	n := 0
	for _, row := range e.rows {
		if at := e.columns[0]; at < len(e.t.Rows[row]) && !e.t.Rows[row][at].IsNull() {
			n++
		}
	}
	return n
}

// checkFigure recomputes a figure. Of two sides that are compared, the first
// half of the rows is the one that the other is measured by; with two columns the
// sides stand in one row.
func (e evidence) checkFigure(r Reference, among []int) error {
	column := e.columns[0]
	xs := e.values(e.rows, column)
	if len(xs) == 0 {
		return fmt.Errorf("there is no value to find it in")
	}
	base, end := total(xs[:len(xs)/2]), total(xs[len(xs)/2:])
	if len(e.columns) == 2 && len(e.rows) == 1 {
		base, end = xs[0], e.value(e.rows[0], e.columns[1])
	}
	var want float64
	switch r.Operation {
	case Value:
		want = xs[0]
	case Sum:
		want = total(xs)
	case Mean:
		want = total(xs) / float64(len(xs))
	case Median:
		slices.Sort(xs)
		want = (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
	case Share:
		want = total(xs) / total(e.values(among, column)) * 100
	case Difference:
		want = end - base
	case Change:
		want = (end - base) / base * 100
	case Ratio:
		want = base / end
	case Fit:
		want = e.correlation()
	default:
		return fmt.Errorf("%q is no operation that can be recomputed", r.Operation)
	}
	if way := directionIn(r.Text); way != 0 && float64(way)*want < 0 && (r.Operation == Difference || r.Operation == Change) {
		return fmt.Errorf("it goes the other way, by %s", table.Fixed(want, 2))
	}
	return holdsFigure(r.Text, want)
}

// directionIn is whether words say more (1) or less (-1).
func directionIn(text string) int {
	for w := range strings.FieldsSeq(strings.ToLower(text)) {
		switch w {
		case "rose", "up":
			return 1
		case "fell", "down", "less", "fewer":
			return -1
		}
	}
	return 0
}

// correlation is that of two columns.
func (e evidence) correlation() float64 {
	if len(e.columns) != 2 {
		return math.NaN()
	}
	var xs, ys []float64
	for _, row := range e.rows {
		if x, y := e.value(row, e.columns[0]), e.value(row, e.columns[1]); !math.IsNaN(x) && !math.IsNaN(y) {
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	return Correlation(xs, ys)
}

// checkExtreme holds the rows against those that they are the highest or the
// lowest of: each by itself, or, with a second column, together against the rows
// of its other values.
func (e evidence) checkExtreme(r Reference, among []int) error {
	if len(e.columns) == 0 {
		return fmt.Errorf("it names no column")
	}
	if e.isTime() {
		return e.checkPeriod(r.Text)
	}
	side := 1.0
	if r.Operation == Minimum {
		side = -1
	}
	column := e.columns[0]
	own, others := map[string]float64{}, map[string]float64{}
	key := func(row int) string { return strconv.Itoa(row) }
	if len(e.columns) == 2 {
		key = func(row int) string { return e.t.Rows[row][e.columns[1]].String() }
	}
	for _, row := range among {
		if x := e.value(row, column); !math.IsNaN(x) {
			others[key(row)] += x
		}
	}
	for _, row := range e.rows {
		own[key(row)] = others[key(row)]
	}
	for _, x := range own {
		for _, y := range others {
			if side*y > side*x && !closeTo(x, y) {
				return fmt.Errorf("another value is %s, beyond %s", table.Fixed(y, 2), table.Fixed(x, 2))
			}
		}
		if _, _, ok := writtenFigure(r.Text); ok {
			return holdsFigure(r.Text, x)
		}
	}
	return nil
}

// checkFirst holds the rows to be the first of an order, the highest first.
func (e evidence) checkFirst(among []int) error {
	if len(e.columns) == 0 {
		return fmt.Errorf("it names no column")
	}
	least := math.Inf(1)
	for _, row := range e.rows {
		least = min(least, e.value(row, e.columns[0]))
	}
	for _, row := range among {
		if x := e.value(row, e.columns[0]); x > least && !slices.Contains(e.rows, row) {
			return fmt.Errorf("row %d is higher, with %s", row+1, table.Fixed(x, 2))
		}
	}
	return nil
}

// checkTrend holds the direction of the rows, in their order.
func (e evidence) checkTrend(text string) error {
	if len(e.columns) == 0 {
		return fmt.Errorf("it names no column")
	}
	var slope float64
	xs := e.values(e.rows, e.columns[0])
	for i, x := range xs {
		slope += (float64(i) - float64(len(xs)-1)/2) * x
	}
	if up := strings.Contains(text, "up"); slope == 0 || up != (slope > 0) {
		return fmt.Errorf("the values go another way")
	}
	return nil
}

// isTime reports whether a reference is to a time.
func (e evidence) isTime() bool {
	_, ok := e.period(e.rows[0])
	return ok
}

// period is the time of a row: one column of times, or a year with a column of
// the months, quarters or weeks of it.
func (e evidence) period(row int) (period, bool) {
	if at, ok := e.t.Rows[row][e.columns[0]].Time(); ok {
		return dayOf(at), true
	}
	c := readColumn(&table.Table{Columns: []table.Column{e.t.Columns[e.columns[0]]}, Rows: []table.Row{{e.t.Rows[row][e.columns[0]]}}}, 0, 1, "")
	if c.role != when || len(c.times) == 0 {
		return period{}, false
	}
	p := c.times[0]
	if len(e.columns) == 2 && p.grain == year {
		n := int(e.value(row, e.columns[1]))
		switch name := english.Split(e.t.Columns[e.columns[1]].Name); {
		case slices.Contains(name, "month"):
			p.m, p.grain = n, month
		case slices.Contains(name, "quarter"):
			p.m, p.grain = 3*n-2, quarter
		case slices.Contains(name, "week"):
			p = dayOf(FirstDayOfWeek(p.y, n))
		}
	}
	return p, true
}

// checkPeriod holds the name of a period against the time of the row.
func (e evidence) checkPeriod(text string) error {
	p, _ := e.period(e.rows[0])
	ws := words(text)
	c := calendar{ws: ws, year: func(int) bool { return true }}
	i := 0
	for i < len(ws) && ws[i].letters() && english.Months[ws[i].low] == 0 { // "the week of 6 January 2025"
		i++
	}
	if i < len(ws) {
		if named, _ := c.read(i); named.grain != noGrain && named.y == p.y && named.contains(p) {
			return nil
		}
	}
	return fmt.Errorf("the row is of %s", p)
}

// writtenFigure is the first figure of a text, and half of what its last digit is
// worth.
func writtenFigure(text string) (x, half float64, ok bool) {
	ws := words(strings.ToLower(text))
	for i, w := range ws {
		if n, spelt := english.Cardinals[w.low]; spelt {
			return n, 0, true
		}
		if n, spelt := multiples[w.low]; spelt {
			return n, 0.05, true
		}
		if w.low == "no" {
			return 0, 0, true
		}
		if !w.digits() {
			continue
		}
		digits := strings.ReplaceAll(w.text, ",", "")
		n, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			continue
		}
		_, frac, _ := strings.Cut(digits, ".")
		scale := 1.0
		if i+1 < len(ws) && scaleOf(ws[i+1].low) > 1000 {
			scale = scaleOf(ws[i+1].low)
		}
		return n * scale, math.Pow10(-len(frac)) * scale / 2, true
	}
	return 0, 0, false
}

// holdsFigure holds a written figure against a computed one: its size, as
// exactly as it is written. A percentage may stand for a fraction of one. Words
// without a figure hold.
func holdsFigure(text string, want float64) error {
	got, half, ok := writtenFigure(text)
	if !ok {
		return nil
	}
	want = math.Abs(want)
	near := func(want float64) bool {
		return math.Abs(got-want) <= half || closeTo(got+half, want) || closeTo(got-half, want)
	}
	if near(want) || strings.Contains(text, "%") && near(100*want) || strings.Contains(text, "percentage point") && near(100*want) {
		return nil
	}
	return fmt.Errorf("it is %s", table.Fixed(want, 2))
}

// closeTo is true for figures that differ by no more than arithmetic does.
func closeTo(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b), 1e-9) }
