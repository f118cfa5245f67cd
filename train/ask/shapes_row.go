package ask

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// called picks a row by its name: the condition and the words.
func (a *asker) called(p place) (*form.Cond, string, bool) {
	t := a.table(p.table)
	cols := t.Display
	if odds := 18; len(t.Primary) == 1 && a.column(t.Primary[0]).Kind == world.ID {
		if len(cols) == 0 || cols[0] == t.Primary[0] {
			odds = 100
		}
		if chance(a.Rand, odds) {
			n := itoa(pick(a.Rand, []int{1 + a.IntN(99), 100 + a.IntN(900), 1000 + a.IntN(9000), 10000 + a.IntN(90000)}))
			s := slots{"one": p.noun.One, "n": n, "phr": a.numberWord(p, t.Primary[0])}
			return cmp(form.Equal, p.expr(t.Primary[0]), lit(n)), a.say("numbered", s), true
		}
	}
	if len(cols) == 0 || len(cols) > 2 || chance(a.Rand, 25) {
		codes := a.columns(p.table, func(k *world.Column) bool { return k.Kind == world.Code && len(k.Values) > 0 })
		if len(codes) > 0 {
			cols = codes[:1]
		}
	}
	if len(cols) == 0 || len(cols) > 2 {
		return nil, "", false
	}
	var list []*form.Cond
	var words []string
	for _, c := range cols {
		k := a.column(c)
		if len(k.Values) == 0 {
			return nil, "", false
		}
		v := &k.Values[a.IntN(len(k.Values))]
		w := a.word(v)
		if w == "" {
			return nil, "", false
		}
		list = append(list, cmp(form.Equal, p.expr(c), &form.Expr{Op: form.Literal, Value: a.stored(v)}))
		words = append(words, w)
	}
	name := strings.Join(words, " ")
	if chance(a.Rand, 12) && len(words) == 1 && !strings.Contains(name, `"`) {
		name = `"` + name + `"`
	}
	return both(list...), name, true
}

// numberWord is what the number of a row is called with its noun: order number.
func (a *asker) numberWord(p place, c int) string {
	phr := plainest(a.Rand, a.column(c).Phrases)
	if strings.Contains(phr, p.noun.One) || strings.Contains(phr, " ") && chance(a.Rand, 50) {
		return phr
	}
	return p.noun.One + " " + lastWord(phr)
}

func (a *asker) lookup() (answer, bool) {
	d := a.listing(listable)
	if d == nil {
		return answer{}, false
	}
	p := d.base()
	cond, w, ok := a.called(p)
	if !ok {
		return answer{}, false
	}
	d.fs = []filter{{cond: cond}}
	d.naming = true
	s := slots{"w": w, "one": p.noun.One}
	if cond.Op == form.Equal && a.column(cond.Left.Column).Kind == world.ID {
		s["one"] = "" // it stands before the number
	} else if strings.HasPrefix(w, `"`) || chance(a.Rand, 20) {
		s["one"] = "" // it stands before the name
		s["w"] = pick(a.Rand, []string{"", "the "}) + p.noun.One + " " + w
	}
	if len(d.places) > 1 && chance(a.Rand, 35) {
		o := pick(a.Rand, d.places[1:])
		s["role"] = o.noun.One
		if len(o.path) > 2 || !a.named(o.table) {
			return answer{}, false
		}
		a.tag("join")
		d.cols = a.display(o)
		section := "lookup.join"
		if cols := a.columns(o.table, attribute); len(cols) > 0 && chance(a.Rand, 45) {
			c := pick(a.Rand, cols)
			d.cols = []*form.Expr{o.expr(c)}
			s["phr"] = plainest(a.Rand, a.column(c).Phrases)
			section = "lookup.join.column"
		}
		text := a.say(section, s)
		if strings.HasPrefix(text, "Who") && !a.table(o.table).Person {
			text = strings.Replace(text, "Who", "What", 1)
		}
		return answer{sentence: sentence{text: text}, query: a.query(d), draft: d}, true
	}
	exprs, names := a.attributes(d, 1+a.IntN(6)/4)
	if len(exprs) == 0 {
		return answer{}, false
	}
	d.cols = exprs
	s["phr"] = and(names, "and")
	if len(exprs) == 1 {
		switch k := a.column(exprs[0].Column); k.Kind {
		case world.Date, world.Timestamp:
			if len(k.Did) > 0 && passive(k.Did[0]) {
				s["did"] = k.Did[0]
			}
		case world.City:
			s["incity"] = s["w"]
		case world.Country:
			s["incountry"] = s["w"]
		}
	}
	return answer{sentence: sentence{text: a.say("lookup", s)}, query: a.query(d), draft: d}, true
}

// attribute says whether people ask for the column.
func attribute(k *world.Column) bool {
	switch k.Kind {
	case world.ID, world.Foreign, world.Parent, world.Unknown, world.Sequence:
		return false
	}
	return true
}

// ranks says whether rows are ranked by the column.
func ranks(k *world.Column) bool {
	switch k.Kind {
	case world.Amount, world.Quantity, world.Duration, world.Percent, world.Rate:
		return k.Numeric
	}
	return tells(k)
}

// tells says whether the column tells when something was.
func tells(k *world.Column) bool {
	return k.Kind == world.Date || k.Kind == world.Timestamp || k.Kind == world.Year
}

// superlativeTime fills the words for the latest or earliest of a column of
// times, the table's main one or another, and returns the section of phrases.
func (a *asker) superlativeTime(s slots, section string, k *world.Column, n number, main, desc bool) string {
	s["high"], s["latest"], s["last"] = "latest", pick(a.Rand, []string{"latest", "most recent", "newest", "last"}), pick(a.Rand, []string{"last", "most recently"})
	if !desc {
		s["high"], s["latest"], s["last"] = "earliest", pick(a.Rand, []string{"first", "earliest", "oldest"}), pick(a.Rand, []string{"first", "earliest"})
	}
	if len(k.Did) > 0 {
		s["did"] = plainest(a.Rand, k.Did)
		if passive(s["did"]) {
			s["did"] = "was " + s["did"]
		}
	}
	if n.digits != "1" {
		s["most"] = s["latest"]
	}
	if !main {
		s["latest"], s["most"] = "", k.Degree.Most
		if !desc {
			s["most"] = k.Degree.Least
		}
	}
	if n.digits == "1" && (s["did"] != "" || s["latest"] != "") {
		return "extreme.date"
	} else if s["most"] == "" {
		return section + ".column"
	}
	return section
}

// superlativeRow asks for the row with the most of something.
func (a *asker) superlativeRow() (answer, bool) {
	d := a.listing(listable)
	if d == nil {
		return answer{}, false
	}
	p := d.base()
	cols := a.columns(p.table, ranks)
	if len(cols) == 0 {
		return answer{}, false
	}
	k := a.column(pick(a.Rand, cols))
	d.fs = slices.DeleteFunc(a.filters(d.places, a.IntN(2)), func(f filter) bool { return f.column == k.Number })
	if chance(a.Rand, 15) && k.Number != a.table(p.table).When {
		d.when = a.mainPeriod(d.places, pastWays)
	}
	desc := chance(a.Rand, 70)
	d.order = []form.Order{{By: p.expr(k.Number), Desc: desc}}
	n := number{"1", "one"}
	plain := p.noun.One
	if chance(a.Rand, 30) {
		n = a.number(float64(pick(a.Rand, []int{2, 3, 3, 5, 5, 5, 10, 10, 20})))
		plain = p.noun.Many
	}
	d.limit = &n
	fs := d.fs
	if d.when != nil {
		fs = append(fs[:len(fs):len(fs)], *d.when)
	}
	np, asides := a.nounPhrase(plain, a.table(p.table).Person, fs)
	if n.digits == "1" {
		np = singular(np)
	}
	s := slots{"noun": np, "nouns": np, "n": n.said, "phr": plainest(a.Rand, k.Phrases), "most": k.Degree.Most, "high": pick(a.Rand, []string{"highest", "largest", "highest", "biggest", "maximum"})}
	if !desc {
		s["most"], s["high"] = k.Degree.Least, pick(a.Rand, []string{"lowest", "smallest", "lowest", "minimum"})
	}
	if a.table(p.table).Person {
		s["who"] = np
	}
	section := "extreme"
	if n.digits != "1" {
		section += ".n"
	} else if (k.Numeric || k.Kind == world.Amount) && chance(a.Rand, 9) {
		m := 2 + a.IntN(10)/7
		d.place = &number{itoa(m), ordinalWords[m]}
		s["high"] = ordinalWords[m] + " " + s["high"]
		if s["most"] != "" {
			s["most"] = ordinalWords[m] + " " + s["most"]
		}
		a.tag("place")
	}
	switch {
	case tells(k):
		section = a.superlativeTime(s, section, k, n, a.table(p.table).When == k.Number, desc)
	case s["most"] == "" || chance(a.Rand, 45):
		section += ".column"
	}
	x := sentence{text: a.say(section, s), asides: asides}
	if section == "extreme.n.column" && !desc {
		x.text = strings.Replace(x.text, "top ", "bottom ", 1)
	}
	switch m := a.IntN(100); {
	case m < 20:
		x.text = strings.TrimSuffix(x.text, "?") + ", " + pick(a.Rand, []string{"and the ", "with the ", "with its "}) + s["phr"]
		d.cols = append(slices.Clone(d.cols), p.expr(k.Number))
	case m < 48:
		exprs, names := a.attributes(d, a.IntN(3))
		x.list = append([]string{a.nameWord(p)}, names...)
		d.cols = append(slices.Clone(d.cols), exprs...)
		if !slices.ContainsFunc(d.cols, func(e *form.Expr) bool { return e.Column == k.Number }) && chance(a.Rand, 60) {
			d.cols = append(d.cols, p.expr(k.Number))
			x.list = append(x.list, s["phr"])
		}
	}
	return answer{sentence: x, query: a.query(d), draft: d}, true
}

// singular fits a relative clause to one row.
func singular(np string) string {
	for _, r := range [][2]string{{" that are ", " that is "}, {" who are ", " who is "}, {" which are ", " which is "}, {" that were ", " that was "}, {" who were ", " who was "},
		{" that have ", " that has "}, {" who have ", " who has "}, {" which have ", " which has "}, {" that don't ", " that doesn't "}, {" who don't ", " who doesn't "}, {" that lack ", " that lacks "}, {" aren't ", " isn't "}, {" weren't ", " wasn't "}} {
		np = strings.Replace(np, r[0], r[1], 1)
	}
	return np
}

// joined lists rows with names of rows that keys lead to.
func (a *asker) joined() (answer, bool) {
	d := a.listing(listable)
	if d == nil || len(d.places) < 2 {
		return answer{}, false
	}
	d.fs = a.filters(d.places, a.IntN(3))
	if chance(a.Rand, 20) {
		d.when = a.mainPeriod(d.places, pastWays)
	}
	var names []string
	for range 1 + a.IntN(2) {
		p := pick(a.Rand, d.places[1:])
		word := p.noun.One
		if slices.Contains(names, word) || slices.Contains(names, word+" name") {
			continue
		}
		if cols := a.columns(p.table, attribute); len(cols) > 0 && chance(a.Rand, 35) {
			c := pick(a.Rand, cols)
			name := p.noun.One + " " + plainest(a.Rand, a.column(c).Phrases)
			if !slices.Contains(names, name) && !slices.Contains(a.table(p.table).Display, c) {
				d.cols = append(slices.Clone(d.cols), p.expr(c))
				names = append(names, name)
			}
			continue
		}
		if p.key.FromTable == d.base().table && len(p.path) <= 2 && chance(a.Rand, 22) { // the key is in the row itself
			d.cols = append(slices.Clone(d.cols), d.base().expr(p.key.From[0]))
			names = append(names, plainest(a.Rand, a.column(p.key.From[0]).Phrases))
			continue
		}
		if !a.named(p.table) {
			continue
		}
		d.cols = append(slices.Clone(d.cols), a.display(p)...)
		if chance(a.Rand, 45) && a.properName(p.table) {
			word += " name"
		}
		names = append(names, word)
	}
	if len(names) == 0 {
		return answer{}, false
	}
	exprs, more := a.attributes(d, a.IntN(2))
	d.cols = append(d.cols, exprs...)
	names = append(names, more...)
	fs := d.fs
	if d.when != nil {
		fs = append(fs[:len(fs):len(fs)], *d.when)
	}
	np, asides := a.nounPhrase(d.base().noun.Many, a.table(d.base().table).Person, fs)
	s := slots{"np": np, "one": d.base().noun.One, "others": and(names, "and"), "namedothers": and(append([]string{a.nameWord(d.base())}, names...), "and")}
	if len(fs) > 0 {
		s["one"] = ""
	}
	x := sentence{asides: asides}
	if chance(a.Rand, 30) {
		x.text = a.say("list", slots{"np": np, "nouns": d.base().noun.Many})
		x.list = append([]string{a.nameWord(d.base())}, names...)
	} else {
		x.text = a.say("joined", s)
	}
	return answer{sentence: x, query: a.query(d), draft: d}, true
}

// selfJoin shows rows with the row of the same table that they refer to.
func (a *asker) selfJoin() (answer, bool) {
	for i := range a.w.Keys {
		key := &a.w.Keys[i]
		if key.FromTable != key.ToTable || len(key.From) != 1 {
			continue
		}
		d := a.draft(a.places(key.FromTable))
		p := d.base()
		o := place{table: key.ToTable, path: p.path, via: key.From[0], key: key, noun: pick(a.Rand, key.Roles)}
		if !a.named(p.table) {
			return answer{}, false
		}
		s := slots{"one": p.noun.One, "nouns": p.noun.Many, "role": o.noun.One, "roles": o.noun.Many, "backs": pick(a.Rand, key.Back).Many}
		if chance(a.Rand, 35) {
			d.dims = []dim{{exprs: a.display(o), noun: o.noun, at: o, entity: true}}
			d.ms = []measure{a.counting(p.noun)}
			if chance(a.Rand, 30) {
				d.fs = a.filters(d.places[:1], 1)
			}
			var asides []string
			if len(d.fs) > 0 {
				var np string
				np, asides = a.nounPhrase(s["backs"], a.table(p.table).Person, d.fs)
				s["backs"] = np
			}
			text := a.say("self.count", s)
			if strings.Contains(text, "the most") {
				d.order = []form.Order{{By: d.ms[0].expr, Desc: true}}
			}
			return answer{sentence: sentence{text: text, asides: asides}, query: a.query(d), draft: d}, true
		}
		d.cols = append(a.display(p), a.display(o)...)
		d.fs = a.filters(d.places[:1], a.IntN(2))
		np, asides := a.nounPhrase(p.noun.Many, a.table(p.table).Person, d.fs)
		if len(d.fs) > 0 {
			s["one"] = ""
			s["nouns"] = np
		}
		x := sentence{text: a.say("self", s), asides: asides}
		if chance(a.Rand, 25) {
			exprs, names := a.attributes(d, 1)
			d.cols = append(d.cols, exprs...)
			x.list = append([]string{p.noun.One, o.noun.One}, names...)
		}
		return answer{sentence: x, query: a.query(d), draft: d}, true
	}
	return answer{}, false
}
