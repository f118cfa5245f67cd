package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// Neighbours lists small edits of a form that often repair it, the likeliest
// first. All of them can be written for the question.
func Neighbours(ix *index.Index, q *link.Question, query *form.Query) []*form.Query {
	n := &neighbourhood{clues: read(ix, q), query: query, out: newList(q, query)}
	n.unused()
	n.unsupported()
	n.aggregates()
	n.direction()
	n.otherNames()
	n.shown()
	n.otherDates()
	n.tables()
	n.naming()
	n.tests()
	n.distinct()
	n.groupKeys()
	return n.out.queries
}

// neighbourhood is a form with the clues that edits go by.
type neighbourhood struct {
	*clues
	query *form.Query
	out   *list
}

// edit proposes a copy that was changed.
func (n *neighbourhood) edit(e editor) {
	e.ix = n.ix
	n.out.add(e.query(n.query))
}

// used lists the columns of the form and of those inside it, each once.
func (n *neighbourhood) used() []int {
	var list []int
	e := editor{ix: n.ix, expr: func(x *form.Expr) {
		if x.Op == form.Column && x.Column > 0 && !slices.Contains(list, x.Column) {
			list = append(list, x.Column)
		}
	}}
	e.query(n.query)
	return list
}

// unused adds a condition for a value or period that nothing in the form uses.
func (n *neighbourhood) unused() {
	b := &builder{clues: n.clues}
	for _, v := range n.values {
		if !b.meant(v) || n.points(v) {
			continue
		}
		for _, i := range v.items[:min(2, len(v.items))] {
			item := n.q.Items[i]
			op := form.Equal
			if v.negated {
				op = form.NotEqual
			}
			n.also(compare(op, column(item.Column), item.Value))
		}
	}
	for _, p := range n.periods {
		if n.points(p) {
			continue
		}
		for _, t := range n.query.Tables {
			for _, d := range dates(n.ix, t)[:min(1, len(dates(n.ix, t)))] {
				n.also(&form.Cond{Op: form.During, Left: column(d), Values: []*form.Value{n.q.Items[p.items[0]].Value}})
			}
		}
	}
}

// points reports whether the form uses one of the items that words say.
func (n *neighbourhood) points(v *said) bool {
	found := false
	n.query.EachValue(func(o *form.Value, _ int) {
		for _, i := range v.items {
			item := n.q.Items[i]
			if o.Kind == form.Period && item.Kind == link.Period {
				found = found || o.Period == item.Value.Period
			} else if o.Kind == item.Value.Kind || o.Text == item.Text {
				found = found || o.Text == item.Text
			}
		}
	})
	if found {
		return true
	}
	for i := v.first; i < v.end; i++ { // or points at the words themselves
		n.query.EachValue(func(o *form.Value, _ int) { found = found || lower(o.Text) == n.low[i] })
	}
	return found
}

// also proposes the form with one more condition.
func (n *neighbourhood) also(cond *form.Cond) {
	c := *n.query
	if c.Where == nil {
		c.Where = cond
	} else if c.Where.Op == form.And {
		c.Where = &form.Cond{Op: form.And, Args: append(slices.Clone(c.Where.Args), cond)}
	} else {
		c.Where = &form.Cond{Op: form.And, Args: []*form.Cond{c.Where, cond}}
	}
	retable(n.ix, n.query, &c)
	n.out.add(&c)
}

// unsupported drops conditions whose value no word says.
func (n *neighbourhood) unsupported() {
	where := n.query.Where
	if where == nil {
		return
	}
	parts := []*form.Cond{where}
	if where.Op == form.And {
		parts = where.Args
	}
	for i, p := range parts {
		if n.supported(p) {
			continue
		}
		c := *n.query
		c.Where = joined(form.And, slices.Delete(slices.Clone(parts), i, i+1))
		retable(n.ix, n.query, &c)
		n.out.add(&c)
	}
}

// supported reports whether words say the value of a condition. One without a
// value is.
func (n *neighbourhood) supported(c *form.Cond) bool {
	ok := true
	inner := &form.Query{Where: c}
	inner.EachValue(func(v *form.Value, column int) {
		tokens, found := n.q.Point(v, column)
		if !found || tokens[0].Kind == form.ItemToken && n.q.Items[tokens[0].N].First < 0 {
			ok = false
		}
	})
	return ok
}

// aggregates changes an aggregate into one that the question says and the form
// does not have.
func (n *neighbourhood) aggregates() {
	has := map[form.Op]bool{}
	eachExpr(n.query, func(e *form.Expr) { has[e.Op] = true })
	for i := n.q.Context; i < len(n.low); i++ {
		want := form.Op(aggregateOf(n.low[i]))
		if n.low[i] == "many" && n.at(i-1) == "how" || n.low[i] == "number" && n.at(i+1) == "of" {
			want = form.Count
		}
		if want == "" || has[want] {
			continue
		}
		has[want] = true
		for _, from := range []form.Op{form.Sum, form.Avg, form.Count, form.Max, form.Min} {
			if has[from] && from != want {
				n.edit(editor{expr: func(e *form.Expr) {
					if e.Op != from {
						return
					}
					e.Op, e.Distinct = want, false
					if want == form.Count {
						e.Args = []*form.Expr{column(0)}
					}
				}})
			}
		}
	}
}

// direction turns an order round where the question says so.
func (n *neighbourhood) direction() {
	if len(n.query.Order) == 0 {
		return
	}
	desc, said := n.query.Order[0].Desc, false
	if n.extreme != nil {
		desc, said = n.extreme.desc, true
	}
	for _, s := range n.sorts {
		desc, said = s.desc, true
	}
	if said && desc == n.query.Order[0].Desc && (n.extreme == nil || n.extreme.about == "") {
		return
	}
	c := *n.query
	c.Order = slices.Clone(c.Order)
	c.Order[0].Desc = !c.Order[0].Desc
	n.out.add(&c)
}

// otherNames puts another column in the place of one, where the same words name
// it as well or better, or where no word names the one that is there.
func (n *neighbourhood) otherNames() {
	used := n.used()
	for _, c := range used {
		score, first, end := n.linked(c)
		for _, m := range n.mentions {
			for _, o := range m.columns[:min(3, len(m.columns))] {
				if o == c || slices.Contains(used, o) || n.ix.Columns[o].Kind != n.ix.Columns[c].Kind {
					continue
				}
				other, _, _ := n.linked(o)
				overlaps := first < m.end && m.first < end
				if score == 0 && other >= 2 && m.role != narrowing || overlaps && other >= score {
					n.swap(c, o)
				}
			}
		}
	}
}

// linked is how well the words name a column, and where they do.
func (n *neighbourhood) linked(c int) (score, first, end int) {
	for _, l := range n.q.Names {
		if l.Column && l.Number == c && l.First >= n.q.Context {
			if s := 2*(4-l.Kind) + min(l.End-l.First, 3) - 1; s > score {
				score, first, end = s, l.First, l.End
			}
		}
	}
	return score, first, end
}

// swap proposes the form with one column instead of another.
func (n *neighbourhood) swap(from, to int) {
	n.edit(editor{expr: func(e *form.Expr) {
		if e.Op == form.Column && e.Column == from && (e.Via == 0 || n.ix.Columns[from].Table == n.ix.Columns[to].Table) {
			e.Column = to
		}
	}})
}

// otherDates takes another date of the same table.
func (n *neighbourhood) otherDates() {
	for _, c := range n.used() {
		if n.ix.Columns[c].Kind != index.Time {
			continue
		}
		for _, d := range dates(n.ix, n.ix.Columns[c].Table) {
			if d != c {
				n.swap(c, d)
			}
		}
	}
}

// naming shows keys instead of names, and names instead of keys.
func (n *neighbourhood) naming() {
	for i, e := range n.query.Select {
		if e.Op != form.Column || e.Column == 0 {
			continue
		}
		t := &n.ix.Tables[n.ix.Columns[e.Column].Table]
		var others []int
		switch {
		case len(t.PrimaryKey) == 1 && t.PrimaryKey[0] == e.Column:
			others = t.Display
		case slices.Contains(t.Display, e.Column):
			others = t.PrimaryKey
		}
		if len(others) != 1 || others[0] == e.Column || slices.ContainsFunc(n.query.Select, func(o *form.Expr) bool { return o.Op == form.Column && o.Column == others[0] }) {
			continue
		}
		c := *n.query
		c.Select = slices.Clone(c.Select)
		shown := *e
		shown.Column = others[0]
		c.Select[i] = &shown
		if len(c.Group) > 0 && !slices.ContainsFunc(c.Group, func(o *form.Expr) bool { return sameExpr(o, &shown) }) {
			c.Group = append(slices.Clone(c.Group), &shown)
		}
		n.out.add(&c)
	}
}

// tests changes how a value is compared: equal or contained, is or is not.
func (n *neighbourhood) tests() {
	turns := map[form.CondOp]form.CondOp{form.Equal: form.NotEqual, form.NotEqual: form.Equal, form.Greater: form.GreaterEqual, form.GreaterEqual: form.Greater,
		form.Less: form.LessEqual, form.LessEqual: form.Less, form.IsNull: form.NotNull, form.NotNull: form.IsNull, form.In: form.NotIn, form.NotIn: form.In}
	denied := slices.ContainsFunc(n.low[n.q.Context:], func(w string) bool { return is(w, denials) })
	seen := 0
	editor{ix: n.ix, cond: func(c *form.Cond) {
		if _, ok := turns[c.Op]; ok {
			seen++
		}
	}}.query(n.query)
	for at := range seen {
		for _, contains := range []bool{true, false} {
			k := -1
			n.edit(editor{cond: func(c *form.Cond) {
				to, ok := turns[c.Op]
				if !ok {
					return
				}
				if k++; k != at {
					return
				}
				switch {
				case !contains:
					if c.Op == form.Equal && !denied {
						return
					}
					c.Op = to
				case c.Op == form.Equal && c.Right != nil && c.Right.Op == form.Literal && n.partly(c.Right.Value):
					*c = form.Cond{Op: form.Contains, Left: c.Left, Values: []*form.Value{c.Right.Value}}
				}
			}})
		}
	}
	n.edit(editor{cond: func(c *form.Cond) {
		if c.Op == form.Contains {
			*c = *compare(form.Equal, c.Left, c.Values[0])
		}
	}})
}

// partly reports whether a text is only resembled by the words, or is no
// stored value.
func (n *neighbourhood) partly(v *form.Value) bool {
	return v.Kind == form.Text && !slices.ContainsFunc(n.q.Items, func(i link.Item) bool { return i.Kind == link.Exact && i.Text == v.Text })
}

// distinct leaves out repeated rows, or counts each value once, and the other
// way round.
func (n *neighbourhood) distinct() {
	if len(n.query.Group) == 0 && !slices.ContainsFunc(n.query.Select, func(e *form.Expr) bool { return e.Op != form.Column }) {
		c := *n.query
		c.Distinct = !c.Distinct
		n.out.add(&c)
	}
	n.edit(editor{expr: func(e *form.Expr) {
		if e.Op == form.Count && e.Args[0].Op == form.Column && e.Args[0].Column > 0 {
			e.Distinct = !e.Distinct
		}
	}})
}
