package schema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// flag is for numbers that are only ever 0 or 1.
func flag(c *subject) (verdict, bool) {
	if c.Kind != table.Int {
		return verdict{}, false
	}
	asked := asks[c.raw[0]] && len(c.raw) > 1 || c.last() == "flag" || c.last() == "indicator"
	switch {
	case c.zeroOrOne() && (asked || !c.mentions(counts)):
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
	if _, counted := aggregateWord(c.words[:len(c.words)-1]); counted {
		return verdict{}, false
	}
	n := c.distinct()
	small := n > 0 && n <= 50
	switch {
	case coordinates[last]:
		return verdict{role: Other, why: "a coordinate: sums mean nothing"}, true
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

// measure is for the other numbers.
func measure(c *subject) (verdict, bool) {
	if !c.Kind.Numeric() {
		return verdict{}, false
	}
	_, known := aggregateWord(c.words)
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
	a, ok := aggregateWord(words)
	if ok && a.aggregate != "sum" {
		return a.aggregate, a.why
	}
	low, errLow := strconv.ParseFloat(c.Min, 64)
	high, errHigh := strconv.ParseFloat(c.Max, 64)
	if c.Kind != table.Int && errLow == nil && errHigh == nil && 0 <= low && low < high && high <= 1 {
		return "avg", "values lie between 0 and 1 like a share, so averages make sense"
	}
	if ok {
		return a.aggregate, a.why
	}
	return "sum", "nothing in the name speaks against adding it up"
}

// advice is an aggregate with its reason.
type advice struct{ aggregate, why string }

// aggregateWord takes the advice of the name: first of words that decide
// wherever they stand (rate, per, total), then of the last word that says
// anything, because the last noun is the thing and the others describe it.
func aggregateWord(words []string) (advice, bool) {
	if len(words) == 0 {
		return advice{}, false
	}
	switch words[0] {
	case "maximum":
		return advice{"max", "the name says maximum"}, true
	case "min", "minimum":
		if len(words) > 1 {
			return advice{"min", "the name says minimum"}, true
		}
	case "number", "n":
		if len(words) > 1 && !numeral(words[1]) {
			return advice{"sum", "it counts, so it adds up"}, true
		}
	}
	for i, w := range words {
		if shares[w] || w == "per" && i > 0 {
			return advice{"avg", "the name says " + w + ", so averages make sense"}, true
		}
	}
	for i, w := range words {
		switch {
		case w == "total":
			return advice{"sum", "the name says total, so it adds up"}, true
		case (w == "unit" || w == "standard") && i < len(words)-1:
			return advice{"avg", "the name says " + w + " " + words[i+1] + ", so averages make sense"}, true
		}
	}
	for i := len(words) - 1; i >= 0; i-- {
		switch w := words[i]; {
		case averaged[w]:
			return advice{"avg", "the name says " + w + ", so averages make sense"}, true
		case levels[w]:
			return advice{"avg", "the name says " + w + ": the state at a moment, so sums over time would mislead"}, true
		case summed[w], counts[w]:
			return advice{"sum", "the name says " + w + ", so it adds up"}, true
		}
	}
	for _, w := range words {
		switch {
		case flowUnits[w]:
			return advice{"sum", "measured in " + w + ", which adds up"}, true
		case stateUnits[w]:
			return advice{"avg", "measured in " + w + ", so averages make sense"}, true
		}
	}
	return advice{}, false
}

func numeral(w string) bool { return strings.Trim(w, "0123456789") == "" }

var (
	asks = english.NewSet("is has was can should may allow allows did does are")

	coordinates = english.NewSet("lat latitude lon lng long longitude x y z easting northing")
	neverSummed = english.NewSet(`postcode postal zipcode ssn ein code version port hash checksum seed sequence index year isbn ean upc
		barcode imei pin extension color colour oid month quarter`)
	sorting  = english.NewSet("sort display list sequence")
	ordinals = english.NewSet(`priority severity rank ranking place position tier class type kind category group status state stage step
		floor flag indicator label generation deck round lane`)

	// shares decide wherever they stand in the name.
	shares = english.NewSet(`rate percent percentage ratio share fraction frac probability average mean median proportion likelihood
		percentile pctile index`)

	averaged = english.NewSet(`price rating score age temperature margin speed velocity weight height length width depth size salary
		wage wages duration latency delay stars star gpa mark marks humidity pressure moisture density concentration
		efficiency utilization availability accuracy confidence odds tariff csat nps satisfaction bmi elevation altitude
		yield abv ibu ph bedrooms bathrooms rent roi ctr cpc cpm growth change variance deviation similarity intensity grade
		strength radius days diameter angle slope thickness horsepower mpg tenure years lifetime multiplier factor coefficient`)

	levels = english.NewSet(`balance stock inventory headcount level capacity onhand backlog outstanding exposure limit population
		employees occupancy holdings floors`)

	summed = english.NewSet(`amount revenue sales sale cost costs spend spent spending expense expenses expenditure profit tax taxes vat
		fee fees payment payments paid charge charges refund refunds refunded deposit deposits tip tips gross net income budget quota target
		goal goals value worth turnover receipts earnings earned commission bonus shipping freight duty interest premium
		claim claims loss losses damage donation donations raised pledged credit credits debit debits withdrawal withdrawals discount
		discounts energy volume distance sum subtotal due owed cash proceeds royalty royalties subsidy fine fines
		penalty penalties saving savings investment contribution gain gains rainfall precipitation usage consumption
		production output runtime`)

	counts = english.NewSet(`count quantity units unit pieces items clicks impressions views visits sessions hits downloads installs orders
		tickets users subscribers members customers passengers votes points wins attendance seats pages transactions returns
		visitors guests rooms calls messages emails leads conversions signups likes followers shares comments retries errors
		deaths cases births renewals`)

	flowUnits  = english.NewSet(`hours hour minutes min seconds sec weeks kwh mwh gwh wh kg tonnes tons ton km miles gb mb tb kb bytes litres liters gallon gallons hl ml mm hectares ha usd eur gbp cents dollars euros pence pounds lbs`)
	stateUnits = english.NewSet("celsius fahrenheit degrees kw mw kwp watts volts amps psi bar hz mph kmh db ppm")
)
