package story

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// growthNear reports whether a superlative is about changes: 1 for "the
// strongest growth", -1 for "the steepest drop", 0 if it is not.
func (c *checker) growthNear(words span) int {
	for i := words.from - 2; i < words.to+2; i++ {
		if d := c.directionAt(i); d != 0 && i != words.from && !oneOf(c.low(i), "up", "down") {
			if i > words.from || i == words.from-1 {
				return d
			}
		}
	}
	if c.low(words.from-1) == "the" && c.low(words.from-2) == "," && c.low(words.to) == "of" { // "lost 48, the most of any club"
		for i := words.from - 3; i >= words.from-7; i-- {
			if d := c.directionAt(i); d != 0 {
				return d
			}
		}
	}
	return 0
}

// judgeGrowth checks who grew or fell the most.
func (c *checker) judgeGrowth(words span, m mention, rows []int, cols []int, side, place, d int) {
	for _, col := range c.measures {
		if c.cols[col].change {
			if r, why := c.checkPlace(m, c.listOf(m), rows, col, side*d, place); r != nil {
				c.accept(words, *r)
			} else {
				c.refuse(words, "%s", why)
			}
			return
		}
	}
	reason := "the rows show no change over time"
	for _, relative := range []bool{true, false} {
		if w := c.low(words.to - 1); !relative && (oneOf(w, "fastest", "slowest") || c.percentNear(words)) {
			break
		}
		for _, col := range cols {
			groups := c.changesOf(m.dim, rows, col, relative)
			slices.SortStableFunc(groups, func(a, b grownGroup) int { return side * d * cmp.Compare(b.change, a.change) })
			if place > len(groups) {
				continue
			}
			if g := groups[place-1]; len(intersect(g.rows, m.rows)) > 0 {
				c.markUsed(words)
				c.accept(words, reading{Rank, 0, []int{col}, g.rows, fmt.Sprintf("%s by change of %s: place %d of %d", m.name, c.cols[col].label(), place, len(groups))})
				return
			}
			reason = fmt.Sprintf("by change of %s it is %s", c.cols[col].label(), groups[place-1].label())
		}
	}
	c.refuse(words, "%s", reason)
}

// percentNear reports whether a superlative is about changes in percent: "the
// steepest percentage decline", "the largest drop in percentage terms".
func (c *checker) percentNear(words span) bool {
	for i := words.to; i < words.to+5; i++ {
		if w := c.low(i); oneOf(w, "percentage", "percent", "relative", "proportional") {
			return true
		}
	}
	return false
}

type grownGroup struct {
	group
	change float64
}

// changesOf are the groups of a dimension with how they changed: names over the
// whole time, periods against the one before.
func (c *checker) changesOf(dim int, rows []int, col int, relative bool) []grownGroup {
	var out []grownGroup
	add := func(g group, a, z float64) {
		v := z - a
		if relative {
			v /= math.Abs(a)
		}
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			out = append(out, grownGroup{g, v})
		}
	}
	if dim == timeDim {
		line := c.line(rows)
		for i := 1; i < len(line); i++ {
			add(line[i], c.worth(line[i-1].rows, col), c.worth(line[i].rows, col))
		}
		return out
	}
	for _, g := range c.groupsOf(dim, rows) {
		if line := c.line(g.rows); len(line) > 1 {
			add(g, c.worth(line[0].rows, col), c.worth(line[len(line)-1].rows, col))
			continue
		}
		for _, p := range c.pairs([]int{col}) {
			add(g, c.worth(g.rows, p[0]), c.worth(g.rows, p[1]))
			break
		}
	}
	return out
}
