package story

import (
	"math"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// role is what a column is for.
type role uint8

const (
	other   role = iota
	measure      // numbers to add, compare, rank
	label        // what rows are called
	when         // the period of a row
)

// column is what the check knows about one.
type column struct {
	name   string
	words  []string // of the name, in their stems
	key    []string // those that tell it from others: not "total", "avg"
	role   role
	nums   []float64 // of a measure; NaN where there is none
	times  []period  // of a period column; without grain where there is none
	groups []group   // of a label or period column, in the order of the rows
	of     []int     // 1 + the group of every row; 0 where it has none
	grain  grain

	percent  bool    // its figures are percentages
	scale    float64 // from the stored number to percent
	period   period  // of a measure, if its name has one
	change   bool    // its figures are changes
	additive bool
	holding  bool // what is there at a time: adds up over names, not over time
	count    bool // its figures count things
	flag     bool // yes or no
}

// group is the rows with one value of a label.
type group struct {
	stored string
	rows   []int
	at     period // of a group of rows of one time, which has no other name
}

func (g group) label() string {
	if g.at.grain != noGrain {
		return g.at.String()
	}
	return shorten(g.stored)
}

// label is the name as people would say it.
func (c *column) label() string { return strings.Join(english.Split(c.name), " ") }

var (
	filler   = english.NewSet("total sum avg average mean of count num number no amount amt value val pct percent percentage per max min maximum minimum median the in usd eur gbp n cnt by")
	counting = english.NewSet("order customer count unit quantity qty user visit session ticket row number employee headcount people person visitor item num cnt client member student patient complaint return shipment booking call lead deal signup click download subscriber")
	sameMean = map[string]string{"average": "avg", "mean": "avg", "minimum": "min", "maximum": "max", "percentage": "pct", "percent": "pct", "sum": "total", "quantity": "qty", "number": "count", "n": "count",
		"sale": "revenue", "sales": "revenue", "turnover": "revenue", "client": "customer", "buyer": "customer", "staff": "employee", "earning": "profit", "spending": "spend", "expense": "cost", "purchase": "order",
		"expensive": "price", "cheap": "price", "cheapest": "price", "priciest": "price", "priced": "price", "people": "population", "inhabitant": "population",
		"populous": "population", "won": "win", "winning": "win", "lost": "loss", "losing": "loss", "losse": "loss", "convert": "conversion", "converted": "conversion", "converting": "conversion"}
)

// concept is a word's stem, or what stands for it and its like.
func concept(w string) string {
	if full := english.ExpandLabel([]string{w}); len(full) == 1 {
		w = full[0]
	}
	if s, found := sameMean[w]; found {
		return s
	}
	w = english.Singular(w)
	if s, found := sameMean[w]; found {
		return s
	}
	return w
}

// readColumn sorts a column by its name and values.
func readColumn(t *table.Table, at, rows int, unit string) column {
	c := column{name: t.Columns[at].Name, scale: 1}
	names := english.Split(c.name)
	for _, w := range names {
		c.words = append(c.words, concept(w))
		if !filler[w] {
			c.key = append(c.key, concept(w))
		}
	}
	if len(c.key) == 0 {
		c.key = c.words
	}
	switch k := t.Columns[at].Kind; {
	case k.Temporal():
		c.readTimes(t, at, rows)
	case k == table.Text:
		if !c.readTextTimes(t, at, rows) && !c.readCalendar(t, at, rows) {
			c.role = label
			c.readGroups(t, at, rows)
		}
	case k == table.Bool:
		c.role, c.flag = label, true
		c.readGroups(t, at, rows)
	case k.Numeric():
		if !c.readCalendar(t, at, rows) {
			c.readNumbers(t, at, rows, unit)
		}
	}
	return c
}

func (c *column) readNumbers(t *table.Table, at, rows int, unit string) {
	if columns.Identifiers.HasAny(c.words[max(0, len(c.words)-1):]) {
		c.role = label
		c.readGroups(t, at, rows)
		return
	}
	c.role = measure
	c.nums = make([]float64, rows)
	largest, whole := 0.0, true
	for i := range rows {
		v, ok := t.Rows[i][at].Float64()
		if !ok || math.IsInf(v, 0) {
			v = math.NaN()
		}
		c.nums[i] = v
		if ok {
			largest = math.Max(largest, math.Abs(v))
			whole = whole && v == math.Trunc(v)
		}
	}
	names := english.Split(c.name)
	fraction := unit == "fraction" && largest <= 1 && columns.IsPortion(names)
	c.percent = unit == "%" || fraction || !english.NewSet("net absolute").HasAny(names) && columns.Percentages.HasAny(names) && (largest <= 100 || columns.Changes.HasAny(names) && unit == "")
	if fraction || unit != "%" && c.percent && largest <= 1.5 && !english.NewSet("pct percent percentage").HasAny(names) && !(whole && largest > 1) {
		c.scale = 100
	}
	c.period = namedPeriod(names)
	c.change = columns.Changes.HasAny(names)
	additivity := columns.Additivity(c.name)
	c.additive = !c.percent && !c.change && additivity != meaning.NonAdditive
	c.holding = !c.percent && !c.change && additivity == meaning.SemiAdditive
	c.count = whole && (counting.HasAny(c.words) || counting.HasAny(names))
}

// namedPeriod is the period that a column's name has.
func namedPeriod(names []string) period {
	var p period
	for _, w := range names {
		if y := yearNumber(w); y > 0 {
			p.y = y
			if p.grain == noGrain {
				p.m, p.d, p.grain = 1, 1, year
			}
		} else if m, g := partCode(w); g != noGrain {
			p.m, p.d, p.grain = m, 1, g
		} else if m := int(english.Months[w]); m > 0 && !oneOf(w, "may", "mar", "march") {
			p.m, p.d, p.grain = m, 1, month
		}
	}
	return p
}

// readTimes takes the periods of a date column. That all are the first of a
// month says that they stand for months.
func (c *column) readTimes(t *table.Table, at, rows int) {
	c.role = when
	c.times = make([]period, rows)
	firsts, januaries, quarters, months := true, true, true, map[int]bool{}
	for i := range rows {
		v, ok := t.Rows[i][at].Time()
		if !ok {
			continue
		}
		y, m, d := v.Date()
		c.times[i] = period{y, int(m), d, day}
		firsts = firsts && d == 1
		januaries = januaries && m == 1
		quarters = quarters && m%3 == 1
		months[int(m)] = true
	}
	names := english.NewSet(strings.Join(english.Split(c.name), " "))
	c.grain = day
	if firsts && !names["day"] {
		switch {
		case names["month"]:
			c.grain = month
		case names["quarter"] || quarters && len(months) > 2:
			c.grain = quarter
		case names["year"] || januaries && rows > 1:
			c.grain = year
		case rows > 1 || !names["date"]:
			c.grain = month
		}
	}
	for i := range c.times {
		if c.times[i].grain != noGrain {
			c.times[i].grain = c.grain
		}
	}
	c.groupTimes()
}

// readTextTimes takes a text column whose every value is a period.
func (c *column) readTextTimes(t *table.Table, at, rows int) bool {
	times := make([]period, rows)
	found := false
	for i := range rows {
		v := t.Rows[i][at]
		if v.IsNull() {
			continue
		}
		p, ok := wholePeriod(v.Raw())
		if !ok {
			return false
		}
		times[i], c.grain, found = p, p.grain, true
	}
	if found {
		c.role, c.times = when, times
		c.groupTimes()
	}
	return found
}

// readCalendar takes a column of years, or of numbers of months or quarters.
func (c *column) readCalendar(t *table.Table, at, rows int) bool {
	var g grain
	for _, w := range c.words {
		if v := grainNames[w]; v == year || v == month || v == quarter {
			g = v
		}
	}
	if g == noGrain || len(c.words) > 2 {
		return false
	}
	times := make([]period, rows)
	for i := range rows {
		v := t.Rows[i][at]
		if v.IsNull() {
			continue
		}
		n, ok := wholeNumber(v)
		if !ok {
			return false
		}
		switch {
		case g == year && n >= 1900 && n <= 2100:
			times[i] = period{n, 1, 1, year}
		case g == month && n >= 1 && n <= 12:
			times[i] = period{0, n, 1, month}
		case g == quarter && n >= 1 && n <= 4:
			times[i] = period{0, 3*n - 2, 1, quarter}
		default:
			return false
		}
	}
	c.role, c.times, c.grain = when, times, g
	c.groupTimes()
	return rows > 0
}

// wholeNumber is a value as a whole number, or what its text spells: some databases
// give the number of a month as 01.
func wholeNumber(v table.Value) (int, bool) {
	if v.Kind() == table.Text {
		n, err := strconv.Atoi(v.Raw())
		return n, err == nil
	}
	f, ok := v.Float64()
	return int(f), ok && f == math.Trunc(f)
}

func (c *column) groupTimes() {
	firsts := firstsOf(len(c.times))
	c.of = make([]int, len(c.times)) // 1 + the group of each row
	place := make(map[int]int, min(len(c.times), 1024))
	for i, p := range c.times {
		if p.grain == noGrain {
			continue
		}
		g, found := place[p.order()]
		if !found {
			firsts = append(firsts, i)
			g = len(firsts)
			place[p.order()] = g
		}
		c.of[i] = g
	}
	c.form(firsts, func(row int) group { return group{at: c.times[row]} })
}

// firstsOf is room for the first rows of the groups of so many rows.
func firstsOf(rows int) []int { return make([]int, 0, min(rows, 1024)) }

// form makes the groups of all rows, of each of which the first row is known.
func (c *column) form(firsts []int, named func(row int) group) {
	sizes := make([]int, len(firsts))
	total := 0
	for _, g := range c.of {
		if g > 0 {
			sizes[g-1]++
			total++
		}
	}
	room := make([]int, total)
	c.groups = make([]group, len(firsts))
	for i, row := range firsts {
		c.groups[i] = named(row)
		c.groups[i].rows = room[:0:sizes[i]]
		room = room[sizes[i]:]
	}
	for row, g := range c.of {
		if g > 0 {
			c.groups[g-1].rows = append(c.groups[g-1].rows, row)
		}
	}
}

func (c *column) readGroups(t *table.Table, at, rows int) {
	firsts := firstsOf(rows)
	c.of = make([]int, rows)
	place := make(map[string]int, min(rows, 1024))
	for i := range rows {
		v := t.Rows[i][at]
		if v.IsNull() {
			continue
		}
		s := textOf(v)
		g, found := place[s]
		if !found {
			firsts = append(firsts, i)
			g = len(firsts)
			place[s] = g
		}
		c.of[i] = g
	}
	c.form(firsts, func(row int) group {
		if v := t.Rows[row][at]; v.Kind() == table.Bool {
			return group{stored: Flag(c.name, v.Bool())}
		}
		return group{stored: textOf(t.Rows[row][at])}
	})
}

// textOf is a value as text; one that is text already is not copied.
func textOf(v table.Value) string {
	if v.Kind() == table.Text {
		return v.Raw()
	}
	return v.String()
}

// all are the first n rows.
func all(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// part is the groups of some rows, each with its rows, all in one piece of
// memory.
func (c *column) part(rows []int) []group {
	sizes := make([]int, len(c.groups)+1)
	for _, r := range rows {
		sizes[c.of[r]]++
	}
	room := make([]int, len(rows))
	out := make([]group, 0, len(c.groups))
	place := make([]int, len(c.groups)+1)
	for i, g := range c.groups {
		if n := sizes[i+1]; n > 0 {
			place[i+1] = len(out)
			out = append(out, group{g.stored, room[:0:n], g.at})
			room = room[n:]
		}
	}
	for _, r := range rows {
		if g := c.of[r]; g > 0 {
			p := &out[place[g]]
			p.rows = append(p.rows, r)
		}
	}
	return out
}
