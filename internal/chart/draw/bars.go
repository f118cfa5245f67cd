package draw

import (
	"math"
	"strings"

	"github.com/plumbdata/plumb/internal/terminal"
)

// bars draws lying bars: labels left, values at the end. Several series are
// grouped under each label, or stacked.
func (d *drawing) bars() {
	list, names := d.categories()
	if d.plan.Stacked && len(names) > 1 && !negative(list) {
		d.stack(list, names)
		return
	}
	kept := pick(list, names, largest(totals(list, names), d.seriesLimit()))
	perGroup := len(kept)
	if perGroup > 1 {
		perGroup++ // a blank line sets groups apart
	}
	shown := d.within(list, max(d.height/perGroup, 1))
	d.group(shown, kept)
	all := len(list)
	if d.plan.XCount > 0 {
		all = min(all, d.plan.XCount) // rows below may hold other figures
	}
	d.leftOut(all-len(shown), len(names)-len(kept))
}

func (d *drawing) leftOut(categories, series int) {
	if categories > 0 {
		d.note(d.screen.Sign("… and ", "... and ") + plain(float64(categories), 0) + " more")
	}
	if series > 0 {
		d.note(d.screen.Sign("… and ", "... and ") + plain(float64(series), 0) + " more series")
	}
}

// totals are the sums of the series.
func totals(list []category, names []string) []float64 {
	sums := make([]float64, len(names))
	for _, c := range list {
		for i, a := range c.values {
			sums[i] += a.v
		}
	}
	return sums
}

// pick keeps some of the series.
func pick(list []category, names []string, keep []int) (kept []string) {
	if len(keep) == len(names) {
		return names
	}
	for i := range list {
		values := make([]amount, 0, len(keep))
		for _, k := range keep {
			values = append(values, list[i].values[k])
		}
		list[i].values = values
	}
	for _, k := range keep {
		kept = append(kept, names[k])
	}
	return kept
}

func negative(list []category) bool {
	for _, c := range list {
		for _, a := range c.values {
			if a.ok && a.v < 0 {
				return true
			}
		}
	}
	return false
}

// row is one bar with its words.
type row struct {
	label, name, text string
	amount            amount
	series            int
}

func (d *drawing) group(list []category, names []string) {
	var rows []row
	var labels, texts []string
	for _, c := range list {
		for i := range names {
			r := row{name: names[i], amount: c.values[i], series: i, text: d.screen.Sign("–", "-")}
			if i == 0 {
				r.label = c.label
			}
			if r.amount.ok {
				r.text = write(r.amount.v, d.plan.YFormat)
			}
			rows = append(rows, r)
			texts = append(texts, r.text)
		}
		labels = append(labels, c.label)
	}
	left := widest(labels, d.width*2/5)
	nameWidth := 0
	if len(names) > 1 {
		left = min(left, d.width/4)
		nameWidth = widest(names, d.width/5)
	}
	room := d.width - left - 2
	if nameWidth > 0 {
		room -= nameWidth + 2
	}
	b := newBarLine(rows, room, widest(texts, d.width/3))
	for i, r := range rows {
		if len(names) > 1 && r.series == 0 && i > 0 {
			d.line("")
		}
		line := padRight(d.cut(r.label, left), left) + "  "
		if nameWidth > 0 {
			line += padRight(d.cut(r.name, nameWidth), nameWidth) + "  "
		}
		d.line(line + d.barAndValue(r, b))
	}
}

// barLine says how numbers become lengths: zero stands after so many columns,
// and a column is so much.
type barLine struct {
	zero int
	unit float64
	text int // room for a value
}

func newBarLine(rows []row, room, text int) barLine {
	low, high := 0.0, 0.0
	for _, r := range rows {
		if r.amount.ok {
			low, high = math.Min(low, r.amount.v), math.Max(high, r.amount.v)
		}
	}
	const least = 4 // columns for the bars, even where the values must be cut
	b := barLine{text: min(text, room-1-least)}
	free := room - b.text - 1
	if low < 0 { // values of negative bars stand left of them, then comes the axis
		b.text = min(text, (room-4-least)/2)
		free = room - 2*b.text - 4 // one column for rounding on both sides
	}
	if high-low > 0 {
		b.unit = float64(free) / (high - low)
	}
	if low < 0 {
		b.zero = b.text + 1 + int(math.Ceil(-low*b.unit))
	}
	return b
}

func (d *drawing) barAndValue(r row, b barLine) string {
	text := d.cut(r.text, b.text)
	axis, space := "", ""
	if b.zero > 0 {
		space = " "
		axis = d.dim(d.screen.Sign("│", "|"))
	}
	if !r.amount.ok {
		return strings.Repeat(" ", b.zero) + axis + space + d.dim(text)
	}
	if r.amount.v < 0 {
		bar := d.barLeft(-r.amount.v * b.unit)
		gap := b.zero - terminal.Width(bar) - 1 - terminal.Width(text)
		return strings.Repeat(" ", max(gap, 0)) + text + " " + d.paint(r.series, bar) + axis
	}
	bar := d.bar(r.amount.v * b.unit)
	if bar == "" && r.amount.v > 0 {
		bar = d.screen.Sign("▏", "|") // something is there
	}
	if bar != "" {
		space = " "
	}
	return strings.Repeat(" ", b.zero) + axis + d.paint(r.series, bar) + space + text
}
