package ask

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// listing is a draft of a list of rows.
func (a *asker) listing(weight func(*world.Table) int) *draft {
	t := a.pickTable(weight)
	if t < 0 {
		return nil
	}
	d := a.draft(a.places(t))
	d.cols = a.display(d.base())
	if len(d.cols) == 0 {
		return nil
	}
	return d
}

// attributes picks columns that people want to see, other than those shown.
func (a *asker) attributes(d *draft, n int) ([]*form.Expr, []string) {
	p := d.base()
	var list []int
	for _, c := range a.table(p.table).Columns {
		shown := slices.ContainsFunc(d.cols, func(e *form.Expr) bool { return e.Column == c && e.Via == 0 })
		switch a.column(c).Kind {
		case world.ID, world.Foreign, world.Parent, world.Unknown:
			continue
		}
		if !shown {
			list = append(list, c)
		}
	}
	a.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	var exprs []*form.Expr
	var names []string
	for _, c := range list[:min(n, len(list))] {
		e, name := a.inUnits(p.expr(c), plainest(a.Rand, a.column(c).Phrases), a.column(c).Unit)
		exprs = append(exprs, e)
		names = append(names, name)
	}
	return exprs, names
}

// inUnits is a column to show, in the unit that people want it in.
func (a *asker) inUnits(e *form.Expr, name, unit string) (*form.Expr, string) {
	switch c, ok := conversions[strings.ToLower(unit)]; {
	case cents(unit) && chance(a.Rand, 70):
		return call(form.Div, e, lit("100")), name + pick(a.Rand, []string{" in dollars", " in euros", " in dollars", " (dollars)", " in EUR"})
	case ok && chance(a.Rand, 12):
		return call(form.Div, e, lit(c.by)), name + " in " + pick(a.Rand, c.words)
	}
	return e, name
}

// nameWord is what the columns that name a row are called together.
func (a *asker) nameWord(p place) string {
	cols := a.table(p.table).Display
	if len(cols) == 0 {
		cols = a.table(p.table).Primary
	}
	if len(cols) == 2 && a.column(cols[1]).Kind == world.LastName {
		return pick(a.Rand, []string{"name", "first and last name", "full name"})
	}
	if len(cols) == 0 {
		return "name"
	}
	var names []string
	for _, c := range cols {
		names = append(names, plainest(a.Rand, a.column(c).Phrases))
	}
	return strings.Join(names, ", ")
}

// properName says whether rows have a name, not just a number or code.
func (a *asker) properName(t int) bool {
	return slices.ContainsFunc(a.table(t).Display, func(c int) bool {
		k := a.column(c).Kind
		return k == world.Name || k == world.LastName
	})
}

// predicate turns a filter into what the rows are or have.
func predicate(f filter) []string {
	list := slices.Clone(f.which)
	for _, s := range f.after {
		first, rest, _ := strings.Cut(s, " ")
		switch first {
		case "in", "from", "based", "located", "outside", "under", "over", "above", "below":
			list = append(list, "are "+s)
		case "with":
			list = append(list, "have "+rest)
		case "without":
			list = append(list, "don't have "+rest)
		}
	}
	return list
}

func (a *asker) list() (answer, bool) {
	d := a.listing(listable)
	if d == nil {
		return answer{}, false
	}
	n := 1 + a.IntN(2)
	if chance(a.Rand, 8) {
		n = 0
	}
	if chance(a.Rand, 6) {
		n = 3
	}
	d.fs = a.filters(d.places, n)
	if len(d.fs) == 0 && n > 0 {
		return answer{}, false
	}
	if chance(a.Rand, 25) {
		d.when = a.mainPeriod(d.places, pastWays)
	}
	if len(d.fs) > 1 {
		a.tag("multi-filter")
	}
	a.either(d)
	return a.listAnswer(d)
}

// either sometimes joins two conditions by or.
func (a *asker) either(d *draft) {
	if len(d.fs) < 2 || !chance(a.Rand, 30) {
		return
	}
	x, y := d.fs[0], d.fs[1]
	var text []string
	for _, p := range predicate(x) {
		for _, q := range predicate(y) {
			text = append(text, p+" or "+q)
		}
	}
	if len(text) == 0 {
		return
	}
	f := filter{cond: &form.Cond{Op: form.Or, Args: []*form.Cond{x.cond, y.cond}}, which: text, column: x.column, tag: "either"}
	a.tag("either")
	d.fs = append([]filter{f}, d.fs[2:]...)
}

func (a *asker) listAnswer(d *draft) (answer, bool) {
	base := d.base()
	fs := d.fs
	if d.when != nil {
		fs = append(fs[:len(fs):len(fs)], *d.when)
	}
	np, asides := a.nounPhrase(base.noun.Many, a.table(base.table).Person, fs)
	s := slots{"np": np, "nouns": base.noun.Many, "one": base.noun.One}
	if a.properName(base.table) {
		s["npn"] = np
	}
	if len(fs) == 1 {
		if p := predicate(fs[0]); len(p) > 0 {
			s["pred"] = pick(a.Rand, p)
		}
	}
	section := "list"
	x := sentence{asides: asides}
	name := a.nameWord(base)
	switch n := a.IntN(100); {
	case n < 32:
		exprs, names := a.attributes(d, 1+a.IntN(2))
		if len(exprs) == 0 {
			break
		}
		d.cols = append(slices.Clone(d.cols), exprs...)
		section = "list.cols"
		s["cols"], s["namedcols"] = and(names, "and"), and(append([]string{name}, names...), "and")
	case n < 46:
		exprs, names := a.attributes(d, 1+a.IntN(2))
		if len(exprs) == 0 {
			break
		}
		d.cols = exprs
		section = "list.only"
		s["cols"] = and(names, "and")
		if len(names) == 1 {
			s["cols"] = plural(names[0])
		}
	case n < 78:
		exprs, names := a.attributes(d, a.IntN(4))
		lead := []*form.Expr{}
		if t := a.table(base.table); len(t.Primary) == 1 && !slices.ContainsFunc(d.cols, func(e *form.Expr) bool { return e.Column == t.Primary[0] }) && chance(a.Rand, 35) {
			lead = append(lead, base.expr(t.Primary[0]))
			x.list = append(x.list, plainest(a.Rand, a.column(t.Primary[0]).Phrases))
		}
		x.list = append(append(x.list, name), names...)
		d.cols = append(append(lead, d.cols...), exprs...)
		if chance(a.Rand, 35) && len(d.places) > 1 {
			a.joinColumn(d, &x)
		}
	}
	x.text = a.say(section, s)
	if x.text == np && len(x.list) == 0 && (d.when != nil || a.table(base.table).Kind == world.Event) && chance(a.Rand, 85) {
		return answer{}, false // events that are only named are counted
	}
	if s["pred"] != "" && strings.Contains(x.text, s["pred"]) {
		x.asides = nil
	}
	if chance(a.Rand, 15) {
		x.order = a.sortList(d)
	}
	return answer{sentence: x, query: a.query(d), draft: d}, true
}

// joinColumn adds the name of a row that a key leads to.
func (a *asker) joinColumn(d *draft, x *sentence) bool {
	p := pick(a.Rand, d.places[1:])
	if !a.named(p.table) {
		return false
	}
	d.cols = append(d.cols, a.display(p)...)
	word := p.noun.One
	if chance(a.Rand, 40) {
		word += " name"
	}
	x.list = append(x.list, word)
	a.tag("join")
	return true
}

// sortList orders a list by one of its columns and says so.
func (a *asker) sortList(d *draft) string {
	p := d.base()
	var list []int
	for _, c := range a.table(p.table).Columns {
		switch k := a.column(c); k.Kind {
		case world.Amount, world.Quantity, world.Duration, world.Percent, world.Rate, world.Year, world.Date, world.Timestamp:
			list = append(list, c)
		}
	}
	if len(list) == 0 || chance(a.Rand, 20) {
		names := a.display(p)
		d.order = []form.Order{{By: names[len(names)-1]}}
		if !isText(a.column(d.order[0].By.Column).Kind) {
			d.order = nil
			return ""
		}
		return a.say("sorted.name", slots{})
	}
	k := a.column(pick(a.Rand, list))
	desc := chance(a.Rand, 60)
	s := slots{"phr": plainest(a.Rand, k.Phrases), "most": k.Degree.Most}
	section := "sorted"
	if k.Kind == world.Date || k.Kind == world.Timestamp {
		section = "sorted.date"
		if a.table(p.table).When != k.Number {
			s["phr"] = plainest(a.Rand, k.Phrases)
			d.order = []form.Order{{By: p.expr(k.Number), Desc: desc}}
			if desc {
				return "sorted by " + s["phr"] + ", latest first"
			}
			return "sorted by " + s["phr"] + ", earliest first"
		}
	}
	d.order = []form.Order{{By: p.expr(k.Number), Desc: desc}}
	if !desc {
		s["most"] = k.Degree.Least
		return a.say(section+".asc", s)
	}
	return a.say(section+".desc", s)
}

func isText(k world.Kind) bool {
	switch k {
	case world.Name, world.LastName, world.FirstName, world.Category, world.City, world.Country, world.Status:
		return true
	}
	return false
}

func (a *asker) ordered() (answer, bool) {
	d := a.listing(listable)
	if d == nil {
		return answer{}, false
	}
	d.fs = a.filters(d.places, a.IntN(2))
	sorted := a.sortList(d)
	if sorted == "" {
		return answer{}, false
	}
	np, asides := a.nounPhrase(d.base().noun.Many, a.table(d.base().table).Person, d.fs)
	s := slots{"np": np, "sorted": sorted}
	if a.properName(d.base().table) {
		s["npn"] = np
	}
	x := sentence{text: a.say("ordered", s), asides: asides}
	if chance(a.Rand, 35) {
		exprs, names := a.attributes(d, 1+a.IntN(2))
		d.cols = append(slices.Clone(d.cols), exprs...)
		x.list = append([]string{a.nameWord(d.base())}, names...)
	}
	return answer{sentence: x, query: a.query(d), draft: d}, true
}

// values asks which values there are.
func (a *asker) values() (answer, bool) {
	d := a.listing(listable)
	if d == nil {
		return answer{}, false
	}
	p := d.base()
	list := a.columns(p.table, func(k *world.Column) bool {
		return k.Kind == world.Category || k.Kind == world.City || k.Kind == world.Country || k.Kind == world.Status
	})
	if len(list) == 0 {
		return answer{}, false
	}
	k := a.column(pick(a.Rand, list))
	d.cols = []*form.Expr{p.expr(k.Number)}
	d.distinct = true
	if chance(a.Rand, 25) {
		d.fs = a.filters(d.places, 1)
	}
	np, asides := a.nounPhrase(p.noun.Many, a.table(p.table).Person, d.fs)
	phr := plainest(a.Rand, k.Phrases)
	if a.shared(phr, k.Number, -1) {
		phr = p.noun.One + " " + phr
	}
	s := slots{"phrs": plural(phr), "np": np, "nouns": np}
	if k.Kind == world.City || k.Kind == world.Country {
		s["places"] = s["phrs"]
	}
	text := a.say("values", s)
	if len(d.fs) > 0 && !strings.Contains(text, np) {
		return answer{}, false
	}
	return answer{sentence: sentence{text: text, asides: asides}, query: a.query(d), draft: d}, true
}
