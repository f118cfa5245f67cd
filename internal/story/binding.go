package story

import (
	"slices"
)

// binding is the rows that a figure is about, and who says so.
type binding struct {
	rows []int
	by   []mention
}

func (b binding) dims() []int {
	var list []int
	for _, m := range b.by {
		if !slices.Contains(list, m.dim) {
			list = append(list, m.dim)
		}
	}
	return list
}

// without is the binding less one dimension.
func (c *checker) without(b binding, dim int) binding {
	out := binding{rows: c.all}
	byDim := map[int][]int{}
	for _, m := range b.by {
		if m.dim != dim {
			out.by = append(out.by, m)
			byDim[m.dim] = union(byDim[m.dim], m.rows)
		}
	}
	for _, rows := range byDim {
		out.rows = intersect(out.rows, rows)
	}
	return out
}

// bind finds the rows that the words around a place are about.
func (c *checker) bind(at span) binding {
	b := binding{rows: c.all}
	seen := map[int]bool{}
	for _, m := range c.mentions {
		if m.kind == measure || seen[m.dim] {
			continue
		}
		seen[m.dim] = true
		c.narrowBy(&b, c.namesFor(m.dim, at))
	}
	if near := c.nameBefore(at); len(b.rows) == 0 && near != nil { // "second to Mirador's 91%"
		b = binding{rows: near.rows, by: []mention{*near}}
	}
	for _, m := range c.subjects() {
		if !seen[m.dim] && (c.refersBack(m.dim, at) || c.keepPeriod && m.dim == timeDim) {
			c.narrowBy(&b, []mention{m})
		}
	}
	return b
}

// nameBefore is the name that a figure directly follows.
func (c *checker) nameBefore(at span) *mention {
	i := at.from - 1
	for w := c.low(i); oneOf(w, "(", "at", "with"); w = c.low(i) {
		i--
	}
	if m := c.mentionOn(i); m.is(label) {
		return m
	}
	return nil
}

// subjects are what the sentence before was about, in a fixed order.
func (c *checker) subjects() []mention {
	var list []mention
	for dim := timeDim; dim < len(c.cols); dim++ {
		if m, ok := c.subject[dim]; ok {
			list = append(list, m)
		}
	}
	return list
}

func (c *checker) narrowBy(b *binding, list []mention) {
	var rows []int
	for _, m := range list {
		if m.inQuestion || m.kind == when && c.columnsOf(m.period) != nil {
			return
		}
		rows = union(rows, m.rows)
	}
	if len(list) > 0 {
		if list[0].dim == timeDim && len(list) > 1 && c.isRange(list) {
			rows = c.between(list[0], list[len(list)-1])
		}
		b.rows = intersect(b.rows, rows)
		b.by = append(b.by, list...)
	}
}

// refersBack reports whether the sentence goes on about what the one before
// was about: "It also…", "in that month".
func (c *checker) refersBack(dim int, at span) bool {
	for i := c.lo; i < at.from; i++ {
		w := c.at(i).low
		if dim != timeDim && (oneOf(w, "it", "its", "they", "their") || i == c.lo && pronouns[w]) {
			return true
		}
		if oneOf(w, "that", "same", "this") {
			if d, ok := c.dimNamed(c.at(i + 1).low); ok && d == dim {
				return true
			}
		}
	}
	return false
}

// isRange reports whether periods are the ends of a longer one: "from March
// to July".
func (c *checker) isRange(list []mention) bool {
	if len(list) != 2 {
		return false
	}
	for i := list[0].to; i < list[1].from; i++ {
		switch c.low(i) {
		case "to", "through", "until", "–", "-":
			return true
		}
	}
	return c.low(list[0].from-1) == "between"
}

func (c *checker) between(a, b mention) []int {
	if len(a.rows) == 0 || len(b.rows) == 0 || len(a.cols) == 0 {
		return nil
	}
	times := c.cols[a.cols[0]].times
	from, to := times[a.rows[0]].order(), times[b.rows[len(b.rows)-1]].order()
	if from > to {
		from, to = to, from
	}
	var rows []int
	for r, p := range times {
		if p.grain != noGrain && p.order() >= from && p.order() <= to {
			rows = append(rows, r)
		}
	}
	return rows
}

// namesFor finds the names of one dimension that a figure belongs to: those it
// stands before ("120 in North"), else the last before it, else the next.
func (c *checker) namesFor(dim int, at span) []mention {
	if m := c.levelOf(at); m != nil && m.dim == dim {
		return []mention{*m}
	}
	if m := c.inBrackets(at.to); m != nil && m.dim == dim {
		return []mention{*m}
	}
	if list := c.namesAfter(dim, at); list != nil {
		return c.pairInOrder(list, at)
	}
	if m := c.namesOfPair(dim, at); m != nil {
		return m
	}
	var left, right *mention
	for i := range c.mentions {
		m := &c.mentions[i]
		if m.kind == measure || m.dim != dim {
			continue
		}
		if m.to <= at.from && !(m.object && !c.isNextTo(*m, at)) {
			left = m
		}
		if m.from >= at.to && right == nil && !c.clauseBreaks(at.to, m.from) && (c.opensSentence(at) || !c.commaIn(at.to, m.from)) {
			right = m
		}
	}
	if left != nil && c.clauseBreaks(left.to, at.from) && right != nil && !right.object {
		left = nil
	}
	switch {
	case left != nil:
		return c.pairInOrder(c.listOf(*left), at)
	case right != nil && !right.object:
		return c.pairInOrder(c.listOf(*right), at)
	}
	return nil
}

// levelOf is the period that owns a figure: "the 2019 level of 240".
func (c *checker) levelOf(at span) *mention {
	m := c.mentionOn(at.from - 3)
	if m.is(when) && oneOf(c.low(at.from-2), "level", "figure", "value", "total", "mark") && c.low(at.from-1) == "of" {
		return m
	}
	return nil
}

// inBrackets is the name that stands alone in brackets from a place on: "3.9 (North)".
func (c *checker) inBrackets(i int) *mention {
	if m := c.mentionOn(i + 1); m.namesRows() && c.low(i) == "(" && c.low(m.to) == ")" {
		return m
	}
	return nil
}

// opensSentence reports whether a figure stands at the head of its sentence: "At 120,
// North leads".
func (c *checker) opensSentence(at span) bool {
	w := c.low(c.lo)
	return at.from == c.lo || at.from-c.lo <= 6 && !c.commaIn(c.lo, at.from) && oneOf(w, "at", "with")
}

// namesOfPair reads "Online beat Store, 365 to 352": the first figure is the
// subject's, the second the object's.
func (c *checker) namesOfPair(dim int, at span) []mention {
	i := slices.IndexFunc(c.figures, func(f figure) bool { return f.span == at })
	if i < 0 {
		return nil
	}
	firstOne := c.standAgainst(i, i+1)
	if !firstOne && !c.standAgainst(i-1, i) {
		return nil
	}
	var subject, object *mention
	for k := range c.mentions {
		m := &c.mentions[k]
		if m.kind == measure || m.dim != dim || m.to > at.from {
			continue
		}
		if m.object {
			object = m
		} else {
			subject = m
		}
	}
	switch {
	case subject == nil || object == nil:
		return nil
	case firstOne:
		return []mention{*subject}
	}
	return []mention{*object}
}

// standAgainst reports whether two figures stand against each other: "365 to 352".
func (c *checker) standAgainst(a, b int) bool {
	if a < 0 || b >= len(c.figures) || c.figures[b].from != c.figures[a].to+1 {
		return false
	}
	w := c.low(c.figures[a].to)
	return w == "to" && c.low(c.figures[a].from-1) != "from" || oneOf(w, "against", "versus", "vs")
}

// isNextTo reports whether only small words stand between what is compared with
// and a figure: "ahead of South at 90".
func (c *checker) isNextTo(m mention, at span) bool {
	if c.low(m.to) == "," && oneOf(c.low(m.to+1), "which", "who") || c.low(m.to) == "which" {
		return true
	}
	for i := m.to; i < at.from; i++ {
		switch c.low(i) {
		case "at", "with", "(", "on", "of", ",", "and", "by", "just", "about", "only", "a", "the", "$", "in", "had", "made":
		default:
			if c.isPlain(i) {
				return false
			}
		}
	}
	return true
}

// clauseBreaks reports whether a new clause begins between two places.
func (c *checker) clauseBreaks(from, to int) bool {
	for i := from; i < to; i++ {
		if w := c.low(i); breakWords[w] || oneOf(w, ";", ":", "—") {
			return true
		}
	}
	return false
}

// namesAfter follows "120 orders in North".
func (c *checker) namesAfter(dim int, at span) []mention {
	linked := false // a word says that what follows belongs to the figure
	for j, steps := at.to, 0; steps < 7 && j < c.hi; steps++ {
		switch m := c.mentionOn(j); {
		case m.namesRows() && m.dim == dim:
			describes := j == at.to && c.at(m.to).letters() && !prepositions[c.low(m.to)] // "14 open tickets"
			if (linked || describes || dim >= 0 && c.cols[dim].flag) && !m.object {
				return c.listOf(*m)
			}
			return nil
		case m != nil:
			j = m.to
			continue
		}
		if !c.extendsToName(at, j) {
			return nil
		}
		w := c.low(j)
		linked = linked && w == "the" || prepositions[w] && !oneOf(w, "with", "to") || c.saysWhichAre(at, j)
		j++
	}
	return nil
}

// extendsToName reports whether a word may stand between a figure and the name that
// it belongs to.
func (c *checker) extendsToName(at span, j int) bool {
	w := c.low(j)
	switch {
	case c.figureOn(j) != nil:
		return false
	case prepositions[w] && !oneOf(w, "with", "to"):
		return true
	}
	return c.at(j).letters() && !breakWords[w] && comparison(w) == 0 && !oneOf(w, "and", "or", "than", "to", "versus", "vs", "as", "with")
}

// saysWhichAre reads "24% are open" and "95 shipments are delayed".
func (c *checker) saysWhichAre(at span, j int) bool {
	return oneOf(c.low(j), "are", "is", "were", "was") && c.nounsBetween(at.to, j)
}

// nounsBetween reports whether nothing but measures and dimensions stands
// between two places.
func (c *checker) nounsBetween(from, to int) bool {
	for i := from; i < to; i++ {
		if m := c.mentionOn(i); m.is(measure) {
			continue
		}
		if w := c.low(i); !oneOf(w, "of", "the") && !c.countable(i) {
			return false
		}
	}
	return true
}

func (c *checker) listOf(m mention) []mention {
	var out []mention
	for _, o := range c.mentions {
		if o.kind == m.kind && o.list == m.list {
			out = append(out, o)
		}
	}
	return out
}

// pairInOrder pairs "North and South" with "120 and 90".
func (c *checker) pairInOrder(list []mention, at span) []mention {
	if len(list) < 2 {
		return list
	}
	run := c.figureRun(at)
	if len(run) != len(list) {
		return list
	}
	for i, s := range run {
		if s == at {
			return list[i : i+1]
		}
	}
	return list
}

// figureRun is the figures that stand side by side with one.
func (c *checker) figureRun(at span) []span {
	var out []span
	for _, f := range c.figures {
		if len(out) > 0 && !c.isList(out[len(out)-1].to, f.from) {
			if slices.Contains(out, at) {
				return out
			}
			out = nil
		}
		out = append(out, f.span)
	}
	if slices.Contains(out, at) {
		return out
	}
	return []span{at}
}
