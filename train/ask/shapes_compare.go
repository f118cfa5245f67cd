package ask

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// aboveAverage asks for rows with more than the mean.
func (a *asker) aboveAverage() (answer, bool) {
	d := a.listing(listable)
	if d == nil {
		return answer{}, false
	}
	p := d.base()
	values := a.rowValues(p)
	if len(values) == 0 {
		return answer{}, false
	}
	v := pick(a.Rand, values)
	op, section, more := form.Greater, "above", v.degree.More
	count := chance(a.Rand, 35)
	if count {
		section = "above.count"
	} else if chance(a.Rand, 25) {
		op, section, more = form.Less, "below", v.degree.Less
	}
	if chance(a.Rand, 50) {
		d.fs = a.filters(d.places[:1], 1)
		if v.column != 0 {
			d.fs = withoutColumn(d.fs, v.column)
		}
	}
	if chance(a.Rand, 20) {
		if f := a.mainPeriod(d.places[:1], pastWays); f != nil {
			d.fs = append(d.fs, *f)
		}
	}
	inner := blank()
	inner.Select = []*form.Expr{call(form.Avg, v.expr)}
	all := len(d.fs) > 0 && chance(a.Rand, 30)
	if !all {
		inner.Where = conds(d.fs) // the average of those that are asked for
	}
	a.finish(inner, d.places)
	mean := &form.Expr{Op: form.Scalar, Query: inner}
	times := ""
	if op == form.Greater && chance(a.Rand, 18) {
		n := pick(a.Rand, []number{{"2", "twice"}, {"2", "two times"}, {"2", "double"}, {"3", "three times"}, {"1.5", "1.5 times"}, {"5", "5 times"}})
		mean, times = call(form.Mul, mean, lit(n.digits)), n.said
	}
	np, asides := a.nounPhrase(p.noun.Many, a.table(p.table).Person, d.fs)
	s := slots{"np": np, "nouns": p.noun.Many, "one": p.noun.One, "phr": v.phrase, "aphr": an(v.phrase), "more": more}
	switch {
	case times != "":
		s["times"] = times
		section = strings.Replace(section, "above", "above.times", 1)
	case all:
		section = strings.Replace(strings.Replace(section, "below", "below.all", 1), "above", "above.all", 1)
	}
	text := a.say(section, s)
	if len(d.fs) > 0 && !strings.Contains(text, np) || all && times != "" {
		return answer{}, false
	}
	x := sentence{text: text, asides: asides}
	if count {
		d.cols, d.ms = nil, []measure{a.counting(p.noun)}
	} else if chance(a.Rand, 60) {
		d.cols = append(d.cols, v.expr)
		x.list = []string{a.nameWord(p), v.phrase}
		if t := a.table(p.table); len(t.Primary) == 1 && d.cols[0].Column != t.Primary[0] && chance(a.Rand, 30) {
			d.cols = append([]*form.Expr{p.expr(t.Primary[0])}, d.cols...)
			x.list = append([]string{plainest(a.Rand, a.column(t.Primary[0]).Phrases)}, x.list...)
		}
	}
	d.fs = append(d.fs, filter{cond: cmp(op, v.expr, mean)})
	if !count && chance(a.Rand, 25) {
		d.order = []form.Order{{By: v.expr, Desc: op == form.Greater}}
		x.order = pick(a.Rand, []string{"highest first", "sorted by " + v.phrase + " descending", "largest first"})
		if op == form.Less {
			x.order = pick(a.Rand, []string{"lowest first", "sorted by " + v.phrase, "smallest first"})
		}
	}
	return answer{sentence: x, query: a.query(d)}, true
}

// aboveAverageGroup asks for groups with more than the mean of the groups.
func (a *asker) aboveAverageGroup() (answer, bool) {
	d, ok := a.grouped(true)
	if !ok || !d.dims[0].entity && chance(a.Rand, 60) {
		return answer{}, false
	}
	values := a.rowValues(d.base())
	overall := len(values) > 0 && chance(a.Rand, 30)
	if overall {
		d.ms = []measure{a.aggregate(pick(a.Rand, values), form.Avg)}
	}
	a.rows(d, 1, 35)
	d.hide = true
	s, asides := a.words(d)
	a.verbs(d, s)
	section := "above.group"
	number := !overall && chance(a.Rand, 25)
	switch {
	case overall:
		section = "above.overall"
	case number && d.ms[0].count:
		section = "above.group.number.count"
	case number:
		section = "above.group.number"
	case d.ms[0].count:
		section = "above.group.count"
	}
	x := sentence{text: a.say(section, s), asides: asides}
	inner := a.query(d)
	inner.Select = []*form.Expr{call(form.Avg, d.ms[0].expr)}
	inner.Order = nil
	if overall { // over the rows, not over the groups
		inner.Select, inner.Group = []*form.Expr{d.ms[0].expr}, nil
		a.finish(inner, d.places)
	}
	d.having = cmp(form.Greater, d.ms[0].expr, &form.Expr{Op: form.Scalar, Query: inner})
	if s["when"] != "" && !strings.Contains(x.text, strings.TrimSpace(s["when"])) {
		return answer{}, false
	}
	if number {
		q := a.query(d)
		q.Select, q.Order = []*form.Expr{call(form.Count, &form.Expr{Op: form.Groups})}, nil
		return answer{sentence: x, query: q}, true
	}
	a.alsoShow(d, s, &x)
	return answer{sentence: x, query: a.query(d)}, true
}

func (a *asker) duplicates() (answer, bool) {
	d := a.listing(listable)
	if d == nil {
		return answer{}, false
	}
	p := d.base()
	cols := a.columns(p.table, func(k *world.Column) bool {
		switch k.Kind {
		case world.Name, world.Email, world.Phone, world.Code:
			return true
		}
		return false
	})
	if len(cols) == 0 {
		return answer{}, false
	}
	c := pick(a.Rand, cols)
	e := p.expr(c)
	if a.column(c).Kind == world.Name && chance(a.Rand, 20) {
		e = call(form.Lower, e)
	}
	phr := plainest(a.Rand, a.column(c).Phrases)
	s := slots{"phr": phr, "phrs": plural(phr), "nouns": p.noun.Many, "one": p.noun.One}
	if phr == "name" || a.shared(phr, c, -1) {
		s["phrs"] = p.noun.One + " " + plural(phr)
	}
	q := blank()
	q.Select = []*form.Expr{e}
	section := "duplicates"
	if chance(a.Rand, 70) {
		section = "duplicates.count"
		q.Select = append(q.Select, countAll())
	}
	q.Group = []*form.Expr{e}
	q.Having = cmp(form.Greater, countAll(), lit("1"))
	text := a.say(section, s)
	if e.Op == form.Lower {
		text = strings.TrimSuffix(text, "?") + pick(a.Rand, []string{", ignoring case", ", ignoring upper and lower case", " (case-insensitive)", " if you ignore case"})
	}
	return answer{sentence: sentence{text: text}, query: a.finish(q, d.places)}, true
}

// firstLast asks when something happened first or last, over all or each.
func (a *asker) firstLast() (answer, bool) {
	d, ok := a.dated()
	if !ok {
		return answer{}, false
	}
	p, c := a.when(d.places)
	if p.table != d.base().table {
		return answer{}, false
	}
	k := a.column(c)
	first := chance(a.Rand, 45)
	op, section, word := form.Max, "last", pick(a.Rand, []string{"last", "latest", "most recent"})
	if first {
		op, section, word = form.Min, "first", pick(a.Rand, []string{"first", "very first", "earliest"})
	}
	m := measure{expr: call(op, p.expr(c)), agg: op, name: word, short: pick(a.Rand, []string{"date", section + " date"}), plain: "date", high: "latest", low: "earliest"}
	exact := false
	if k.Kind == world.Timestamp { // a date is asked for, or the moment
		if exact = chance(a.Rand, 30); exact {
			m.short, m.plain = "time", "time"
		} else {
			m.expr = call(op, call(form.Day, p.expr(c)))
		}
	}
	d.ms = []measure{m}
	x, ok := a.firstLastAnswer(d, m, p, c, section, word)
	if said := strings.ToLower(x.sentence.text + " " + strings.Join(x.sentence.list, " ")); ok && k.Kind == world.Timestamp && exact == strings.Contains(said, "date") {
		if exact {
			return answer{}, false
		}
		x.sentence.asides = append(x.sentence.asides, pick(a.Rand, []string{"date only", "just the date", "as a date"}))
	}
	return x, ok
}

func (a *asker) firstLastAnswer(d *draft, m measure, p place, c int, section, word string) (answer, bool) {
	k := a.column(c)
	if chance(a.Rand, 25) {
		d.fs = a.filters(d.places, a.IntN(2))
		np, asides := a.nounPhrase(d.base().noun.One, false, d.fs)
		s := slots{"first": word, "one": singular(np)}
		if len(k.Did) > 0 && len(d.fs) == 0 && passive(k.Did[0]) {
			s["did"] = k.Did[0]
		}
		return answer{sentence: sentence{text: a.say("firstlast.overall", s), asides: asides}, query: a.query(d), draft: d}, true
	}
	var dims []dim
	for _, x := range a.dims(d.places) {
		if x.entity {
			dims = append(dims, x)
		}
	}
	if len(dims) == 0 {
		return answer{}, false
	}
	d.dims = []dim{pick(a.Rand, dims)}
	d.fs = a.filters(d.places[:1], a.IntN(2))
	s, _ := a.words(d)
	np, asides := a.nounPhrase(d.base().noun.One, false, d.fs)
	np = singular(np)
	s["one"], s["aone"], s["phr"], s["when"] = np, an(np), plainest(a.Rand, k.Phrases), ""
	a.verbs(d, s)
	if chance(a.Rand, 25) {
		ways, section := agoWays, "lastago"
		if s["base"] != "" && len(d.fs) == 0 && chance(a.Rand, 45) {
			ways, section = silentWays, "silent"
			s["part"] = d.dims[0].at.key.Acts[0].Participle
		}
		x, ok := a.period(ways, k.From, k.To)
		if !ok {
			return answer{}, false
		}
		d.ms[0].expr = call(form.Max, m.expr.Args[0])
		d.having = during(call(form.Max, p.expr(c)), x.value)
		d.hide = true
		s["ago"] = x.said
		z := sentence{text: a.say(section, s), asides: asides}
		if chance(a.Rand, 55) {
			d.hide = false
			z.list = []string{a.columnWord(d.dims[0]), "date of last " + d.base().noun.One}
		}
		a.tag("period")
		return answer{sentence: z, query: a.query(d)}, true
	}
	if chance(a.Rand, 12) {
		section = "firstandlast"
		o := m
		d.ms[0].expr, o.expr = call(form.Min, m.expr.Args[0]), call(form.Max, m.expr.Args[0])
		d.ms = append(d.ms, o)
	}
	x := sentence{text: a.say(section, s), asides: asides}
	if len(d.ms) == 1 && chance(a.Rand, 25) {
		desc := chance(a.Rand, 50)
		d.order = []form.Order{{By: d.ms[0].expr, Desc: desc}}
		x.order = pick(a.Rand, []string{"oldest first", "earliest first"})
		if desc {
			x.order = pick(a.Rand, []string{"newest first", "latest first", "most recent first"})
		}
	}
	if len(d.ms) == 1 {
		x.list = a.listed(d, s, 25)
	}
	return answer{sentence: x, query: a.query(d), draft: d}, true
}

// includingZero counts rows for each entity, also where there are none.
func (a *asker) includingZero() (answer, bool) {
	x, ok := a.pairing()
	if !ok || x.key.Role {
		return answer{}, false
	}
	var at place
	for _, p := range x.rows {
		if p.table == x.entity.table && len(p.path) == 2 && p.via == 0 {
			at = p
		}
	}
	if at.key == nil {
		return answer{}, false
	}
	at.noun = x.entity.noun
	d := a.draft(x.rows)
	d.keep = x.entity.table
	d.ms = []measure{a.counting(x.noun)}
	d.dims = []dim{{exprs: a.display(at), noun: at.noun, person: a.table(at.table).Person, at: at, entity: true}}
	s := slots{"rows": x.noun.Many, "by": at.noun.One, "bys": at.noun.Many, "short": d.ms[0].short}
	z := sentence{text: a.say("zero", s)}
	z.order = a.order(d, s, 20)
	return answer{sentence: z, query: a.query(d)}, true
}

// asOf asks what held on a day.
func (a *asker) asOf() (answer, bool) {
	for range 8 {
		t := a.IntN(len(a.w.Tables))
		from := a.columns(t, func(k *world.Column) bool { return k.Kind == world.ValidFrom && k.Pair != 0 })
		if len(from) == 0 {
			continue
		}
		d := a.draft(a.places(t))
		p := d.base()
		cond := &form.Cond{Op: form.AsOf, Left: p.expr(from[0]), Right: p.expr(a.column(from[0]).Pair)}
		section := "current"
		s := slots{"nouns": p.noun.Many}
		if chance(a.Rand, 45) {
			k := a.column(from[0])
			day := a.day(a.now.AddDate(0, 0, -a.IntN(900)))
			if !k.From.IsZero() && k.To.After(k.From) {
				day = a.day(k.From.AddDate(0, 0, a.IntN(max(1, int(k.To.Sub(k.From).Hours()/24)))))
			}
			x := period{said: "on " + day}
			if !a.resolve(&x) {
				return answer{}, false
			}
			cond.Values = []*form.Value{x.value}
			section, s["day"] = "asof", day
		}
		d.fs = []filter{{cond: cond}}
		var owner []place
		for _, o := range d.places[1:] {
			if o.via == 0 && len(o.path) == 2 {
				owner = append(owner, o)
			}
		}
		values := a.columns(t, func(k *world.Column) bool {
			return k.Kind == world.Amount || k.Kind == world.Category || k.Kind == world.Rate || k.Kind == world.Percent || k.Kind == world.Quantity || k.Kind == world.Status
		})
		switch n := a.IntN(100); {
		case n < 60 && len(owner) > 0 && len(values) > 0:
			c, w, ok := a.called(pick(a.Rand, owner))
			if !ok {
				return answer{}, false
			}
			k := a.column(pick(a.Rand, values))
			d.fs = append(d.fs, filter{cond: c})
			d.cols = []*form.Expr{p.expr(k.Number)}
			s["w"], s["phr"] = w, plainest(a.Rand, k.Phrases)
		case n < 80:
			d.ms = []measure{a.counting(p.noun)}
			section += ".count"
		default:
			d.cols = a.display(p)
			if len(d.cols) == 0 {
				return answer{}, false
			}
			section += ".list"
		}
		return answer{sentence: sentence{text: a.say(section, s)}, query: a.query(d)}, true
	}
	return answer{}, false
}
