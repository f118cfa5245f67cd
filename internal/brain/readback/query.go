package readback

import (
	"slices"
	"strconv"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// query turns a relation without derived tables into a form. How its sources
// become tables, ways and joins is tried from the simplest to the most explicit.
func (b *builder) query(r *relation) *form.Query {
	b.antiJoins(r)
	b.innerJoins(r)
	w := b.wayOf(r)
	q := b.core(r, w)
	b.tables(q, w, r)
	b.countPartners(q)
	if r.set != "" {
		if r.all {
			refuse("union all", "")
		}
		q.Set, q.Other = form.SetOp(r.set), b.query(r.other)
	}
	return q
}

// core is the form without its tables and joins.
func (b *builder) core(r *relation, w *way) *form.Query {
	q := &form.Query{Keep: w.keep, Distinct: r.distinct}
	c := &converter{b: b, r: r, w: w}
	for _, it := range r.items {
		q.Select = append(q.Select, c.value(it.e))
	}
	q.Where = c.all(w.rest)
	for _, g := range r.group {
		e := c.value(g)
		if !slices.ContainsFunc(q.Group, func(o *form.Expr) bool { return same(o, e) }) && e.Op != form.Literal {
			q.Group = append(q.Group, e)
		}
	}
	q.Having = conditionOnGroup(c.all(r.having), q.Group)
	for _, k := range r.order {
		e := c.value(k.e)
		if !slices.ContainsFunc(q.Order, func(o form.Order) bool { return same(o.By, e) }) {
			q.Order = append(q.Order, form.Order{By: e, Desc: k.desc})
		}
	}
	for _, p := range r.per {
		q.Per = append(q.Per, c.value(p))
	}
	if r.limit != nil {
		if r.limit.kind != kNumber {
			refuse("limit", "computed")
		}
		q.Limit = &form.Value{Kind: form.Number, Text: r.limit.text}
	}
	if r.offset != nil {
		n, err := strconv.Atoi(r.offset.text)
		if err != nil || r.limit == nil || r.limit.text != "1" {
			refuse("offset", "")
		}
		q.Limit, q.Place = nil, &form.Value{Kind: form.Number, Text: strconv.Itoa(n + 1)}
	}
	lookBack(q)
	splitPeriods(q)
	c.todays(q)
	shares(q)
	leftovers(q)
	return q
}
