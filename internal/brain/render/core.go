package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// one writes a query without what is combined with it. Tail says whether its
// order and limit are its own.
func (r *renderer) one(q *form.Query, tail bool) string {
	if len(q.Select) == 0 {
		return r.fail("the reading asks for nothing")
	}
	if err := check(r.ix, q); err != nil {
		if r.err == nil {
			r.err = err
		}
		return "NULL"
	}
	if len(q.Tables) == 0 && !slices.ContainsFunc(q.Select, func(e *form.Expr) bool { return has(e, isColumn) }) {
		return r.figures(q)
	}
	b := r.newBlock(q)
	if b == nil {
		return "NULL"
	}
	s := b.levels()
	s = b.filter(s)
	for _, e := range q.Select {
		s.show(e)
	}
	s.distinct = q.Distinct && !b.distinctByGroup(s)
	if tail {
		b.tail(s)
	}
	return s.String()
}

func isColumn(e *form.Expr) bool { return e.Op == form.Column || e.Op == form.Groups }

// figures writes a query of no table: inner queries beside each other.
func (r *renderer) figures(q *form.Query) string {
	b := &block{renderer: r, q: q}
	s := &sel{b: b}
	var list []string
	for _, e := range q.Select {
		alias := b.outputName(e, func(name string) bool {
			return slices.ContainsFunc(s.outs, func(o out) bool { return o.alias == name })
		})
		s.outs = append(s.outs, out{alias: alias})
		list = append(list, b.row(e)+" AS "+b.d.name(alias))
	}
	return "SELECT " + strings.Join(list, ", ")
}

// levels builds the SELECTs that compute what the query asks for, one inside
// another, and returns the outermost.
func (b *block) levels() *sel {
	q := b.q
	uses := func(test func(*form.Expr) bool) bool {
		found := condHas(q.Having, test)
		for _, e := range q.Select {
			found = found || has(e, test)
		}
		for _, o := range q.Order {
			found = found || has(o.By, test)
		}
		return found
	}
	aggregated := len(q.Group) > 0 || uses(isAggregate)
	var below *sel
	if aggregated {
		below = b.onceEach()
	}
	if b.d == SQLite && uses(func(e *form.Expr) bool { return isStatistic(e) && !isNested(e) }) {
		below = &sel{b: b, from: below, label: ranked, group: q.Group}
	}
	computed := func(e *form.Expr) bool { return isAggregate(e) || isWindow(e) }
	if uses(isNested) {
		return b.overGroups(below, uses(func(e *form.Expr) bool { return isStatistic(e) && isNested(e) }))
	}
	s := &sel{b: b, from: below, stops: computed, aggregated: aggregated, group: q.Group, label: "grouped"}
	b.having(s)
	if aggregated && uses(isWindow) {
		s.stops = isAggregate
		return &sel{b: b, from: s, stops: isWindow, label: "result"}
	}
	s.label = "result"
	return s
}

// overGroups builds a figure of groups: the groups below, their figure above.
// A limit is on the groups that go into it.
func (b *block) overGroups(below *sel, statistic bool) *sel {
	q := b.q
	inner := &sel{b: b, from: below, stops: isAggregate, aggregated: true, group: q.Group, label: "groups"}
	b.having(inner)
	if isLimited(q) {
		for _, o := range q.Order {
			if !has(o.By, isNested) {
				inner.order = append(inner.order, inner.value(o.By)+b.direction(o, b.nullable(o.By)))
			}
		}
		inner.limit = b.limit(q)
	}
	for _, g := range q.Group { // so that groups are told apart when nothing else is read
		inner.column(g)
	}
	var groups []*form.Expr
	for _, e := range q.Select {
		if !has(e, isAggregate) && position(q.Group, e) > 0 {
			groups = append(groups, e)
		}
	}
	from := inner
	if statistic && b.d == SQLite {
		from = &sel{b: b, from: inner, label: ranked, group: groups}
	}
	return &sel{b: b, from: from, stops: isAggregate, aggregated: true, nested: true, group: groups, label: "result"}
}

// having writes the conditions on groups that are known when groups are made.
func (b *block) having(s *sel) {
	for _, c := range b.q.Having.Conjuncts() {
		switch {
		case b.isLate(c) || condHas(c, isNested):
		case !s.aggregated:
			s.where = append(s.where, b.bracketCond(c, s.value))
		case !condHas(c, isAggregate) && !b.ofGroups(c) && b.d != SQLite:
			b.where = append(b.where, c)
		default:
			s.having = append(s.having, b.bracketCond(c, s.value))
		}
	}
}

// filter adds a level above for what can only be tested when the rows of the
// result are known: places within a group, shares, growth.
func (b *block) filter(s *sel) *sel {
	q := b.q
	var late []*form.Cond
	for _, c := range q.Where.Conjuncts() {
		if condHas(c, isWindow) {
			late = append(late, c)
		}
	}
	for _, c := range q.Having.Conjuncts() {
		if b.isLate(c) {
			late = append(late, b.onBuckets(c))
		}
	}
	perGroup := len(q.Per) > 0 && isLimited(q)
	if len(late) == 0 && !perGroup {
		return s
	}
	top := &sel{b: b, from: s, label: "result"}
	for _, e := range q.Select { // in the order in which they are shown
		s.column(e)
	}
	for _, c := range late {
		top.where = append(top.where, b.bracketCond(c, top.value))
	}
	if perGroup {
		sign, v := " <= ", q.Limit
		if q.Place != nil {
			sign, v = " = ", q.Place
		}
		n, ok := wholeNumber(v.Text)
		if !ok {
			b.fail("%q is not a number of rows", v.Text)
		}
		place := s.extra("place", b.placeWithin(s))
		top.where = append(top.where, place+sign+n)
	}
	return top
}

// isLate reports whether a condition on groups is on the rows of the result:
// one on shares or growth, or one that picks periods after these were made
// with those before.
func (b *block) isLate(c *form.Cond) bool {
	if condHas(c, isWindow) {
		return true
	}
	return len(b.q.Group) > 0 && slices.ContainsFunc(b.q.Select, func(e *form.Expr) bool { return has(e, looksBack) })
}

// ofGroups reports whether a condition is on what is grouped by.
func (b *block) ofGroups(c *form.Cond) bool {
	s := sel{b: b, group: b.q.Group}
	for _, a := range c.Args {
		if !b.ofGroups(a) {
			return false
		}
	}
	return (c.Left == nil || s.isCovered(c.Left)) && (c.Right == nil || s.isCovered(c.Right))
}

// onBuckets turns a condition on a time into one on the period of that time
// which is grouped by.
func (b *block) onBuckets(c *form.Cond) *form.Cond {
	if len(c.Args) > 0 {
		copied := *c
		copied.Args = nil
		for _, a := range c.Args {
			copied.Args = append(copied.Args, b.onBuckets(a))
		}
		return &copied
	}
	if c.Op != form.During && c.Op != form.NotDuring || position(b.q.Group, c.Left) > 0 {
		return c
	}
	for _, g := range b.q.Group {
		if grain(g.Op) > 0 && key(g.Args[0]) == key(c.Left) {
			copied := *c
			copied.Left = g
			return &copied
		}
	}
	return c
}

// placeWithin numbers the rows of the result within each group of Per.
func (b *block) placeWithin(s *sel) string {
	var within, order []string
	for _, e := range b.q.Per {
		within = append(within, s.value(e))
	}
	for _, o := range b.q.Order {
		order = append(order, s.value(o.By)+b.direction(o, b.nullable(o.By)))
	}
	for _, e := range b.tieBreakers() {
		if sql := s.value(e); !slices.Contains(within, sql) && !slices.Contains(order, sql) {
			order = append(order, sql)
		}
	}
	return fmt.Sprintf("ROW_NUMBER() OVER (PARTITION BY %s ORDER BY %s)", strings.Join(within, ", "), strings.Join(order, ", "))
}

// tieBreakers lists what tells rows apart that the order does not: the groups,
// or the key of the table that the rows are of.
func (b *block) tieBreakers() []*form.Expr {
	var list []*form.Expr
	if len(b.q.Group) > 0 {
		list = b.q.Group
	} else {
		apart := b.ix.Tables[b.tree.Nodes[0].Table].PrimaryKey
		if once := b.once(0); len(once) > 0 {
			apart = once[:1]
		}
		for _, c := range apart {
			list = append(list, &form.Expr{Op: form.Column, Column: c})
		}
		if len(list) == 0 {
			list = b.q.Select
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(e *form.Expr) bool {
		return isConstant(e) || slices.ContainsFunc(b.q.Order, func(o form.Order) bool { return key(o.By) == key(e) })
	})
}

// tail writes the order and the limit of the outermost SELECT.
func (b *block) tail(s *sel) {
	q := b.q
	if s.nested {
		if !isLimited(q) {
			b.orderAll(s, q.Order)
		}
		return
	}
	if len(q.Per) > 0 && isLimited(q) {
		for _, e := range q.Per {
			s.order = append(s.order, s.orderKey(form.Order{By: e}))
		}
		s.order = append(s.order, "place")
		return
	}
	b.orderAll(s, q.Order)
	if !isLimited(q) {
		return
	}
	if len(q.Group) > 0 && len(q.Order) > 0 && !s.distinct {
		for _, e := range b.tieBreakers() {
			if sql := s.orderKey(form.Order{By: e, Desc: q.Order[0].Desc}); !slices.Contains(s.order, sql) {
				s.order = append(s.order, sql)
			}
		}
	}
	s.limit = b.limit(q)
}

func (b *block) orderAll(s *sel, order []form.Order) {
	for _, o := range order {
		if isConstant(o.By) {
			continue
		}
		if s.distinct && !s.aggregated && s.calendar(o.By) != nil { // different rows are ordered by what they hold alone
			s.distinct, s.aggregated, s.group = false, true, b.q.Select
		}
		if s.distinct && position(b.q.Select, o.By) == 0 {
			b.orderDistinct(s, o)
			continue
		}
		if sql := s.orderKey(o); !slices.Contains(s.order, sql) {
			s.order = append(s.order, sql)
		}
	}
}

// orderDistinct orders different rows by what is not among them: by its least
// or greatest value. Engines differ in whether they allow more.
func (b *block) orderDistinct(s *sel, o form.Order) {
	if s.aggregated {
		return // what is ordered by is lost with the doubles
	}
	s.distinct, s.aggregated, s.group = false, true, b.q.Select
	op := form.Min
	if o.Desc {
		op = form.Max
	}
	s.order = append(s.order, s.orderKey(form.Order{By: &form.Expr{Op: op, Args: []*form.Expr{o.By}}, Desc: o.Desc}))
}

// distinctByGroup reports whether rows differ anyway as all groups are shown.
func (b *block) distinctByGroup(s *sel) bool {
	if len(b.q.Group) == 0 || s.nested {
		return false
	}
	return !slices.ContainsFunc(b.q.Group, func(g *form.Expr) bool { return position(b.q.Select, g) == 0 })
}
