package draw

import (
	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/table"
)

// scatter draws a point for each row.
func (d *drawing) scatter() {
	names, index := d.names()
	xColumn, by := d.column(d.plan.X), d.column(d.plan.Series)
	type dot struct {
		x, y   float64
		series int
	}
	var dots []dot
	var x, y bounds
	for _, row := range d.table.Rows {
		at, placed := d.position(value(row, xColumn))
		if !placed {
			d.countUnplaced(value(row, xColumn))
			continue
		}
		for i, measure := range d.plan.Y {
			v, ok := d.number(value(row, d.column(measure)))
			if !ok {
				continue
			}
			series := i
			if index != nil {
				place, known := index[d.label(value(row, by), chart.NoPeriod)]
				if !known || place >= mostSeries {
					continue
				}
				series = place
			}
			dots = append(dots, dot{at, v, series})
			x.add(at)
			y.add(v)
		}
	}
	if !y.some {
		d.note("no numbers to draw")
		return
	}
	shown := names[:min(len(names), mostSeries)]
	if len(shown) > 1 {
		d.legend(shown, d.point)
	}
	if d.plan.Zero {
		y = y.withZero()
	}
	p := d.newPlot(y.lo, y.hi, 0)
	if d.plan.Period == chart.NoPeriod {
		s := newScale(x.lo, x.hi, max(p.columns/14, 2))
		x.lo, x.hi = s.lo, s.hi()
	}
	d.horizontal(p, x.lo, x.hi)
	const sparse = 300 // more points than this are drawn as fine dots
	for _, o := range dots {
		switch px, py := p.x.at(o.x), p.y.at(o.y); {
		case len(shown) > 1:
			p.sign(px, py, o.series, d.point(o.series))
		case d.screen.ASCII:
			p.pile(px, py)
		case len(dots) <= sparse:
			p.sign(px, py, 0, "•")
		default:
			p.dot(p.dotX(px), p.dotY(py), 0)
		}
	}
	d.titleAbove(p, true)
	d.draw(p)
	d.titleBelow(p.gutter+2, p.columns)
	d.leftOut(0, len(names)-len(shown))
}

// countUnplaced counts a value of X that has no place on its axis.
func (d *drawing) countUnplaced(v table.Value) {
	if v.IsNull() {
		d.missing++
	} else {
		d.endless++
	}
}

// pile sets a point in a cell; cells with many points look heavier.
func (c *canvas) pile(x, y float64) {
	column, row := c.cell(x, y)
	heavier := map[string]string{"": ".", ".": "o", "o": "O", "O": "@", "@": "@"}
	c.sign(x, y, 0, heavier[c.signs[row*c.columns+column]])
}
