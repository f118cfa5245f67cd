package draw

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

// stack draws a bar of parts for each category, its sum at the end.
func (d *drawing) stack(list []category, names []string) {
	shown := d.within(list, d.height)
	names, rest := fold(shown, names)
	d.legend(names, d.fill)
	var labels, texts []string
	most := 0.0
	for _, c := range shown {
		labels = append(labels, c.label)
		texts = append(texts, write(c.sum(), d.plan.YFormat))
		most = math.Max(most, c.sum())
	}
	left := widest(labels, d.width*2/5)
	room := max(d.width-left-2-1-widest(texts, d.width/3), 4)
	for i, c := range shown {
		unit := 0.0
		if most > 0 {
			unit = float64(room) / most
		}
		d.line(padRight(d.cut(c.label, left), left) + "  " + d.segments(c.values, unit) + " " + d.cut(texts[i], d.width/3))
	}
	d.leftOut(len(list)-len(shown), 0)
	if rest > 0 {
		d.note("other: " + plain(float64(rest), 0) + " series")
	}
}

// segments are the parts of one bar. Ends are rounded, not lengths, so that
// the whole has its right length.
func (d *drawing) segments(values []amount, unit float64) string {
	var b strings.Builder
	sum, end := 0.0, 0
	for i, a := range values {
		if !a.ok {
			continue
		}
		sum += a.v
		next := int(sum*unit + 0.5)
		b.WriteString(d.paint(i, strings.Repeat(d.fill(i), max(next-end, 0))))
		end = max(end, next)
	}
	return b.String()
}

func (c category) sum() float64 {
	sum := 0.0
	for _, a := range c.values {
		if a.ok {
			sum += a.v
		}
	}
	return sum
}

// fold adds up the series beyond those that can be told apart, the smallest
// ones, as "other", and says how many they were.
func fold(list []category, names []string) (kept []string, folded int) {
	if len(names) <= mostSeries {
		return names, 0
	}
	wholes := make([]float64, len(list))
	for i, c := range list {
		wholes[i] = c.sum()
	}
	kept = pick(list, names, largest(totals(list, names), mostSeries-1))
	for i, c := range list {
		list[i].values = append(c.values, amount{max(wholes[i]-c.sum(), 0), true})
	}
	return append(kept, "other"), len(names) - mostSeries + 1
}

// shares draws what would be a pie: one bar of parts, and each part with its
// share and value.
func (d *drawing) shares() {
	list, _ := d.categories()
	if negative(list) { // no part of a whole is negative
		d.bars()
		return
	}
	total := 0.0
	for _, c := range list {
		total += c.values[0].v
	}
	if total == 0 {
		d.bars()
		return
	}
	parts, rest := d.parts(list)
	strip := make([]amount, len(parts))
	var labels, shares, texts []string
	for i, c := range parts {
		strip[i] = c.values[0]
		labels = append(labels, c.label)
		shares = append(shares, table.Fixed(strip[i].v/total*100, 1)+"%")
		texts = append(texts, write(strip[i].v, d.plan.YFormat))
	}
	d.line(d.segments(strip, float64(d.width)/total))
	d.line("")
	right := widest(shares, 8)
	number := widest(texts, d.width/3)
	left := widest(labels, d.width-2-2-right-2-number)
	for i := range parts {
		d.line(d.paint(i, d.fill(i)) + " " + padRight(d.cut(labels[i], left), left) + "  " +
			d.screen.Paint(terminal.Bold, padLeft(shares[i], right)) + "  " + d.dim(padLeft(d.cut(texts[i], number), number)))
	}
	if rest > 0 {
		d.note("other: " + plain(float64(rest), 0) + " added up")
	}
}

// parts are the slices of a pie, the smallest ones added up.
func (d *drawing) parts(list []category) (parts []category, folded int) {
	if len(list) <= mostSeries {
		return list, 0
	}
	bySize := slices.Clone(list)
	slices.SortStableFunc(bySize, func(a, b category) int { return cmp.Compare(b.values[0].v, a.values[0].v) })
	other := category{label: "other", values: []amount{{ok: true}}}
	for _, c := range bySize[mostSeries-1:] {
		other.values[0].v += c.values[0].v
	}
	return append(bySize[:mostSeries-1:mostSeries-1], other), len(list) - mostSeries + 1
}
