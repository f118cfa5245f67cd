package ask

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// measure is something that is counted or added up over rows of the base.
type measure struct {
	expr   *form.Expr
	name   string // total revenue, average weight; of a count: number of
	short  string // in a list of columns: revenue, total
	plain  string // the word without the aggregate: revenue, weight
	count  bool   // counts the rows of the base: the noun phrase follows
	whole  bool   // says by itself what it is about: win rate
	agg    form.Op
	tag    string
	degree world.Degree
	high   string // what the largest is called: highest, longest
	low    string
	unit   string // said after: in dollars
	column int    // that it is computed from, 0 when not from one
}

var aggWords = map[form.Op][]string{
	form.Sum:    {"total %", "total %", "total %", "sum of %", "overall %", "%", "%", "summed %", "% in total"},
	form.Avg:    {"average %", "average %", "average %", "mean %", "avg %", "typical %", "average of %"},
	form.Min:    {"minimum %", "lowest %", "smallest %", "min %"},
	form.Max:    {"maximum %", "highest %", "largest %", "max %", "biggest %"},
	form.Median: {"median %", "median %", "median of %"},
	form.Stdev:  {"standard deviation of %"},
}

var aggTags = map[form.Op]string{form.Sum: "sum", form.Avg: "avg", form.Min: "min", form.Max: "max", form.Median: "median", form.Count: "count", form.Stdev: "stdev"}

// conversions are units that people ask for instead of the stored one.
var conversions = map[string]struct {
	by     string
	words  []string
	always bool
}{
	"kg": {"1000", []string{"tonnes", "tons", "metric tons"}, false}, "g": {"1000", []string{"kilos", "kg", "kilograms"}, false},
	"minutes": {"60", []string{"hours", "hours", "hrs"}, true}, "seconds": {"60", []string{"minutes"}, true}, "m": {"1000", []string{"kilometres", "km"}, false},
	"hours": {"24", []string{"days"}, false}, "kwh": {"1000", []string{"MWh"}, false},
}

// rowValue is something that each row has a number for.
type rowValue struct {
	expr   *form.Expr
	phrase string
	unit   string
	sums   bool
	money  bool
	rate   bool
	degree world.Degree
	low    float64
	high   float64
	column int // 0 for a derived measure
}

// rowValues lists the numbers that rows of the place have.
func (a *asker) rowValues(p place) []rowValue {
	var list []rowValue
	for _, c := range a.table(p.table).Columns {
		k := a.column(c)
		switch k.Kind {
		case world.Amount, world.Quantity, world.Rate, world.Percent, world.Duration:
		default:
			continue
		}
		if !k.Numeric {
			continue
		}
		phrase := plainest(a.Rand, k.Phrases)
		if k.Kind == world.Amount && k.Sums && p.via == 0 && chance(a.Rand, 12) && a.onlyMoney(p.table, c) {
			phrase = a.moneyWord(phrase)
		}
		list = append(list, rowValue{expr: p.expr(c), phrase: phrase, unit: k.Unit, sums: k.Sums, money: k.Kind == world.Amount, rate: k.Kind == world.Rate,
			degree: k.Degree, low: k.Low, high: k.High, column: c})
	}
	for i := range a.w.Measures {
		m := &a.w.Measures[i]
		if m.Table == p.table && m.Row != nil && p.via == 0 {
			list = append(list, rowValue{expr: m.Row, phrase: plainest(a.Rand, m.Phrases), unit: m.Unit, sums: m.Sums, degree: m.Degree, low: m.Low, high: m.High})
		}
	}
	return list
}

// onlyMoney says whether the column is the only money of the table that adds up.
func (a *asker) onlyMoney(table, c int) bool {
	for _, o := range a.table(table).Columns {
		if k := a.column(o); o != c && k.Kind == world.Amount && k.Sums {
			return false
		}
	}
	for i := range a.w.Measures {
		if a.w.Measures[i].Table == table && a.w.Measures[i].Row != nil {
			return false
		}
	}
	return true
}

// moneyWord is a general word for the money of a table, unless it would mean
// something else in this world.
func (a *asker) moneyWord(phrase string) string {
	w := pick(a.Rand, []string{"revenue", "amount", "money", "value", "volume", "turnover"})
	for i := range a.w.Measures {
		if slices.Contains(a.w.Measures[i].Phrases, w) {
			return phrase
		}
	}
	if slices.Contains(a.w.Missing.Measures, w) || a.shared(w, 0, -1) {
		return phrase
	}
	return w
}

// counting is the number of rows.
func (a *asker) counting(noun world.Noun) measure {
	return measure{expr: countAll(), name: pick(a.Rand, []string{"number of", "number of", "count of", "total number of", "how many"}), short: pick(a.Rand, []string{"count", "number", "number of " + noun.Many, noun.Many}),
		plain: noun.Many, count: true, agg: form.Count, tag: "count", high: "most", low: "fewest"}
}

// aggregate is an aggregate of a row's number.
func (a *asker) aggregate(v rowValue, op form.Op) measure {
	m := measure{agg: op, plain: v.phrase, tag: aggTags[op], column: v.column, degree: v.degree}
	m.expr = call(op, v.expr)
	if cents(v.unit) && chance(a.Rand, 75) {
		m.expr = call(form.Div, m.expr, lit("100"))
		m.unit = pick(a.Rand, []string{"in dollars", "in euros", "in dollars", "in USD"})
	} else if c, ok := conversions[strings.ToLower(v.unit)]; ok && (op == form.Sum || c.always) && chance(a.Rand, 45) {
		m.expr = call(form.Div, m.expr, lit(c.by))
		m.unit = "in " + pick(a.Rand, c.words)
	} else if v.rate && op != form.Sum && chance(a.Rand, 45) {
		m.expr = call(form.Mul, lit("100"), m.expr)
		m.unit = pick(a.Rand, []string{"in percent", "in %", "as a percentage"})
	} else if v.unit != "" && !cents(v.unit) && v.unit != "%" && chance(a.Rand, 15) {
		m.unit = "in " + v.unit
	}
	form := pick(a.Rand, aggWords[op])
	if strings.HasPrefix(m.unit, "in hours") && strings.Contains(v.phrase, "minutes") { // hours watched
		v.phrase, m.unit = strings.Replace(v.phrase, "minutes", "hours", 1), ""
		m.plain = v.phrase
	}
	m.name = strings.ReplaceAll(form, "%", v.phrase)
	m.short = pick(a.Rand, []string{m.name, v.phrase, v.phrase})
	if op == "sum" && chance(a.Rand, 25) {
		m.short = "total"
	}
	m.high, m.low = "highest", "lowest"
	if op == "sum" && m.name == v.phrase {
		m.high, m.low = pick(a.Rand, []string{"highest", "most", "largest", "biggest"}), pick(a.Rand, []string{"lowest", "least", "smallest"})
	}
	return m
}

// measure makes up a measure over the base.
func (a *asker) measure(places []place) (measure, bool) {
	base := places[0]
	values := a.rowValues(base)
	roll := a.IntN(100)
	if len(values) == 0 || roll < 34 {
		if roll >= 28 && roll < 34 || roll%17 == 0 {
			if m, ok := a.distinct(places); ok {
				return m, true
			}
		}
		return a.counting(base.noun), true
	}
	if roll > 91 {
		if m, ok := a.ratio(base.table); ok {
			return m, true
		}
	}
	if roll > 87 {
		if m, ok := a.together(values); ok {
			return m, true
		}
	}
	v := a.mostly(values)
	op := form.Avg
	if v.sums {
		op = pick(a.Rand, []form.Op{form.Sum, form.Sum, form.Sum, form.Sum, form.Sum, form.Sum, form.Sum, form.Avg, form.Avg, form.Max, form.Min})
	} else {
		op = pick(a.Rand, []form.Op{form.Avg, form.Avg, form.Avg, form.Avg, form.Max, form.Min, form.Median})
	}
	return a.aggregate(v, op), true
}

// together adds two columns of the rows up, or takes one off the other.
func (a *asker) together(values []rowValue) (measure, bool) {
	x, y := pick(a.Rand, values), pick(a.Rand, values)
	if !x.sums || !y.sums || x.unit != y.unit || x.money != y.money || x.column == 0 || y.column == 0 || x.column == y.column {
		return measure{}, false
	}
	op, section := form.Add, "together.add"
	if chance(a.Rand, 45) {
		op, section = form.Sub, "together.sub"
	}
	v := rowValue{expr: call(op, x.expr, y.expr), phrase: a.say(section, slots{"x": x.phrase, "y": y.phrase}), unit: x.unit, sums: true}
	return a.aggregate(v, form.Sum), true
}

// mostly picks a number, more often one that can be added up or is derived.
func (a *asker) mostly(values []rowValue) rowValue {
	v := pick(a.Rand, values)
	for range 2 {
		if !v.sums || v.column != 0 && chance(a.Rand, 40) {
			v = pick(a.Rand, values)
		}
	}
	return v
}

// additive is a measure whose parts add up: for shares, growth and running totals.
func (a *asker) additive(places []place) measure {
	var list []rowValue
	for _, v := range a.rowValues(places[0]) {
		if v.sums {
			list = append(list, v)
		}
	}
	if len(list) == 0 || chance(a.Rand, 35) {
		return a.counting(places[0].noun)
	}
	m := a.aggregate(a.mostly(list), form.Sum)
	return m
}

// distinct counts different rows of another table, or different values.
func (a *asker) distinct(places []place) (measure, bool) {
	base := places[0]
	words := []string{"number of different ", "number of distinct ", "number of unique ", "count of distinct "}
	var list []measure
	for _, c := range a.table(base.table).Columns {
		k := a.column(c)
		m := measure{agg: form.Count, tag: "distinct", high: "highest", low: "lowest", column: c}
		switch k.Kind {
		case world.City, world.Country, world.Category:
			m.plain = plural(plainest(a.Rand, k.Phrases))
		case world.Foreign:
			key := a.keyOf(c)
			if key == nil || len(key.From) != 1 {
				continue
			}
			m.plain = plainest(a.Rand, key.Roles).Many
		default:
			continue
		}
		m.name = pick(a.Rand, words) + m.plain
		m.short = m.plain
		m.expr = &form.Expr{Op: form.Count, Distinct: true, Args: []*form.Expr{base.expr(c)}}
		list = append(list, m)
	}
	if len(list) == 0 {
		return measure{}, false
	}
	return pick(a.Rand, list), true
}

func (a *asker) keyOf(c int) *world.Key {
	for i := range a.w.Keys {
		if a.w.Keys[i].From[0] == c {
			return &a.w.Keys[i]
		}
	}
	return nil
}

// ratio is one aggregate by another: what the world has a word for, or two
// sums of the same rows.
func (a *asker) ratio(table int) (measure, bool) {
	var list []measure
	for i := range a.w.Measures {
		m := &a.w.Measures[i]
		if m.Table != table || m.Over == nil {
			continue
		}
		op := form.Div
		if m.Percent {
			op = form.Pct
		}
		name := plainest(a.Rand, m.Phrases)
		list = append(list, measure{expr: call(op, m.Over, m.Under), name: name, plain: name, short: name, whole: true, agg: op, tag: "ratio", high: "highest", low: "lowest"})
	}
	if len(list) > 0 && chance(a.Rand, 70) {
		return pick(a.Rand, list), true
	}
	var sums []rowValue
	for _, v := range a.rowValues(a.here(table)) {
		if v.sums {
			sums = append(sums, v)
		}
	}
	if len(sums) == 0 {
		return measure{}, false
	}
	x := pick(a.Rand, sums)
	noun := a.table(table).Nouns[0]
	m := measure{agg: form.Div, tag: "ratio", high: "highest", low: "lowest", whole: true}
	if len(sums) < 2 || chance(a.Rand, 30) {
		m.expr = call(form.Div, call(form.Sum, x.expr), countAll())
		m.name = x.phrase + " per " + noun.One
		m.plain, m.short = m.name, m.name
		return m, true
	}
	y := pick(a.Rand, sums)
	if y.phrase == x.phrase || y.column == x.column {
		return measure{}, false
	}
	if x.unit == y.unit && chance(a.Rand, 60) {
		m.expr = call(form.Pct, call(form.Sum, x.expr), call(form.Sum, y.expr))
		m.name = pick(a.Rand, []string{x.phrase + " as a percentage of " + y.phrase, x.phrase + " as % of " + y.phrase, x.phrase + " in percent of " + y.phrase, "% of " + y.phrase + " that is " + x.phrase})
		m.short = "percent"
	} else {
		m.expr = call(form.Div, call(form.Sum, x.expr), call(form.Sum, y.expr))
		m.name = pick(a.Rand, []string{"total " + x.phrase + " per " + y.phrase, "ratio of " + x.phrase + " to " + y.phrase, "total " + x.phrase + " divided by total " + y.phrase, x.phrase + " per " + y.phrase + " (weighted)"})
		m.short = "ratio"
	}
	m.plain = m.name
	return m, true
}

// plural is a rough plural for phrases of columns.
func plural(s string) string {
	switch {
	case strings.HasSuffix(s, "s"), strings.HasSuffix(s, "x"), strings.HasSuffix(s, "ch"), strings.HasSuffix(s, "sh"):
		if strings.HasSuffix(s, "us") || !strings.HasSuffix(s, "s") || strings.HasSuffix(s, "ss") {
			return s + "es"
		}
		return s
	case strings.HasSuffix(s, "y") && len(s) > 2 && !strings.ContainsRune("aeiou", rune(s[len(s)-2])):
		return s[:len(s)-1] + "ies"
	}
	return s + "s"
}
