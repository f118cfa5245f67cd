package story

import (
	"fmt"
	"github.com/plumbdata/plumb/internal/english"
	"math"
	"slices"
)

// gapVerbs are verbs of a gap: 1 where it grows.
var gapVerbs = english.NewNumbers(`narrowed -1, narrows -1, narrowing -1, shrank -1, closed -1, fell -1, decreased -1,
	widened 1, widens 1, widening 1, grew 1, rose 1, increased 1, expanded 1`)

// gapChange is a gap between two names that changed: "South's lead over North narrowed
// from 80 to 40".
type gapChange struct {
	a, b mention
	sign float64 // of the verb
	verb int     // where it stands
	lead bool    // the first is ahead
}

// findGapChange finds the words of a gap that changed before a figure.
func (c *checker) findGapChange(at int) (gapChange, bool) {
	for v := at - 1; v > c.lo; v-- {
		sign := gapVerbs[c.low(v)]
		if sign == 0 {
			continue
		}
		g := slices.IndexFunc(c.ws[c.lo:v], func(w word) bool { return gapWords[w.low] })
		names := slices.DeleteFunc(c.namesIn(), func(m mention) bool { return m.to > v })
		if g < 0 || len(names) != 2 {
			return gapChange{}, false
		}
		w := c.low(c.lo + g)
		return gapChange{names[0], names[1], sign, v, oneOf(w, "lead", "advantage")}, true
	}
	return gapChange{}, false
}

// at is the gap in a column and some rows.
func (g gapChange) at(c *checker, rows []int, col int) float64 {
	d := c.worth(intersect(rows, g.a.rows), col) - c.worth(intersect(rows, g.b.rows), col)
	if !g.lead {
		d = math.Abs(d)
	}
	return d
}

// gapEnds are the gap before and after, over the time of the rows or between columns
// of two times.
func (c *checker) gapEnds(g gapChange, cols []int) (from, to float64, ok bool) {
	if line := c.line(union(g.a.rows, g.b.rows)); len(line) > 1 {
		return g.at(c, line[0].rows, cols[0]), g.at(c, line[len(line)-1].rows, cols[0]), true
	}
	for _, p := range c.pairs(cols) {
		return g.at(c, c.all, p[0]), g.at(c, c.all, p[1]), true
	}
	return 0, 0, false
}

// readGapChange reads the figures of a gap that changed. Periods that are named must be
// the first and the last.
func (c *checker) readGapChange(f *figure) ([]reading, bool) {
	g, ok := c.findGapChange(f.from)
	w := c.low(f.from - 1)
	cols, _ := c.columnsFor(f)
	if !ok || !oneOf(w, "from", "to") || f.unit != bare && f.unit != money || len(cols) == 0 {
		return nil, false
	}
	from, to, ok := c.gapEnds(g, cols)
	if !ok || c.isGapMisplaced(f, w == "from") {
		return nil, true
	}
	if !c.used[g.verb] && g.sign*(to-from) > 0 {
		c.accept(span{g.verb, g.verb + 1}, reading{Trend, 0, cols[:1], union(g.a.rows, g.b.rows), fmt.Sprintf("%s of %s less %s went from %s to %s", c.cols[cols[0]].label(), g.a.name, g.b.name, show(from), show(to))})
	}
	v := to
	if w == "from" {
		v = from
	}
	return []reading{{Difference, v, cols[:1], union(g.a.rows, g.b.rows), fmt.Sprintf("%s of %s less %s", c.cols[cols[0]].label(), g.a.name, g.b.name)}}, true
}

// isGapMisplaced reports whether the period after a figure is not the end of the time
// that the figure is of.
func (c *checker) isGapMisplaced(f *figure, first bool) bool {
	m := c.mentionOn(f.to + 1)
	if c.low(f.to) != "in" || !m.is(when) {
		return false
	}
	if line := c.line(c.all); len(line) > 1 {
		end := line[len(line)-1]
		if first {
			end = line[0]
		}
		return !slices.Equal(end.rows, m.rows)
	}
	if pairs := c.pairs(c.measures); len(pairs) > 0 {
		end := pairs[0][1]
		if first {
			end = pairs[0][0]
		}
		return !slices.Contains(c.columnsOf(m.period), end)
	}
	return true
}
