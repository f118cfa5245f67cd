package readback

import "slices"

// antiJoins turns outer joins that look for missing partners, and exists, into
// conditions on a list of keys.
func (b *builder) antiJoins(r *relation) {
	for _, s := range r.from {
		if !s.left {
			continue
		}
		i := slices.IndexFunc(r.where, func(e *node) bool { return b.missing(r, s, e) })
		if i < 0 {
			continue
		}
		var tie []link
		sub := &relation{from: []*source{s}, normal: true}
		for _, e := range s.on {
			if l, ok := asLink(e); ok {
				tie = append(tie, l)
			} else {
				sub.where = append(sub.where, e)
			}
		}
		if len(tie) != 1 {
			refuse("composite key", "in a condition")
		}
		in, out := tie[0].left, tie[0].right
		if in.source != s {
			in, out = out, in
		}
		sub.items = []item{{"", in}}
		s.left, s.on = false, nil
		r.drop(s)
		r.where = slices.Clone(r.where)
		r.where[i] = &node{kind: kInQuery, args: []*node{out}, sub: sub, not: true}
		b.antiJoins(r)
		return
	}
}

// missing recognises "no partner": a column that every row of s has is null, and
// nothing else looks at s.
func (b *builder) missing(r *relation, s *source, e *node) bool {
	if e.kind != kIsNull || e.not || e.args[0].kind != kColumn || e.args[0].source != s {
		return false
	}
	uses := 0
	for _, x := range r.expressions() {
		x.walk(func(n *node) bool {
			if n.kind == kColumn && n.source == s {
				uses++
			}
			return true
		})
	}
	for _, o := range r.from {
		if o != s && slices.ContainsFunc(o.on, func(x *node) bool { return x.has(func(n *node) bool { return n.source == s }) }) {
			return false
		}
	}
	return uses == 1
}

// innerJoins makes joins inner where a condition would drop rows without a
// partner anyway.
func (b *builder) innerJoins(r *relation) {
	for _, s := range r.from {
		if !s.left {
			continue
		}
		for _, e := range r.where {
			strict := e.kind == kBinary || e.kind == kIn || e.kind == kBetween || e.kind == kLike && !e.not || e.kind == kIsNull && e.not
			if strict && e.has(func(n *node) bool { return n.kind == kColumn && n.source == s }) &&
				!e.has(func(n *node) bool { return n.kind == kCall && (n.text == "coalesce" || n.text == "ifnull") }) {
				r.where = append(slices.Clone(r.where), s.on...)
				s.left, s.on = false, nil
				break
			}
		}
	}
}

// existence turns exists into a condition on the one column that ties the
// subquery to what is outside.
func (b *builder) existence(e *node) *node {
	ties := b.detach(e.sub)
	if len(ties) != 1 {
		refuse("composite key", "in a condition")
	}
	if e.sub.isAggregated() {
		refuse("correlated", "groups")
	}
	e.sub.items = []item{{"", ties[0].inside}}
	e.sub.distinct, e.sub.order, e.sub.limit = false, nil, nil
	return &node{kind: kInQuery, args: []*node{ties[0].outside}, sub: e.sub, not: e.not}
}
