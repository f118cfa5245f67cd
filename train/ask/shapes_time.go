package ask

import (
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/train/world"
)

// twoPeriods makes up an earlier and a later period to compare, as names.
func (a *asker) twoPeriods(c int) (earlier, later period, ok bool) {
	from, to := a.covers(c)
	if from.IsZero() {
		from, to = a.w.First, a.w.Last
	}
	if to.IsZero() || to.After(a.now) {
		to = a.now
	}
	years := max(1, to.Year()-from.Year())
	y := to.Year() - 1 - a.IntN(min(years, 3))
	q := 1 + a.IntN(4)
	m := monthNames[a.IntN(12)]
	pairs := [][2]string{
		{fmt.Sprint(y), fmt.Sprint(y + 1)}, {fmt.Sprint(y), fmt.Sprint(y + 1)}, {fmt.Sprint(y), fmt.Sprint(y + 1)},
		{"last year", "this year"}, {"last month", "this month"}, {"last quarter", "this quarter"}, {"last week", "this week"},
		{fmt.Sprintf("Q%d %d", q, y), fmt.Sprintf("Q%d %d", q, y+1)}, {fmt.Sprintf("H1 %d", y), fmt.Sprintf("H1 %d", y+1)},
		{fmt.Sprintf("%s %d", m, y), fmt.Sprintf("%s %d", m, y+1)}, {"the same period last year", "this year to date"},
		{fmt.Sprintf("Q%d %d", min(q, 3), y), fmt.Sprintf("Q%d %d", min(q, 3)+1, y)}, {"the first half of " + fmt.Sprint(y), "the second half of " + fmt.Sprint(y)},
		{"the month before", "last month"}, {"the same quarter last year", "last quarter"}, {"the same month last year", "last month"},
	}
	pair := pick(a.Rand, pairs)
	earlier, later = period{said: pair[0], bare: pair[0]}, period{said: pair[1], bare: pair[1]}
	text := pair[1] + " vs " + pair[0]
	cut := len(pair[1])
	words := span.Words(text)
	for _, s := range span.Find(words, a.now) {
		if s.Kind != span.Temporal || s.Period.Recurring() {
			continue
		}
		at := &earlier
		if words[s.First].Start < cut {
			at = &later
		}
		if at.value == nil {
			at.value = &form.Value{Kind: form.Period, Text: at.said, Period: s.Period}
		}
	}
	ok = earlier.value != nil && later.value != nil && earlier.value.Period != later.value.Period
	return earlier, later, ok
}

func (a *asker) compared() (*draft, place, int, period, period, bool) {
	d, ok := a.dated()
	if !ok {
		return nil, place{}, 0, period{}, period{}, false
	}
	p, c := a.when(d.places)
	x, y, ok := a.twoPeriods(c)
	d.ms = []measure{a.additive(d.places)}
	if chance(a.Rand, 15) {
		if m, ok := a.measure(d.places); ok && !m.whole {
			d.ms = []measure{m}
		}
	}
	if dims := a.dims(d.places); len(dims) > 0 && chance(a.Rand, 50) {
		d.dims = []dim{pick(a.Rand, dims)}
	}
	a.rows(d, 1, 0)
	a.tag(d.ms[0].tag, "period")
	return d, p, c, x, y, ok
}

// versus sets two periods side by side.
func (a *asker) versus() (answer, bool) {
	d, p, c, x, y, ok := a.compared()
	if !ok {
		return answer{}, false
	}
	first, second := y, x
	if chance(a.Rand, 40) && !strings.HasPrefix(x.said, "the same") && !strings.HasPrefix(x.said, "the month") {
		first, second = x, y
	}
	m := d.ms[0]
	date := p.expr(c)
	s, asides := a.words(d)
	s["p"], s["q"] = first.said, second.said
	section := "versus"
	if len(d.dims) > 0 {
		section = "versus.by"
	}
	text := a.say(section, s)
	one, two := m, m
	one.expr, two.expr = under(m.expr, during(date, first.value)), under(m.expr, during(date, second.value))
	d.ms = []measure{one, two}
	if chance(a.Rand, 20) {
		change := m
		change.expr = call(form.Change, under(m.expr, during(date, y.value)), under(m.expr, during(date, x.value)))
		d.ms = append(d.ms, change)
		asides = append(asides, pick(a.Rand, []string{"plus the % change", "and the change in percent", "with the growth in %", "both and the percentage change"}))
	}
	return answer{sentence: sentence{text: text, asides: asides}, query: a.query(d)}, true
}

// change is the percentage between two periods.
func (a *asker) change() (answer, bool) {
	d, p, c, x, y, ok := a.compared()
	if !ok || strings.HasPrefix(x.said, "the same") || strings.HasPrefix(x.said, "the month") {
		return answer{}, false
	}
	m := d.ms[0]
	m.unit = ""
	if m.expr.Op == form.Div && m.agg != form.Div {
		m.expr = m.expr.Args[0] // the unit falls out
	}
	d.ms = []measure{m}
	s, asides := a.words(d)
	s["p"], s["q"] = x.said, y.said
	section := "change"
	if len(d.dims) > 0 {
		section = "change.by"
	}
	text := a.say(section, s)
	m.expr = call(form.Change, under(m.expr, during(p.expr(c), y.value)), under(m.expr, during(p.expr(c), x.value)))
	d.ms = []measure{m}
	z := sentence{text: text, asides: asides}
	if len(d.dims) > 0 {
		s["short"] = "growth"
		z.order = a.order(d, s, 20)
	}
	return answer{sentence: z, query: a.query(d)}, true
}

// overTime makes a draft over buckets that a wrap is computed along.
func (a *asker) overTime(wrap form.Op) (*draft, bool) {
	d, ok := a.dated()
	if !ok || !a.timed(d, true) || d.dims[0].adverb == "" {
		return nil, false
	}
	d.wrap = wrap
	d.both = chance(a.Rand, 50)
	return d, true
}

func (a *asker) overTimeAnswer(d *draft, section string, s slots, asides []string) (answer, bool) {
	if d.both {
		section += ".both"
	}
	x := sentence{text: a.say(section, s), asides: asides}
	if chance(a.Rand, 15) {
		x.list = []string{d.dims[0].noun.One}
		if d.both {
			x.list = append(x.list, d.ms[0].short)
		}
		x.list = append(x.list, pick(a.Rand, wrapWords[d.wrap]))
	}
	return answer{sentence: x, query: a.query(d), draft: d}, true
}

func (a *asker) growth() (answer, bool) {
	d, ok := a.overTime(form.Growth)
	if !ok {
		return answer{}, false
	}
	reach := a.reach(d, 62, 35)
	s, asides := a.words(d)
	return a.overTimeAnswer(d, "growth", s, append(asides, reach...))
}

func (a *asker) running() (answer, bool) {
	d, ok := a.overTime(form.Running)
	if !ok {
		return answer{}, false
	}
	s, asides := a.words(d)
	return a.overTimeAnswer(d, "running", s, asides)
}

func (a *asker) moving() (answer, bool) {
	d, ok := a.overTime(form.Moving)
	if !ok {
		return answer{}, false
	}
	if values := a.rowValues(d.base()); len(values) > 0 && chance(a.Rand, 18) {
		d.ms = []measure{a.aggregate(pick(a.Rand, values), form.Avg)}
	}
	n := number{"3", "3"}
	switch d.dims[0].grain {
	case "day":
		n = number{"7", "7"}
	case "week":
		n = number{"4", "4"}
	case "month":
		n = pick(a.Rand, []number{{"3", "3"}, {"3", "three"}, {"3", "3"}, {"6", "6"}, {"6", "six"}, {"12", "12"}})
	}
	d.moving = n.digits
	reach := a.reach(d, 28, 80)
	s, asides := a.words(d)
	s["k"] = n.said
	return a.overTimeAnswer(d, "moving", s, append(asides, reach...))
}

// reach decides whether what lies before the period counts for its first rows,
// and says so as often as told. Unsaid, growth looks back and a mean does not.
func (a *asker) reach(d *draft, back, said int) []string {
	if d.when == nil {
		return nil
	}
	d.after = chance(a.Rand, back)
	if _, _, ok := d.shownPeriod(); d.after && !ok {
		return nil
	}
	if usual := d.after == (d.wrap == form.Growth); usual && !chance(a.Rand, said) {
		return nil
	}
	s := slots{"by": d.dims[0].noun.One, "bys": d.dims[0].noun.Many, "bare": d.when.when.bare, "moving": d.moving}
	if len(s["bare"]) == 4 {
		s["year"] = s["bare"]
	}
	if d.after {
		return []string{a.say("reach.back", s)}
	}
	return []string{a.say("reach.within", s)}
}

// lapse is the time between two dates of a row.
type lapse struct {
	expr *form.Expr
	unit string
	x, y string
	end  int
}

func (a *asker) lapse(p place) (lapse, bool) {
	dates := a.dates(p.table)
	if len(dates) < 2 {
		return lapse{}, false
	}
	i := a.IntN(len(dates) - 1)
	x, y := a.column(dates[i]), a.column(dates[i+1+a.IntN(len(dates)-1-i)])
	if y.From.Before(x.From) && a.table(p.table).When != x.Number {
		x, y = y, x
	}
	l := lapse{unit: "days", x: plainest(a.Rand, x.Phrases), y: plainest(a.Rand, y.Phrases), end: y.Number}
	op := form.Days
	if x.Kind == world.Timestamp && y.Kind == world.Timestamp && chance(a.Rand, 60) {
		op, l.unit = form.Hours, "hours"
		if chance(a.Rand, 35) {
			op, l.unit = form.Minutes, "minutes"
		}
	}
	if a.table(p.table).Kind == world.Entity && chance(a.Rand, 25) {
		op, l.unit = form.Years, "years"
	}
	l.expr = call(op, p.expr(y.Number), p.expr(x.Number))
	for i, k := range []*world.Column{y, x} { // whole days where one side has no time
		if op == form.Days && x.Kind != y.Kind && k.Kind == world.Timestamp {
			l.expr.Args[i] = call(form.Day, l.expr.Args[i])
		}
	}
	return l, true
}

func (a *asker) dateDifference() (answer, bool) {
	for range 6 {
		d := a.start()
		l, ok := a.lapse(d.base())
		if !ok {
			continue
		}
		a.rows(d, 1, 30)
		if d.when != nil && d.when.column == l.end {
			d.when = nil
		}
		switch n := a.IntN(100); {
		case n < 20:
			return a.longer(d, l)
		case n < 32:
			return a.daysOfRows(d, l)
		}
		op := form.Avg
		if chance(a.Rand, 8) {
			op = form.Median
		}
		if k := a.column(l.end); k.Nullable && len(k.NotNull) > 0 && chance(a.Rand, 45) { // closed ones only
			f := filter{cond: &form.Cond{Op: form.NotNull, Left: d.base().expr(l.end)}, column: l.end, at: d.base()}
			a.phrase(&f, pick(a.Rand, k.NotNull), slots{"nouns": d.base().noun.Many})
			d.fs = append(d.fs, f)
			a.tag("null")
		}
		d.ms = []measure{{expr: call(op, l.expr), agg: op, plain: l.unit, name: "average " + l.unit, short: l.unit, tag: "avg", high: "longest", low: "shortest"}}
		section := "daysbetween"
		if dims := a.dims(d.places); len(dims) > 0 && chance(a.Rand, 50) {
			d.dims = []dim{pick(a.Rand, dims)}
			section = "daysbetween.by"
		}
		s, asides := a.words(d)
		s["unit"], s["x"], s["y"] = l.unit, l.x, l.y
		text := a.say(section, s)
		if op == form.Median {
			if !strings.Contains(text, "average") {
				return answer{}, false
			}
			text = strings.Replace(text, "average", "median", 1)
		}
		x := sentence{text: text, asides: asides}
		if len(d.dims) > 0 {
			x.order = a.order(d, s, 20)
		}
		return answer{sentence: x, query: a.query(d), draft: d}, true
	}
	return answer{}, false
}

// longer counts or lists rows by the time between two dates.
func (a *asker) longer(d *draft, l lapse) (answer, bool) {
	op := pick(a.Rand, []form.CondOp{form.Greater, form.Greater, form.GreaterEqual, form.Less})
	n := a.number(float64(pick(a.Rand, []int{1, 2, 3, 5, 7, 10, 14, 15, 20, 30, 60, 90})))
	cond := cmp(op, l.expr, lit(n.digits))
	s, asides := a.words(d)
	s["unit"], s["x"], s["y"] = l.unit, l.x, l.y
	s["cmp"] = a.say("many"+string(op), slots{"n": n.said})
	section := "longer"
	if d.cols = a.display(d.base()); len(d.cols) > 0 && chance(a.Rand, 40) {
		section = "longer.list"
		if len(d.fs) > 0 || d.when != nil {
			s["nouns"] = s["np"]
		}
	} else {
		d.cols = nil
		d.ms = []measure{a.counting(d.base().noun)}
	}
	text := a.say(section, s)
	if s["when"] != "" {
		return answer{}, false
	}
	d.fs = append(d.fs, filter{cond: cond})
	return answer{sentence: sentence{text: text, asides: asides}, query: a.query(d)}, true
}

func (a *asker) daysOfRows(d *draft, l lapse) (answer, bool) {
	d.cols = append(a.display(d.base()), l.expr)
	if len(d.cols) < 2 {
		return answer{}, false
	}
	s, asides := a.words(d)
	s["unit"], s["x"], s["y"] = l.unit, l.x, l.y
	if len(d.fs) > 0 || d.when != nil {
		s["one"] = ""
	}
	text := a.say("each.days", s) + s["when"]
	return answer{sentence: sentence{text: text, asides: asides}, query: a.query(d)}, true
}

// age is the time from a date until today.
func (a *asker) age() (answer, bool) {
	var d *draft
	var k *world.Column
	for range 8 {
		t := a.pickTable(listable)
		if t < 0 || a.table(t).Kind != world.Entity && chance(a.Rand, 70) {
			continue
		}
		if dates := a.dates(t); len(dates) > 0 {
			d = a.draft(a.places(t))
			k = a.column(pick(a.Rand, dates))
			break
		}
	}
	if d == nil || k.To.After(a.now) {
		return answer{}, false
	}
	p := d.base()
	phr := plainest(a.Rand, k.Phrases)
	kind, unit, op := "", "days", form.Days
	words := strings.Join(k.Phrases, " ")
	switch {
	case strings.Contains(words, "birth"):
		kind, unit, op = ".born", "years", form.Years
	case a.table(p.table).Person && (strings.Contains(words, "hire") || strings.Contains(words, "join") || strings.Contains(words, "employ")) && chance(a.Rand, 60):
		kind, unit, op = ".tenure", "years", form.Years
	case a.table(p.table).Kind == world.Entity && chance(a.Rand, 55):
		unit, op = "years", form.Years
	case chance(a.Rand, 10):
		unit, op = "months", form.Months
	}
	e := call(op, &form.Expr{Op: form.Today}, p.expr(k.Number))
	d.fs = a.filters(d.places, a.IntN(2))
	section := "age" + kind
	if a.named(p.table) && kind != ".tenure" && chance(a.Rand, 35) {
		d.cols = append(a.display(p), e)
		section += ".rows"
	} else {
		d.ms = []measure{{expr: call(form.Avg, e), agg: form.Avg, plain: unit, name: "average " + unit, short: unit, tag: "avg", high: "highest", low: "lowest"}}
		if dims := a.dims(d.places); len(dims) > 0 && chance(a.Rand, 40) {
			d.dims = []dim{pick(a.Rand, dims)}
			section += ".by"
		}
	}
	s, asides := a.words(d)
	s["unit"], s["phr"] = unit, phr
	if s["ofnp"] == "" {
		s["ofnp"] = "of " + s["np"]
	}
	if strings.HasSuffix(section, ".rows") && len(d.fs) > 0 {
		s["one"] = ""
	}
	if chance(a.Rand, 20) {
		asides = append(asides, pick(a.Rand, []string{"as of today", "today"}))
	}
	return answer{sentence: sentence{text: a.say(section, s), asides: asides}, query: a.query(d)}, true
}
