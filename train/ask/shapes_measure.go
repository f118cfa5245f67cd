package ask

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// start picks a base that people measure, with the places around it.
func (a *asker) start() *draft {
	t := a.pickTable(factual)
	return a.draft(a.places(t))
}

// dated picks a base whose rows have a day.
func (a *asker) dated() (*draft, bool) {
	for range 6 {
		d := a.start()
		if _, c := a.when(d.places); c != 0 {
			return d, true
		}
	}
	return nil, false
}

func (a *asker) count() (answer, bool) {
	d := a.start()
	d.ms = []measure{a.counting(d.base().noun)}
	a.rows(d, 3, 40)
	s, asides := a.words(d)
	if len(d.fs) == 1 && len(d.fs[0].before) > 0 && d.fs[0].value != nil && d.fs[0].at.key == nil {
		s["adjpred"] = pick(a.Rand, d.fs[0].before)
		if strings.HasPrefix(s["adjpred"], "non-") {
			s["adjpred"] = ""
		}
	}
	text := a.say("count", s)
	if s["adjpred"] != "" && strings.Contains(text, "are "+s["adjpred"]) {
		asides = nil
		if d.when != nil && !strings.Contains(text, strings.TrimSpace(d.when.when.said)) {
			return answer{}, false
		}
	}
	return answer{sentence: sentence{text: text, asides: asides}, query: a.query(d), draft: d}, true
}

func (a *asker) single() (answer, bool) {
	d := a.start()
	m, ok := a.measure(d.places)
	if !ok || m.count {
		return answer{}, false
	}
	a.tag(m.tag)
	d.ms = []measure{m}
	a.rows(d, 2, 50)
	if chance(a.Rand, 8) {
		a.secondMeasure(d)
	}
	s, asides := a.words(d)
	section := "single"
	if m.agg == form.Sum && len(d.ms) == 1 && chance(a.Rand, 35) {
		section = "single.sum"
	}
	return answer{sentence: sentence{text: a.say(section, s), asides: asides}, query: a.query(d), draft: d}, true
}

func (a *asker) several() (answer, bool) {
	d := a.start()
	values := a.rowValues(d.base())
	if len(values) == 0 {
		return answer{}, false
	}
	v := pick(a.Rand, values)
	sets := [][]form.Op{{form.Min, form.Max}, {form.Min, form.Avg, form.Max}, {form.Avg, form.Min, form.Max}, {form.Max, form.Min}, {form.Avg, form.Max}, {form.Min, form.Max}}
	ops := pick(a.Rand, sets)
	if v.sums && chance(a.Rand, 25) {
		ops = []form.Op{form.Sum, form.Avg}
	}
	var names []string
	unit := ""
	for _, op := range ops {
		m := a.aggregate(v, op)
		if cents(v.unit) { // all in the same unit
			m.expr, m.unit = call(op, v.expr), ""
		}
		d.ms = append(d.ms, m)
		word := strings.TrimSpace(strings.ReplaceAll(pick(a.Rand, aggWords[op][:3]), "%", ""))
		if word == "" {
			word = "total"
		}
		names = append(names, strings.TrimSuffix(word, " of"))
	}
	if v.degree.Most != "" && len(ops) == 2 && ops[0] == form.Min && ops[1] == form.Max && chance(a.Rand, 40) {
		names = []string{v.degree.Least, v.degree.Most}
	}
	a.rows(d, 2, 30)
	dims := a.dims(d.places)
	by := len(dims) > 0 && chance(a.Rand, 30)
	if by {
		d.dims = []dim{pick(a.Rand, dims)}
		a.tag("group")
	}
	s, asides := a.words(d)
	s["ms"] = and(names, "and") + " " + v.phrase
	if s["ofnp"] != "" {
		s["ms"] += " " + s["ofnp"]
	}
	s["when"] += unit
	if by {
		s["ms"] += pick(a.Rand, []string{" by ", " per ", " for each "}) + s["by"]
	}
	return answer{sentence: sentence{text: a.say("single.several", s), asides: asides}, query: a.query(d), draft: d}, true
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

// grouped makes a draft with a measure and one dimension.
func (a *asker) grouped(additive bool) (*draft, bool) {
	for range 6 {
		d := a.start()
		dims := a.dims(d.places)
		if len(dims) == 0 {
			continue
		}
		if additive {
			d.ms = []measure{a.additive(d.places)}
		} else if m, ok := a.measure(d.places); ok {
			d.ms = []measure{m}
		} else {
			continue
		}
		x := pick(a.Rand, dims)
		if x.column != 0 && d.ms[0].column == x.column {
			continue
		}
		d.dims = []dim{x}
		if d.dims[0].at.key != nil {
			a.tag("join")
		}
		a.tag(d.ms[0].tag)
		return d, true
	}
	return nil, false
}

// showAs adds columns to show where the sentence lists them, and orders.
func (a *asker) order(d *draft, s slots, odds int) string {
	if !chance(a.Rand, odds) || len(d.ms) == 0 || d.hide {
		return ""
	}
	m := d.wrapped(d.ms[0])
	switch n := a.IntN(10); {
	case n < 7:
		d.order = []form.Order{{By: m, Desc: true}}
		return a.say("order.desc", s)
	case n < 9:
		d.order = []form.Order{{By: m}}
		return a.say("order.asc", s)
	}
	if len(d.dims) == 0 || d.dims[0].time {
		return ""
	}
	d.order = []form.Order{{By: d.dims[0].exprs[len(d.dims[0].exprs)-1]}}
	return a.say("order.name", s)
}

// listed sometimes names the columns to show: the key, the name, the measure.
func (a *asker) listed(d *draft, s slots, odds int) []string {
	if !chance(a.Rand, odds) {
		return nil
	}
	var list []string
	for i, x := range d.dims {
		if i == 0 && x.entity && chance(a.Rand, 40) {
			if e, name := a.key(x); e != nil {
				d.lead = append(d.lead, e)
				list = append(list, name)
			}
		}
		list = append(list, a.columnWord(x))
	}
	if d.hide {
		return list
	}
	if d.wrap == "" || d.both {
		for _, m := range d.ms {
			list = append(list, m.short)
		}
	}
	if d.wrap != "" {
		list = append(list, pick(a.Rand, wrapWords[d.wrap]))
	}
	return list
}

var wrapWords = map[form.Op][]string{
	form.Share: {"percent", "share", "%", "percentage"}, form.ShareIn: {"percent", "share"}, form.Running: {"running total", "cumulative total", "cumulative"},
	form.Moving: {"moving average", "average", "rolling average"}, form.Growth: {"growth", "% change", "growth %", "change in percent"},
}

// columnWord names a dimension in a list of columns.
func (a *asker) columnWord(x dim) string {
	if x.entity && len(x.exprs) == 1 && chance(a.Rand, 60) {
		if x.exprs[0].Column != 0 {
			p := plainest(a.Rand, a.column(x.exprs[0].Column).Phrases)
			if chance(a.Rand, 50) || p == "name" {
				return p
			}
		}
	}
	if x.entity && chance(a.Rand, 25) {
		return "name"
	}
	return x.noun.One
}

func (a *asker) group() (answer, bool) {
	d, ok := a.grouped(false)
	if !ok {
		return answer{}, false
	}
	a.rows(d, 2, 40)
	asides := a.refined(d)
	if len(d.ms) == 1 && chance(a.Rand, 12) {
		a.secondMeasure(d)
	}
	x, ok := a.groupAnswer(d, "group", 28, 20)
	x.sentence.asides = append(x.sentence.asides, asides...)
	return x, ok
}

// secondMeasure adds another figure beside the first.
func (a *asker) secondMeasure(d *draft) {
	for range 5 {
		m, ok := a.measure(d.places)
		if !ok || m.name == d.ms[0].name || m.whole || m.plain == d.ms[0].plain && m.agg == d.ms[0].agg {
			continue
		}
		d.ms = append(d.ms, m)
		a.tag(m.tag)
		return
	}
}

// refined leaves out groups without a name or with few rows, or takes names
// together that differ in case.
func (a *asker) refined(d *draft) []string {
	x := &d.dims[0]
	s := slots{"by": x.noun.One, "bys": x.noun.Many, "nouns": d.base().noun.Many}
	switch n := a.IntN(100); {
	case n < 8:
		k := float64(2 + a.IntN(19))
		c := a.number(k)
		op := pick(a.Rand, []form.CondOp{form.GreaterEqual, form.GreaterEqual, form.Greater})
		d.having = cmp(op, countAll(), lit(c.digits))
		s["cmp"] = a.say("many"+string(op), slots{"n": c.said})
		return []string{a.say("refine.having", s)}
	case n < 14 && x.column != 0 && a.column(x.column).Nullable && x.at.via == 0:
		d.fs = append(d.fs, filter{cond: &form.Cond{Op: form.NotNull, Left: x.exprs[0]}, column: x.column, at: x.at})
		a.tag("null")
		return []string{a.say("refine.known", s)}
	case n < 17 && x.column != 0:
		switch a.column(x.column).Kind {
		case world.City, world.Country, world.Name, world.Category:
			x.exprs = []*form.Expr{call(form.Lower, x.exprs[0])}
			return []string{a.say("refine.case", s)}
		}
	}
	return nil
}

// groupAnswer says a grouped draft with the section for it.
func (a *asker) groupAnswer(d *draft, section string, orderOdds, listOdds int) (answer, bool) {
	s, asides := a.words(d)
	if len(d.ms) == 1 && d.ms[0].count && (section == "group" || section == "group.time" || section == "share") && chance(a.Rand, 75) {
		section += ".count"
	}
	if d.dims[0].entity && chance(a.Rand, 12) && a.properName(d.dims[0].at.table) {
		s["by"] += " name"
	}
	x := sentence{text: a.say(section, s), asides: asides}
	x.order = a.order(d, s, orderOdds)
	x.list = a.listed(d, s, listOdds)
	return answer{sentence: x, query: a.query(d), draft: d}, true
}

func (a *asker) groupTwo() (answer, bool) {
	d, ok := a.grouped(false)
	if !ok {
		return answer{}, false
	}
	if b, ok := a.bucket(d.places); ok && chance(a.Rand, 40) {
		d.dims = append(d.dims, b)
		a.tag("time-bucket")
	} else if !a.secondDim(d) {
		return answer{}, false
	}
	a.rows(d, 1, 40)
	return a.groupAnswer(d, "group.two", 10, 18)
}

// secondDim adds another dimension.
func (a *asker) secondDim(d *draft) bool {
	dims := a.dims(d.places)
	for range 6 {
		x := pick(a.Rand, dims)
		if x.exprs[0].Column != d.dims[0].exprs[0].Column && x.noun != d.dims[0].noun {
			d.dims = append(d.dims, x)
			return true
		}
	}
	return false
}

func (a *asker) timeGroup() (answer, bool) {
	d, ok := a.dated()
	if !ok {
		return answer{}, false
	}
	if !a.timed(d, false) {
		return answer{}, false
	}
	return a.groupAnswer(d, "group.time", 4, 14)
}

// timed gives the draft a measure and a dimension of time, perhaps a period.
func (a *asker) timed(d *draft, additive bool) bool {
	b, ok := a.bucket(d.places)
	if !ok {
		return false
	}
	d.dims = []dim{b}
	if additive {
		d.ms = []measure{a.additive(d.places)}
	} else {
		m, ok := a.measure(d.places)
		if !ok {
			return false
		}
		d.ms = []measure{m}
	}
	a.tag(d.ms[0].tag, "time-bucket")
	a.rows(d, 2, 0)
	if chance(a.Rand, 60) {
		ways := yearWays
		if b.grain == "day" || b.grain == "week" {
			ways = pastWays
		}
		k := a.column(b.column)
		if x, ok := a.period(ways, k.From, k.To); ok && (b.grain != "year" || !strings.HasPrefix(x.said, "in ")) {
			d.when = a.periodOn(b.at, b.column, x, d.base().table)
		}
	}
	return true
}

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
	case n < 34:
		d.hide = false
		x.list = a.listed(d, s, 100)
	case n < 52:
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
	case n < 62:
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

// nested is the mean over groups of an aggregate.
func (a *asker) nested() (answer, bool) {
	d, ok := a.grouped(true)
	if !ok || !d.dims[0].entity && chance(a.Rand, 80) {
		return answer{}, false
	}
	if chance(a.Rand, 25) {
		if b, ok := a.bucket(d.places); ok && b.adverb != "" {
			d.dims = []dim{b}
		}
	}
	a.rows(d, 1, 40)
	d.hide = true
	s, asides := a.words(d)
	a.verbs(d, s)
	section := "nested"
	if d.ms[0].count {
		section = "nested.count"
	} else if s["ofnp"] != "" {
		s["plain"] += " " + s["ofnp"]
	}
	q := a.query(d)
	q.Select = []*form.Expr{call(form.Avg, d.ms[0].expr)}
	q.Order = nil
	return answer{sentence: sentence{text: a.say(section, s), asides: asides}, query: q}, true
}

func (a *asker) percentile() (answer, bool) {
	d := a.start()
	values := a.rowValues(d.base())
	if len(values) == 0 {
		return answer{}, false
	}
	v := pick(a.Rand, values)
	k := pick(a.Rand, []string{"90", "90", "95", "75", "25", "99", "80"})
	m := a.aggregate(v, form.Avg)
	m.expr = &form.Expr{Op: form.Percentile, Args: []*form.Expr{v.expr}, Value: num(k)}
	m.unit = ""
	d.ms = []measure{m}
	a.rows(d, 1, 30)
	s, asides := a.words(d)
	s["k"], s["nth"] = k, k+"th"
	return answer{sentence: sentence{text: a.say("percentile", s), asides: asides}, query: a.query(d), draft: d}, true
}

// weekday groups by a part of the calendar that comes again.
func (a *asker) weekday() (answer, bool) {
	d, ok := a.dated()
	if !ok {
		return answer{}, false
	}
	p, c := a.when(d.places)
	d.ms = []measure{a.additive(d.places)}
	op, one := form.Weekday, pick(a.Rand, []string{"weekday", "day of the week", "day of week"})
	if a.column(c).Kind == world.Timestamp && chance(a.Rand, 45) {
		op, one = form.Hour, pick(a.Rand, []string{"hour of the day", "hour"})
	} else if chance(a.Rand, 20) {
		op, one = form.MonthNum, pick(a.Rand, []string{"calendar month", "month of the year"})
	}
	d.dims = []dim{{exprs: []*form.Expr{call(op, p.expr(c))}, noun: world.Noun{One: one, Many: one + "s"}, at: p, column: c}}
	a.rows(d, 1, 40)
	if chance(a.Rand, 40) {
		d.hide = true
		d.limit = &number{"1", "one"}
		s, asides := a.words(d)
		a.extreme(d, s)
		word := "highest"
		if !d.order[0].Desc {
			word = "lowest"
		}
		text := "which " + one + " has the " + word + " " + s["m"] + s["when"] + "?"
		if d.ms[0].count {
			text = pick(a.Rand, []string{"On which " + one + " do we have the " + s["most"] + " " + s["count"] + s["when"] + "?", "which " + one + " has the " + s["most"] + " " + s["count"] + s["when"] + "?"})
		}
		return answer{sentence: sentence{text: text, asides: asides}, query: a.query(d), draft: d}, true
	}
	return a.groupAnswer(d, "group", 30, 10)
}
