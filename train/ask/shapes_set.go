package ask

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// pairing is an entity and the rows of another table that refer to it.
type pairing struct {
	key    *world.Key
	entity place   // what is asked for
	rows   []place // the other table and what it leads to
	noun   world.Noun
	act    world.Act
}

func (a *asker) pairing() (pairing, bool) {
	if len(a.w.Keys) == 0 {
		return pairing{}, false
	}
	for range 10 {
		k := &a.w.Keys[a.IntN(len(a.w.Keys))]
		to, from := a.table(k.ToTable), a.table(k.FromTable)
		if len(k.From) != 1 || k.FromTable == k.ToTable || !a.named(k.ToTable) || to.Kind == world.Lookup && chance(a.Rand, 70) || from.Kind == world.Link && chance(a.Rand, 60) {
			continue
		}
		x := pairing{key: k, entity: a.here(k.ToTable), rows: a.places(k.FromTable)}
		x.noun = x.rows[0].noun
		if !k.Role && len(k.Back) > 0 && chance(a.Rand, 30) {
			x.noun = pick(a.Rand, k.Back)
		}
		if len(k.Acts) > 0 && !k.Role {
			x.act = pick(a.Rand, k.Acts)
		} else if k.Role { // only the role says which key is meant
			x.noun = pick(a.Rand, k.Back)
			if x.noun == x.rows[0].noun {
				continue
			}
		}
		return x, true
	}
	return pairing{}, false
}

func (x pairing) words(a *asker) slots {
	s := slots{"nouns": x.entity.noun.Many, "rows": x.noun.Many, "one": x.noun.One, "aone": an(x.noun.One), "past": x.act.Past, "part": x.act.Participle, "base": x.act.Base, "who": "that"}
	if a.table(x.entity.table).Person {
		s["who"] = "who"
	}
	if x.act.Base != "" {
		s["didnot"] = "didn't " + x.act.Base
	}
	return s
}

// inner is the query for the entities that some rows refer to.
func (a *asker) inner(x pairing, fs []filter) *form.Query {
	q := blank()
	q.Select = []*form.Expr{x.rows[0].expr(x.key.From[0])}
	q.Where = conds(fs)
	return a.finish(q, x.rows)
}

// outer asks for entities, or their number, under conditions.
func (a *asker) outer(x pairing, count bool, own []filter, list ...*form.Cond) *form.Query {
	q := blank()
	if count {
		q.Select = []*form.Expr{countAll()}
	} else {
		q.Select = a.display(x.entity)
	}
	q.Where = both(append([]*form.Cond{conds(own)}, list...)...)
	return a.finish(q, []place{x.entity})
}

func (a *asker) in(op form.CondOp, x pairing, inner *form.Query) *form.Cond {
	return &form.Cond{Op: op, Left: x.entity.expr(x.key.To[0]), Query: inner}
}

// related asks for entities with or without rows in another table.
func (a *asker) related(op form.CondOp, section string) (answer, bool) {
	x, ok := a.pairing()
	if !ok {
		return answer{}, false
	}
	s := x.words(a)
	var fs []filter
	var asides []string
	odds := 30
	if op == form.In {
		odds = 100
	}
	if chance(a.Rand, odds) {
		if f := a.mainPeriod(x.rows, pastWays); f != nil && chance(a.Rand, 65) {
			fs = append(fs, *f)
		} else {
			fs = a.filters(x.rows, 1)
		}
		if len(fs) == 0 {
			return answer{}, false
		}
		var np string
		np, asides = a.nounPhrase(x.noun.Many, false, fs)
		if len(asides) > 0 { // apart it could belong to either table
			return answer{}, false
		}
		s["rows"] = np
		one, more := a.nounPhrase(x.noun.One, false, fs)
		if len(more) > 0 {
			return answer{}, false
		}
		s["one"], s["aone"] = one, an(one)
		s["didnot"] = ""
		if section == "never" && s["past"] != "" && chance(a.Rand, 50) {
			s["didnot"] = "didn't " + x.act.Base
		}
	}
	var own []filter
	if chance(a.Rand, 18) {
		own = a.filters([]place{x.entity}, 1)
		np, more := a.nounPhrase(x.entity.noun.Many, a.table(x.entity.table).Person, own)
		if len(more) > 0 {
			return answer{}, false
		}
		s["nouns"] = np
	}
	count := chance(a.Rand, 35)
	if count {
		section += ".count"
		a.tag("count")
	}
	text := a.say(section, s)
	if strings.Contains(text, "anything") && len(fs) > 0 {
		return answer{}, false
	}
	q := a.outer(x, count, own, a.in(op, x, a.inner(x, fs)))
	z := sentence{text: text}
	if !count && chance(a.Rand, 25) {
		d := a.draft([]place{x.entity})
		d.cols = a.display(x.entity)
		exprs, names := a.attributes(d, 1+a.IntN(2))
		q.Select = append(q.Select, exprs...)
		z.list = append([]string{a.nameWord(x.entity)}, names...)
		if t := a.table(x.entity.table); len(t.Primary) == 1 && len(t.Display) > 0 && t.Display[0] != t.Primary[0] && chance(a.Rand, 40) {
			q.Select = append([]*form.Expr{x.entity.expr(t.Primary[0])}, q.Select...)
			z.list = append([]string{plainest(a.Rand, a.column(t.Primary[0]).Phrases)}, z.list...)
		}
	}
	return answer{sentence: z, query: q}, true
}

func (a *asker) never() (answer, bool) { return a.related(form.NotIn, "never") }

func (a *asker) did() (answer, bool) { return a.related(form.In, "did") }

// both asks for entities with rows of two kinds, or of one but not the other.
func (a *asker) both() (answer, bool) {
	x, ok := a.pairing()
	if !ok {
		return answer{}, false
	}
	s := x.words(a)
	op, section := form.In, "both"
	if chance(a.Rand, 50) {
		op, section = form.NotIn, "butnot"
	}
	var f, g filter
	if p, c := a.when(x.rows); c != 0 && chance(a.Rand, 45) {
		y := a.now.Year() - a.IntN(3)
		u, ok1 := a.yearPeriod(y - 1)
		v, ok2 := a.yearPeriod(y)
		if chance(a.Rand, 25) {
			k := a.column(c)
			u, ok1 = a.period(pastWays, k.From, k.To)
			v, ok2 = a.period(pastWays, k.From, k.To)
		}
		if !ok1 || !ok2 || u.value.Period == v.value.Period {
			return answer{}, false
		}
		f, g = filter{cond: during(p.expr(c), u.value)}, filter{cond: during(p.expr(c), v.value)}
		s["p"], s["q"] = u.said, v.said
		section += ".period"
		a.tag("period")
	} else {
		f, g, ok = a.twoKinds(x)
		if !ok {
			return answer{}, false
		}
		s["x"], s["y"] = f.which[0], g.which[0]
		if w := a.mainPeriod(x.rows, pastWays); w != nil && chance(a.Rand, 30) { // both in the same period
			f.cond, g.cond = both(f.cond, w.cond), both(g.cond, w.cond)
			s["y"] += " " + w.when.said
			a.tag("period")
		}
		if chance(a.Rand, 25) {
			section += ".count"
		}
	}
	count := strings.HasSuffix(section, ".count")
	if !count && chance(a.Rand, 35) {
		return a.asSets(x, section, s, op, f, g)
	}
	q := a.outer(x, count, nil, a.in(form.In, x, a.inner(x, []filter{f})), a.in(op, x, a.inner(x, []filter{g})))
	return answer{sentence: sentence{text: a.say(section, s)}, query: q}, true
}

// asSets asks for the numbers of the entities: what two sets of rows refer to.
func (a *asker) asSets(x pairing, section string, s slots, op form.CondOp, f, g filter) (answer, bool) {
	q := a.inner(x, []filter{f})
	q.Other = a.inner(x, []filter{g})
	q.Set = form.Intersect
	if op == form.NotIn {
		q.Set = form.Except
	}
	phr := plainest(a.Rand, a.column(x.key.To[0]).Phrases)
	s["nouns"] = plural(phr) + " of " + x.entity.noun.Many
	if strings.Contains(phr, x.entity.noun.One) || chance(a.Rand, 30) {
		s["nouns"] = plural(phr)
	}
	return answer{sentence: sentence{text: a.say(section, s)}, query: q}, true
}

// twoKinds are two values of a column, with what rows of each are called.
func (a *asker) twoKinds(x pairing) (filter, filter, bool) {
	var list []place
	for _, p := range x.rows {
		if p.via == 0 && p.table != x.entity.table {
			list = append(list, p)
		}
	}
	p := pick(a.Rand, list)
	cols := a.columns(p.table, func(k *world.Column) bool {
		return (k.Kind == world.Category || k.Kind == world.Status || k.Kind == world.Name || k.Kind == world.City) && len(k.Values) > 1
	})
	if len(cols) == 0 {
		return filter{}, filter{}, false
	}
	k := a.column(pick(a.Rand, cols))
	perm := a.Perm(len(k.Values))
	var out []filter
	for _, i := range perm[:2] {
		v := &k.Values[i]
		w := a.word(v)
		if w == "" {
			return filter{}, filter{}, false
		}
		text := ""
		switch adj := a.adjective(k, v); {
		case p.table == x.rows[0].table && adj != "":
			text = adj + " " + x.noun.Many
		case p.table == x.rows[0].table && k.Kind == world.City:
			text = x.noun.Many + " in " + w
		case p.table == x.rows[0].table:
			text = w + " " + x.noun.Many
		case k.Kind == world.Name:
			text = x.noun.Many + " " + pick(a.Rand, []string{"for ", "with "}) + w
		default:
			text = x.noun.Many + " for " + w + " " + p.noun.Many
		}
		out = append(out, filter{cond: cmp(form.Equal, p.expr(k.Number), &form.Expr{Op: form.Literal, Value: a.stored(v)}), which: []string{text}})
	}
	return out[0], out[1], true
}

// exceptValues compares the values that two tables have of the same thing.
func (a *asker) exceptValues() (answer, bool) {
	type side struct{ table, column int }
	var list [2][]side
	for i := range a.w.Columns {
		k := &a.w.Columns[i]
		if i == 0 {
			continue
		}
		switch k.Kind {
		case world.City:
			list[0] = append(list[0], side{k.Table, i})
		case world.Country:
			list[1] = append(list[1], side{k.Table, i})
		}
	}
	l := list[a.IntN(2)]
	if len(l) < 2 {
		return answer{}, false
	}
	i := a.IntN(len(l))
	x, y := l[i], l[(i+1+a.IntN(len(l)-1))%len(l)]
	var fx, fy []filter
	px, py := a.here(x.table), a.here(y.table)
	if chance(a.Rand, 25) {
		fx = a.filters([]place{px}, 1)
	}
	if x.table == y.table {
		fx, fy = a.filters([]place{px}, 1), a.filters([]place{py}, 1)
		if len(fx) == 0 || len(fy) == 0 || x.column != y.column {
			return answer{}, false
		}
	}
	nx, ax := a.nounPhrase(px.noun.Many, false, fx)
	ny, ay := a.nounPhrase(py.noun.Many, false, fy)
	if len(ax)+len(ay) > 0 || nx == ny {
		return answer{}, false
	}
	q, o := blank(), blank()
	q.Select, o.Select = []*form.Expr{col(x.column)}, []*form.Expr{col(y.column)}
	q.Where, o.Where = conds(fx), conds(fy)
	a.finish(q, []place{px})
	a.finish(o, []place{py})
	section := "except"
	q.Set, q.Other = form.Except, o
	switch n := a.IntN(10); {
	case n < 4:
		section, q.Set = "intersect", form.Intersect
	case n < 5:
		section, q.Set = "union", form.Union
	}
	phr := plainest(a.Rand, a.column(x.column).Phrases)
	s := slots{"phrs": plural(phr), "x": nx, "y": ny, "z": py.noun.One}
	if len(fy) > 0 {
		s["z"] = ""
	}
	return answer{sentence: sentence{text: a.say(section, s)}, query: q}, true
}
