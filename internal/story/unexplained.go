package story

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
)

// unexplained is a word that no claim, name or meaning explains.
type unexplained struct {
	word       int
	reason     string
	unreadable bool // the check does not know what it says
}

// What is said of words that rows can never support.
var refusals = map[kind]string{
	claiming:  "this could not be checked against the rows",
	cause:     "the rows do not say why",
	outlook:   "the rows do not say what will or should be",
	judgement: "that is a judgement, which the rows do not make",
	feeling:   "the rows do not say what anybody feels or wants",
}

// findUnexplained finds the words of the current sentence that nothing explains. What is
// not known to be harmless is left over: a sentence that was checked has no word
// that was not.
func (c *checker) findUnexplained() {
	from := len(c.unexplained)
	count, strange := 0, 0
	for i := c.lo; i < c.hi; {
		w := c.wordHere(i)
		if w.letters() {
			count++
		}
		n, l := c.explain(i)
		if l.reason != "" {
			l.word = i
			c.unexplained = append(c.unexplained, l)
			if l.unreadable && w.letters() {
				strange++
			}
		}
		i += n
	}
	if len(c.unexplained) == from && c.claimsNothing() {
		c.unexplained = append(c.unexplained, unexplained{c.lo, "nothing that this says of a row could be checked", false})
	}
	if strange >= 2 && strange*5 >= count*2 { // other words of such a sentence only look English
		c.unexplained = c.unexplained[:from]
		for i := c.lo; i < c.hi; i++ {
			c.unexplained = append(c.unexplained, unexplained{i, "the check reads English, and cannot read this", true})
		}
	}
}

// claimsNothing reports whether the sentence names a row and makes no claim that
// was checked: "North bought South".
func (c *checker) claimsNothing() bool {
	named := slices.ContainsFunc(c.mentions, func(m mention) bool { return m.kind == label && !m.derived })
	return named && !c.saysPlace && !slices.Contains(c.used[c.lo:c.hi], true)
}

// explain is how many words from a place on belong together, and why they are
// left over; without a reason they are accounted for.
func (c *checker) explain(i int) (int, unexplained) {
	w := c.wordHere(i)
	switch f := c.figureOn(i); {
	case c.used[i] || c.hedges[i] || c.mentionOn(i) != nil:
		return 1, unexplained{}
	case f != nil:
		return 1, unexplained{reason: fmt.Sprintf("what %s is could not be checked", c.quote(f.span))}
	case w.digits():
		if c.listNumber(figure{span: span{i, i + 1}, whole: true}) || c.inColumnName(i) {
			return 1, unexplained{}
		}
		return 1, unexplained{reason: "this number could not be read", unreadable: true}
	case !w.letters():
		return 1, c.explainSign(i)
	}
	for n := 4; n > 1; n-- {
		if k := lexicon[c.phrase(i, n)]; k != unknown {
			return n, c.refusal(i, k)
		}
	}
	if k := c.kindAt(i); k != unknown {
		return 1, c.refusal(i, k)
	}
	switch {
	case strings.ContainsFunc(w.text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }):
		return 1, unexplained{reason: "letters of another alphabet cannot be checked", unreadable: true}
	case w.capital() && i > c.lo:
		return 1, unexplained{reason: fmt.Sprintf("neither the rows nor the question name %s", w.text), unreadable: strings.ToUpper(w.text) == w.text}
	}
	return 1, unexplained{reason: fmt.Sprintf("the check does not know the word %q", w.text), unreadable: true}
}

// kindAt is what a word does in its sentence.
func (c *checker) kindAt(i int) kind {
	w, before := c.low(i), c.low(i-1)
	k := lexicon[w]
	if k == unknown {
		switch {
		case lexicon[english.Singular(w)] == plain:
			k = plain
		case superlativeForm(w):
			k = claiming
		case c.knows(w) || c.units[cmp.Or(unitNamed(w), "none")]:
			k = plain
		}
	}
	switch {
	case oneOf(before, "most", "least") && standings[w] && c.used[i-1]:
		return plain
	case k == claiming && lexicon[w] == claiming && c.isHarmless(i):
		return plain
	case oneOf(w, "drove", "driven") && (c.known["km"] || c.known["mile"] || c.known["distance"]):
		return plain // on a road
	case oneOf(w, "need", "needs") && c.figureAfter(i) != nil: // "needs 42.6 minutes"
		return plain
	}
	return k
}

// refusal is what is said of a word of a kind.
func (c *checker) refusal(i int, k kind) unexplained {
	switch {
	case k == plain || k == outlook && c.looksAhead():
		return unexplained{}
	case c.knowsExactly(c.wordHere(i).low) && k != claiming && k != cause && k != outlook:
		return unexplained{} // the rows or the question use the word
	}
	return unexplained{reason: refusals[k]}
}

// phrase is the n words from a place on.
func (c *checker) phrase(i, n int) string {
	if i+n > c.hi {
		return ""
	}
	var b strings.Builder
	for k := i; k < i+n; k++ {
		if k > i {
			b.WriteByte(' ')
		}
		b.WriteString(c.low(k))
	}
	return b.String()
}

// signs are those that say nothing by themselves.
const signs = `.,;:!?()[]"'“”‘’–—-…/&*_#|•` + "`"

func (c *checker) explainSign(i int) unexplained {
	w := c.wordHere(i)
	switch {
	case strings.Contains(signs, w.text):
		return unexplained{}
	case unitNamed(w.low) != "" || w.low == "%":
		return unexplained{reason: "this unit could not be checked"}
	}
	return unexplained{reason: fmt.Sprintf("the check does not know the sign %+q", w.text), unreadable: true}
}

// isHarmless reports whether a word that mostly claims something does not do so
// here.
func (c *checker) isHarmless(i int) bool {
	w, before, next := c.low(i), c.low(i-1), c.low(i+1)
	figureNext := c.figureOn(i+1) != nil
	if next == "short" {
		return c.directionAt(i) == 0
	}
	switch w {
	case "up", "down", "fall":
		return c.directionAt(i) == 0
	case "only":
		return figureNext || c.hedges[i+1] || next == "to" || slightWords[next] || c.placeAt(i+1) > 0
	case "record", "merely":
		return figureNext
	case "all":
		return figureNext || aheadWords[before]
	case "both":
		return next == "the" || next == "a"
	case "each":
		return c.figureIn(max(i-4, c.lo), i) || c.countable(i+1) && c.says("average", "averaged", "averages")
	case "large", "long", "high", "low", "small", "big", "well", "far", "much":
		return before == "as" || before == "how"
	case "notably", "similarly":
		return i == c.lo && next == ","
	case "behind":
		return trailWords[before]
	case "even":
		return comparison(next) != 0 || prepositions[next] || next == "though"
	}
	return endWords[w] && c.figureIn(i, min(i+5, c.hi))
}

// knows reports whether a word, or one akin to it, is of a column, the question,
// or the statement behind the rows.
func (c *checker) knows(w string) bool {
	if c.knowsExactly(w) || c.known[concept(w)] {
		return true
	}
	found, asked := c.sameStem[w]
	if !asked {
		for o := range c.known {
			found = found || sameStem(w, o)
		}
		c.sameStem[w] = found
	}
	return found
}

func (c *checker) knowsExactly(w string) bool { return c.known[w] || c.known[english.Singular(w)] }

// looksAhead reports whether the question or the columns are about the future.
func (c *checker) looksAhead() bool {
	for w := range c.known {
		if lexicon[w] == outlook {
			return true
		}
	}
	return false
}

// learnVocabulary notes the words that the columns, the question and the statement use.
func (c *checker) learnVocabulary() {
	const most = 2000 // words
	c.known, c.sameStem = map[string]bool{}, map[string]bool{}
	note := func(list []string) {
		for _, w := range list {
			if len(w) > 1 && len(c.known) < most {
				c.known[w], c.known[english.Singular(w)], c.known[concept(w)] = true, true, true
			}
		}
	}
	for i := range c.cols {
		note(english.Split(c.cols[i].name))
	}
	for _, w := range c.questionWords {
		note([]string{w.low})
	}
	for _, text := range vocabularyOf(c.ctx.Meaning) {
		note(english.Split(text))
	}
}

// endings are those that words of one stem may differ in.
var endings = english.NewSet("s es d ed ing e er ers or ors ion ions ation ations ment ments al ly y ies n en ance lation lations lled lling")

// sameStem reports whether two words are of one stem: install, installed,
// installation.
func sameStem(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	fits := func(end string) bool { return end == "" || endings[end] }
	for k := n; k >= max(4, n-1); k-- {
		if fits(a[k:]) && fits(b[k:]) {
			return true
		}
	}
	return false
}

// objectionsTo are the claims that words which are left over make, those that
// stand side by side together.
func (c *checker) objectionsTo(left []unexplained) []Claim {
	var list []Claim
	for i := 0; i < len(left); {
		end := i + 1
		for end < len(left) && left[end].word == left[end-1].word+1 && left[end].unreadable == left[i].unreadable &&
			left[end].reason == left[i].reason && c.sentenceOf(left[end].word) == c.sentenceOf(left[i].word) {
			end++
		}
		from, to := c.ws[left[i].word].start, c.ws[left[end-1].word].end
		list = append(list, Claim{Text: c.text[from:to], Start: from, End: to, Reason: left[i].reason, Unreadable: left[i].unreadable})
		i = end
	}
	return list
}

func (c *checker) sentenceOf(i int) int {
	n, _ := slices.BinarySearchFunc(c.sentences, i+1, func(s span, i int) int { return s.to - i })
	return n
}
