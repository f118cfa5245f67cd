package story

import (
	"fmt"
	"slices"
	"strings"
)

// cue is the operation that the words beside a figure name, and where.
func (c *checker) cue(f *figure) (Operation, int) {
	for j := f.to; j < f.to+4 && j < c.hi; j++ {
		w := c.low(j)
		if c.own(j) > 0 || w == "," || w == "and" || w == "than" || w == "above" || w == "below" {
			break
		}
		switch {
		case w == "total" || w == "overall" || w == "altogether" || w == "combined" || w == "together" || w == "all" && c.low(j-1) == "in":
			if w != "total" || c.low(j-1) == "in" {
				return Sum, j
			}
		case w == "average" && c.low(j-1) == "on":
			return Mean, j
		case w == "per" || w == "each" || w == "apiece":
			return Mean, j
		case (w == "a" || w == "an") && (grainNames[c.low(j+1)] != noGrain || c.countable(j+1)):
			return Mean, j
		}
	}
	counted := false
	for j := f.from - 1; j >= c.lo; j-- {
		w := c.low(j)
		if o := c.own(j); o > 0 && c.countsAll(&c.figures[o-1]) { // "the average of the five brands"
			counted = true
			continue
		}
		if counted && !sumWords[w] && !meanWords[w] && !medianWords[w] {
			continue
		}
		if c.own(j) > 0 && !c.rangePair(j, f) || breakWords[w] || w == ";" {
			break
		}
		if o := c.own(j); o < 0 && (c.mentions[-o-1].made || c.fullName(c.mentions[-o-1])) {
			continue
		}
		switch {
		case sumWords[w]:
			return Sum, j
		case meanWords[w] || w == "averages":
			return Mean, j
		case medianWords[w]:
			return Median, j
		case w == "most" && (c.low(j+1) == "of" || c.low(j-1) == "at"), w == "least" && c.low(j-1) == "at", w == "record":
		case mostWords[w] && w != "led" && w != "leads" && w != "leading":
			return Maximum, j
		case leastWords[w] && !trailWords[w]:
			return Minimum, j
		case (w == "high" || w == "low") && c.isTurningPoint(j):
			return map[string]Operation{"high": Maximum, "low": Minimum}[w], j
		case w == "reached" || w == "hit" || w == "reaching":
			return Value, j
		case w == "to" && j == f.from-1 && c.cameFrom(j):
			return last, j
		case startWords[w] || w == "from" && c.low(j+1) != "the" && j == f.from-1:
			return first, j
		case endWords[w] && c.own(j) == 0:
			return last, j
		}
	}
	return "", -1
}

// countsAll reports whether a figure counts what there is: "of the five brands".
func (c *checker) countsAll(f *figure) bool {
	w := c.low(f.from - 1)
	return f.whole && c.countable(f.to) && (w == "the" || w == "of" || w == "all")
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
	g := c.figures[c.own(j)-1]
	w := c.low(g.from - 1)
	return (w == "between" || w == "from") && c.joinsUnits(g.to, f.from)
}

// valuing reads a plain figure: a value of the rows it is bound to, or an
// operation over them that a word names.
func (c *checker) valuing(f *figure) []reading {
	cols, named := c.columnsFor(f)
	b := c.bind(f.span)
	op, at := c.cue(f)
	if r := c.ranging(f, b, cols); r != nil {
		return r
	}
	for i := f.from - 4; i < f.from-1; i++ {
		if e, ok := c.sequel(i, b); ok && c.low(f.from-1) == "to" {
			return []reading{{Value, c.worth(e.end, cols[0]), cols[:1], e.end, fmt.Sprintf("%s of %s", c.cols[cols[0]].plain(), c.timeName(e.end))}}
		}
	}
	var out []reading
	for _, col := range c.restrict(cols, f) {
		if !c.suits(f, col, named) {
			continue
		}
		out = append(out, c.valuesOf(f, b, col, op, at)...)
	}
	if r := c.earlier(f, b, cols); r != nil {
		return r
	}
	out = append(out, c.perUnit(f, b, cols)...)
	if op == Mean { // "an average of 134 per order" where avg_order_value is a column
		for _, col := range c.measures {
			if c.namedAs(col, Mean) && !slices.Contains(cols, col) && c.sayAny(c.cols[col].key) {
				out = append(out, c.valuesOf(f, b, col, "", -1)...)
			}
		}
	}
	return out
}

// sayAny reports whether the sentence has one of the words.
func (c *checker) sayAny(list []string) bool {
	for i := c.lo; i < c.hi; i++ {
		if slices.Contains(list, concept(c.low(i))) {
			return true
		}
	}
	return false
}

// restrict keeps the columns of the year that a figure is bound to, where
// years stand in the names.
func (c *checker) restrict(cols []int, f *figure) []int {
	for _, m := range c.pick(timeDim, f.span) {
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

// valuesOf are the readings of a figure in one column.
func (c *checker) valuesOf(f *figure, b binding, col int, op Operation, at int) []reading {
	k := &c.cols[col]
	scale := 1.0
	if f.unit == percent {
		scale = k.scale
	}
	var out []reading
	add := func(op Operation, v float64, rows []int, what string) {
		v *= scale
		if w := c.low(f.from - 2); v > 0 && c.low(f.from-1) == "of" && signWords[w] < 0 {
			return // a loss is below zero
		}
		if v < 0 && !f.signed && f.value != 0 && c.lossNear(f) {
			v = -v
		}
		out = append(out, reading{op, v, []int{col}, rows, what})
	}
	of := c.whose(b)
	single := len(b.rows) == 1
	scopes := []binding{b}
	if op != "" && at >= 0 {
		beyond := true
		for _, m := range b.by {
			if c.separated(m, at, f) {
				scopes = append(scopes, c.without(b, m.dim))
			} else {
				beyond = false
			}
		}
		if len(b.dims()) > 1 && beyond {
			scopes = append(scopes, binding{rows: c.all})
		}
	}
	switch op {
	case Sum, Mean, Median, Maximum, Minimum:
		for _, s := range scopes {
			if len(s.rows) == 0 || op == Sum && len(s.rows) > 1 && (!k.additive || c.cut && len(s.by) == 0) {
				continue
			}
			if len(s.rows) > 1 {
				add(op, c.fold(op, s.rows, col), s.rows, fmt.Sprintf("%s of %s%s", op, k.plain(), c.whose(s)))
				if (op == Maximum || op == Minimum) && k.additive && len(s.by) > 0 { // "Asia is smallest at 1,009"
					add(Sum, c.fold(Sum, s.rows, col), s.rows, fmt.Sprintf("sum of %s%s", k.plain(), c.whose(s)))
				}
				c.byGroups(f, s, col, op, add)
			} else {
				add(Value, c.fold(Sum, s.rows, col), s.rows, k.plain()+c.whose(s))
			}
		}
		if op == Mean || op == Sum || op == Median {
			if single || !c.namedAs(col, op) {
				return out
			}
		} else if !single {
			return out
		}
	case first, last:
		if op == last && at > 0 && len(c.whens) > 0 && (c.low(at-2) == "has" || c.low(at-2) == "have") { // "and has improved to 1.6%"
			if line := c.line(c.without(b, timeDim).rows); len(line) > 1 {
				g := line[len(line)-1]
				add(Value, c.worth(g.rows, col), g.rows, fmt.Sprintf("%s of %s", k.plain(), g.said()))
			}
		}
		for _, p := range c.pairs([]int{col}) { // "from 1,410 to 1,550", each of a column
			if at := map[Operation]int{first: p[0], last: p[1]}[op]; at == col && (k.additive || single) && c.namesPeriodOf(col, f) {
				add(Sum, c.fold(Sum, b.rows, col), b.rows, fmt.Sprintf("sum of %s%s", k.plain(), of))
			}
		}
		if line := c.line(b.rows); len(line) > 1 || len(b.rows) > 1 && len(line) > 0 {
			g := line[0]
			if op == last {
				g = line[len(line)-1]
			}
			add(Value, c.worth(g.rows, col), g.rows, fmt.Sprintf("%s of %s", k.plain(), g.said()))
			for _, e := range c.ends(f, b) {
				rows := e.base
				if op == last {
					rows = e.end
				}
				add(Value, c.worth(rows, col), rows, fmt.Sprintf("%s of %s", k.plain(), c.timeName(rows)))
			}
		} else if op == first && len(b.rows) == 1 && len(c.whens) > 0 && c.low(f.from-1) == "from" {
			for _, e := range c.ends(f, c.without(b, timeDim)) {
				add(Value, c.worth(e.base, col), e.base, fmt.Sprintf("%s of %s", k.plain(), c.timeName(e.base)))
			}
		}
	case Value:
		if !single {
			add(Maximum, c.fold(Maximum, b.rows, col), b.rows, fmt.Sprintf("maximum of %s%s", k.plain(), of))
		}
	}
	if f.near >= above && len(b.by) > 1 && len(b.dims()) == 1 { // "Cork and Faro are above 3"
		worst := Minimum
		if f.near >= below {
			worst = Maximum
		}
		add(Value, c.fold(worst, b.rows, col), b.rows, k.plain()+of)
		return out
	}
	if w := c.low(f.from - 1); w == "of" || c.low(f.from-2) == "of" || c.low(f.from-3) == "of" || w == "all" {
		if k.additive && c.figureIn(f.from-8, f.from) { // "157 of the 317"
			for _, d := range b.dims() {
				s := c.without(b, d)
				add(Sum, c.fold(Sum, s.rows, col), s.rows, fmt.Sprintf("sum of %s%s", k.plain(), c.whose(s)))
			}
		}
	}
	switch {
	case single:
		add(Value, c.fold(Sum, b.rows, col), b.rows, k.plain()+of)
	case len(b.rows) > 1 && k.additive && (op != first && op != last || slices.Contains(b.dims(), timeDim)):
		if len(b.by) > 0 || !c.cut {
			add(Sum, c.fold(Sum, b.rows, col), b.rows, fmt.Sprintf("sum of %s%s", k.plain(), of))
		}
	}
	if len(b.rows) > 1 && (c.low(f.to) == "each" || c.low(f.to) == "apiece" || c.nounThen(f, "each") || c.tiedBefore(f)) {
		if lo := c.fold(Minimum, b.rows, col); lo == c.fold(Maximum, b.rows, col) {
			add(Value, lo, b.rows, k.plain()+of)
		}
	}
	return out
}

// namesPeriodOf reports whether a figure is of the period in a column's name, or of
// none.
func (c *checker) namesPeriodOf(col int, f *figure) bool {
	named := c.pick(timeDim, f.span)
	return !slices.ContainsFunc(named, func(m mention) bool { return !slices.Contains(c.columnsOf(m.period), col) })
}

// tiedBefore reads "are tied at 4.2".
func (c *checker) tiedBefore(f *figure) bool {
	i := f.from - 1
	for w := c.low(i); w == "at" || w == "with" || w == "on" || w == "a" || w == "of" || w == "the" || c.own(i) < 0 && c.mentions[-c.own(i)-1].kind == measure; w = c.low(i) {
		i--
	}
	return sameWords[c.low(i)]
}

func (c *checker) nounThen(f *figure, w string) bool { return c.low(f.to+1) == w }

// namedAs reports whether a column already is what the word says: "average
// price" of avg_price.
func (c *checker) namedAs(col int, op Operation) bool {
	for _, w := range c.cols[col].words {
		if op == Maximum && (w == "max" || w == "maximum") || op == Minimum && (w == "min" || w == "minimum") || op == Mean && w == "avg" || op == Sum && w == "total" || op == Median && w == "median" {
			return true
		}
	}
	return false
}

// separated reports whether a figure's operation looks beyond a name: the
// "average of 95" of "North is above the average of 95".
func (c *checker) separated(m mention, at int, f *figure) bool {
	from, to := m.to, at
	if m.from >= f.to {
		from, to = f.to, m.from
	}
	for i := from; i < to; i++ {
		w := c.low(i)
		if w == "," || w == "of" || w == "than" || w == "against" || w == "versus" || w == "(" || w == "vs" || w == "beats" || w == "and" || w == "from" || breakWords[w] || w == ";" || comparison(w) != 0 || w == "—" {
			return true
		}
	}
	return false
}

// whose names the rows of a binding: " of North in July 2025".
func (c *checker) whose(b binding) string {
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
