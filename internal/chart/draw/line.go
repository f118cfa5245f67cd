package draw

import (
	"cmp"
	"slices"

	"github.com/plumbdata/plumb/internal/chart"
)

// course is one series along X.
type course struct {
	name   string
	points []place
}

// place is a point of a series; one that is not ok breaks the line.
type place struct {
	x, y float64
	ok   bool
}

// courses are the series with their points from left to right, the labels of
// X where it is a category, and the stretch of both axes.
func (d *drawing) courses() (list []course, labels []tick, x, y bounds) {
	categories, names := d.categories()
	categories = d.within(categories, len(categories))
	continuous := d.plan.Period != chart.NoPeriod || d.plan.XNumber
	if continuous {
		categories = slices.DeleteFunc(categories, func(c category) bool { return !c.placed })
		slices.SortStableFunc(categories, func(a, b category) int { return cmp.Compare(a.at, b.at) })
	}
	for i := range categories {
		if !continuous {
			categories[i].at = float64(i)
			labels = append(labels, tick{at: i, label: categories[i].label})
		}
		x.add(categories[i].at)
	}
	for i, name := range names {
		c := course{name: name}
		for _, at := range categories {
			a := at.values[i]
			if !a.ok && d.plan.Series != "" {
				continue // a series without a row there, not a hole in it
			}
			c.points = append(c.points, place{at.at, a.v, a.ok})
			if a.ok {
				y.add(a.v)
			}
		}
		list = append(list, c)
	}
	return list, labels, x, y
}

// lines draws a line for each series, named where it ends.
func (d *drawing) lines() {
	list, labels, x, y := d.courses()
	if !y.some {
		d.note("no numbers to draw")
		return
	}
	list, dropped := d.largest(list)
	y = reach(list)
	if d.plan.Zero {
		y = y.withZero()
	}
	right := 0
	if len(list) > 1 {
		var names []string
		for _, c := range list {
			names = append(names, c.name)
		}
		right = widest(names, min(24, d.width/4)) + 3
	}
	p := d.newPlot(y.lo, y.hi, right)
	if labels != nil {
		d.categoryTicks(p, labels)
	} else {
		d.horizontal(p, x.lo, x.hi)
	}
	d.titleAbove(p, d.plan.Title == "")
	for i, c := range list {
		d.trace(p, c, i, len(list) > 1)
	}
	if len(list) > 1 {
		d.nameEnds(p, list, right)
	}
	d.draw(p)
	d.leftOut(0, dropped)
}

// reach is the stretch of what is drawn.
func reach(list []course) (y bounds) {
	for _, c := range list {
		for _, p := range c.points {
			if p.ok {
				y.add(p.y)
			}
		}
	}
	return y
}

func (d *drawing) categoryTicks(p *plot, labels []tick) {
	p.x = span{0, float64(len(labels) - 1)}
	for i, l := range labels {
		p.xTicks = append(p.xTicks, tick{at: p.dotX(p.x.at(float64(i))) / 2, label: d.cut(l.label, max(p.columns/4, 6))})
	}
}

// largest keeps as many series as the plan says, and as signs can tell apart:
// those with the largest totals, in their order.
func (d *drawing) largest(list []course) (kept []course, dropped int) {
	totals := make([]float64, len(list))
	for i, c := range list {
		for _, p := range c.points {
			if p.ok {
				totals[i] += p.y
			}
		}
	}
	for _, i := range largest(totals, d.seriesLimit()) {
		kept = append(kept, list[i])
	}
	return kept, len(list) - len(kept)
}

// trace draws one series: strokes between neighbours, and its sign at some of
// the points, so that lines can be distinguished without colour.
func (d *drawing) trace(p *plot, c course, series int, several bool) {
	stroke := "*"
	if several {
		stroke = d.point(series)
	}
	for i, b := range c.points {
		if !b.ok {
			continue
		}
		x, y := p.x.at(b.x), p.y.at(b.y)
		if i > 0 && c.points[i-1].ok {
			a := c.points[i-1]
			p.stroke(p.x.at(a.x), p.y.at(a.y), x, y, series, stroke)
		} else if !d.screen.ASCII {
			p.stroke(x, y, x, y, series, stroke)
		}
	}
	every := max(1, len(c.points)*8/p.columns) // at most one sign in eight columns
	for i, b := range c.points {
		lonely := (i == 0 || !c.points[i-1].ok) && (i == len(c.points)-1 || !c.points[i+1].ok)
		if b.ok && (lonely || several && i%every == series%every) {
			p.sign(p.x.at(b.x), p.y.at(b.y), series, d.point(series))
		}
	}
}

// nameEnds sets the names of the series beside the ends of their lines, moved
// apart where they would overlap.
func (d *drawing) nameEnds(p *plot, list []course, right int) {
	type end struct{ row, series int }
	var ends []end
	for i, c := range list {
		for j := len(c.points) - 1; j >= 0; j-- {
			if c.points[j].ok {
				_, row := p.cell(1, p.y.at(c.points[j].y))
				ends = append(ends, end{row, i})
				break
			}
		}
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.row, b.row) })
	for i := range ends {
		if i > 0 {
			ends[i].row = max(ends[i].row, ends[i-1].row+1)
		}
	}
	for i := len(ends) - 1; i >= 0; i-- {
		last := p.rows - 1
		if i < len(ends)-1 {
			last = ends[i+1].row - 1
		}
		ends[i].row = min(ends[i].row, last)
	}
	for _, e := range ends {
		label := d.paint(e.series, d.point(e.series)+" "+d.cut(list[e.series].name, right-3))
		p.side = append(p.side, tick{at: e.row, label: label})
	}
}
