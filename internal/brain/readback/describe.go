package readback

import (
	"slices"
	"strconv"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/meaning"
)

// Describe says what a statement returns as far as its parts have a form, for one
// that has none as a whole. The meaning is partial; it is nil for text that is not
// a SELECT that can be parsed.
func Describe(ix *index.Index, sql string, now time.Time) *meaning.Meaning {
	tree, err := parse(sql)
	if err != nil {
		return nil
	}
	b := newBuilder(ix, now)
	b.loose = true
	var r *relation
	if !attempt(func() { r = b.statement(tree, nil, nil) }) {
		return nil
	}
	if len(r.parts) == 0 {
		return b.describe(r)
	}
	m := b.describe(r.parts[0])
	for _, operand := range r.parts[1:] {
		m.Combine(b.describe(operand))
	}
	return m
}

// attempt reports whether f ran without refusing.
func attempt(f func()) (ok bool) {
	defer func() { ok = refusalOf(recover()) == nil }()
	f()
	return true
}

// describe makes a query of those parts of a relation that have a form, and lets
// render describe it.
func (b *builder) describe(r *relation) *meaning.Meaning {
	p := &partial{converter: converter{b: b, r: r, w: &way{sources: baseTables(r, nil), via: map[*source]int{}}}, query: &form.Query{Keep: form.NoTable, Distinct: r.distinct}}
	for _, s := range p.w.sources {
		p.query.Tables = append(p.query.Tables, s.table)
	}
	items := p.items()
	of := make([]int, len(items)) // the place in the query's list, or -1
	for i, it := range items {
		of[i] = -1
		if e := p.expression(it.e); e != nil {
			of[i] = len(p.query.Select)
			p.query.Select = append(p.query.Select, e)
		}
	}
	for _, g := range r.group {
		if e := p.expression(g); e != nil {
			p.query.Group = append(p.query.Group, e)
		}
	}
	p.query.Where, p.query.Having = p.conditions(p.rowConditions()), p.conditions(r.having)
	if len(p.query.Select) == 0 {
		p.query.Select = []*form.Expr{{Op: form.Column}} // all columns: the conditions are described all the same
	}
	described := render.Describe(b.ix, p.query)
	if described == nil {
		described = &meaning.Meaning{}
	}
	m := &meaning.Meaning{Row: p.row(described.Row), Filters: described.Filters, Partial: true}
	for i, it := range items {
		c := meaning.Column{Label: it.name, Role: meaning.RoleDetail}
		if at := of[i]; at >= 0 && at < len(described.Columns) {
			c = described.Columns[at]
		} else if it.e.hasAggregate() || it.e.hasWindow() {
			c.Role, c.Aggregate = meaning.RoleMeasure, meaning.Other
		}
		m.Columns = append(m.Columns, c)
	}
	p.order(m, items)
	return m
}

// partial converts what it can of one relation.
type partial struct {
	converter
	query *form.Query
}

// baseTables are the sources of a relation that are tables, those of derived
// tables included.
func baseTables(r *relation, list []*source) []*source {
	for _, s := range r.from {
		switch {
		case s.sub != nil:
			list = baseTables(s.sub, list)
		case s.table >= 0:
			list = append(list, s)
		}
	}
	return list
}

// items are the columns of the result, each star spelt out.
func (p *partial) items() []item {
	var list []item
	for _, it := range p.r.items {
		if it.e.kind != kStar {
			list = append(list, it)
			continue
		}
		for _, s := range p.r.from {
			if s.sub != nil || s.table >= 0 {
				list = append(list, p.b.all(s)...)
			}
		}
	}
	return list
}

// expression is the form of an expression, or nil.
func (p *partial) expression(n *node) *form.Expr {
	var e *form.Expr
	if !attempt(func() { e = p.value(p.inline(n)) }) || !isComplete(e) {
		return nil
	}
	return e
}

// isComplete reports whether nothing in an expression is left that only exists while a
// form is made.
func isComplete(e *form.Expr) bool {
	return e != nil && e.Op != julian && e.Op != secs && e.Op != overAll && !slices.ContainsFunc(e.Args, func(a *form.Expr) bool { return !isComplete(a) })
}

// inline is an expression with what the columns of derived tables stand for.
func (p *partial) inline(n *node) *node {
	return n.rewrite(func(x *node) *node {
		if x.kind != kColumn || x.source == nil || x.source.sub == nil || x.column >= len(x.source.sub.items) {
			return x
		}
		inner := p.inline(x.source.sub.items[x.column].e)
		inner.checkSize()
		return inner
	})
}

// rowConditions are the conditions on the rows of a relation, with those of the derived
// table that it reads alone.
func (p *partial) rowConditions() []*node {
	list := p.r.where
	for r := p.r; len(r.from) == 1 && r.from[0].sub != nil; {
		r = r.from[0].sub
		list = append(list[:len(list):len(list)], r.where...)
	}
	return list
}

// conditions are those that have a form; equalities that join are none.
func (p *partial) conditions(list []*node) *form.Cond {
	all := &form.Cond{Op: form.And}
	for _, n := range list {
		if _, joins := asLink(n); joins {
			continue
		}
		var c *form.Cond
		if attempt(func() { c = p.condition(p.inline(n), false) }) && c != nil {
			all.Args = append(all.Args, c)
		}
	}
	switch len(all.Args) {
	case 0:
		return nil
	case 1:
		return all.Args[0]
	}
	return all
}

// row is what a row is, where that does not depend on parts without a form.
func (p *partial) row(described meaning.Row) meaning.Row {
	r := p.r
	switch {
	case len(r.group) > 0 && len(r.group) == len(p.query.Group):
		return described
	case len(r.group) > 0:
		return meaning.Row{Kind: meaning.RowGroup}
	case r.isAggregated():
		return meaning.Row{Kind: meaning.RowTotal}
	case r.distinct:
		return meaning.Row{Kind: meaning.RowValue}
	case len(r.from) == 1 && r.from[0].sub == nil:
		return described
	}
	return meaning.Row{}
}

// order describes the order and the limit.
func (p *partial) order(m *meaning.Meaning, items []item) {
	for _, k := range p.r.order {
		o := meaning.Order{Column: slices.IndexFunc(items, func(it item) bool { return it.e == k.e || it.e.id() == k.e.id() }), Desc: k.desc}
		if o.Column >= 0 {
			o.Label, o.Of = m.Columns[o.Column].Label, m.Columns[o.Column].Role
		}
		m.Order = append(m.Order, o)
	}
	if p.r.limit != nil && p.r.limit.kind == kNumber && p.r.offset == nil {
		m.Limit.Rows, _ = strconv.Atoi(p.r.limit.text)
	}
}
