package story

import (
	"fmt"
	"math"
	"slices"
)

// judgeComparisons judges what is said without a figure: "North is ahead of
// South".
func (c *checker) judgeComparisons() {
	for i := c.lo; i < c.hi; i++ {
		sign := comparison(c.low(i))
		if oneOf(c.low(i), "leads", "led") && c.mentionOn(i+1) != nil {
			sign = 1
		}
		if sign != 0 && !c.used[i] && c.figureOn(i) == nil && !(c.low(i-1) == "or" && c.hedges[i]) {
			c.judgeComparison(i, sign)
		}
	}
}

// judgeComparison judges what a word compares, in the first of the forms that
// it has.
func (c *checker) judgeComparison(i, sign int) {
	w, next := c.low(i), c.low(i+1)
	switch f := c.figureOn(i + 2); {
	case f != nil && next == "the":
		c.judgeAgainst(i, *f, sign)
	case c.figureOn(i+1) != nil || f != nil && oneOf(next, "than", "by"): // the figure has been judged
	case oneOf(w, "over", "under") && !meanWords[next] && !(next == "the" && meanWords[c.low(i+2)]):
	case w == "behind" && c.low(i-1) == "close":
	case c.judgeColumns(i, sign), c.judgeUnnamedSide(i, sign):
	case next == "than" && oneOf(c.low(i+2), "any", "every") && oneOf(c.low(i+3), "other", "of"): // "more than any other"
		c.judgePlace(span{i, i + 4}, sign, 1)
	case c.judgeThan(i, sign), c.judgeOther(i, sign):
	default:
		c.judgeSides(i, sign)
	}
}

// judgeSides judges "ahead of South" and "higher than the average".
func (c *checker) judgeSides(i, sign int) {
	w := c.low(i)
	than := oneOf("than", c.low(i+1), c.low(i+2), c.low(i+3))
	if (moreWords[w] || lessWords[w]) && !than && !oneOf(w, "above", "below", "behind") {
		return
	}
	t, ok := c.targetAt(i + 1)
	if !ok {
		return
	}
	s, ok := c.subjectOf(t, i)
	if !ok || len(s.rows) == 0 {
		return
	}
	if c.low(i-1) != "," || !c.judgeChanges(i, s, t, sign) {
		c.judgeOrder(i, s, t, sign)
	}
}

// judgeThan judges "higher on weekends (19.80) than on weekdays": both sides stand
// after the word.
func (c *checker) judgeThan(i, sign int) bool {
	than := i + 1
	var m *mention
	for ; than < i+10 && c.low(than) != "than"; than++ {
		switch o := c.mentionOn(than); {
		case o.namesRows():
			if m != nil && m.from != o.from {
				return false
			}
			m = o
		case c.isPlain(than) && !prepositions[c.low(than)] && !oneOf(c.low(than), "the", "(", ")"):
			return false
		}
	}
	if m == nil || c.low(than) != "than" {
		return false
	}
	t, ok := c.targetAt(than + 1)
	if !ok || t.op != "" || t.col >= 0 || t.dim != m.dim {
		return false
	}
	rows := intersect(c.without(c.bind(span{i, i + 1}), m.dim).rows, m.rows)
	if len(rows) == 0 {
		return false
	}
	c.judgeOrder(i, m.side(rows), t, sign)
	return true
}

// judgeOther judges "weekends have fewer visits" where there is just one other
// name in the rows.
func (c *checker) judgeOther(i, sign int) bool {
	list := c.namesIn()
	if len(list) != 1 || len(c.groupsOf(list[0].dim, c.all)) != 2 || c.says("than") || c.measureFrom(i+1, i+4) < 0 || list[0].to > i {
		return false
	}
	t, ok := c.otherOfTwo(i)
	if !ok || t.dim != list[0].dim {
		return false
	}
	c.judgeOrder(i, side{rows: list[0].rows, dim: list[0].dim, col: -1, name: list[0].name, at: list[0].span}, side{rows: t.rows, dim: t.dim, col: -1, name: t.name, at: span{i, i + 1}}, sign)
	return true
}

// judgeColumns judges "more tickets were opened than resolved in each month".
func (c *checker) judgeColumns(i, sign int) bool {
	than := i + 1
	for than < i+7 && c.low(than) != "than" {
		than++
	}
	a, b := c.measureFrom(i+1, than), c.measureFrom(than+1, than+3)
	if c.low(than) != "than" || a < 0 || b < 0 || a == b {
		return false
	}
	words := span{i, than + 2}
	scope := c.bind(words)
	rows := [][]int{scope.rows}
	if every := slices.IndexFunc(c.ws[c.lo:c.hi], func(w word) bool { return oneOf(w.low, "each", "every") }); every >= 0 {
		rows = nil
		for _, r := range scope.rows {
			rows = append(rows, []int{r})
		}
		c.hedges[c.lo+every] = true
	}
	for _, r := range rows {
		if v, w := c.worth(r, a), c.worth(r, b); !(float64(sign)*(v-w) > 0) {
			c.refuse(words, "%s is %s, %s %s", c.cols[a].label(), show(v), c.cols[b].label(), show(w))
			return true
		}
	}
	c.accept(words, reading{Difference, 0, []int{a, b}, scope.rows, fmt.Sprintf("%s against %s", c.cols[a].label(), c.cols[b].label())})
	return true
}

// measureFrom is the first measure that is named between two places, or -1.
func (c *checker) measureFrom(from, to int) int {
	for _, m := range c.mentions {
		if m.kind == measure && m.from >= from && m.from < to {
			return m.cols[0]
		}
	}
	return -1
}

// judgeUnnamedSide judges "Maritime had 184,000 visitors, but Salt earned more": more
// than the other one that the sentence names.
func (c *checker) judgeUnnamedSide(i, sign int) bool {
	list := c.namesIn()
	if c.at(i+1).letters() || !c.isPlain(i+1) || len(list) != 2 || list[1].to > i || !moreWords[c.low(i)] && !lessWords[c.low(i)] {
		return false
	}
	cols := c.colsAt(i)
	if f := c.figureAfter(i); f != nil && len(f.found) == 1 {
		cols = f.found
	}
	if len(cols) == 0 {
		return false
	}
	scope := c.without(c.bind(span{i, i + 1}), list[0].dim)
	a, b := c.worth(intersect(scope.rows, list[1].rows), cols[0]), c.worth(intersect(scope.rows, list[0].rows), cols[0])
	c.judgeClaim(span{i, i + 1}, float64(sign)*(a-b) > 0, reading{Difference, 0, cols[:1], union(list[0].rows, list[1].rows), fmt.Sprintf("%s of %s against %s", c.cols[cols[0]].label(), list[1].name, list[0].name)},
		fmt.Sprintf("%s has %s of %s, %s %s", list[1].name, show(a), c.cols[cols[0]].label(), list[0].name, show(b)))
	return true
}

// judgeChanges checks "Asia added 105, more than Europe": the changes are
// compared, not the values.
func (c *checker) judgeChanges(i int, s, t side, sign int) bool {
	k := slices.IndexFunc(c.figures, func(f figure) bool { return f.to <= i })
	if k < 0 || t.op != "" || t.col >= 0 || t.dim == timeDim {
		return false
	}
	for k+1 < len(c.figures) && c.figures[k+1].to <= i {
		k++
	}
	f := &c.figures[k]
	cols := c.colsAt(i)
	d, _ := c.directionOf(f)
	if d == 0 || len(cols) == 0 {
		return false
	}
	own, other := c.changeIn(f, c.dimRows(s), t.dim, cols[0]), c.changeIn(f, t.rows, t.dim, cols[0])
	if float64(sign*d)*(own-other) > 0 {
		c.accept(span{i, t.at.to}, reading{Difference, 0, cols[:1], union(s.rows, t.rows), fmt.Sprintf("change of %s against %s", s.name, t.name)})
	} else {
		c.refuse(span{i, t.at.to}, "the change of %s is not on that side of %s", s.name, t.name)
	}
	return true
}

// changeIn is how rows changed over the time that a figure speaks of, in its
// unit.
func (c *checker) changeIn(f *figure, rows []int, dim, col int) float64 {
	ends := c.ends(f, binding{rows: rows, by: []mention{{kind: label, dim: dim, rows: rows}}})
	if len(ends) == 0 {
		return math.NaN()
	}
	a, z := c.worth(ends[0].base, col), c.worth(ends[0].end, col)
	if f.unit == percent {
		return (z - a) / math.Abs(a)
	}
	return z - a
}

// dimRows are all rows of a name, whatever else narrows it.
func (c *checker) dimRows(s side) []int {
	for _, m := range c.mentions {
		if m.kind == label && m.dim == s.dim && m.name == s.name {
			return m.rows
		}
	}
	return s.rows
}

// judgeAgainst checks "below the 520 of December": the subject's own value is on
// that side of the figure.
func (c *checker) judgeAgainst(i int, f figure, sign int) {
	b := c.bind(span{i, i + 1})
	cols := c.colsAt(i)
	if len(cols) == 0 || len(b.by) == 0 || len(b.rows) == 0 {
		return
	}
	words := span{i, f.to}
	if v := c.worth(b.rows, cols[0]); float64(sign)*(v-f.value) > 0 {
		c.noteSize(words, (v-f.value)/f.value, cols[0], b.rows)
		c.accept(words, reading{Difference, 0, cols[:1], b.rows, fmt.Sprintf("%s%s is %s", c.cols[cols[0]].label(), c.ofWhom(b), show(v))})
	} else {
		c.refuse(words, "%s%s is %s", c.cols[cols[0]].label(), c.ofWhom(b), show(v))
	}
}

func (c *checker) judgeOrder(i int, s, t side, sign int) {
	cols := c.restrict(c.colsAt(i), &figure{span: span{i, i + 1}})
	for _, f := range c.figures { // "made 910, more than South" is about what was made
		if f.to == i-1 && c.low(i-1) == "," && len(f.found) == 1 {
			cols = f.found
		}
	}
	if s.col >= 0 {
		cols = []int{s.col}
	}
	words := span{i, t.at.to}
	var why string
	for _, col := range cols {
		if len(t.rows) > 1 && t.col < 0 && !c.cols[col].additive && c.says("combined", "together") {
			continue // an average is not what they have together
		}
		a, b, rows := c.worthOfSides(s, t, col, i)
		if c.negation(i) < 0 && float64(sign)*(a-b) > 0 || c.negation(i) >= 0 && float64(sign)*(a-b) <= 0 {
			if n := c.negation(i); n >= 0 {
				words.from = n
			}
			c.noteSize(words, (a-b)/b, col, rows)
			c.accept(words, reading{Difference, 0, append([]int{col}, max(t.col, -1)), rows, fmt.Sprintf("%s of %s against %s", c.cols[col].label(), s.name, t.name)})
			return
		}
		why = fmt.Sprintf("%s has %s of %s, %s %s", s.name, show(a), c.cols[col].label(), t.name, show(b))
	}
	if why == "" {
		why = "the rows have no such measure"
	}
	c.refuse(words, "%s", why)
}

// colsAt are the measures that words without a figure are about.
func (c *checker) colsAt(i int) []int {
	var left, right, before *mention
	for k := range c.mentions {
		m := &c.mentions[k]
		if m.kind != measure {
			continue
		}
		if m.to <= i {
			before = m
			if !c.clauseBreaks(m.to, i) {
				left = m
			}
		}
		if m.from >= i && right == nil && !c.clauseBreaks(i, m.from) && m.from-i <= 5 && !c.commaIn(i, m.from) {
			right = m
		}
	}
	switch {
	case right != nil:
		return right.cols
	case left != nil:
		return left.cols
	case before != nil:
		return before.cols
	case len(c.topic) > 0:
		return c.topic
	}
	return c.measures[:min(1, len(c.measures))]
}

func (c *checker) commaIn(from, to int) bool {
	for i := from; i < to; i++ {
		if c.low(i) == "," {
			return true
		}
	}
	return false
}
