package draw

import (
	"sort"
	"strings"
)

// area draws filled areas on each other. Where they cannot stand on each other
// (negative numbers, or series that are not parts) they are drawn as lines.
func (d *drawing) area() {
	list, labels, x, y := d.courses()
	if y.lo < 0 || len(list) > 1 && !d.plan.Stacked || x.lo == x.hi {
		d.lines()
		return
	}
	if !y.some {
		d.note("no numbers to draw")
		return
	}
	list, dropped := d.largest(list)
	if len(list) > 1 {
		var names []string
		for _, c := range list {
			names = append(names, c.name)
		}
		d.legend(names, d.fill)
	}
	_, most := d.heights(list, x, d.width)
	u := d.newUpright(most, d.plan.YFormat, false)
	columns := d.width - u.gutter - 2
	tops, _ := d.heights(list, x, columns)
	p := &plot{canvas: newCanvas(columns, 1, d.screen.ASCII)}
	if labels != nil {
		d.categoryTicks(p, labels)
	} else {
		d.horizontal(p, x.lo, x.hi)
	}
	d.frame(u, columns, p.xTicks, func(r int) string { return d.areaRow(u, tops, r) })
	d.leftOut(0, dropped)
}

// heights are the upper ends of the series in each column, standing on each
// other, and the highest one.
func (d *drawing) heights(list []course, x bounds, columns int) (tops [][]float64, most float64) {
	base := make([]float64, columns)
	for _, c := range list {
		top := make([]float64, columns)
		for i := range columns {
			at := x.lo + (x.hi-x.lo)*float64(i)/float64(columns-1)
			top[i] = base[i] + c.between(at)
			most = max(most, top[i])
		}
		tops = append(tops, top)
		base = top
	}
	return tops, most
}

// between is the height of a series at a place, on the line between its
// neighbours; outside of the series and in its holes it is 0.
func (c course) between(x float64) float64 {
	points := c.points
	i := sort.Search(len(points), func(i int) bool { return points[i].x >= x })
	switch {
	case i == len(points), !points[i].ok:
		return 0
	case points[i].x == x:
		return points[i].y
	case i == 0, !points[i-1].ok:
		return 0
	}
	a, b := points[i-1], points[i]
	return a.y + (b.y-a.y)*(x-a.x)/(b.x-a.x)
}

// areaRow is one row of the areas: the filling of the lowest series that
// covers the middle of the cell, and the exact edge where there is one series.
func (d *drawing) areaRow(u *upright, tops [][]float64, r int) string {
	var line, run strings.Builder
	last := -1
	flush := func() {
		if last < 0 {
			line.WriteString(run.String())
		} else {
			line.WriteString(d.paint(last, run.String()))
		}
		run.Reset()
	}
	for i := range tops[0] {
		series, text := -1, " "
		if len(tops) == 1 {
			if e := u.eighths(tops[0][i]); e > r*8 {
				series, text = 0, d.piece(e, r)
			}
		} else {
			for s := range tops {
				if u.eighths(tops[s][i]) >= r*8+4 {
					series, text = s, d.fill(s)
					break
				}
			}
		}
		if series != last {
			flush()
			last = series
		}
		run.WriteString(text)
	}
	flush()
	return strings.TrimRight(line.String(), " ")
}
