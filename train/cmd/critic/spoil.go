package main

import (
	"context"
	"slices"
	"strconv"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// edit spoils a form; false where it has nothing to spoil.
type edit struct {
	kind string
	do   func(m *maker, q *form.Query) bool
}

var edits = []edit{
	{"dropped condition", (*maker).dropCondition},
	{"other value", (*maker).otherValue},
	{"other number", (*maker).otherNumber},
	{"dropped period", (*maker).dropPeriod},
	{"other period", (*maker).otherPeriod},
	{"other measure", (*maker).otherMeasure},
	{"other aggregate", (*maker).otherAggregate},
	{"dropped group", (*maker).dropGroup},
	{"other group", (*maker).otherGroup},
	{"other order", (*maker).otherOrder},
	{"other column", (*maker).otherColumn},
}

// spoil leaves out or replaces a part of right readings, where that changes the rows.
func (m *maker) spoil(ctx context.Context, most int) {
	made, kind := 0, m.random.IntN(len(edits))
	for range 3 { // each question may be spoilt in several ways
		for _, k := range m.rights {
			if made == most {
				return
			}
			for range edits { // the next kind that this form has
				e := edits[kind%len(edits)]
				kind++
				q := k.Readings[0].Form.Clone()
				if !e.do(m, q) {
					continue
				}
				sql, sentence, ok := m.render(q, k.Now)
				if !ok || !m.differs(ctx, k.Readings[0].SQL, sql) || slices.ContainsFunc(m.list, func(p *pair) bool { return p.Question == k.Question && p.SQL == sql }) {
					continue
				}
				m.list = append(m.list, &pair{Sort: spoilt, Kind: e.kind, ID: k.ID, Question: k.Question, Sentence: sentence, SQL: sql, form: q, now: k.Now})
				made++
				break
			}
		}
	}
}

// simple are the conditions of a form on a stored column, by their place among all.
func simple(q *form.Query, is func(*form.Cond) bool) (conditions []*form.Cond, places []int) {
	conditions = q.Where.Conjuncts()
	for i, c := range conditions {
		if c.Left != nil && c.Left.Op == form.Column && c.Left.Column > 0 && is(c) {
			places = append(places, i)
		}
	}
	return conditions, places
}

func (m *maker) one(list []int) int { return list[m.random.IntN(len(list))] }

func (m *maker) dropCondition(q *form.Query) bool {
	list, places := simple(q, func(c *form.Cond) bool { return c.Op != form.During && c.Query == nil })
	if len(places) == 0 {
		return false
	}
	at := m.one(places)
	q.Where = form.AllOf(slices.Delete(list, at, at+1))
	return true
}

func literal(c *form.Cond) *form.Value {
	if c.Right == nil {
		return nil
	}
	return c.Right.Value
}

func (m *maker) otherValue(q *form.Query) bool {
	list, places := simple(q, func(c *form.Cond) bool {
		v := literal(c)
		return v != nil && v.Kind == form.Text && len(m.ix.Columns[c.Left.Column].Enum) > 1
	})
	if len(places) == 0 {
		return false
	}
	c := list[m.one(places)]
	enum := m.ix.Columns[c.Left.Column].Enum
	other := enum[m.random.IntN(len(enum))].Text
	v := *c.Right.Value
	if other == v.Text {
		return false
	}
	v.Text, v.Stored = other, true
	c.Right = &form.Expr{Op: form.Literal, Value: &v}
	return true
}

func (m *maker) otherNumber(q *form.Query) bool {
	list, places := simple(q, func(c *form.Cond) bool {
		v := literal(c)
		return v != nil && v.Kind == form.Number
	})
	if len(places) == 0 {
		return false
	}
	c := list[m.one(places)]
	n, err := strconv.ParseFloat(c.Right.Value.Text, 64)
	if err != nil || n == 0 {
		return false
	}
	text := strconv.FormatFloat(n*[]float64{10, 2, 0.5}[m.random.IntN(3)]+1, 'f', -1, 64)
	c.Right = &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Number, Text: text}}
	return true
}

func isPeriod(c *form.Cond) bool {
	return c.Op == form.During && len(c.Values) > 0 && c.Values[0].Kind == form.Period
}

func (m *maker) dropPeriod(q *form.Query) bool {
	list, places := simple(q, isPeriod)
	if len(places) == 0 {
		return false
	}
	at := m.one(places)
	q.Where = form.AllOf(slices.Delete(list, at, at+1))
	return true
}

func (m *maker) otherPeriod(q *form.Query) bool {
	list, places := simple(q, isPeriod)
	if len(places) == 0 {
		return false
	}
	c := list[m.one(places)]
	v := *c.Values[0]
	years := []int{-1, 1}[m.random.IntN(2)]
	if !v.Period.Start.IsZero() {
		v.Period.Start = v.Period.Start.AddDate(years, 0, 0)
	}
	if !v.Period.End.IsZero() {
		v.Period.End = v.Period.End.AddDate(years, 0, 0)
	}
	c.Values = []*form.Value{&v}
	return true
}

// sibling is another column of the same table and kind.
func (m *maker) sibling(n int, is func(*index.Column) bool) int {
	var list []int
	for _, o := range m.ix.Tables[m.ix.Columns[n].Table].Columns {
		c := &m.ix.Columns[o]
		if o != n && c.Kind == m.ix.Columns[n].Kind && !c.Primary && !c.Foreign && (is == nil || is(c)) {
			list = append(list, o)
		}
	}
	if len(list) == 0 {
		return 0
	}
	return m.one(list)
}

// replaceColumn puts a column in the place of another wherever the form shows, groups or
// orders by it.
func replaceColumn(q *form.Query, old, by int) {
	q.EachExpr(func(e *form.Expr) {
		if e.Op == form.Column && e.Column == old {
			e.Column = by
		}
	})
}

func (m *maker) otherMeasure(q *form.Query) bool {
	var found []int
	q.Visit(func(e *form.Expr) {
		switch e.Op {
		case form.Sum, form.Avg, form.Max, form.Min:
			if a := e.Args[0]; a.Op == form.Column && a.Column > 0 && m.ix.Columns[a.Column].Kind == index.Number {
				found = append(found, a.Column)
			}
		}
	}, nil)
	if len(found) == 0 {
		return false
	}
	old := m.one(found)
	by := m.sibling(old, nil)
	if by == 0 {
		return false
	}
	replaceColumn(q, old, by)
	return true
}

func (m *maker) otherAggregate(q *form.Query) bool {
	var found []*form.Expr
	q.Visit(func(e *form.Expr) {
		switch e.Op {
		case form.Sum, form.Avg, form.Max, form.Min:
			if a := e.Args[0]; a.Op == form.Column && a.Column > 0 && m.ix.Columns[a.Column].Kind == index.Number {
				found = append(found, e)
			}
		}
	}, nil)
	if len(found) == 0 {
		return false
	}
	e := found[m.random.IntN(len(found))]
	by := []form.Op{form.Sum, form.Avg, form.Max, form.Min}[m.random.IntN(4)]
	if by == e.Op {
		return false
	}
	old := e.Op
	q.Visit(func(x *form.Expr) { // wherever it stands
		if x.Op == old && form.SameFigure(x, &form.Expr{Op: old, Args: e.Args, Distinct: e.Distinct}) {
			x.Op = by
		}
	}, nil)
	e.Op = by
	return true
}

func (m *maker) dropGroup(q *form.Query) bool {
	if len(q.Group) == 0 || len(q.Order) > 0 || q.Having != nil || q.Limit != nil || q.Set != form.NoSet {
		return false
	}
	q.Select = slices.DeleteFunc(q.Select, func(e *form.Expr) bool { return !e.Aggregates() })
	q.Group, q.Per = nil, nil
	return len(q.Select) > 0
}

func (m *maker) otherGroup(q *form.Query) bool {
	for _, e := range q.Group {
		if e.Op != form.Column || e.Column == 0 || m.ix.Columns[e.Column].Kind != index.Text {
			continue
		}
		by := m.sibling(e.Column, func(c *index.Column) bool { return c.Distinct > 1 })
		if by == 0 {
			continue
		}
		replaceColumn(q, e.Column, by)
		return true
	}
	return false
}

func (m *maker) otherOrder(q *form.Query) bool {
	if len(q.Order) == 0 || q.Limit == nil && q.Place == nil {
		return false
	}
	q.Order = slices.Clone(q.Order)
	q.Order[0].Desc = !q.Order[0].Desc
	return true
}

// otherColumn shows another column than the one that is asked for.
func (m *maker) otherColumn(q *form.Query) bool {
	if len(q.Group) > 0 {
		return false
	}
	for _, e := range q.Select {
		if e.Op != form.Column || e.Column == 0 || m.ix.Columns[e.Column].Primary {
			continue
		}
		by := m.sibling(e.Column, nil)
		if by == 0 {
			continue
		}
		e.Column = by
		return true
	}
	return false
}
