package draw

import (
	"math"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/terminal"
)

// upright is a field of columns that stand on the horizontal axis, exact to an
// eighth of a row.
type upright struct {
	y      scale
	above  int // rows between two ticks
	gutter int
	format chart.Format
}

func (d *drawing) newUpright(hi float64, f chart.Format, whole bool) *upright {
	y, above := fitScale(0, math.Max(hi, 1e-280), d.plotRows(), whole)
	u := &upright{y: y, above: above, format: f}
	for i := range y.count + 1 {
		u.gutter = max(u.gutter, terminal.Width(y.label(y.tick(i), f)))
	}
	return u
}

func (u *upright) rows() int { return u.y.count * u.above }

// eighths is a height in eighths of a row; what is there is seen.
func (u *upright) eighths(v float64) int {
	e := int(u.y.at(v)*float64(u.rows()*8) + 0.5)
	if v > 0 {
		e = max(e, 1)
	}
	return e
}

// piece is what a column of some height shows in a row, counted from below.
func (d *drawing) piece(eighths, row int) string {
	rest := min(max(eighths-row*8, 0), 8)
	if d.screen.ASCII {
		return []string{" ", ".", ".", ":", ":", ":", "#", "#", "#"}[rest]
	}
	return []string{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}[rest]
}

// frame writes rows of columns between two axes; row gives the text of one.
func (d *drawing) frame(u *upright, columns int, ticks []tick, row func(fromBottom int) string) {
	tickSign, stem, corner := "┤", "│", "┼"
	if d.screen.ASCII {
		tickSign, stem, corner = "+", "|", "+"
	}
	for r := u.rows() - 1; r >= 0; r-- {
		label, axis := "", stem
		if (r+1)%u.above == 0 { // the upper edge of the row is the tick
			label, axis = u.y.label(u.y.tick((r+1)/u.above), u.format), tickSign
		}
		d.line(strings.TrimRight(d.dim(padLeft(label, u.gutter)+" "+axis)+row(r), " "))
	}
	d.below(u.gutter, columns, corner, u.y.label(0, u.format), ticks)
}

// histogram draws how often numbers occur, by intervals.
func (d *drawing) histogram() {
	var numbers []float64
	var x bounds
	column := d.column(d.plan.X)
	for _, row := range d.table.Rows {
		if v, ok := d.number(value(row, column)); ok {
			numbers = append(numbers, v)
			x.add(v)
		}
	}
	if !x.some {
		d.note("no numbers to draw")
		return
	}
	bins := d.bins(x, len(numbers))
	counts := make([]int, bins.Count)
	most := 0
	for _, v := range numbers {
		i := min(max(int((v-bins.Start)/bins.Step+1e-9), 0), bins.Count-1)
		counts[i]++
		most = max(most, counts[i])
	}
	u := d.newUpright(float64(most), chart.Format{}, true)
	each := max((d.width-u.gutter-2)/bins.Count, 1)
	each = min(each, 12)
	gap := 0
	if each >= 4 {
		gap = 1
	}
	edges := newScale(bins.Start, bins.Start+bins.Step*float64(bins.Count), bins.Count)
	var ticks []tick
	for i := range bins.Count + 1 {
		ticks = append(ticks, tick{at: i * each, label: edges.label(bins.Start+bins.Step*float64(i), d.plan.XFormat)})
	}
	columns := min(bins.Count*each+1, d.width-u.gutter-2)
	name := d.cut(clean(d.plan.YTitle), d.width)
	if name == "" {
		name = "rows"
	}
	d.line(d.dim(padLeft(name, u.gutter)))
	d.frame(u, columns, every(ticks, columns), func(r int) string {
		var b strings.Builder
		for _, n := range counts {
			b.WriteString(strings.Repeat(" ", gap))
			b.WriteString(strings.Repeat(d.piece(u.eighths(float64(n)), r), each-gap))
		}
		return d.paint(0, strings.TrimRight(b.String(), " "))
	})
	d.titleBelow(u.gutter+2, columns)
}

// every keeps each tick, or each second, third, … one, so that labels fit and
// stay equally far apart.
func every(ticks []tick, columns int) []tick {
	for n := 1; n < len(ticks); n++ {
		var some []tick
		for i := 0; i < len(ticks); i += n {
			some = append(some, ticks[i])
		}
		if kept, _, _ := spread(some, columns); len(kept) == len(some) {
			return some
		}
	}
	return ticks[:min(len(ticks), 1)]
}

// bins are the plan's intervals, or round ones.
func (d *drawing) bins(x bounds, n int) chart.Bins {
	const most = 60
	if b := d.plan.Bins; b != nil && b.Count > 0 && b.Count <= most && b.Step > 0 && !math.IsInf(b.Step, 0) && !math.IsNaN(b.Start+b.Step) {
		return *b
	}
	s := newScale(x.lo, x.hi, min(max(int(math.Sqrt(float64(n))), 5), 20))
	return chart.Bins{Start: s.lo, Step: s.step, Count: s.count}
}
