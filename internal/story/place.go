package story

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// holder finds whose place it is: by the noun after the superlative, the last
// name before it, or the next one.
func (c *checker) holder(words span) (mention, bool) {
	if m := c.mentionOn(words.from - 1); m.is(when) && (c.low(words.from) == "peak" || c.isTurningPoint(words.from)) { // "the March peak"
		return *m, true
	}
	dim, want := c.holderDim(words)
	left, right := c.namesBeside(words, dim, want)
	if left != nil && right != nil && c.prefersRight(words, *left, *right, want) {
		left = nil
	}
	switch {
	case left != nil:
		return *left, true
	case right != nil:
		return *right, true
	}
	return c.holderElsewhere(words, dim, want)
}

// holderDim is what kind of name holds a place, where the words say so: "the
// highest month", "peaked".
func (c *checker) holderDim(words span) (dim int, want bool) {
	for j := words.to; j < words.to+4 && j < c.hi; j++ {
		if c.mentionOn(j).namesRows() {
			break
		}
		if d, ok := c.dimNamed(c.low(j)); ok && (c.isPlain(j) || d != timeDim) { // sick days are no days of the calendar
			return d, true
		}
		if !c.at(j).letters() || oneOf(c.low(j), "was", "is") {
			break
		}
	}
	w := c.low(words.from)
	return timeDim, len(c.whens) > 0 && (strings.HasPrefix(w, "peak") || oneOf(w, "bottomed", "trough") || c.isTurningPoint(words.from))
}

// namesBeside are the last name before a superlative and the first after it that
// may hold the place.
func (c *checker) namesBeside(words span, dim int, want bool) (left, right *mention) {
	scene := noDim // "the highest desktop figure" is not about who desktop is
	if m := c.mentionOn(words.to); m.is(label) && c.at(m.to).letters() && !prepositions[c.low(m.to)] {
		scene = m.dim
	}
	for k := range c.mentions {
		m := &c.mentions[k]
		if m.kind == measure || m.inQuestion || m.object || m.dim == scene || want && m.dim != dim || m.derived && m.to <= words.from && m.period.grain == noGrain {
			continue
		}
		if m.to <= words.from && !c.clauseBreaks(m.to, words.from) {
			left = m
		}
		if m.from >= words.to && right == nil && !c.clauseBreaks(words.to, m.from) {
			right = m
		}
	}
	return left, right
}

// leadIn are words between a superlative and the name that holds it: "led by
// North", "was lowest on 3 April".
var leadIn = english.NewSet("by on in for is was at among")

// prefersRight reports whether the name after a superlative holds the place rather
// than the one before it.
func (c *checker) prefersRight(words span, left, right mention, want bool) bool {
	points := c.pointsRight(words.to, right.from)
	switch w := c.low(words.from); {
	case want && (points || strings.HasPrefix(w, "peak") || w == "bottomed"):
		return true
	case !want && left.kind == when && right.kind == label: // it only sets the scene: "In July, the largest was North"
		return true
	case !want && points && c.commaIn(left.to, words.from):
		return true
	}
	next := right.from == words.to+1 || right.from == words.to+2 && c.low(words.to+1) == "the"
	return next && leadIn[c.low(words.to)] && (left.kind == right.kind || c.low(words.from-1) != "the") // not "South earned the most in 2024"
}

// holderElsewhere finds the holder among names that are objects, that stand in
// another clause, or that the sentence before was about.
func (c *checker) holderElsewhere(words span, dim int, want bool) (mention, bool) {
	for _, m := range c.mentions { // "while South" is an object, yet the only name
		if m.kind == label && m.to <= words.from && !c.clauseBreaks(m.to, words.from) {
			return m, true
		}
	}
	for k := len(c.mentions) - 1; k >= 0; k-- { // "Asia is smallest but is growing fastest"
		if m := c.mentions[k]; m.kind == label && m.to <= words.from && !m.object && (!want || m.dim == dim) {
			return m, true
		}
	}
	for _, m := range c.subjects() {
		if (!want || m.dim == dim) && c.refersBack(m.dim, words) {
			return m, true
		}
	}
	return mention{}, false
}

// pointsRight reports whether the words lead from the superlative to the name
// after it: "the highest revenue was in July".
func (c *checker) pointsRight(from, to int) bool {
	for i := from; i < to; i++ {
		switch w := c.low(i); {
		case oneOf(w, "was", "is", "were", "are", "came", "comes", "in", "by", "belongs", "went", ":", "being", "from"):
			return true
		case w == ",":
			return false
		}
	}
	return false
}

var durations = english.NewSet("second minute hour day week month year time duration wait latency length sec min lead")

// speedWords are 1 for words that mean less time.
var speedWords = english.NewNumbers("fastest 1, quickest 1, speediest 1, slowest -1, faster 1, quicker 1, slower -1")

// isDuration reports whether a measure is a duration.
func (c *checker) isDuration(col int) bool {
	return slices.ContainsFunc(c.cols[col].words, func(w string) bool { return durations[w] || durations[english.Singular(w)] })
}

// measuresOf are the measures that a superlative is about. The largest department is
// the one with the most people, not with the highest average.
func (c *checker) measuresOf(words span) []int {
	cols := c.colsAt(words.from)
	w := c.low(words.to - 1)
	if about := c.topics[qualities[w]]; len(about) > 0 {
		return about
	}
	if oneOf(w, "longest", "shortest") || speedWords[w] != 0 && c.growthNear(words) == 0 {
		lasting := slices.IndexFunc(c.measures, c.isDuration)
		if lasting >= 0 && len(cols) > 0 && !c.isDuration(cols[0]) {
			return c.measures[lasting : lasting+1]
		}
	}
	if !oneOf(w, "largest", "biggest", "smallest") || len(cols) == 0 || c.cols[cols[0]].additive {
		return cols
	}
	for i := words.to; i < words.to+4; i++ {
		if m := c.mentionOn(i); m.is(measure) {
			return cols
		}
	}
	if o := slices.IndexFunc(c.measures, func(col int) bool { return c.cols[col].additive }); o >= 0 && c.countable(words.to) {
		return c.measures[o : o+1]
	}
	return cols
}

// checkPlace checks that the named groups have the place from the top (side 1) or
// the bottom.
func (c *checker) checkPlace(m mention, list []mention, rows []int, col, side, place int) (*reading, string) {
	groups := c.rankGroups(m.dim, rows, col, side)
	k := &c.cols[col]
	what := map[int]string{1: "highest", -1: "lowest"}[side]
	if place > len(groups) {
		return nil, fmt.Sprintf("there are only %d", len(groups))
	}
	if len(groups) == 0 {
		return nil, "there is nothing to compare"
	}
	at := slices.IndexFunc(groups, func(g group) bool { return len(intersect(g.rows, m.rows)) > 0 })
	if at < 0 {
		return nil, fmt.Sprintf("%s has no %s here", m.name, k.label())
	}
	v := c.worth(groups[at].rows, col)
	better, equal := 0, 0
	for _, g := range groups {
		switch w := c.worth(g.rows, col); {
		case float64(side)*(w-v) > 0:
			better++
		case w == v:
			equal++
		}
	}
	tied := c.says("tied", "tie", "joint", "jointly", "equal", "shared", "share", "both", "level")
	if len(list) > 1 && place == 1 && !c.allOnTop(list, groups) && !tied {
		g := groups[min(len(list), len(groups))-1]
		return nil, fmt.Sprintf("these are not the %d with the %s %s: %s is one of them", len(list), what, k.label(), g.label())
	}
	if better+1 == place && (equal == 1 || tied || len(list) == equal) || len(list) > 1 && better < len(list) && place == 1 {
		return &reading{Rank, float64(place), []int{col}, groups[at].rows, fmt.Sprintf("%s by %s: place %d of %d", m.name, k.label(), better+1, len(groups))}, ""
	}
	if better+1 == place {
		return nil, fmt.Sprintf("%s shares this place with %d more by %s", m.name, equal-1, k.label())
	}
	g := groups[place-1]
	if place > 1 {
		what = ordinal(place) + "-" + what
	}
	return nil, fmt.Sprintf("the %s %s is %s with %s; %s has %s", what, k.label(), g.label(), show(c.worth(g.rows, col)), m.name, show(v))
}

// allOnTop reports whether a list of names is the first of the order.
func (c *checker) allOnTop(list []mention, groups []group) bool {
	for _, g := range groups[:min(len(list), len(groups))] {
		if !slices.ContainsFunc(list, func(m mention) bool { return len(intersect(m.rows, g.rows)) > 0 }) {
			return false
		}
	}
	return true
}

func ordinal(n int) string {
	for w, v := range english.Ordinals {
		if int(v) == n {
			return w
		}
	}
	return strconv.Itoa(n) + "th"
}

func (c *checker) says(list ...string) bool {
	for i := c.lo; i < c.hi; i++ {
		if slices.Contains(list, c.low(i)) {
			return true
		}
	}
	return false
}

// judgeTopList checks the names of "the top three are North, South and East" and of
// "May and April were the two busiest months".
func (c *checker) judgeTopList(m mention) {
	if !m.derived || extreme(c.low(m.from)) == 0 && extreme(c.low(m.from+1)) == 0 {
		return
	}
	n := len(c.groupsOf(m.dim, m.rows))
	for _, o := range c.mentions {
		if o.dim != m.dim || o.derived || o.object {
			continue
		}
		list := c.listOf(o)
		words := span{list[0].from, list[len(list)-1].to}
		if len(list) != n || o.from >= m.to && c.figureIn(m.to, o.from) || o.from < m.from && !c.equates(words.to, m.from) {
			continue
		}
		if c.used[words.from] && m.kind == label {
			return
		}
		for _, x := range list {
			if len(intersect(x.rows, m.rows)) == 0 {
				c.refuse(words, "%s is not among %s", x.name, m.name)
				return
			}
		}
		c.accept(words, reading{Rank, 0, m.cols, m.rows, m.name})
		return
	}
}

// equates reports whether the words between two places say that one is the other.
func (c *checker) equates(from, to int) bool {
	for i := from; i < to; i++ {
		switch c.low(i) {
		case "are", "were", "is", "was", "the", "remain", "remained", "as", "rank", "ranked":
		default:
			return false
		}
	}
	return from < to
}

// judgeFollowers checks the order of "North leads, followed by South and East".
func (c *checker) judgeFollowers(i int) {
	var before *mention
	var after []mention
	for k := range c.mentions {
		m := &c.mentions[k]
		if m.kind == measure || m.derived {
			continue
		}
		if m.to <= i && (before == nil || m.kind == label || before.kind == when) {
			before = m
		}
		if m.from > i && len(after) == 0 {
			after = append(after, *m)
		} else if m.from > i && m.dim == after[0].dim && !c.clauseBreaks(i, m.from) {
			after = append(after, *m)
		}
	}
	if before == nil || len(after) == 0 || before.dim != after[0].dim {
		return
	}
	side := 1
	for k := i - 1; k >= c.lo; k-- {
		if e := extreme(c.low(k)); e != 0 {
			side = e
			break
		}
	}
	cols := c.colsAt(i)
	if len(cols) == 0 {
		return
	}
	col := cols[0]
	scope := c.without(c.bind(span{i, i + 1}), before.dim)
	groups := c.rankGroups(before.dim, scope.rows, col, side)
	at := func(m mention) int {
		return slices.IndexFunc(groups, func(g group) bool { return len(intersect(g.rows, m.rows)) > 0 })
	}
	prev := at(*before)
	for _, l := range c.listOf(*before) {
		prev = max(prev, at(l))
	}
	for _, m := range after {
		words := m.span
		p := at(m)
		worse := p >= 0 && prev >= 0 && c.worth(groups[p].rows, col) == c.worth(groups[prev].rows, col)
		if p != prev+1 && !(worse && math.Abs(float64(p-prev)) <= 1) {
			if prev+1 < len(groups) {
				c.refuse(words, "after %s comes %s by %s", groups[max(prev, 0)].label(), groups[prev+1].label(), c.cols[col].label())
			} else {
				c.refuse(words, "nothing comes after by %s", c.cols[col].label())
			}
			return
		}
		c.accept(words, reading{Rank, float64(p + 1), []int{col}, groups[p].rows, fmt.Sprintf("%s by %s: place %d", m.name, c.cols[col].label(), p+1)})
		prev = p
	}
}
