package story

import (
	"math"
	"slices"
	"strings"
)

// superlatives judges who has the most, the least, or a place in the order.
func (c *checker) superlatives() {
	for i := c.lo; i < c.hi; i++ {
		if c.own(i) < 0 && c.mentions[-c.own(i)-1].kind != measure {
			c.topList(c.mentions[-c.own(i)-1])
			i = c.mentions[-c.own(i)-1].to - 1
			continue
		}
		w := c.low(i)
		side, place, words := extreme(w), 1, span{i, i + 1}
		switch {
		case side != 0 && c.superlativeAt(i):
			if n, from := c.placeBefore(i); n > 0 {
				place, words.from = n, from
			}
		case side == 0 && eitherWords[w] && c.own(i) == 0 && c.superlativeAt(i):
			c.judgeEither(words)
			continue
		case c.low(i) == "followed" && c.low(i+1) == "by":
			c.followers(i)
			continue
		case (w == "low" || w == "high") && c.low(i+1) == "point":
			side, words = map[string]int{"low": -1, "high": 1}[w], span{i, i + 2}
		case w == "lead" && c.leads(i) && c.own(i) == 0:
			side = 1
		case (w == "low" || w == "high") && c.isTurningPoint(i):
			side = map[string]int{"low": -1, "high": 1}[w]
		case w == "rear" && c.low(i-1) == "the" && c.low(i-2) == "up": // "bring up the rear"
			side = -1
		case (w == "closes" || w == "closed") && c.low(i+1) == "the" && (c.low(i+2) == "list" || c.low(i+2) == "ranking"):
			side, words = -1, span{i, i + 3}
		case w == "last" && c.ranks(i) && !c.at(i+1).letters() || w == "last" && c.low(i+1) == "place" || w == "last" && c.ranks(i) && (c.low(i+1) == "with" || c.low(i+1) == "at"):
			side = -1
		case c.placeAt(i) > 0:
			side, place = 1, c.placeAt(i)
			if c.own(i) > 0 {
				words = c.figures[c.own(i)-1].span
			}
			if w := c.low(words.to); w == "place" || w == "rank" {
				words.to++
			}
		default:
			continue
		}
		if c.used[i] && c.own(i) <= 0 {
			continue
		}
		c.judgePlace(words, side, place)
	}
}

// isTurningPoint reports whether "high" or "low" is a noun: "set a new high".
func (c *checker) isTurningPoint(i int) bool {
	next := c.low(i + 1)
	if o := c.own(i - 1); o < 0 && c.mentions[-o-1].kind == when && c.own(i) == 0 { // "the February low"
		return !c.at(i+1).letters() || prepositions[next]
	}
	if c.low(i-1) == "a" {
		return next == "of" && c.own(i+2) > 0
	}
	switch c.low(i - 1) {
	case "new", "record", "its", "their":
		return c.own(i) == 0 && (!c.at(i+1).letters() || prepositions[next])
	}
	return false
}

// superlativeAt tells a superlative from "at least", "most of", "led by 30".
func (c *checker) superlativeAt(i int) bool {
	w, before, next := c.low(i), c.low(i-1), c.low(i+1)
	switch {
	case before == "at" && (w == "least" || w == "most" || w == "worst" || w == "best"):
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
	case (w == "topped" || w == "tops") && (c.own(i+1) > 0 || c.own(i+1) < 0):
		return false
	case (w == "led" || w == "leads") && c.own(i+1) < 0 && c.mentions[-c.own(i+1)-1].kind == label:
		return false
	case w == "min" || w == "max" || w == "record":
		return false
	case w == "lags" || w == "lagged":
		return c.own(i+1) >= 0
	case before == "of" && (c.low(i-2) == "one" || c.low(i-2) == "some"):
		return false
	case c.own(i+1) > 0 && (w == "top" || w == "bottom"):
		return false
	}
	return true
}

// partOfName reports whether a word belongs to the name of the measure that it
// stands before.
func (c *checker) partOfName(i int) bool {
	for k := i + 1; k <= i+2; k++ {
		if o := c.own(k); o < 0 && c.mentions[-o-1].kind == measure {
			return slices.Contains(c.cols[c.mentions[-o-1].cols[0]].words, concept(c.low(i)))
		}
	}
	return false
}

// placeBefore reads the ordinal of "second-largest".
func (c *checker) placeBefore(i int) (place, from int) {
	if n := ordinals[c.low(i-1)]; n > 1 {
		return int(n), i - 1
	}
	if o := c.own(i - 1); i > c.lo && o > 0 && c.figures[o-1].ordinal {
		return int(c.figures[o-1].value), c.figures[o-1].from
	}
	return 0, i
}

// placeAt reads "ranks third", "is second", "in 2nd place", "#2", "runner-up".
func (c *checker) placeAt(i int) int {
	w := c.low(i)
	n := int(ordinals[w])
	if o := c.own(i); o > 0 {
		f := c.figures[o-1]
		if i != f.from {
			return 0
		}
		if f.ordinal {
			n = int(f.value)
		} else if f.whole && f.unit == bare && (c.low(i-1) == "#" || c.low(i-1) == "rank" || c.low(i-1) == "number" && c.own(i-2) == 0 || c.low(i-1) == "no" || c.low(i-1) == "." && c.low(i-2) == "no" || c.low(i-1) == "ranks" || c.low(i-1) == "ranked") {
			return int(f.value)
		}
	}
	if w == "runner" && c.low(i+1) == "up" {
		return 2
	}
	if n == 0 {
		return 0
	}
	end := i + 1
	if o := c.own(i); o > 0 {
		end = c.figures[o-1].to
	}
	next, ranks := c.low(end), c.ranks(i)
	switch {
	case next == "place" || next == "rank" || next == "position":
		return n
	case (next == "only" || next == "to") && c.low(i-1) == ",": // ", second to South"
		return n
	case ranks && (next == "" || !c.at(end).letters() || next == "with" || next == "at" || next == "in" || next == "by" || next == "on" || next == "and" || next == "overall"):
		return n
	}
	return 0
}

// ranks reports whether the word before a place says that it is one: "ranks
// third", "came in second".
func (c *checker) ranks(i int) bool {
	before := c.low(i - 1)
	for before == "only" || before == "just" || before == "in" || before == "a" || before == "close" || before == "distant" || before == "very" {
		if o := c.own(i - 2); before == "a" && o < 0 && c.mentions[-o-1].kind == label { // "with Canada a distant fourth"
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
	cols := c.sized(words)
	if !ok || len(cols) == 0 {
		return
	}
	b := c.without(c.bind(words), m.dim)
	reason := ""
	sides := []int{1, -1}
	if c.lasts(cols[0]) {
		sides = []int{-1}
	}
	for _, side := range sides {
		r, why := c.place(m, c.listOf(m), b.rows, cols[0], side, 1)
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
	cols := c.restrict(c.sized(words), &figure{span: words})
	if len(cols) == 0 {
		return
	}
	reason := ""
	if w := c.low(words.to - 1); (w == "best" || w == "worst") && lessIsBetter.HasAny(c.cols[cols[0]].words) {
		side = -side
	}
	if w := c.low(words.to - 1); speedWords[w] != 0 && c.lasts(cols[0]) && c.growthNear(words) == 0 {
		side = -int(speedWords[w])
	}
	b = c.unbound(b, m)
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
	if w := c.low(words.to); (w == "loss" || w == "losses" || w == "deficit") && c.own(words.to) == 0 { // among those below zero
		b.rows = slices.DeleteFunc(slices.Clone(b.rows), func(r int) bool { return !(c.cols[cols[0]].nums[r] < 0) })
		side, words.to = -side, words.to+1
	}
	for _, col := range cols {
		r, why := c.place(m, list, b.rows, col, side, place)
		if parts, every := c.throughout(col); parts != nil {
			for _, p := range parts {
				if r, why = c.place(m, list, intersect(b.rows, p.rows), p.col, side, place); r == nil {
					break
				}
			}
			c.use(every)
		}
		if n := c.negation(words.from); n >= 0 {
			words.from = n
			if r == nil {
				c.accept(words, reading{Rank, 0, []int{col}, m.rows, why})
				return
			}
			r, why = nil, "it is so: "+r.source
		}
		if r != nil {
			c.size(words, c.distance(m, b.rows, col, side, place), col, r.rows)
			c.accept(words, *r)
			return
		}
		reason = why
	}
	c.refuse(words, "%s", reason)
}

// unbound leaves out of a binding the names that only describe the holder of a
// place: Priya is the author of the comment, not one of its places.
func (c *checker) unbound(b binding, m mention) binding {
	for _, o := range b.by {
		if o.kind == label && o.dim != m.dim && len(o.rows) > 0 && len(c.groupsOf(m.dim, o.rows)) == 1 && len(c.groupsOf(o.dim, m.rows)) == 1 {
			return c.without(b, o.dim)
		}
	}
	return b
}

// distance is how far the holder of a place is from the next, or, where it is not
// the first, from the one before it.
func (c *checker) distance(m mention, rows []int, col, side, place int) float64 {
	groups := c.ranked(m.dim, rows, col, side)
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
