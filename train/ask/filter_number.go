package ask

import (
	"math"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// amount is a number that a column may hold, and how it is said with its unit.
// Money that is stored in cents is said in whole units, and the expression is
// divided.
func (a *asker) amount(k *world.Column, e *form.Expr) (*form.Expr, float64, string) {
	low, high := k.Low, k.High
	unit := ""
	switch {
	case cents(k.Unit):
		low, high = low/100, high/100
		e = call(form.Div, e, lit("100"))
		unit = pick(a.Rand, moneyWords)
	case k.Kind == world.Rate && chance(a.Rand, 50):
		low, high = low*100, high*100
		e = call(form.Mul, lit("100"), e)
		unit = pick(a.Rand, []string{"%", "%", " percent"})
	}
	v := round(low+(high-low)*(0.1+0.8*a.Float64()), 1+a.IntN(2))
	if k.Kind == world.Quantity && high > 5 {
		v = math.Round(v)
	}
	switch {
	case unit != "":
	case k.Unit == "%" || k.Kind == world.Percent:
		unit = pick(a.Rand, []string{"%", "%", " percent", ""})
	case k.Unit != "" && chance(a.Rand, 55):
		unit = " " + k.Unit
	case k.Kind == world.Amount && k.Unit == "" && chance(a.Rand, 20):
		unit = pick(a.Rand, moneyWords)
	}
	return e, v, unit
}

var moneyWords = []string{" dollars", " euros", " USD", " EUR"}

func cents(unit string) bool { return strings.EqualFold(unit, "cents") }

func (a *asker) numberFilter(f *filter, k *world.Column, e *form.Expr, s slots) {
	if k.Kind == world.Year {
		a.yearFilter(f, k, e, s)
		return
	}
	e, v, unit := a.amount(k, e)
	n := a.number(v)
	if strings.HasPrefix(unit, "%") {
		n.said = n.digits
	}
	if chance(a.Rand, 18) {
		hi := round(v+(k.High-k.Low)*0.2*(0.2+a.Float64()), 2)
		if cents(k.Unit) {
			hi = round(v*(1.3+a.Float64()), 2)
		}
		if k.Kind == world.Quantity {
			hi = math.Round(hi)
		}
		if e.Op == form.Mul {
			hi = round(v*(1.2+a.Float64()), 2)
		}
		m := a.number(hi)
		if hi <= v {
			return
		}
		f.tag = "between"
		f.cond = &form.Cond{Op: form.Between, Left: e, Values: []*form.Value{num(n.digits), num(m.digits)}}
		s["n"], s["m"] = n.said, m.said+unit
		s["cmp"] = a.say("between", s)
	} else {
		op := pick(a.Rand, []form.CondOp{form.Greater, form.Greater, form.Greater, form.Less, form.Less, form.GreaterEqual, form.GreaterEqual, form.LessEqual, form.Equal})
		f.cond = cmp(op, e, lit(n.digits))
		s["n"] = n.said + unit
		if op != form.Equal {
			s["cmp"] = a.say("cmp"+string(op), s)
		}
		d := k.Degree
		if op == form.Less {
			d.More = d.Less
		}
		if d.More != "" && (op == form.Greater || op == form.Less) {
			s["more"] = d.More
			f.add(&f.which, a.say("degree.which", s))
			f.add(&f.after, a.say("degree.after", s))
		}
	}
	if f.cond.Op == form.Equal {
		f.add(&f.after, a.say("number=.after", s))
		return
	}
	f.add(&f.after, a.say("number.after", s))
	f.add(&f.which, a.say("number.which", s))
	f.add(&f.aside, a.say("number.aside", s))
}

func (a *asker) yearFilter(f *filter, k *world.Column, e *form.Expr, s slots) {
	v := int(k.Low) + a.IntN(max(1, int(k.High-k.Low)))
	n := number{digits: itoa(v), said: itoa(v)}
	op := pick(a.Rand, []form.CondOp{form.Equal, form.Greater, form.GreaterEqual, form.Less, form.LessEqual})
	f.cond = cmp(op, e, lit(n.digits))
	s["n"] = n.said
	if op == form.Equal {
		f.add(&f.after, a.say("year.after", s))
		return
	}
	words := a.say("year"+string(op), s)
	f.add(&f.after, pick(a.Rand, []string{"with " + s["phr"] + " " + words, "with " + s["aphr"] + " " + words, "whose " + s["phr"] + " is " + words}))
}

// periodFilter says when. The column that dates the row needs no name.
func (a *asker) periodFilter(f *filter, k *world.Column, e *form.Expr, s slots, table int) bool {
	if strings.Contains(strings.Join(k.Phrases, " "), "birth") && chance(a.Rand, 65) {
		a.ageFilter(f, e, s, table)
		return true
	}
	future := k.To.After(a.now.AddDate(0, 0, 5)) || strings.Contains(strings.Join(k.Phrases, " "), "due") || strings.Contains(strings.Join(k.Phrases, " "), "expir")
	if future && chance(a.Rand, 20) {
		a.todayFilter(f, e, s)
		return true
	}
	if a.sinceFilter(f, k, e, table) {
		return true
	}
	ways := pastWays
	if k.To.After(a.now.AddDate(0, 0, 20)) && chance(a.Rand, 50) {
		ways = futureWays
	}
	p, ok := a.period(ways, k.From, k.To)
	if !ok {
		return false
	}
	a.wordPeriod(f, p, e, k, s, table)
	return true
}

// sinceFilter says how long ago by how old something is, or how long somebody
// has been there.
func (a *asker) sinceFilter(f *filter, k *world.Column, e *form.Expr, table int) bool {
	t := a.table(table)
	words := strings.Join(k.Phrases, " ") + " " + strings.Join(k.Did, " ")
	ways := staleWays
	switch {
	case t.Person && (strings.Contains(words, "hire") || strings.Contains(words, "join")) && chance(a.Rand, 45):
		ways = stayWays
	case t.When == k.Number && t.Kind == world.Event && chance(a.Rand, 6):
	default:
		return false
	}
	p, ok := a.period(ways, k.From, k.To)
	if !ok {
		return false
	}
	f.tag, f.when = "period", &p
	f.cond = during(e, p.value)
	if t.Person {
		f.which = []string{"have been here " + p.said, "have been with us " + p.said}
		return true
	}
	f.after = []string{p.said}
	f.which = []string{"are " + p.said}
	return true
}

// ageFilter compares the years since a birth.
func (a *asker) ageFilter(f *filter, e *form.Expr, s slots, table int) {
	f.tag = "age"
	age := call(form.Years, &form.Expr{Op: form.Today}, e)
	op := pick(a.Rand, []form.CondOp{form.Greater, form.Greater, form.GreaterEqual, form.Less, form.Less})
	s["n"] = itoa(pick(a.Rand, []int{3, 5, 10, 12, 16, 18, 18, 21, 25, 30, 35, 40, 45, 50, 60, 65, 65, 70, 80}))
	f.cond = cmp(op, age, lit(s["n"]))
	f.add(&f.after, a.say("age"+string(op), s))
	f.add(&f.which, "are "+a.say("age"+string(op), s))
	if a.table(table).Person {
		f.add(&f.aside, "only "+s["nouns"]+" "+a.say("age"+string(op), s))
	}
}

// todayFilter compares a date with today.
func (a *asker) todayFilter(f *filter, e *form.Expr, s slots) {
	f.tag = "period"
	op, section := form.Less, "past"
	if chance(a.Rand, 35) {
		op, section = form.Greater, "future"
	}
	f.cond = cmp(op, e, &form.Expr{Op: form.Today})
	f.add(&f.after, a.say(section+".after", s))
	f.add(&f.which, a.say(section+".which", s))
}

func (a *asker) wordPeriod(f *filter, p period, e *form.Expr, k *world.Column, s slots, table int) {
	f.tag = "period"
	f.when = &p
	f.cond = during(e, p.value)
	s["when"], s["bare"] = p.said, p.bare
	main := a.table(table).When == k.Number
	if len(k.Did) > 0 {
		s["did"] = plainest(a.Rand, k.Did)
		f.add(&f.after, a.say("when.after", s))
		if passive(s["did"]) {
			f.add(&f.which, pick(a.Rand, []string{"were ", "have been ", "got "})+s["did"]+" "+p.said)
		} else {
			f.add(&f.which, s["did"]+" "+p.said)
		}
	}
	if main {
		f.add(&f.after, p.said)
		if p.bare != "" {
			f.add(&f.aside, p.bare)
			f.add(&f.aside, p.bare+" only")
		} else {
			f.add(&f.aside, p.said)
			f.add(&f.aside, "only "+p.said)
		}
		switch {
		case len(p.bare) == 4:
			f.add(&f.before, p.bare)
		case p.bare == p.said && (strings.HasPrefix(p.bare, "this ") || strings.HasPrefix(p.bare, "last ")) && strings.Count(p.bare, " ") == 1:
			f.add(&f.before, p.bare+"'s")
		}
		return
	}
	f.add(&f.after, a.say("when.column.after", s))
	f.add(&f.aside, a.say("when.column.aside", s))
}
