package story

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// judgeDirections judges "rose", "fell" and "flat" that stand without a figure of
// their own.
func (c *checker) judgeDirections() {
	for i := c.lo; i < c.hi; i++ {
		d := c.directionAt(i)
		flat := flatWords[c.low(i)] && c.isPlain(i) || c.hardlyChanged(i)
		if c.used[i] || d == 0 && !flat || c.figureOn(i) != nil {
			continue
		}
		if c.isColumnNoun(i) || c.isQuoted(i) {
			continue
		}
		if cols := c.colsAt(i); flat && c.hardlyChanged(i) && len(cols) > 0 && c.cols[cols[0]].change {
			continue // of figures that are changes themselves
		}
		c.judgeDirection(i, d)
	}
}

// isQuoted reports whether a word stands in quotes, alone or joined to others as in
// 'check-up': a value that is spoken of.
func (c *checker) isQuoted(i int) bool {
	first, last := c.at(i), c.at(i)
	for n := i; n > c.lo && c.text[c.at(n-1).end:first.start] == "-"; n-- {
		first = c.at(n - 1)
	}
	for n := i; n+1 < c.hi && c.text[last.end:c.at(n+1).start] == "-"; n++ {
		last = c.at(n + 1)
	}
	for _, q := range [][2]string{{"'", "'"}, {`"`, `"`}, {"“", "”"}, {"‘", "’"}} {
		if strings.HasSuffix(c.text[:first.start], q[0]) && strings.HasPrefix(c.text[last.end:], q[1]) {
			return true
		}
	}
	return false
}

// isColumnNoun reports whether a word like "growth" only names a column.
func (c *checker) isColumnNoun(i int) bool {
	if m := c.mentionOn(i); m != nil {
		for _, col := range m.cols {
			if c.cols[col].change {
				return true
			}
		}
	}
	switch c.low(i) {
	case "growth", "decline", "increase", "decrease", "drop", "gain", "gains", "rise", "fall", "improvement", "recovery", "reduction", "contraction", "dip", "rebound":
		return extreme(c.low(i-1)) != 0 || c.low(i-1) == "no" || c.low(i+1) == "rate"
	}
	return false
}

func (c *checker) judgeDirection(i, d int) {
	at := span{i, i + 1}
	f := &figure{span: at}
	b := c.bind(at)
	cols := c.colsAt(i)
	reason := ""
	for _, col := range cols {
		k := &c.cols[col]
		changes := c.allEnds(f, b, col)
		if e, ok := c.readSequel(i, b); ok {
			changes = [][2]float64{{c.worth(e.base, col), c.worth(e.end, col)}}
		}
		for _, e := range changes {
			a, z := e[0], e[1]
			size := (z - a) / math.Max(math.Abs(a), 1e-12)
			good := float64(d)*(z-a) > 0
			if d == 0 {
				good = math.Abs(size) <= flatSize(c.low(i)) && c.staysFlat(i, b, col)
			}
			if n := c.negation(i); n >= 0 {
				at.from = n
				good = good == c.hardlyChanged(i)
			}
			if good {
				c.noteSize(at, size, col, b.rows)
				c.accept(at, reading{Trend, 0, []int{col}, b.rows, fmt.Sprintf("%s%s went from %s to %s", k.label(), c.ofWhom(c.without(b, timeDim)), show(a), show(z))})
				return
			}
			reason = fmt.Sprintf("%s%s went from %s to %s", k.label(), c.ofWhom(c.without(b, timeDim)), show(a), show(z))
		}
	}
	if reason == "" {
		for _, col := range c.measures { // a column of changes says it
			if c.cols[col].change && len(b.by) > 0 && len(b.rows) > 0 {
				v := c.fold(Sum, b.rows, col)
				least := min(float64(d)*c.fold(Minimum, b.rows, col), float64(d)*c.fold(Maximum, b.rows, col))
				if least > 0 || d == 0 && math.Abs(v*c.cols[col].scale) <= 5 && len(b.rows) == 1 {
					c.accept(at, reading{Trend, 0, []int{col}, b.rows, c.cols[col].label() + c.ofWhom(b)})
					return
				}
				c.refuse(at, "%s%s is %s", c.cols[col].label(), c.ofWhom(b), show(v))
				return
			}
		}
		if d == 0 {
			return
		}
		if c.judgeAcross(i, d, cols) {
			return
		}
		reason = "the rows show no change over time"
	}
	c.refuse(at, "%s", reason)
}

// judgeAcross checks "falls from 12% on Free to 7% on Starter", a way from name to
// name rather than over time. That each figure is its name's was checked before.
func (c *checker) judgeAcross(i, d int, cols []int) bool {
	k := slices.IndexFunc(c.figures, func(f figure) bool { return f.from == i+2 })
	if c.low(i+1) == "to" { // "and then falls to 2% for Team"
		k--
	} else if c.low(i+1) != "from" {
		return false
	}
	if k < 0 || k+1 >= len(c.figures) || len(cols) == 0 {
		return false
	}
	a, z := c.figures[k], c.figures[k+1]
	from, to := c.bind(a.span), c.bind(z.span)
	if c.low(z.from-1) != "to" || len(from.by) == 0 || len(to.by) == 0 || len(intersect(from.rows, to.rows)) > 0 || float64(d)*(z.value-a.value) <= 0 {
		return false
	}
	c.accept(span{i, i + 2}, reading{Difference, 0, cols[:1], union(from.rows, to.rows), fmt.Sprintf("%s%s against%s", c.cols[cols[0]].label(), c.ofWhom(to), c.ofWhom(from))})
	return true
}

// hardlyChanged reads "did not change" and "barely moved" as flat.
func (c *checker) hardlyChanged(i int) bool {
	w := c.low(i)
	return c.isPlain(i) && oneOf(w, "moved", "move", "changed", "change") && (slightWords[c.low(i-1)] || negationWords[c.low(i-1)])
}

// flatSize is how far what is flat may move. What is the same does not.
func flatSize(w string) float64 {
	if w == "unchanged" || sameWords[w] {
		return 0.005
	}
	return 0.05
}

// staysFlat reports whether what is flat is so all along, and for all names where
// all are spoken of.
func (c *checker) staysFlat(i int, b binding, col int) bool {
	at := span{i, i + 1}
	if named := c.periodsAround(at, true); len(named) == 0 && c.swing(c.line(c.without(b, timeDim).rows), col) > evenSize {
		return false
	}
	if d := c.mainDim(); d >= 0 && c.says("all", "every", "each") && len(c.namesIn()) == 0 {
		for _, g := range c.groupsOf(d, b.rows) {
			for _, e := range c.allEnds(&figure{span: at}, binding{rows: g.rows}, col) {
				if math.Abs(e[1]-e[0]) > 0.05*math.Abs(e[0]) {
					return false
				}
			}
		}
	}
	return true
}

// allEnds are the values before and after that a direction may be about.
func (c *checker) allEnds(f *figure, b binding, col int) [][2]float64 {
	var out [][2]float64
	k := &c.cols[col]
	if k.change && len(b.rows) == 1 {
		return [][2]float64{{0, c.fold(Sum, b.rows, col)}}
	}
	for _, e := range c.ends(f, b) {
		if len(e.base) == 0 || len(e.end) == 0 {
			continue
		}
		a, z := c.worth(e.base, col), c.worth(e.end, col)
		if !math.IsNaN(a) && !math.IsNaN(z) {
			out = append(out, [2]float64{a, z})
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, p := range c.pairs([]int{col}) {
		a, z := c.worth(b.rows, p[0]), c.worth(b.rows, p[1])
		if !math.IsNaN(a) && !math.IsNaN(z) {
			out = append(out, [2]float64{a, z})
		}
	}
	return out
}

// judgeSteadiness judges "steadily" and "every month" beside a change that was found
// true by its figures.
func (c *checker) judgeSteadiness() {
	for i := c.lo; i < c.hi; i++ {
		at, steady := c.steadyWordsNear(i)
		if d := c.directionAt(i); d != 0 && steady {
			cols := c.colsAt(i)
			if len(cols) == 0 || c.used[at.from] {
				continue
			}
			f := &figure{span: span{i, i + 1}}
			b := c.bind(f.span)
			if c.isMonotone(f, b, cols[0], d) {
				c.accept(at, reading{Trend, 0, cols[:1], b.rows, fmt.Sprintf("every step of %s goes one way", c.cols[cols[0]].label())})
			} else {
				c.refuse(at, "%s did not move one way only", c.cols[cols[0]].label())
			}
		}
	}
}

// steadyWordsNear are the words near a direction that say that every step went the
// same way.
func (c *checker) steadyWordsNear(i int) (span, bool) {
	for k := i - 3; k < i+6; k++ {
		switch w := c.low(k); {
		case steadyWords[w]:
			return span{k, k + 1}, true
		case oneOf(w, "every", "each") && grainNames[c.low(k+1)] != noGrain:
			return span{k, k + 2}, true
		}
	}
	return span{}, false
}

// firstFrom is where the first of some mentions begins.
func (c *checker) firstFrom(list []mention) int {
	if len(list) == 0 {
		return c.lo
	}
	return list[0].from
}

func (c *checker) isMonotone(f *figure, b binding, col, d int) bool {
	rest := c.without(b, timeDim)
	rows := rest.rows
	if named := c.periodsAround(f.span, true); len(named) == 2 {
		rows = intersect(rows, c.between(named[0], named[1]))
	} else if w := c.low(c.firstFrom(named) - 1); len(named) == 1 && oneOf(w, "until", "till", "through") {
		if line := c.line(rows); len(line) > 0 {
			rows = intersect(rows, c.between(mention{rows: line[0].rows, cols: named[0].cols}, named[0]))
		}
	} else if line := c.line(rows); len(named) == 1 && c.isBase(named[0]) && len(line) > 0 { // "since 2020"
		rows = intersect(rows, c.between(named[0], mention{rows: line[len(line)-1].rows}))
	} else if len(named) == 1 && len(intersect(rows, named[0].rows)) > 1 {
		rows = intersect(rows, named[0].rows)
	}
	line := c.line(rows)
	var values []float64
	for _, g := range line {
		if v := c.worth(g.rows, col); !math.IsNaN(v) {
			values = append(values, float64(d)*v)
		}
	}
	return slices.IsSorted(values)
}
