package render

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// onceEach makes rows in which a value counts once although a join repeats it:
// an order's total beside each of its lines is kept on the first line alone.
// It is nil when no aggregate of the query needs that.
func (b *block) onceEach() *sel {
	once := map[string][]*form.Expr{}
	read := b.figures()
	finer := func(nodes []int) bool { // another figure is of rows that these are repeated for
		return slices.ContainsFunc(read, func(other []int) bool {
			return slices.ContainsFunc(other, func(n int) bool { return !slices.Contains(nodes, n) })
		})
	}
	visit := func(e *form.Expr) {
		switch e.Op {
		case form.Sum, form.Avg, form.Median, form.Percentile, form.Stdev, form.Count:
		default:
			return
		}
		if e.Distinct || isNested(e) || position(b.q.Group, e.Args[0]) > 0 {
			return
		}
		nodes := b.figureOf(e)
		if len(nodes) == 0 || !b.repeatsRows(nodes) || !finer(nodes) && (e.Op == form.Count || !b.happens(nodes)) {
			return
		}
		identity, ok := b.identity(nodes)
		names := b.tableNames(nodes)
		if !ok {
			b.note(&b.notes.Doubled, names)
			return
		}
		b.note(&b.notes.Single, names)
		once[key(e.Args[0])] = identity
	}
	for _, e := range b.q.Select {
		walkExpr(e, visit)
	}
	walkCond(b.q.Having, visit)
	for _, o := range b.q.Order {
		walkExpr(o.By, visit)
	}
	if len(once) == 0 {
		return nil
	}
	return &sel{b: b, label: "once", group: b.q.Group, once: once}
}

// figures lists, for each figure of the query, the tables that it is of.
func (b *block) figures() [][]int {
	var list [][]int
	visit := func(e *form.Expr) {
		if isAggregate(e) && !isNested(e) {
			list = append(list, b.figureOf(e))
		}
	}
	for _, e := range b.q.Select {
		walkExpr(e, visit)
	}
	walkCond(b.q.Having, visit)
	return list
}

// figureOf lists the tables that an aggregate is of. Counting rows under a
// condition is of all tables, as counting rows is.
func (b *block) figureOf(e *form.Expr) []int {
	arg := e.Args[0]
	if e.Op == form.Count && arg.Op == form.If {
		arg = arg.Args[0]
	}
	return b.nodesOf(arg)
}

// happens reports whether the rows are events, each with its time and its
// place among others. A price on a list counts as often as it is used; the
// total of an order does not.
func (b *block) happens(nodes []int) bool {
	for _, n := range nodes {
		var time, foreign bool
		for _, c := range b.ix.Tables[b.tree.Nodes[n].Table].Columns {
			time = time || b.ix.Columns[c].Kind == index.Time
			foreign = foreign || b.ix.Columns[c].Foreign
		}
		if !time || !foreign {
			return false
		}
	}
	return true
}

// firstOnly writes a value on the first of the rows that repeat it.
func (s *sel) firstOnly(sql string, identity []*form.Expr) string {
	var parts []string
	for _, e := range append(slices.Clone(s.group), identity...) {
		if p := s.read(e); !isConstant(e) && !slices.Contains(parts, p) {
			parts = append(parts, p)
		}
	}
	return "CASE WHEN ROW_NUMBER() OVER (PARTITION BY " + strings.Join(parts, ", ") + ") = 1 THEN " + sql + " END"
}

// nodesOf lists the tables whose columns an expression reads.
func (b *block) nodesOf(e *form.Expr) []int {
	var list []int
	walkExpr(e, func(x *form.Expr) {
		if x.Op != form.Column || x.Column == 0 {
			return
		}
		if n, ok := b.tree.node(b.ix, x.Column, x.Via); ok && !slices.Contains(list, n) {
			list = append(list, n)
		}
	})
	return b.spanTables(list)
}

// spanTables adds the tables that lie between the given ones.
func (b *block) spanTables(nodes []int) []int {
	if len(nodes) < 2 {
		return nodes
	}
	above := func(n int) []int {
		var path []int
		for ; n >= 0; n = b.tree.Nodes[n].Parent {
			path = append(path, n)
		}
		return path
	}
	count := map[int]int{}
	for _, n := range nodes {
		for _, a := range above(n) {
			count[a]++
		}
	}
	var list []int
	top := -1 // the lowest table that all of them hang from
	for n := range b.tree.Nodes {
		if count[n] == len(nodes) {
			top = n // children come after their parents
		}
	}
	for n := range b.tree.Nodes {
		if n == top || count[n] > 0 && count[n] < len(nodes) {
			list = append(list, n)
		}
	}
	return list
}

// repeatsRows reports whether the joins give several rows for one row of the
// given tables.
func (b *block) repeatsRows(nodes []int) bool {
	in := map[int]bool{}
	for _, n := range nodes {
		in[n] = true
	}
	for n, node := range b.tree.Nodes { // within a group there is one row of a table whose key is grouped by
		in[n] = in[n] || slices.ContainsFunc(b.q.Group, func(e *form.Expr) bool {
			return e.Op == form.Column && e.Via == node.Via && b.ix.Columns[e.Column].Table == node.Table && tellsApart(b.ix, e.Column)
		})
	}
	for grown := true; grown; {
		grown = false
		for n, node := range b.tree.Nodes {
			p := node.Parent
			switch {
			case p < 0 || in[n] == in[p]:
			case in[p] && !node.Many:
				in[n], grown = true, true
			case in[n] && !b.manyAbove(node):
				in[p], grown = true, true
			}
			if !in[n] && b.pinsRow(n, in) {
				in[n], grown = true, true
			}
		}
	}
	for n := range b.tree.Nodes {
		if !in[n] {
			return true
		}
	}
	return false
}

// pinsRow reports whether rows of tables that are in decide the whole key of a
// table's row, as those on both sides of a bridge do.
func (b *block) pinsRow(n int, in map[int]bool) bool {
	var decided []int
	for m, node := range b.tree.Nodes {
		for _, p := range node.On {
			switch {
			case m == n && in[node.Parent]:
				decided = append(decided, p.Right)
			case node.Parent == n && in[m]:
				decided = append(decided, p.Left)
			}
		}
	}
	g := graph{ix: b.ix}
	return len(decided) > 0 && g.unique(decided)
}

// manyAbove reports whether a row of the table may meet several of its parent.
func (b *block) manyAbove(n Node) bool {
	g := graph{ix: b.ix}
	columns := make([]int, len(n.On))
	for i, p := range n.On {
		columns[i] = p.Left
	}
	return !g.unique(columns)
}

// identity lists the columns that tell rows of the tables apart.
func (b *block) identity(nodes []int) ([]*form.Expr, bool) {
	var list []*form.Expr
	for _, n := range nodes {
		node := b.tree.Nodes[n]
		primary := b.ix.Tables[node.Table].PrimaryKey
		if once := b.once(n); len(once) > 0 {
			primary = once[:1]
		}
		if len(primary) == 0 {
			for _, c := range b.ix.Tables[node.Table].Columns {
				if tellsApart(b.ix, c) {
					primary = []int{c}
					break
				}
			}
		}
		if len(primary) == 0 {
			return nil, false
		}
		for _, c := range primary {
			list = append(list, &form.Expr{Op: form.Column, Column: c, Via: node.Via})
		}
	}
	return list, true
}

func (b *block) tableNames(nodes []int) string {
	var names []string
	for _, n := range nodes {
		names = append(names, b.ix.Tables[b.tree.Nodes[n].Table].Name)
	}
	return strings.Join(names, ", ")
}

func (b *block) note(list *[]string, s string) {
	if !slices.Contains(*list, s) {
		*list = append(*list, s)
	}
}
