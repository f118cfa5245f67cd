package ask

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// owned is a dated base with an entity that its own key leads to.
func (a *asker) owned() (*draft, place, int, bool) {
	d, ok := a.dated()
	if !ok {
		return nil, place{}, 0, false
	}
	p, c := a.when(d.places)
	owners := slices.DeleteFunc(slices.Clone(d.places[1:]), func(o place) bool {
		return o.via != 0 || len(o.path) != 2 || !a.named(o.table) || a.table(o.table).Kind == world.Lookup
	})
	if p.table != d.base().table || len(owners) == 0 {
		return nil, place{}, 0, false
	}
	return d, pick(a.Rand, owners), c, true
}

// firstRow asks what the first or last row of each entity was, not only when.
func (a *asker) firstRow() (answer, bool) {
	d, o, c, ok := a.owned()
	if !ok {
		return answer{}, false
	}
	p := d.base()
	first := chance(a.Rand, 55)
	d.cols, d.order = nil, []form.Order{{By: p.expr(c), Desc: !first}}
	var names []string
	if t := a.table(o.table); len(t.Primary) == 1 && t.Display[0] != t.Primary[0] && chance(a.Rand, 45) {
		d.cols, names = append(d.cols, p.expr(o.key.From[0])), append(names, o.noun.One+" "+lastWord(a.column(t.Primary[0]).Phrases[0]))
		if chance(a.Rand, 50) {
			d.cols, names = append(d.cols, a.display(o)...), append(names, "name")
		}
	} else {
		d.cols, names = append(d.cols, a.display(o)...), append(names, o.noun.One)
	}
	exprs, more := a.attributes(d, 1+a.IntN(2))
	exprs = slices.DeleteFunc(exprs, func(e *form.Expr) bool { return e.Column == c })
	if len(exprs) == 0 || len(exprs) != len(more) {
		return answer{}, false
	}
	d.cols, names = append(d.cols, exprs...), append(names, more...)
	if chance(a.Rand, 70) {
		d.cols, names = append(d.cols, p.expr(c)), append(names, pick(a.Rand, []string{"date", "when", plainest(a.Rand, a.column(c).Phrases)}))
	}
	d.fs = a.filters(d.places, a.IntN(2))
	np, asides := a.nounPhrase(p.noun.One, false, d.fs)
	s := slots{"one": singular(np), "by": o.noun.One, "phr": more[0]}
	s["first"] = pick(a.Rand, []string{"first", "first", "earliest", "very first"})
	if !first {
		s["first"] = pick(a.Rand, []string{"last", "latest", "most recent"})
	}
	q := a.query(d)
	q.Limit, q.Per = num("1"), []*form.Expr{p.expr(o.key.From[0])}
	return answer{sentence: sentence{text: a.say("firstrow", s), asides: asides, list: names}, query: a.finish(q, d.places)}, true
}

// sinceFirst is the time from a date of the entity to its first row.
func (a *asker) sinceFirst() (answer, bool) {
	d, o, c, ok := a.owned()
	if !ok {
		return answer{}, false
	}
	p := d.base()
	dates := a.dates(o.table)
	if len(dates) == 0 {
		return answer{}, false
	}
	k := a.column(dates[0])
	lapse := call(form.Days, call(form.Min, p.expr(c)), o.expr(k.Number))
	if a.column(c).Kind == world.Timestamp && k.Kind == world.Date {
		lapse.Args[0] = call(form.Min, call(form.Day, p.expr(c)))
	}
	d.fs = a.filters(d.places[:1], a.IntN(5)/4)
	np, asides := a.nounPhrase(p.noun.One, false, d.fs)
	s := slots{"one": singular(np), "by": o.noun.One, "bys": o.noun.Many, "phr": plainest(a.Rand, k.Phrases)}
	q := blank()
	q.Where = conds(d.fs)
	z := sentence{asides: asides}
	if chance(a.Rand, 55) {
		q.Select = []*form.Expr{call(form.Avg, lapse)}
		q.Group = []*form.Expr{p.expr(o.key.From[0]), o.expr(k.Number)}
		z.text = a.say("sincefirst", s)
	} else {
		q.Select = append(a.display(o), lapse)
		x := dim{exprs: a.display(o), at: o, entity: true}
		if key, _ := a.key(x); key != nil {
			q.Group = append(q.Group, key)
		}
		q.Group = append(append(q.Group, x.exprs...), o.expr(k.Number))
		z.text = a.say("sincefirst.each", s)
		if chance(a.Rand, 40) {
			q.Order = []form.Order{{By: lapse, Desc: true}}
			z.order = pick(a.Rand, []string{"longest first", "slowest first", "longest wait first"})
		}
		if chance(a.Rand, 40) {
			z.list = []string{a.nameWord(o), "days"}
		}
	}
	a.tag("date-difference", "join")
	return answer{sentence: z, query: a.finish(q, d.places)}, true
}

// best asks for the rows with the most of something within each of another: the
// two best paid people of every department.
func (a *asker) best() (answer, bool) {
	d := a.listing(listable)
	if d == nil {
		return answer{}, false
	}
	p := d.base()
	values := slices.DeleteFunc(a.rowValues(p), func(v rowValue) bool { return v.column == 0 })
	dims := slices.DeleteFunc(a.dims(d.places), func(x dim) bool {
		return x.column != 0 && a.column(x.column).Kind == world.Flag || slices.ContainsFunc(x.exprs, func(e *form.Expr) bool { return slices.Contains(a.table(p.table).Display, e.Column) && e.Via == 0 })
	})
	if len(values) == 0 || len(dims) == 0 {
		return answer{}, false
	}
	v, x := pick(a.Rand, values), pick(a.Rand, dims)
	desc := chance(a.Rand, 80)
	n := number{"1", "one"}
	section, plain := "best.one", p.noun.One
	if chance(a.Rand, 50) {
		n = a.number(float64(pick(a.Rand, []int{2, 2, 3, 3, 3, 5})))
		section, plain = "best", p.noun.Many
	}
	d.fs = slices.DeleteFunc(a.filters(d.places, a.IntN(2)), func(f filter) bool { return f.column == x.column || f.column == v.column })
	if chance(a.Rand, 15) {
		d.when = a.mainPeriod(d.places, pastWays)
	}
	fs := d.fs
	if d.when != nil {
		fs = append(fs[:len(fs):len(fs)], *d.when)
	}
	np, asides := a.nounPhrase(plain, a.table(p.table).Person, fs)
	if n.digits == "1" {
		np = singular(np)
	}
	s := slots{"noun": np, "nouns": np, "n": n.said, "by": x.noun.One, "phr": v.phrase, "most": v.degree.Most, "high": pick(a.Rand, []string{"highest", "largest", "biggest"})}
	if !desc {
		s["most"], s["high"] = v.degree.Least, pick(a.Rand, []string{"lowest", "smallest"})
	}
	if s["most"] != "" && chance(a.Rand, 55) {
		section += ".degree"
	}
	z := sentence{text: a.say(section, s), asides: asides}
	if !desc {
		z.text = strings.Replace(z.text, "top ", "bottom ", 1)
	}
	names := a.display(p)
	d.cols = append(append(slices.Clone(x.exprs), names...), v.expr)
	switch m := a.IntN(100); {
	case m < 70:
		z.list = []string{a.columnWord(x), a.nameWord(p), v.phrase}
	case m < 85:
		d.cols = d.cols[:len(d.cols)-1]
	default:
		z.text += ", with the " + v.phrase
	}
	if x.at.key != nil {
		a.tag("join")
	}
	d.order = []form.Order{{By: v.expr, Desc: desc}}
	q := a.query(d)
	q.Limit, q.Per = num(n.digits), x.exprs
	return answer{sentence: z, query: a.finish(q, d.places)}, true
}
