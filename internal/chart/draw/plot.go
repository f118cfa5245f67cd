package draw

import (
	"math"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/terminal"
)

// plot is a canvas between two axes.
type plot struct {
	*canvas
	gutter int // columns for the labels of the vertical axis
	x      span
	y      scale
	above  int    // rows between two ticks of the vertical axis
	side   []tick // words right of the canvas, by row
	xTicks []tick
}

// span is the stretch of the horizontal axis.
type span struct{ lo, hi float64 }

func (s span) at(v float64) float64 {
	if s.hi <= s.lo {
		return 0.5
	}
	return (v - s.lo) / (s.hi - s.lo)
}

// plotRows is how many rows a plot wants: a calm shape at any width.
func (d *drawing) plotRows() int {
	rows := min(max(d.width/6, 10), 20)
	if d.asked {
		rows = min(max(d.height-3, 5), 40)
	}
	return rows
}

// newPlot lays out a plot over numbers from lo to hi, with so many columns
// kept free on the right.
func (d *drawing) newPlot(lo, hi float64, right int) *plot {
	y, above := fitScale(lo, hi, d.plotRows()-1, false)
	p := &plot{y: y, above: above}
	var labels []string
	for i := range y.count + 1 {
		labels = append(labels, y.label(y.tick(i), d.plan.YFormat))
	}
	p.gutter = widest(labels, d.width/3)
	p.canvas = newCanvas(max(d.width-p.gutter-2-right, 8), y.count*above+1, d.screen.ASCII)
	return p
}

// horizontal sets the stretch and the ticks of the horizontal axis.
func (d *drawing) horizontal(p *plot, lo, hi float64) {
	p.x = span{lo, hi}
	if d.plan.Period != chart.NoPeriod {
		p.xTicks = timeTicks(lo, hi, d.plan.Period, p.columns)
		return
	}
	p.xTicks = d.numberTicks(p, lo, hi)
}

// numberTicks are round numbers along the horizontal axis, as many as fit.
func (d *drawing) numberTicks(p *plot, lo, hi float64) []tick {
	for about := max(p.columns/14, 2); ; about-- {
		s := newScale(lo, hi, about)
		var ticks []tick
		for i := range s.count + 1 {
			v := s.tick(i)
			part := p.x.at(v)
			if part < -1e-9 || part > 1+1e-9 {
				continue
			}
			ticks = append(ticks, tick{at: p.dotX(part) / 2, label: s.label(v, d.plan.XFormat)})
		}
		kept, _, _ := spread(ticks, p.columns)
		if len(kept) == len(ticks) && len(ticks) > 0 || about <= 1 {
			return kept
		}
	}
}

// draw writes the plot with its axes.
func (d *drawing) draw(p *plot) {
	vertical, corner, stem := "┤", "└", "│"
	if d.screen.ASCII {
		vertical, corner, stem = "+", "+", "|"
	}
	d.zeroLine(p)
	for row := range p.rows {
		label, axis := "", stem
		if fromBottom := p.rows - 1 - row; fromBottom%p.above == 0 {
			label, axis = p.y.label(p.y.tick(fromBottom/p.above), d.plan.YFormat), vertical
		}
		line := d.dim(padLeft(d.cut(label, p.gutter), p.gutter)+" "+axis) + p.row(row, d.paint)
		for _, s := range p.side {
			if s.at == row {
				gap := p.gutter + 2 + p.columns - visible(line)
				line += strings.Repeat(" ", max(gap, 0)) + " " + s.label
			}
		}
		d.line(line)
	}
	d.below(p.gutter, p.columns, corner, "", p.xTicks)
}

// zeroLine marks zero where numbers lie on both sides of it.
func (d *drawing) zeroLine(p *plot) {
	if p.y.lo >= 0 || p.y.hi() <= 0 {
		return
	}
	_, row := p.cell(0, p.y.at(0))
	for i := row * p.columns; i < (row+1)*p.columns; i++ {
		if p.dots[i] == 0 && p.signs[i] == "" {
			p.signs[i] = d.screen.Sign("┄", "-")
		}
	}
}

// below writes the horizontal axis and its labels.
func (d *drawing) below(gutter, columns int, corner, label string, ticks []tick) {
	flat, mark := "─", "┬"
	if d.screen.ASCII {
		flat, mark = "-", "+"
	}
	kept, labels, under := spread(ticks, columns)
	axis := strings.Split(strings.Repeat(flat, columns), "")
	for _, t := range kept {
		axis[min(max(t.at, 0), columns-1)] = mark
	}
	d.line(d.dim(padLeft(label, gutter) + " " + corner + strings.Join(axis, "")))
	margin := strings.Repeat(" ", gutter+2)
	d.line(d.dim(margin + labels))
	if under != "" {
		d.line(d.dim(margin + under))
	}
}

// titleAbove names the vertical axis.
func (d *drawing) titleAbove(p *plot, wanted bool) {
	if name := clean(d.plan.YTitle); wanted && name != "" {
		d.line(d.dim(padLeft(d.cut(name, d.width), p.gutter)))
	}
}

// titleBelow names the horizontal axis under its middle.
func (d *drawing) titleBelow(margin, columns int) {
	if name := d.cut(clean(d.plan.XTitle), columns); name != "" {
		d.line(strings.Repeat(" ", margin+(columns-terminal.Width(name))/2) + d.dim(name))
	}
}

// visible is the width of a painted text.
func visible(text string) int {
	for {
		start := strings.Index(text, "\x1b[")
		if start < 0 {
			return terminal.Width(text)
		}
		end := strings.IndexByte(text[start:], 'm')
		if end < 0 {
			return terminal.Width(text)
		}
		text = text[:start] + text[start+end+1:]
	}
}

// bounds is the smallest and the largest of numbers.
type bounds struct {
	lo, hi float64
	some   bool
}

func (b *bounds) add(v float64) {
	if !b.some {
		b.lo, b.hi, b.some = v, v, true
		return
	}
	b.lo, b.hi = math.Min(b.lo, v), math.Max(b.hi, v)
}

// withZero stretches to zero.
func (b bounds) withZero() bounds {
	b.lo, b.hi = math.Min(b.lo, 0), math.Max(b.hi, 0)
	return b
}
