package story

import (
	"fmt"
	"math"
)

// columnGap is the distance between two measures of a row: "the gap between income
// and expenses".
type columnGap struct {
	a, b int // columns
	span     // the words
}

// of is the distance in some rows.
func (g columnGap) of(c *checker, rows []int) float64 {
	return math.Abs(c.worth(rows, g.a) - c.worth(rows, g.b))
}

func (g columnGap) name(c *checker) string {
	return fmt.Sprintf("%s less %s", c.cols[g.a].label(), c.cols[g.b].label())
}

// columnGap finds the words of a gap between two measures in the sentence.
func (c *checker) columnGap() (columnGap, bool) {
	for i := c.lo; i < c.hi; i++ {
		m := c.mentionOn(i + 2)
		if !m.is(measure) || !gapWords[c.low(i)] || c.low(i+1) != "between" || c.low(m.to) != "and" {
			continue
		}
		if n := c.mentionOn(m.to + 1); n.is(measure) && m.cols[0] != n.cols[0] {
			return columnGap{m.cols[0], n.cols[0], span{i, n.to}}, true
		}
	}
	return columnGap{}, false
}

// readColumnGap reads a figure as the gap between two measures.
func (c *checker) readColumnGap(f *figure) ([]reading, bool) {
	g, ok := c.columnGap()
	if !ok || f.unit != bare && f.unit != money || f.from < g.to {
		return nil, false
	}
	b := c.bind(f.span)
	return []reading{{Difference, g.of(c, b.rows), []int{g.a, g.b}, b.rows, g.name(c) + c.ofWhom(b)}}, true
}

// judgeGap checks where the gap between two measures is widest or narrowest.
func (c *checker) judgeGap(g columnGap, words span, m mention, rows []int, side int) {
	var own, most float64 = math.NaN(), math.Inf(-1)
	for _, o := range c.groupsOf(m.dim, rows) {
		v := float64(side) * g.of(c, o.rows)
		if len(intersect(o.rows, m.rows)) > 0 {
			own = v
		} else if v > most {
			most = v
		}
	}
	c.judgeClaim(words, own > most, reading{Rank, 1, []int{g.a, g.b}, m.rows, g.name(c) + " of " + m.name},
		fmt.Sprintf("the gap is %s for %s, and %s elsewhere", show(math.Abs(own)), m.name, show(math.Abs(most))))
}
