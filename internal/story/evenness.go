package story

import (
	"fmt"
	"math"
)

// evenSize is how far apart, as a part of the larger, things may be that are said
// to be even.
const evenSize = 0.15

// judgeEvenness judges "evenly spread", "similar", "the same" and "concentrated".
func (c *checker) judgeEvenness() {
	for i := c.lo; i < c.hi; i++ {
		w := c.low(i)
		if c.used[i] || !c.isPlain(i) || lexicon[c.phrase(i, 2)] == plain {
			continue
		}
		cols := c.colsAt(i)
		if len(cols) == 0 {
			return
		}
		switch {
		case evenWords[w] || sameWords[w]:
			if f := c.figureAfter(i); f != nil && len(f.found) == 1 {
				cols = f.found // "tied at 4.2"
			}
			c.judgeEven(i, cols[0])
		case w == "concentrated":
			c.judgeConcentrated(i, cols[0])
		}
	}
}

// judgeEven checks that the names of the sentence, or all, have about as much of
// a measure. What is the same differs by less than one can see, unless about so.
func (c *checker) judgeEven(i, col int) {
	if list := c.namesIn(); len(list) == 1 { // "stayed the same"
		if !c.saysMoving() {
			return
		}
		c.judgeDirection(i, 0)
		return
	}
	words := span{i, i + 1}
	limit := evenSize
	if sameWords[c.low(i)] && !c.isHedged(i) {
		limit = 0.005
	}
	groups := c.groupsSpokenOf(i)
	if len(groups) < 2 {
		return
	}
	lowest, highest := math.Inf(1), math.Inf(-1)
	var rows []int
	for _, g := range groups {
		v := c.worth(g.rows, col)
		lowest, highest = math.Min(lowest, v), math.Max(highest, v)
		rows = union(rows, g.rows)
	}
	k := c.cols[col].label()
	if highest-lowest <= limit*math.Max(math.Abs(highest), math.Abs(lowest)) {
		c.accept(words, reading{Difference, highest - lowest, []int{col}, rows, fmt.Sprintf("%s is from %s to %s", k, show(lowest), show(highest))})
		return
	}
	c.refuse(words, "%s is from %s to %s", k, show(lowest), show(highest))
}

// isHedged reports whether a word is hedged: "roughly equal".
func (c *checker) isHedged(i int) bool {
	for k := i - 3; k < i; k++ {
		if aboutWords[c.low(k)] {
			return true
		}
	}
	return false
}

// saysMoving reports whether the sentence is about a change over time.
func (c *checker) saysMoving() bool {
	return c.says("stayed", "stays", "remained", "remains", "kept", "held", "as") && (len(c.whens) > 0 || len(c.pairs(c.measures)) > 0)
}

// namesIn are the stored names that the sentence has, of the dimension of the
// first.
func (c *checker) namesIn() []mention {
	var list []mention
	for _, m := range c.mentions {
		if m.kind == label && !m.derived && (len(list) == 0 || list[0].dim == m.dim) {
			list = append(list, m)
		}
	}
	return list
}

// groupsSpokenOf are the groups that a word is about: the names of the sentence, or all
// of the dimension that it names.
func (c *checker) groupsSpokenOf(i int) []group {
	var groups []group
	scope := c.bind(span{i, i + 1})
	for _, m := range c.namesIn() {
		scope = c.without(scope, m.dim)
		groups = append(groups, group{stored: m.name, rows: intersect(m.rows, c.all)})
	}
	if len(groups) > 1 {
		for k := range groups {
			groups[k].rows = intersect(groups[k].rows, scope.rows)
		}
		return groups
	}
	dim := c.mainDim()
	for k := c.lo; k < c.hi; k++ {
		if d, ok := c.dimNamed(c.low(k)); ok {
			dim = d
		}
	}
	return c.groupsOf(dim, c.without(c.bind(span{i, i + 1}), dim).rows)
}

// judgeConcentrated checks that the names after the word have more than half.
func (c *checker) judgeConcentrated(i, col int) {
	var rows []int
	for _, m := range c.mentions {
		if m.kind == label && m.from > i {
			rows = union(rows, m.rows)
		}
	}
	if len(rows) == 0 || !c.cols[col].additive || c.cut {
		return
	}
	share := 100 * c.fold(Sum, rows, col) / c.fold(Sum, c.all, col)
	words := span{i, i + 1}
	if share > 50 {
		c.accept(words, reading{Share, share, []int{col}, rows, fmt.Sprintf("%s%% of %s", show(share), c.cols[col].label())})
		return
	}
	c.refuse(words, "it is %s%% of %s", show(share), c.cols[col].label())
}

// swing is the distance of the highest from the lowest of a line, as a part of
// the highest.
func (c *checker) swing(line []group, col int) float64 {
	lowest, highest := math.Inf(1), math.Inf(-1)
	for _, g := range line {
		if v := c.worth(g.rows, col); !math.IsNaN(v) {
			lowest, highest = math.Min(lowest, v), math.Max(highest, v)
		}
	}
	return (highest - lowest) / math.Max(math.Abs(highest), math.Abs(lowest))
}
