package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// Mend changes a form so that it heeds demands which it does not meet. All forms
// can be written for the question, and meet what the form did not; there are
// few, and there may be none.
func Mend(ix *index.Index, q *link.Question, query *form.Query, unmet []*Demand) []*form.Query {
	out := newList(q, query)
	for choice := range 2 {
		m := &mender{ix: ix, choice: choice}
		mended := editor{ix: ix}.query(query) // a copy that may be changed
		for _, d := range unmet {
			if d.Kind == Opposite {
				continue
			}
			m.heed(mended, d)
		}
		for _, d := range unmet { // when both sides are there
			if d.Kind == Opposite {
				m.part(mended, d)
			}
		}
		mended.Tables = nil
		retable(ix, query, mended)
		mended.Tables = slices.DeleteFunc(mended.Tables, func(t int) bool { return slices.Contains(m.without, t) })
		mended.Tables = slices.Compact(slices.Sorted(slices.Values(append(mended.Tables, m.also...))))
		if !slices.ContainsFunc(unmet, func(d *Demand) bool { return !d.Met(mended) }) {
			out.add(mended)
		}
	}
	return out.queries
}

// mender changes a copy of a form. Its choice says which of two ways it takes
// where there are two.
type mender struct {
	ix      *index.Index
	choice  int
	also    []int // tables that are read although no column is of them
	without []int // tables that another one took the place of
}

func (m *mender) heed(query *form.Query, d *Demand) {
	switch d.Kind {
	case AShare:
		m.share(query, d)
		return
	case APieces:
		m.pieces(query, d)
		return
	case AnEnd:
		m.turn(query, d)
		return
	case AnHour:
		m.clock(query, d)
		return
	case ADivision:
		m.divide(query, d)
		return
	case ADirection:
		for _, o := range d.turnedRound(query) {
			o.Desc = d.desc
		}
		return
	case ATally:
		m.tally(query, d)
		return
	case AnyOnce:
		m.once(query, d)
		return
	case AThing:
		m.instead(query, d)
		return
	case AnIdentifier:
		m.readIdentifier(query, d)
		return
	case AState:
		m.test(query, compare(form.Equal, column(d.q.Items[d.items[0]].Column), d.q.Items[d.items[0]].Value))
		return
	case AVersus, ACost, AnAmount:
		m.figures(query, d)
		return
	case AnExtent:
		m.last(query, d)
		return
	case ARatio, ASeason:
		return // there are many ways to reckon it
	}
	if d.Kind != ABucket && d.Kind != Opposite && len(d.items)+len(d.columns)+len(d.tables) == 0 {
		return // nobody knows what it means
	}
	switch d.Kind {
	case AValue, NoValue:
		item := d.q.Items[d.items[min(m.choice, len(d.items)-1)]]
		if on := m.reached(query, d); on != nil {
			item = *on
		}
		op := form.Equal
		if d.Kind == NoValue {
			op = form.NotEqual
			m.drop(query, func(c *form.Cond) bool { return tests(c, item) })
		}
		m.test(query, compare(op, column(item.Column), item.Value))
	case APeriod:
		m.drop(query, func(c *form.Cond) bool { return d.overlaps(c) || d.q.Context > 0 && c.Op == form.During }) // a follow-up's takes the place of the one before
		if at := m.when(query); at > 0 {
			m.test(query, &form.Cond{Op: form.During, Left: column(at), Values: []*form.Value{d.q.Items[d.items[0]].Value}})
		}
	case AGroup:
		m.group(query, m.dimension(query, d)...)
	case ABucket:
		if at := m.when(query); at > 0 {
			m.group(query, call(d.bucket, column(at)))
		}
	}
}

// overlaps reports whether a condition tests for a value that the words of the
// demand say as well: last summer is a time, and no season of clothes.
func (d *Demand) overlaps(c *form.Cond) bool {
	if c.Right == nil || c.Right.Value == nil || c.Right.Value.Kind != form.Text {
		return false
	}
	return slices.ContainsFunc(d.q.Items, func(i link.Item) bool {
		return i.Column > 0 && i.First >= 0 && i.First < d.End && d.First < i.End && i.Text == c.Right.Value.Text
	})
}

// reached is the item of a demand whose table the form reads already, else one
// whose table a key leads to from there.
func (m *mender) reached(query *form.Query, d *Demand) *link.Item {
	for _, near := range []func(int) bool{
		func(t int) bool { return slices.Contains(query.Tables, t) },
		func(t int) bool {
			return slices.ContainsFunc(query.Tables, func(from int) bool { _, _, ok := keyTo(m.ix, from, t); return ok })
		},
	} {
		for _, i := range d.items {
			if item := &d.q.Items[i]; item.Column > 0 && near(m.ix.Columns[item.Column].Table) {
				return item
			}
		}
	}
	return nil
}

func tests(c *form.Cond, item link.Item) bool {
	return c.Op == form.Equal && c.Left != nil && c.Left.Op == form.Column && c.Left.Column == item.Column &&
		c.Right != nil && c.Right.Value != nil && c.Right.Value.Text == item.Text
}

// test adds a condition. One that asks the same column for another value is
// joined to it as an alternative: no row has both.
func (m *mender) test(query *form.Query, cond *form.Cond) {
	parts := conjuncts(query.Where)
	for i, p := range parts {
		if (cond.Op == form.Equal || cond.Op == form.During) && p.Op == cond.Op && p.Left.Op == form.Column && p.Left.Column == cond.Left.Column {
			cond.Left = p.Left // by the same way
			parts[i] = &form.Cond{Op: form.Or, Args: []*form.Cond{p, cond}}
			query.Where = joined(form.And, parts)
			return
		}
	}
	query.Where = joined(form.And, append(parts, cond))
}

func (m *mender) drop(query *form.Query, gone func(*form.Cond) bool) {
	query.Where = joined(form.And, slices.DeleteFunc(conjuncts(query.Where), gone))
}

func conjuncts(c *form.Cond) []*form.Cond {
	switch {
	case c == nil:
		return nil
	case c.Op == form.And:
		return slices.Clone(c.Args)
	}
	return []*form.Cond{c}
}

// when is the date that the form speaks of, else the main one of its tables.
func (m *mender) when(query *form.Query) int {
	at := 0
	everywhere(query, func(e *form.Expr) {
		if at == 0 && e.Op == form.Column && e.Column > 0 && m.ix.Columns[e.Column].Kind == index.Time {
			at = e.Column
		}
	})
	for _, t := range query.Tables {
		if list := dates(m.ix, t); at == 0 && len(list) > 0 {
			at = list[min(m.choice, len(list)-1)]
		}
	}
	return at
}

// dimension is what a group word names, as the result shows it.
func (m *mender) dimension(query *form.Query, d *Demand) []*form.Expr {
	near := func(t int) bool { return slices.Contains(query.Tables, t) }
	for _, c := range d.columns {
		if near(m.ix.Columns[c].Table) {
			return []*form.Expr{column(c)}
		}
	}
	if len(d.tables) > 0 {
		return columns(display(m.ix, d.tables[0]))
	}
	return []*form.Expr{column(d.columns[min(m.choice, len(d.columns)-1)])}
}

// group gives a figure for each of something: beside the groups that are there,
// or by the second choice in their place. What only lists rows is not grouped.
func (m *mender) group(query *form.Query, by ...*form.Expr) {
	if len(query.Group) == 0 && !slices.ContainsFunc(query.Select, aggregate) || len(by) == 0 {
		return
	}
	if m.choice == 1 {
		query.Select = slices.DeleteFunc(query.Select, func(e *form.Expr) bool { return !aggregate(e) })
		query.Group, query.Order = nil, nil
	}
	for _, e := range slices.Backward(by) {
		if !slices.ContainsFunc(query.Group, func(o *form.Expr) bool { return sameExpr(o, e) }) {
			query.Group = append(query.Group, e)
		}
		if !slices.ContainsFunc(query.Select, func(o *form.Expr) bool { return sameExpr(o, e) }) {
			query.Select = append([]*form.Expr{e}, query.Select...)
		}
	}
}

func aggregate(e *form.Expr) bool {
	switch e.Op {
	case form.Count, form.Max, form.Min, form.Sum, form.Avg, form.Median, form.Percentile, form.Stdev:
		return true
	}
	return slices.ContainsFunc(e.Args, aggregate)
}

// only is true for a condition that tests one column for values, and nothing
// else.
func only(c *form.Cond, column int) bool {
	if c.Op == form.Or {
		return !slices.ContainsFunc(c.Args, func(c *form.Cond) bool { return !only(c, column) })
	}
	return (c.Op == form.Equal || c.Op == form.AnyOf) && c.Left != nil && c.Left.Op == form.Column && c.Left.Column == column
}

// valueOf is the demand's value in a column.
func (d *Demand) valueOf(column int) *form.Value {
	for _, i := range d.items {
		if d.q.Items[i].Column == column {
			return d.q.Items[i].Value
		}
	}
	return d.q.Items[d.items[0]].Value
}

// part keeps the two sides of a comparison apart: values have a row each, times
// a figure each.
func (m *mender) part(query *form.Query, d *Demand) {
	a, b := d.pair[0], d.pair[1]
	if a.Kind == AValue {
		item := a.q.Items[a.items[0]]
		if on := m.reached(query, a); on != nil {
			item = *on
		}
		m.drop(query, func(c *form.Cond) bool { return only(c, item.Column) })
		query.Where = joined(form.And, append(conjuncts(query.Where), &form.Cond{Op: form.Or, Args: []*form.Cond{
			compare(form.Equal, column(item.Column), item.Value), compare(form.Equal, column(item.Column), b.valueOf(item.Column))}}))
		m.choice = 0
		m.group(query, column(item.Column))
		return
	}
	at := m.when(query)
	if at == 0 || len(query.Select) != 1 || !aggregate(query.Select[0]) || len(query.Select[0].Args) != 1 {
		return
	}
	sides := []*Demand{a, b}
	m.drop(query, func(c *form.Cond) bool {
		return c.Op == form.During || c.Op == form.Or && slices.ContainsFunc(c.Args, func(c *form.Cond) bool { return c.Op == form.During })
	})
	figure := query.Select[0]
	query.Select = nil
	for _, side := range sides {
		during := &form.Cond{Op: form.During, Left: column(at), Values: []*form.Value{d.q.Items[side.items[0]].Value}}
		one := *figure
		one.Args = []*form.Expr{{Op: form.If, Args: figure.Args, If: during}}
		query.Select = append(query.Select, &one)
	}
}
