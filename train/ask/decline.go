package ask

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/train/world"
)

// declined asks for something that the world does not have.
func (a *asker) declined() (Example, bool) {
	d := a.start()
	p := d.base()
	if chance(a.Rand, 40) {
		if t := a.pickTable(listable); t >= 0 {
			p = a.here(t)
		}
	}
	s := slots{"one": p.noun.One, "ones": p.noun.Many, "n": a.number(float64(10 * (1 + a.IntN(50)))).said, "grain": pick(a.Rand, []string{"month", "quarter", "year"}), "next": pick(a.Rand, []string{" next year", " next month", " next quarter"})}
	if _, w, ok := a.called(p); ok {
		s["w"] = w
	}
	if dims := a.dims(d.places); len(dims) > 0 {
		s["by"] = pick(a.Rand, dims).noun.One
	}
	if f := a.mainPeriod(d.places, pastWays); f != nil && chance(a.Rand, 70) {
		s["when"] = " " + f.when.said
	}
	if values := a.rowValues(d.base()); len(values) > 0 {
		s["m"] = pick(a.Rand, values).phrase
	}
	var asides []string
	if chance(a.Rand, 45) { // words that the data does know, around what it does not
		q := []place{p}
		s["np"], asides = a.nounPhrase(p.noun.Many, a.table(p.table).Person, a.filters(q, 1))
	}
	if a.table(p.table).Person {
		s["people"] = p.noun.Many
	}
	section := ""
	missing := a.w.Missing
	if len(missing.Tables)+len(missing.Columns)+len(missing.Measures) == 0 && chance(a.Rand, 75) {
		return Example{}, false // otherwise small talk would be all there is
	}
	switch n := a.IntN(100); {
	case n < 35 && len(missing.Tables) > 0:
		x := pick(a.Rand, missing.Tables)
		s["x"], s["xs"] = x.One, x.Many
		section = "decline.rows"
	case n < 70 && len(missing.Columns) > 0:
		c := pick(a.Rand, missing.Columns)
		p = a.here(c.Table)
		s["one"], s["ones"], s["w"] = p.noun.One, p.noun.Many, ""
		if s["np"] != "" {
			s["np"], asides = a.nounPhrase(p.noun.Many, a.table(p.table).Person, a.filters([]place{p}, 1))
		}
		if _, w, ok := a.called(p); ok {
			s["w"] = w
		}
		s["x"] = pick(a.Rand, c.Phrases)
		s["ax"] = an(s["x"])
		switch c.Kind {
		case world.Amount, world.Quantity, world.Duration, world.Percent, world.Rate:
			s["num"] = s["x"]
		default:
			if chance(a.Rand, 60) {
				s["ax"] = ""
			}
		}
		section = "decline.column"
	case n < 88 && len(missing.Measures) > 0:
		s["x"] = pick(a.Rand, missing.Measures)
		section = "decline.measure"
	default:
		section = "decline.chat"
	}
	if s["x"] != "" && a.known(s["x"]) || s["xs"] != "" && a.known(s["xs"]) {
		return Example{}, false
	}
	text := a.say(section, s)
	if text == "" {
		return Example{}, false
	}
	if s["np"] == "" || !strings.Contains(text, s["np"]) {
		asides = nil
	}
	return Example{Question: a.finished(sentence{text: text, asides: asides}), Decline: true, Now: a.now, Tags: []string{"decline", strings.TrimPrefix(section, "decline.")}}, true
}

// known says whether the world has something of this name after all.
func (a *asker) known(name string) bool {
	for i := range a.w.Columns {
		if slices.ContainsFunc(a.w.Columns[i].Phrases, func(p string) bool { return strings.EqualFold(p, name) }) {
			return true
		}
	}
	for i := range a.w.Tables {
		if slices.ContainsFunc(a.w.Tables[i].Nouns, func(n world.Noun) bool { return n.One == name || n.Many == name }) {
			return true
		}
	}
	return slices.ContainsFunc(a.w.Measures, func(m world.Measure) bool { return slices.Contains(m.Phrases, name) })
}
