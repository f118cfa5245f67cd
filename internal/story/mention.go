package story

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// mention is a place of a sentence that names rows, a period or measures.
type mention struct {
	span
	kind       role
	dim        int    // the label column, or timeDim
	cols       []int  // of a measure; of a period, the columns it was found in
	rows       []int  // of a label or period
	name       string // as people say it
	list       int    // which list of names it is in: "North, South and East"
	object     bool   // what the subject is compared with: "ahead of South"
	derived    bool   // not a stored value: "the top three", "the rest"
	inQuestion bool   // a period that the question names, and that no row has
	period     period
}

// is reports whether there is a mention, of a kind.
func (m *mention) is(kind role) bool { return m != nil && m.kind == kind }

// namesRows reports whether there is a mention of rows: of a name or a period.
func (m *mention) namesRows() bool { return m != nil && m.kind != measure }

// side is the mention as one side of a comparison, with some of its rows.
func (m *mention) side(rows []int) side {
	return side{rows: rows, dim: m.dim, col: -1, name: m.name, at: m.span}
}

// findMentions takes the sentence apart into names, periods, figures and
// measures; the rest are plain words.
func (c *checker) findMentions() {
	for i := c.lo; i < c.hi; {
		end := i
		switch m, ok := c.mentionAt(i); {
		case ok && m.to <= c.hi:
			c.mentions = append(c.mentions, m)
			end = m.to
			for k := i; k < end; k++ {
				c.owner[k] = -len(c.mentions)
			}
		default:
			f, ok := c.figureAt(i)
			if !ok || f.to > c.hi || c.listNumber(f) || c.inColumnName(i) {
				break
			}
			c.readHedge(&f)
			c.figures = append(c.figures, f)
			end = f.to
			for k := i; k < end; k++ {
				c.owner[k] = len(c.figures)
			}
		}
		i = max(end, i+1)
	}
	c.findMeasures()
	c.joinLists()
}

// listNumber tells "1." at the beginning of a line.
func (c *checker) listNumber(f figure) bool {
	return f.from == c.lo && f.whole && !f.inWords && f.to == f.from+1 && (c.low(f.to) == ")" || c.low(f.to) == "." && f.to == c.hi-1 && f.to-f.from == 1)
}

// inColumnName reports whether a number is part of the name of a column that the
// text spells out: groups 2. It claims nothing.
func (c *checker) inColumnName(i int) bool {
	for _, name := range c.numbered {
		for k, w := range name {
			n := max(k, 1) + 1 // it and what stands before it, or after the first
			if w.digits() && n <= len(name) && c.spellsName(i-k, name[:n]) {
				return true
			}
		}
	}
	return false
}

// spellsName reports whether the words from a place on are those of a name.
func (c *checker) spellsName(from int, name []word) bool {
	for k, w := range name {
		if said := c.low(from + k); said != w.low && english.Singular(said) != english.Singular(w.low) {
			return false
		}
	}
	return true
}

func (c *checker) mentionAt(i int) (mention, bool) {
	if m, ok := c.nameAt(i); ok {
		return m, true
	}
	if m, ok := c.subsetAt(i); ok {
		return m, true
	}
	return c.periodAt(i)
}

// periodAt finds a part of the calendar, and its rows.
func (c *checker) periodAt(i int) (mention, bool) {
	cal := calendar{ws: c.ws[:c.hi], year: c.meansYear}
	p, end := cal.read(i)
	if p.grain == noGrain {
		p, end = c.relativePeriod(i)
	}
	if p.grain == noGrain {
		return mention{}, false
	}
	m := mention{span: span{i, end}, kind: when, dim: timeDim, period: p, name: p.String()}
	c.findRows(&m)
	return m, true
}

// meansYear tells a year from a number of four digits.
func (c *checker) meansYear(i int) bool {
	y := yearNumber(c.at(i).text)
	before, next := c.at(i-1).low, c.at(i+1)
	if isMoneyWord(before) || next.text == "%" || scaleOf(next.low) != 0 && len(next.low) > 1 {
		return false
	}
	if c.years[y] {
		return !(next.letters() && len(c.topics[concept(next.low)]) > 0 && !prepositions[before] && before != "the")
	}
	return oneOf(before, "in", "during", "since", "year")
}

// findRows finds the rows of a period. Without a year it is the latest of that
// name.
func (c *checker) findRows(m *mention) {
	for _, col := range c.whens {
		var rows []int
		latest := 0
		for r, p := range c.cols[col].times {
			if p.grain != noGrain && m.period.contains(p) {
				rows = append(rows, r)
				latest = max(latest, p.y)
			}
		}
		if len(rows) == 0 {
			continue
		}
		if m.period.y == 0 && latest != 0 {
			if y := c.yearNearby(); y != 0 {
				latest = y
			}
			rows = slices.DeleteFunc(rows, func(r int) bool { return c.cols[col].times[r].y != latest })
			m.period.y = latest
		}
		m.rows = union(m.rows, rows)
		m.cols = append(m.cols, col)
	}
	m.inQuestion = len(m.rows) == 0 && c.inQuestion(m.span)
}

// yearNearby is the only year that the sentence names.
func (c *checker) yearNearby() int {
	found := 0
	for i := c.lo; i < c.hi; i++ {
		if y := yearNumber(c.at(i).text); y > 0 && c.years[y] {
			if found != 0 && found != y {
				return 0
			}
			found = y
		}
	}
	return found
}

// relativePeriod reads "last month" against the clock.
func (c *checker) relativePeriod(i int) (period, int) {
	now := c.ctx.Now
	if now.IsZero() || c.low(i-1) == "the" {
		return period{}, i
	}
	g := grainNames[c.at(i+1).low]
	back := map[string]int{"last": 1, "previous": 1, "this": 0}
	n, ok := back[c.at(i).low]
	if !ok || g < month {
		return period{}, i
	}
	p := period{now.Year(), int(now.Month()), 1, month}
	switch g {
	case quarter:
		p.m -= (p.m - 1) % 3
	case half:
		p.m -= (p.m - 1) % 6
	case year:
		p.m = 1
	}
	p.grain = g
	return p.back(g, n), i + 2
}

// findMeasures marks the words that name measures. Where several columns share
// a word, the words around it decide.
func (c *checker) findMeasures() {
	for i := c.lo; i < c.hi; i++ {
		if !c.isPlain(i) || !c.at(i).letters() {
			continue
		}
		if n := c.dimWords(i); n > 0 {
			i += n - 1
			continue
		}
		best := c.measuresAt(c.ws[c.lo:c.hi], i-c.lo)
		if len(best) == 0 {
			continue
		}
		if m := c.mentionOn(i - 1); m != nil && c.continuesName(*m, i, best) {
			m.to = i + 1
			c.owner[i] = c.owner[i-1]
			continue
		}
		c.mentions = append(c.mentions, mention{span: span{i, i + 1}, kind: measure, cols: best, name: c.at(i).low})
		c.owner[i] = -len(c.mentions)
	}
	slices.SortStableFunc(c.mentions, func(a, b mention) int { return a.from - b.from })
	for i := range c.mentions {
		for k := c.mentions[i].from; k < c.mentions[i].to; k++ {
			c.owner[k] = -1 - i
		}
	}
}

// dimWords is how many words the whole name of a label has that stands here, if
// it has several: order statuses are not orders.
func (c *checker) dimWords(i int) int {
	for _, col := range c.labels {
		list := c.cols[col].words
		n := 0
		for n < len(list) && (concept(c.low(i+n)) == list[n] || c.low(i+n) == list[n]+"es") {
			n++
		}
		if n > 1 && n == len(list) {
			return n
		}
	}
	return 0
}

// continuesName reports whether a word goes on with the name of the measure before it,
// though by itself it would name others: the bill amount is not the amount.
func (c *checker) continuesName(m mention, i int, others []int) bool {
	return m.kind == measure && len(m.cols) == 1 && !slices.Contains(others, m.cols[0]) && slices.Contains(c.cols[m.cols[0]].words, concept(c.at(i).low))
}

// measuresAt are the measures that a word names, those first whose other words
// stand near it.
func (c *checker) measuresAt(ws []word, i int) []int {
	best, top := []int(nil), 0
	if i > 0 && strings.HasSuffix(ws[i-1].low, "ed") && len(c.topics[concept(ws[i-1].low)]) > 0 && len(c.topics[concept(ws[i].low)]) > 0 {
		return c.topics[concept(ws[i-1].low)] // resolved tickets are the resolved, not the tickets
	}
	for _, col := range c.topicsOf(ws[i].low) {
		score := 0
		for _, w := range c.cols[col].words {
			if slices.ContainsFunc(phrase(ws, i), func(o word) bool { return concept(o.low) == w }) {
				score += 20
			}
		}
		score -= len(c.cols[col].words)
		if len(best) == 0 || score > top {
			best, top = []int{col}, score
		} else if score == top {
			best = append(best, col)
		}
	}
	return best
}

// topicsOf are the measures with a word in their names, or else, for a word that
// means nothing by itself, with one akin to it.
func (c *checker) topicsOf(w string) []int {
	if list := c.topics[concept(w)]; len(list) > 0 || lexicon[w] > plain || len(w) < 5 {
		return list
	}
	for _, col := range c.measures {
		for _, key := range c.cols[col].key {
			if sameStem(w, key) {
				return c.topics[key]
			}
		}
	}
	return nil
}

// phrase is the words around a place that may belong to one name: up to three
// on either side, as far as no sign or number parts them.
func phrase(ws []word, i int) []word {
	from, to := i, i+1
	for from > 0 && i-from < 3 && (ws[from-1].letters() || yearNumber(ws[from-1].text) > 0) && ws[from-1].low != "and" {
		from--
	}
	for to < len(ws) && to-i <= 3 && (ws[to].letters() || yearNumber(ws[to].text) > 0) && ws[to].low != "and" {
		to++
	}
	return ws[from:to]
}

// joinLists joins names that stand side by side, and marks what others are
// compared with.
func (c *checker) joinLists() {
	for i := range c.mentions {
		m := &c.mentions[i]
		m.list = i
		if m.kind == measure {
			continue
		}
		if i > 0 && c.mentions[i-1].kind == m.kind && c.mentions[i-1].dim == m.dim && !m.derived && !c.mentions[i-1].derived && c.isList(c.mentions[i-1].to, m.from) {
			m.list = c.mentions[i-1].list
			m.object = c.mentions[i-1].object
			continue
		}
		m.object = c.isObject(m.from)
	}
}

func (c *checker) isList(from, to int) bool {
	if from == to {
		return false
	}
	for i := from; i < to; i++ {
		switch c.at(i).low {
		case ",", "and", "or", "&", "to", "through", "until", "–", "-", "as", "well", "then", "the":
		default:
			return false
		}
	}
	return true
}

// isObject reports whether what begins here is the other side of a
// comparison: "than South", "ahead of South".
func (c *checker) isObject(from int) bool {
	i := from - 1
	for oneOf(c.low(i), "the", "in", "for", "that", "those") || c.low(i) == "of" && oneOf(c.low(i-1), "that", "those") {
		i--
	}
	switch w := c.low(i); {
	case oneOf(w, "than", "versus", "vs", "against") || beatWords[w] || trailWords[w]:
		return true
	case w == "." && c.low(i-1) == "vs":
		return true
	case w == "of" && oneOf(c.low(i-1), "ahead", "short", "clear"):
		return true
	case oneOf(w, "behind", "above", "below"):
		return true
	case oneOf(w, "with", "to") && strings.HasPrefix(c.low(i-1), "compar"):
		return true
	case w == "by" && c.low(i-1) == "followed":
		return true
	}
	return false
}

// inQuestion reports whether the question or the reading has these words.
func (c *checker) inQuestion(s span) bool {
	for i := s.from; i < s.to; i++ {
		if !c.questionSet[c.at(i).low] {
			return false
		}
	}
	return true
}

// judgePeriods judges every period by itself: does a row have it?
func (c *checker) judgePeriods() {
	for i := range c.mentions {
		m := &c.mentions[i]
		if m.kind != when || m.derived {
			continue
		}
		switch {
		case len(m.rows) > 0 && c.nameWithoutRow(*m) != "":
			c.refuse(m.span, "%s has no row of %s", c.nameWithoutRow(*m), m.name)
		case len(m.rows) > 0:
			c.accept(m.span, reading{Value, 0, m.cols, m.rows, fmt.Sprintf("rows of %s", m.name)})
		case c.boundsData(m.period):
			c.accept(m.span, reading{Scope, 0, nil, nil, "where the data begin or end"})
		case m.inQuestion || c.columnsOf(m.period) != nil:
			c.accept(m.span, reading{Scope, 0, c.columnsOf(m.period), nil, "the question"})
		case len(c.whens) == 0:
			c.refuse(m.span, "the rows say nothing about %s", m.name)
		default:
			c.refuse(m.span, "no row is of %s", m.name)
		}
	}
}

// nameWithoutRow is the name that a period is said of and that has no row in it.
func (c *checker) nameWithoutRow(p mention) string {
	seen := map[int]bool{}
	for _, m := range c.mentions {
		if m.kind != label || m.derived || seen[m.dim] {
			continue
		}
		seen[m.dim] = true
		var rows []int
		list := c.namesFor(m.dim, p.span)
		for _, o := range list {
			rows = union(rows, o.rows)
		}
		if len(list) > 0 && len(intersect(rows, p.rows)) == 0 && !c.clauseBreaks(min(list[0].from, p.from), max(list[0].to, p.to)) {
			return list[0].name
		}
	}
	return ""
}

// judgePlaces judges names of two kinds that stand side by side: "the Mirador in
// Seville" must be one row.
func (c *checker) judgePlaces() {
	for i := 1; i < len(c.mentions); i++ {
		a, b := c.mentions[i-1], c.mentions[i]
		if a.kind != label || b.kind != label || a.derived || b.derived || a.dim == b.dim || !c.saysWhere(a.to, b.from) {
			continue
		}
		if i > 1 && c.mentions[i-2].dim == b.dim && c.mentions[i-2].to == a.from {
			continue // "Jon Brook, Ben Field" are two people
		}
		list, there := c.listOf(a), true
		for _, o := range list {
			if there = len(intersect(o.rows, b.rows)) > 0; !there {
				c.refuse(span{a.from, b.to}, "no row is of %s and %s", o.name, b.name)
				break
			}
		}
		c.saysPlace = c.saysPlace || there
		for k := a.to; k < b.from && there && len(list) == 2; k++ {
			c.hedges[k] = c.hedges[k] || c.low(k) == "both"
		}
	}
}

// saysWhere reports whether words say that one name is where the other is: "in",
// ", are in".
func (c *checker) saysWhere(from, to int) bool {
	if from == to || to-from > 5 {
		return false
	}
	for i := from; i < to; i++ {
		switch c.low(i) {
		case "by", "taught", "written", "owned", "run", "led", "managed", "sold", "made", "in", "of", "from", ",", "(", "the", "is", "are", "was", "were", "both", "all", "based", "located":
		default:
			return false
		}
	}
	return true
}

// columnsOf are the measures that have a period in their names: revenue_2024,
// q3_sales.
func (c *checker) columnsOf(p period) []int {
	if p.grain == noGrain || p.grain == day {
		return nil
	}
	var list []int
	for _, col := range c.measures {
		if in := c.cols[col].period; in.grain == p.grain && p.contains(in) {
			list = append(list, col)
		}
	}
	return list
}
