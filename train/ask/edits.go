package ask

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

func (a *asker) editDim(d *draft) (string, bool) {
	if len(d.ms) == 0 || d.limit != nil || len(d.dims) > 1 || d.having != nil || d.wrap != "" {
		return "", false
	}
	x, ok := a.someDim(d)
	if !ok {
		return "", false
	}
	section := "follow.dim"
	if len(d.dims) == 1 {
		section = "follow.adddim"
	} else if x.adverb != "" && chance(a.Rand, 20) {
		section = "follow.adverb"
	}
	d.dims = append(d.dims, x)
	return a.say(section, slots{"by": x.noun.One, "adverb": x.adverb}), true
}

func (a *asker) editRedim(d *draft) (string, bool) {
	if len(d.ms) == 0 || len(d.dims) != 1 || d.having != nil || d.limit != nil || len(d.lead) > 0 {
		return "", false
	}
	x, ok := a.someDim(d)
	if !ok || d.wrap != "" && x.time != d.dims[0].time || d.wrap != "" && d.wrap != form.Share && x.adverb == "" {
		return "", false
	}
	d.order = slices.DeleteFunc(d.order, func(o form.Order) bool { return slices.Contains(d.dims[0].exprs, o.By) })
	d.dims = []dim{x}
	return a.say("follow.redim", slots{"by": x.noun.One}), true
}

// someDim picks a dimension that the draft does not have yet.
func (a *asker) someDim(d *draft) (dim, bool) {
	if b, ok := a.bucket(d.places); ok && chance(a.Rand, 45) && !slices.ContainsFunc(d.dims, func(x dim) bool { return x.time }) {
		return b, true
	}
	dims := a.dims(d.places)
	if len(dims) == 0 {
		return dim{}, false
	}
	x := pick(a.Rand, dims)
	if slices.ContainsFunc(d.ms, func(m measure) bool { return a.counts(m, x) }) {
		return dim{}, false
	}
	for _, e := range x.exprs {
		for _, o := range d.dims {
			if o.exprs[0].Column == e.Column && o.exprs[0].Op == e.Op {
				return dim{}, false
			}
		}
	}
	if slices.ContainsFunc(d.fs, func(f filter) bool { return f.column == x.column && x.column != 0 && f.value != nil }) {
		return dim{}, false
	}
	return x, true
}

func additiveMeasure(m measure) bool {
	return (m.agg == form.Count && m.count) || m.agg == form.Sum
}

func (a *asker) editShare(d *draft) (string, bool) {
	if len(d.ms) != 1 || len(d.dims) != 1 || d.wrap != "" || d.having != nil || d.limit != nil || d.hide || !additiveMeasure(d.ms[0]) || d.keep != form.NoTable {
		return "", false
	}
	if d.ms[0].expr.Op == form.Div {
		d.ms[0].expr = d.ms[0].expr.Args[0]
	}
	d.wrap = form.Share
	for i := range d.order {
		d.order[i].By = call(form.Share, d.ms[0].expr)
	}
	if len(d.order) > 0 && d.order[0].By == d.dims[0].exprs[0] {
		d.order = nil
	}
	if chance(a.Rand, 25) {
		d.both = true
		return a.say("follow.withshare", slots{}), true
	}
	return a.say("follow.share", slots{}), true
}

// editValue asks for the amount behind a name.
func (a *asker) editValue(d *draft) (string, bool) {
	if !d.hide || len(d.ms) == 0 {
		return "", false
	}
	d.hide = false
	s := slots{"short": d.ms[0].short}
	if d.limit != nil && d.limit.digits == "1" && d.per == 0 && chance(a.Rand, 55) {
		section := "follow.much"
		if d.ms[0].agg == form.Count {
			section = "follow.many"
		}
		d.onlyValue = true
		return a.say(section, s), true
	}
	return a.say("follow.value", s), true
}

func (a *asker) editTop(d *draft) (string, bool) {
	if len(d.ms) == 0 || len(d.dims) != 1 || d.dims[0].time || d.having != nil || d.wrap != "" && d.wrap != form.Share || len(d.ms) > 1 || a.few(d.dims[0]) {
		return "", false
	}
	if d.limit == nil && chance(a.Rand, 15) {
		d.limit = &number{"1", "one"}
		d.order = []form.Order{{By: d.wrapped(d.ms[0]), Desc: true}}
		return a.say("follow.one", slots{}), true
	}
	n := a.number(float64(pick(a.Rand, []int{2, 3, 3, 5, 5, 5, 10, 10})))
	if d.limit != nil && d.limit.digits == n.digits {
		return "", false
	}
	d.limit = &n
	d.place = nil
	d.onlyValue = false
	if len(d.order) == 0 || !d.order[0].Desc {
		d.order = []form.Order{{By: d.wrapped(d.ms[0]), Desc: true}}
	}
	s := slots{"n": n.said, "short": d.ms[0].short}
	if d.hide && chance(a.Rand, 50) {
		d.hide = false
		return a.say("follow.topwith", s), true
	}
	return a.say("follow.top", s), true
}

// editPlace asks who comes next.
func (a *asker) editPlace(d *draft) (string, bool) {
	if d.limit == nil || d.limit.digits != "1" || d.per > 0 || len(d.order) == 0 {
		return "", false
	}
	n := 2
	next := d.place != nil
	if next {
		n = 3
		if d.place.digits != "2" {
			return "", false
		}
	}
	section := "follow.place"
	s := slots{"nth": ordinalWords[n]}
	if len(d.ms) > 0 && len(d.dims) > 0 && d.dims[0].person || len(d.ms) == 0 && a.table(d.base().table).Person {
		s["who"] = "who"
	}
	if n == 2 || next {
		s["next"] = "next"
	}
	if d.hide && chance(a.Rand, 20) {
		d.hide, section = false, "follow.placewith"
		s["count"] = ""
		if d.ms[0].agg == form.Count {
			s["count"] = "with how many"
		}
	}
	d.onlyValue = false
	d.place = &number{itoa(n), ordinalWords[n]}
	return a.say(section, s), true
}

func (a *asker) editBottom(d *draft) (string, bool) {
	if d.limit == nil || d.limit.digits != "1" || len(d.order) != 1 || !d.order[0].Desc || d.per > 0 || d.place != nil {
		return "", false
	}
	d.order = []form.Order{{By: d.order[0].By}}
	return a.say("follow.bottom", slots{}), true
}

func (a *asker) editSort(d *draft) (string, bool) {
	if len(d.ms) == 0 || len(d.dims) == 0 || d.limit != nil || d.hide {
		return "", false
	}
	e := d.wrapped(d.ms[0])
	s := slots{"short": d.ms[0].short}
	section, desc := "follow.sort", true
	switch n := a.IntN(10); {
	case n < 2:
		section, desc = "follow.sort.asc", false
	case n < 4 && d.dims[0].entity:
		section, desc = "follow.sort.name", false
		e = d.dims[0].exprs[len(d.dims[0].exprs)-1]
	}
	d.order = []form.Order{{By: e, Desc: desc}}
	return a.say(section, s), true
}

// editMeasure measures something else over the same rows, or something more.
func (a *asker) editMeasure(d *draft) (string, bool) {
	if len(d.ms) != 1 || d.having != nil || d.hide || d.wrap != "" {
		return "", false
	}
	m, ok := a.measure(d.places)
	if !ok || slices.ContainsFunc(d.ms, func(o measure) bool { return o.name == m.name || o.plain == m.plain && o.agg == m.agg }) {
		return "", false
	}
	text := m.name
	if m.count {
		text = "number of " + d.base().noun.Many
	}
	if m.unit != "" {
		text += " " + m.unit
	}
	s := slots{"m": text}
	if chance(a.Rand, 25) && d.limit == nil {
		d.ms = append(d.ms, m)
		return a.say("follow.also", s), true
	}
	for i := range d.order {
		if d.order[i].By == d.ms[0].expr {
			d.order[i].By = m.expr
		}
	}
	d.ms = []measure{m}
	return a.say("follow.measure", s), true
}

// editAlong computes growth or a running total along buckets of time.
func (a *asker) editAlong(d *draft) (string, bool) {
	if len(d.ms) != 1 || len(d.dims) != 1 || !d.dims[0].time || d.dims[0].adverb == "" || d.wrap != "" || !additiveMeasure(d.ms[0]) || d.having != nil || d.limit != nil {
		return "", false
	}
	s := slots{"by": d.dims[0].noun.One}
	d.wrap, d.both = form.Running, true
	switch a.IntN(5) {
	case 0, 1:
		d.wrap = form.Growth
		return a.say("follow.growth", s), true
	case 2:
		d.both = false
		return a.say("follow.running.only", s), true
	}
	return a.say("follow.running", s), true
}

// editVersus puts another period beside the one there is.
func (a *asker) editVersus(d *draft) (string, bool) {
	if d.when == nil || len(d.ms) != 1 || d.wrap != "" || d.having != nil || d.limit != nil || d.hide || slices.ContainsFunc(d.dims, func(x dim) bool { return x.time }) {
		return "", false
	}
	k := a.column(d.when.column)
	x, ok := a.period(yearWays, k.From, k.To)
	if !ok || x.bare == "" || x.value.Period == d.when.when.value.Period {
		return "", false
	}
	date := d.when.cond.Left
	m, o := d.ms[0], d.ms[0]
	m.expr = under(d.ms[0].expr, d.when.cond)
	o.expr = under(d.ms[0].expr, during(date, x.value))
	d.ms = []measure{m, o}
	d.when = nil
	d.order = nil
	return a.say("follow.versus", slots{"bare": x.bare}), true
}

// editRate turns a count of some rows into their percentage of all.
func (a *asker) editRate(d *draft) (string, bool) {
	if len(d.ms) != 1 || !d.ms[0].count || len(d.fs) != 1 || d.having != nil || d.limit != nil || d.hide || d.wrap != "" || d.keep != form.NoTable {
		return "", false
	}
	f := d.fs[0]
	d.fs = nil
	m := d.ms[0]
	m.expr, m.count, m.whole, m.agg = call(form.Pct, under(countAll(), f.cond), countAll()), false, true, form.Pct
	d.ms = []measure{m}
	for i := range d.order {
		d.order[i].By = m.expr
	}
	return a.say("follow.rate", slots{"nouns": d.base().noun.Many}), true
}
