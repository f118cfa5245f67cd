package readback

import "slices"

// normalise dissolves derived tables, innermost first, until only tables are
// left in every from.
func (b *builder) normalise(r *relation) {
	if r.normal {
		return
	}
	r.normal = true
	b.lagJoin(r)
	for _, s := range r.from {
		if s.sub != nil {
			b.normalise(s.sub)
		}
	}
	visit := func(e *node) bool {
		if e.sub != nil {
			b.normalise(e.sub)
		}
		return true
	}
	for _, e := range r.expressions() {
		e.walk(visit)
	}
	for _, s := range r.from {
		for _, e := range s.on {
			e.walk(visit)
		}
	}
	if r.other != nil {
		b.normalise(r.other)
	}
	b.decorrelate(r)
	b.extremes(r)
	r.rewriteHere(func(e *node) *node {
		if e.kind == kExists {
			return b.existence(e)
		}
		return e
	})
	for {
		i := slices.IndexFunc(r.from, func(s *source) bool { return s.sub != nil })
		if i < 0 {
			break
		}
		b.dissolve(r, r.from[i])
	}
	b.sameRows(r)
}

// dissolve takes a derived table out of the from.
func (b *builder) dissolve(r *relation, d *source) {
	s := d.sub
	switch {
	case s.set != "":
		b.overSet(r, d)
	case s.plain():
		b.splice(r, d)
	case len(r.from) == 1:
		b.over(r, d)
	case len(s.group) == 0 && s.isAggregated():
		b.single(r, d)
	case len(s.group) > 0 && s.limit == nil && !s.hasWindow():
		b.joinGroups(r, d)
	case s.distinct && s.limit == nil && !s.isAggregated() && !s.hasWindow():
		b.semiJoin(r, d)
	default:
		refuse("derived table", "joined")
	}
}

// plain says that the rows are those of the from, filtered and computed.
func (r *relation) plain() bool {
	return !r.distinct && r.limit == nil && r.set == "" && !r.isAggregated() && !r.hasWindow()
}

// substitute puts expressions for the columns of a derived table.
func (r *relation) substitute(d *source, items []item) {
	r.rewrite(func(e *node) *node {
		if e.kind == kColumn && e.source == d {
			return items[e.column].e
		}
		return e
	})
	for _, e := range r.expressions() {
		e.checkSize()
	}
}

// drop takes a source out of the from.
func (r *relation) drop(d *source) {
	r.from = slices.DeleteFunc(slices.Clone(r.from), func(s *source) bool { return s == d })
}

// put places sources where another was.
func (r *relation) put(d *source, with []*source) {
	i := slices.Index(r.from, d)
	r.from = slices.Concat(r.from[:i], with, r.from[i+1:])
}

// splice makes the rows of a derived table those of its own from.
func (b *builder) splice(r *relation, d *source) {
	s := d.sub
	if d.left {
		if len(s.from) != 1 {
			refuse("outer join", "of several tables")
		}
		s.from[0].left = true
		s.from[0].on = slices.Concat(d.on, s.where)
	} else {
		r.where = slices.Concat(s.where, r.where)
	}
	r.put(d, s.from)
	r.substitute(d, s.items)
}

// over merges a select with the only thing it selects from.
func (b *builder) over(r *relation, d *source) {
	s := d.sub
	if b.quantile(r, d) || b.countDistinct(r, d) {
		return
	}
	b.topOfEach(r, d)
	switch {
	case s.limit != nil:
		if r.isAggregated() || len(r.where) > 0 || r.distinct || r.limit != nil {
			refuse("over limited rows", "")
		}
		r.limit, r.offset, r.per, r.order = s.limit, s.offset, s.per, nil
		r.where, r.group, r.having, r.distinct = s.where, s.group, s.having, s.distinct
	case s.distinct:
		if r.isAggregated() || len(r.where) > 0 || len(r.items) != len(s.items) {
			refuse("over distinct rows", "")
		}
		r.distinct, r.where, r.group, r.having = true, s.where, s.group, s.having
	case !r.isAggregated():
		after := r.where
		if len(s.group) == 0 && len(after) > 0 {
			refuse("filter after window", "")
		}
		r.where, r.group, r.having = s.where, s.group, slices.Concat(s.having, after)
	case len(s.group) == 0:
		refuse("aggregate over one row", "")
	default:
		b.nest(r, s)
	}
	r.from = s.from
	r.substitute(d, s.items)
	if len(r.order) == 0 {
		r.order = s.order
	}
	r.trimOrder()
}

// nest makes the aggregates of r those over the groups of s. With groups of its
// own, r has a row for each of them: per says which.
func (b *builder) nest(r *relation, s *relation) {
	r.where, r.having = s.where, slices.Concat(s.having, r.where)
	if len(r.group) > 0 {
		refuse("groups of groups", "")
	}
	r.group = s.group
	r.rewriteResults(func(e *node) *node {
		if e.aggregate() && e.text == "count" && len(e.args) == 1 && (e.args[0].kind == kStar || e.args[0].kind == kColumn && !e.distinct) {
			c := *e
			c.args = []*node{{kind: kGroups}}
			return &c
		}
		if e.aggregate() && len(e.args) == 1 && boolean(e.args[0]) {
			return countGroups(e)
		}
		return e
	})
}

// countGroups counts the groups for which a condition holds: sum(n > 1).
func countGroups(e *node) *node {
	held := &node{kind: kCall, text: "count", args: []*node{{kind: kGroups}}, filter: e.args[0]}
	if e.text == "avg" {
		return &node{kind: kBinary, text: "/", args: []*node{held, call("count", &node{kind: kGroups})}}
	}
	return held
}

// rewriteResults changes the expressions that stand over the groups.
func (r *relation) rewriteResults(f func(*node) *node) {
	for i := range r.items {
		r.items[i].e = r.items[i].e.rewrite(f)
	}
	r.order = rewriteKeys(r.order, f)
}

// trimOrder leaves out keys that only say what a rank is.
func (r *relation) trimOrder() {
	r.order = slices.DeleteFunc(slices.Clone(r.order), func(k key) bool { return k.e.kind == kCall && ranking[k.e.text] && k.e.over != nil })
}

// single puts subqueries for the columns of a derived table of one row.
func (b *builder) single(r *relation, d *source) {
	if d.left {
		refuse("outer join", "of one row")
	}
	r.drop(d)
	items := make([]item, len(d.sub.items))
	for i, it := range d.sub.items {
		one := *d.sub
		one.items, one.order = []item{it}, nil
		items[i] = item{it.name, &node{kind: kScalar, sub: &one}}
	}
	r.substitute(d, items)
}

// countDistinct reads the number of distinct rows: select count(*) from
// (select distinct …), or over an intersection or difference.
func (b *builder) countDistinct(r *relation, d *source) bool {
	s := d.sub
	if !s.distinct || s.isAggregated() || s.limit != nil || len(r.items) != 1 || len(r.where) > 0 || len(r.group) > 0 {
		return false
	}
	e := r.items[0].e
	if !e.aggregate() || e.text != "count" {
		return false
	}
	count := &node{kind: kCall, text: "count", distinct: true, args: []*node{s.items[0].e}}
	if len(s.items) > 1 {
		count = call("count", &node{kind: kGroups})
		for _, it := range s.items {
			r.group = append(r.group, it.e)
		}
	}
	r.items = []item{{r.items[0].name, count}}
	r.from, r.where = s.from, s.where
	return true
}

// overSet merges a select with a set operation it selects from.
func (b *builder) overSet(r *relation, d *source) {
	s := d.sub
	if len(r.from) != 1 || s.limit != nil {
		refuse("set operation", "joined")
	}
	if r.isAggregated() {
		b.countSet(r, d)
		return
	}
	if len(r.items) != len(s.items) || len(r.where) > 0 {
		refuse("set operation", "filtered")
	}
	for i, it := range r.items {
		if it.e.kind != kColumn || it.e.column != i {
			refuse("set operation", "computed on")
		}
	}
	order, limit := r.order, r.limit
	r.substitute(d, s.items)
	order = rewriteKeys(order, func(e *node) *node {
		if e.kind == kColumn && e.source == d {
			return s.items[e.column].e
		}
		return e
	})
	items := r.items
	*r = *s
	r.items, r.order, r.limit = items, order, limit
}

// countSet counts what is in both or in one only: as distinct values that are,
// or are not, among those of the other side.
func (b *builder) countSet(r *relation, d *source) {
	s := d.sub
	e := r.items[0].e
	if len(r.items) != 1 || len(s.items) != 1 || len(r.where) > 0 || len(r.group) > 0 || e.kind != kCall || e.text != "count" ||
		s.set == "union" || s.other.set != "" || s.isAggregated() {
		refuse("set operation", "aggregated")
	}
	value := s.items[0].e
	among := &node{kind: kInQuery, args: []*node{value}, sub: s.other, not: s.set == "except"}
	r.items = []item{{r.items[0].name, &node{kind: kCall, text: "count", distinct: true, args: []*node{value}}}}
	r.from, r.where, r.order = s.from, append(slices.Clone(s.where), among), nil
}

// semiJoin turns a join with distinct keys into a condition.
func (b *builder) semiJoin(r *relation, d *source) {
	s := d.sub
	if d.left || len(s.items) != 1 {
		refuse("derived table", "distinct rows joined")
	}
	uses := 0
	for _, e := range r.expressions() {
		e.walk(func(n *node) bool {
			if n.kind == kColumn && n.source == d {
				uses++
			}
			return true
		})
	}
	for i, e := range r.where {
		if e.kind != kBinary || e.text != "=" {
			continue
		}
		for side := range 2 {
			if c, o := e.args[side], e.args[1-side]; c.kind == kColumn && c.source == d && o.source != d && uses == 1 {
				s.distinct = false
				r.where = slices.Clone(r.where)
				r.where[i] = &node{kind: kInQuery, args: []*node{o}, sub: s}
				r.drop(d)
				return
			}
		}
	}
	refuse("derived table", "distinct rows joined")
}

// sameRows makes one source of two that the key says are the same row.
func (b *builder) sameRows(r *relation) {
	for again := true; again; {
		again = false
		for _, e := range r.where {
			if e.kind != kBinary || e.text != "=" {
				continue
			}
			x, y := e.args[0], e.args[1]
			if x.kind != kColumn || y.kind != kColumn || x.source == y.source || x.column != y.column || x.source.left || y.source.left {
				continue
			}
			if !slices.Contains(r.from, x.source) || !slices.Contains(r.from, y.source) {
				continue
			}
			pk := b.ix.Tables[x.source.table].PrimaryKey
			if len(pk) != 1 || pk[0] != x.column {
				continue
			}
			drop, keep := y.source, x.source
			r.drop(drop)
			r.where = slices.DeleteFunc(slices.Clone(r.where), func(n *node) bool { return n == e })
			r.rewrite(func(n *node) *node {
				if n.kind == kColumn && n.source == drop {
					c := *n
					c.source = keep
					return &c
				}
				return n
			})
			again = true
			break
		}
	}
}
