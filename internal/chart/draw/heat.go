package draw

import (
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/terminal"
)

// heatmap draws a field of shades: X across, the series down, the measure as
// shade, and as a number where there is room.
func (d *drawing) heatmap() {
	list, names := d.categories()
	var y bounds
	var texts []string
	for _, c := range list {
		for _, a := range c.values {
			if a.ok {
				y.add(a.v)
				texts = append(texts, write(a.v, d.plan.YFormat))
			}
		}
	}
	if !y.some {
		d.note("no numbers to draw")
		return
	}
	rows := min(len(names), d.height-3)
	left := widest(names[:rows], d.width/4)
	room := d.width - left - 2
	number := widest(texts, 12)
	var labels []string
	for _, c := range list {
		labels = append(labels, c.label)
	}
	each := min(max(number+4, widest(labels, 12)+2), 16)
	if len(list)*each > room {
		each = max(room/len(list), 1)
	}
	shown := d.within(list, room/each)
	d.line(strings.Repeat(" ", left+2) + d.heads(shown, each))
	for s := range rows {
		line := padRight(d.cut(names[s], left), left) + "  "
		for _, c := range shown {
			line += d.heatCell(c.values[s], y, each, number)
		}
		d.line(strings.TrimRight(line, " "))
	}
	d.line("")
	d.shadeLegend(y)
	d.leftOut(len(list)-len(shown), len(names)-rows)
}

func (d *drawing) heatCell(a amount, y bounds, each, number int) string {
	if !a.ok {
		return strings.Repeat(" ", each)
	}
	shade := d.shade(a.v, y)
	if each >= number+4 {
		return d.paint(0, strings.Repeat(shade, 2)) + " " + padRight(padLeft(d.cut(write(a.v, d.plan.YFormat), number), number), each-3)
	}
	gap := 0
	if each > 2 {
		gap = 1
	}
	return d.paint(0, strings.Repeat(shade, each-gap)) + strings.Repeat(" ", gap)
}

// heads are the labels of the columns: all of them, or each second, third, …
// one where they are narrow. Years are not cut in uneven parts.
func (d *drawing) heads(list []category, each int) string {
	const shortest = 9 // room that a cut label gets at least
	year := map[chart.Period]int{chart.Month: 12, chart.Quarter: 4}[d.plan.Period]
	for n := 1; ; n++ {
		if n < len(list) && year > 0 && year%n != 0 && n%year != 0 {
			continue
		}
		var line writer
		fits := true
		for i := 0; i < len(list); i += n {
			room := min(n, len(list)-i)*each - 1
			label := d.cut(list[i].label, room)
			last := i+n >= len(list)
			if last && label != list[i].label && i > 0 {
				break
			}
			fits = fits && (label == list[i].label || room >= shortest)
			line.put(i*each, label, 0)
		}
		if fits || n >= len(list) {
			return line.text.String()
		}
	}
}

func (d *drawing) shades() []string {
	if d.screen.ASCII {
		return shadesASCII
	}
	return shadeSigns
}

// shade is the sign of a number between the smallest and the largest.
func (d *drawing) shade(v float64, y bounds) string {
	signs := d.shades()
	if y.hi <= y.lo {
		return signs[len(signs)/2]
	}
	return signs[min(int((v-y.lo)/(y.hi-y.lo)*float64(len(signs))), len(signs)-1)]
}

// shadeLegend says from which number on a shade stands.
func (d *drawing) shadeLegend(y bounds) {
	if y.hi <= y.lo {
		return
	}
	signs := d.shades()
	low, high := write(y.lo, d.plan.YFormat), write(y.hi, d.plan.YFormat)
	room := d.width - 3*len(signs) - 2
	low = d.cut(low, max(room/2, room-terminal.Width(high)))
	line := low + " "
	for _, s := range signs {
		line += d.paint(0, s+s+s)
	}
	d.line(line + " " + d.cut(high, room-terminal.Width(low)))
}
