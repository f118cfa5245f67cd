package story

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// directionOf finds the word that makes a figure a change: "rose by 12%",
// "a 12% drop".
func (c *checker) directionOf(f *figure) (sign, at int) {
	if g := c.restatedFigure(f); g != nil {
		return c.directionOf(g)
	}
	if g := c.figureOfFullClause(f); g != nil {
		return c.directionOf(g)
	}
	if sign, at, ok := c.directionBefore(f); ok {
		return sign, at
	}
	return c.directionAfter(f)
}

// restatedFigure is the figure that one says again in another unit: the 13.7 of "grew
// by 13.7, or 22%".
func (c *checker) restatedFigure(f *figure) *figure {
	if !oneOf(c.low(f.from-1), "or", "(") || c.low(f.to) == "of" {
		return nil
	}
	for k := range c.figures {
		if g := &c.figures[k]; g.to <= f.from && f.from-g.to <= 4 && g.span != f.span {
			return g
		}
	}
	return nil
}

// directionBefore looks for the direction before a figure. It is found to be none
// where the words say that nothing changed.
func (c *checker) directionBefore(f *figure) (sign, at int, found bool) {
	for i := f.from - 1; i >= c.lo; i-- {
		w := c.low(i)
		if d := c.directionAt(i); d != 0 {
			return d, i, true
		}
		if flatWords[w] {
			return 0, -1, true
		}
		switch {
		case c.figureOn(i) != nil, breakWords[w], oneOf(w, "to", "at", "with", ";", "reaching"),
			w == "from" && i == f.from-1, w == "," && c.low(i+1) != "by", w == "(" && c.directionAt(i-1) == 0:
			return 0, -1, false
		}
	}
	return 0, -1, false
}

// directionAfter looks for the direction right after a figure.
func (c *checker) directionAfter(f *figure) (sign, at int) {
	for i := f.to; i < f.to+4; i++ {
		w, next := c.low(i), c.low(i+1)
		if d := c.directionAt(i); d != 0 && !(w == "down" && next == "to") && !(w == "up" && next == "from" && f.unit != percent && f.unit != points) {
			return d, i
		}
		if !c.at(i).letters() || c.figureOn(i) != nil || breakWords[w] || oneOf(w, "and", "to", "of", "in", "for") || comparison(w) != 0 {
			break
		}
	}
	return 0, -1
}

// figureOfFullClause is the figure before one whose clause left out the verb: the 3 of
// "North lost 3, and South 18".
func (c *checker) figureOfFullClause(f *figure) *figure {
	m := c.mentionOn(f.from - 1)
	if !m.is(label) {
		return nil
	}
	from := m.from
	if w := c.low(from - 1); !oneOf(w, "and", ",") {
		return nil
	}
	for k := len(c.figures) - 1; k >= 0; k-- {
		if g := &c.figures[k]; g.to < from && from-g.to <= 4 && g.unit == f.unit {
			return g
		}
	}
	return nil
}

// directionAt is a word's direction where it is a direction: not "made up" or
// "up to".
func (c *checker) directionAt(i int) int {
	w := c.low(i)
	d := direction(w)
	if oneOf(w, "worse", "better") && oneOf(c.low(i-1), "got", "became", "gotten", "grew") {
		d = map[string]int{"worse": -1, "better": 1}[w]
	}
	if d == 0 || c.directionIdiom(i) {
		return 0
	}
	if m := c.mentionOn(i); m != nil && !(m.kind == measure && c.cols[m.cols[0]].change) {
		return 0 // a name, or a measure such as "losses"
	}
	if cols := c.colsAt(i); betterWords[w] && len(cols) > 0 && lessIsBetter.HasAny(c.cols[cols[0]].words) {
		d = -d
	}
	return d
}

// directionIdiom reports whether a word of direction is part of a phrase that
// means something else.
func (c *checker) directionIdiom(i int) bool {
	before, next := c.low(i-1), c.low(i+1)
	switch w := c.low(i); w {
	case "up", "down": // "made up", "broken down", "up to"
		return next == "to" || strings.HasPrefix(before, "ma") || strings.HasPrefix(before, "br") || next == "by" && strings.HasPrefix(before, "split")
	case "cut":
		return oneOf(before, "was", "is", "been", "a")
	case "fell", "fall", "falls", "falling": // "fell short of", "this fall"
		return next == "short" || w == "fall" && oneOf(before, "in", "this")
	}
	return false
}

// readChange reads a figure as a change over time.
func (c *checker) readChange(f *figure) ([]reading, span, bool) {
	sign, at := c.directionOf(f)
	grown := f.unit == times && f.inWords && (strings.HasSuffix(c.low(f.from), "ed") || strings.HasSuffix(c.low(f.from), "ing"))
	if sign == 0 && !grown {
		return nil, span{}, false
	}
	b := c.bind(f.span)
	cols, _ := c.columnsFor(f)
	cols = slices.DeleteFunc(slices.Clone(cols), func(col int) bool { return f.unit == money && (c.cols[col].percent || c.cols[col].count) })
	words := f.span
	if at >= 0 {
		words = span{min(at, f.from), max(at+1, f.to)}
	}
	var out []reading
	for _, col := range cols {
		out = append(out, c.readStoredChange(f, b, col, sign)...)
		for _, e := range c.ends(f, b) {
			out = append(out, c.readChangeBetween(f, col, col, e, sign)...)
		}
	}
	for _, p := range c.pairs(cols) {
		out = append(out, c.readChangeBetween(f, p[0], p[1], ends{b.rows, b.rows}, sign)...)
	}
	if at >= 0 && oneOf(c.low(at), "gain", "gains") && c.low(at+1) == "of" { // what was made, not how it changed
		for _, col := range c.restrict(cols, f) {
			out = append(out, c.readValuesOf(f, b, col, "", -1)...)
		}
	}
	if at >= 0 && lossVerbs[c.low(at)] { // a loss, where there are negative figures
		for _, col := range c.restrict(cols, f) {
			if c.worth(b.rows, col) < 0 {
				out = append(out, c.readValuesOf(f, b, col, "", -1)...)
			}
		}
	}
	return out, words, true
}

// readStoredChange reads a column that already holds changes.
func (c *checker) readStoredChange(f *figure, b binding, col, sign int) []reading {
	k := &c.cols[col]
	if !k.change || len(b.rows) != 1 && (k.percent || len(b.rows) == 0) || f.unit == times {
		return nil
	}
	v := c.fold(Sum, b.rows, col)
	if f.unit == percent {
		v *= k.scale
	}
	return []reading{{Value, float64(sign) * v, []int{col}, b.rows, k.label() + c.ofWhom(b)}}
}

// readChangeBetween is the change between two sets of rows in the figure's unit,
// positive in the direction that the words name.
func (c *checker) readChangeBetween(f *figure, from, to int, e ends, sign int) []reading {
	if len(e.base) == 0 || len(e.end) == 0 || (len(e.base) > 1 || len(e.end) > 1) && !c.cols[to].additive {
		return nil
	}
	a, b := c.worth(e.base, from), c.worth(e.end, to)
	if math.IsNaN(a) || math.IsNaN(b) {
		return nil
	}
	rows := union(e.base, e.end)
	what := fmt.Sprintf("%s of %s against %s", c.cols[to].label(), c.timeName(e.end), c.timeName(e.base))
	if from != to {
		what = fmt.Sprintf("%s against %s", c.cols[to].label(), c.cols[from].label())
	}
	cols := []int{from, to}
	switch f.unit {
	case percent, part:
		if a == 0 || c.cols[to].percent && c.cols[to].change {
			return nil
		}
		v := float64(sign) * (b - a) / math.Abs(a)
		if f.unit == percent {
			v *= 100
		}
		return []reading{{Change, v, cols, rows, what}}
	case times:
		if a == 0 {
			return nil
		}
		if sign < 0 && f.value > 1 {
			return nil
		}
		return []reading{{Ratio, b / a, cols, rows, what}}
	case points:
		if !c.cols[to].percent && !c.inScorePoints(f, to) {
			return nil
		}
		return []reading{{Difference, float64(sign) * (b - a) * c.cols[to].scale, cols, rows, what}}
	}
	return []reading{{Difference, float64(sign) * (b - a), cols, rows, what}}
}

// inScorePoints reports whether a figure is in points of a score or a rating, not
// in percentage points.
func (c *checker) inScorePoints(f *figure, col int) bool {
	w := c.low(f.to - 2)
	return !c.cols[col].percent && !c.cols[col].additive && strings.HasPrefix(c.low(f.to-1), "point") && !oneOf(w, "percentage", "percent", "pct", "%")
}

var (
	pastWords = english.NewSet("last previous prior old before earlier base start opening budget")
	nowWords  = english.NewSet("this current new after later now end closing actual")
)

// pairs are measures of an earlier and a later time in one row: revenue_2024
// and revenue_2025, before and after.
func (c *checker) pairs(cols []int) [][2]int {
	var out [][2]int
	for _, a := range c.measures {
		for _, b := range c.measures {
			if a == b || !slices.Contains(cols, a) && !slices.Contains(cols, b) {
				continue
			}
			y, z := c.cols[a].period, c.cols[b].period
			if y.grain != noGrain && y.grain == z.grain && y.order() < z.order() || pastWords.HasAny(c.cols[a].words) && nowWords.HasAny(c.cols[b].words) {
				out = append(out, [2]int{a, b})
			}
		}
	}
	return out
}
