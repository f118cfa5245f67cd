package story

import (
	"fmt"
)

// judgeQuantities judges "all regions grew", "no month fell below 100", "only North
// is above the average".
func (c *checker) judgeQuantities() {
	if len(c.measures) == 0 {
		return
	}
	for i := c.lo; i < c.hi; i++ {
		w := c.low(i)
		most := w == "most" && !oneOf(c.low(i-1), "the", "at") || w == "majority" && c.low(i+1) == "of"
		switch {
		case c.used[i] || c.mentionOn(i) != nil:
		case w == "only":
			c.judgeOnly(i)
		case !allWords[w] && !noneWords[w] && !most, w == "no" && c.low(i+1) == ".":
		case w == "neither" && c.judgeNeither(i), most && c.judgeMostOf(i):
		default:
			c.judgeQuantityAt(i, most)
		}
	}
}

// judgeQuantityAt judges of how many groups a condition is said to be true.
func (c *checker) judgeQuantityAt(i int, most bool) {
	w := c.low(i)
	dim, rows, end, ok := c.nounAfter(i + 1)
	if !ok && oneOf(w, "both", "none", "neither", "all") && !prepositions[c.low(i-1)] {
		dim, end, ok = c.mainDim(), i+1, true
	}
	if !ok || rows && len(c.labels) == 0 {
		return
	}
	if rows {
		dim = c.mainDim()
	}
	k, found := c.conditionIn(end, c.clauseEnd(end), dim)
	if !found && prepositions[c.low(i-1)] {
		k, found = c.conditionIn(c.lo, i, dim)
	}
	if found && (w != "both" || len(c.groupsOf(dim, c.all)) <= 2) {
		c.judgeQuantity(span{i, end}, w, most, dim, k)
	}
}

func (c *checker) judgeQuantity(words span, w string, most bool, dim int, k condition) {
	groups := c.groupsFor(k, dim, words)
	groups, except := c.splitExceptions(groups, words.to, dim)
	if k.name != "" && dim == timeDim && direction(k.name) != 0 && len(groups) > 0 {
		groups = groups[1:] // the first has nothing before it
	}
	n := 0
	exception := ""
	for _, g := range groups {
		if k.test(g.rows) != noneWords[w] {
			n++
		} else if exception == "" {
			exception = g.label()
		}
	}
	c.markUsed(k.words)
	good := n == len(groups) && n > 0
	for _, g := range except {
		good = good && k.test(g.rows) == noneWords[w]
	}
	if n := c.negation(k.words.from); n >= 0 && allWords[w] { // "did not rise in every month"
		c.hedges[n] = true
		good = !good
	}
	if most {
		good = 2*n > len(groups)
	}
	if good {
		c.accept(words, reading{Count, 0, append(c.colsOfDim(dim), k.col), nil, fmt.Sprintf("%d of %d %ss: %s", n, len(groups), c.dimName(dim), k.name)})
		return
	}
	c.refuse(words, "it holds for %d of %d, but not for %s", n, len(groups), exception)
}

// splitExceptions parts the names after "except" from the groups.
func (c *checker) splitExceptions(groups []group, from, dim int) (rest, except []group) {
	var rows []int
	for i := from; i < from+2; i++ {
		if m := c.mentionOn(i + 1); c.low(i) == "except" && m != nil && m.dim == dim {
			rows = c.listRows(*m)
			c.hedges[i] = true
		}
	}
	for _, g := range groups {
		if len(intersect(g.rows, rows)) > 0 {
			except = append(except, g)
		} else {
			rest = append(rest, g)
		}
	}
	return rest, except
}

// judgeNeither judges "neither rose nor fell".
func (c *checker) judgeNeither(i int) bool {
	if c.directionAt(i+1) == 0 || c.low(i+2) != "nor" || c.directionAt(i+1)+c.directionAt(i+3) != 0 {
		return false
	}
	words := span{i, i + 4}
	b, cols := c.bind(words), c.colsAt(i)
	if len(b.by) == 0 || len(cols) == 0 {
		return false
	}
	for _, e := range c.allEnds(&figure{span: words}, b, cols[0]) {
		c.judgeClaim(words, e[0] == e[1], reading{Trend, 0, cols[:1], b.rows, c.cols[cols[0]].label() + c.ofWhom(b)}, fmt.Sprintf("%s%s went from %s to %s", c.cols[cols[0]].label(), c.ofWhom(b), show(e[0]), show(e[1])))
		return true
	}
	return false
}

// judgeOnly judges "only North exceeded 100".
func (c *checker) judgeOnly(i int) {
	if c.low(i-1) == "the" {
		c.judgeTheOnly(i)
		return
	}
	name := i + 1
	if prepositions[c.low(name)] { // "only in March"
		name++
	}
	m := c.mentionOn(name)
	if !m.namesRows() {
		return
	}
	list := c.listOf(*m)
	k, found := c.conditionIn(list[len(list)-1].to, c.clauseEnd(list[len(list)-1].to), m.dim)
	if !found && name > i+1 { // "exceeded 100 only in March"
		k, found = c.conditionIn(c.lo, i, m.dim)
	}
	if !found {
		return
	}
	named := c.listRows(*m)
	c.markUsed(k.words)
	words := span{i, list[len(list)-1].to}
	for _, g := range c.groupsOf(m.dim, c.without(c.bind(words), m.dim).rows) {
		if in := len(intersect(g.rows, named)) > 0; in != k.test(g.rows) {
			c.refuse(words, "it does not hold for %s alone: see %s", m.name, g.label())
			return
		}
	}
	c.accept(words, reading{Count, 0, append(c.colsOfDim(m.dim), k.col), named, fmt.Sprintf("only %s: %s", m.name, k.name)})
}
