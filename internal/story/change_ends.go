package story

import (
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// ends are the rows before and after a change.
type ends struct{ base, end []int }

var baseWords = english.NewSet("from since than versus vs against over on")

// ends finds what is compared in a change: the periods that the words name, a
// period and the one before it, or the first and the last.
func (c *checker) ends(f *figure, b binding) []ends {
	rest := c.without(b, timeDim)
	line := c.skipUnknown(c.line(rest.rows), c.colsAt(f.from))
	if len(line) < 2 {
		return nil
	}
	within := func(m mention) []int { return intersect(rest.rows, m.rows) }
	lastRows := line[len(line)-1].rows
	if e, ok := c.sinceThen(f, rest, lastRows); ok {
		return []ends{e}
	}
	named := c.periodsAround(f.span, f.unit == bare && f.slack == 0)
	back, yearly := c.backWords(f.span)
	switch {
	case len(named) >= 2:
		a, z := named[len(named)-2], named[len(named)-1]
		if c.isBase(z) && !c.isBase(a) {
			a, z = z, a
		}
		return []ends{{within(a), within(z)}}
	case len(named) == 1 && c.isBase(named[0]) && !back && !yearly:
		m := named[0]
		end := lastRows
		for _, o := range c.timeMentions() {
			if o.list != m.list && (o.to <= f.from || c.arrivesIn(o)) {
				end = within(o)
			}
		}
		return []ends{{within(m), end}}
	case len(named) == 1:
		return c.endsAround(within(named[0]), named[0], line, rest.rows, yearly, back)
	case !back && !yearly:
		return []ends{{line[0].rows, lastRows}}
	}
	if m, ok := c.subject[timeDim]; ok && len(c.timeMentions()) == 0 && c.refersBack(timeDim, f.span) {
		return c.endsAround(within(m), m, line, rest.rows, yearly, back)
	}
	p := c.cols[c.whens[0]].times[lastRows[0]]
	return c.endsAround(lastRows, mention{rows: lastRows, period: p}, line, rest.rows, yearly, back)
}

// sinceThen reads "peaked in April and has declined since": from the period named
// last before the figure to the next one, or else to the end.
func (c *checker) sinceThen(f *figure, rest binding, lastRows []int) (ends, bool) {
	perfect := oneOf(c.low(f.from-1), "has", "have") // "was worst in April and has improved"
	times := c.timeMentions()
	if !perfect && !(c.low(f.to) == "since" && c.mentionOn(f.to+1) == nil) || len(times) == 0 || times[0].to > f.from {
		return ends{}, false
	}
	e := ends{end: lastRows}
	for _, m := range times {
		if m.to > f.from {
			e.end = intersect(rest.rows, m.rows)
			break
		}
		e.base = intersect(rest.rows, m.rows)
	}
	return e, true
}

// skipUnknown leaves out periods without a value: what comes after one changed against
// the last that is known.
func (c *checker) skipUnknown(line []group, cols []int) []group {
	if len(cols) != 1 {
		return line
	}
	unknown := func(g group) bool { return math.IsNaN(c.worth(g.rows, cols[0])) }
	if !slices.ContainsFunc(line, unknown) {
		return line
	}
	return slices.DeleteFunc(slices.Clone(line), unknown)
}

// readSequel reads "fell to 90 in May before rising to 110": from the period named
// before to the one that is named next, or else to the one that comes next.
func (c *checker) readSequel(i int, b binding) (ends, bool) {
	if c.low(i-1) != "before" || c.directionAt(i) == 0 {
		return ends{}, false
	}
	rest := c.without(b, timeDim)
	line := c.line(rest.rows)
	e := ends{}
	for _, m := range c.timeMentions() {
		if m.to <= i {
			e.base = intersect(rest.rows, m.rows)
		} else if !c.movesOn(i, m.from) {
			e.end = intersect(rest.rows, m.rows)
			break
		}
	}
	at := slices.IndexFunc(line, func(g group) bool { return len(e.base) > 0 && slices.Equal(g.rows, e.base) })
	if e.end == nil && at >= 0 && at+1 < len(line) {
		e.end = line[at+1].rows
	}
	return e, at >= 0 && len(e.end) > 0
}

// endsAround compares a period with the one before it, or with the year before;
// a longer one also within itself.
func (c *checker) endsAround(end []int, m mention, line []group, rows []int, yearly, back bool) []ends {
	if len(end) == 0 {
		return nil
	}
	times := c.cols[c.whens[0]].times
	find := func(p period) []int {
		var out []int
		for _, r := range rows {
			if times[r].grain != noGrain && p.contains(times[r]) {
				out = append(out, r)
			}
		}
		return out
	}
	if yearly {
		return []ends{{find(m.period.back(year, 1)), end}}
	}
	first, last := -1, -1
	for i, g := range line {
		if len(intersect(g.rows, end)) > 0 {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	var out []ends
	if last > first {
		if !back {
			out = append(out, ends{line[first].rows, line[last].rows})
		}
		if m.period.grain != noGrain && m.period.y != 0 {
			out = append(out, ends{find(m.period.back(m.period.grain, 1)), end})
		}
		return out
	}
	if first > 0 {
		out = append(out, ends{line[first-1].rows, end})
	}
	return out
}

// arrivesIn reports whether a period is that of the figure at the end of a way:
// "to 520 in Q4".
func (c *checker) arrivesIn(m mention) bool {
	f := c.figureOn(m.from - 2)
	return c.low(m.from-1) == "in" && f != nil && c.low(f.from-1) == "to"
}

// isBase reports whether a period is what another is compared with.
func (c *checker) isBase(m mention) bool {
	i := m.from - 1
	for oneOf(c.low(i), "the", "in") || c.low(i) == "on" && c.fromFigure(i-1) {
		i--
	}
	if f := c.figureOn(i); f != nil { // "from 41 on 1 May"
		i = f.from - 1
		if c.low(i) != "from" {
			return false
		}
	}
	w := c.low(i)
	if w == "on" {
		return c.figureOn(i-1) != nil // "up 13% on 2024"
	}
	return baseWords[w] && !(w == "over" && m.derived) || oneOf(w, "with", "to") && strings.HasPrefix(c.low(i-1), "compar") || w == "." && c.low(i-1) == "vs"
}

// fromFigure reports whether a word is part of a figure after "from".
func (c *checker) fromFigure(i int) bool {
	f := c.figureOn(i)
	return f != nil && c.low(f.from-1) == "from"
}

func (c *checker) timeMentions() []mention {
	var list []mention
	for _, m := range c.mentions {
		if m.kind == when && len(m.rows) > 0 {
			list = append(list, m)
		}
	}
	return list
}

// periodsAround are the periods that belong to a figure: those right after it,
// else those before it, in the order of the text.
func (c *checker) periodsAround(at span, word bool) []mention {
	var left, right []mention
	prev, next := c.lo, c.hi
	for _, f := range c.figures {
		if f.to <= at.from {
			prev = f.to
		} else if f.from >= at.to && next == c.hi {
			next = f.from
		}
	}
	if w := c.low(at.to); next < c.hi && next-at.to <= 2 && oneOf(w, "from", "versus", "vs", "against", "compared") {
		for _, f := range c.figures { // "up 16% from 2,090 in 2024"
			if f.from > next {
				next = f.from
				break
			}
			if f.from == next && f.span == c.figures[len(c.figures)-1].span {
				next = c.hi
				break
			}
		}
	}
	if word { // "rose from 120 in May to 150 in June"
		next = c.hi
	}
	prevEnd := c.attachedEnd(prev)
	for _, m := range c.timeMentions() {
		switch {
		case m.from >= at.to && m.to <= next && !c.movesOn(at.to, m.from):
			right = append(right, m)
		case m.to <= at.from && m.from >= prevEnd && !c.clauseBreaks(m.to, at.from):
			left = append(left, m)
		}
	}
	if len(left)+len(right) > 0 {
		return append(left, right...)
	}
	var before []mention
	for _, m := range c.timeMentions() {
		if m.to <= at.from {
			before = append(before, m)
		}
	}
	return before
}

// movesOn reports whether the words up to a place have moved on.
func (c *checker) movesOn(from, to int) bool {
	for i := from; i < to; i++ {
		w := c.low(i)
		if w == "," && !c.commaThenTime(i) || w == "and" && c.mentionOn(i+1) == nil && c.mentionOn(i-1) == nil || breakWords[w] || oneOf(w, ";", "before", "then", "after") {
			return true
		}
	}
	return false
}

// commaThenTime tells ", from March to July" from a new clause.
func (c *checker) commaThenTime(i int) bool {
	for k := i + 1; k < i+4; k++ {
		if m := c.mentionOn(k); m.is(when) {
			return oneOf(c.low(i+1), "from", "compared", "between")
		}
	}
	return false
}

// attachedEnd is where the words that belong to the figure before end.
func (c *checker) attachedEnd(from int) int {
	if from == c.lo {
		return from
	}
	for i := from; i < c.hi; i++ {
		w := c.low(i)
		if w == "," || w == "and" && (c.mentionOn(i-1) == nil || c.mentionOn(i+1) == nil) || breakWords[w] || c.figureOn(i) != nil {
			return i
		}
	}
	return c.hi
}

// backWords finds "month over month" and "from a year earlier" near a figure.
func (c *checker) backWords(at span) (back, yearly bool) {
	from := at.from - 8
	if !c.figureIn(c.lo, at.from) {
		from = c.lo
	}
	for i := max(c.lo, from); i < min(c.hi, at.to+9); i++ {
		w := c.low(i)
		switch {
		case w == "yoy" || w == "year" && oneOf(c.low(i+1), "over", "on") || w == "year" && oneOf(c.low(i+1), "earlier", "ago", "before") || oneOf(w, "last", "previous", "prior") && c.low(i+1) == "year":
			yearly = true
		case oneOf(w, "mom", "qoq") || grainNames[w] != noGrain && oneOf(c.low(i+1), "over", "on", "earlier", "before"):
			back = true
		case oneOf(w, "previous", "prior", "preceding") && grainNames[c.low(i+1)] != noGrain:
			back = true
		}
	}
	if yearly && len(c.whens) > 0 && c.cols[c.whens[0]].grain == year {
		return true, false
	}
	return back, yearly
}
