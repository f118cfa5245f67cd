package readback

import "slices"

// correlated is a condition "column inside = expression outside" of a subquery.
type correlated struct {
	inside, outside *node
}

// detach takes the conditions that tie a subquery to what is outside from its
// where. It refuses ties of other kinds.
func (b *builder) detach(s *relation) []correlated {
	own := map[*source]bool{}
	for _, x := range s.from {
		own[x] = true
	}
	foreign := func(e *node) bool {
		return e.has(func(n *node) bool { return n.kind == kColumn && !own[n.source] })
	}
	var ties []correlated
	var rest []*node
	for _, e := range s.where {
		if !foreign(e) {
			rest = append(rest, e)
			continue
		}
		if e.kind != kBinary || e.text != "=" {
			refuse("correlated", "not by equality")
		}
		in, out := e.args[0], e.args[1]
		if foreign(in) {
			in, out = out, in
		}
		if foreign(in) || in.kind != kColumn || out.kind != kColumn {
			refuse("correlated", "not by columns")
		}
		ties = append(ties, correlated{in, out})
	}
	s.where = rest
	for _, e := range s.expressions() {
		if foreign(e) {
			refuse("correlated", "in what is selected")
		}
	}
	return ties
}

// decorrelate makes a join of a subquery in the select list that is computed for
// each row: the number of orders of this customer.
func (b *builder) decorrelate(r *relation) {
	if r.isAggregated() {
		return
	}
	for i := range r.items {
		r.items[i].e = r.items[i].e.rewrite(func(e *node) *node {
			if e.kind != kScalar || len(e.sub.group) > 0 || !e.sub.isAggregated() || len(e.sub.items) != 1 || !e.sub.isCorrelated() {
				return e
			}
			s := e.sub
			ties := b.detach(s)
			d := b.source("")
			d.left, d.sub = true, s
			for n, t := range ties {
				s.group = append(s.group, t.inside)
				s.items = append(s.items, item{"", t.inside})
				d.on = append(d.on, &node{kind: kBinary, text: "=", args: []*node{{kind: kColumn, source: d, column: n + 1}, t.outside}})
			}
			r.from = append(slices.Clone(r.from), d)
			return &node{kind: kColumn, source: d, column: 0}
		})
	}
}

// isCorrelated says that a subquery looks at what is outside.
func (r *relation) isCorrelated() bool {
	for _, e := range r.where {
		if e.has(func(n *node) bool { return n.kind == kColumn && !slices.Contains(r.from, n.source) }) {
			return true
		}
	}
	return false
}

// joinGroups flattens a join with a grouped derived table. Where the select has
// no groups of its own, it gets those of the derived table; otherwise sums of
// sums are sums, and rows that the join repeats are the renderer's care.
func (b *builder) joinGroups(r *relation, d *source) {
	s := d.sub
	nested := r.isAggregated() && !r.flattened
	if len(s.having) > 0 && nested {
		refuse("derived table", "groups with a condition joined")
	}
	if d.left {
		if len(s.from) != 1 {
			refuse("outer join", "of several tables")
		}
		s.from[0].left, s.from[0].on = true, slices.Concat(d.on, s.where)
		b.countRowsOf(s)
	} else {
		r.where = slices.Concat(s.where, r.where)
	}
	r.put(d, s.from)
	r.substitute(d, s.items)
	if nested && len(r.group) == 0 && slices.ContainsFunc(r.items, func(it item) bool { return it.e.has(overGroups) }) {
		b.groupRows(r, s, d.left)
		return
	}
	if nested {
		r.rewriteResults(flattenSums)
		r.having = rewriteAll(r.having, flattenSums)
		return
	}
	r.flattened = true
	var where []*node
	for _, e := range r.where {
		if e.hasAggregate() {
			r.having = append(r.having, e)
		} else {
			where = append(where, e)
		}
	}
	r.where, r.having = where, append(r.having, s.having...)
	seen := map[string]bool{}
	for _, g := range r.group {
		seen[g.id()] = true
	}
	add := func(e *node) {
		open := e.has(func(n *node) bool { return n.kind == kColumn && n.source.sub != nil }) // still to be dissolved
		if id := e.id(); !seen[id] && !e.hasAggregate() && !open {
			seen[id] = true
			r.group = append(r.group, e)
		}
	}
	for _, g := range s.group {
		if !d.left {
			add(g)
		}
	}
	for _, e := range d.on { // each row outside is a group
		if l, ok := asLink(e); ok && l.left.source == d {
			add(l.right)
		} else if ok {
			add(l.left)
		}
	}
	for _, it := range r.items {
		if !it.e.hasAggregate() {
			add(it.e)
			continue
		}
		it.e.walk(func(n *node) bool {
			if n.aggregate() {
				return false
			}
			if n.kind == kColumn {
				add(n)
			}
			return true
		})
	}
}

// countRowsOf lets a count of rows count those of the table itself, since the
// join will keep rows without any.
func (b *builder) countRowsOf(s *relation) {
	key := b.ix.Tables[s.from[0].table].PrimaryKey
	if len(key) == 0 {
		return
	}
	for i := range s.items {
		s.items[i].e = s.items[i].e.rewrite(func(e *node) *node {
			if !e.aggregate() || e.text != "count" || e.args[0].kind != kStar {
				return e
			}
			c := *e
			c.args = []*node{{kind: kColumn, source: s.from[0], column: key[0]}}
			return &c
		})
	}
}

// overGroups recognises an aggregate of an aggregate that no plain one equals:
// the average of the first dates.
func overGroups(e *node) bool {
	if !e.aggregate() || len(e.args) != 1 {
		return false
	}
	inner := e.args[0]
	return inner.hasAggregate() && !(inner.aggregate() && (e.text == "sum" && (inner.text == "sum" || inner.text == "count") || e.text == inner.text && e.text != "avg"))
}

// groupRows makes the rows of the select groups: one for each key of the
// derived table, with what is taken from the tables beside it.
func (b *builder) groupRows(r, s *relation, left bool) {
	if !left {
		r.group = slices.Clone(s.group)
	}
	seen := map[string]bool{}
	for _, g := range r.group {
		seen[g.id()] = true
	}
	for _, it := range r.items {
		it.e.walk(func(n *node) bool {
			if n.aggregate() && !n.has(func(x *node) bool { return x != n && x.aggregate() }) && n.hasAggregate() && !overGroups(n) {
				return false
			}
			if id := n.id(); n.kind == kColumn && !seen[id] {
				seen[id] = true
				r.group = append(r.group, n)
			}
			return true
		})
	}
}

// flattenSums reads the sum of sums as a sum.
func flattenSums(e *node) *node {
	if !e.aggregate() || len(e.args) != 1 {
		return e
	}
	inner := e.args[0]
	for inner.kind == kCall && (inner.text == "coalesce" || inner.text == "ifnull") {
		inner = inner.args[0]
	}
	if !inner.hasAggregate() {
		return e
	}
	switch {
	case inner.aggregate() && e.text == "sum" && (inner.text == "sum" || inner.text == "count"),
		inner.aggregate() && (e.text == "max" || e.text == "min") && inner.text == e.text:
		return inner
	}
	refuse("derived table", "aggregate of joined aggregates")
	return nil
}
