package story

import (
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// unitNamed is the unit that a word says, or "". A percentage is no unit: it is
// checked as such. The second and the min are mostly something else.
func unitNamed(w string) string {
	if s := degreeWords[w]; s != "" {
		return s
	}
	u, _ := english.UnitOf(w)
	if u.Dimension == "share" || oneOf(w, "second", "min") {
		return ""
	}
	return u.Symbol
}

var degreeWords = english.NewPairs("° degree, degree degree, degrees degree, c °C, f °F, ‰ ‰")

// isMoneyWord reports whether a word is a currency: $, usd, dollars.
func isMoneyWord(w string) bool {
	u, _ := english.UnitOf(w)
	return u.Dimension == "money" && u.Factor == 1
}

// learnUnits notes the units that the columns and the question name.
func (c *checker) learnUnits() {
	c.units = map[string]bool{"": true}
	for i := range c.cols {
		for _, w := range c.cols[i].words {
			c.units[unitNamed(w)] = true
			c.units["degree"] = c.units["degree"] || w == "temperature"
		}
		for _, w := range english.Split(c.cols[i].name) {
			c.units[unitNamed(w)] = true
		}
	}
	for i := range c.cols {
		c.units[unitNamed(strings.ToLower(unitOf(c.ctx.Meaning, i)))] = true
	}
	for _, w := range c.questionWords {
		c.units[unitNamed(w.low)] = true
	}
	if len(c.whens) > 0 { // periods are counted in others
		for _, u := range []string{"days", "weeks", "months", "years"} {
			c.units[u] = true
		}
	}
}

// unknownUnit is a unit of a figure that neither the columns nor the question
// name, and where it ends.
func (c *checker) unknownUnit(f *figure) (string, int) {
	for i := f.from; i <= f.to; i++ {
		if w := c.low(i); !c.units[unitNamed(w)] && (i < f.to || c.isPlain(i)) && (len(w) > 1 || !c.wordHere(i).letters() || c.low(i-1) == "°") {
			return c.wordHere(i).text, i + 1
		}
	}
	return "", 0
}
