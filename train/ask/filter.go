package ask

import (
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// filter is a condition with the ways to say it. Each list may be empty, but
// not all of them.
type filter struct {
	cond   *form.Cond
	column int
	at     place
	before []string // adjectives
	after  []string // follow the noun
	which  []string // follow "that"
	aside  []string // apart from the sentence
	noun   []string // instead of the noun: audiobooks are items of a type
	remark string   // may be added to what is said: open ones (no closing date)
	value  *world.Value
	when   *period
	tag    string
}

func (f filter) sayable() bool { return len(f.before)+len(f.after)+len(f.which)+len(f.aside) > 0 }

func (f *filter) add(list *[]string, text string) {
	if text != "" {
		*list = append(*list, text)
	}
}

// filter makes up a condition on a column of a place. kinds that it knows no
// condition for say no.
func (a *asker) filter(p place, c int, base int) (filter, bool) {
	k := a.column(c)
	f := filter{column: c, at: p}
	phr := a.call(p, c, p.table) // the place's own noun is said around it
	s := slots{"phr": phr, "aphr": an(phr), "noun": p.noun.One, "nouns": p.noun.Many}
	e := p.expr(c)
	if k.Nullable && chance(a.Rand, nullChance(k)) {
		a.nullFilter(&f, k, e, s)
		return a.outward(f, base), f.sayable()
	}
	switch k.Kind {
	case world.Category, world.Status, world.Flag, world.City, world.Country, world.Foreign, world.Code:
		if len(k.Values) == 0 {
			return f, false
		}
		a.valueFilter(&f, k, e, s)
	case world.Name, world.LastName, world.FirstName, world.Text:
		if len(k.Values) == 0 {
			return f, false
		}
		if k.Kind == world.Text || chance(a.Rand, 45) {
			a.textFilter(&f, k, e, s)
		} else {
			a.valueFilter(&f, k, e, s)
		}
	case world.Amount, world.Quantity, world.Rate, world.Percent, world.Duration, world.Year:
		if !k.Numeric && k.Kind != world.Year || k.High <= k.Low {
			return f, false
		}
		a.numberFilter(&f, k, e, s)
	case world.Date, world.Timestamp:
		if k.Storage == world.YearMonth || !a.periodFilter(&f, k, e, s, p.table) {
			return f, false
		}
	default:
		return f, false
	}
	return a.outward(f, base), f.sayable()
}

func nullChance(k *world.Column) int {
	switch {
	case k.Kind == world.Foreign && len(k.Values) == 0:
		return 100
	case len(k.Null) > 0 || len(k.NotNull) > 0:
		return 60
	}
	return 14
}

func (a *asker) nullFilter(f *filter, k *world.Column, e *form.Expr, s slots) {
	f.tag = "null"
	isNull := chance(a.Rand, 65)
	phrases, section := k.Null, "null"
	f.cond = &form.Cond{Op: form.IsNull, Left: e}
	if !isNull {
		phrases, section = k.NotNull, "notnull"
		f.cond = &form.Cond{Op: form.NotNull, Left: e}
	}
	for _, p := range phrases {
		a.phrase(f, p, s)
		if isNull && !p.After {
			f.add(&f.which, a.say("null.now.which", s))
			f.add(&f.after, a.say("null.now.after", s))
		}
	}
	if len(phrases) > 0 {
		f.remark = a.say(section+".remark", s)
	}
	if len(phrases) == 0 || chance(a.Rand, 35) {
		f.add(&f.after, a.say(section+".after", s))
		f.add(&f.which, a.say(section+".which", s))
		f.add(&f.aside, a.say(section+".aside", s))
	}
}

// phrase adds a description where it belongs.
func (a *asker) phrase(f *filter, p world.Phrase, s slots) {
	if p.After {
		f.after = append(f.after, p.Text)
		return
	}
	f.before = append(f.before, p.Text)
	f.which = append(f.which, pick(a.Rand, []string{"are ", "are ", "are currently "})+p.Text)
	s["adj"] = p.Text
	f.add(&f.aside, a.say("is.adj.aside", s))
}

// stored is a literal of the world. Truth is 1 or 0 whatever the engine calls it.
func (a *asker) stored(v *world.Value) *form.Value {
	switch {
	case v.Number:
		return num(v.Text)
	case v.Text == "true" && a.w.Snapshot != nil:
		return num("1")
	case v.Text == "false" && a.w.Snapshot != nil:
		return num("0")
	}
	return &form.Value{Kind: form.Text, Text: v.Text, Stored: true}
}

// word is what people write for a value.
func (a *asker) word(v *world.Value) string {
	if len(v.Words) == 0 {
		return ""
	}
	return plainest(a.Rand, v.Words)
}

// adjective is a description of the value that stands before the noun.
func (a *asker) adjective(k *world.Column, v *world.Value) string {
	var list []string
	for _, p := range v.As {
		if !p.After {
			list = append(list, p.Text)
		}
	}
	if k.Before || k.Kind == world.Status {
		list = append(list, v.Words...)
	}
	if len(list) == 0 {
		return ""
	}
	return plainest(a.Rand, list)
}

func (a *asker) valueFilter(f *filter, k *world.Column, e *form.Expr, s slots) {
	n := a.IntN(len(k.Values))
	v := &k.Values[n]
	f.value = v
	w := a.word(v)
	adj := a.adjective(k, v)
	kind := "is"
	few := k.Kind == world.Category || k.Kind == world.Status || k.Kind == world.City || k.Kind == world.Country
	roll := a.IntN(100)
	if len(k.Values) > 2 && few && w != "" && roll < 24 {
		o := &k.Values[(n+1+a.IntN(len(k.Values)-1))%len(k.Values)]
		if ow := a.word(o); ow != "" && ow != w {
			a.twoValues(f, k, e, s, v, o, w, ow, roll < 16)
			return
		}
	}
	if few && roll >= 24 && roll < 50 || k.Kind == world.Flag && len(k.Values) < 2 && roll < 20 {
		kind = "not"
	}
	f.cond = cmp(form.Equal, e, &form.Expr{Op: form.Literal, Value: a.stored(v)})
	if kind == "not" {
		f.tag = "negation"
		f.cond.Op = form.NotEqual
	}
	if w != "" {
		s["w"] = w
		f.add(&f.after, a.say(kind+placeOf(k, kind)+".after", s))
		f.add(&f.aside, a.say(kind+".aside", s))
	}
	if kind == "is" {
		for _, p := range v.As {
			if p.After {
				f.add(&f.after, p.Text)
			}
		}
		if w != "" && k.Kind == world.Category && !k.Before && sorts[lastWord(k.Phrases[0])] && plainWord(w) {
			f.noun = append(f.noun, plural(w))
		}
	}
	if adj != "" {
		s["adj"] = adj
		a.addAdjective(f, kind, adj, s)
	}
}

// placeOf picks the phrases that fit the values of a column.
func placeOf(k *world.Column, kind string) string {
	switch k.Kind {
	case world.City, world.Country:
		return ".city"
	case world.Name, world.Code, world.LastName, world.FirstName:
		if kind == "is" {
			return ".name"
		}
	}
	return ""
}

func (a *asker) addAdjective(f *filter, kind, adj string, s slots) {
	f.add(&f.aside, a.say(kind+".adj.aside", s))
	if kind == "not" {
		f.add(&f.which, a.say("not.adj.which", s))
		f.add(&f.aside, a.say("not.adj.aside", s))
		if !strings.Contains(adj, " ") && chance(a.Rand, 40) {
			f.before = append(f.before, "non-"+adj)
		}
		return
	}
	f.before = append(f.before, adj)
	f.add(&f.which, pick(a.Rand, []string{"are ", "are ", "were "})+adj)
}

// sorts are what columns are called whose values name kinds of rows.
var sorts = map[string]bool{"type": true, "kind": true, "format": true, "category": true, "sort": true, "role": true}

// plainWord says whether a value reads as a noun: letters and spaces.
func plainWord(w string) bool {
	return len(w) > 2 && !strings.ContainsFunc(w, func(r rune) bool { return r != ' ' && (r < 'A' || r > 'z') })
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

func (a *asker) twoValues(f *filter, k *world.Column, e *form.Expr, s slots, v, o *world.Value, w, ow string, any bool) {
	f.value = nil
	s["w"], s["v"] = w, ow
	f.cond = &form.Cond{Op: form.AnyOf, Left: e, Values: []*form.Value{a.stored(v), a.stored(o)}}
	kind := "any"
	if !any {
		kind, f.cond.Op = "none", form.NoneOf
		f.tag = "negation"
	} else {
		f.tag = "either"
	}
	place := ""
	if any && (k.Kind == world.City || k.Kind == world.Country) {
		place = ".city"
	}
	f.add(&f.after, a.say(kind+place+".after", s))
	f.add(&f.aside, a.say(kind+".aside", s))
	av, ao := a.adjective(k, v), a.adjective(k, o)
	if av == "" || ao == "" {
		return
	}
	if any {
		f.before = append(f.before, av+" or "+ao)
		f.add(&f.which, "are "+pick(a.Rand, []string{"", "either "})+av+" or "+ao)
		return
	}
	f.add(&f.which, "are neither "+av+" nor "+ao)
	f.add(&f.which, "are not "+av+" or "+ao)
}

// textFilter looks for a part of a text.
func (a *asker) textFilter(f *filter, k *world.Column, e *form.Expr, s slots) {
	v := pick(a.Rand, k.Values)
	words := strings.FieldsFunc(v.Text, func(r rune) bool { return r == ' ' || r == ',' || r == '/' || r == '(' || r == ')' })
	if len(words) == 0 {
		return
	}
	f.tag = "contains"
	w := pick(a.Rand, words)
	section, op := "contains", form.Contains
	switch roll := a.IntN(100); {
	case roll < 15:
		section, op, w = "starts", form.StartsWith, words[0]
		if chance(a.Rand, 50) && len(w) > 0 {
			w = string([]rune(w)[:1])
		}
	case roll < 22:
		section, op, w = "ends", form.EndsWith, words[len(words)-1]
	case roll < 30:
		section, op = "notcontains", form.NotContains
	}
	if len(w) < 2 && op == form.Contains || strings.ContainsAny(w, `"'`) {
		return
	}
	if op == form.Contains && chance(a.Rand, 40) {
		w = strings.ToLower(w)
	}
	if op == form.Contains && chance(a.Rand, 15) {
		other := append(strings.Fields(pick(a.Rand, k.Values).Text), w)
		if o := pick(a.Rand, other); len(o) > 2 && !strings.EqualFold(o, w) && !strings.ContainsAny(o, `"',()/`) {
			s["t"], s["u"] = w, o
			part := func(t string) *form.Cond {
				return &form.Cond{Op: form.Contains, Left: e, Values: []*form.Value{{Kind: form.Text, Text: t}}}
			}
			f.cond = &form.Cond{Op: form.Or, Args: []*form.Cond{part(w), part(o)}}
			f.add(&f.after, a.say("contains.two.after", s))
			return
		}
	}
	s["t"] = w
	f.cond = &form.Cond{Op: op, Left: e, Values: []*form.Value{{Kind: form.Text, Text: w}}}
	f.add(&f.after, a.say(section+".after", s))
}

// pairFilter compares two columns of a table that hold the same kind of thing.
func (a *asker) pairFilter(p place, base int) (filter, bool) {
	var nums, dates []int
	for _, c := range a.table(p.table).Columns {
		switch k := a.column(c); k.Kind {
		case world.Amount, world.Quantity, world.Duration:
			nums = append(nums, c)
		case world.Date, world.Timestamp:
			dates = append(dates, c)
		}
	}
	list, kind := nums, "number"
	if len(dates) > 1 && (len(nums) < 2 || chance(a.Rand, 50)) {
		list, kind = dates, "date"
	}
	if len(list) < 2 {
		return filter{}, false
	}
	i := a.IntN(len(list))
	x, y := a.column(list[i]), a.column(list[(i+1+a.IntN(len(list)-1))%len(list)])
	if x.Kind != y.Kind || x.Unit != y.Unit {
		return filter{}, false
	}
	op := pick(a.Rand, []form.CondOp{form.Greater, form.Less})
	f := filter{at: p, column: x.Number, cond: cmp(op, p.expr(x.Number), p.expr(y.Number)), tag: "column-compare"}
	phr := plainest(a.Rand, x.Phrases)
	s := slots{"phr": phr, "aphr": an(phr), "other": plainest(a.Rand, y.Phrases)}
	f.add(&f.after, a.say("pair."+kind+string(op)+".after", s))
	if kind == "date" && len(x.Did) > 0 {
		word := map[form.CondOp]string{form.Greater: "after", form.Less: "before"}[op]
		f.add(&f.after, plainest(a.Rand, x.Did)+" "+word+" the "+s["other"])
	}
	return a.outward(f, base), true
}

// outward says a condition on another table's row so that it describes the
// rows of the base: customers in Lyon become orders of customers in Lyon.
func (a *asker) outward(f filter, base int) filter {
	p := f.at
	if p.key == nil || p.table == base && p.via == 0 {
		return f
	}
	out := f
	out.before, out.after, out.which, out.aside, out.noun, out.remark = nil, nil, nil, nil, nil, ""
	prep := pick(a.Rand, []string{"of", "for", "with"})
	if len(p.key.Preps) > 0 && len(p.path) <= 2 {
		prep = pick(a.Rand, p.key.Preps)
	}
	many, one := p.noun.Many, p.noun.One
	k := a.column(f.column)
	if isName(k.Kind) && f.value != nil && f.cond.Op == form.Equal { // the name alone says who
		w := a.word(f.value)
		out.add(&out.after, prep+" "+w)
		out.add(&out.after, prep+" "+one+" "+w)
		out.add(&out.after, prep+" the "+one+" "+w)
		out.add(&out.aside, "only "+one+" "+w)
		out.add(&out.aside, w+" only")
		return out
	}
	for _, b := range f.before {
		out.add(&out.after, prep+" "+b+" "+many)
		out.add(&out.after, "whose "+one+" is "+b)
		out.add(&out.aside, "only "+b+" "+many)
		out.add(&out.aside, b+" "+many+" only")
	}
	for _, t := range f.after {
		if strings.HasPrefix(t, "(") {
			continue
		}
		out.add(&out.after, prep+" "+many+" "+t)
		if chance(a.Rand, 30) {
			out.add(&out.aside, many+" "+t+" only")
		}
	}
	if k.Kind == world.City || k.Kind == world.Country || k.Kind == world.Category {
		if f.value != nil && f.cond.Op == form.Equal && len(f.value.Words) > 0 {
			w := a.word(f.value)
			out.add(&out.after, "where the "+one+" "+plainest(a.Rand, k.Phrases)+" is "+w)
			out.add(&out.after, "whose "+one+"'s "+plainest(a.Rand, k.Phrases)+" is "+w)
			if k.Kind != world.Category {
				out.add(&out.after, "with "+an(one)+" in "+w)
			}
		}
	}
	return out
}

func isName(k world.Kind) bool { return k == world.Name || k == world.Code || k == world.LastName }

// span of time that a column covers.
func (a *asker) covers(c int) (time.Time, time.Time) { return a.column(c).From, a.column(c).To }
