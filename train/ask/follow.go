package ask

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/train/world"
)

// edit changes a draft and says so. It is false when it does not fit.
type edit struct {
	name   string
	weight int
	make   func(*asker, *draft) (string, bool)
}

var edits = []edit{
	{"period", 14, (*asker).editPeriod},
	{"period-before", 4, (*asker).editBefore},
	{"all-time", 1, (*asker).editAllTime},
	{"filter", 14, (*asker).editFilter},
	{"exclude", 6, (*asker).editExclude},
	{"swap", 9, (*asker).editSwap},
	{"unfilter", 3, (*asker).editUnfilter},
	{"dim", 14, (*asker).editDim},
	{"redim", 5, (*asker).editRedim},
	{"share", 8, (*asker).editShare},
	{"value", 6, (*asker).editValue},
	{"top", 9, (*asker).editTop},
	{"place", 14, (*asker).editPlace},
	{"bottom", 2, (*asker).editBottom},
	{"sort", 4, (*asker).editSort},
	{"measure", 6, (*asker).editMeasure},
	{"list", 5, (*asker).editList},
	{"count", 4, (*asker).editCount},
	{"columns", 4, (*asker).editColumns},
	{"along", 4, (*asker).editAlong},
	{"versus", 3, (*asker).editVersus},
	{"rate", 3, (*asker).editRate},
}

// openings are what people go on from.
var openings = []shape{
	{"count", 22, (*asker).count}, {"single", 16, (*asker).single}, {"group", 20, (*asker).group}, {"group2", 2, (*asker).groupTwo},
	{"bucket", 10, (*asker).timeGroup}, {"superlative", 14, (*asker).superlative}, {"top", 6, (*asker).top}, {"top-per-group", 1, (*asker).topPerGroup},
	{"list", 12, (*asker).list}, {"joined", 4, (*asker).joined}, {"ordered", 2, (*asker).ordered}, {"superlative-row", 4, (*asker).superlativeRow},
	{"having", 4, (*asker).havingShape}, {"rate", 5, (*asker).rate}, {"share", 4, (*asker).share}, {"date-difference", 4, (*asker).dateDifference},
	{"first-last", 2, (*asker).firstLast}, {"several", 1, (*asker).several}, {"lookup", 2, (*asker).lookup}, {"running", 1, (*asker).running},
}

// followUp writes a question and what is asked next.
func (a *asker) followUp() (Example, bool) {
	s := choose(a.Rand, openings)
	x, ok := s.make(a)
	if !ok || x.draft == nil {
		return Example{}, false
	}
	d := x.draft
	context := x.query
	if chance(a.Rand, 8) { // a fresh question
		a.tags = nil
		s := choose(a.Rand, shapes)
		y, ok := s.make(a)
		if !ok {
			return Example{}, false
		}
		a.tags = append([]string{"follow-up", "fresh"}, a.tags...)
		return a.fresh(y, context)
	}
	for chance(a.Rand, 30) { // an earlier turn that is not told
		c := d.clone()
		if _, ok := a.edit(c); !ok {
			break
		}
		d, context = c, a.query(c)
	}
	d = d.clone()
	text, ok := a.edit(d)
	if !ok || text == "" {
		return Example{}, false
	}
	q := a.query(d)
	tags := a.tags
	if chance(a.Rand, 10) { // two changes in one message
		c := d.clone()
		if more, ok := a.edit(c); ok && a.tags[1] != tags[1] && !strings.HasSuffix(more, "?") && !strings.HasSuffix(text, "?") {
			if cq := a.query(c); Show(a.w, cq) != Show(a.w, q) {
				text, q = text+", "+more, cq
				tags = append(tags, a.tags[1:]...)
			}
		}
	}
	a.tags = tags
	if Show(a.w, q) == Show(a.w, context) {
		return Example{}, false
	}
	text = squeeze(text)
	if chance(a.Rand, 45) {
		text = a.styled(text)
	}
	return a.example(answer{text: text, query: q}, context)
}

// fresh is a question that does not look back.
func (a *asker) fresh(y answer, context *form.Query) (Example, bool) {
	x, ok := a.example(y, nil)
	x.Context = context
	return x, ok
}

func (a *asker) edit(d *draft) (string, bool) {
	for range 8 {
		total := 0
		for _, e := range edits {
			total += e.weight
		}
		n := a.IntN(total)
		for _, e := range edits {
			if n -= e.weight; n >= 0 {
				continue
			}
			c := d.clone()
			text, ok := e.make(a, c)
			if ok && text != "" {
				*d = *c
				a.tags = []string{"follow-up", e.name}
				return text, true
			}
			break
		}
	}
	return "", false
}

func (a *asker) editPeriod(d *draft) (string, bool) {
	p, c := a.when(d.places)
	if c == 0 || d.naming || slices.ContainsFunc(d.ms, func(m measure) bool { return m.agg == form.Change }) {
		return "", false
	}
	k := a.column(c)
	x, ok := a.period(pastWays, k.From, k.To)
	if !ok || d.when != nil && d.when.when.value.Period == x.value.Period {
		return "", false
	}
	d.when = a.periodOn(p, c, x, d.base().table)
	return a.say("follow.period", slots{"when": x.said, "bare": x.bare}), true
}

// editBefore goes back by one unit of the period before.
func (a *asker) editBefore(d *draft) (string, bool) {
	if d.when == nil || d.when.when == nil {
		return "", false
	}
	old := d.when.when.value.Period
	back := map[span.Grain][3]int{span.Month: {0, -1, 0}, span.Year: {-1, 0, 0}, span.Quarter: {0, -3, 0}, span.Week: {0, 0, -7}}
	step, ok := back[old.Grain]
	if !ok || old.Start.IsZero() || old.End.IsZero() || old.Recurring() || !old.End.Equal(old.Start.AddDate(-step[0], -step[1], -step[2])) {
		return "", false
	}
	p := old
	p.Start, p.End = old.Start.AddDate(step[0], step[1], step[2]), old.Start
	text := a.say("follow.before", slots{"grain": old.Grain.String()})
	x := period{value: &form.Value{Kind: form.Period, Text: d.when.when.value.Text, Period: p}, said: "the " + old.Grain.String() + " before"}
	w := *d.when
	w.when = &x
	w.cond = during(d.when.cond.Left, x.value)
	d.when = &w
	return text, true
}

func (a *asker) editAllTime(d *draft) (string, bool) {
	if d.when == nil {
		return "", false
	}
	d.when = nil
	return a.say("follow.alltime", slots{}), true
}

// uses says whether the draft already filters or groups by the column.
func (d *draft) uses(column int) bool {
	return slices.ContainsFunc(d.fs, func(f filter) bool { return f.column == column }) ||
		slices.ContainsFunc(d.dims, func(x dim) bool { return x.column == column })
}

func (a *asker) editFilter(d *draft) (string, bool) {
	if d.naming {
		return "", false
	}
	fs := a.filters(d.places, 1)
	if len(fs) == 0 || d.uses(fs[0].column) || d.about(fs[0].column) {
		return "", false
	}
	f := fs[0]
	d.fs = append(d.fs, f)
	if f.value != nil && f.cond.Op == form.Equal && f.at.via == 0 && chance(a.Rand, 70) {
		w := a.word(f.value)
		if adj := a.adjective(a.column(f.column), f.value); adj != "" && f.at.key == nil && chance(a.Rand, 70) {
			w = adj
		}
		if w != "" {
			return a.say("follow.filter", slots{"w": w}), true
		}
	}
	np, asides := a.nounPhrase(d.base().noun.Many, a.table(d.base().table).Person, fs)
	if len(asides) > 0 {
		return pick(a.Rand, asides), true
	}
	s := slots{"np": np}
	if len(f.after) > 0 {
		s["after"] = pick(a.Rand, f.after)
	}
	if p := predicate(f); len(p) > 0 && len(d.ms) == 0 {
		s["pred"] = pick(a.Rand, p)
	}
	return a.say("follow.filter.np", s), true
}

// categorical picks a value of the rows to speak about.
func (a *asker) categorical(d *draft) (place, *world.Column, *world.Value, string, bool) {
	for range 8 {
		p := d.base()
		if chance(a.Rand, 30) {
			p = pick(a.Rand, d.places)
		}
		if p.via != 0 {
			continue
		}
		cols := a.columns(p.table, func(k *world.Column) bool {
			return (k.Kind == world.Category || k.Kind == world.Status || k.Kind == world.City || k.Kind == world.Country) && len(k.Values) > 1
		})
		if len(cols) == 0 {
			continue
		}
		k := a.column(pick(a.Rand, cols))
		v := &k.Values[a.IntN(len(k.Values))]
		w := a.word(v)
		if adj := a.adjective(k, v); adj != "" && p.key == nil {
			w = adj
		}
		if w != "" {
			return p, k, v, w, true
		}
	}
	return place{}, nil, nil, "", false
}

func (a *asker) editExclude(d *draft) (string, bool) {
	p, k, v, w, ok := a.categorical(d)
	if !ok || d.naming || slices.ContainsFunc(d.fs, func(f filter) bool { return f.column == k.Number }) {
		return "", false
	}
	d.fs = append(d.fs, filter{cond: cmp(form.NotEqual, p.expr(k.Number), &form.Expr{Op: form.Literal, Value: a.stored(v)}), column: k.Number, at: p})
	return a.say("follow.exclude", slots{"w": w}), true
}

// editSwap puts another value in the place of one.
func (a *asker) editSwap(d *draft) (string, bool) {
	for i, f := range d.fs {
		if f.value == nil || f.cond.Op != form.Equal || f.cond.Right == nil {
			continue
		}
		k := a.column(f.column)
		if k.Kind == world.Flag || len(k.Values) < 2 {
			continue
		}
		v := &k.Values[a.IntN(len(k.Values))]
		w := a.word(v)
		if v.Text == f.value.Text || w == "" {
			continue
		}
		if adj := a.adjective(k, v); adj != "" && chance(a.Rand, 60) {
			w = adj
		}
		f.value, f.cond = v, cmp(form.Equal, f.cond.Left, &form.Expr{Op: form.Literal, Value: a.stored(v)})
		d.fs[i] = f
		return a.say("follow.swap", slots{"w": w}), true
	}
	return "", false
}

// editUnfilter drops a condition, or turns it into a dimension.
func (a *asker) editUnfilter(d *draft) (string, bool) {
	for i, f := range d.fs {
		if f.value == nil || f.cond.Op != form.Equal || f.column == 0 || a.column(f.column).Kind == world.Flag {
			continue
		}
		phr := a.call(f.at, f.column, d.base().table)
		s := slots{"by": phr, "bys": plural(phr)}
		d.fs = slices.Delete(d.fs, i, i+1)
		if len(d.ms) > 0 && len(d.dims) == 0 && chance(a.Rand, 60) {
			d.dims = []dim{{exprs: []*form.Expr{f.at.expr(f.column)}, noun: world.Noun{One: phr, Many: plural(phr)}, at: f.at, column: f.column}}
			text := a.say("follow.rankall", s)
			if strings.Contains(text, "rank") || strings.Contains(text, "highest") {
				d.order = []form.Order{{By: d.ms[0].expr, Desc: true}}
			}
			return text, true
		}
		return a.say("follow.all", s), true
	}
	return "", false
}

// editList shows the rows that were counted.
func (a *asker) editList(d *draft) (string, bool) {
	if len(d.ms) != 1 || !d.ms[0].count || len(d.dims) > 0 || d.wrap != "" {
		return "", false
	}
	d.cols = a.display(d.base())
	if len(d.cols) == 0 {
		return "", false
	}
	d.ms = nil
	if chance(a.Rand, 45) {
		exprs, names := a.attributes(d, 1+a.IntN(2))
		if len(names) > 0 {
			text := a.say("follow.namescols", slots{"cols": and(names, "and")})
			if strings.HasPrefix(text, "list their") || strings.HasSuffix(text, "instead") {
				d.cols = exprs
			} else {
				d.cols = append(d.cols, exprs...)
			}
			return text, true
		}
	}
	return a.say("follow.names", slots{}), true
}

// editCount counts the rows that were listed, or measures them.
func (a *asker) editCount(d *draft) (string, bool) {
	if len(d.ms) > 0 || d.naming || d.limit != nil || d.distinct || len(d.fs) == 0 && d.when == nil {
		return "", false
	}
	d.cols, d.order = nil, nil
	values := a.rowValues(d.base())
	if len(values) > 0 && chance(a.Rand, 40) {
		v := pick(a.Rand, values)
		op, section := form.Avg, "follow.avg"
		if v.sums && chance(a.Rand, 60) {
			op, section = form.Sum, "follow.sum"
		}
		m := a.aggregate(v, op)
		m.expr = call(op, v.expr)
		d.ms = []measure{m}
		return a.say(section, slots{"phr": v.phrase}), true
	}
	d.ms = []measure{a.counting(d.base().noun)}
	return a.say("follow.count", slots{}), true
}

func (a *asker) editColumns(d *draft) (string, bool) {
	if len(d.ms) > 0 || d.distinct || len(d.cols) == 0 {
		return "", false
	}
	if len(d.places) > 1 && chance(a.Rand, 30) {
		p := pick(a.Rand, d.places[1:])
		if !a.named(p.table) || slices.ContainsFunc(d.cols, func(e *form.Expr) bool { return a.column(e.Column).Table == p.table && e.Via == p.via }) {
			return "", false
		}
		d.cols = append(slices.Clone(d.cols), a.display(p)...)
		return a.say("follow.cols", slots{"cols": p.noun.One}), true
	}
	exprs, names := a.attributes(d, 1+a.IntN(2))
	if len(exprs) == 0 {
		return "", false
	}
	d.cols = append(slices.Clone(d.cols), exprs...)
	return a.say("follow.cols", slots{"cols": and(names, "and")}), true
}
