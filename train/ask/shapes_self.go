package ask

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// ownKey finds a key that leads back to its own table.
func (a *asker) ownKey() (*world.Key, bool) {
	for i := range a.w.Keys {
		k := &a.w.Keys[i]
		if k.FromTable == k.ToTable && len(k.From) == 1 && a.named(k.FromTable) {
			return k, true
		}
	}
	return nil, false
}

// againstParent compares rows with the row of the same table that they refer
// to, or asks for the rows that refer to one.
func (a *asker) againstParent() (answer, bool) {
	key, ok := a.ownKey()
	if !ok {
		return answer{}, false
	}
	d := a.draft(a.places(key.FromTable))
	p := d.base()
	o := place{table: key.ToTable, path: p.path, via: key.From[0], key: key, noun: pick(a.Rand, key.Roles)}
	s := slots{"one": p.noun.One, "nouns": p.noun.Many, "role": o.noun.One, "roles": o.noun.Many, "backs": pick(a.Rand, key.Back).Many}
	if chance(a.Rand, 25) {
		return a.under(d, o, s)
	}
	cols := a.columns(p.table, func(k *world.Column) bool {
		switch k.Kind {
		case world.Amount, world.Quantity, world.Date, world.City, world.Country, world.Category, world.Status:
			return k.Kind != world.Date || k.Storage != world.YearMonth
		}
		return false
	})
	if len(cols) == 0 {
		return answer{}, false
	}
	k := a.column(pick(a.Rand, cols))
	s["phr"], s["phrs"] = plainest(a.Rand, k.Phrases), plural(plainest(a.Rand, k.Phrases))
	op, section := form.Greater, "parent.number>"
	switch {
	case k.Kind == world.Date && chance(a.Rand, 50):
		op, section = form.Less, "parent.date<"
	case k.Kind == world.Date:
		section = "parent.date>"
	case k.Kind != world.Amount && k.Kind != world.Quantity && chance(a.Rand, 55):
		op, section = form.NotEqual, "parent.different"
	case k.Kind != world.Amount && k.Kind != world.Quantity:
		op, section = form.Equal, "parent.same"
	case chance(a.Rand, 35):
		op, section = form.Less, "parent.number<"
	}
	s["more"] = k.Degree.More
	if op == form.Less {
		s["more"] = k.Degree.Less
	}
	if k.Kind == world.Date && len(k.Did) > 0 {
		s["did"] = plainest(a.Rand, k.Did)
	}
	cond := cmp(op, p.expr(k.Number), o.expr(k.Number))
	var asides []string
	if chance(a.Rand, 20) {
		d.fs = a.filters(d.places[:1], 1)
		var np string
		np, asides = a.nounPhrase(p.noun.Many, a.table(p.table).Person, d.fs)
		s["nouns"] = np
	}
	x := sentence{text: a.say(section, s), asides: asides}
	d.fs = append(d.fs, filter{cond: cond})
	switch n := a.IntN(100); {
	case n < 35:
		d.ms = []measure{a.counting(p.noun)}
		if x.text = "number of " + x.text; chance(a.Rand, 65) {
			x.text = "How many " + strings.TrimPrefix(x.text, "number of ") + pick(a.Rand, []string{" are there?", " do we have?", "?"})
		}
	case n < 80:
		d.cols = append(append(append(a.display(p), p.expr(k.Number)), a.display(o)...), o.expr(k.Number))
		x.list = []string{p.noun.One, s["phr"], o.noun.One, o.noun.One + "'s " + s["phr"]}
	default:
		d.cols = a.display(p)
		if s["did"] != "" && chance(a.Rand, 40) {
			x.text = "Which " + x.text + "?"
		}
	}
	return answer{sentence: x, query: a.query(d)}, true
}

// under asks for the rows that refer to a named one, or how many do.
func (a *asker) under(d *draft, o place, s slots) (answer, bool) {
	cond, w, ok := a.called(o)
	if !ok {
		return answer{}, false
	}
	s["w"] = w
	d.fs = []filter{{cond: cond}}
	section := "parent.under"
	if chance(a.Rand, 35) {
		section = "parent.under.count"
		d.ms = []measure{a.counting(d.base().noun)}
	} else {
		d.cols = a.display(d.base())
	}
	return answer{sentence: sentence{text: a.say(section, s)}, query: a.query(d)}, true
}

// changed counts entities that have rows of more than one kind, and pairs that
// occur: how many people have ever changed departments.
func (a *asker) changed() (answer, bool) {
	d := a.start()
	p := d.base()
	keys := a.columns(p.table, func(k *world.Column) bool { return k.Kind == world.Foreign && a.keyOf(k.Number) != nil })
	kinds := a.columns(p.table, func(k *world.Column) bool {
		return k.Kind == world.Foreign && a.keyOf(k.Number) != nil || k.Kind == world.Category || k.Kind == world.City || k.Kind == world.Status
	})
	if len(keys) == 0 || len(kinds) < 2 {
		return answer{}, false
	}
	key, kind := pick(a.Rand, keys), pick(a.Rand, kinds)
	if key == kind {
		return answer{}, false
	}
	who := plainest(a.Rand, a.keyOf(key).Roles)
	word := func(c int) world.Noun {
		if k := a.keyOf(c); k != nil {
			return plainest(a.Rand, k.Roles)
		}
		one := plainest(a.Rand, a.column(c).Phrases)
		return world.Noun{One: one, Many: plural(one)}
	}
	what := word(kind)
	a.rows(d, 1, 35)
	d.fs = withoutColumn(withoutColumn(d.fs, kind), key)
	np, asides := a.periodPhrase(d)
	s := slots{"who": who.Many, "one": who.One, "what": what.Many, "onewhat": what.One, "np": np}
	q := blank()
	q.Select = []*form.Expr{call(form.Count, &form.Expr{Op: form.Groups})}
	q.Where = conds(d.fs)
	if d.when != nil {
		q.Where = both(q.Where, d.when.cond)
	}
	q.Group = []*form.Expr{p.expr(key)}
	section := "changed"
	switch n := a.IntN(100); {
	case n < 30:
		q.Group = append(q.Group, p.expr(kind))
		section = "pairs"
	case n < 45:
		q.Group = append(q.Group, p.expr(kind))
		q.Having = cmp(form.Greater, countAll(), lit("1"))
		section = "pairs.twice"
	case n < 65:
		q.Having = cmp(form.Greater, countAll(), lit("1"))
		section = "changed.rows"
	default:
		q.Having = cmp(form.Greater, &form.Expr{Op: form.Count, Distinct: true, Args: []*form.Expr{p.expr(kind)}}, lit("1"))
	}
	return answer{sentence: sentence{text: a.say(section, s), asides: asides}, query: a.finish(q, d.places)}, true
}

// periodPhrase is the noun phrase with the period in it.
func (a *asker) periodPhrase(d *draft) (string, []string) {
	fs := d.fs
	if d.when != nil {
		fs = append(fs[:len(fs):len(fs)], *d.when)
	}
	return a.nounPhrase(d.base().noun.Many, a.table(d.base().table).Person, fs)
}

func withoutColumn(fs []filter, c int) []filter {
	var out []filter
	for _, f := range fs {
		if f.column != c {
			out = append(out, f)
		}
	}
	return out
}
