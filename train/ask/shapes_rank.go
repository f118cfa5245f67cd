package ask

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

func (a *asker) havingDraft(countOnly bool) (*draft, slots, []string, bool) {
	d, ok := a.grouped(true)
	if !ok {
		return nil, nil, nil, false
	}
	if countOnly {
		d.ms = []measure{a.counting(d.base().noun)}
	}
	a.rows(d, 1, 35)
	d.hide = true
	s, asides := a.words(d)
	a.verbs(d, s)
	a.asksWho(d, s)
	op := pick(a.Rand, []form.CondOp{form.Greater, form.Greater, form.GreaterEqual, form.GreaterEqual, form.Less, form.Equal})
	m := d.ms[0]
	v := float64(1 + a.IntN(20))
	if !m.count {
		v = round(1000*a.Float64()*float64(1+a.IntN(100)), 1)
		if v == 0 {
			return nil, nil, nil, false
		}
		if op == form.Equal {
			op = form.Greater
		}
	}
	n := a.number(v)
	d.having = cmp(op, m.expr, lit(n.digits))
	with := slots{"n": n.said}
	if m.count {
		s["cmp"] = a.say("many"+string(op), with)
	} else {
		s["cmp"] = a.say("cmp"+string(op), with)
	}
	return d, s, asides, true
}

// verbs lets the entities of the dimension do something to the rows: customers
// that placed orders.
func (a *asker) verbs(d *draft, s slots) {
	k := d.dims[0].at.key
	if k == nil || len(d.dims[0].at.path) > 2 || !d.dims[0].entity || k.FromTable != d.base().table || len(k.Acts) == 0 {
		return
	}
	act := pick(a.Rand, k.Acts)
	s["past"], s["base"] = act.Past, act.Base
}

// asksWho lets "who" stand for the dimension where nothing else it could mean
// is near.
func (a *asker) asksWho(d *draft, s slots) {
	if !d.dims[0].person || !d.dims[0].entity {
		return
	}
	for _, p := range d.places {
		if a.table(p.table).Person && p.table != d.dims[0].at.table {
			return
		}
	}
	s["whoever"] = "who"
}

func (a *asker) havingShape() (answer, bool) {
	d, s, asides, ok := a.havingDraft(false)
	if !ok {
		return answer{}, false
	}
	section := "having"
	if d.ms[0].count {
		section = "having.count"
	}
	x := sentence{text: a.say(section, s), asides: asides}
	if section == "having" && !strings.Contains(x.text, "whose") && !strings.Contains(x.text, " a ") && !strings.Contains(x.text, "where") {
		x.text = a.say("having", slots{"bys": s["bys"], "m": s["m"], "cmp": s["cmp"], "when": s["when"]})
	}
	a.alsoShow(d, s, &x)
	return answer{sentence: x, query: a.query(d), draft: d}, true
}

func (a *asker) havingCount() (answer, bool) {
	d, s, asides, ok := a.havingDraft(true)
	if !ok || !d.dims[0].entity && d.dims[0].noun.Many == "" {
		return answer{}, false
	}
	x := sentence{text: a.say("having.number", s), asides: asides}
	q := a.query(d)
	q.Select = []*form.Expr{call(form.Count, &form.Expr{Op: form.Groups})}
	return answer{sentence: x, query: q}, true
}

// alsoShow may ask for the measure or a list of columns beside the names.
func (a *asker) alsoShow(d *draft, s slots, x *sentence) {
	switch n := a.IntN(100); {
	case n < 48:
		d.hide = false
		x.list = a.listed(d, s, 100)
	case n < 68:
		d.hide = false
		section := "too"
		if d.ms[0].count && chance(a.Rand, 60) {
			section = "too.count"
		}
		also := a.say(section, s)
		if strings.HasSuffix(x.text, "?") {
			x.text = strings.TrimSuffix(x.text, "?") + ", " + strings.TrimSuffix(also, "?") + "?"
		} else {
			x.text += pick(a.Rand, []string{", ", " "}) + strings.TrimSuffix(also, "?")
		}
	case n < 74:
		x.list = a.listed(d, s, 100)
	}
}

// extreme orders by the measure: most or least.
func (a *asker) extreme(d *draft, s slots) bool {
	desc := chance(a.Rand, 82)
	s["most"], s["highest"] = "most", pick(a.Rand, []string{"highest", "largest", "highest"})
	s["top"] = pick(a.Rand, []string{"top", "biggest", "best"})
	if !desc {
		s["high"] = d.ms[0].low
		s["most"], s["highest"] = pick(a.Rand, []string{"fewest", "least"}), pick(a.Rand, []string{"lowest", "smallest"})
		s["top"] = pick(a.Rand, []string{"bottom", "smallest", "worst"})
	} else {
		s["high"] = d.ms[0].high
	}
	if d.ms[0].count {
		s["high"] = s["highest"]
	}
	if !strings.HasPrefix(s["high"], "m") && !strings.HasPrefix(s["high"], "l") || d.ms[0].agg != form.Sum {
		s["m"] = strings.TrimPrefix(s["m"], "the ")
	}
	d.order = []form.Order{{By: d.ms[0].expr, Desc: desc}}
	return desc
}

func (a *asker) superlative() (answer, bool) {
	d, ok := a.ranked()
	if !ok {
		return answer{}, false
	}
	if chance(a.Rand, 12) {
		if b, ok := a.bucket(d.places); ok && b.adverb != "" {
			d.dims = []dim{b}
		}
	}
	a.rows(d, 2, 40)
	d.hide = true
	d.limit = &number{"1", "one"}
	s, asides := a.words(d)
	a.verbs(d, s)
	a.asksWho(d, s)
	if a.extreme(d, s); !d.order[0].Desc {
		s["past"] = ""
		for _, w := range []string{"top"} {
			s[w] = ""
		}
	}
	section := "superlative"
	if chance(a.Rand, 10) {
		a.nth(d, s)
	}
	if d.ms[0].count {
		section = "superlative.count"
		if !d.dims[0].entity && !d.dims[0].time && d.order[0].Desc {
			s["common"] = s["by"]
		}
	}
	x := sentence{text: a.say(section, s), asides: asides}
	if (!d.order[0].Desc || d.place != nil) && (strings.HasPrefix(x.text, "top ") || strings.HasPrefix(x.text, "busiest ") || strings.Contains(x.text, "comes ")) {
		return answer{}, false
	}
	a.alsoShow(d, s, &x)
	return answer{sentence: x, query: a.query(d), draft: d}, true
}

// nth asks for the second or third instead of the first.
func (a *asker) nth(d *draft, s slots) {
	n := 2 + a.IntN(10)/7
	d.place = &number{itoa(n), ordinalWords[n]}
	s["most"], s["high"] = ordinalWords[n]+" "+s["most"], ordinalWords[n]+" "+s["highest"]
	s["highest"], s["top"], s["common"] = ordinalWords[n]+" "+s["highest"], "", ""
	a.tag("place")
}

func (a *asker) top() (answer, bool) {
	d, ok := a.ranked()
	if !ok {
		return answer{}, false
	}
	a.rows(d, 2, 40)
	d.hide = true
	s, asides := a.words(d)
	a.verbs(d, s)
	desc := a.extreme(d, s)
	n := a.number(float64(pick(a.Rand, []int{2, 3, 3, 3, 4, 5, 5, 5, 5, 6, 7, 8, 10, 10, 10, 15, 20})))
	d.limit = &n
	s["n"] = n.said
	section := "top"
	if d.ms[0].count {
		section = "top.count"
	}
	x := sentence{text: a.say(section, s), asides: asides}
	if !desc {
		x.text = strings.Replace(x.text, "top ", "bottom ", 1)
		if strings.Contains(x.text, "our ") {
			return answer{}, false
		}
	}
	a.alsoShow(d, s, &x)
	return answer{sentence: x, query: a.query(d), draft: d}, true
}

func (a *asker) topPerGroup() (answer, bool) {
	d, ok := a.ranked()
	if !ok || !d.dims[0].entity && chance(a.Rand, 70) {
		return answer{}, false
	}
	inner := d.dims[0]
	if !a.secondDim(d) {
		return answer{}, false
	}
	if b, ok := a.bucket(d.places); ok && b.adverb != "" && chance(a.Rand, 12) {
		d.dims[1] = b
	}
	if outer := d.dims[1]; outer.entity && outer.at.table == inner.at.table && outer.at.via == inner.at.via {
		return answer{}, false // there is one in each
	}
	a.rows(d, 1, 35)
	// What the limit is within comes first.
	d.dims[0], d.dims[1] = d.dims[1], inner
	d.per = 1
	s, asides := a.words(d)
	s["by"], s["by2"], s["bys"], s["bys2"] = s["by2"], s["by"], s["bys2"], s["bys"]
	a.extreme(d, s)
	section := "pergroup"
	n := number{"1", "one"}
	if chance(a.Rand, 55) {
		n = a.number(float64(pick(a.Rand, []int{2, 2, 3, 3, 3, 5})))
	} else {
		section = "pergroup.one"
	}
	d.limit = &n
	s["n"] = n.said
	if !d.order[0].Desc {
		s["top"] = ""
	}
	x := sentence{text: a.say(section, s), asides: asides}
	if !d.order[0].Desc {
		x.text = strings.Replace(x.text, "top ", "bottom ", 1)
	}
	switch {
	case chance(a.Rand, 45):
		x.list = []string{a.columnWord(d.dims[0]), a.columnWord(d.dims[1]), d.ms[0].short}
	case chance(a.Rand, 30):
		x.text = strings.TrimSuffix(x.text, "?") + ", " + strings.TrimSuffix(a.say("too", s), "?")
	default:
		d.hide = true
	}
	return answer{sentence: x, query: a.query(d), draft: d}, true
}

// ranked makes a draft whose measure can be the most: not itself an extreme.
func (a *asker) ranked() (*draft, bool) {
	d, ok := a.grouped(false)
	if !ok || d.ms[0].agg == form.Max || d.ms[0].agg == form.Min || a.few(d.dims[0]) {
		return nil, false
	}
	return d, true
}

// few says whether there is hardly anything to rank.
func (a *asker) few(x dim) bool {
	if x.column == 0 {
		return false
	}
	k := a.column(x.column)
	return k.Kind == world.Flag || k.Kind != world.City && k.Kind != world.Country && k.Kind != world.Name && k.Kind != world.Year && len(k.Values) < 4
}
