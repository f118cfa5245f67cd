package schema

import (
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/table"
)

// flag is for numbers that are only ever 0 or 1.
func flag(c *subject) (verdict, bool) {
	if c.Kind != table.Int {
		return verdict{}, false
	}
	asked := asks[c.raw[0]] && len(c.raw) > 1 || c.last() == "flag" || c.last() == "indicator"
	switch {
	case c.zeroOrOne() && (asked || !c.mentions(columns.Counts)):
		return verdict{role: Categorical, why: "only 0 and 1: yes or no"}, true
	case asked && c.Min == "" && c.Distinct == 0:
		return verdict{role: Categorical, why: "named like a yes or no"}, true
	}
	return verdict{}, false
}

func (c *subject) zeroOrOne() bool {
	if len(c.Values) > 0 {
		for _, v := range c.Values {
			if v != "0" && v != "1" {
				return false
			}
		}
		return true
	}
	return c.Max == "1" && (c.Min == "0" || c.Min == "1") || c.Min == "0" && c.Max == "0"
}

// ordinal is for numbers that name a place or a kind, and those that adding up
// would make nonsense of.
func ordinal(c *subject) (verdict, bool) {
	if !c.Kind.Numeric() {
		return verdict{}, false
	}
	last := c.last()
	if last == "number" && len(c.words) > 1 {
		last = c.words[len(c.words)-2]
		if !positions[last] && !contacts[last] {
			return verdict{}, false
		}
	}
	// Floors and levels are names; the level of a stock is an amount.
	if _, counted := columns.Summarize(c.words[:len(c.words)-1]); counted {
		return verdict{}, false
	}
	n := c.distinct()
	small := n > 0 && n <= 50 || c.few()
	switch {
	case coordinates[last]:
		return verdict{role: Other, why: "a coordinate: sums mean nothing"}, true
	case c.mentions(runningTotals):
		return verdict{role: Other, why: "a running total: sums over time would mislead"}, true
	case contacts[last], neverSummed[last], last == "order" && c.mentions(sorting):
		return verdict{role: Other, why: fmt.Sprintf("the name says %s: a number that names something, not an amount", last)}, true
	case ordinals[last], positions[last], labels[last]:
		if small || n == 0 && c.Kind == table.Int {
			return verdict{role: Categorical, why: fmt.Sprintf("the name says %s: a number that groups rows", last)}, true
		}
		return verdict{role: Other, why: fmt.Sprintf("the name says %s: a number that names something, not an amount", last)}, true
	}
	return verdict{}, false
}

// code is for whole numbers that name something, as far as names of things and
// the values tell: the number of a flight, a numbered row, 1345 for 13:45.
func code(c *subject) (verdict, bool) {
	low, okLow := whole64(c.Min)
	high, okHigh := whole64(c.Max)
	if !c.Kind.Numeric() || c.Kind != table.Int && !(okLow && okHigh) {
		return verdict{}, false
	}
	if _, known := columns.Summarize(c.words); known {
		return verdict{}, false
	}
	last := c.last()
	switch known := okLow && okHigh; {
	case columns.Things[last]:
		why := fmt.Sprintf("the number of %s, not an amount", article(last))
		if c.few() {
			return verdict{role: Categorical, why: why}, true
		}
		return verdict{role: Key, why: why}, true
	case known && c.Kind == table.Int && looksUnique(c.Distinct, c.rows) && (low == 0 || low == 1) && high-low < c.rows*21/20:
		return verdict{role: Key, why: "numbers the rows"}, true
	case known && last == "time" && low >= 0 && high > 1900 && high <= 2400:
		return verdict{role: Other, why: "times of day written as numbers (hhmm)"}, true
	}
	return verdict{}, false
}

// measure is for the other numbers.
func measure(c *subject) (verdict, bool) {
	if !c.Kind.Numeric() {
		return verdict{}, false
	}
	_, known := columns.Summarize(c.words)
	if last := c.last(); !known && c.Kind == table.Int && english.IsPlural(last) {
		return verdict{role: Measure, aggregate: "sum", why: "numeric, not a key; a number of " + last + ", so it adds up"}, true
	}
	if n := c.distinct(); !known && c.Kind == table.Int && n > 0 && n <= 8 && c.rows >= 50 {
		return verdict{role: Categorical, why: fmt.Sprintf("a number with only %s: more a label than an amount", plural(n, "different value"))}, true
	}
	aggregate, why := aggregateOf(c.words, c.Column)
	return verdict{role: Measure, aggregate: aggregate, why: "numeric, not a key; " + why}, true
}

// aggregateOf is how a measure is usually summed up, and why.
func aggregateOf(words []string, c *Column) (aggregate, why string) {
	s, ok := columns.Summarize(words)
	if ok && s.Aggregate != "sum" {
		return s.Aggregate, s.Why
	}
	if per := rateUnit.FindStringSubmatch(c.Name); per != nil && !flowUnits[strings.ToLower(per[1])] {
		return "avg", "per " + per[1] + ", so averages make sense"
	}
	if UnitOf(c) == "%" {
		return "avg", "in percent, so averages make sense"
	}
	if low, high, known := limits(c); c.Kind != table.Int && known && 0 <= low && low < high && high <= 1 {
		return "avg", "values lie between 0 and 1 like a share, so averages make sense"
	}
	if closeTogether(c, words) {
		return "avg", "no value is twice another, as of marks, so averages make sense"
	}
	if ok {
		return s.Aggregate, s.Why
	}
	return "sum", "nothing in the name says that it cannot be added up"
}

// closeTogether is true for numbers of which none is twice another, where the name says
// nothing else: points from 80 to 100.
func closeTogether(c *Column, words []string) bool {
	low, high, known := limits(c)
	_, says := columns.Summarize(words)
	const several = 10
	return known && low > 0 && high < 2*low && c.Distinct >= several && (!says || words[len(words)-1] == "points")
}

// rateUnit is a unit in brackets that is one thing per another: Yield (t/ha). Amounts per
// time are flows, which add up: Emissions (t/yr).
var (
	rateUnit  = lazyregexp.New(`[(\[]\s*(?:\pL|[€$£%°²³])[^()\[\]/ 0-9]{0,5}\s?/\s?(\pL[^()\[\]/ ]{0,5})\s*[)\]]`)
	flowUnits = english.NewSet("yr y a year annum month mo mth week wk d day")
)

// IsAveraged reports whether sums of a column mean nothing: of prices, rates and
// percentages. What people add up as well, such as weights and stock, is left to
// the question.
func IsAveraged(c *Column) bool {
	if c.Role != Measure || c.Aggregate != "avg" {
		return false
	}
	s, known := columns.Summarize(namingOf(c.Called()).words)
	return !known || s.Aggregate == "sum" || !s.Level && !s.Added
}

func numeral(w string) bool { return strings.Trim(w, "0123456789") == "" }

var (
	asks = english.NewSet("is has was can should may allow allows did does are")

	runningTotals = english.NewSet("cumulative cum running ytd")
	coordinates   = english.NewSet("lat latitude lon lng long longitude x y z easting northing")
	neverSummed   = english.NewSet(`postcode postal zipcode ssn ein code version port hash checksum seed sequence index year isbn ean upc
		barcode imei pin extension color colour oid month quarter`)
	sorting  = english.NewSet("sort display list sequence")
	ordinals = english.NewSet(`priority severity rank ranking place position tier class type kind category group status state stage step
		floor flag indicator label generation deck round lane`)
)
