package story

import (
	"fmt"
	"slices"
)

// reaching reads the distance from one end to the other: "the gap between the
// highest and the lowest is 30".
func (c *checker) reaching(f *figure) ([]reading, bool) {
	gap, ends := false, map[int]bool{}
	for i := c.lo; i < c.hi; i++ {
		w := c.low(i)
		gap = gap || gapWords[w] && c.own(i) == 0
		if e := extreme(w); e != 0 {
			ends[e] = true
		}
		if w == "first" || w == "last" {
			c.hedges[i] = c.hedges[i] || gap
			ends[map[string]int{"first": 1, "last": -1}[w]] = true
		}
	}
	if !gap || len(ends) < 2 || slices.ContainsFunc(c.mentions, func(m mention) bool { return m.kind == label && !m.made }) {
		return nil, false
	}
	cols, named := c.columnsFor(f)
	if !named && len(c.topic) > 0 {
		cols = c.topic
	}
	var out []reading
	for _, col := range cols {
		v := c.fold(Maximum, c.all, col) - c.fold(Minimum, c.all, col)
		if f.unit == percent || f.unit == points {
			v *= c.cols[col].scale
		}
		out = append(out, reading{Difference, v, []int{col}, nil, fmt.Sprintf("highest less lowest %s", c.cols[col].plain())})
	}
	return out, true
}

// ranging reads both ends of "between 90 and 120" and "from 90 to 120".
func (c *checker) ranging(f *figure, b binding, cols []int) []reading {
	i := slices.IndexFunc(c.figures, func(g figure) bool { return g.span == f.span })
	low := f.near == exactly && i+1 < len(c.figures) && (c.low(f.from-1) == "between" || c.low(f.from-1) == "from") && c.spread(f.from-1) && c.joinsUnits(f.to, c.figures[i+1].from)
	high := i > 0 && (c.low(c.figures[i-1].from-1) == "between" || c.low(c.figures[i-1].from-1) == "from") && c.spread(c.figures[i-1].from-1) && c.joinsUnits(c.figures[i-1].to, f.from)
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
		if f.unit == percent {
			v *= c.cols[col].scale
		}
		out = append(out, reading{op, v, []int{col}, rows, fmt.Sprintf("%s of %s", op, c.cols[col].plain())})
	}
	return out
}

// joinsUnits joins "60 g and 90 g" as well.
func (c *checker) joinsUnits(from, to int) bool {
	return c.joins(from, to) || to-from <= 3 && c.joins(from+1, to) && c.own(from) <= 0 && c.at(from).letters()
}

var spreadWords = set(`range ranges ranged ranging run runs ran go goes vary varies varied varying spread spreads span spans spanned spanning
	fluctuate fluctuates fluctuated fluctuating lie lies lay lying stayed moved all`)

// spread reports whether the words before say that figures range.
func (c *checker) spread(at int) bool {
	for i := at; i >= at-8; i-- {
		if w := c.low(i); c.own(i) == 0 && spreadWords[w] && !(w == "all" && prepositions[c.low(i-1)]) || w == "between" && i < at {
			return true
		}
	}
	return false
}
