package readback

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// lagJoin reads the join of a list of periods with itself, one period apart, as
// a look at the row before.
func (b *builder) lagJoin(r *relation) {
	for _, now := range r.from {
		for _, before := range r.from {
			if now == before || now.cte == nil || now.cte != before.cte {
				continue
			}
			on := slices.Concat(r.where, before.on)
			i := slices.IndexFunc(on, func(e *node) bool { return oneApart(e, now, before) })
			if i < 0 {
				continue
			}
			step := on[i]
			period := &node{kind: kColumn, source: now, column: stepColumn(step, now)}
			r.drop(before)
			r.where = slices.DeleteFunc(slices.Clone(r.where), func(e *node) bool { return e == step })
			r.rewrite(func(e *node) *node {
				if e.kind != kColumn || e.source != before {
					return e
				}
				c := *e
				c.source = now
				return &node{kind: kCall, text: "lag", args: []*node{&c}, over: &window{order: []key{{e: period}}, rows: -1}}
			})
			return
		}
	}
}

// oneApart recognises before.x = now.x - 1.
func oneApart(e *node, now, before *source) bool {
	if e.kind != kBinary || e.text != "=" {
		return false
	}
	for side := range 2 {
		c, o := e.args[side], e.args[1-side]
		if c.kind != kColumn || o.kind != kBinary || len(o.args) != 2 || o.args[0].kind != kColumn || o.args[1].text != "1" || o.args[0].column != c.column {
			continue
		}
		if c.source == before && o.args[0].source == now && o.text == "-" || c.source == now && o.args[0].source == before && o.text == "+" {
			return true
		}
	}
	return false
}

func stepColumn(e *node, s *source) int {
	column := 0
	e.walk(func(n *node) bool {
		if n.kind == kColumn && n.source == s {
			column = n.column
		}
		return true
	})
	return column
}

// extremes reads "where x is the largest x of the same group" as the first row
// of each group.
func (b *builder) extremes(r *relation) {
	if r.isAggregated() || r.limit != nil {
		return
	}
	for i, e := range r.where {
		if e.kind != kBinary || e.text != "=" || e.args[0].kind != kColumn || e.args[1].kind != kScalar || !e.args[1].sub.isCorrelated() {
			continue
		}
		s := e.args[1].sub
		x := s.items[0].e
		if len(s.from) != 1 || len(s.items) != 1 || len(s.group) > 0 || x.kind != kCall || x.text != "min" && x.text != "max" || x.args[0].kind != kColumn {
			continue
		}
		if x.args[0].column != e.args[0].column {
			continue
		}
		for _, t := range b.detach(s) {
			r.per = append(r.per, t.outside)
		}
		r.where = slices.Delete(slices.Clone(r.where), i, i+1)
		r.limit, r.order = number("1"), []key{{e.args[0], x.text == "max"}}
		return
	}
}

// conditionOnGroup says conditions on the time of a group by the group itself.
func conditionOnGroup(c *form.Cond, group []*form.Expr) *form.Cond {
	if c == nil {
		return nil
	}
	n := *c
	n.Args = nil
	for _, a := range c.Args {
		n.Args = append(n.Args, conditionOnGroup(a, group))
	}
	if c.Op != form.During && c.Op != form.NotDuring {
		return &n
	}
	for _, g := range group {
		if len(g.Args) == 1 && same(g.Args[0], c.Left) {
			n.Left = g
		}
	}
	return &n
}

// lookBack leaves out the first bound of a period that only made room for rows
// before the ones that are shown: the condition on the groups says which are.
func lookBack(q *form.Query) {
	looks := slices.ContainsFunc(q.Select, func(e *form.Expr) bool {
		found := false
		mapExpr(e, func(x *form.Expr) *form.Expr {
			found = found || x.Op == form.Prev || x.Op == form.Growth || x.Op == form.Moving
			return x
		})
		return found
	})
	if !looks || q.Having == nil || q.Having.Op != form.During || q.Where == nil || len(q.Having.Left.Args) != 1 {
		return
	}
	parts := []*form.Cond{q.Where}
	if q.Where.Op == form.And {
		parts = slices.Clone(q.Where.Args)
	}
	for i, p := range parts {
		if p.Op != form.During || !same(p.Left, q.Having.Left.Args[0]) {
			continue
		}
		outer, inner := p.Values[0].Period, q.Having.Values[0].Period
		if inner.End.IsZero() || !outer.End.IsZero() && outer.End.Before(inner.End) {
			inner.End = outer.End
		}
		q.Having.Values = []*form.Value{periodValue(inner)}
		q.Where = together(form.And, slices.Delete(parts, i, i+1))
		return
	}
}
