package story

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

var (
	beforeCount = english.NewSet("the of all")
	beforeNoun  = english.NewSet("of the out all different distinct other consecutive single straight individual separate listed recorded remaining")
)

// nounAfter finds what a number or quantifier counts: its dimension, or the
// rows themselves.
func (c *checker) nounAfter(i int) (dim int, rows bool, end int, ok bool) {
	for steps := 0; steps < 6 && i < c.hi; steps++ {
		if f := c.figureOn(i); f != nil && f.whole && beforeCount[c.low(i-1)] {
			i = f.to
			continue
		}
		if m := c.mentionOn(i); m.namesRows() || m != nil && c.wholeName(*m) {
			return 0, false, 0, false
		}
		end, called := c.rowNounEnd(i)
		if called && end > i+1 {
			return 0, true, end, true
		}
		w := c.low(i)
		if d, found := c.dimNamed(w); found {
			return d, false, i + 1, true
		}
		if called {
			return 0, true, end, true
		}
		switch {
		case rowWords[english.Singular(w)] && c.isPlain(i):
			return 0, true, i + 1, true
		case beforeNoun[w]:
			i++
		default:
			return 0, false, 0, false
		}
	}
	return 0, false, 0, false
}

// wholeName reports whether a measure is called just what the word says: the
// column "orders", not order_total.
func (c *checker) wholeName(m mention) bool {
	return slices.ContainsFunc(m.cols, func(col int) bool { return len(c.cols[col].words) == 1 }) || len(c.labels) == 0
}

// counted is what a figure counts.
type counted struct {
	dim   int
	rows  bool // the rows themselves
	end   int  // where its name ends
	part  bool // some of them: "two of the five"
	whole bool // all of them: "of the five"
}

// readCount reads a whole number as a count of rows, names or periods.
func (c *checker) readCount(f *figure) ([]reading, bool) {
	if !f.whole || f.unit != bare || f.near == above && !f.inWords && f.value > 50 {
		return nil, false
	}
	n, ok := c.findCounted(f)
	if !ok {
		if list := c.readCountOfName(f); list != nil {
			return list, true
		}
	}
	if !ok || len(c.all) == 0 && len(c.cols) == 0 {
		return nil, false
	}
	n.part = oneOf(c.low(f.to), "of", "out")
	n.whole = c.low(f.from-1) == "of" || c.low(f.from-1) == "the" && c.low(f.from-2) == "of" || c.low(f.from-1) == "all"
	if n.rows {
		return c.readCountOfRows(f, n.end, n.part, n.whole)
	}
	b := c.without(c.bind(f.span), n.dim)
	if !n.whole {
		if list, ok := c.readCountOfSome(f, n, b); ok {
			return list, true
		}
	}
	if k, ok := c.countForEach(f, n.dim, func(rows []int) int { return len(c.groupsOf(n.dim, rows)) }); ok {
		return []reading{{Count, float64(k), c.colsOfDim(n.dim), nil, fmt.Sprintf("count of %ss of each", c.dimName(n.dim))}}, true
	}
	return c.readCountOfAll(n, c.groupsOf(n.dim, b.rows)), true
}

// findCounted finds what a figure counts: the noun after it, or one that is said
// elsewhere.
func (c *checker) findCounted(f *figure) (n counted, ok bool) {
	n.dim, n.rows, n.end, ok = c.nounAfter(f.to)
	ok = ok && c.low(f.to) != "the" // "380 the quarter before"
	if w := c.low(f.from - 1); !ok && !c.at(f.to).letters() && (w == "all" || w == "the" && c.low(f.from-2) == "of") && c.superlativeBefore(f.from) {
		n.dim, n.end, ok = c.mainDim(), f.to, true // "the smallest of the five"
	}
	if !ok && (c.directionAt(f.to) != 0 || flatWords[c.low(f.to+1)]) { // "two clubs gained members, and two lost members"
		for _, g := range c.figures {
			if d, r, _, counted := c.nounAfter(g.to); counted && !r && g.to < f.from {
				n.dim, n.end, ok = d, f.to, true
			}
		}
	}
	if m := c.mentionOn(f.to); m.is(label) && !m.derived && !ok {
		if d, noun := c.dimNamed(c.low(m.to)); noun && m.dim != d { // "two Outdoor products"
			n.dim, n.end, ok = d, m.to+1, true
		}
	}
	return n, ok
}

// readCountOfName reads a count of what a name has, whose noun is not said: "the two
// reds".
func (c *checker) readCountOfName(f *figure) []reading {
	m, d := c.mentionOn(f.to), c.mainDim()
	if !m.is(label) || m.derived || m.dim == d || d < 0 {
		return nil
	}
	named := f.inWords && c.low(f.from-1) == "the" && strings.EqualFold(c.quote(m.span), m.name)
	plural := strings.HasSuffix(c.low(m.to-1), "s") && !strings.HasSuffix(strings.ToLower(m.name), "s")
	if !named && !plural {
		return nil
	}
	return []reading{{Count, float64(len(c.groupsOf(d, m.rows))), c.colsOfDim(d), m.rows, fmt.Sprintf("count of %ss of %s", c.dimName(d), m.name)}}
}

// readCountOfSome reads a count of those that stand in a row, have a value or fulfil a
// condition.
func (c *checker) readCountOfSome(f *figure, n counted, b binding) ([]reading, bool) {
	if c.low(n.end) == "in" && c.low(n.end+1) == "a" && c.low(n.end+2) == "row" {
		return c.readRuns(f, n.dim, b)
	}
	if oneOf(c.low(n.end-2), "consecutive", "straight") {
		c.hedges[n.end-2] = true
		return c.readRuns(f, n.dim, b)
	}
	if c.saysWithValues(n.end) {
		if cols := c.colsAt(n.end); len(cols) > 0 {
			return []reading{c.readCountWithValue(n.dim, c.groupsOf(n.dim, b.rows), cols[0])}, true
		}
	}
	if k, found := c.conditionIn(n.end, c.clauseEnd(n.end), n.dim); found {
		if no := c.negation(k.words.from); no >= 0 {
			test := k.test
			k.test, k.name = func(rows []int) bool { return !test(rows) }, "not "+k.name
			c.hedges[no] = true
		}
		return c.readCountIf(f, c.groupsFor(k, n.dim, f.span), k, n.dim), true
	}
	if n.part || c.low(f.from-1) == "in" {
		if k, found := c.conditionIn(c.lo, f.from, n.dim); found {
			return c.readCountIf(f, c.groupsFor(k, n.dim, f.span), k, n.dim), true
		}
	}
	return nil, false
}

func (c *checker) readCountWithValue(dim int, groups []group, col int) reading {
	return reading{Count, float64(c.countWithValue(groups, col)), append(c.colsOfDim(dim), col), nil, fmt.Sprintf("count of %ss with a value", c.dimName(dim))}
}

// readCountOfAll reads a count of all names or periods, or of those that are listed.
func (c *checker) readCountOfAll(n counted, groups []group) []reading {
	out := []reading{{Count, float64(len(groups)), c.colsOfDim(n.dim), nil, fmt.Sprintf("count of %ss", c.dimName(n.dim))}}
	if cols := c.colsAt(n.end); n.whole && len(cols) > 0 { // a name without a value may be left out of account
		out = append(out, c.readCountWithValue(n.dim, groups, cols[0]))
	}
	if n.part {
		return out
	}
	for _, m := range c.mentions {
		if list := c.listOf(m); m.dim == n.dim && m.kind != measure && len(list) > 1 && m.from >= n.end && m.from <= n.end+3 {
			return append(out, reading{Count, float64(len(list)), c.colsOfDim(n.dim), c.listRows(m), "the names listed"})
		}
	}
	return out
}

// saysWithValues reads "with a value", "with recorded hours", "with data".
func (c *checker) saysWithValues(i int) bool {
	if c.low(i) != "with" {
		return false
	}
	if c.low(i+1) == "a" {
		i++
	}
	switch c.low(i + 1) {
	case "value", "values", "recorded", "known", "available", "data":
		return true
	}
	return false
}

// countsSome reports whether a figure counts some of the names or rows.
func (c *checker) countsSome(f *figure) bool {
	if !f.whole || f.unit != bare || !oneOf(c.low(f.to), "of", "out") {
		return false
	}
	_, _, _, ok := c.nounAfter(f.to)
	return ok
}

// countForEach reads "Sweden and Norway each have two customers": the same count
// for all of them.
func (c *checker) countForEach(f *figure, dim int, count func(rows []int) int) (int, bool) {
	each := false
	for i := f.from - 3; i < f.from; i++ {
		if c.low(i) == "each" {
			each = true
			c.hedges[i] = true
		}
	}
	if !each {
		return 0, false
	}
	n := -1
	for _, m := range c.mentions {
		if m.kind == measure || m.dim == dim || m.to > f.from {
			continue
		}
		k := count(m.rows)
		if n >= 0 && n != k {
			return -1, true
		}
		n = k
	}
	return n, n >= 0
}

func (c *checker) superlativeBefore(at int) bool {
	for i := at - 5; i < at; i++ {
		if extreme(c.low(i)) != 0 {
			return true
		}
	}
	return false
}

func (c *checker) readCountIf(f *figure, groups []group, k condition, dim int) []reading {
	n := 0
	var rows []int
	for _, g := range groups {
		if k.test(g.rows) {
			n++
			rows = append(rows, g.rows...)
		}
	}
	slices.Sort(rows)
	c.markUsed(k.words)
	c.judgeListed(f, n, k, dim)
	return []reading{{Count, float64(n), append(c.colsOfDim(dim), k.col), rows, fmt.Sprintf("count of %ss: %s", c.dimName(dim), k.name)}}
}

// judgeListed checks the names of "two regions exceed 100: North and South".
func (c *checker) judgeListed(f *figure, n int, k condition, dim int) {
	for _, m := range c.mentions {
		list := c.listOf(m)
		if m.kind == measure || m.dim != dim || m.derived || m.from < f.to || m.object || len(list) != n || c.used[m.from] {
			continue
		}
		words := span{list[0].from, list[len(list)-1].to}
		for _, o := range list {
			if !k.test(o.rows) {
				c.refuse(words, "%s is not one of them", o.name)
				return
			}
		}
		c.accept(words, reading{Count, 0, append(c.colsOfDim(dim), k.col), c.listRows(m), k.name})
		return
	}
}

func (c *checker) readCountOfRows(f *figure, end int, part, whole bool) ([]reading, bool) {
	if len(c.cols) > 0 && !whole {
		if k, found := c.conditionIn(end, c.clauseEnd(end), c.mainDim()); found {
			groups := make([]group, len(c.all))
			for i := range groups {
				groups[i].rows = []int{i}
			}
			return c.readCountIf(f, groups, k, c.mainDim()), true
		}
	}
	b := c.bind(f.span)
	out := []reading{{Count, float64(len(b.rows)), nil, nil, "count of rows"}}
	if !rowWords[english.Singular(c.low(end-1))] { // what the rows are called has one meaning
		if n, ok := c.countForEach(f, noDim, func(rows []int) int { return len(rows) }); ok {
			out[0].value, out[0].source = float64(n), "count of rows of each"
		}
		if whole && len(b.rows) != len(c.all) {
			out = append(out, reading{Count, float64(len(c.all)), nil, nil, "count of rows"})
		}
		return out, true
	}
	if full := c.countFullRows(); full < len(c.all) {
		out = append(out, reading{Count, float64(full), nil, nil, "count of rows with values"})
	}
	if len(b.rows) != len(c.all) {
		out = append(out, reading{Count, float64(len(c.all)), nil, nil, "count of rows"})
	}
	if d := c.mainDim(); d >= 0 && !part {
		out = append(out, reading{Count, float64(len(c.cols[d].groups)), c.colsOfDim(d), nil, "count of " + c.dimName(d)})
	}
	return out, true
}

// countFullRows counts the rows that have all the measures the sentence names, or
// all measures if it names none.
func (c *checker) countFullRows() int {
	cols := c.measures
	for _, m := range c.mentions {
		if m.kind == measure {
			if len(cols) == len(c.measures) {
				cols = nil
			}
			cols = append(cols[:len(cols):len(cols)], m.cols[0])
		}
	}
	if len(cols) == 0 {
		return len(c.all)
	}
	n := 0
	for _, r := range c.all {
		if !slices.ContainsFunc(cols, func(col int) bool { return math.IsNaN(c.cols[col].nums[r]) }) {
			n++
		}
	}
	return n
}

// readRuns reads "for three consecutive months".
func (c *checker) readRuns(f *figure, dim int, b binding) ([]reading, bool) {
	d, at := 0, 0
	for i := f.from - 1; i >= c.lo && d == 0; i-- {
		d, at = c.directionAt(i), i
	}
	for i := f.to; i < c.hi && d == 0; i++ {
		d, at = c.directionAt(i), i
	}
	cols := c.colsAt(f.from)
	if d == 0 || dim != timeDim || len(cols) == 0 {
		return nil, true
	}
	c.markUsed(span{at, at + 1})
	line := c.line(b.rows)
	longest, run := 0, 0
	for i := 1; i < len(line); i++ {
		if float64(d)*(c.worth(line[i].rows, cols[0])-c.worth(line[i-1].rows, cols[0])) > 0 {
			run++
		} else {
			run = 0
		}
		longest = max(longest, run)
	}
	return []reading{{Trend, float64(run), cols[:1], nil, "steps in a row, to the end"}, {Trend, float64(longest), cols[:1], nil, "steps in a row"}}, true
}

func (c *checker) colsOfDim(dim int) []int {
	if dim == timeDim {
		return slices.Clone(c.whens[:min(1, len(c.whens))])
	}
	return []int{dim}
}

func (c *checker) dimName(dim int) string {
	switch {
	case dim >= 0:
		return c.cols[dim].label()
	case len(c.whens) > 0:
		return c.cols[c.whens[0]].label()
	}
	return "row"
}

// clauseEnd is where the words about a quantity end.
func (c *checker) clauseEnd(from int) int {
	for i := from; i < c.hi; i++ {
		if m := c.mentionOn(i + 1); m.is(label) && c.low(i) == "," { // "two regions, North and South, exceed"
			list := c.listOf(*m)
			if end := list[len(list)-1].to; c.low(end) == "," {
				i = end
				continue
			}
		}
		if w := c.low(i); breakWords[w] || oneOf(w, ";", ":") || w == "," && !oneOf(c.low(c.lo), "in", "for") {
			return i
		}
	}
	return c.hi
}
