package ask

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// ratioShape asks for one thing by another: of the same rows, of two kinds of
// them, by the number of those who have them, by a figure of who has them.
func (a *asker) ratioShape() (answer, bool) {
	switch n := a.IntN(100); {
	case n < 34:
		d := a.start()
		m, ok := a.ratio(d.base().table)
		if !ok {
			return answer{}, false
		}
		return a.ratioAnswer(d, m, 0)
	case n < 54:
		return a.outOf()
	case n < 78:
		return a.perHead()
	case n < 86:
		return a.ofOwn()
	case n < 93:
		return a.kindAgainstKind()
	}
	return a.onTime()
}

// ratioAnswer says a measure that is a ratio, alone or broken down.
func (a *asker) ratioAnswer(d *draft, m measure, about int) (answer, bool) {
	d.ms = []measure{m}
	a.tag("ratio")
	a.rows(d, 1, 40)
	d.fs = slices.DeleteFunc(d.fs, func(f filter) bool { return f.column == about && about != 0 })
	dims := a.dims(d.places)
	if b, ok := a.bucket(d.places); ok && chance(a.Rand, 30) {
		dims = []dim{b}
	}
	if len(dims) == 0 || chance(a.Rand, 35) {
		s, asides := a.words(d)
		return answer{sentence: sentence{text: a.say("single", s), asides: asides}, query: a.query(d), draft: d}, true
	}
	x := pick(a.Rand, dims)
	if about != 0 && (x.column == about || a.counts(measure{column: about}, x)) {
		return answer{}, false
	}
	d.dims = []dim{x}
	section := "group"
	if x.time {
		section = "group.time"
	}
	var asides []string
	if !x.time {
		asides = a.refined(d)
	}
	z, ok := a.groupAnswer(d, section, 45, 25)
	z.sentence.asides = append(z.sentence.asides, asides...)
	return z, ok
}

// outOf is the share of one kind of rows among two kinds: won out of won and
// lost.
func (a *asker) outOf() (answer, bool) {
	d := a.start()
	base := d.base()
	cols := a.columns(base.table, func(k *world.Column) bool {
		return (k.Kind == world.Status || k.Kind == world.Category) && len(k.Values) > 2
	})
	if len(cols) == 0 {
		return answer{}, false
	}
	k := a.column(pick(a.Rand, cols))
	perm := a.Perm(len(k.Values))
	v, o := &k.Values[perm[0]], &k.Values[perm[1]]
	x, y := a.adjective(k, v), a.adjective(k, o)
	if x == "" || y == "" {
		return answer{}, false
	}
	e := base.expr(k.Number)
	s := slots{"x": x, "y": y, "nouns": base.noun.Many}
	if len(v.Rate) > 0 {
		s["rate"] = plainest(a.Rand, v.Rate)
	}
	m := measure{agg: form.Pct, tag: "ratio", high: "highest", low: "lowest", whole: true, name: a.say("ratio.outof", s), short: pick(a.Rand, []string{"rate", "percent", "percentage"})}
	m.plain = m.name
	m.expr = call(form.Pct, under(countAll(), cmp(form.Equal, e, &form.Expr{Op: form.Literal, Value: a.stored(v)})), countAll())
	d.fs = []filter{{cond: &form.Cond{Op: form.AnyOf, Left: e, Values: []*form.Value{a.stored(v), a.stored(o)}}, column: k.Number, at: base}}
	return a.ratioKeeping(d, m, k.Number)
}

// kindAgainstKind sets the mean of one kind of rows against that of another.
func (a *asker) kindAgainstKind() (answer, bool) {
	d := a.start()
	p := d.base()
	values := a.rowValues(p)
	cols := a.columns(p.table, func(k *world.Column) bool {
		return (k.Kind == world.Status || k.Kind == world.Category || k.Kind == world.Flag) && len(k.Values) > 1
	})
	if len(values) == 0 || len(cols) == 0 {
		return answer{}, false
	}
	v, k := pick(a.Rand, values), a.column(pick(a.Rand, cols))
	perm := a.Perm(len(k.Values))
	x, y := a.adjective(k, &k.Values[perm[0]]), a.adjective(k, &k.Values[perm[1]])
	if x == "" || y == "" {
		return answer{}, false
	}
	mean := func(i int) *form.Expr {
		return under(call(form.Avg, v.expr), cmp(form.Equal, p.expr(k.Number), &form.Expr{Op: form.Literal, Value: a.stored(&k.Values[perm[i]])}))
	}
	m := measure{agg: form.Pct, tag: "ratio", high: "highest", low: "lowest", whole: true, short: "percent", expr: call(form.Pct, mean(0), mean(1))}
	m.name = a.say("ratio.kinds", slots{"v": v.phrase, "x": x, "y": y, "nouns": p.noun.Many})
	m.plain = m.name
	return a.ratioAnswer(d, m, k.Number)
}

// ratioKeeping is ratioAnswer for a draft whose first condition the measure
// itself says.
func (a *asker) ratioKeeping(d *draft, m measure, about int) (answer, bool) {
	own := d.fs[0]
	d.fs = nil
	x, ok := a.ratioAnswer(d, m, about)
	if !ok {
		return x, false
	}
	d.fs = append([]filter{own}, d.fs...)
	x.query, x.draft = a.query(d), nil
	return x, true
}

// perHead is a sum or count by the number of those that a key leads to: orders
// per customer, in each region.
func (a *asker) perHead() (answer, bool) {
	d := a.start()
	base := d.base()
	keys := a.columns(base.table, func(k *world.Column) bool { return k.Kind == world.Foreign })
	if len(keys) == 0 {
		return answer{}, false
	}
	c := pick(a.Rand, keys)
	key := a.keyOf(c)
	if key == nil || len(key.From) != 1 {
		return answer{}, false
	}
	heads := &form.Expr{Op: form.Count, Distinct: true, Args: []*form.Expr{base.expr(c)}}
	who := plainest(a.Rand, key.Roles)
	s := slots{"x": base.noun.Many, "one": who.One, "many": who.Many}
	m := measure{agg: form.Div, tag: "ratio", high: "highest", low: "lowest", whole: true, short: pick(a.Rand, []string{"ratio", "average", "per " + who.One})}
	top := countAll()
	if values := a.rowValues(base); len(values) > 0 && chance(a.Rand, 50) {
		v := a.mostly(values)
		if !v.sums {
			return answer{}, false
		}
		sum := a.aggregate(v, form.Sum)
		top, m.unit = sum.expr, sum.unit
		s["x"] = v.phrase
	}
	m.expr = call(form.Div, top, heads)
	m.name = a.say("ratio.perhead", s)
	m.plain = m.name
	return a.ratioAnswer(d, m, c)
}

// ofOwn sets the sum of its rows against a figure of the entity: spend against
// budget.
func (a *asker) ofOwn() (answer, bool) {
	d := a.start()
	base := d.base()
	var sums []rowValue
	for _, v := range a.rowValues(base) {
		if v.sums && v.column != 0 {
			sums = append(sums, v)
		}
	}
	var owners []place
	for _, p := range d.places[1:] {
		if p.via == 0 && len(p.path) == 2 && a.named(p.table) {
			owners = append(owners, p)
		}
	}
	if len(sums) == 0 || len(owners) == 0 {
		return answer{}, false
	}
	o := pick(a.Rand, owners)
	figures := a.columns(o.table, func(k *world.Column) bool {
		return k.Numeric && (k.Kind == world.Amount || k.Kind == world.Quantity || k.Kind == world.Duration)
	})
	if len(figures) == 0 {
		return answer{}, false
	}
	v, k := pick(a.Rand, sums), a.column(pick(a.Rand, figures))
	phr := plainest(a.Rand, k.Phrases)
	if phr == v.phrase {
		return answer{}, false
	}
	sum, own := call(form.Sum, v.expr), o.expr(k.Number)
	m := measure{agg: form.Div, tag: "ratio", high: "highest", low: "lowest", whole: true, short: "ratio"}
	s := slots{"x": v.phrase, "y": phr, "one": o.noun.One}
	section := "ratio.own"
	switch {
	case v.unit == k.Unit && chance(a.Rand, 70):
		m.expr, m.short, section = call(form.Pct, sum, own), "percent", "ratio.own.percent"
	case chance(a.Rand, 60):
		m.expr = call(form.Div, own, sum)
		s["x"], s["y"] = s["y"], s["x"]
	default:
		m.expr = call(form.Div, sum, own)
	}
	m.name = a.say(section, s)
	m.plain = m.name
	d.ms = []measure{m}
	a.tag("ratio", "join")
	d.dims = []dim{{exprs: a.display(o), noun: o.noun, person: a.table(o.table).Person, at: o, entity: true}}
	a.rows(d, 1, 35)
	var asides []string
	if k.Nullable && chance(a.Rand, 40) {
		d.fs = append(d.fs, filter{cond: &form.Cond{Op: form.NotNull, Left: own}, column: k.Number, at: o})
	}
	said := d.fs
	if n := len(said); n > 0 && said[n-1].cond.Op == form.NotNull && !said[n-1].sayable() {
		said = said[:n-1]
		asides = append(asides, a.say("ratio.known", slots{"bys": o.noun.Many, "phr": phr, "aphr": an(phr)}))
	}
	all := d.fs
	d.fs = said
	x, ok := a.groupAnswer(d, "group", 50, 35)
	d.fs = all
	q := a.query(d)
	q.Group = append(q.Group, own)
	x.query, x.draft = q, nil
	x.sentence.asides = append(x.sentence.asides, asides...)
	return x, ok
}

// onTime is the share of rows where the second date is no later than the first,
// or soon enough after it.
func (a *asker) onTime() (answer, bool) {
	d := a.start()
	l, ok := a.lapse(d.base())
	if !ok {
		return answer{}, false
	}
	n := a.number(float64(pick(a.Rand, []int{1, 2, 3, 5, 7, 10, 14, 15, 30, 60})))
	cond := cmp(form.LessEqual, l.expr, lit(n.digits))
	s := slots{"nouns": d.base().noun.Many, "x": l.x, "y": l.y, "n": n.said, "unit": l.unit}
	section := "ratio.within"
	if chance(a.Rand, 30) {
		section, cond = "ratio.ontime", cmp(form.LessEqual, l.expr.Args[0], l.expr.Args[1])
	}
	m := measure{agg: form.Pct, tag: "ratio", high: "highest", low: "lowest", whole: true, short: pick(a.Rand, []string{"rate", "percent", "percentage"}), name: a.say(section, s)}
	m.plain = m.name
	m.expr = call(form.Pct, under(countAll(), cond), countAll())
	if k := a.column(l.end); k.Nullable && len(k.NotNull) > 0 && chance(a.Rand, 50) {
		f := filter{cond: &form.Cond{Op: form.NotNull, Left: d.base().expr(l.end)}, column: l.end, at: d.base()}
		a.phrase(&f, pick(a.Rand, k.NotNull), slots{"nouns": d.base().noun.Many})
		np, asides := a.nounPhrase(d.base().noun.Many, false, []filter{f})
		if len(asides) > 0 {
			return answer{}, false
		}
		s["nouns"] = np
		m.name = a.say(section, s)
		d.fs = []filter{f}
		return a.ratioKeeping(d, m, l.end)
	}
	return a.ratioAnswer(d, m, l.end)
}
