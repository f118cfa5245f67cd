package story

import "fmt"

// judgeFirstTimes judges "passed 250 for the first time in May" and "May was the first month
// above 250": no period before was so.
func (c *checker) judgeFirstTimes() {
	for i := c.lo; i < c.hi; i++ {
		if c.low(i) != "first" || c.low(i-1) != "the" || c.used[i] || !c.isPlain(i) {
			continue
		}
		d, noun := c.dimNamed(c.low(i + 1))
		time := c.low(i+1) == "time" && c.low(i-2) == "for"
		from, to := i+2, c.hi
		if time {
			from, to = c.lo, i
		}
		if !time && !(noun && d == timeDim) {
			continue
		}
		k, found := c.conditionIn(from, to, timeDim)
		m := c.onlyHolder(i, timeDim)
		if found && m != nil && len(m.rows) > 0 {
			c.judgeFirst(span{i, i + 2}, *m, k)
		}
	}
}

func (c *checker) judgeFirst(words span, m mention, k condition) {
	c.markUsed(k.words)
	for _, g := range c.line(c.without(c.bind(words), timeDim).rows) {
		if !k.test(g.rows) {
			continue
		}
		if len(intersect(g.rows, m.rows)) > 0 {
			c.accept(words, reading{Rank, 1, append(c.colsOfDim(timeDim), k.col), g.rows, fmt.Sprintf("first of all: %s", k.name)})
		} else {
			c.refuse(words, "the first is %s", g.label())
		}
		return
	}
	c.refuse(words, "it never happened")
}
