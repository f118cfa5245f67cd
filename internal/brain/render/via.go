package render

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/fault"
)

// follow adds a copy of a table for every key that a column is reached
// through. Where the key leads to another table than the column's, the way
// goes on from there, in copies as well.
func (g *graph) follow(tree *Tree, q *form.Query) error {
	var failed error
	eachExpr(q, func(e *form.Expr) {
		if e.Op != form.Column || e.Via == 0 || failed != nil {
			return
		}
		if _, ok := tree.node(g.ix, e.Column, e.Via); ok {
			return
		}
		failed = g.followKey(tree, e)
	})
	return failed
}

func (g *graph) followKey(tree *Tree, e *form.Expr) error {
	key := keyOf(g.ix, e.Via, g.ix.Columns[e.Column].Table)
	if key == nil {
		return fault.New(fault.Validation, "%s leads to no other table", g.ix.Columns[e.Via].Name).
			WithHint("declare the foreign key in the database or in schema.yml")
	}
	at := tree.plain(g.ix.Columns[e.Via].Table)
	on := make([]Pair, len(key.From))
	for i := range key.From {
		on[i] = Pair{key.From[i], key.To[i]}
	}
	first := g.ix.Columns[key.To[0]].Table
	place := slices.IndexFunc(tree.Nodes, func(n Node) bool { return n.Via == e.Via && n.Table == first })
	if place < 0 {
		tree.Nodes = append(tree.Nodes, Node{Table: first, Via: e.Via, Parent: at, On: on})
		place = len(tree.Nodes) - 1
		if key.Inferred {
			tree.Inferred = append(tree.Inferred, on...)
		}
	}
	goal := g.ix.Columns[e.Column].Table
	if first == goal {
		return nil
	}
	steps, _, ok := g.grow(first, []int{first, goal})
	if !ok {
		return g.apart([]int{first, goal})
	}
	places := map[int]int{first: place}
	for _, s := range steps[1:] {
		tree.Nodes = append(tree.Nodes, Node{Table: s.e.to, Via: e.Via, Parent: places[s.from], On: s.e.on, Many: s.e.many})
		places[s.e.to] = len(tree.Nodes) - 1
		if s.e.inferred {
			tree.Inferred = append(tree.Inferred, s.e.on...)
		}
	}
	return nil
}

// keyOf is the key that the column belongs to; one that leads to the wanted
// table is preferred, then one of fewer columns.
func keyOf(ix *index.Index, column, wanted int) *index.Key {
	var found *index.Key
	better := func(k index.Key) bool {
		if found == nil {
			return true
		}
		a, b := ix.Columns[k.To[0]].Table == wanted, ix.Columns[found.To[0]].Table == wanted
		if a != b {
			return a
		}
		return len(k.From) < len(found.From)
	}
	for _, k := range ix.KeysAt(ix.Columns[column].Table) {
		if slices.Contains(k.From, column) && !(k.Inferred && len(k.From) > 1) && better(k) {
			found = &k
		}
	}
	return found
}

// plain is the place of a table that is joined plainly.
func (t Tree) plain(table int) int {
	return slices.IndexFunc(t.Nodes, func(n Node) bool { return n.Table == table && n.Via == 0 })
}

// node is the place of the table that a column is read from.
func (t Tree) node(ix *index.Index, column, via int) (int, bool) {
	i := slices.IndexFunc(t.Nodes, func(n Node) bool { return n.Table == ix.Columns[column].Table && n.Via == via })
	return i, i >= 0
}
