package ask

import (
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// draft is a question about numbers before it is a form: what is measured, over
// which rows, by what. A follow-up is an edit of one.
type draft struct {
	places    []place
	fs        []filter // of the rows, apart from the period
	when      *filter  // the period
	ms        []measure
	dims      []dim
	cols      []*form.Expr // of a list, which has no measures
	distinct  bool         // of a list
	naming    bool         // the first filter names one row
	hide      bool         // measures are only ordered by
	onlyValue bool         // the measure without the names
	lead      []*form.Expr // columns shown before the rest: a key
	having    *form.Cond
	order     []form.Order
	limit     *number
	place     *number // instead of a limit: only the row at this place
	per       int     // how many of the first dims the limit is within
	wrap      form.Op // over the rows of the result: share, running
	both      bool    // the plain measure beside the wrapped one
	moving    string  // number of rows of Moving
	after     bool    // the period holds for what is shown, not for what is computed from
	keep      int
}

func (a *asker) draft(places []place) *draft { return &draft{places: places, keep: form.NoTable} }

func (d *draft) base() place { return d.places[0] }

// clone copies what edits change.
func (d *draft) clone() *draft {
	c := *d
	c.fs = append([]filter(nil), d.fs...)
	c.dims = append([]dim(nil), d.dims...)
	c.ms = append([]measure(nil), d.ms...)
	c.order = append([]form.Order(nil), d.order...)
	c.lead = append([]*form.Expr(nil), d.lead...)
	return &c
}

// wrapped is a measure as it is shown.
func (d *draft) wrapped(m measure) *form.Expr {
	switch d.wrap {
	case "":
		return m.expr
	case form.Moving:
		return &form.Expr{Op: form.Moving, Args: []*form.Expr{m.expr}, Value: num(d.moving)}
	case form.ShareIn:
		return call(form.ShareIn, m.expr, d.dims[0].exprs[0])
	}
	return call(d.wrap, m.expr)
}

// query is the form of the draft.
func (a *asker) query(d *draft) *form.Query {
	q := blank()
	q.Keep = d.keep
	if len(d.ms) == 0 {
		q.Select, q.Distinct = append(q.Select, d.cols...), d.distinct
	}
	q.Select = append(q.Select, d.lead...)
	q.Group = append(q.Group, d.lead...)
	for _, x := range d.dims {
		q.Select = append(q.Select, x.exprs...)
		if k, _ := a.key(x); x.entity && k != nil && !slices.ContainsFunc(d.lead, func(e *form.Expr) bool { return e.Column == k.Column }) {
			q.Group = append(q.Group, k) // two of the same name are two
		}
		q.Group = append(q.Group, x.exprs...)
	}
	if !d.hide {
		for _, m := range d.ms {
			if d.wrap == "" || d.both {
				q.Select = append(q.Select, m.expr)
			}
			if d.wrap != "" {
				q.Select = append(q.Select, d.wrapped(m))
			}
		}
	}
	if d.onlyValue {
		q.Select = nil
		for _, m := range d.ms {
			q.Select = append(q.Select, m.expr)
		}
	}
	q.Where = conds(d.fs)
	q.Having = d.having
	if b, v, ok := d.shownPeriod(); ok {
		q.Having = both(q.Having, during(b, v))
	} else if d.when != nil {
		q.Where = both(q.Where, d.when.cond)
	}
	q.Order = d.order
	if len(q.Order) == 0 && d.limit == nil {
		for _, x := range d.dims {
			if x.time {
				q.Order = append(q.Order, form.Order{By: x.exprs[0]})
				break
			}
		}
	}
	if d.place != nil {
		q.Place = num(d.place.digits)
	} else if d.limit != nil {
		q.Limit = num(d.limit.digits)
		for _, x := range d.dims[:d.per] {
			q.Per = append(q.Per, x.exprs...)
		}
	}
	return a.finish(q, d.places)
}

// shownPeriod is the bucket and the period that it must lie in, when the first
// rows shown are computed from rows before them.
func (d *draft) shownPeriod() (*form.Expr, *form.Value, bool) {
	if !d.after || d.when == nil || d.when.when == nil || len(d.dims) == 0 || !d.dims[0].time || d.when.column != d.dims[0].column {
		return nil, nil, false
	}
	v := d.when.when.value
	if p := v.Period; p.Recurring() || !p.Start.IsZero() && !begins(d.dims[0].grain, p.Start) || !p.End.IsZero() && !begins(d.dims[0].grain, p.End) {
		return nil, nil, false
	}
	return d.dims[0].exprs[0], v, true
}

// begins says whether a bucket of the grain begins on the day.
func begins(grain string, t time.Time) bool {
	switch grain {
	case "year":
		return t.YearDay() == 1
	case "quarter":
		return t.Day() == 1 && (t.Month()-1)%3 == 0
	case "month":
		return t.Day() == 1
	case "week":
		return t.Weekday() == time.Monday
	}
	return true
}

// words fills the slots that all drafts share. Asides are what is said apart.
func (a *asker) words(d *draft) (slots, []string) {
	base := d.base()
	t := a.table(base.table)
	fs := d.fs
	when := ""
	var asides []string
	s := slots{}
	if d.when != nil {
		k := a.column(d.when.column)
		if a.table(k.Table).When == k.Number && d.when.when.said != "" && chance(a.Rand, 62) {
			when = " " + d.when.when.said
			if len(k.Did) > 0 && k.Table == base.table {
				if did := plainest(a.Rand, k.Did); passive(did) {
					s["did"] = did
				}
			}
			if len(a.dates(k.Table)) > 1 && chance(a.Rand, 16) {
				asides = append(asides, pick(a.Rand, []string{"by ", "by ", "going by ", "", "using "})+plainest(a.Rand, k.Phrases))
			}
			if chance(a.Rand, 12) && d.when.when.bare != "" {
				when = ""
				asides = append(asides, d.when.when.bare)
			}
		} else {
			fs = append(fs[:len(fs):len(fs)], *d.when)
		}
	}
	np, more := a.nounPhrase(base.noun.Many, t.Person, fs)
	asides = append(asides, more...)
	s["np"], s["nouns"], s["one"], s["when"] = np, base.noun.Many, base.noun.One, when
	if len(d.ms) > 0 {
		a.measureWords(d, s, np, len(fs) > 0, &asides)
	}
	for i, x := range d.dims {
		n := ""
		if i > 0 {
			n = "2"
		}
		s["by"+n], s["bys"+n] = x.noun.One, x.noun.Many
		if x.person {
			s["person"+n], s["persons"+n] = x.noun.One, x.noun.Many
			s["who"+n] = "who"
		} else {
			s["who"+n] = "that"
		}
		if x.time {
			s["by"+n] = x.noun.One
			s["adverb"+n] = x.adverb
		}
	}
	return s, asides
}

// measureWords says the first measure.
func (a *asker) measureWords(d *draft, s slots, np string, filtered bool, asides *[]string) {
	m := d.ms[0]
	base := d.base()
	s["plain"], s["short"] = m.plain, m.short
	s["high"], s["low"] = m.high, m.low
	prep := pick(a.Rand, []string{"of", "of", "for", "across"})
	ofnp := ""
	if filtered && !m.whole && !m.count {
		ofnp = prep + " " + np
	} else if filtered {
		ofnp = "for " + np
	} else if a.ambiguous(m, base) || chance(a.Rand, 25) {
		ofnp = prep + " " + pick(a.Rand, []string{"", "", "all "}) + np
	}
	s["ofnp"] = ofnp
	switch {
	case m.count:
		s["count"] = np
		s["m"] = strings.Replace(m.name, "how many", "number of", 1) + " " + np
	case m.whole && !filtered:
		s["m"] = m.name
	default:
		s["m"] = m.name + " " + ofnp
	}
	s["am"] = an(s["m"])
	if m.agg == form.Sum {
		s["sum"], s["in"] = m.plain+" "+ofnp, "in"
	}
	var names []string
	for _, x := range d.ms {
		names = append(names, x.name)
	}
	s["ms"] = and(names, "and")
	if ofnp != "" {
		s["ms"] += " " + ofnp
	}
	if len(d.ms) == 2 && !d.ms[1].whole {
		o := d.ms[1]
		second := o.name
		if o.count {
			second = "number of " + base.noun.Many
		}
		if o.unit != "" && m.unit == "" {
			second += " " + o.unit
		}
		if m.count {
			s["m"] += " and " + second
		} else {
			s["m"] = strings.TrimSpace(m.name + " and " + second + " " + ofnp)
		}
		s["count"] = ""
	}
	if m.unit != "" {
		if chance(a.Rand, 50) {
			*asides = append(*asides, m.unit)
		} else {
			s["when"] += " " + m.unit
		}
	}
}

// ambiguous says whether the measure's word could also be another table's.
func (a *asker) ambiguous(m measure, base place) bool {
	n := 0
	for i := range a.w.Columns {
		if i == 0 {
			continue
		}
		for _, p := range a.w.Columns[i].Phrases {
			if p == m.plain && a.w.Columns[i].Table != base.table {
				n++
			}
		}
	}
	return n > 0
}

// rows makes up zero to three conditions on the rows, and perhaps a period.
func (a *asker) rows(d *draft, most int, periodOdds int) {
	n := 0
	switch roll := a.IntN(100); {
	case roll < 36:
	case roll < 72:
		n = 1
	case roll < 92:
		n = 2
	default:
		n = 3
	}
	for _, f := range a.filters(d.places, min(n, most)) {
		if !d.about(f.column) {
			d.fs = append(d.fs, f)
		}
	}
	dated := slices.ContainsFunc(d.fs, func(f filter) bool { return f.when != nil })
	if chance(a.Rand, periodOdds) && (!dated || chance(a.Rand, 10)) {
		d.when = a.mainPeriod(d.places, pastWays)
	}
}

// about says whether the draft measures or groups by the column: a condition on
// it would say little.
func (d *draft) about(column int) bool {
	return slices.ContainsFunc(d.ms, func(m measure) bool { return m.column == column && column != 0 }) ||
		slices.ContainsFunc(d.dims, func(x dim) bool {
			return slices.ContainsFunc(x.exprs, func(e *form.Expr) bool { return e.Column == column && column != 0 })
		})
}

// mainPeriod is a condition on the date of the rows.
func (a *asker) mainPeriod(places []place, ways []spanWay) *filter {
	p, c := a.when(places)
	if c == 0 {
		return nil
	}
	k := a.column(c)
	x, ok := a.period(ways, k.From, k.To)
	if !ok {
		return nil
	}
	return a.periodOn(p, c, x, places[0].table)
}

func (a *asker) periodOn(p place, c int, x period, base int) *filter {
	k := a.column(c)
	f := filter{column: c, at: p}
	phr := a.call(p, c, p.table)
	a.wordPeriod(&f, x, p.expr(c), k, slots{"phr": phr, "aphr": an(phr)}, p.table)
	f = a.outward(f, base)
	if p.table != base { // what happened in May also describes its parts
		f.after = append(f.after, x.said)
	}
	a.tag("period")
	return &f
}

// filters makes up n conditions on different columns.
func (a *asker) filters(places []place, n int) []filter {
	var list []filter
	used := map[int]bool{}
	for try := 0; len(list) < n && try < 12*n; try++ {
		p := places[0]
		if len(places) > 1 && chance(a.Rand, 35) {
			p = pick(a.Rand, places)
		}
		if chance(a.Rand, 4) {
			if f, ok := a.pairFilter(p, places[0].table); ok && !used[f.column] {
				used[f.column] = true
				list = append(list, f)
				a.tag(f.tag)
			}
			continue
		}
		c := a.filterColumn(p)
		if c == 0 || used[c] || a.column(c).Number == a.table(p.table).When {
			continue
		}
		f, ok := a.filter(p, c, places[0].table)
		if !ok || f.cond == nil {
			continue
		}
		used[c] = true
		list = append(list, f)
		if f.tag != "" {
			a.tag(f.tag)
		}
		if p.table != places[0].table {
			a.tag("join")
		}
	}
	return list
}

// filterColumn picks a column by how often people filter by its kind.
func (a *asker) filterColumn(p place) int {
	var list []int
	for _, c := range a.table(p.table).Columns {
		odds := 0
		switch a.column(c).Kind {
		case world.Status, world.Flag:
			odds = 6
		case world.Category, world.City, world.Country:
			odds = 5
		case world.Amount, world.Quantity, world.Percent, world.Duration, world.Rate, world.Year:
			odds = 2
		case world.Date, world.Timestamp:
			odds = 2
		case world.Name, world.Text, world.Code, world.LastName, world.Foreign, world.Email, world.Phone:
			odds = 1
		}
		if a.column(c).Nullable && len(a.column(c).Null) > 0 {
			odds += 4
		}
		for range odds {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return 0
	}
	return pick(a.Rand, list)
}
