package story

import (
	"slices"
)

// columnsFor are the measures that a figure may be of: the one it stands
// before ("45 orders"), else the one named last, else the next, else any.
func (c *checker) columnsFor(f *figure) ([]int, bool) {
	cols, named := c.columnsNear(f)
	rate := !slices.ContainsFunc(cols, func(col int) bool { return !c.cols[col].percent })
	counted := !slices.ContainsFunc(cols, func(col int) bool { return !c.cols[col].count })
	if named && (rate && (f.unit == bare || f.unit == money) || counted && f.unit == money) { // "a rate of 15%, with 618 of 4,120"
		return append(slices.Clone(cols), c.measures...), true
	}
	return cols, named
}

func (c *checker) columnsNear(f *figure) ([]int, bool) {
	if m := c.measureAfter(f); m != nil {
		return m.cols, true
	}
	if m := c.measurePair(f); m != nil {
		return m.cols, true
	}
	var left, right *mention
	for i := range c.mentions {
		m := &c.mentions[i]
		switch {
		case m.kind != measure:
		case m.to <= f.from && !c.clauseBreaks(m.to, f.from) && !c.belongsToFigure(*m):
			left = m
		case m.from >= f.to && right == nil && !c.clauseBreaks(f.to, m.from) && !c.figureIn(f.to, m.from) && !c.goesOnTo(f.to, m.from) && c.low(m.from-1) != "per":
			right = m
		}
	}
	switch {
	case left != nil:
		cols := left.cols
		for _, m := range c.mentions { // "revenue and orders"
			if m.kind == measure && m.to < left.from && c.isList(m.to, left.from) {
				cols = append(slices.Clone(m.cols), cols...)
			}
		}
		return cols, true
	case right != nil:
		return right.cols, true
	}
	return c.measures, false
}

// measureAfter is the measure that a figure stands right before: "45 paid
// orders".
func (c *checker) measureAfter(f *figure) *mention {
	for j := f.to; j < f.to+3 && j < c.hi; j++ {
		if m := c.mentionOn(j); m.is(measure) {
			return m
		}
		if w := c.low(j); !c.isPlain(j) || !c.at(j).letters() || breakWords[w] || oneOf(w, "per", "a", "and", "more", "less", "against", "versus", "vs", "compared") {
			return nil
		}
	}
	return nil
}

// measurePair reads "Marsh had more rain than Kilda, 42 against 39" where both
// are columns: the figures are in the order of the names.
func (c *checker) measurePair(f *figure) *mention {
	i := slices.IndexFunc(c.figures, func(g figure) bool { return g.span == f.span })
	firstOne := c.standAgainst(i, i+1)
	if i < 0 || !firstOne && !c.standAgainst(i-1, i) {
		return nil
	}
	var before []*mention
	for k := range c.mentions {
		if m := &c.mentions[k]; m.kind == measure && m.to <= f.from && !(len(before) > 0 && before[len(before)-1].to == m.from) {
			before = append(before, m)
		}
	}
	n := len(before)
	switch {
	case n < 2 || before[n-2].cols[0] == before[n-1].cols[0] || c.isList(before[n-2].to, before[n-1].from):
		return nil
	case firstOne:
		return before[n-2]
	}
	return before[n-1]
}

// belongsToFigure reports whether a measure's word belongs to the figure before it:
// "45 orders and 300".
func (c *checker) belongsToFigure(m mention) bool {
	return c.low(m.from-1) != "" && c.figureOn(m.from-1) != nil
}

// goesOnTo reports whether the words go on to something else: "277 million people
// and a GDP of…".
func (c *checker) goesOnTo(from, to int) bool {
	for i := from; i < to; i++ {
		if w := c.low(i); oneOf(w, "and", ",") {
			return true
		}
	}
	return false
}

func (c *checker) figureIn(from, to int) bool {
	for i := from; i < to; i++ {
		if c.figureOn(i) != nil {
			return true
		}
	}
	return false
}
