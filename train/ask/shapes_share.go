package ask

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

func (a *asker) share() (answer, bool) {
	d, ok := a.grouped(true)
	if !ok {
		return answer{}, false
	}
	if d.ms[0].unit != "" { // the unit falls out of a percentage
		d.ms[0].unit = ""
		if d.ms[0].expr.Op == form.Div {
			d.ms[0].expr = d.ms[0].expr.Args[0]
		}
	}
	d.wrap = form.Share
	section := "share"
	if chance(a.Rand, 8) && a.secondDim(d) {
		d.wrap, section = form.ShareIn, "sharein"
		d.dims[0], d.dims[1] = d.dims[1], d.dims[0]
	}
	a.rows(d, 1, 45)
	if section == "sharein" {
		s, asides := a.words(d)
		s["by"], s["by2"] = s["by2"], s["by"]
		return answer{sentence: sentence{text: a.say(section, s), asides: asides}, query: a.query(d), draft: d}, true
	}
	if chance(a.Rand, 10) {
		d.both = true
	}
	x, ok := a.groupAnswer(d, section, 20, 14)
	if d.both && ok && len(x.sentence.list) == 0 {
		return answer{}, false
	}
	return x, ok
}

// described finds a condition on the base that an adjective says.
func (a *asker) described(p place) (filter, string, bool) {
	for range 12 {
		c := a.filterColumn(p)
		if c == 0 {
			return filter{}, "", false
		}
		switch a.column(c).Kind {
		case world.Status, world.Flag, world.Category, world.Date, world.Timestamp:
		default:
			continue
		}
		f, ok := a.filter(p, c, p.table)
		if !ok || f.cond == nil || f.when != nil || len(f.before) == 0 {
			continue
		}
		return f, pick(a.Rand, f.before), true
	}
	return filter{}, "", false
}

// rate is the percentage of rows that something holds for.
func (a *asker) rate() (answer, bool) {
	d := a.start()
	base := d.base()
	if chance(a.Rand, 18) {
		return a.rateOf(d)
	}
	f, adj, ok := a.described(base)
	if !ok || strings.HasPrefix(adj, "non-") || strings.Contains(adj, " or ") {
		return answer{}, false
	}
	m := a.counting(base.noun)
	m.expr = call(form.Pct, under(countAll(), f.cond), countAll())
	m.count, m.whole, m.tag, m.short = false, true, "share", pick(a.Rand, []string{"percent", "rate", "percentage", "share"})
	m.name, m.plain = "percentage of "+base.noun.Many+" that are "+adj, ""
	d.ms = []measure{m}
	section := "rate"
	values := a.rowValues(base)
	if len(values) > 0 && chance(a.Rand, 22) {
		if v := pick(a.Rand, values); v.sums {
			sum := call(form.Sum, v.expr)
			m.expr = call(form.Pct, under(sum, f.cond), sum)
			m.plain, m.name = v.phrase, "percentage of "+v.phrase+" from "+adj+" "+base.noun.Many
			d.ms = []measure{m}
			section = "rate.sum"
		}
	}
	a.rows(d, 1, 45)
	for i, g := range d.fs { // a rate within itself says nothing
		if g.column == f.column {
			d.fs = append(d.fs[:i:i], d.fs[i+1:]...)
			break
		}
	}
	if section == "rate" && chance(a.Rand, 50) {
		dims := a.dims(d.places)
		if b, ok := a.bucket(d.places); ok && chance(a.Rand, 30) {
			dims = []dim{b}
		}
		if len(dims) > 0 {
			if x := pick(a.Rand, dims); x.column != f.column {
				d.dims = []dim{x}
				section = "rate.by"
			}
		}
	}
	s, asides := a.words(d)
	s["nouns"] = s["np"]
	s["pred"], s["is"] = adj, pick(a.Rand, []string{"are", "are", "were"})
	s["rows"] = adj + " " + base.noun.Many
	if f.value != nil && len(f.value.Rate) > 0 && f.cond.Op == form.Equal {
		s["rate"] = plainest(a.Rand, f.value.Rate)
		if len(d.fs) > 0 {
			s["rate"] += " of " + s["np"]
		}
	}
	x := sentence{text: a.say(section, s), asides: asides}
	if len(d.fs) > 0 && !strings.Contains(x.text, s["np"]) {
		return answer{}, false
	}
	if len(d.dims) > 0 {
		x.order = a.order(d, s, 25)
	}
	return answer{sentence: x, query: a.query(d), draft: d}, true
}

// rateOf is the percentage of rows with a number or date as told.
func (a *asker) rateOf(d *draft) (answer, bool) {
	base := d.base()
	fs := a.filters(d.places[:1], 1)
	if len(fs) == 0 || len(fs[0].which) == 0 || fs[0].cond.Op == form.Or {
		return answer{}, false
	}
	f := fs[0]
	m := a.counting(base.noun)
	m.expr = call(form.Pct, under(countAll(), f.cond), countAll())
	m.count, m.whole, m.tag, m.short, m.plain = false, true, "share", "percent", ""
	d.ms = []measure{m}
	a.rows(d, 1, 40)
	d.fs = withoutColumn(d.fs, f.column)
	if d.when != nil && d.when.column == f.column {
		d.when = nil
	}
	section := "rate.which"
	if dims := a.dims(d.places); len(dims) > 0 && chance(a.Rand, 40) {
		if x := pick(a.Rand, dims); x.column != f.column {
			d.dims, section = []dim{x}, "rate.which.by"
		}
	}
	s, asides := a.words(d)
	s["nouns"], s["which"] = s["np"], pick(a.Rand, f.which)
	return answer{sentence: sentence{text: a.say(section, s), asides: asides}, query: a.query(d), draft: d}, true
}

// conditional counts rows by what they are, in columns.
func (a *asker) conditional() (answer, bool) {
	d, ok := a.grouped(true)
	if !ok {
		return answer{}, false
	}
	base := d.base()
	cols := a.columns(base.table, func(k *world.Column) bool {
		return (k.Kind == world.Status || k.Kind == world.Category || k.Kind == world.Flag) && len(k.Values) > 1 && k.Number != d.dims[0].column
	})
	if len(cols) == 0 {
		return answer{}, false
	}
	k := a.column(pick(a.Rand, cols))
	d.ms = nil
	var names []string
	total := chance(a.Rand, 40)
	if total {
		d.ms = append(d.ms, a.counting(base.noun))
	}
	perm := a.Perm(len(k.Values))
	most := 2 + a.IntN(2)
	if total {
		most = 1 + a.IntN(2)
	}
	for _, i := range perm {
		v := &k.Values[i]
		adj := a.adjective(k, v)
		if adj == "" || len(names) == most {
			continue
		}
		m := a.counting(base.noun)
		m.expr = under(countAll(), cmp(form.Equal, base.expr(k.Number), &form.Expr{Op: form.Literal, Value: a.stored(v)}))
		m.name, m.short = adj, adj
		d.ms = append(d.ms, m)
		names = append(names, adj)
	}
	if len(names) == 0 || !total && len(names) < 2 {
		return answer{}, false
	}
	a.rows(d, 1, 35)
	for _, f := range d.fs {
		if f.column == k.Number {
			return answer{}, false
		}
	}
	s, asides := a.words(d)
	s["nouns"] = s["np"]
	s["list"] = and(names, "and")
	section := "conditional"
	if total {
		section = "conditional.total"
	}
	return answer{sentence: sentence{text: a.say(section, s), asides: asides}, query: a.query(d)}, true
}
