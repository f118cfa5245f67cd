package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// builder puts a form together for one choice.
type builder struct {
	*clues
	choice
	query *form.Query
	extra []int // tables that the form is about beside those of its columns
}

// build makes the form of a choice, nil where the clues do not suffice.
func (c *clues) build(o choice) *form.Query {
	b := &builder{clues: c, choice: o, query: &form.Query{Keep: form.NoTable}}
	if !b.shape() {
		return nil
	}
	plain := !slices.ContainsFunc(b.query.Select, func(e *form.Expr) bool { return e.Op != form.Column })
	b.query.Distinct = b.query.Distinct != o.distinct && len(b.query.Group) == 0 && plain
	b.where()
	b.order()
	q := b.finish()
	if q != nil && (o.frame == 1 || slices.Contains(c.low[c.q.Context:], "both")) {
		return both(q)
	}
	return q
}

// both turns rows with one value or the other into what has rows with one and
// rows with the other: who owns both cats and dogs.
func both(q *form.Query) *form.Query {
	w := q.Where
	if w == nil || w.Op != form.Or || len(w.Args) != 2 || len(q.Group) > 0 || q.Limit != nil || q.Select[0].Op != form.Column {
		return q
	}
	if a, b := w.Args[0].Left, w.Args[1].Left; a == nil || b == nil || !sameExpr(a, b) {
		return q
	}
	left, right := *q, *q
	left.Where, right.Where = w.Args[0], w.Args[1]
	right.Order = nil
	left.Set, left.Other = form.Intersect, &right
	return &left
}

func (b *builder) finish() *form.Query {
	q := b.query
	if len(q.Select) == 0 {
		return nil
	}
	q.Select, q.Group = once(q.Select), once(q.Group)
	tables := tablesOf(b.ix, q)
	tables = append(tables, b.extra...)
	if b.all {
		for _, m := range b.mentions {
			if m.whole && len(m.tables) > 0 && !m.negated {
				tables = append(tables, m.tables[0])
			}
		}
	}
	slices.Sort(tables)
	q.Tables = slices.Compact(tables)
	if len(q.Tables) == 0 {
		return nil
	}
	return q
}

// once leaves out what is there already.
func once(list []*form.Expr) []*form.Expr {
	var out []*form.Expr
	for _, e := range list {
		if !slices.ContainsFunc(out, func(o *form.Expr) bool { return sameExpr(o, e) }) {
			out = append(out, e)
		}
	}
	return out
}

// pick is the column of a mention under this choice.
func (b *builder) pick(m *mention) int {
	if len(m.columns) == 0 {
		return 0
	}
	if b.column > 0 && b.mentions[b.mention] == m && len(m.columns) > b.column {
		return m.columns[b.column]
	}
	return m.columns[0]
}

// measurable is the number column of a mention under this choice.
func (b *builder) measurable(m *mention) int {
	if p := b.pick(m); p > 0 && b.ix.Columns[p].Kind == index.Number {
		return p
	}
	return b.numeric(m)
}

// isTable reports whether a mention is rather the table than a column.
func (m *mention) isTable() bool { return len(m.tables) > 0 }

// entity is the table that the question is about: the first that is asked for.
func (b *builder) entity() (int, bool) {
	for _, r := range []role{shown, grouping, narrowing} {
		for _, m := range b.mentions {
			if m.role == r && m.isTable() && !(b.extreme != nil && b.extreme.at == m) {
				return m.tables[0], true
			}
		}
	}
	return 0, false
}

// names is how rows of a table are named under this choice.
func (b *builder) names(t int) []int {
	key := b.ix.Tables[t].PrimaryKey
	d := display(b.ix, t)
	if how := b.naming; len(key) == 1 && (how == byKey) != b.saysKey() && how != byBoth {
		return key
	}
	switch b.naming {
	case byBoth:
		return append(slices.Clone(key), slices.DeleteFunc(slices.Clone(d), func(c int) bool { return slices.Contains(key, c) })...)
	}
	return d
}

// saysKey reports whether the question asks for ids, not names.
func (b *builder) saysKey() bool {
	says := func(list string) bool {
		return slices.ContainsFunc(b.low[b.q.Context:], func(w string) bool { return is(w, list) })
	}
	return says("id ids identifier identifiers") && !says("name names title titles")
}

// asked lists the columns that the question asks for.
func (b *builder) asked() []int {
	var out []int
	for i, m := range b.mentions {
		if m.role == shown && m.isTable() && m.first >= b.tail && !b.namesNext(i) {
			out = append(out, display(b.ix, m.tables[0])...)
			continue
		}
		if m.role != shown || len(m.columns) == 0 {
			continue
		}
		if m.isTable() && (b.namesNext(i) || !b.ratherColumn(m)) {
			continue
		}
		if p := b.pick(m); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// ratherColumn reports whether a mention that may be a table is rather a column: no
// other column is asked for, and its table is named elsewhere.
func (b *builder) ratherColumn(m *mention) bool {
	if b.frame == 1 {
		return true
	}
	t := b.ix.Columns[b.pick(m)].Table
	return slices.ContainsFunc(b.mentions, func(o *mention) bool { return o != m && slices.Contains(o.tables, t) })
}

// namesNext reports whether a column of the table that a mention may mean is
// asked for right beside it.
func (b *builder) namesNext(i int) bool {
	m := b.mentions[i]
	return slices.ContainsFunc(b.mentions, func(o *mention) bool {
		return o != m && o.role == shown && len(o.columns) > 0 && !o.isTable() && slices.Contains(m.tables, b.ix.Columns[b.pick(o)].Table)
	})
}

// grouped lists what rows are grouped by, and what of it is shown.
func (b *builder) grouped() (group, show []*form.Expr) {
	if b.grain != "" {
		if d := b.mainDate(); d > 0 {
			e := call(b.grain, column(d))
			group, show = append(group, e), append(show, e)
		}
	}
	for _, m := range b.mentions {
		if m.role != grouping {
			continue
		}
		if m.isTable() && (len(m.columns) == 0 || b.frame == 0) {
			g, s := b.groupTable(m.tables[0])
			group, show = append(group, g...), append(show, s...)
			continue
		}
		if len(m.columns) > 0 {
			e := column(b.pick(m))
			group, show = append(group, e), append(show, e)
		}
	}
	return group, show
}

// groupTable groups by the rows of a table: by key and name, showing the name.
func (b *builder) groupTable(t int) (group, show []*form.Expr) {
	names := b.names(t)
	key := b.ix.Tables[t].PrimaryKey
	if b.keys == 2 {
		return columns(names), columns(names)
	}
	if b.keys == 1 {
		if from, ok := b.base(); ok {
			if f, _, ok := keyTo(b.ix, from, t); ok {
				if b.frame == 1 {
					return []*form.Expr{column(f)}, []*form.Expr{column(f)}
				}
				return append([]*form.Expr{column(f)}, columns(names)...), columns(names)
			}
		}
	}
	if len(key) == 1 && !slices.Contains(names, key[0]) {
		group = columns(key)
	}
	return append(group, columns(names)...), columns(names)
}

// base is the table whose rows are counted or measured.
func (b *builder) base() (int, bool) {
	if b.counts != nil && b.counts.isTable() {
		return b.counts.tables[0], true
	}
	for _, m := range b.mentions {
		if m.role == measured || m.role == ranking {
			if m.isTable() && b.numeric(m) == 0 {
				return m.tables[0], true
			}
			if n := b.measurable(m); n > 0 {
				return b.ix.Columns[n].Table, true
			}
		}
	}
	if b.counts != nil {
		if p := b.pick(b.counts); p > 0 {
			return b.ix.Columns[p].Table, true
		}
	}
	for _, m := range b.mentions {
		if m.role != grouping && m.isTable() {
			return m.tables[0], true
		}
	}
	for _, m := range b.mentions {
		if p := b.pick(m); p > 0 {
			return b.ix.Columns[p].Table, true
		}
	}
	for _, v := range b.values {
		return b.ix.Columns[b.q.Items[v.items[0]].Column].Table, true
	}
	return 0, false
}

// mainDate is the date column that periods and buckets are about: one that is
// named, else the main one of the table that is counted or measured.
func (b *builder) mainDate() int {
	for _, m := range b.mentions {
		for _, c := range m.columns {
			if b.ix.Columns[c].Kind == index.Time && m.role != shown && b.date == 0 && c == b.pick(m) {
				return c
			}
		}
	}
	t, ok := b.base()
	if !ok {
		return 0
	}
	if d := dates(b.ix, t); len(d) > 0 {
		return d[min(b.date, len(d)-1)]
	}
	for _, m := range b.mentions {
		for _, t := range m.tables {
			if d := dates(b.ix, t); len(d) > 0 {
				return d[0]
			}
		}
	}
	for _, k := range b.ix.Keys { // of what the rows belong to
		if b.ix.Columns[k.From[0]].Table == t {
			if d := dates(b.ix, b.ix.Columns[k.To[0]].Table); len(d) > 0 {
				return d[0]
			}
		}
	}
	return 0
}
