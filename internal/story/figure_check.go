package story

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// How exactly the word before a figure says that it is meant.
var hedgeWords = map[string]nearness{"about": about, "around": about, "roughly": about, "approximately": about, "~": about, "≈": about, "circa": about, "some": about,
	"nearly": nearly, "almost": nearly, "over": above, "above": above, "exceeded": above, "exceeds": above, "exceeding": above, "exceed": above,
	"topped": above, "surpassed": above, "passed": above, "past": above, "under": below, "below": below}

var (
	moreThan   = english.NewSet("more greater higher better longer larger")
	lessThan   = english.NewSet("less fewer lower smaller shorter")
	hedgeTails = english.NewSet("than least most to") // take the word before them along
)

// readHedge reads how exactly a figure is meant from the words around it.
func (c *checker) readHedge(f *figure) {
	i := f.from - 1
	w := c.low(i)
	if f.near = c.nearnessAt(i); f.near == exactly {
		f.near = c.nearnessAfter(f.to)
	}
	f.across = w == "over"
	if f.near == exactly || i < c.lo {
		return
	}
	c.hedges[i] = true
	first := i
	if hedgeTails[w] {
		first = max(i-1, c.lo)
		c.hedges[first] = true
	}
	if f.far = c.low(first-1) == "well" && f.near >= above; f.far {
		c.hedges[first-1] = true
	}
	if c.low(f.to) == "or" {
		c.hedges[f.to+1] = true
	}
}

// nearnessAt reads the word before a figure, and the one that it belongs to.
func (c *checker) nearnessAt(i int) nearness {
	w, before := c.low(i), c.low(i-1)
	switch {
	case w == "to" && before == "close":
		return about
	case w == "than" && moreThan[before]:
		return above
	case w == "than" && lessThan[before]:
		return below
	case w == "least" && before == "at":
		return atLeast
	case w == "most" && before == "at", w == "to" && before == "up" && !strings.HasPrefix(c.low(i-2), "add") && !strings.HasPrefix(c.low(i-2), "sum"):
		return atMost
	}
	return hedgeWords[w]
}

// nearnessAfter reads "or so", "or more" and "or less".
func (c *checker) nearnessAfter(i int) nearness {
	if c.low(i) != "or" {
		return exactly
	}
	switch w := c.low(i + 1); {
	case w == "so":
		return about
	case comparison(w) > 0:
		return atLeast
	case comparison(w) < 0:
		return atMost
	}
	return exactly
}

// judgeFigure verifies one figure.
func (c *checker) judgeFigure(f *figure) {
	if c.used[f.from] || f.ordinal {
		return
	}
	if unit, end := c.unknownUnit(f); unit != "" {
		c.refuse(span{f.from, max(f.to, end)}, "neither the columns nor the question name the unit %s", unit)
		return
	}
	tries, words := c.readingsOf(f)
	if n := c.negation(f.from); n >= 0 && f.near >= above {
		c.judgeDenied(f, n, tries)
		return
	}
	for _, r := range tries {
		if f.fits(r.value) {
			f.found = r.cols
			switch r.op {
			case Change:
				c.noteSize(c.widenSpan(f, words), r.value/100, r.cols[0], r.rows)
			case Ratio:
				c.noteSize(c.widenSpan(f, words), r.value-1, r.cols[0], r.rows)
			case Fit: // a strong correlation is one from 0.7 on
				c.noteSize(c.widenSpan(f, words), math.Abs(r.value)-0.7+largeSize, r.cols[0], r.rows)
			}
			if op, at := c.cue(f); c.ctx.Foreign && at >= 0 && !c.used[at] && (r.op == Maximum || r.op == Minimum || len(r.cols) > 0 && c.isNamedAs(r.cols[0], op)) {
				c.accept(span{at, at + 1}, r) // "the highest amount is 120"
			}
			c.accept(c.widenSpan(f, words), r)
			return
		}
	}
	if _, ok := c.subject[timeDim]; ok && len(c.timeMentions()) == 0 && len(c.labels) > 0 {
		c.keepPeriod = true // the sentence may still be about the period of the one before
		again, words := c.readingsOf(f)
		c.keepPeriod = false
		for _, r := range again {
			if f.fits(r.value) {
				c.accept(c.widenSpan(f, words), r)
				return
			}
		}
	}
	if c.quotesQuestion(f) {
		c.accept(f.span, reading{op: Scope, source: "the question"})
		return
	}
	c.refuse(c.widenSpan(f, words), "%s", c.explainRefusal(f, tries))
}

// judgeDenied checks "did not exceed 500": no reading of the figure is on that
// side of it.
func (c *checker) judgeDenied(f *figure, at int, tries []reading) {
	words := span{at, f.to}
	if c.low(at) == "never" { // at no time, rather than in all
		tries = c.readExtremes(f)
	}
	if len(tries) == 0 {
		c.refuse(words, "what is denied here could not be checked")
		return
	}
	for _, r := range tries {
		if f.holds(r.value) {
			c.refuse(words, "%s is %s", r.source, show(r.value))
			return
		}
	}
	c.accept(words, tries[0])
}

// readExtremes are the values of a figure's rows that are farthest on the side that
// the words name.
func (c *checker) readExtremes(f *figure) []reading {
	cols, named := c.columnsFor(f)
	b := c.bind(f.span)
	op := Maximum
	if f.near >= below {
		op = Minimum
	}
	var out []reading
	for _, col := range c.restrict(cols, f) {
		if len(b.rows) > 0 && c.suits(f, col, named) {
			v := c.fold(op, b.rows, col)
			if f.unit == percent {
				v *= c.cols[col].scale
			}
			out = append(out, reading{op, v, []int{col}, b.rows, fmt.Sprintf("%s of %s%s", op, c.cols[col].label(), c.ofWhom(b))})
		}
	}
	return out
}

// widenSpan takes the word of direction or comparison into the claim: "up 12%".
func (c *checker) widenSpan(f *figure, words span) span {
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

// readingsOf are the natural readings of a figure, and the words beside it that
// make it so.
func (c *checker) readingsOf(f *figure) ([]reading, span) {
	if r, ok := c.readCount(f); ok {
		if len(c.topics[english.Singular(c.low(f.to))]) > 0 { // "21 years" may be a figure in years
			r = append(r, c.readValue(f)...)
		}
		return r, span{}
	}
	if r, ok := c.readGapChange(f); ok {
		return r, span{}
	}
	if r, ok := c.readColumnGap(f); ok {
		return r, span{}
	}
	if r, ok := c.readSpread(f); ok {
		return r, span{}
	}
	if r, words, ok := c.readComparison(f); ok {
		return r, words
	}
	if r, words, ok := c.readChange(f); ok {
		return r, words
	}
	if r, ok := c.readCorrelation(f); ok {
		return r, span{}
	}
	switch f.unit {
	case percent, part:
		return c.readShare(f), span{}
	case points:
		return nil, span{}
	}
	return c.readValue(f), span{}
}

// quotesQuestion reports whether a figure and the word beside it come from the
// question: "top 5", "over 100 orders".
func (c *checker) quotesQuestion(f *figure) bool {
	for i, w := range c.questionWords {
		if !w.digits() && english.Cardinals[w.low] == 0 {
			continue
		}
		v, err := strconv.ParseFloat(strings.ReplaceAll(w.text, ",", ""), 64)
		if err != nil {
			v = english.Cardinals[w.low]
		}
		if v != f.value {
			continue
		}
		if i > 0 && c.questionWords[i-1].low == c.low(f.from-1) && c.questionWords[i-1].low != "of" || i+1 < len(c.questionWords) && c.questionWords[i+1].letters() && english.Singular(c.questionWords[i+1].low) == english.Singular(c.low(f.to)) {
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
