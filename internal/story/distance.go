package story

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// side is one of the two things that are compared.
type side struct {
	rows []int
	dim  int
	col  int       // a measure that is itself compared; -1 if rows are
	op   Operation // Mean or Median of the rows that the other side is among
	name string
	at   span
}

var targetFillers = english.NewSet("than of the that those in for at on all overall regional monthly its as to")

// targetAt reads the other side of a comparison from the i-th word on: "than
// South", "of the average", "that of June".
func (c *checker) targetAt(i int) (side, bool) {
	for k := i + 1; k < i+4; k++ { // "a longer lead time than Essen"
		if c.low(k) == "than" && !c.goesOnTo(i, k) && c.figureOn(i) == nil {
			i = k
			break
		}
	}
	for range 6 {
		m := c.mentionOn(i)
		switch w := c.low(i); {
		case m != nil:
			if m.kind != measure || c.endsTarget(i) && c.low(i+1) != "than" {
				return c.targetOf(*m)
			} // else "than revenue in South", "more seats than"
		case c.isPeriodBefore(i):
			return side{op: previous, col: -1, name: "the one before", dim: timeDim, at: span{i, i + 2}}, true
		case meanWords[w] && c.low(i-1) == "on":
			return side{}, false // "7.40 more on average"
		case meanWords[w]:
			return side{op: Mean, col: -1, name: "the average", at: span{i, i + 1}}, true
		case medianWords[w]:
			return side{op: Median, col: -1, name: "the median", at: span{i, i + 1}}, true
		case targetFillers[w]:
		default:
			return side{}, false
		}
		i++
	}
	return side{}, false
}

// isPeriodBefore reads "the month before" and "the previous year".
func (c *checker) isPeriodBefore(i int) bool {
	w, next := c.low(i), c.low(i+1)
	return len(c.whens) > 0 && (grainNames[w] != noGrain && oneOf(next, "before", "earlier") || w == "previous" && grainNames[next] != noGrain)
}

// targetOf is a name, a period or a measure as the other side of a comparison.
func (c *checker) targetOf(m mention) (side, bool) {
	s := side{rows: m.rows, dim: m.dim, col: -1, name: m.name, at: m.span}
	if m.kind == measure {
		s.col, s.dim = m.cols[0], len(c.cols)
	}
	if of := c.columnsOf(m.period); m.kind == when && len(m.rows) == 0 && len(of) > 0 { // "more than in 2024"
		s.col, s.dim = of[0], len(c.cols)
		if i := slices.IndexFunc(of, func(col int) bool { return c.alike(col, c.sentenceMeasures()) }); i >= 0 {
			s.col = of[i]
		}
		return s, true
	}
	if list := c.listOf(m); m.kind != measure && len(list) > 1 {
		for _, o := range list {
			s.rows = union(s.rows, o.rows)
		}
	}
	return s, len(s.rows) > 0 || s.col >= 0
}

// endsTarget reports whether a measure ends what is compared, and is no part of a
// longer name of it.
func (c *checker) endsTarget(i int) bool {
	if w := c.low(i + 1); !oneOf(w, "in", "of", "for", "from") {
		return true
	}
	for _, k := range []int{i + 2, i + 3} {
		if m := c.mentionOn(k); m != nil {
			return !slices.ContainsFunc(c.mentions, func(o mention) bool { return o.namesRows() && o.dim == m.dim && o.to <= i })
		}
	}
	return true
}

// subjectOf is what is compared with the target: the last thing of its kind
// before the place, or what the sentence before was about.
func (c *checker) subjectOf(t side, at int) (side, bool) {
	b := c.bind(span{at, at + 1})
	switch {
	case t.col >= 0:
		return c.columnSubject(t.col, at, b)
	case t.op == previous:
		if m := c.lastMention(at, func(m *mention) bool { return m.kind == when && len(m.rows) > 0 }); m != nil {
			return m.side(intersect(b.rows, m.rows)), true
		}
		return side{}, false
	case t.op != "":
		if m := c.lastMention(at, func(m *mention) bool { return m.namesRows() && !m.object }); m != nil {
			return m.side(intersect(b.rows, c.listRows(*m))), true
		}
		if len(b.by) > 0 {
			return b.by[0].side(b.rows), true
		}
		return side{}, false
	}
	return c.rowSubject(t, at, c.without(b, t.dim))
}

// lastMention is the last mention before a place that is of a kind; nil if none.
func (c *checker) lastMention(at int, is func(*mention) bool) *mention {
	for i := len(c.mentions) - 1; i >= 0; i-- {
		if m := &c.mentions[i]; m.to <= at && is(m) {
			return m
		}
	}
	return nil
}

// columnSubject is the measure that another is compared with: the one of the
// latest period where the columns are periods, else the one named last.
func (c *checker) columnSubject(target, at int, b binding) (side, bool) {
	best := -1
	if grain := c.cols[target].period.grain; grain != noGrain {
		for _, col := range c.measures {
			if p := c.cols[col].period; p.grain == grain && col != target && c.alike(col, []int{target}) && (best < 0 || p.order() > c.cols[best].period.order()) {
				best = col
			}
		}
	}
	if best >= 0 {
		return side{rows: b.rows, col: best, name: c.cols[best].label()}, true
	}
	if m := c.lastMention(at, func(m *mention) bool { return m.kind == measure && m.cols[0] != target }); m != nil {
		return side{rows: b.rows, col: m.cols[0], name: m.name}, true
	}
	return side{}, false
}

// rowSubject is the name or period that another one is compared with.
func (c *checker) rowSubject(t side, at int, scope binding) (side, bool) {
	isSubject := func(m *mention) bool {
		return m.namesRows() && m.dim == t.dim && m.span != t.at && (!m.object || c.low(m.from-1) == "by")
	}
	if m := c.lastMention(at, isSubject); m != nil {
		rows := c.listRows(*m)
		if o := c.mentionOn(t.at.from); o != nil && o.list == m.list {
			rows = m.rows // "between North and South"
		}
		return m.side(intersect(scope.rows, rows)), true
	}
	if m, ok := c.subject[t.dim]; ok && c.refersBack(t.dim, span{at, at + 1}) {
		return m.side(intersect(scope.rows, m.rows)), true
	}
	if line := c.line(scope.rows); t.dim == timeDim && len(line) > 1 { // "higher than in 2021"
		g := line[len(line)-1]
		return side{rows: g.rows, dim: timeDim, col: -1, name: g.label()}, true
	}
	return side{}, false
}

func (c *checker) listRows(m mention) []int {
	var rows []int
	for _, o := range c.listOf(m) {
		rows = union(rows, o.rows)
	}
	return rows
}

// worthOfSides are what both sides are worth in one column.
func (c *checker) worthOfSides(s, t side, col, at int) (a, b float64, rows []int) {
	if t.col >= 0 {
		return c.worth(s.rows, s.col), c.worth(s.rows, t.col), s.rows
	}
	a = c.worth(s.rows, col)
	scope := c.without(c.bind(span{at, at + 1}), s.dim)
	if s.dim == timeDim {
		scope = c.without(c.bind(span{at, at + 1}), timeDim)
	}
	switch t.op {
	case Mean, Median:
		var list []float64
		for _, g := range c.groupsOf(s.dim, scope.rows) {
			if v := c.worth(g.rows, col); !math.IsNaN(v) {
				list = append(list, v)
			}
		}
		return a, centre(list, t.op), scope.rows
	case previous:
		line := c.line(scope.rows)
		at := slices.IndexFunc(line, func(g group) bool { return len(intersect(g.rows, s.rows)) > 0 })
		if at < 1 {
			return a, math.NaN(), nil
		}
		return a, c.worth(line[at-1].rows, col), union(s.rows, line[at-1].rows)
	case runnerUp, leader:
		other := c.otherEnd(s, t.op, scope.rows, col)
		return a, c.worth(other, col), union(s.rows, other)
	}
	other := intersect(scope.rows, t.rows)
	return a, c.worth(other, col), union(s.rows, other)
}

func centre(list []float64, op Operation) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	if op == Median {
		slices.Sort(list)
		return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
	}
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}

var gapWords = english.NewSet("gap difference lead margin advantage distance spread apart differ differs differed")

// readComparison reads a figure as how far two things are apart: "30 more than
// South", "twice the average", "leads South by 30".
func (c *checker) readComparison(f *figure) ([]reading, span, bool) {
	for _, find := range []func(*figure) (int, side, int, bool){c.comparisonAfter, c.comparisonBefore, c.gapComparison, c.leadComparison} {
		sign, t, at, ok := find(f)
		if !ok {
			continue
		}
		s, ok := c.subjectOf(t, min(at, f.from))
		if !ok {
			s, ok = c.subjectOf(t, f.from)
		}
		if m := c.nextMention(f.to-1, label); !ok && m != nil && m.dim == t.dim && m.to <= t.at.from { // "six times as many open orders as refunded ones"
			s, ok = m.side(m.rows), true
		}
		if !ok || len(s.rows) == 0 {
			continue
		}
		words := span{min(f.from, at), max(f.to, at+1)}
		cols, _ := c.columnsFor(f)
		if s.col >= 0 {
			cols = []int{s.col}
		}
		c.markUsed(span{at, at + 1})
		return c.readDistance(f, s, t, cols, sign, at), words, true
	}
	return nil, span{}, false
}

func (c *checker) markUsed(s span) {
	for i := s.from; i < s.to; i++ {
		c.used[i] = true
	}
}

// readDistance are the readings of a distance.
func (c *checker) readDistance(f *figure, s, t side, cols []int, sign, at int) []reading {
	var out []reading
	for _, col := range cols {
		k := &c.cols[col]
		if f.unit == money && (k.count || k.percent) {
			continue
		}
		a, b, rows := c.worthOfSides(s, t, col, at)
		what := fmt.Sprintf("%s of %s against %s", k.label(), s.name, t.name)
		list := []int{col}
		if t.col >= 0 {
			list = append(list, t.col)
		}
		d := a - b
		if speedWords[c.low(at)] != 0 && c.isDuration(col) {
			d = -d
		}
		if sign < 0 || sign == 0 && d < 0 {
			d = -d
		}
		switch f.unit {
		case times, part:
			if sign >= 0 || f.unit == part {
				out = append(out, reading{Ratio, a / b, list, rows, what})
			}
			if f.unit == part && sign != 0 { // "a third higher than"
				out = []reading{{Change, d / math.Abs(b), list, rows, what}}
			}
		case percent:
			if sign == 0 && !gapWords[c.low(at)] {
				out = append(out, reading{Ratio, 100 * a / b, list, rows, what})
			} else {
				out = append(out, reading{Change, 100 * d / math.Abs(b), list, rows, what})
			}
		case points:
			if k.percent || c.inScorePoints(f, col) {
				out = append(out, reading{Difference, d * k.scale, list, rows, what})
			}
		default:
			out = append(out, reading{Difference, d, list, rows, what})
		}
	}
	return out
}

// comparisonAfter reads "30 more than South" and "twice South's".
func (c *checker) comparisonAfter(f *figure) (sign int, t side, at int, ok bool) {
	if f.unit == part && (c.low(f.from-1) == "by" || c.hedges[max(f.from-1, 0)] && c.low(f.from-2) == "by") {
		return 0, side{}, 0, false // "fell by a fifth in May"
	}
	for i := f.to; i < f.to+4 && i < c.hi; i++ {
		if t, ok = c.multipleOf(f, i); ok {
			return 0, t, f.from, true
		}
		if beatWords[c.low(i)] && i == f.to && c.low(f.from-1) == "of" {
			break // "Amber's income of 120 exceeds Railway's"
		}
		if d := c.distanceWord(i); d != 0 {
			if t, ok = c.targetAt(i + 1); !ok {
				t, ok = c.otherOfTwo(i)
			}
			return d, t, i, ok
		}
		if !c.extendsFigure(f, i) {
			break
		}
	}
	return 0, side{}, 0, false
}

// multipleOf reads what a figure is a multiple or a part of: "twice as much as
// South", "58% of South's distance".
func (c *checker) multipleOf(f *figure, i int) (side, bool) {
	w := c.low(i)
	switch m := c.mentionOn(i + 1); {
	case f.unit == percent && i == f.to && w == "of" && m.is(label) && c.at(m.to-1).owner:
		return c.targetAt(i)
	case f.unit != times && (f.unit != part || comparison(w) != 0):
	case i == f.to || oneOf(w, "as", "the", "that"):
		t, ok := c.targetAt(c.skipAs(i))
		return t, ok && (f.unit == times || !c.isShareTarget(t))
	}
	return side{}, false
}

// distanceWord is the direction of a word that a figure before it measures a
// distance by: "30 more", "10 short of".
func (c *checker) distanceWord(i int) int {
	w := c.low(i)
	if oneOf(w, "over", "under") && !c.nameFollows(i+1) || w == "short" && c.low(i+1) != "of" {
		return 0
	}
	return comparison(w)
}

// extendsFigure reports whether a word may stand between a figure and what it is
// compared with.
func (c *checker) extendsFigure(f *figure, i int) bool {
	if c.figureOn(i) != nil || c.mentionOn(i).namesRows() || !c.at(i).letters() {
		return false
	}
	w := c.low(i)
	return !oneOf(w, "and", "in", "is", "was", "are", "were") && (w != "of" || f.unit == part)
}

// otherOfTwo is what a comparison that does not name its other side is with, where
// there are just two: the sentence names them, or the rows have no more.
func (c *checker) otherOfTwo(i int) (side, bool) {
	if w := c.low(i + 1); oneOf(w, "than", "of") || c.figureOn(i+1) != nil || !moreWords[c.low(i)] && !lessWords[c.low(i)] || oneOf(c.low(i), "over", "under", "above", "below") {
		return side{}, false
	}
	for _, m := range c.mentions { // "compared with May, June was 20% higher"
		if m.kind != measure && m.object && strings.HasPrefix(c.low(m.from-2), "compar") && len(m.rows) > 0 {
			return side{rows: m.rows, dim: m.dim, col: -1, name: m.name, at: m.span}, true
		}
	}
	list := slices.DeleteFunc(c.namesIn(), func(m mention) bool { return m.to > i })
	if len(list) == 0 {
		return side{}, false
	}
	subject := list[0]
	if len(list) == 2 && list[0].list != list[1].list {
		o := list[1]
		if !o.object {
			subject, o = list[1], list[0]
		}
		return side{rows: o.rows, dim: o.dim, col: -1, name: o.name, at: o.span}, true
	}
	if groups := c.groupsOf(subject.dim, c.all); len(list) == 1 && len(groups) == 2 {
		other := groups[0]
		if len(intersect(other.rows, subject.rows)) > 0 {
			other = groups[1]
		}
		return side{rows: other.rows, dim: subject.dim, col: -1, name: other.label(), at: span{i, i + 1}}, true
	}
	return side{}, false
}

// isShareTarget reports whether a fraction is a share of what follows, not a
// multiple of it: "half of revenue".
func (c *checker) isShareTarget(t side) bool {
	return t.col >= 0 || t.op != "" && t.op != Mean && t.op != Median
}

// skipAs passes "as much as", "the size of", "times more than".
func (c *checker) skipAs(i int) int {
	if c.low(i) == "as" {
		for k := i + 1; k < i+6; k++ {
			if c.low(k) == "as" {
				return k + 1
			}
		}
	}
	if c.low(i) == "the" && c.low(i+2) == "of" && c.figureOn(i+1) == nil && !meanWords[c.low(i+1)] && !medianWords[c.low(i+1)] {
		return i + 3
	}
	return i
}

func (c *checker) nameFollows(i int) bool {
	if c.low(i) == "the" {
		i++
	}
	return i < c.hi && (c.mentionOn(i).is(label) || meanWords[c.low(i)] || medianWords[c.low(i)])
}

// comparisonBefore reads "leads South by 30".
func (c *checker) comparisonBefore(f *figure) (sign int, t side, at int, ok bool) {
	by := f.from - 1
	for by >= f.from-4 && c.low(by) != "by" {
		by--
	}
	if c.low(by) != "by" {
		if f.unit != times {
			return 0, side{}, 0, false
		}
		by = f.from
	}
	for i := by - 1; i >= by-8 && i >= c.lo; i-- {
		w := c.low(i)
		d := comparison(w)
		if d == 0 && oneOf(w, "leads", "led", "leading") {
			d = 1
		}
		if d != 0 && c.isPlain(i) {
			t, ok = c.targetAt(i + 1)
			return d, t, i, ok && t.at.to <= by
		}
		if c.figureOn(i) != nil {
			break
		}
	}
	return 0, side{}, 0, false
}

// gapComparison reads "a gap of 30 between North and South" and "a lead of 30 over
// South".
func (c *checker) gapComparison(f *figure) (sign int, t side, at int, ok bool) {
	at = -1
	for i := f.from - 1; i >= f.from-12 && c.figureOn(i) == nil && !breakWords[c.low(i)]; i-- {
		if gapWords[c.low(i)] && c.mentionOn(i) == nil && !c.isLeadVerb(i) {
			at = i
			break
		}
	}
	if at < 0 && gapWords[c.low(f.to)] {
		at = f.to
	}
	if at < 0 {
		return 0, side{}, 0, false
	}
	var names []mention
	for _, m := range c.mentions {
		if m.kind != measure && (m.kind == label || len(names) == 0 || names[0].kind == when) {
			if m.kind == label && len(names) > 0 && names[0].kind == when {
				names = nil
			}
			names = append(names, m)
		}
	}
	if len(names) < 2 {
		return 0, side{}, 0, false
	}
	z := names[len(names)-1]
	return 0, z.side(z.rows), at, true
}
