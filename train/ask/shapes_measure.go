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
	if chance(a.Rand, 15) {
		if x, ok := a.countOf(d); ok {
			return x, true
		}
	}
	d.ms = []measure{a.counting(d.base().noun)}
	a.rows(d, 3, 40)
	s, asides := a.words(d)
	if len(d.fs) == 1 && len(d.fs[0].before) > 0 && d.fs[0].value != nil && d.fs[0].at.key == nil {
		s["adjpred"] = pick(a.Rand, d.fs[0].before)
		if strings.HasPrefix(s["adjpred"], "non-") {
			s["adjpred"] = ""
		}
	}
	if len(d.fs) > 0 && a.table(d.base().table).Kind == world.Event || d.when != nil {
		s["bare"] = s["np"]
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

// countOf counts what somebody did: how many orders did Lynx place?
func (a *asker) countOf(d *draft) (answer, bool) {
	for _, p := range d.places[1:] {
		if p.key.FromTable != d.base().table || p.via != 0 || len(p.key.Acts) == 0 {
			continue
		}
		cond, w, ok := a.called(p)
		if !ok {
			return answer{}, false
		}
		d.ms = []measure{a.counting(d.base().noun)}
		a.rows(d, 1, 45)
		s, asides := a.words(d)
		act := pick(a.Rand, p.key.Acts)
		s["w"], s["base"], s["past"], s["part"] = w, act.Base, act.Past, act.Participle
		if strings.HasPrefix(w, `"`) || chance(a.Rand, 30) {
			s["w"] = p.noun.One + " " + w
		}
		d.fs = append(d.fs, filter{cond: cond})
		a.tag("join")
		return answer{sentence: sentence{text: a.say("count.of", s), asides: asides}, query: a.query(d), draft: d}, true
	}
	return answer{}, false
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
	if m.tag == "distinct" && len(d.ms) == 1 && chance(a.Rand, 70) {
		section = "single.distinct"
		if k := a.keyOf(m.column); k != nil && len(k.Acts) > 0 {
			s["past"] = pick(a.Rand, k.Acts).Past
		}
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
	if cents(v.unit) && chance(a.Rand, 75) {
		unit = pick(a.Rand, []string{" in dollars", " in euros", " (dollars)"})
	}
	for _, op := range ops {
		m := a.aggregate(v, op)
		m.expr, m.unit = call(op, v.expr), ""
		if unit != "" { // all in the same unit
			m.expr = call(form.Div, m.expr, lit("100"))
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

// counts says whether the measure counts, or is made of, what the dimension
// shows: one in each.
func (a *asker) counts(m measure, x dim) bool {
	if m.column == 0 {
		return false
	}
	k := a.keyOf(m.column)
	return m.column == x.column || k != nil && x.entity && k.ToTable == x.at.table
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
		if a.counts(d.ms[0], x) {
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
	degree := d.ms[0].degree
	switch n := a.IntN(10); {
	case n < 3 && degree.Most != "" && d.ms[0].agg != form.Sum && d.wrap == "":
		d.order = []form.Order{{By: m, Desc: n < 2}}
		if n < 2 {
			return degree.Most + " first"
		}
		return degree.Least + " first"
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
		if i == 0 && x.entity && chance(a.Rand, 50) {
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
	if x.entity && a.properName(x.at.table) && chance(a.Rand, 25) {
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
	if len(d.ms) == 1 && len(asides) == 0 && chance(a.Rand, 7) && !a.few(d.dims[0]) {
		return a.ranking(d)
	}
	if len(d.ms) == 1 && chance(a.Rand, 12) {
		a.secondMeasure(d)
	}
	x, ok := a.groupAnswer(d, "group", 28, 20)
	x.sentence.asides = append(x.sentence.asides, asides...)
	return x, ok
}

// ranking asks which have the most, for all of them in order.
func (a *asker) ranking(d *draft) (answer, bool) {
	if d.ms[0].agg == form.Max || d.ms[0].agg == form.Min {
		return answer{}, false
	}
	s, asides := a.words(d)
	a.verbs(d, s)
	a.extreme(d, s)
	section := "ranking"
	if d.ms[0].count {
		section = "ranking.count"
	}
	x := sentence{text: a.say(section, s), asides: asides, list: a.listed(d, s, 100)}
	return answer{sentence: x, query: a.query(d), draft: d}, true
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
	case n < 11:
		k := float64(2 + a.IntN(19))
		c := a.number(k)
		op := pick(a.Rand, []form.CondOp{form.GreaterEqual, form.GreaterEqual, form.Greater})
		d.having = cmp(op, countAll(), lit(c.digits))
		s["cmp"] = a.say("many"+string(op), slots{"n": c.said})
		return []string{a.say("refine.having", s)}
	case n < 17 && x.column != 0 && a.column(x.column).Nullable && x.at.via == 0:
		d.fs = append(d.fs, filter{cond: &form.Cond{Op: form.NotNull, Left: x.exprs[0]}, column: x.column, at: x.at})
		a.tag("null")
		return []string{a.say("refine.known", s)}
	case n < 20 && x.column != 0:
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
		flag := x.column != 0 && a.column(x.column).Kind == world.Flag
		if x.exprs[0].Column != d.dims[0].exprs[0].Column && x.noun != d.dims[0].noun && !flag && !a.counts(d.ms[0], x) {
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
