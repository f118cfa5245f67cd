package render

import (
	"cmp"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/fault"
)

// What a step of a tree costs. A key that nobody declared is a guess, and a
// table that the form names is better than one that it does not.
const (
	explicitCost = 0.01
	declaredCost = 1.0
	inferredCost = 1.6
	unnamedCost  = 0.05
	noDifference = 1e-9
)

// Tree is how tables are joined.
type Tree struct {
	Nodes    []Node // each after its parent; the first is the root
	Added    []int  // tables that the form does not name
	Inferred []Pair // equalities that rest on a key which nobody declared
}

// Node is a table in a tree.
type Node struct {
	Table  int
	Via    int    // the key column that leads to this copy of the table, 0 for the plain join
	Parent int    // place in Nodes, -1 for the root
	On     []Pair // column of the parent, column of this table
	Many   bool   // a row of the parent may meet several rows of this table
}

// Pair is two columns that are equal.
type Pair struct{ Left, Right int }

// Plan finds the joins between the tables of a query: those that it names and
// those of its columns.
func Plan(ix *index.Index, q *form.Query) (Tree, error) {
	if err := check(ix, q); err != nil {
		return Tree{}, err
	}
	return newGraph(ix, q.Joins).plan(q)
}

// Minimal is the smallest part of the query's tables from which Plan restores
// the joins that it finds for all of them.
func Minimal(ix *index.Index, q *form.Query) []int {
	if check(ix, q) != nil {
		return q.Tables
	}
	g := newGraph(ix, q.Joins)
	full, err := g.plan(q)
	if err != nil {
		return q.Tables
	}
	need := map[int]bool{}
	if q.Keep != form.NoTable {
		need[q.Keep] = true
	}
	for _, t := range g.columnTables(q) {
		need[t] = true
	}
	var kept, extra []int
	for _, t := range full.tables() {
		if need[t] {
			kept = append(kept, t)
		} else {
			extra = append(extra, t)
		}
	}
	want := full.edges()
	for size := range len(extra) + 1 {
		if size+len(kept) == 0 {
			continue
		}
		for _, more := range combinations(extra, size) {
			tables := slices.Sorted(slices.Values(append(slices.Clone(kept), more...)))
			smaller := *q
			smaller.Tables = tables
			tree, err := g.plan(&smaller)
			if err == nil && slices.Equal(tree.edges(), want) && slices.Equal(tree.tables(), full.tables()) {
				return tables
			}
		}
	}
	return q.Tables
}

// tables lists the tables of the plain joins, ascending.
func (t Tree) tables() []int {
	var list []int
	for _, n := range t.Nodes {
		if n.Via == 0 {
			list = append(list, n.Table)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// edges lists the equalities of the plain joins in an order of their own.
func (t Tree) edges() []Pair {
	var list []Pair
	for _, n := range t.Nodes {
		if n.Via != 0 {
			continue
		}
		for _, p := range n.On {
			list = append(list, Pair{min(p.Left, p.Right), max(p.Left, p.Right)})
		}
	}
	slices.SortFunc(list, func(a, b Pair) int { return cmp.Or(a.Left-b.Left, a.Right-b.Right) })
	return list
}

// combinations lists the subsets of the given size, those with early members
// first.
func combinations(list []int, size int) [][]int {
	if size == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i := range list {
		for _, rest := range combinations(list[i+1:], size-1) {
			all = append(all, append([]int{list[i]}, rest...))
		}
	}
	return all
}

// edge is a way from one table to another.
type edge struct {
	to       int
	on       []Pair
	cost     float64
	many     bool // a row of the one table may meet several of the other
	manyBack bool // the same the other way round
	inferred bool
}

func (e edge) reverse(from int) edge {
	return edge{to: from, on: reversePairs(e.on), cost: e.cost, many: e.manyBack, manyBack: e.many, inferred: e.inferred}
}

func reversePairs(on []Pair) []Pair {
	back := make([]Pair, len(on))
	for i, p := range on {
		back[i] = Pair{p.Right, p.Left}
	}
	return back
}

// graph is the tables of a database with the keys between them. The ways from a
// table are found when a search comes to it.
type graph struct {
	ix            *index.Index
	said          map[[2]int][]Pair // joins that the form names, by their tables, the lower first
	explicit, adj map[int][]edge
}

func newGraph(ix *index.Index, explicit []form.Join) *graph {
	g := &graph{ix: ix, said: map[[2]int][]Pair{}, explicit: map[int][]edge{}, adj: map[int][]edge{}}
	var order [][2]int
	for _, j := range explicit {
		a, b := ix.Columns[j.Left].Table, ix.Columns[j.Right].Table
		pair := Pair{j.Left, j.Right}
		if a > b {
			a, b, pair = b, a, Pair{j.Right, j.Left}
		}
		if a == b {
			continue
		}
		k := [2]int{a, b}
		if g.said[k] == nil {
			order = append(order, k)
		}
		g.said[k] = append(g.said[k], pair)
	}
	for _, k := range order {
		e := g.edge(k[1], g.said[k], explicitCost, false)
		g.explicit[k[0]] = append(g.explicit[k[0]], e)
		g.explicit[k[1]] = append(g.explicit[k[1]], e.reverse(k[0]))
	}
	return g
}

// edges lists the ways from a table: those that the form names, then keys.
func (g *graph) edges(table int) []edge {
	if list, ok := g.adj[table]; ok {
		return list
	}
	list := slices.Clone(g.explicit[table])
	for _, k := range g.ix.KeysAt(table) {
		a, b := g.ix.Columns[k.From[0]].Table, g.ix.Columns[k.To[0]].Table
		if a == b || g.said[[2]int{min(a, b), max(a, b)}] != nil {
			continue
		}
		on := make([]Pair, len(k.From))
		for n := range k.From {
			on[n] = Pair{k.From[n], k.To[n]}
		}
		cost := declaredCost
		if k.Inferred {
			cost = inferredCost
		}
		e := g.edge(b, on, cost, k.Inferred)
		if b == table {
			e = e.reverse(a)
		}
		list = append(list, e)
	}
	g.adj[table] = list
	return list
}

func (g *graph) edge(to int, on []Pair, cost float64, inferred bool) edge {
	left, right := make([]int, len(on)), make([]int, len(on))
	for i, p := range on {
		left[i], right[i] = p.Left, p.Right
	}
	return edge{to, on, cost, !g.unique(right), !g.unique(left), inferred}
}

// unique reports whether no two rows agree in the columns.
func (g *graph) unique(columns []int) bool {
	table := g.ix.Columns[columns[0]].Table
	primary := g.ix.Tables[table].PrimaryKey
	if len(primary) > 0 && !slices.ContainsFunc(primary, func(p int) bool { return !slices.Contains(columns, p) }) {
		return true
	}
	if slices.ContainsFunc(g.ix.KeysAt(table), func(k index.Key) bool {
		return k.Inferred && len(k.To) > 1 && !slices.ContainsFunc(k.To, func(c int) bool { return !slices.Contains(columns, c) })
	}) {
		return true // such keys lead to combinations that differ
	}
	return slices.ContainsFunc(columns, func(c int) bool { return tellsApart(g.ix, c) })
}

// tellsApart reports whether no two rows have the same value in a column: that
// is declared, the data show it, or keys of others that were found in the data
// lead to it.
func tellsApart(ix *index.Index, column int) bool {
	c := &ix.Columns[column]
	if c.Unique || c.Table < 0 {
		return c.Unique
	}
	rows, key := ix.Tables[c.Table].Rows, ix.LeadsTo(column)
	if c.Distinct <= 0 || rows <= 0 {
		return key
	}
	named := c.Kind != index.Time && !c.Measure // amounts may differ by chance, and counts are estimates
	return named && int64(c.Distinct) >= rows || key && float64(c.Distinct) >= likelyKey*float64(rows)
}

// likelyKey is how many of the values of a key must be seen to differ, as
// counts of large tables are estimates.
const likelyKey = 0.95

// columnTables lists the tables that the query's own columns need, without
// those that are reached through a key of their own.
func (g *graph) columnTables(q *form.Query) []int {
	var list []int
	eachExpr(q, func(e *form.Expr) {
		switch {
		case e.Op != form.Column || e.Column == 0:
		case e.Via != 0:
			list = append(list, g.ix.Columns[e.Via].Table)
		default:
			list = append(list, g.ix.Columns[e.Column].Table)
		}
	})
	return list
}

func (g *graph) plan(q *form.Query) (Tree, error) {
	named := append(slices.Clone(q.Tables), g.columnTables(q)...)
	if q.Keep != form.NoTable {
		named = append(named, q.Keep)
	}
	slices.Sort(named)
	named = slices.Compact(named)
	if len(named) == 0 {
		return Tree{}, fault.New(fault.Validation, "the reading names no table").WithHint("say what to look at")
	}
	steps, ok := g.steiner(named)
	if !ok {
		return Tree{}, g.apart(named)
	}
	var tree Tree
	tree.Nodes = rootAt(steps, g.root(steps, q.Keep))
	for _, n := range tree.Nodes {
		if !slices.Contains(named, n.Table) {
			tree.Added = append(tree.Added, n.Table)
		}
	}
	for _, s := range steps {
		if s.e.inferred {
			tree.Inferred = append(tree.Inferred, s.e.on...)
		}
	}
	slices.Sort(tree.Added)
	return tree, g.follow(&tree, q)
}

func (g *graph) apart(named []int) error {
	first, other := g.ix.Tables[named[0]].Name, ""
	for _, t := range named[1:] {
		if _, ok := g.steiner([]int{named[0], t}); !ok {
			other = g.ix.Tables[t].Name
			break
		}
	}
	return fault.New(fault.Validation, "no key leads from %s to %s", first, other).
		WithHint("declare the foreign key in the database or in schema.yml")
}

// step is an edge of a tree with the table that it starts from.
type step struct {
	from int
	e    edge
}

// treeSteps is a tree in the order in which it was found. The first step only
// names the root.
type treeSteps []step

// steiner finds a small tree that holds the tables: from every one of them as
// the root the nearest missing table is added until none is missing, and the
// cheapest tree is taken.
func (g *graph) steiner(need []int) (treeSteps, bool) {
	var best treeSteps
	bestCost, found := 0.0, false
	for _, root := range need {
		steps, cost, ok := g.grow(root, need)
		if ok && (!found || cost < bestCost-noDifference) {
			best, bestCost, found = steps, cost, true
		}
	}
	return best, found
}

func (g *graph) grow(root int, need []int) (treeSteps, float64, bool) {
	inTree := map[int]bool{root: true}
	steps := treeSteps{{e: edge{to: root}, from: -1}}
	total := 0.0
	for {
		missing := slices.DeleteFunc(slices.Clone(need), func(t int) bool { return inTree[t] })
		if len(missing) == 0 {
			return steps, total, true
		}
		dist, prev := g.distances(inTree, need)
		nearest := -1
		for _, t := range missing {
			if d, ok := dist[t]; ok && (nearest < 0 || d < dist[nearest]-noDifference) {
				nearest = t
			}
		}
		if nearest < 0 {
			return nil, 0, false
		}
		total += dist[nearest]
		var path []step
		for t := nearest; !inTree[t]; t = prev[t].from {
			path = append(path, prev[t])
		}
		slices.Reverse(path)
		for _, s := range path {
			inTree[s.e.to] = true
			steps = append(steps, s)
		}
	}
}

// distances is Dijkstra's search from all tables of the tree at once, as far as
// the nearest table that is missing.
func (g *graph) distances(inTree map[int]bool, need []int) (map[int]float64, map[int]step) {
	dist, prev, todo := map[int]float64{}, map[int]step{}, map[int]bool{}
	nearest := -1.0 // of the tables that are missing
	for t := range inTree {
		dist[t], todo[t] = 0, true
	}
	for len(todo) > 0 {
		u := -1
		for t := range todo {
			if u < 0 || dist[t] < dist[u] || dist[t] == dist[u] && t < u {
				u = t
			}
		}
		delete(todo, u)
		if nearest >= 0 && dist[u] > nearest+noDifference {
			break // whatever is missing is farther away
		}
		if !inTree[u] && slices.Contains(need, u) && nearest < 0 {
			nearest = dist[u]
		}
		for _, e := range g.edges(u) {
			d := dist[u] + e.cost
			if !slices.Contains(need, e.to) {
				d += unnamedCost
			}
			if old, ok := dist[e.to]; !ok || d < old-noDifference {
				dist[e.to], prev[e.to], todo[e.to] = d, step{u, e}, true
			}
		}
	}
	return dist, prev
}

// root is the table to start from: the one that keeps its rows, else the one
// whose rows no join multiplies, else the first.
func (g *graph) root(steps treeSteps, keep int) int {
	if keep != form.NoTable {
		return keep
	}
	for _, s := range steps {
		nodes := rootAt(steps, s.e.to)
		if !slices.ContainsFunc(nodes, func(n Node) bool { return n.Many }) {
			return s.e.to
		}
	}
	return steps[0].e.to
}

// rootAt turns the tree so that it hangs from the given table.
func rootAt(steps treeSteps, root int) []Node {
	links := map[int][]edge{}
	for _, s := range steps[1:] {
		links[s.from] = append(links[s.from], s.e)
		links[s.e.to] = append(links[s.e.to], s.e.reverse(s.from))
	}
	nodes := []Node{{Table: root, Parent: -1}}
	at := map[int]bool{root: true}
	for i := 0; i < len(nodes); i++ {
		for _, e := range links[nodes[i].Table] {
			if !at[e.to] {
				at[e.to] = true
				nodes = append(nodes, Node{Table: e.to, Parent: i, On: e.on, Many: e.many})
			}
		}
	}
	return nodes
}
