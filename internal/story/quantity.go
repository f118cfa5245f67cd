package story

import (
	"fmt"
	"math"
	"slices"
	"strings"
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
		if until := w == "until" || w == "till" || w == "through"; until || w == "since" {
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
		if o := c.own(i); o > 0 {
			f := c.figures[o-1]
			if f.near >= above && len(c.measures) > 0 && (f.unit == bare || f.unit == money || f.unit == percent) {
				return c.bound(f), true
			}
		}
		w := c.low(i)
		if w == "missing" || w == "blank" || w == "null" || w == "empty" || (w == "no" || w == "without") && (stem(c.low(i+1)) == "value" || stem(c.low(i+1)) == "data" || stem(c.low(i+1)) == "figure" || c.columnSaid(i+1) >= 0) {
			return c.lacking(i), true
		}
		cols := c.colsAt(i)
		if len(cols) == 0 {
			continue
		}
		col := cols[0]
		if s := comparison(w); s != 0 {
			if t, ok := c.target(i + 1); ok && t.op != Rank {
				if k, ok := c.relativeTo(t, s, dim, col, i); ok {
					return k, true
				}
			}
		}
		if d := c.directionAt(i); d != 0 && c.own(i+1) <= 0 && !(c.low(i+1) == "by" && c.own(i+2) > 0) {
			return c.moved(d, dim, col, i), true
		}
		if w == "negative" || w == "loss" || w == "losses" || w == "positive" || w == "profitable" || w == "unprofitable" {
			sign := 1.0
			if w != "positive" && w != "profitable" {
				sign = -1
			}
			return condition{func(rows []int) bool { return sign*c.worth(rows, col) > 0 }, span{i, i + 1}, w, col, noDim}, true
		}
	}
	return condition{}, false
}

func (c *checker) bound(f figure) condition {
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

func (c *checker) relativeTo(t side, sign, dim, col, at int) (condition, bool) {
	scope := c.without(c.bind(span{at, at + 1}), dim)
	test := func(rows []int) bool {
		a, b, _ := c.amounts(side{rows: intersect(rows, scope.rows), dim: dim, col: -1}, t, col, at)
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

// moved is true of groups that rose or fell: a group of names over the time,
// a period against the one before.
func (c *checker) moved(d, dim, col, at int) condition {
	f := &figure{span: span{at, at + 1}}
	test := func(rows []int) bool {
		for _, e := range c.allEnds(f, binding{rows: rows}, col) {
			return float64(d)*(e[1]-e[0]) > 0
		}
		for _, k := range c.measures {
			if c.cols[k].change && len(rows) == 1 {
				return float64(d)*c.fold(Sum, rows, k) > 0
			}
		}
		return false
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

// lacking is true of groups without a value: of the column that is named, or
// else of any measure.
func (c *checker) lacking(at int) condition {
	cols := c.measures
	for i := at; i < at+6; i++ {
		if col := c.columnSaid(i); col >= 0 {
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

// columnSaid is the column that a word names, of any kind; -1 if none.
func (c *checker) columnSaid(i int) int {
	if m := c.topics[meaning(c.low(i))]; len(m) > 0 {
		return m[0]
	}
	for col := range c.cols {
		if slices.Contains(c.cols[col].key, meaning(c.low(i))) {
			return col
		}
	}
	return -1
}

// filled counts the groups that have a value of some measure.
func (c *checker) filled(groups []group, col int) int {
	n := 0
	for _, g := range groups {
		if len(c.present(g.rows, col)) > 0 {
			n++
		}
	}
	return n
}

// nounAfter finds what a number or quantifier counts: its dimension, or the
// rows themselves.
func (c *checker) nounAfter(i int) (dim int, rows bool, end int, ok bool) {
	for steps := 0; steps < 6 && i < c.hi; steps++ {
		if o := c.own(i); o > 0 && c.figures[o-1].whole && c.low(i-1) != "and" && (c.low(i-1) == "the" || c.low(i-1) == "of" || c.low(i-1) == "all") {
			i = c.figures[o-1].to
			continue
		} else if o < 0 && (c.mentions[-o-1].kind != measure || c.wholeName(c.mentions[-o-1])) {
			return 0, false, 0, false
		}
		w := c.low(i)
		if d, found := c.dimNamed(w); found {
			return d, false, i + 1, true
		}
		switch {
		case rowWords[stem(w)]:
			return 0, true, i + 1, true
		case w == "of" || w == "the" || w == "out" || w == "all" || w == "different" || w == "distinct" || w == "other" || w == "consecutive" || w == "single" || w == "straight" || w == "individual" || w == "separate" || w == "listed" || w == "remaining":
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

// counting reads a whole number as a count of rows, names or periods.
func (c *checker) counting(f *figure) ([]reading, bool) {
	if !f.whole || f.unit != bare || f.near == above && !f.spelt && f.value > 50 {
		return nil, false
	}
	dim, rows, end, ok := c.nounAfter(f.to)
	if w := c.low(f.from - 1); !ok && !c.at(f.to).letters() && (w == "all" || w == "the" && c.low(f.from-2) == "of") && c.superlativeBefore(f.from) {
		dim, end, ok = c.mainDim(), f.to, true // "the smallest of the five"
	}
	if !ok || len(c.all) == 0 && len(c.cols) == 0 {
		return nil, false
	}
	part := c.low(f.to) == "of" || c.low(f.to) == "out"
	whole := c.low(f.from-1) == "of" || c.low(f.from-1) == "the" && c.low(f.from-2) == "of" || c.low(f.from-1) == "all"
	if rows {
		return c.countRows(f, end, part, whole)
	}
	b := c.without(c.bind(f.span), dim)
	groups := c.groupsOf(dim, b.rows)
	if !whole {
		to := c.clauseEnd(end)
		if c.low(end-2) == "consecutive" || c.low(end-2) == "straight" {
			return c.runs(f, dim, b)
		}
		if k, found := c.conditionIn(end, to, dim); found {
			return c.countIf(f, c.groupsFor(k, dim, f.span), k, dim), true
		}
		if part || c.low(f.from-1) == "in" {
			if k, found := c.conditionIn(c.lo, f.from, dim); found {
				return c.countIf(f, c.groupsFor(k, dim, f.span), k, dim), true
			}
		}
	}
	if n, ok := c.countEach(f, dim); ok {
		return []reading{{Count, float64(n), c.colsOfDim(dim), nil, fmt.Sprintf("count of %ss of each", c.dimName(dim))}}, true
	}
	out := []reading{{Count, float64(len(groups)), c.colsOfDim(dim), nil, fmt.Sprintf("count of %ss", c.dimName(dim))}}
	if cols := c.colsAt(end); whole && len(cols) > 0 { // a name without a value may be left out of account
		out = append(out, reading{Count, float64(c.filled(groups, cols[0])), append(c.colsOfDim(dim), cols[0]), nil, fmt.Sprintf("count of %ss with a value", c.dimName(dim))})
	}
	if all := c.groupsOf(dim, c.all); len(all) != len(groups) {
		out = append(out, reading{Count, float64(len(all)), c.colsOfDim(dim), nil, fmt.Sprintf("count of %ss", c.dimName(dim))})
	}
	if !part {
		for _, m := range c.mentions {
			if list := c.listOf(m); m.dim == dim && m.kind != measure && len(list) > 1 && m.from >= end && m.from <= end+3 {
				out = append(out, reading{Count, float64(len(list)), c.colsOfDim(dim), c.listRows(m), "the names listed"})
				break
			}
		}
	}
	return out, true
}

// countEach reads "Sweden and Norway each have two customers": the same count
// for all of them.
func (c *checker) countEach(f *figure, dim int) (int, bool) {
	each := false
	for i := f.from - 3; i < f.from; i++ {
		each = each || c.low(i) == "each"
	}
	if !each {
		return 0, false
	}
	n := -1
	for _, m := range c.mentions {
		if m.kind == measure || m.dim == dim || m.to > f.from {
			continue
		}
		k := len(c.groupsOf(dim, m.rows))
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

func (c *checker) countIf(f *figure, groups []group, k condition, dim int) []reading {
	n := 0
	var rows []int
	for _, g := range groups {
		if k.test(g.rows) {
			n++
			rows = union(rows, g.rows)
		}
	}
	c.use(k.words)
	return []reading{{Count, float64(n), append(c.colsOfDim(dim), k.col), rows, fmt.Sprintf("count of %ss: %s", c.dimName(dim), k.name)}}
}

func (c *checker) countRows(f *figure, end int, part, whole bool) ([]reading, bool) {
	if len(c.cols) > 0 && !whole {
		if k, found := c.conditionIn(end, c.clauseEnd(end), c.mainDim()); found {
			groups := make([]group, len(c.all))
			for i := range groups {
				groups[i].rows = []int{i}
			}
			return c.countIf(f, groups, k, c.mainDim()), true
		}
	}
	b := c.bind(f.span)
	out := []reading{{Count, float64(len(b.rows)), nil, nil, "count of rows"}}
	if full := c.fullRows(); full < len(c.all) {
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

// fullRows counts the rows that have all the measures the sentence names, or
// all measures if it names none.
func (c *checker) fullRows() int {
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

// runs reads "for three consecutive months".
func (c *checker) runs(f *figure, dim int, b binding) ([]reading, bool) {
	d, at := 0, 0
	for i := c.lo; i < c.hi && d == 0; i++ {
		d, at = c.directionAt(i), i
	}
	cols := c.colsAt(f.from)
	if d == 0 || dim != timeDim || len(cols) == 0 {
		return nil, true
	}
	c.use(span{at, at + 1})
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
		return c.cols[dim].plain()
	case len(c.whens) > 0:
		return c.cols[c.whens[0]].plain()
	}
	return "row"
}

// clauseEnd is where the words about a quantity end.
func (c *checker) clauseEnd(from int) int {
	for i := from; i < c.hi; i++ {
		if o := c.own(i + 1); c.low(i) == "," && o < 0 && c.mentions[-o-1].kind == label { // "two regions, North and South, exceed"
			list := c.listOf(c.mentions[-o-1])
			if end := list[len(list)-1].to; c.low(end) == "," {
				i = end
				continue
			}
		}
		if w := c.low(i); breakWords[w] || w == ";" || w == "," && c.low(c.lo) != "in" && c.low(c.lo) != "for" {
			return i
		}
	}
	return c.hi
}

// quantities judges "all regions grew", "no month fell below 100", "only North
// is above the average".
func (c *checker) quantities() {
	if len(c.measures) == 0 {
		return
	}
	for i := c.lo; i < c.hi; i++ {
		w := c.low(i)
		most := w == "most" && c.low(i-1) != "the" && c.low(i-1) != "at" || w == "majority" && c.low(i+1) == "of"
		if !allWords[w] && !noneWords[w] && !most && w != "only" || c.used[i] {
			continue
		}
		if w == "only" {
			c.onlyAt(i)
			continue
		}
		if w == "no" && c.low(i+1) == "." {
			continue
		}
		if most && c.shareAt(i) {
			continue
		}
		dim, rows, end, ok := c.nounAfter(i + 1)
		if !ok && (w == "both" || w == "none" || w == "neither" || w == "all") && !prepositions[c.low(i-1)] {
			dim, end, ok = c.mainDim(), i+1, true
		}
		if !ok || rows && len(c.labels) == 0 {
			continue
		}
		if rows {
			dim = c.mainDim()
		}
		k, found := c.conditionIn(end, c.clauseEnd(end), dim)
		if !found && prepositions[c.low(i-1)] {
			k, found = c.conditionIn(c.lo, i, dim)
		}
		if !found || w == "both" && len(c.groupsOf(dim, c.all)) > 2 {
			continue
		}
		c.judgeQuantity(span{i, end}, w, most, dim, k)
	}
}

func (c *checker) judgeQuantity(words span, w string, most bool, dim int, k condition) {
	groups := c.groupsFor(k, dim, words)
	if k.name != "" && dim == timeDim && direction(k.name) != 0 && len(groups) > 0 {
		groups = groups[1:] // the first has nothing before it
	}
	n := 0
	exception := ""
	for _, g := range groups {
		if k.test(g.rows) != noneWords[w] {
			n++
		} else if exception == "" {
			exception = g.said()
		}
	}
	c.use(k.words)
	good := n == len(groups) && n > 0
	if most {
		good = 2*n > len(groups)
	}
	if good {
		c.accept(words, reading{Count, 0, append(c.colsOfDim(dim), k.col), nil, fmt.Sprintf("%d of %d %ss: %s", n, len(groups), c.dimName(dim), k.name)})
		return
	}
	c.refuse(words, "it is so for %d of %d; not for %s", n, len(groups), exception)
}

// onlyAt judges "only North exceeded 100".
func (c *checker) onlyAt(i int) {
	o := c.own(i + 1)
	if o >= 0 || i+1 >= c.hi {
		return
	}
	m := c.mentions[-o-1]
	if m.kind == measure {
		return
	}
	list := c.listOf(m)
	k, found := c.conditionIn(list[len(list)-1].to, c.clauseEnd(list[len(list)-1].to), m.dim)
	if !found {
		return
	}
	named := c.listRows(m)
	c.use(k.words)
	words := span{i, list[len(list)-1].to}
	for _, g := range c.groupsOf(m.dim, c.without(c.bind(words), m.dim).rows) {
		if in := len(intersect(g.rows, named)) > 0; in != k.test(g.rows) {
			c.refuse(words, "it is not so for %s alone: %s", m.name, g.said())
			return
		}
	}
	c.accept(words, reading{Count, 0, append(c.colsOfDim(m.dim), k.col), named, fmt.Sprintf("only %s: %s", m.name, k.name)})
}

// shareAt judges "most of the revenue came from North".
func (c *checker) shareAt(i int) bool {
	if c.low(i+1) != "of" {
		return false
	}
	for j := i + 2; j < i+5; j++ {
		o := c.own(j)
		if j >= c.hi || o >= 0 || c.mentions[-o-1].kind != measure {
			continue
		}
		f := figure{span: span{i, i + 1}, value: 0.5, unit: part, near: above}
		for _, r := range c.sharing(&f) {
			if r.op == Share && r.value > 0.5 {
				c.accept(span{i, j + 1}, r)
				return true
			}
		}
		c.refuse(span{i, j + 1}, "it is not more than half")
		return true
	}
	return false
}

// shareOfRows reads "40% of the regions are above 100".
func (c *checker) shareOfRows(f *figure, factor float64) []reading {
	if c.low(f.to) != "of" || len(c.measures) == 0 {
		return nil
	}
	dim, _, end, ok := c.nounAfter(f.to + 1)
	if !ok {
		return nil
	}
	k, found := c.conditionIn(end, c.clauseEnd(end), dim)
	if !found {
		return nil
	}
	groups := c.groupsFor(k, dim, f.span)
	r := c.countIf(f, groups, k, dim)
	r[0].op = Share
	r[0].value *= factor / float64(len(groups))
	return r
}

// why says what the rows say instead of a figure.
func (c *checker) why(f *figure, tries []reading) string {
	said := strings.TrimSpace(c.quote(f.span))
	b := c.bind(f.span)
	if len(b.rows) == 0 && len(b.by) > 0 {
		return fmt.Sprintf("no row is%s together", c.whose(b))
	}
	if owner := c.ownerOf(f, b); owner != "" {
		mine := ""
		for _, r := range tries {
			if !math.IsNaN(r.value) {
				mine = fmt.Sprintf("; %s is %s", r.source, show(r.value))
				break
			}
		}
		return fmt.Sprintf("%s is %s%s", said, owner, mine)
	}
	for _, r := range tries {
		if !math.IsNaN(r.value) {
			return fmt.Sprintf("%s is %s, not %s", r.source, show(r.value), said)
		}
	}
	return fmt.Sprintf("%s follows from no row", said)
}

// ownerOf finds whose value a figure really is: "South's revenue".
func (c *checker) ownerOf(f *figure, b binding) string {
	if len(b.by) == 0 || f.near != exactly {
		return ""
	}
	cols, named := c.columnsFor(f)
	for _, m := range b.by {
		scope := c.without(b, m.dim)
		for _, g := range c.groupsOf(m.dim, scope.rows) {
			if len(intersect(g.rows, m.rows)) > 0 {
				continue
			}
			for _, col := range cols {
				if c.suits(f, col, named) && f.fits(c.worth(g.rows, col)) {
					return fmt.Sprintf("%s's %s, not %s's", g.said(), c.cols[col].plain(), m.name)
				}
			}
		}
	}
	return ""
}
