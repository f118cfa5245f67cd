package story

import (
	"fmt"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/english"
)

// readSpread reads the distance from one end to the other: "the gap between the
// highest and the lowest is 30".
func (c *checker) readSpread(f *figure) ([]reading, bool) {
	gap, ends := false, map[int]bool{}
	for i := c.lo; i < c.hi; i++ {
		w := c.low(i)
		gap = gap || gapWords[w] && c.isPlain(i)
		if e := extreme(w); e != 0 {
			ends[e] = true
		}
		if oneOf(w, "first", "last") {
			c.hedges[i] = c.hedges[i] || gap
			ends[map[string]int{"first": 1, "last": -1}[w]] = true
		}
	}
	if !gap || len(ends) < 2 || slices.ContainsFunc(c.mentions, func(m mention) bool { return m.kind == label && !m.derived }) {
		return nil, false
	}
	cols, named := c.columnsFor(f)
	if !named && len(c.topic) > 0 {
		cols = c.topic
	}
	for i := c.lo; i < c.hi; i++ {
		c.hedges[i] = c.hedges[i] || extreme(c.low(i)) != 0
	}
	var out []reading
	for _, col := range cols {
		v := c.fold(Maximum, c.all, col) - c.fold(Minimum, c.all, col)
		if f.unit == percent || f.unit == points {
			v *= c.cols[col].scale
		}
		out = append(out, reading{Difference, v, []int{col}, nil, fmt.Sprintf("highest less lowest %s", c.cols[col].label())})
	}
	return out, true
}

// readRange reads both ends of "between 90 and 120" and "from 90 to 120".
func (c *checker) readRange(f *figure, b binding, cols []int) []reading {
	i := slices.IndexFunc(c.figures, func(g figure) bool { return g.span == f.span })
	low := f.near == exactly && i+1 < len(c.figures) && c.opensRange(f.from-1) && c.joinsNamed(f.to, c.figures[i+1].from)
	high := i > 0 && c.opensRange(c.figures[i-1].from-1) && c.joinsNamed(c.figures[i-1].to, f.from)
	if !low && !high {
		return nil
	}
	op, side := Minimum, 1
	if high {
		op, side = Maximum, -1
	}
	if pair := i + side; pair >= 0 && pair < len(c.figures) && (c.figures[pair].value-f.value)*float64(side) < 0 {
		op = map[Operation]Operation{Minimum: Maximum, Maximum: Minimum}[op]
	}
	var out []reading
	for _, col := range cols {
		rows := b.rows
		if len(rows) < 2 {
			rows = c.all
		}
		v := c.fold(op, rows, col)
		if len(b.rows) == 1 && c.inBrackets(f.to) != nil && c.worth(b.rows, col) != v {
			v = math.NaN() // the name in brackets is not at this end
		}
		if f.unit == percent {
			v *= c.cols[col].scale
		}
		out = append(out, reading{op, v, []int{col}, rows, fmt.Sprintf("%s of %s", op, c.cols[col].label())})
	}
	return out
}

var rangeVerbs = english.NewSet("range ranges ranged ranging vary varies varied varying span spans spanned spanning")

// judgeRanges judges that what is said to range from one name to another does so: the
// figures of "from 1.8% for Business to 12.4% for Free" are the ends.
func (c *checker) judgeRanges() {
	for i := c.lo; i < c.hi; i++ {
		k := slices.IndexFunc(c.figures, func(f figure) bool { return f.from > i })
		if !rangeVerbs[c.low(i)] || !c.isPlain(i) || k < 0 || k+1 >= len(c.figures) || len(c.figures[k].found) == 0 {
			continue
		}
		col := c.figures[k].found[0]
		a, z := c.bind(c.figures[k].span), c.bind(c.figures[k+1].span)
		if len(a.rows) != 1 || len(z.rows) != 1 || len(a.by) == 0 || len(z.by) == 0 {
			continue
		}
		rows := c.without(a, a.by[0].dim).rows
		lowest, highest := c.fold(Minimum, rows, col), c.fold(Maximum, rows, col)
		from, to := c.worth(a.rows, col), c.worth(z.rows, col)
		if min(from, to) != lowest || max(from, to) != highest {
			c.refuse(span{i, i + 1}, "%s ranges from %s to %s", c.cols[col].label(), show(lowest), show(highest))
		}
	}
}

// opensRange reports whether the word before a figure begins a range: "ranged from
// 90", "a range of 90".
func (c *checker) opensRange(i int) bool {
	switch c.low(i) {
	case "between", "from":
		return c.saysRange(i)
	case "of":
		return c.low(i-1) == "range"
	}
	return false
}

// joinsNamed joins "3.9 (Bruno) to 4.8" as well.
func (c *checker) joinsNamed(from, to int) bool {
	if m := c.inBrackets(from); m != nil {
		from = m.to + 1
	}
	return c.joinsUnits(from, to)
}

// joinsUnits joins "60 g and 90 g" as well.
func (c *checker) joinsUnits(from, to int) bool {
	return c.isList(from, to) || to-from <= 3 && c.isList(from+1, to) && c.figureOn(from) == nil && c.at(from).letters()
}

var spreadWords = english.NewSet(`range ranges ranged ranging run runs ran go goes vary varies varied varying spread spreads span spans spanned spanning
	fluctuate fluctuates fluctuated fluctuating lie lies lay lying stayed moved all`)

// saysRange reports whether the words before say that figures range.
func (c *checker) saysRange(at int) bool {
	for i := at; i >= at-8; i-- {
		if w := c.low(i); c.isPlain(i) && spreadWords[w] && !(w == "all" && prepositions[c.low(i-1)]) || w == "between" && i < at && (c.figureOn(i+1) != nil || c.figureOn(i+2) != nil) {
			return true
		}
	}
	return false
}
