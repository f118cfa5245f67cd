package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// Crossing is a join that puts rows beside each other which have nothing to do
// with each other, only because both belong to the same row of a third table:
// the orders of a region, and the campaigns of that region.
type Crossing struct {
	Of, By int     // the tables
	At     int     // the table that rows of both belong to
	What   Crossed // what is told of the one by the other
}

// Crossed is what a crossing does.
type Crossed uint8

const (
	Grouped  Crossed = iota // a figure of the one is given for each of the other
	Counted                 // pairs of rows are counted
	Narrowed                // rows of the one are kept where the other has some
	Listed                  // rows of both are listed side by side
)

// Crossings lists the crossings of a query, without those of queries inside it.
// Where several rows of one table seldom belong to one of the third, or one of
// them holds at a time, there is none.
func Crossings(ix *index.Index, q *form.Query) []Crossing {
	tree, err := Plan(ix, q)
	if err != nil || len(tree.Nodes) < 3 {
		return nil
	}
	w := &crossings{ix: ix, tree: tree}
	w.find(q)
	return w.list
}

// Table says a table, or rows of it, in plain words.
func Table(ix *index.Index, table int, several bool) string {
	words := strings.Join(ix.Tables[table].Words, " ")
	if several {
		return english.Plural(words)
	}
	return english.Singular(words)
}

type crossings struct {
	ix   *index.Index
	tree Tree
	list []Crossing
}

func (w *crossings) find(q *form.Query) {
	groups, tests := w.nodes(slices.DeleteFunc(slices.Clone(q.Group), w.ofBoth)...), w.testedNodes(q.Where)
	figures := 0
	visit := func(e *form.Expr) {
		if !isAggregate(e) || isNested(e) {
			return
		}
		figures++
		of := w.nodes(e.Args...)
		if e.Op == form.Count && len(of) == 0 {
			if e.Args[0].Op != form.Groups && q.Keep == form.NoTable {
				w.add(Counted, w.all(), w.nodes(q.Group...))
				w.add(Counted, w.all(), w.all())
			}
			return
		}
		w.add(Grouped, of, without(groups, of))
		w.add(Narrowed, of, without(tests, of))
	}
	for _, e := range q.Select {
		walkExpr(e, visit)
	}
	walkCond(q.Having, visit)
	for _, o := range q.Order {
		walkExpr(o.By, visit)
	}
	if figures == 0 {
		shown := w.nodes(q.Select...)
		w.add(Narrowed, shown, tests)
		w.add(Listed, shown, shown)
	}
}

// ofBoth is true for a group that belongs to either side of a crossing: a key,
// which the third table has as well, and a number that stands beside the figure.
func (w *crossings) ofBoth(e *form.Expr) bool {
	return e.Op == form.Column && e.Column > 0 && (w.ix.Columns[e.Column].Foreign || w.ix.Columns[e.Column].Measure)
}

func without(list, others []int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(n int) bool { return slices.Contains(others, n) })
}

// nodes lists the places in the tree that the columns of expressions are of.
func (w *crossings) nodes(list ...*form.Expr) []int {
	var nodes []int
	for _, e := range list {
		walkExpr(e, func(x *form.Expr) { nodes = w.place(nodes, x) })
	}
	return nodes
}

func (w *crossings) testedNodes(c *form.Cond) []int {
	var nodes []int
	walkCond(c, func(x *form.Expr) { nodes = w.place(nodes, x) })
	return nodes
}

func (w *crossings) place(nodes []int, e *form.Expr) []int {
	if e.Op != form.Column || e.Column == 0 {
		return nodes
	}
	if n, ok := w.tree.node(w.ix, e.Column, e.Via); ok && !slices.Contains(nodes, n) {
		nodes = append(nodes, n)
	}
	return nodes
}

// add keeps the ways between the places that go up to a table and down again.
func (w *crossings) add(what Crossed, of, by []int) {
	for _, a := range of {
		for _, b := range by {
			if at, ok := w.turn(a, b); ok {
				c := Crossing{Of: w.tree.Nodes[a].Table, By: w.tree.Nodes[b].Table, At: w.tree.Nodes[at].Table, What: what}
				if !slices.Contains(w.list, c) {
					w.list = append(w.list, c)
				}
			}
		}
	}
}

// turn is the place on the way from one table to another from which rows are
// many again, after they had become one.
func (w *crossings) turn(from, to int) (int, bool) {
	climbed := false
	for _, s := range w.way(from, to) {
		switch {
		case s.many && s.back: // nobody knows
		case s.many && climbed && w.several(s):
			return s.from, true
		case s.back:
			climbed = true
		}
	}
	return 0, false
}

// stride is one join of a way through the tree.
type stride struct {
	from, to   int
	key        []int // the columns of the table that it leads to
	many, back bool  // a row meets several of that table; a row of that meets several
}

// way is the joins from one place to another.
func (w *crossings) way(from, to int) []stride {
	depth := func(n int) int {
		d := 0
		for ; n >= 0; n = w.tree.Nodes[n].Parent {
			d++
		}
		return d
	}
	var up, down []stride
	for from != to {
		if depth(from) >= depth(to) {
			s := w.upward(from)
			up, from = append(up, s), s.to
			continue
		}
		s := w.upward(to)
		down = append(down, stride{from: s.to, to: s.from, key: w.columns(to, false), many: s.back, back: s.many})
		to = s.to
	}
	slices.Reverse(down)
	return append(up, down...)
}

func (w *crossings) upward(n int) stride {
	key := w.columns(n, true)
	g := graph{ix: w.ix}
	return stride{from: n, to: w.tree.Nodes[n].Parent, key: key, many: !g.unique(key), back: w.tree.Nodes[n].Many}
}

// columns are those that a place is joined by: its own, or its parent's.
func (w *crossings) columns(n int, parent bool) []int {
	var list []int
	for _, p := range w.tree.Nodes[n].On {
		if parent {
			list = append(list, p.Left)
		} else {
			list = append(list, p.Right)
		}
	}
	return list
}

// several is false where a row seldom meets more than one, as far as is known,
// or where the others are what held before.
func (w *crossings) several(s stride) bool {
	t := &w.ix.Tables[w.tree.Nodes[s.to].Table]
	var from, until bool
	for _, c := range t.Columns {
		if column := &w.ix.Columns[c]; column.Kind == index.Time {
			from = from || slices.Contains(column.Words, "from")
			until = until || slices.Contains(column.Words, "to") || slices.Contains(column.Words, "until")
		}
	}
	if from && until {
		return false
	}
	values := 0
	for _, c := range s.key {
		values = max(values, w.ix.Columns[c].Distinct)
	}
	return t.Rows <= 0 || values == 0 || float64(t.Rows) >= severalRows*float64(values)
}

// severalRows is how many rows there are for one of another table, on average,
// where they are several.
const severalRows = 1.5

// all lists the places, those of the most rows first.
func (w *crossings) all() []int {
	list := make([]int, len(w.tree.Nodes))
	for n := range list {
		list[n] = n
	}
	rows := func(n int) int64 { return w.ix.Tables[w.tree.Nodes[n].Table].Rows }
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(rows(b), rows(a)) })
	return list
}
