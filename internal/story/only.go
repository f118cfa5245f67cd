package story

import (
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/english"
)

// judgeTheOnly judges "South was the only region where revenue fell" and "the only
// decline came in March".
func (c *checker) judgeTheOnly(i int) {
	dim, _, end, named := c.nounAfter(i + 1)
	if !named {
		dim, end = c.mainDim(), i+1
		if m := c.nextMention(i, when); m != nil && len(m.rows) > 0 {
			dim = timeDim
		}
	}
	to := c.hi
	if !named {
		to = min(i+3, c.hi) // the noun itself says what is so
	}
	m := c.onlyHolder(i, dim)
	k, found := c.conditionIn(end, to, dim)
	if m == nil || !found {
		return
	}
	c.markUsed(k.words)
	words := span{i, max(end, i+1)}
	holders := c.listRows(*m)
	for _, g := range c.groupsFor(k, dim, words) {
		if in := len(intersect(g.rows, holders)) > 0; in != k.test(g.rows) {
			c.refuse(words, "it does not hold for %s alone: see %s", m.name, g.label())
			return
		}
	}
	c.accept(words, reading{Count, 1, append(c.colsOfDim(dim), k.col), holders, fmt.Sprintf("only %s: %s", m.name, k.name)})
}

// onlyHolder is who is said to be the only one: the last name before the place,
// else the next after it.
func (c *checker) onlyHolder(i, dim int) *mention {
	isName := func(m *mention) bool { return m.namesRows() && m.dim == dim }
	if m := c.lastMention(i, isName); m != nil {
		return m
	}
	for k := range c.mentions {
		if m := &c.mentions[k]; isName(m) && m.from > i {
			return m
		}
	}
	return nil
}

// nextMention is the first mention of a kind after a place.
func (c *checker) nextMention(i int, kind role) *mention {
	at := slices.IndexFunc(c.mentions, func(m mention) bool { return m.kind == kind && m.from > i })
	if at < 0 {
		return nil
	}
	return &c.mentions[at]
}

// boundingFigure is the figure after a place that bounds what the names before it have,
// each of them, where that was found true.
func (c *checker) boundingFigure(i int) *figure {
	k := slices.IndexFunc(c.figures, func(f figure) bool { return f.from > i })
	if k < 0 || c.figures[k].near < above || c.figures[k].found == nil || len(c.bind(c.figures[k].span).by) != 2 {
		return nil
	}
	return &c.figures[k]
}

// partsThroughout finds "in both years" and "in every quarter": the parts of the rows
// that something is said to be so in, and the words. Years may stand in the names
// of columns.
func (c *checker) partsThroughout(col int) (parts []scope, words span) {
	for i := c.lo; i+1 < c.hi; i++ {
		w, g := c.low(i), grainNames[english.Singular(c.low(i+1))]
		if !oneOf(w, "both", "every", "each") || g == noGrain {
			continue
		}
		words = span{i, i + 2}
		if d, ok := c.dimNamed(c.low(i + 1)); ok && d == timeDim {
			for _, grp := range c.line(c.all) {
				parts = append(parts, scope{grp.rows, col})
			}
		} else if c.cols[col].period.grain == g {
			for _, o := range c.measures {
				if c.cols[o].period.grain == g && c.alike(o, []int{col}) {
					parts = append(parts, scope{c.all, o})
				}
			}
		}
		if w == "both" && len(parts) != 2 {
			parts = nil
		}
		return parts, words
	}
	return nil, span{}
}

// scope is rows and the measure that is compared in them.
type scope struct {
	rows []int
	col  int
}

// judgeBoths judges "across both channels": there must be two. What is said of two
// names must hold for each.
func (c *checker) judgeBoths() {
	for i := c.lo; i < c.hi; i++ {
		if c.low(i) != "both" || c.used[i] {
			continue
		}
		if d, _, end, ok := c.nounAfter(i + 1); ok {
			if n := len(c.groupsOf(d, c.all)); n == 2 {
				c.accept(span{i, end}, reading{Count, 2, c.colsOfDim(d), nil, fmt.Sprintf("count of %ss", c.dimName(d))})
			} else {
				c.refuse(span{i, end}, "there are %d", n)
			}
			continue
		}
		signed := slices.ContainsFunc(c.ws[i:min(i+5, c.hi)], func(w word) bool { return signWords[w.low] != 0 }) // losses judges each
		if len(c.namesIn()) == 2 && (c.boundingFigure(i) != nil || signed) {                                      // "North and South both have 2% or less"
			c.hedges[i] = true
			continue
		}
		d := c.directionAt(i + 1)
		cols := c.colsAt(i)
		list := slices.DeleteFunc(c.namesIn(), func(m mention) bool { return m.from > i })
		if d == 0 || len(cols) == 0 || len(list) != 2 {
			continue
		}
		words := span{i, i + 2}
		for _, m := range list {
			if !c.hasMoved(d, m.dim, cols[0], i+1).test(m.rows) {
				c.refuse(words, "it does not hold for %s", m.name)
				break
			}
		}
		if !c.used[i] {
			c.accept(words, reading{Trend, 0, cols[:1], union(list[0].rows, list[1].rows), "both went so"})
		}
	}
}
