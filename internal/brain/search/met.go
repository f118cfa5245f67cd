package search

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// Met reports whether a form heeds the demand, as far as can be told: where
// there is doubt, it does.
func (d *Demand) Met(query *form.Query) bool {
	switch d.Kind {
	case AValue:
		return d.valued(query, false) || d.displayed(query)
	case NoValue:
		return d.valued(query, true) || !d.valued(query, false) && d.denied(query)
	case APeriod:
		return d.timed(query)
	case ANumber:
		return d.numbered(query)
	case AGroup:
		return d.named(query)
	case ABucket:
		return d.bucketed(query)
	case AThing:
		return d.readBy(query)
	case AnIdentifier:
		return d.readsIdentifier(query)
	case AGrowth:
		return grown(query)
	case AShare:
		return d.parted(query)
	case APieces:
		return len(d.rowCounts(query)) == 0
	case AnEnd:
		return len(d.turned(query)) == 0
	case AnHour:
		return d.clocked(query)
	case ADivision:
		return d.divided(query)
	case ADirection:
		return len(d.turnedRound(query)) == 0
	case ATally:
		return d.counted(query)
	case AnyOnce:
		counts, _ := d.repeated(query)
		return len(counts) == 0
	case AState:
		return d.inState(query)
	case ARatio:
		return d.both(query)
	case ASeason:
		return d.seasonal(query)
	case AVersus:
		return d.sideBySide(query)
	case ACost, AnAmount:
		return d.addsAmounts(query)
	case AnExtent:
		return d.lasts(query)
	case ARepeat:
		return d.comesAgain(query)
	}
	return d.apart(query)
}

// valued reports whether the form tests for one of the values, or for words of
// the question that say it; denied, that it tests against one.
func (d *Demand) valued(query *form.Query, denied bool) bool {
	found := false
	walk(query, false, func(v *form.Value, against bool) {
		if v.Kind == form.Text && d.says(v.Text) && (!denied || against) {
			found = true
		}
	}, nil)
	return found
}

// denied reports whether a form tests that something of the value's table is not
// so: values have codes that no word says. A key that is not some number says
// nothing.
func (d *Demand) denied(query *form.Query) bool {
	found := false
	walk(query, false, nil, func(c *form.Cond) {
		switch c.Op {
		case form.NotEqual, form.NoneOf, form.NotContains, form.NotStartsWith, form.NotEndsWith, form.NotMatches, form.IsNull:
			if c.Left == nil || c.Left.Op != form.Column || c.Left.Column == 0 || d.ix.Columns[c.Left.Column].Kind != index.Text {
				return
			}
			if c.Right != nil && c.Right.Value != nil && slices.ContainsFunc(d.q.Items, func(i link.Item) bool {
				return i.First >= d.q.Context && (i.First >= d.End || i.End <= d.First) && i.Text == c.Right.Value.Text
			}) {
				return // it denies what other words say
			}
			for _, i := range d.items {
				found = found || d.ix.Columns[d.q.Items[i].Column].Table == d.ix.Columns[c.Left.Column].Table
			}
		case form.NotIn:
			found = true
		}
	})
	for q := query; q != nil; q = q.Other {
		found = found || q.Set == form.Except
	}
	return found
}

// says reports whether a text is one of the demand's values, or the words.
func (d *Demand) says(text string) bool {
	text = lower(text)
	for _, i := range d.items {
		if value := lower(d.q.Items[i].Text); value == text {
			return true
		}
	}
	if len(d.items) > 0 && d.q.Items[d.items[0]].Kind == link.Earlier {
		return false
	}
	words := lower(strings.TrimPrefix(d.Said(), "not "))
	return text == words || len(text) > 2 && (strings.Contains(words, text) || strings.Contains(text, words))
}

// displayed reports whether the values' column is shown, so that each has its
// own row, and nothing else is asked of it.
func (d *Demand) displayed(query *form.Query) bool {
	found := false
	for _, i := range d.items {
		column := d.q.Items[i].Column
		tested := false
		walk(query, false, nil, func(c *form.Cond) {
			tested = tested || c.Left != nil && c.Left.Op == form.Column && c.Left.Column == column
		})
		shows(query, func(e *form.Expr) { found = found || e.Op == form.Column && e.Column == column && !tested })
	}
	return found
}

// timed reports whether the form speaks of a time that the period shares days
// with, or reckons with time in a way that is not looked into.
func (d *Demand) timed(query *form.Query) bool {
	found := false
	mine := func(p span.Period) bool {
		for _, i := range d.q.Items {
			if i.Kind == link.Period && i.First < d.End && d.First < i.End && meet(i.Value.Period, p) {
				return true
			}
		}
		return false
	}
	walk(query, false, func(v *form.Value, _ bool) {
		if v.Kind == form.Period {
			found = found || mine(v.Period)
			return
		}
		found = found || v.Kind == form.Text && v.Text != "" && strings.Contains(lower(d.Said()), lower(v.Text))
		for _, i := range d.items { // a date or a year may be a plain literal
			p := d.q.Items[i].Value.Period
			for _, t := range []time.Time{p.Start, p.End} {
				found = found || !t.IsZero() && strings.Contains(v.Text, strconv.Itoa(t.Year()))
			}
		}
	}, func(c *form.Cond) {
		found = found || c.Op == form.AsOf || c.Op == form.Contains || c.Op == form.StartsWith || c.Op == form.EndsWith
	})
	everywhere(query, func(e *form.Expr) {
		switch e.Op {
		case form.Growth, form.Prev, form.Weekday, form.MonthNum, form.Hour, form.Change, form.Today, form.Days, form.Hours, form.Minutes, form.Months, form.Years:
			found = true
		}
	})
	return found
}

// meet reports whether two periods share a day.
func meet(a, b span.Period) bool {
	if a.Recurring() && b.Recurring() {
		return a.Every.Of != b.Every.Of || a.Every.First <= b.Every.Last && b.Every.First <= a.Every.Last
	}
	if a.Recurring() != b.Recurring() {
		return false
	}
	return (a.End.IsZero() || b.Start.Before(a.End)) && (b.End.IsZero() || a.Start.Before(b.End))
}

func (d *Demand) numbered(query *form.Query) bool {
	found := false
	is := func(v *form.Value) {
		n, err := strconv.ParseFloat(v.Text, 64)
		if err != nil {
			return
		}
		for _, w := range []float64{d.number, d.number - 1, d.number + 1, d.number * 100, d.number / 100, d.number * 1000, d.number / 1000, d.number * 60, d.number / 60} {
			found = found || math.Abs(n-w) < 1e-9*math.Max(1, math.Abs(w))
		}
	}
	walk(query, false, func(v *form.Value, _ bool) { is(v) }, nil)
	return found
}

// named reports whether the form shows, groups or orders by what is named, or
// by something of its table, or by a key to it.
func (d *Demand) named(query *form.Query) bool {
	if len(d.columns)+len(d.tables) == 0 {
		return d.guessed(query)
	}
	found := false
	shows(query, func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 {
			return
		}
		c := &d.ix.Columns[e.Column]
		last := d.q.Words[d.End-1].Text // each code, of document type codes
		if slices.Contains(d.columns, e.Column) || slices.Contains(d.tables, c.Table) || slices.Contains(c.Words, lower(last)) {
			found = true
		}
		for _, name := range d.columns { // the same thing under another name
			o := &d.ix.Columns[name]
			if slices.Equal(o.Words, c.Words) || slices.Contains(d.ix.Tables[o.Table].Display, e.Column) || slices.Contains(d.ix.Tables[o.Table].PrimaryKey, e.Column) ||
				d.leads(name, c.Table) {
				found = true
			}
		}
		for _, t := range d.tables {
			found = found || d.leads(e.Column, t)
		}
	})
	return found
}

// guessed reports whether a form that groups by what no word names may have
// understood a word that nothing answers to: it groups by something that no
// other word of the question names.
func (d *Demand) guessed(query *form.Query) bool {
	found := false
	eachQuery(query, func(q *form.Query) {
		for _, e := range slices.Concat(q.Group, q.Per, orders(q)) {
			for len(e.Args) == 1 {
				e = e.Args[0]
			}
			found = found || e.Op == form.Column && e.Column > 0 && !slices.ContainsFunc(d.q.Names, func(n link.Name) bool {
				return n.Column && n.Number == e.Column && n.First >= d.q.Context && n.Kind == 1
			})
		}
	})
	return found
}

func orders(q *form.Query) []*form.Expr {
	var list []*form.Expr
	for _, o := range q.Order {
		list = append(list, o.By)
	}
	return list
}

// grown reports whether a form holds one time against another, or shows one after
// the other.
func grown(query *form.Query) bool {
	found := query.Other != nil
	everywhere(query, func(e *form.Expr) {
		switch e.Op {
		case form.Growth, form.Change, form.Prev, form.Sub, form.Running, form.If, form.Scalar, form.Day, form.Week, form.Month, form.Quarter, form.Year:
			found = true
		}
	})
	return found
}

// readBy reports whether the form reads one of the tables, a key to it, or a
// column that counts its rows. A table that leads to it may stand for it, unless
// it could be read as well.
func (d *Demand) readBy(query *form.Query) bool {
	found := false
	eachQuery(query, func(q *form.Query) {
		for _, t := range q.Tables {
			found = found || slices.ContainsFunc(d.tables, func(o int) bool {
				_, _, leads := keyTo(d.ix, t, o)
				return t == o || leads && !d.directly(o, t, q.Tables)
			})
		}
	})
	everywhere(query, func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 {
			return
		}
		found = found || slices.Contains(d.tables, d.ix.Columns[e.Column].Table) || slices.Contains(d.columns, e.Column)
		for _, t := range d.tables {
			found = found || d.leads(e.Column, t)
		}
	})
	return found
}

// directly reports whether a table leads to all others that a form reads beside
// one which stands for it: what students take is told by their enrolments, the
// region of an order by the order.
func (d *Demand) directly(of, instead int, read []int) bool {
	others := false
	for _, t := range read {
		if t == instead {
			continue
		}
		if _, _, leads := keyTo(d.ix, of, t); !leads {
			return false
		}
		others = true
	}
	return others
}

// eachQuery visits a form and those inside it and beside it.
func eachQuery(q *form.Query, visit func(*form.Query)) {
	for ; q != nil; q = q.Other {
		visit(q)
		one := *q
		one.Other = nil
		walk(&one, false, nil, func(c *form.Cond) { eachQuery(c.Query, visit) })
		everywhere(&one, func(e *form.Expr) { eachQuery(e.Query, visit) })
	}
}

// leads reports whether a column is a key to a table.
func (d *Demand) leads(column, table int) bool {
	return slices.ContainsFunc(d.ix.Keys, func(k index.Key) bool {
		return slices.Contains(k.From, column) && d.ix.Columns[k.To[0]].Table == table
	})
}

// bucketed reports whether a form has a figure for each bucket of time, or shows
// the time itself. A date inside a duration is no bucket.
func (d *Demand) bucketed(query *form.Query) bool {
	found := false
	inside := map[*form.Expr]bool{}
	shows(query, func(e *form.Expr) {
		switch e.Op {
		case d.bucket, form.Growth, form.Prev, form.Running, form.Moving:
			found = true
		case form.Month, form.MonthNum, form.Weekday, form.Day, form.Hour, form.Week, form.Quarter, form.Year:
			found = found || strings.HasPrefix(string(e.Op), string(d.bucket)) || d.bucket == form.Day && e.Op == form.Weekday || grains[lower(d.q.Words[d.First].Text)] == ""
		case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
			for _, a := range e.Args {
				inside[a] = true
			}
		case form.Column:
			found = found || e.Column > 0 && slices.Contains(d.ix.Columns[e.Column].Words, string(d.bucket))
			found = found || e.Column > 0 && d.ix.Columns[e.Column].Kind == index.Time && !inside[e]
		}
	})
	return found
}

// apart reports whether both sides of a comparison are there, each by itself.
func (d *Demand) apart(query *form.Query) bool {
	if !d.pair[0].Met(query) || !d.pair[1].Met(query) {
		return false
	}
	if query.Other != nil {
		return true
	}
	if d.pair[0].Kind == AValue && slices.ContainsFunc(conjuncts(query.Where), func(c *form.Cond) bool {
		return c.Op == form.Equal && c.Right != nil && c.Right.Value != nil && (d.pair[0].says(c.Right.Value.Text) || d.pair[1].says(c.Right.Value.Text))
	}) {
		return false // only one of them is left
	}
	found := false
	for _, e := range slices.Concat(query.Select, query.Group) {
		for _, i := range slices.Concat(d.pair[0].items, d.pair[1].items) {
			of := d.q.Items[i].Column
			found = found || of > 0 && e.Op == form.Column && e.Column > 0 && d.ix.Columns[of].Table == d.ix.Columns[e.Column].Table
		}
	}
	shows(query, func(e *form.Expr) {
		found = found || e.If != nil || e.Op == form.Scalar || e.Op == form.Growth || e.Op == form.Prev || e.Op == form.Change
		if d.pair[0].Kind == APeriod {
			switch e.Op {
			case form.Month, form.MonthNum, form.Weekday, form.Day, form.Hour, form.Week, form.Quarter, form.Year:
				found = true
			case form.Column:
				found = found || e.Column > 0 && d.ix.Columns[e.Column].Kind == index.Time
			}
		}
	})
	return found
}
