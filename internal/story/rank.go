package story

import (
	"github.com/plumbdata/plumb/internal/english"
	"math"
	"slices"
	"strings"
)

// judgeSuperlatives judges who has the most, the least, or a place in the order.
func (c *checker) judgeSuperlatives() {
	for i := c.lo; i < c.hi; i++ {
		if m := c.mentionOn(i); m.namesRows() {
			c.judgeTopList(*m)
			i = m.to - 1
			continue
		}
		switch s, ok := c.standingAt(i); {
		case ok && (!c.used[i] || c.figureOn(i) != nil):
			c.judgePlace(s.words, s.side, s.place)
		case ok:
		case eitherWords[c.low(i)] && c.isPlain(i) && c.superlativeAt(i):
			c.judgeEither(span{i, i + 1})
		case c.low(i) == "followed" && c.low(i+1) == "by":
			c.judgeFollowers(i)
		}
	}
}

// standing is a place in an order, and the words that name it.
type standing struct {
	words span
	side  int // 1 counts from the most, -1 from the least
	place int
}

// standingAt reads a superlative, a phrase that means one, or an ordinal.
func (c *checker) standingAt(i int) (standing, bool) {
	if side := extreme(c.low(i)); side != 0 && c.superlativeAt(i) {
		s := standing{span{i, i + 1}, side, 1}
		if n, from := c.placeBefore(i); n > 0 {
			s.place, s.words.from = n, from
		}
		return s, true
	}
	if side, n := c.endPhraseAt(i); side != 0 {
		return standing{span{i, i + n}, side, 1}, true
	}
	n := c.placeAt(i)
	s := standing{span{i, i + 1}, 1, n}
	if f := c.figureOn(i); f != nil {
		s.words = f.span
	}
	if oneOf(c.low(s.words.to), "place", "rank") {
		s.words.to++
	}
	return s, n > 0
}

// endPhraseAt reads phrases that name the most or the least without a
// superlative, and how many words they have: "a new high", "last place".
func (c *checker) endPhraseAt(i int) (side, n int) {
	w, next := c.low(i), c.low(i+1)
	switch {
	case oneOf(w, "low", "high") && next == "point":
		return turns[w], 2
	case oneOf(w, "low", "high") && c.isTurningPoint(i):
		return turns[w], 1
	case w == "lead" && c.isLeadVerb(i) && c.isPlain(i):
		return 1, 1
	case w == "rear" && c.low(i-1) == "the" && c.low(i-2) == "up": // "bring up the rear"
		return -1, 1
	case oneOf(w, "closes", "closed") && next == "the" && oneOf(c.low(i+2), "list", "ranking"):
		return -1, 3
	case w == "last" && (next == "place" || c.saysRank(i) && (!c.at(i+1).letters() || oneOf(next, "with", "at"))):
		return -1, 1
	}
	return 0, 0
}

var turns = map[string]int{"low": -1, "high": 1}

// isTurningPoint reports whether "high" or "low" is a noun: "set a new high".
func (c *checker) isTurningPoint(i int) bool {
	ends := !c.at(i+1).letters() || prepositions[c.low(i+1)]
	switch before := c.low(i - 1); {
	case c.mentionOn(i-1).is(when) && c.isPlain(i): // "the February low"
		return ends
	case before == "a":
		return c.low(i+1) == "of" && c.figureOn(i+2) != nil
	default:
		return oneOf(before, "new", "record", "its", "their") && c.isPlain(i) && ends
	}
}

// superlativeAt tells a superlative from "at least", "most of", "led by 30".
func (c *checker) superlativeAt(i int) bool {
	w, before, next := c.low(i), c.low(i-1), c.low(i+1)
	switch {
	case before == "at" && oneOf(w, "least", "most", "worst", "best"):
		return false
	case w == "most" && (next == "of" && before != "the" || next == "recent"):
		return false
	case w == "most":
		if d, ok := c.dimNamed(next); ok && d != len(c.cols) && before != "the" {
			return false // "most regions"
		}
	case c.partOfName(i):
		return false // "the lowest maximum score"
	case w == "led" && next == "to":
		return false
	case oneOf(w, "topped", "tops") && (c.figureOn(i+1) != nil || c.mentionOn(i+1) != nil):
		return false
	case oneOf(w, "led", "leads") && c.mentionOn(i+1).is(label):
		return false
	case oneOf(w, "min", "max", "record"):
		return false
	case oneOf(w, "lags", "lagged"):
		return c.mentionOn(i+1) == nil
	case before == "of" && oneOf(c.low(i-2), "one", "some"):
		return false
	case c.figureOn(i+1) != nil && oneOf(w, "top", "bottom"):
		return false
	}
	return true
}

// partOfName reports whether a word belongs to the name of the measure that it
// stands before.
func (c *checker) partOfName(i int) bool {
	for k := i + 1; k <= i+2; k++ {
		if m := c.mentionOn(k); m.is(measure) {
			return slices.Contains(c.cols[m.cols[0]].words, concept(c.low(i)))
		}
	}
	return false
}

// placeBefore reads the ordinal of "second-largest".
func (c *checker) placeBefore(i int) (place, from int) {
	if n := english.Ordinals[c.low(i-1)]; n > 1 {
		return int(n), i - 1
	}
	if f := c.figureOn(i - 1); f != nil && f.ordinal {
		return int(f.value), f.from
	}
	return 0, i
}

// placeAt reads "ranks third", "is second", "in 2nd place", "#2", "runner-up".
func (c *checker) placeAt(i int) int {
	if c.low(i) == "runner" && c.low(i+1) == "up" {
		return 2
	}
	n, end := int(english.Ordinals[c.low(i)]), i+1
	if f := c.figureOn(i); f != nil {
		switch {
		case i != f.from:
			return 0
		case f.ordinal:
			n = int(f.value)
		case f.whole && f.unit == bare && c.numbersPlace(i-1):
			return int(f.value)
		}
		end = f.to
	}
	if n == 0 {
		return 0
	}
	switch next := c.low(end); {
	case oneOf(next, "place", "rank", "position"):
		return n
	case oneOf(next, "only", "to") && c.low(i-1) == ",": // ", second to South"
		return n
	case c.saysRank(i) && (!c.at(end).letters() || oneOf(next, "", "with", "at", "in", "by", "on", "and", "overall")):
		return n
	}
	return 0
}

// numbersPlace reports whether a word says that the number after it is a place:
// "#2", "rank 2", "no. 2".
func (c *checker) numbersPlace(i int) bool {
	w := c.low(i)
	return oneOf(w, "#", "rank", "ranks", "ranked", "no") || w == "number" && c.isPlain(i-1) || w == "." && c.low(i-1) == "no"
}

// saysRank reports whether the word before a place says that it is one: "ranks
// third", "came in second".
func (c *checker) saysRank(i int) bool {
	before := c.low(i - 1)
	for oneOf(before, "only", "just", "in", "a", "close", "distant", "very") {
		if before == "a" && c.mentionOn(i-2).is(label) { // "with Canada a distant fourth"
			return true
		}
		i--
		before = c.low(i - 1)
	}
	switch before {
	case "is", "was", "came", "comes", "placed", "finished", "finishes", "are", "were", "come":
		return true
	}
	return strings.HasPrefix(before, "rank")
}

// judgeEither judges a superlative that may mean the most or the least: who is
// neither is not it.
func (c *checker) judgeEither(words span) {
	m, ok := c.holder(words)
	cols := c.measuresOf(words)
	if !ok || len(cols) == 0 {
		return
	}
	b := c.without(c.bind(words), m.dim)
	reason := ""
	sides := []int{1, -1}
	if c.isDuration(cols[0]) {
		sides = []int{-1}
	}
	for _, side := range sides {
		r, why := c.checkPlace(m, c.listOf(m), b.rows, cols[0], side, 1)
		if r != nil {
			c.accept(words, *r)
			return
		}
		reason = why
	}
	c.refuse(words, "%s", reason)
}

func (c *checker) judgePlace(words span, side, place int) {
	m, ok := c.holder(words)
	if !ok {
		return
	}
	list := c.listOf(m)
	b := c.without(c.bind(words), m.dim)
	cols := c.restrict(c.measuresOf(words), &figure{span: words})
	if len(cols) == 0 {
		return
	}
	reason := ""
	if w := c.low(words.to - 1); oneOf(w, "best", "worst") && lessIsBetter.HasAny(c.cols[cols[0]].words) {
		side = -side
	}
	if w := c.low(words.to - 1); speedWords[w] != 0 && c.isDuration(cols[0]) && c.growthNear(words) == 0 {
		side = -int(speedWords[w])
	}
	b = c.withoutDescriptions(b, m)
	if d := c.growthNear(words); d != 0 {
		if c.directionAt(words.to) != 0 {
			c.hedges[words.to] = true // "the steepest decline"
		}
		c.judgeGrowth(words, m, b.rows, cols, side, place, d)
		return
	}
	if g, ok := c.columnGap(); ok && place == 1 {
		c.judgeGap(g, words, m, b.rows, side)
		return
	}
	if w := c.low(words.to); oneOf(w, "loss", "losses", "deficit") && c.isPlain(words.to) { // among those below zero
		b.rows = slices.DeleteFunc(slices.Clone(b.rows), func(r int) bool { return !(c.cols[cols[0]].nums[r] < 0) })
		side, words.to = -side, words.to+1
	}
	for _, col := range cols {
		r, why := c.checkPlace(m, list, b.rows, col, side, place)
		if parts, every := c.partsThroughout(col); parts != nil {
			for _, p := range parts {
				if r, why = c.checkPlace(m, list, intersect(b.rows, p.rows), p.col, side, place); r == nil {
					break
				}
			}
			c.markUsed(every)
		}
		if n := c.negation(words.from); n >= 0 {
			words.from = n
			if r == nil {
				c.accept(words, reading{Rank, 0, []int{col}, m.rows, why})
				return
			}
			r, why = nil, "but it is so: "+r.source
		}
		if r != nil {
			c.noteSize(words, c.distanceToNext(m, b.rows, col, side, place), col, r.rows)
			c.accept(words, *r)
			return
		}
		reason = why
	}
	c.refuse(words, "%s", reason)
}

// withoutDescriptions leaves out of a binding the names that only describe the holder of a
// place: Priya is the author of the comment, not one of its places.
func (c *checker) withoutDescriptions(b binding, m mention) binding {
	for _, o := range b.by {
		if o.kind == label && o.dim != m.dim && len(o.rows) > 0 && len(c.groupsOf(m.dim, o.rows)) == 1 && len(c.groupsOf(o.dim, m.rows)) == 1 {
			return c.without(b, o.dim)
		}
	}
	return b
}

// distanceToNext is how far the holder of a place is from the next, or, where it is not
// the first, from the one before it.
func (c *checker) distanceToNext(m mention, rows []int, col, side, place int) float64 {
	groups := c.rankGroups(m.dim, rows, col, side)
	at := slices.IndexFunc(groups, func(g group) bool { return len(intersect(g.rows, m.rows)) > 0 })
	other := at + 1
	if place > 1 {
		other = at - 1
	}
	if at < 0 || other < 0 || other >= len(groups) {
		return math.NaN()
	}
	v := c.worth(groups[other].rows, col)
	return (c.worth(groups[at].rows, col) - v) / v
}
