package story

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// hedge reads how exactly a figure is meant from the words before it.
func (c *checker) hedge(f *figure) {
	i := f.from - 1
	w, before := c.low(i), c.low(i-1)
	switch {
	case w == "about" || w == "around" || w == "roughly" || w == "approximately" || w == "~" || w == "≈" || w == "circa" || w == "some" || w == "to" && before == "close":
		f.near = about
	case w == "nearly" || w == "almost":
		f.near = nearly
	case w == "than" && (before == "more" || before == "greater" || before == "higher" || before == "better"):
		f.near = above
	case w == "than" && (before == "less" || before == "fewer" || before == "lower" || before == "smaller"):
		f.near = below
	case w == "least" && before == "at":
		f.near = atLeast
	case w == "most" && before == "at" || w == "to" && before == "up" && !strings.HasPrefix(c.low(i-2), "add") && !strings.HasPrefix(c.low(i-2), "sum"):
		f.near = atMost
	case w == "over":
		f.near, f.across = above, true
	case w == "above" || w == "exceeded" || w == "exceeds" || w == "exceeding" || w == "exceed" || w == "topped" || w == "surpassed" || w == "passed" || w == "past":
		f.near = above
	case w == "under" || w == "below":
		f.near = below
	case c.low(f.to) == "or" && c.low(f.to+1) == "so":
		f.near = about
	case c.low(f.to) == "or" && c.low(f.to+1) == "more":
		f.near = atLeast
	}
}

// judge verifies one figure.
func (c *checker) judge(f *figure) {
	if c.used[f.from] || f.ordinal {
		return
	}
	tries, words := c.tries(f)
	for _, r := range tries {
		if f.fits(r.value) {
			c.accept(c.widen(f, words), r)
			return
		}
	}
	if _, ok := c.subject[timeDim]; ok && len(c.timeMentions()) == 0 && len(c.labels) > 0 {
		c.carried = true // the sentence may still be about the period of the one before
		again, words := c.tries(f)
		c.carried = false
		for _, r := range again {
			if f.fits(r.value) {
				c.accept(c.widen(f, words), r)
				return
			}
		}
	}
	if c.quotesQuestion(f) {
		c.accept(f.span, reading{op: Scope, source: "the question"})
		return
	}
	c.refuse(c.widen(f, words), "%s", c.why(f, tries))
}

// widen takes the word of direction or comparison into the claim: "up 12%".
func (c *checker) widen(f *figure, words span) span {
	s := f.span
	if words.to == 0 {
		return s
	}
	if words.from < s.from && s.from-words.from <= 4 && !c.figureIn(words.from, s.from) {
		s.from = words.from
	}
	if words.to > s.to && words.to-s.to <= 4 && !c.figureIn(s.to, words.to) {
		s.to = words.to
	}
	return s
}

// tries are the natural readings of a figure, and the words beside it that
// make it so.
func (c *checker) tries(f *figure) ([]reading, span) {
	if r, ok := c.counting(f); ok {
		return r, span{}
	}
	if r, ok := c.reaching(f); ok {
		return r, span{}
	}
	if r, words, ok := c.comparing(f); ok {
		return r, words
	}
	if r, words, ok := c.changing(f); ok {
		return r, words
	}
	if r, ok := c.correlating(f); ok {
		return r, span{}
	}
	switch f.unit {
	case percent, part:
		return c.sharing(f), span{}
	case points:
		return nil, span{}
	}
	return c.valuing(f), span{}
}

// reaching reads the distance from one end to the other: "the gap between the
// highest and the lowest is 30".
func (c *checker) reaching(f *figure) ([]reading, bool) {
	gap, ends := false, map[int]bool{}
	for i := c.lo; i < c.hi; i++ {
		w := c.low(i)
		gap = gap || gapWords[w] && c.own(i) == 0
		if e := extreme(w); e != 0 {
			ends[e] = true
		}
		if w == "first" || w == "last" {
			ends[map[string]int{"first": 1, "last": -1}[w]] = true
		}
	}
	if !gap || len(ends) < 2 || slices.ContainsFunc(c.mentions, func(m mention) bool { return m.kind == label && !m.made }) {
		return nil, false
	}
	cols, named := c.columnsFor(f)
	if !named && len(c.topic) > 0 {
		cols = c.topic
	}
	var out []reading
	for _, col := range cols {
		v := c.fold(Maximum, c.all, col) - c.fold(Minimum, c.all, col)
		if f.unit == percent || f.unit == points {
			v *= c.cols[col].scale
		}
		out = append(out, reading{Difference, v, []int{col}, nil, fmt.Sprintf("highest less lowest %s", c.cols[col].plain())})
	}
	return out, true
}

// quotesQuestion reports whether a figure and the word beside it come from the
// question: "top 5", "over 100 orders".
func (c *checker) quotesQuestion(f *figure) bool {
	for i, w := range c.asked {
		if !w.digits() && ones[w.low] == 0 {
			continue
		}
		v, err := strconv.ParseFloat(strings.ReplaceAll(w.text, ",", ""), 64)
		if err != nil {
			v = ones[w.low]
		}
		if v != f.value {
			continue
		}
		if i > 0 && c.asked[i-1].low == c.low(f.from-1) && c.asked[i-1].low != "of" || i+1 < len(c.asked) && c.asked[i+1].letters() && stem(c.asked[i+1].low) == stem(c.low(f.to)) {
			return true
		}
	}
	return false
}

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
	for j := f.from - 1; j >= c.lo; j-- {
		w := c.low(j)
		if c.own(j) > 0 && !c.rangePair(j, f) || breakWords[w] || w == ";" {
			break
		}
		if c.own(j) < 0 && c.mentions[-c.own(j)-1].made {
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

// What only this package asks for: the figure at the beginning or the end of
// the rows' time.
const (
	first Operation = "first"
	last  Operation = "last"
)

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
	if op == Mean { // "an average of 134 per order" where avg_order_value is a column
		for _, col := range c.measures {
			if c.namedAs(col, Mean) && !slices.Contains(cols, col) && c.sayAny(c.cols[col].key) {
				out = append(out, c.valuesOf(f, b, col, "", -1)...)
			}
		}
	}
	return out
}

// earlier reads "after 11.8 the year before": the value that the change began
// with.
func (c *checker) earlier(f *figure, b binding, cols []int) []reading {
	back, yearly := c.backWords(span{f.to, f.to})
	near := false
	for i := f.to; i < f.to+4; i++ {
		w := c.low(i)
		near = near || w == "before" || w == "earlier" || w == "previous" || w == "prior" || w == "preceding" || w == "ago"
	}
	if !near || !back && !yearly {
		return nil
	}
	var out []reading
	for _, col := range cols {
		for _, e := range c.ends(f, b) {
			out = append(out, reading{Value, c.worth(e.base, col), []int{col}, e.base, fmt.Sprintf("%s of %s", c.cols[col].plain(), c.timeName(e.base))})
		}
	}
	for _, p := range c.pairs(cols) {
		out = append(out, reading{Value, c.worth(b.rows, p[0]), p[:1], b.rows, c.cols[p[0]].plain() + c.whose(b)})
	}
	return out
}

// sayAny reports whether the sentence has one of the words.
func (c *checker) sayAny(list []string) bool {
	for i := c.lo; i < c.hi; i++ {
		if slices.Contains(list, meaning(c.low(i))) {
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
		if v < 0 && !f.signed && c.lossNear(f) {
			v = -v
		}
		out = append(out, reading{op, v, []int{col}, rows, what})
	}
	of := c.whose(b)
	single := len(b.rows) == 1
	scopes := []binding{b}
	if op != "" && at >= 0 {
		for _, m := range b.by {
			if c.separated(m, at, f) {
				scopes = append(scopes, c.without(b, m.dim))
			}
		}
		if len(b.dims()) > 1 {
			scopes = append(scopes, binding{rows: c.all})
		}
	}
	switch op {
	case Sum, Mean, Median, Maximum, Minimum:
		for _, s := range scopes {
			if len(s.rows) == 0 || op == Sum && !k.additive && len(s.rows) > 1 {
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
	if len(b.rows) > 1 && (c.low(f.to) == "each" || c.low(f.to) == "apiece" || c.nounThen(f, "each")) {
		if lo := c.fold(Minimum, b.rows, col); lo == c.fold(Maximum, b.rows, col) {
			add(Value, lo, b.rows, k.plain()+of)
		}
	}
	return out
}

func (c *checker) nounThen(f *figure, w string) bool { return c.low(f.to+1) == w }

// namedAs reports whether a column already is what the word says: "average
// price" of avg_price.
func (c *checker) namedAs(col int, op Operation) bool {
	for _, w := range c.cols[col].words {
		if op == Mean && w == "avg" || op == Sum && w == "total" || op == Median && w == "median" {
			return true
		}
	}
	return false
}

// byGroups adds the operation over the sums of groups: "average per month",
// "the highest region total".
func (c *checker) byGroups(f *figure, b binding, col int, op Operation, add func(Operation, float64, []int, string)) {
	if op == Sum || op == Median || !c.cols[col].additive {
		return
	}
	var dims []int
	if op == Mean {
		for j := f.from - 6; j < f.to+6; j++ {
			w := c.low(j)
			if c.low(j-1) == "per" || c.low(j-1) == "a" || c.low(j-1) == "each" || c.low(j-1) == "an" {
				if d, ok := c.dimNamed(w); ok {
					dims = append(dims, d)
				}
			}
			if g := map[string]grain{"daily": day, "monthly": month, "quarterly": quarter, "yearly": year, "annual": year}[w]; g != noGrain && len(c.whens) > 0 && c.cols[c.whens[0]].grain == g {
				dims = append(dims, timeDim)
			}
		}
	} else {
		dims = append(slices.Clone(c.labels), timeDim)
	}
	for _, d := range dims {
		groups := c.groupsOf(d, b.rows)
		if len(groups) < 2 || len(groups) == len(b.rows) {
			continue
		}
		list := make([]float64, len(groups))
		sum := 0.0
		for i, g := range groups {
			list[i] = c.worth(g.rows, col)
			sum += list[i]
		}
		v := sum / float64(len(list))
		switch op {
		case Maximum:
			v = slices.Max(list)
		case Minimum:
			v = slices.Min(list)
		}
		add(op, v, b.rows, fmt.Sprintf("%s of %s by group", op, c.cols[col].plain()))
	}
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

var lossWords = set("loss losses lost deficit negative shortfall decline down below minus fell drop")

func (c *checker) lossNear(f *figure) bool {
	for i := f.from - 4; i < f.to+2; i++ {
		if lossWords[c.low(i)] {
			return true
		}
	}
	return false
}

// ranging reads both ends of "between 90 and 120" and "from 90 to 120".
func (c *checker) ranging(f *figure, b binding, cols []int) []reading {
	i := slices.IndexFunc(c.figures, func(g figure) bool { return g.span == f.span })
	low := f.near == exactly && i+1 < len(c.figures) && (c.low(f.from-1) == "between" || c.low(f.from-1) == "from") && c.spread(f.from-1) && c.joinsUnits(f.to, c.figures[i+1].from)
	high := i > 0 && (c.low(c.figures[i-1].from-1) == "between" || c.low(c.figures[i-1].from-1) == "from") && c.spread(c.figures[i-1].from-1) && c.joinsUnits(c.figures[i-1].to, f.from)
	if !low && !high {
		return nil
	}
	op, side := Minimum, 1
	if high {
		op, side = Maximum, -1
	}
	if pair := i + side; pair >= 0 && pair < len(c.figures) && (c.figures[pair].value-f.value)*float64(side) < 0 {
		op = map[Operation]Operation{Minimum: Maximum, Maximum: Minimum}[op]
	}
	var out []reading
	for _, col := range cols {
		rows := b.rows
		if len(rows) < 2 {
			rows = c.all
		}
		v := c.fold(op, rows, col)
		if f.unit == percent {
			v *= c.cols[col].scale
		}
		out = append(out, reading{op, v, []int{col}, rows, fmt.Sprintf("%s of %s", op, c.cols[col].plain())})
	}
	return out
}

// joinsUnits joins "60 g and 90 g" as well.
func (c *checker) joinsUnits(from, to int) bool {
	return c.joins(from, to) || to-from <= 3 && c.joins(from+1, to) && c.own(from) <= 0 && c.at(from).letters()
}

// spread reports whether the words before say that figures range.
func (c *checker) spread(at int) bool {
	for i := at; i >= at-8; i-- {
		w := c.low(i)
		if strings.HasPrefix(w, "rang") || strings.HasPrefix(w, "var") || strings.HasPrefix(w, "spread") || strings.HasPrefix(w, "span") || strings.HasPrefix(w, "fluctuat") || strings.HasPrefix(w, "li") && w != "list" || w == "stayed" || w == "moved" || w == "all" || w == "between" && i < at {
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

// sharing reads a percentage or a fraction that is neither a change nor a
// comparison: a value of a column of percentages, or a share.
func (c *checker) sharing(f *figure) []reading {
	cols, named := c.columnsFor(f)
	b := c.bind(f.span)
	var out []reading
	factor := 100.0
	if f.unit == part {
		factor = 1
	}
	if f.unit == percent {
		op, at := c.cue(f)
		for _, col := range c.restrict(cols, f) {
			if c.cols[col].percent && (named || !c.shareNear(f)) {
				if r := c.ranging(f, b, []int{col}); r != nil {
					return r
				}
				out = append(out, c.valuesOf(f, b, col, op, at)...)
			}
		}
	}
	if f.unit == percent && named && len(b.rows) == 1 && len(out) == 0 { // "fills 79% of its rooms"
		for _, col := range c.measures {
			if c.cols[col].percent && !c.cols[col].change {
				out = append(out, c.valuesOf(f, b, col, "", -1)...)
			}
		}
	}
	if !c.shareNear(f) {
		return out
	}
	if r := c.shareOfRows(f, factor); r != nil {
		return append(out, r...)
	}
	for _, col := range cols {
		k := &c.cols[col]
		if !k.additive || c.cut {
			continue
		}
		for _, d := range b.dims() {
			whole := c.without(b, d)
			if len(b.rows) == 0 || len(whole.rows) == len(b.rows) {
				continue
			}
			v := factor * c.fold(Sum, b.rows, col) / c.fold(Sum, whole.rows, col)
			out = append(out, reading{Share, v, []int{col}, b.rows, fmt.Sprintf("share of %s in %s%s", strings.TrimPrefix(c.whose(b), " of "), k.plain(), c.whose(whole))})
		}
		if len(b.dims()) > 1 {
			v := factor * c.fold(Sum, b.rows, col) / c.fold(Sum, c.all, col)
			out = append(out, reading{Share, v, []int{col}, b.rows, fmt.Sprintf("share of %s in all %s", strings.TrimPrefix(c.whose(b), " of "), k.plain())})
		}
	}
	return append(out, c.columnShare(f, b, factor)...)
}

// columnShare reads one measure as a part of another: "profit is 20% of
// revenue".
func (c *checker) columnShare(f *figure, b binding, factor float64) []reading {
	if c.low(f.to) != "of" {
		return nil
	}
	var whole, piece *mention
	for i := range c.mentions {
		m := &c.mentions[i]
		if m.kind != measure {
			continue
		}
		if m.to <= f.from {
			piece = m
		} else if whole == nil && m.from-f.to <= 4 {
			whole = m
		}
	}
	if whole == nil || piece == nil || whole.cols[0] == piece.cols[0] {
		return nil
	}
	p, w := piece.cols[0], whole.cols[0]
	if len(b.rows) > 1 && (!c.cols[p].additive || !c.cols[w].additive) {
		return nil
	}
	v := factor * c.fold(Sum, b.rows, p) / c.fold(Sum, b.rows, w)
	return []reading{{Share, v, []int{p, w}, b.rows, fmt.Sprintf("%s in %s", c.cols[p].plain(), c.cols[w].plain())}}
}

func (c *checker) shareNear(f *figure) bool {
	if c.low(f.to) == "of" || c.low(f.to) == "share" || f.unit == part {
		return true
	}
	for i := f.from - 1; i >= f.from-7 && i >= c.lo; i-- {
		if c.own(i) > 0 {
			break
		}
		if shareWords[c.low(i)] {
			return true
		}
	}
	for i := f.to; i < f.to+3; i++ {
		if w := c.low(i); w == "of" || w == "share" {
			return true
		}
	}
	return false
}

// correlating reads a coefficient: "a correlation of 0.82".
func (c *checker) correlating(f *figure) ([]reading, bool) {
	squared := false
	found := false
	for i := f.from - 6; i < f.to+3; i++ {
		w := c.low(i)
		found = found || strings.HasPrefix(w, "correlat") || w == "r" && (c.low(i+1) == "=" || c.low(i+1) == "of") || w == "r²" || w == "pearson"
		squared = squared || w == "²" || w == "r²"
	}
	if !found || math.Abs(f.value) > 1 || f.unit != bare || len(c.measures) < 2 {
		return nil, false
	}
	var cols []int
	for _, m := range c.mentions {
		if m.kind == measure && !slices.Contains(cols, m.cols[0]) {
			cols = append(cols, m.cols[0])
		}
	}
	if len(cols) < 2 {
		cols = c.measures[:2]
	}
	r := c.pearson(cols[0], cols[1])
	if squared {
		r *= r
	}
	if r < 0 && !f.signed && c.lossNear(f) {
		r = -r
	}
	return []reading{{Fit, r, cols[:2], nil, fmt.Sprintf("correlation of %s and %s", c.cols[cols[0]].plain(), c.cols[cols[1]].plain())}}, true
}

func (c *checker) pearson(a, b int) float64 {
	var x, y []float64
	for _, r := range c.all {
		u, v := c.cols[a].nums[r], c.cols[b].nums[r]
		if !math.IsNaN(u) && !math.IsNaN(v) {
			x, y = append(x, u), append(y, v)
		}
	}
	if len(x) < 2 {
		return math.NaN()
	}
	var mx, my, xy, xx, yy float64
	for i := range x {
		mx += x[i] / float64(len(x))
		my += y[i] / float64(len(x))
	}
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
	}
	return xy / math.Sqrt(xx*yy)
}
