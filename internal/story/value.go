package story

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// cue is the operation that the words beside a figure name, and where.
func (c *checker) cue(f *figure) (Operation, int) {
	if op, at := c.cueAfter(f); op != "" {
		return op, at
	}
	return c.cueBefore(f)
}

var (
	cueEnds    = english.NewSet(", and than above below") // end what is said of a figure
	sumsAfter  = english.NewSet("overall altogether combined together")
	meansAfter = english.NewSet("per each apiece")
	leadsOn    = english.NewSet("led leads leading") // say who, not how much
)

// cueAfter reads the words after a figure: "5 in total", "3 on average".
func (c *checker) cueAfter(f *figure) (Operation, int) {
	for j := f.to; j < f.to+4 && j < c.hi; j++ {
		w := c.low(j)
		if c.figureOn(j) != nil || cueEnds[w] {
			break
		}
		switch in := c.low(j-1) == "in"; {
		case sumsAfter[w] || in && oneOf(w, "all", "total"):
			return Sum, j
		case w == "average" && c.low(j-1) == "on" || meansAfter[w]:
			return Mean, j
		case oneOf(w, "a", "an") && (grainNames[c.low(j+1)] != noGrain || c.countable(j+1)):
			return Mean, j
		}
	}
	return "", -1
}

// cueBefore reads the words before a figure, the nearest first.
func (c *checker) cueBefore(f *figure) (Operation, int) {
	counted := false
	for j := f.from - 1; j >= c.lo; j-- {
		w := c.low(j)
		if g := c.figureOn(j); g != nil && c.countsAll(g) { // "the average of the five brands"
			counted = true
			continue
		}
		if counted && !sumWords[w] && !meanWords[w] && !medianWords[w] {
			continue
		}
		if c.figureOn(j) != nil && !c.rangePair(j, f) || breakWords[w] || w == ";" {
			break
		}
		if m := c.mentionOn(j); m != nil && (m.derived || c.fullName(*m)) {
			continue
		}
		if op := c.cueAt(j, f); op != "" {
			return op, j
		}
	}
	return "", -1
}

// cueAt is the operation that a word before a figure names.
func (c *checker) cueAt(j int, f *figure) Operation {
	w, before, after := c.low(j), c.low(j-1), c.low(j+1)
	switch {
	case sumWords[w]:
		return Sum
	case meanWords[w] || w == "averages":
		return Mean
	case medianWords[w]:
		return Median
	case w == "most" && (after == "of" || before == "at"), w == "least" && before == "at", w == "record":
		return ""
	case mostWords[w] && !leadsOn[w]:
		return Maximum
	case leastWords[w] && !trailWords[w]:
		return Minimum
	case w == "to" && j == f.from-1 && c.cameFrom(j):
		return last
	case startWords[w] || w == "from" && after != "the" && j == f.from-1:
		return first
	case endWords[w] && c.isPlain(j):
		return last
	}
	return ""
}

// countsAll reports whether a figure counts what there is: "of the five brands".
func (c *checker) countsAll(f *figure) bool {
	w := c.low(f.from - 1)
	return f.whole && c.countable(f.to) && oneOf(w, "the", "of", "all")
}

// fullName reports whether a mention is a name in quotes or of several words,
// so that none of them says how a figure was found.
func (c *checker) fullName(m mention) bool { return m.kind == label && m.to-m.from > 1 }

func (c *checker) countable(i int) bool {
	_, ok := c.dimNamed(c.low(i))
	return ok
}

// cameFrom reports whether "to" ends a way that began: "from 340 to", "fell
// to".
func (c *checker) cameFrom(to int) bool {
	for i := to - 1; i >= to-4 && i >= c.lo; i-- {
		if c.directionAt(i) != 0 || c.low(i) == "from" {
			return true
		}
	}
	return false
}

// rangePair lets a cue reach the second of "between 90 and 120".
func (c *checker) rangePair(j int, f *figure) bool {
	g := c.figureOn(j)
	w := c.low(g.from - 1)
	return oneOf(w, "between", "from") && c.joinsUnits(g.to, f.from)
}

// readValue reads a plain figure: a value of the rows it is bound to, or an
// operation over them that a word names.
func (c *checker) readValue(f *figure) []reading {
	cols, named := c.columnsFor(f)
	b := c.bind(f.span)
	op, at := c.cue(f)
	if r := c.readRange(f, b, cols); r != nil {
		return r
	}
	for i := f.from - 4; i < f.from-1; i++ {
		if e, ok := c.readSequel(i, b); ok && c.low(f.from-1) == "to" {
			return []reading{{Value, c.worth(e.end, cols[0]), cols[:1], e.end, fmt.Sprintf("%s of %s", c.cols[cols[0]].label(), c.timeName(e.end))}}
		}
	}
	var out []reading
	for _, col := range c.restrict(cols, f) {
		if !c.suits(f, col, named) {
			continue
		}
		out = append(out, c.readValuesOf(f, b, col, op, at)...)
	}
	if r := c.readEarlier(f, b, cols); r != nil {
		return r
	}
	return append(out, c.readPerUnit(f, b, cols)...)
}

// restrict keeps the columns of the year that a figure is bound to, where
// years stand in the names.
func (c *checker) restrict(cols []int, f *figure) []int {
	for _, m := range c.namesFor(timeDim, f.span) {
		if of := c.columnsOf(m.period); of != nil {
			of = slices.DeleteFunc(slices.Clone(of), func(col int) bool { return len(cols) < len(c.measures) && !c.alike(col, cols) })
			if len(of) > 0 {
				return of
			}
		}
	}
	return cols
}

// alike reports whether a column differs from one of the others at most in its
// year.
func (c *checker) alike(col int, cols []int) bool {
	for _, o := range cols {
		if slices.ContainsFunc(c.cols[o].key, func(w string) bool { return yearNumber(w) == 0 && slices.Contains(c.cols[col].key, w) }) {
			return true
		}
	}
	return false
}

// suits reports whether a column can hold the figure's unit.
func (c *checker) suits(f *figure, col int, named bool) bool {
	k := &c.cols[col]
	switch f.unit {
	case money:
		return !k.percent && (!k.count || named)
	case percent:
		return k.percent
	}
	return named || !k.percent
}

// readValuesOf are the readings of a figure in one column.
func (c *checker) readValuesOf(f *figure, b binding, col int, op Operation, at int) []reading {
	v := &valueReader{checker: c, f: f, b: b, col: col, k: &c.cols[col], scale: 1, of: c.ofWhom(b)}
	if f.unit == percent {
		v.scale = v.k.scale
	}
	switch op {
	case Sum, Mean, Median, Maximum, Minimum:
		if v.readFolds(op, at) {
			return v.out
		}
	case first, last:
		v.readEnds(op, at)
	}
	if f.near >= above && len(b.by) > 1 && len(b.dims()) == 1 { // "Cork and Faro are above 3"
		worst := Minimum
		if f.near >= below {
			worst = Maximum
		}
		v.add(Value, c.fold(worst, b.rows, col), b.rows, v.k.label()+v.of)
		return v.out
	}
	v.readWholes()
	v.readOwnValue(op)
	v.readEach()
	return v.out
}

// valueReader gathers the readings of a figure in one column.
type valueReader struct {
	*checker
	f     *figure
	b     binding
	col   int
	k     *column
	scale float64
	of    string // whose values they are
	out   []reading
}

func (v *valueReader) add(op Operation, x float64, rows []int, what string) {
	x *= v.scale
	if w := v.low(v.f.from - 2); x > 0 && v.low(v.f.from-1) == "of" && signWords[w] < 0 {
		return // a loss is below zero
	}
	if x < 0 && !v.f.signed && v.f.value != 0 && v.lossNear(v.f) {
		x = -x
	}
	v.out = append(v.out, reading{op, x, []int{v.col}, rows, what})
}

func (v *valueReader) addSum(s binding) {
	v.add(Sum, v.fold(Sum, s.rows, v.col), s.rows, fmt.Sprintf("sum of %s%s", v.k.label(), v.ofWhom(s)))
}

func (v *valueReader) addWorth(rows []int, when string) {
	v.add(Value, v.worth(rows, v.col), rows, fmt.Sprintf("%s of %s", v.k.label(), when))
}

// scopes are the rows that an operation named at a place may be over: those that
// the figure is bound to, and those without a name that the operation stands apart
// from.
func (v *valueReader) scopes(at int) []binding {
	list := []binding{v.b}
	if at < 0 {
		return list
	}
	for _, m := range v.b.by {
		if v.isSeparated(m, at, v.f) {
			list = append(list, v.without(v.b, m.dim))
		}
	}
	return list
}

// readFolds reads a total, an average or an extreme, and reports whether the
// figure can be nothing else.
func (v *valueReader) readFolds(op Operation, at int) bool {
	extreme := op == Maximum || op == Minimum
	for _, s := range v.scopes(at) {
		switch {
		case len(s.rows) == 0 || op == Sum && len(s.rows) > 1 && (!v.k.additive || v.cut && len(s.by) == 0):
		case len(s.rows) > 1:
			v.add(op, v.fold(op, s.rows, v.col), s.rows, fmt.Sprintf("%s of %s%s", op, v.k.label(), v.ofWhom(s)))
			if extreme && v.k.additive && len(s.by) > 0 { // "Asia is smallest at 1,009"
				v.addSum(s)
			}
			v.readByGroups(v.f, s, v.col, op, v.add)
		default:
			v.add(Value, v.fold(Sum, s.rows, v.col), s.rows, v.k.label()+v.ofWhom(s))
		}
	}
	single := len(v.b.rows) == 1
	if extreme {
		return !single
	}
	return single || !v.isNamedAs(v.col, op)
}

// readEnds reads the value that a movement begins or ends with.
func (v *valueReader) readEnds(op Operation, at int) {
	if op == last && at > 0 && len(v.whens) > 0 && oneOf(v.low(at-2), "has", "have") { // "and has improved to 1.6%"
		if line := v.line(v.without(v.b, timeDim).rows); len(line) > 1 {
			g := line[len(line)-1]
			v.addWorth(g.rows, g.label())
		}
	}
	for _, p := range v.pairs([]int{v.col}) { // "from 1,410 to 1,550", each of a column
		if at := map[Operation]int{first: p[0], last: p[1]}[op]; at == v.col && (v.k.additive || len(v.b.rows) == 1) && v.namesPeriodOf(v.col, v.f) {
			v.addSum(v.b)
		}
	}
	line := v.line(v.b.rows)
	switch {
	case len(line) > 1 || len(v.b.rows) > 1 && len(line) > 0:
		g := line[0]
		if op == last {
			g = line[len(line)-1]
		}
		v.addWorth(g.rows, g.label())
		for _, e := range v.ends(v.f, v.b) {
			rows := e.base
			if op == last {
				rows = e.end
			}
			v.addWorth(rows, v.timeName(rows))
		}
	case op == first && len(v.b.rows) == 1 && len(v.whens) > 0 && v.low(v.f.from-1) == "from":
		for _, e := range v.ends(v.f, v.without(v.b, timeDim)) {
			v.addWorth(e.base, v.timeName(e.base))
		}
	}
}

// readWholes reads what something is a part of: "157 of the 317".
func (v *valueReader) readWholes() {
	from := v.f.from
	if w := v.low(from - 1); w != "of" && v.low(from-2) != "of" && v.low(from-3) != "of" && w != "all" {
		return
	}
	if v.k.additive && v.figureIn(from-8, from) {
		for _, d := range v.b.dims() {
			v.addSum(v.without(v.b, d))
		}
	}
}

// readOwnValue reads the value of the rows that the figure is bound to.
func (v *valueReader) readOwnValue(op Operation) {
	switch {
	case len(v.b.rows) == 1:
		v.add(Value, v.fold(Sum, v.b.rows, v.col), v.b.rows, v.k.label()+v.of)
	case len(v.b.rows) > 1 && v.k.additive && (op != first && op != last || slices.Contains(v.b.dims(), timeDim)):
		if len(v.b.by) > 0 || !v.cut {
			v.addSum(v.b)
		}
	}
}

// readEach reads a value that several rows share: "12 each".
func (v *valueReader) readEach() {
	f := v.f
	if len(v.b.rows) > 1 && (oneOf(v.low(f.to), "each", "apiece") || v.nounThen(f, "each") || v.tiedBefore(f)) {
		if lo := v.fold(Minimum, v.b.rows, v.col); lo == v.fold(Maximum, v.b.rows, v.col) {
			v.add(Value, lo, v.b.rows, v.k.label()+v.of)
		}
	}
}

// namesPeriodOf reports whether a figure is of the period in a column's name, or of
// none.
func (c *checker) namesPeriodOf(col int, f *figure) bool {
	named := c.namesFor(timeDim, f.span)
	return !slices.ContainsFunc(named, func(m mention) bool { return !slices.Contains(c.columnsOf(m.period), col) })
}

// tiedBefore reads "are tied at 4.2".
func (c *checker) tiedBefore(f *figure) bool {
	i := f.from - 1
	for w := c.low(i); oneOf(w, "at", "with", "on", "a", "of", "the") || c.mentionOn(i).is(measure); w = c.low(i) {
		i--
	}
	return sameWords[c.low(i)]
}

func (c *checker) nounThen(f *figure, w string) bool { return c.low(f.to+1) == w }

// isNamedAs reports whether a column already is what the word says: "average
// price" of avg_price.
func (c *checker) isNamedAs(col int, op Operation) bool {
	for _, w := range c.cols[col].words {
		if op == Maximum && oneOf(w, "max", "maximum") || op == Minimum && oneOf(w, "min", "minimum") || op == Mean && w == "avg" || op == Sum && w == "total" || op == Median && w == "median" {
			return true
		}
	}
	return false
}

// isSeparated reports whether a figure's operation looks beyond a name: the
// "average of 95" of "North is above the average of 95".
func (c *checker) isSeparated(m mention, at int, f *figure) bool {
	from, to := m.to, at
	if m.from >= f.to {
		from, to = f.to, m.from
	}
	for i := from; i < to; i++ {
		w := c.low(i)
		if oneOf(w, ",", "of", "than", "against", "versus", "(", "vs", "beats", "and", "from") || breakWords[w] || w == ";" || comparison(w) != 0 || w == "—" {
			return true
		}
	}
	return false
}

// ofWhom names the rows of a binding: " of North in July 2025".
func (c *checker) ofWhom(b binding) string {
	var parts []string
	for _, m := range b.by {
		parts = append(parts, m.name)
	}
	if len(parts) == 0 {
		return ""
	}
	return " of " + strings.Join(parts, ", ")
}

func (c *checker) timeName(rows []int) string {
	if len(rows) == 0 || len(c.whens) == 0 {
		return "then"
	}
	return c.cols[c.whens[0]].times[rows[0]].String()
}
