package readback

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
)

// way is how the sources of a relation hang together.
type way struct {
	sources []*source
	links   []link
	via     map[*source]int // the key that leads to a source, where it is not the plain one of its table
	keep    int
	keeper  *source
	only    map[*source][]*node // conditions under which rows of an outer-joined source count
	rest    []*node             // conditions that do not join
}

// link is an equality of columns of two sources.
type link struct {
	left, right *node
}

func (l link) pair() [2]int {
	return [2]int{min(l.left.column, l.right.column), max(l.left.column, l.right.column)}
}

func asLink(e *node) (link, bool) {
	if e.kind != kBinary || e.text != "=" {
		return link{}, false
	}
	x, y := e.args[0], e.args[1]
	return link{x, y}, x.kind == kColumn && y.kind == kColumn && x.source != y.source
}

// wayOf sorts out conditions that join, and gives every source a way.
func (b *builder) wayOf(r *relation) *way {
	w := &way{sources: r.from, via: map[*source]int{}, keep: form.NoTable, only: map[*source][]*node{}}
	if len(r.from) == 0 {
		refuse("no table", "")
	}
	here := func(n *node) bool { return slices.Contains(r.from, n.source) }
	for _, e := range r.where {
		if l, ok := asLink(e); ok {
			if !here(l.left) || !here(l.right) {
				refuse("correlated", "a column from outside")
			}
			w.links = append(w.links, l)
		} else {
			w.rest = append(w.rest, e)
		}
	}
	for _, s := range r.from {
		if !s.left {
			continue
		}
		for _, e := range s.on {
			l, ok := asLink(e)
			if !ok {
				w.only[s] = append(w.only[s], e)
				continue
			}
			w.links = append(w.links, l)
			other := l.left.source
			if other == s {
				other = l.right.source
			}
			if !other.left && w.keeper == nil {
				w.keeper, w.keep = other, other.table
			}
		}
		if w.keeper == nil {
			refuse("outer join", "without a key")
		}
	}
	b.duplicates(w)
	return w
}

// duplicates chooses, for tables that occur more than once, the source that is
// joined plainly; the others are reached through the key that leads to them.
func (b *builder) duplicates(w *way) {
	byTable := map[int][]*source{}
	for _, s := range w.sources {
		byTable[s.table] = append(byTable[s.table], s)
	}
	for _, s := range w.sources {
		list := byTable[s.table]
		if len(list) < 2 || list[0] != s {
			continue
		}
		plain := b.plainOne(w, list)
		for _, o := range list {
			if o == plain {
				continue
			}
			key := b.leads(w, o)
			if key == 0 {
				refuse("self join", "not by a key")
			}
			w.via[o] = key
		}
	}
	for _, s := range w.sources { // the way goes on behind a source with a way of its own
		if w.via[s] != 0 {
			b.follow(w, s)
		}
	}
	for _, s := range w.sources {
		host := b.host(w, s)
		if w.via[s] != 0 && host != nil && w.via[host] != 0 && w.via[host] != w.via[s] {
			refuse("self join", "two steps")
		}
	}
}

func (b *builder) plainOne(w *way, list []*source) *source {
	var roots, hosts []*source
	for _, s := range list {
		if b.leads(w, s) == 0 {
			roots = append(roots, s)
		} else if slices.ContainsFunc(w.sources, func(o *source) bool { return o != s && o.table == s.table && b.host(w, o) == s }) {
			hosts = append(hosts, s)
		}
	}
	switch {
	case len(roots) > 1:
		refuse("self join", "not by a key")
	case len(roots) == 1:
		return roots[0]
	case len(hosts) > 0:
		return hosts[0]
	}
	return nil
}

// leads is the key column through which a source is reached, or 0.
func (b *builder) leads(w *way, s *source) int {
	for _, l := range w.links {
		from, to := l.left, l.right
		if from.source == s {
			from, to = to, from
		}
		if to.source == s && keyBetween(b.ix, from.column, to.column) {
			return from.column
		}
	}
	return 0
}

// host is the source whose key leads to s.
func (b *builder) host(w *way, s *source) *source {
	for _, l := range w.links {
		from, to := l.left, l.right
		if from.source == s {
			from, to = to, from
		}
		if to.source == s && keyBetween(b.ix, from.column, to.column) {
			return from.source
		}
	}
	return nil
}

// follow gives sources that hang only on a source with a way of its own the
// same way.
func (b *builder) follow(w *way, s *source) {
	for _, o := range w.sources {
		if w.via[o] == 0 && o != s && b.host(w, o) == s {
			alone := !slices.ContainsFunc(w.links, func(l link) bool {
				return l.left.source == o && l.right.source != s || l.right.source == o && l.left.source != s
			})
			if alone {
				w.via[o] = w.via[s]
				b.follow(w, o)
			}
		}
	}
}

// keyBetween says that a key leads from the one column to the other.
func keyBetween(ix *index.Index, from, to int) bool {
	for i := range ix.Keys {
		k := &ix.Keys[i]
		for n := range k.From {
			if k.From[n] == from && k.To[n] == to {
				return true
			}
		}
	}
	return false
}

// tables gives the form its tables, and joins where the keys would lead to
// others.
func (b *builder) tables(q *form.Query, w *way, r *relation) {
	q.Tables = w.plainTables()
	if b.joinsAsPlanned(q, w) {
		q.Tables = render.Minimal(b.ix, q)
		return
	}
	if b.otherKeys(q, w) {
		again := b.core(r, w)
		again.Tables = w.plainTables()
		if b.joinsAsPlanned(again, w) {
			again.Tables = render.Minimal(b.ix, again)
			*q = *again
			return
		}
		clear(w.via)
		b.duplicates(w)
		*q = *b.core(r, w)
		q.Tables = w.plainTables()
	}
	for _, l := range w.links {
		if w.via[l.left.source] == 0 && w.via[l.right.source] == 0 {
			q.Joins = append(q.Joins, form.Join{Left: l.left.column, Right: l.right.column})
		}
	}
	if len(q.Tables) > 1 && len(q.Joins) == 0 {
		refuse("cross join", "")
	}
	if b.joinsAsPlanned(q, w) {
		q.Tables = render.Minimal(b.ix, q)
		return
	}
	b.compareRest(q, w)
}

// compareRest makes conditions of the equalities that the plan has no room for:
// a tree joins a table at one place only.
func (b *builder) compareRest(q *form.Query, w *way) {
	tree, err := render.Plan(b.ix, q)
	if err != nil || len(tree.Nodes) != len(w.sources) {
		refuse("join", "the keys lead elsewhere")
	}
	want, have := w.equal(), equalIn(tree)
	if !have.within(want) {
		refuse("join", "the keys lead elsewhere")
	}
	var extra []*form.Cond
	for _, l := range w.links {
		x, y := w.place(l.left), w.place(l.right)
		if _, ok := have[x]; ok && have.root(x) == have.root(y) {
			continue
		}
		have.join(x, y)
		extra = append(extra, &form.Cond{Op: form.Equal, Left: &form.Expr{Op: form.Column, Column: x.column, Via: x.via},
			Right: &form.Expr{Op: form.Column, Column: y.column, Via: y.via}})
	}
	q.Where = together(form.And, append(extra, q.Where))
}

func (w *way) place(e *node) place { return place{w.via[e.source], e.column} }

// equal are the places that the relation makes equal.
func (w *way) equal() classes {
	c := classes{}
	for _, l := range w.links {
		c.join(w.place(l.left), w.place(l.right))
	}
	return c
}

// equalIn are the places that a plan makes equal.
func equalIn(tree render.Tree) classes {
	c := classes{}
	for _, n := range tree.Nodes {
		for _, p := range n.On {
			c.join(place{tree.Nodes[n.Parent].Via, p.Left}, place{n.Via, p.Right})
		}
	}
	return c
}

func (w *way) plainTables() []int {
	var list []int
	for _, s := range w.sources {
		if w.via[s] == 0 {
			list = append(list, s.table)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// otherKeys gives a way to sources that a key leads to, where the plan took
// another key.
func (b *builder) otherKeys(q *form.Query, w *way) bool {
	tree, err := render.Plan(b.ix, q)
	if err != nil {
		return false
	}
	have := map[[2]int]bool{}
	for _, n := range tree.Nodes {
		for _, p := range n.On {
			have[[2]int{min(p.Left, p.Right), max(p.Left, p.Right)}] = true
		}
	}
	found := false
	for _, l := range w.links {
		if have[l.pair()] {
			continue
		}
		from, to := l.left, l.right
		if !keyBetween(b.ix, from.column, to.column) {
			from, to = to, from
		}
		if keyBetween(b.ix, from.column, to.column) && w.via[to.source] == 0 && w.via[from.source] == 0 && to.source != w.keeper {
			w.via[to.source] = from.column
			b.follow(w, to.source)
			found = true
		}
	}
	return found
}

// joinsAsPlanned says that the plan for the form joins as the relation does.
func (b *builder) joinsAsPlanned(q *form.Query, w *way) bool {
	if len(w.plainTables()) == 0 {
		return false
	}
	tree, err := render.Plan(b.ix, q)
	if err != nil || len(tree.Nodes) != len(w.sources) {
		return false
	}
	want, have := w.equal(), equalIn(tree)
	return want.within(have) && have.within(want)
}

// place is a column of a copy of a table.
type place struct{ via, column int }

// classes are sets of places that hold the same value.
type classes map[place]place

func (c classes) root(p place) place {
	for {
		up, ok := c[p]
		if !ok || up == p {
			return p
		}
		p = up
	}
}

func (c classes) join(a, b place) {
	for _, p := range []place{a, b} {
		if _, ok := c[p]; !ok {
			c[p] = p
		}
	}
	c[c.root(a)] = c.root(b)
}

// within says that what is equal here is equal there.
func (c classes) within(o classes) bool {
	for p := range c {
		if _, ok := o[p]; !ok || o.root(p) != o.root(c.root(p)) {
			return false
		}
	}
	return true
}
