package search

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// Neighbours lists small edits of a form that often repair it, the likeliest
// first. All of them can be written for the question.
func Neighbours(ix *index.Index, q *link.Question, query *form.Query) []*form.Query {
	n := &neighbourhood{Clues: clue.Read(ix, q), query: query, out: newList(q, query)}
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
	*clue.Clues
	query *form.Query
	out   *list
}

// edit proposes a copy that was changed.
func (n *neighbourhood) edit(e edit.Editor) {
	e.Index = n.Index
	n.out.add(e.Copy(n.query))
}

// used lists the columns of the form and of those inside it, each once.
func (n *neighbourhood) used() []int {
	var list []int
	e := edit.Editor{Index: n.Index, Expr: func(x *form.Expr) {
		if x.Op == form.Column && x.Column > 0 && !slices.Contains(list, x.Column) {
			list = append(list, x.Column)
		}
	}}
	e.Copy(n.query)
	return list
}

// unused adds a condition for a value or period that nothing in the form uses.
func (n *neighbourhood) unused() {
	b := &builder{Clues: n.Clues}
	for _, v := range n.Values {
		if !b.meant(v) || n.points(v) {
			continue
		}
		for _, i := range v.Items[:min(2, len(v.Items))] {
			item := n.Question.Items[i]
			op := form.Equal
			if v.Negated {
				op = form.NotEqual
			}
			n.also(edit.Compare(op, edit.Column(item.Column), item.Value))
		}
	}
	for _, p := range n.Periods {
		if n.points(p) {
			continue
		}
		for _, t := range n.query.Tables {
			for _, d := range clue.Dates(n.Index, t)[:min(1, len(clue.Dates(n.Index, t)))] {
				n.also(&form.Cond{Op: form.During, Left: edit.Column(d), Values: []*form.Value{n.Question.Items[p.Items[0]].Value}})
			}
		}
	}
}

// points reports whether the form uses one of the items that words say.
func (n *neighbourhood) points(v *clue.Phrase) bool {
	found := false
	n.query.EachValue(func(o *form.Value, _ int) {
		for _, i := range v.Items {
			item := n.Question.Items[i]
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
	for i := v.First; i < v.End; i++ { // or points at the words themselves
		n.query.EachValue(func(o *form.Value, _ int) { found = found || strings.ToLower(o.Text) == n.Low[i] })
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
	edit.Retable(n.Index, n.query, &c)
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
		c.Where = edit.Join(form.And, slices.Delete(slices.Clone(parts), i, i+1))
		edit.Retable(n.Index, n.query, &c)
		n.out.add(&c)
	}
}

// supported reports whether words say the value of a condition. One without a
// value is.
func (n *neighbourhood) supported(c *form.Cond) bool {
	ok := true
	inner := &form.Query{Where: c}
	inner.EachValue(func(v *form.Value, column int) {
		tokens, found := n.Question.Point(v, column)
		if !found || tokens[0].Kind == form.ItemToken && n.Question.Items[tokens[0].N].First < 0 {
			ok = false
		}
	})
	return ok
}

// aggregates changes an aggregate into one that the question says and the form
// does not have.
func (n *neighbourhood) aggregates() {
	has := map[form.Op]bool{}
	edit.EachOwnExpr(n.query, func(e *form.Expr) { has[e.Op] = true })
	for i := n.Question.Context; i < len(n.Low); i++ {
		want := form.Op(clue.AggregateOf(n.Low[i]))
		if n.Low[i] == "many" && n.At(i-1) == "how" || n.Low[i] == "number" && n.At(i+1) == "of" {
			want = form.Count
		}
		if want == "" || has[want] {
			continue
		}
		has[want] = true
		for _, from := range []form.Op{form.Sum, form.Avg, form.Count, form.Max, form.Min} {
			if has[from] && from != want {
				n.edit(edit.Editor{Expr: func(e *form.Expr) {
					if e.Op != from {
						return
					}
					e.Op, e.Distinct = want, false
					if want == form.Count {
						e.Args = []*form.Expr{edit.Column(0)}
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
	if n.Extreme != nil {
		desc, said = n.Extreme.Desc, true
	}
	for _, s := range n.Sorts {
		desc, said = s.Desc, true
	}
	if said && desc == n.query.Order[0].Desc && (n.Extreme == nil || n.Extreme.About == "") {
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
		for _, m := range n.Mentions {
			for _, o := range m.Columns[:min(3, len(m.Columns))] {
				if o == c || slices.Contains(used, o) || n.Index.Columns[o].Kind != n.Index.Columns[c].Kind {
					continue
				}
				other, _, _ := n.linked(o)
				overlaps := first < m.End && m.First < end
				if score == 0 && other >= 2 && m.Role != clue.Narrowing || overlaps && other >= score {
					n.swap(c, o)
				}
			}
		}
	}
}

// linked is how well the words name a column, and where they do.
func (n *neighbourhood) linked(c int) (score, first, end int) {
	for _, l := range n.Question.Names {
		if l.Column && l.Number == c && l.First >= n.Question.Context {
			if s := 2*(4-l.Kind) + min(l.End-l.First, 3) - 1; s > score {
				score, first, end = s, l.First, l.End
			}
		}
	}
	return score, first, end
}

// swap proposes the form with one column instead of another.
func (n *neighbourhood) swap(from, to int) {
	n.edit(edit.Editor{Expr: func(e *form.Expr) {
		if e.Op == form.Column && e.Column == from && (e.Via == 0 || n.Index.Columns[from].Table == n.Index.Columns[to].Table) {
			e.Column = to
		}
	}})
}

// otherDates takes another date of the same table.
func (n *neighbourhood) otherDates() {
	for _, c := range n.used() {
		if n.Index.Columns[c].Kind != index.Time {
			continue
		}
		for _, d := range clue.Dates(n.Index, n.Index.Columns[c].Table) {
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
		t := &n.Index.Tables[n.Index.Columns[e.Column].Table]
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
		if len(c.Group) > 0 && !slices.ContainsFunc(c.Group, func(o *form.Expr) bool { return edit.SameExpr(o, &shown) }) {
			c.Group = append(slices.Clone(c.Group), &shown)
		}
		n.out.add(&c)
	}
}

// tests changes how a value is compared: equal or contained, is or is not.
func (n *neighbourhood) tests() {
	turns := map[form.CondOp]form.CondOp{form.Equal: form.NotEqual, form.NotEqual: form.Equal, form.Greater: form.GreaterEqual, form.GreaterEqual: form.Greater,
		form.Less: form.LessEqual, form.LessEqual: form.Less, form.IsNull: form.NotNull, form.NotNull: form.IsNull, form.In: form.NotIn, form.NotIn: form.In}
	denied := slices.ContainsFunc(n.Low[n.Question.Context:], func(w string) bool { return clue.Is(w, clue.Denials) })
	seen := 0
	edit.Editor{Index: n.Index, Cond: func(c *form.Cond) {
		if _, ok := turns[c.Op]; ok {
			seen++
		}
	}}.Copy(n.query)
	for at := range seen {
		for _, contains := range []bool{true, false} {
			k := -1
			n.edit(edit.Editor{Cond: func(c *form.Cond) {
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
	n.edit(edit.Editor{Cond: func(c *form.Cond) {
		if c.Op == form.Contains {
			*c = *edit.Compare(form.Equal, c.Left, c.Values[0])
		}
	}})
}

// partly reports whether a text is only resembled by the words, or is no
// stored value.
func (n *neighbourhood) partly(v *form.Value) bool {
	return v.Kind == form.Text && !slices.ContainsFunc(n.Question.Items, func(i link.Item) bool { return i.Kind == link.Exact && i.Text == v.Text })
}

// distinct leaves out repeated rows, or counts each value once, and the other
// way round.
func (n *neighbourhood) distinct() {
	if len(n.query.Group) == 0 && !slices.ContainsFunc(n.query.Select, func(e *form.Expr) bool { return e.Op != form.Column }) {
		c := *n.query
		c.Distinct = !c.Distinct
		n.out.add(&c)
	}
	n.edit(edit.Editor{Expr: func(e *form.Expr) {
		if e.Op == form.Count && e.Args[0].Op == form.Column && e.Args[0].Column > 0 {
			e.Distinct = !e.Distinct
		}
	}})
}
