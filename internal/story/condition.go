package story

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/english"
)

// condition is what groups of rows are said to fulfil.
type condition struct {
	test  func(rows []int) bool
	words span
	name  string
	col   int
	frees int // a dimension that it names itself, so that nothing else narrows it; noDim if none
}

// noDim is no dimension.
const noDim = timeDim - 1

// groupsFor are the groups that a condition is asked of.
func (c *checker) groupsFor(k condition, dim int, at span) []group {
	b := c.without(c.bind(at), dim)
	if k.frees != noDim {
		b = c.without(b, k.frees)
	}
	groups := c.groupsOf(dim, b.rows)
	if dim != timeDim {
		return groups
	}
	for _, m := range c.timeMentions() { // "in every month until July"
		w := c.low(m.from - 1)
		if until := oneOf(w, "until", "till", "through"); until || w == "since" {
			at := c.cols[m.cols[0]].times[m.rows[0]].order()
			groups = slices.DeleteFunc(slices.Clone(groups), func(g group) bool { return until && g.at.order() > at || !until && g.at.order() < at })
		}
	}
	return groups
}

// conditionIn finds a condition among the words: a bound ("above 100"), the
// average, a direction, a missing value, a sign.
func (c *checker) conditionIn(from, to, dim int) (condition, bool) {
	for i := max(from, c.lo); i < min(to, c.hi); i++ {
		if f := c.figureOn(i); f != nil && f.near >= above && len(c.measures) > 0 && (f.unit == bare || f.unit == money || f.unit == percent) {
			return c.isWithinBound(*f), true
		}
		if c.saysMissing(i) {
			return c.lacksValue(i), true
		}
		if cols := c.colsAt(i); len(cols) > 0 {
			if k, ok := c.conditionAt(i, dim, cols[0]); ok {
				return k, true
			}
		}
	}
	return condition{}, false
}

// saysMissing reports whether a word says that a value is not there.
func (c *checker) saysMissing(i int) bool {
	switch w := c.low(i); {
	case english.MissingWords[w]:
		return true
	case w == "no" || w == "without":
		return oneOf(english.Singular(c.low(i+1)), "value", "data", "figure") || c.columnNamed(i+1) >= 0
	}
	return false
}

// conditionAt reads a condition on one measure.
func (c *checker) conditionAt(i, dim, col int) (condition, bool) {
	w := c.low(i)
	if s := comparison(w); s != 0 {
		if t, ok := c.targetAt(i + 1); ok {
			if k, ok := c.comparesWith(t, s, dim, col, i); ok {
				return k, true
			}
		}
	}
	if s := extreme(w); s != 0 && dim >= 0 && c.low(i-1) == "the" && havingWords[c.low(i-2)] {
		return c.hasExtreme(s, dim, col, i), true
	}
	if d := c.directionAt(i); d != 0 && c.figureOn(i+1) == nil && !(c.low(i+1) == "by" && c.figureOn(i+2) != nil) {
		return c.hasMoved(d, dim, col, i), true
	}
	if (flatWords[w] || w == "same" && keepWords[c.low(i-2)]) && c.isPlain(i) {
		return c.hasStayedFlat(dim, col, i), true
	}
	if sign := signWords[w]; sign != 0 {
		return condition{func(rows []int) bool { return sign*c.worth(rows, col) > 0 }, span{i, i + 1}, w, col, noDim}, true
	}
	return condition{}, false
}

// havingWords are verbs of a place that several may have.
var havingWords = english.NewSet(`have has had share shares shared`)

// hasExtreme is true of the groups that have the most, or the least, of a measure.
func (c *checker) hasExtreme(sign, dim, col, at int) condition {
	most := math.Inf(-1)
	for _, g := range c.groupsOf(dim, c.without(c.bind(span{at, at + 1}), dim).rows) {
		if worth := float64(sign) * c.worth(g.rows, col); worth > most {
			most = worth
		}
	}
	return condition{func(rows []int) bool { return float64(sign)*c.worth(rows, col) == most }, span{at - 1, at}, "the " + c.low(at), col, noDim}
}

func (c *checker) isWithinBound(f figure) condition {
	cols, named := c.columnsFor(&f)
	if !named && len(c.topic) > 0 {
		cols = append(slices.Clone(c.topic), cols...)
	}
	col := cols[0]
	if i := slices.IndexFunc(cols, func(col int) bool { return c.suits(&f, col, named) }); i >= 0 {
		col = cols[i]
	}
	if i := slices.IndexFunc(cols, func(col int) bool {
		return c.suits(&f, col, named) && c.fold(Minimum, c.all, col) <= f.value && f.value <= c.fold(Maximum, c.all, col)
	}); !named && i >= 0 { // the bound lies among the values
		col = cols[i]
	}
	scale := 1.0
	if f.unit == percent {
		scale = c.cols[col].scale
	}
	return condition{func(rows []int) bool { return f.holds(c.worth(rows, col) * scale) }, f.span, c.quote(span{f.from - 1, f.to}), col, noDim}
}

func (c *checker) comparesWith(t side, sign, dim, col, at int) (condition, bool) {
	scope := c.without(c.bind(span{at, at + 1}), dim)
	test := func(rows []int) bool {
		a, b, _ := c.worthOfSides(side{rows: intersect(rows, scope.rows), dim: dim, col: -1}, t, col, at)
		return float64(sign)*(a-b) > 0
	}
	frees := noDim
	if t.col >= 0 || t.op == "" && t.dim != dim { // "in every quarter Europe outsold Asia"
		s, ok := c.subjectOf(t, at)
		if !ok {
			return condition{}, false
		}
		if t.col < 0 {
			frees = t.dim
		}
		test = func(rows []int) bool {
			if t.col >= 0 {
				return float64(sign)*(c.worth(rows, s.col)-c.worth(rows, t.col)) > 0
			}
			return float64(sign)*(c.worth(intersect(rows, s.rows), col)-c.worth(intersect(rows, t.rows), col)) > 0
		}
	}
	return condition{test, span{at, t.at.to}, c.quote(span{at, t.at.to}), col, frees}, true
}

// hasMoved is true of groups that rose or fell: a group of names over the time,
// a period against the one before.
func (c *checker) hasMoved(d, dim, col, at int) condition {
	f := &figure{span: span{at, at + 1}}
	test := func(rows []int) bool {
		b := binding{rows: rows}
		if dim >= 0 {
			b.by = []mention{{kind: label, dim: dim, rows: rows}}
		}
		for _, e := range c.allEnds(f, b, col) {
			return float64(d)*(e[1]-e[0]) > 0
		}
		for _, k := range c.measures {
			if c.cols[k].change && len(rows) == 1 {
				return float64(d)*c.fold(Sum, rows, k) > 0
			}
		}
		return lossVerbs[c.low(at)] && c.worth(rows, col) < 0
	}
	if dim == timeDim {
		line := c.line(c.without(c.bind(f.span), timeDim).rows)
		test = func(rows []int) bool {
			i := slices.IndexFunc(line, func(g group) bool { return g.rows[0] == rows[0] })
			return i > 0 && float64(d)*(c.worth(line[i].rows, col)-c.worth(line[i-1].rows, col)) > 0
		}
	}
	return condition{test, f.span, c.low(at), col, noDim}
}

var keepWords = english.NewSet("kept stayed remained held had")

// hasStayedFlat is true of groups of names that stayed flat over the time.
func (c *checker) hasStayedFlat(dim, col, at int) condition {
	f := &figure{span: span{at, at + 1}}
	test := func(rows []int) bool {
		for _, e := range c.allEnds(f, binding{rows: rows, by: []mention{{kind: label, dim: dim, rows: rows}}}, col) {
			return math.Abs(e[1]-e[0]) <= flatSize(c.low(at))*math.Abs(e[0])
		}
		return false
	}
	return condition{test, f.span, c.low(at), col, noDim}
}

// lacksValue is true of groups without a value: of the column that is named, or
// else of any measure.
func (c *checker) lacksValue(at int) condition {
	cols := c.measures
	for i := at; i < at+6; i++ {
		if col := c.columnNamed(i); col >= 0 {
			cols = []int{col}
			break
		}
	}
	return condition{func(rows []int) bool {
		for _, col := range cols {
			for _, r := range rows {
				if c.t.Rows[r][col].IsNull() {
					return true
				}
			}
		}
		return false
	}, span{at, at + 1}, "missing", -1, noDim}
}

// columnNamed is the column that a word names, of any kind; -1 if none.
func (c *checker) columnNamed(i int) int {
	if m := c.topics[concept(c.low(i))]; len(m) > 0 {
		return m[0]
	}
	for col := range c.cols {
		if slices.Contains(c.cols[col].key, concept(c.low(i))) {
			return col
		}
	}
	return -1
}

// countWithValue counts the groups that have a value of some measure.
func (c *checker) countWithValue(groups []group, col int) int {
	n := 0
	for _, g := range groups {
		if len(c.valuesOf(g.rows, col)) > 0 {
			n++
		}
	}
	return n
}
