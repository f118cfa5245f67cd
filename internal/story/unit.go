package story

import (
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// units are what figures may be counted in, each word with the unit that it
// stands for.
var units = readUnits(`usd: $ usd dollar dollars; eur: € eur euro euros; gbp: £ gbp pounds sterling; jpy: ¥ jpy yen; chf: chf francs; inr: ₹ inr rupees
	second: seconds sec secs; minute: minute minutes mins; hour: hour hours hrs; day: day days; week: week weeks; month: month months; year: year years
	kg: kg kilos kilogram kilograms; g: gram grams; tonne: tonne tonnes ton tons; lb: lb lbs; km: km kilometer kilometers kilometre kilometres; mile: mile miles
	m: metre metres meter meters; cm: cm; mm: mm; litre: litre litres liter liters; gallon: gallon gallons; ml: ml; hl: hl; hectare: hectare hectares
	kwh: kwh; mwh: mwh; gwh: gwh; twh: twh; kw: kw; mw: mw; byte: bytes; kb: kb; mb: mb; gb: gb; tb: tb; degree: ° degree degrees; celsius: celsius c
	fahrenheit: fahrenheit f; mph: mph; kmh: kmh; mille: ‰; cent: cents`)

func readUnits(list string) map[string]string {
	m := map[string]string{}
	for entry := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ';' || r == '\n' }) {
		unit, words, _ := strings.Cut(entry, ":")
		for w := range strings.FieldsSeq(words) {
			m[w] = strings.TrimSpace(unit)
		}
	}
	return m
}

// learnUnits notes the units that the columns and the question name.
func (c *checker) learnUnits() {
	c.units = map[string]bool{"": true}
	for i := range c.cols {
		for _, w := range c.cols[i].words {
			c.units[units[w]] = true
			c.units["degree"] = c.units["degree"] || w == "temperature"
		}
		for _, w := range english.Split(c.cols[i].name) {
			c.units[units[w]] = true
		}
	}
	for i := range c.cols {
		c.units[units[strings.ToLower(unitOf(c.ctx.Meaning, i))]] = true
	}
	for _, w := range c.questionWords {
		c.units[units[w.low]] = true
	}
	if len(c.whens) > 0 { // periods are counted in others
		for _, u := range []string{"day", "week", "month", "year"} {
			c.units[u] = true
		}
	}
}

// unknownUnit is a unit of a figure that neither the columns nor the question
// name, and where it ends.
func (c *checker) unknownUnit(f *figure) (string, int) {
	for i := f.from; i <= f.to; i++ {
		if w := c.low(i); !c.units[units[w]] && (i < f.to || c.isPlain(i)) && (len(w) > 1 || !c.wordHere(i).letters() || c.low(i-1) == "°") {
			return c.wordHere(i).text, i + 1
		}
	}
	return "", 0
}
