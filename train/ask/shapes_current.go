package ask

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// current asks about what holds now, or held on a day, in a table of what held
// from when to when: headcount, mean salary, the best paid.
func (a *asker) current() (answer, bool) {
	var tables []int
	for i := range a.w.Tables {
		if len(a.validity(i)) > 0 {
			tables = append(tables, i)
		}
	}
	if len(tables) == 0 {
		return answer{}, false
	}
	t := pick(a.Rand, tables)
	from := a.column(a.validity(t)[0])
	d := a.draft(a.places(t))
	owners := slices.DeleteFunc(slices.Clone(d.places[1:]), func(p place) bool {
		return p.via != 0 || len(p.path) != 2 || a.table(p.table).Kind != world.Entity || !a.named(p.table)
	})
	var owner place
	if len(owners) > 0 {
		owner = pick(a.Rand, owners)
		if chance(a.Rand, 65) {
			d.places[0].noun = owner.noun // current employees are rows of their positions
		}
	}
	p := d.base()
	to := p.expr(from.Pair)
	holds := filter{cond: &form.Cond{Op: form.IsNull, Left: to}, column: from.Pair, at: p, before: []string{"current"}, aside: nowWords, tag: "history"}
	holds.after = []string{"right now", "today", "at the moment"}
	if chance(a.Rand, 20) {
		holds.remark = a.say("null.remark", slots{"phr": plainest(a.Rand, a.column(from.Pair).Phrases), "aphr": an(a.column(from.Pair).Phrases[0]), "adj": "current"})
	}
	if chance(a.Rand, 25) {
		x, ok := a.validDay(from)
		if !ok {
			return answer{}, false
		}
		holds = filter{cond: &form.Cond{Op: form.AsOf, Left: p.expr(from.Number), Right: to, Values: []*form.Value{x.value}}, column: from.Pair, at: p, after: []string{x.said, "as of " + x.said[3:], "valid " + x.said}}
	}
	a.tag("history")
	values := slices.DeleteFunc(a.rowValues(p), func(v rowValue) bool { return v.column == 0 })
	if len(values) > 0 && owner.key != nil && chance(a.Rand, 35) {
		return a.currentRows(d, owner, holds, pick(a.Rand, values))
	}
	d.ms = []measure{a.counting(p.noun)}
	if len(values) > 0 && chance(a.Rand, 60) {
		v := pick(a.Rand, values)
		d.ms = []measure{a.aggregate(v, pick(a.Rand, []form.Op{form.Avg, form.Avg, form.Avg, form.Sum, form.Min, form.Max, form.Median}))}
	} else if a.personal(p, owner) && chance(a.Rand, 50) {
		d.ms[0] = a.headcount(d.ms[0])
	}
	a.tag(d.ms[0].tag)
	d.fs = slices.DeleteFunc(a.filters(d.places, a.IntN(2)), func(f filter) bool { return d.about(f.column) || f.column == from.Pair })
	d.fs = append([]filter{holds}, d.fs...)
	dims := slices.DeleteFunc(a.dims(d.places), func(x dim) bool {
		return x.at.table == owner.table && x.entity || owner.key != nil && x.column == owner.key.From[0] || a.counts(d.ms[0], x)
	})
	if len(dims) == 0 || chance(a.Rand, 40) {
		s, asides := a.words(d)
		section := "single"
		if d.ms[0].count {
			section = "count"
		}
		return answer{sentence: sentence{text: a.say(section, s), asides: asides}, query: a.query(d), draft: d}, true
	}
	d.dims = []dim{pick(a.Rand, dims)}
	return a.groupAnswer(d, "group", 40, 15)
}

var nowWords = []string{"right now", "today", "at the moment", "currently", "as of today", "current ones only"}

// validity lists the column that begins what may still hold.
func (a *asker) validity(t int) []int {
	return a.columns(t, func(k *world.Column) bool {
		return k.Kind == world.ValidFrom && k.Pair != 0 && a.column(k.Pair).Nullable
	})
}

// validDay is a day on which something was valid.
func (a *asker) validDay(k *world.Column) (period, bool) {
	day := a.now.AddDate(0, 0, -a.IntN(900))
	if !k.From.IsZero() && k.To.After(k.From) {
		day = k.From.AddDate(0, 0, a.IntN(max(1, int(k.To.Sub(k.From).Hours()/24))))
	}
	if chance(a.Rand, 40) {
		day = day.AddDate(0, 0, 1-day.Day())
	}
	x := period{said: "on " + a.day(day)}
	return x, a.resolve(&x)
}

func (a *asker) personal(p, owner place) bool {
	return owner.key != nil && a.table(owner.table).Person && p.noun == owner.noun
}

// headcount is what the number of people is called.
func (a *asker) headcount(m measure) measure {
	m.count, m.whole = false, true
	m.name = pick(a.Rand, []string{"headcount", "headcount", "head count", "number of people"})
	m.plain, m.short = m.name, "headcount"
	return m
}

// currentRows lists who has what now: the best paid, those in a department.
func (a *asker) currentRows(d *draft, owner place, holds filter, v rowValue) (answer, bool) {
	d.cols = append(a.display(owner), v.expr)
	names := []string{a.nameWord(owner), v.phrase}
	others := slices.DeleteFunc(slices.Clone(d.places[1:]), func(p place) bool { return p.table == owner.table || !a.named(p.table) })
	if len(others) > 0 && chance(a.Rand, 50) {
		o := pick(a.Rand, others)
		d.cols = append(d.cols, a.display(o)...)
		names = append(names, o.noun.One)
		a.tag("join")
	}
	d.places[0].noun = owner.noun
	d.fs = append([]filter{holds}, withoutColumn(a.filters(d.places, a.IntN(2)), holds.column)...)
	desc := chance(a.Rand, 80)
	if chance(a.Rand, 60) {
		d.order = []form.Order{{By: v.expr, Desc: desc}}
	}
	np, asides := a.nounPhrase(owner.noun.Many, a.table(owner.table).Person, d.fs)
	s := slots{"np": np, "nouns": np, "phr": v.phrase, "high": "highest", "most": v.degree.Most}
	if !desc {
		s["high"], s["most"] = "lowest", v.degree.Least
	}
	x := sentence{asides: asides, list: names}
	switch {
	case len(d.order) > 0 && chance(a.Rand, 45):
		n := a.number(float64(pick(a.Rand, []int{1, 2, 3, 3, 5, 5, 10})))
		if n.digits == "1" {
			return answer{}, false
		}
		d.limit = &n
		s["n"] = n.said
		section := "extreme.n.column"
		if s["most"] != "" && chance(a.Rand, 50) {
			section = "extreme.n"
		}
		x.text = a.say(section, s)
		if !desc && firstWord(x.text) == "top" {
			return answer{}, false
		}
	case len(d.order) > 0:
		x.text = a.say("list", s)
		x.order = s["high"] + " " + v.phrase + " first"
		if s["most"] != "" {
			x.order = s["most"] + " first"
		}
	default:
		x.text = a.say("list", s)
	}
	return answer{sentence: x, query: a.query(d)}, true
}
