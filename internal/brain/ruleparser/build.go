package ruleparser

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// builder puts a form together.
type builder struct {
	*clue.Clues
	query *form.Query
	extra []int // tables that the form is about beside those of its columns
}

// intersect turns rows with one value or the other into what has rows with one and
// rows with the other: who owns both cats and dogs.
func intersect(q *form.Query) *form.Query {
	w := q.Where
	if w == nil || w.Op != form.Or || len(w.Args) != 2 || len(q.Group) > 0 || q.Limit != nil || q.Select[0].Op != form.Column {
		return q
	}
	if a, b := w.Args[0].Left, w.Args[1].Left; a == nil || b == nil || !edit.SameExpr(a, b) {
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
	q.Select, q.Group = unique(q.Select), unique(q.Group)
	tables := edit.TablesOf(b.Index, q)
	tables = append(tables, b.extra...)
	slices.Sort(tables)
	q.Tables = slices.Compact(tables)
	if len(q.Tables) == 0 {
		return nil
	}
	return q
}

// unique leaves out what is there already.
func unique(list []*form.Expr) []*form.Expr {
	var out []*form.Expr
	for _, e := range list {
		if !slices.ContainsFunc(out, func(o *form.Expr) bool { return edit.SameExpr(o, e) }) {
			out = append(out, e)
		}
	}
	return out
}

// pick is the column of a mention, 0 for none.
func (b *builder) pick(m *clue.Mention) int {
	if len(m.Columns) == 0 {
		return 0
	}
	return m.Columns[0]
}

// measurable is the number column of a mention, 0 for none.
func (b *builder) measurable(m *clue.Mention) int {
	if p := b.pick(m); p > 0 && b.Index.Columns[p].Kind == index.Number {
		return p
	}
	return b.NumberColumn(m)
}

// entity is the table that the question is about: the first that is asked for.
func (b *builder) entity() (int, bool) {
	for _, r := range []clue.Role{clue.Shown, clue.Grouping, clue.Narrowing} {
		for _, m := range b.Mentions {
			if m.Role == r && m.IsTable() && !(b.Extreme != nil && b.Extreme.Mention == m) {
				return m.Tables[0], true
			}
		}
	}
	return 0, false
}

// names is how rows of a table are named.
func (b *builder) names(t int) []int {
	if key := b.Index.Tables[t].PrimaryKey; len(key) == 1 && b.saysKey() {
		return key
	}
	return edit.DisplayColumns(b.Index, t)
}

// saysKey reports whether the question asks for ids, not names.
func (b *builder) saysKey() bool {
	says := func(list string) bool {
		return slices.ContainsFunc(b.Low[b.Question.Context:], func(w string) bool { return english.Among(w, list) })
	}
	return says("id ids identifier identifiers") && !says("name names title titles")
}

// askedColumns lists the columns that the question asks for.
func (b *builder) askedColumns() []int {
	var out []int
	for i, m := range b.Mentions {
		if m.Role == clue.Shown && m.IsTable() && m.First >= b.ShownFrom && !b.namesNext(i) {
			out = append(out, edit.DisplayColumns(b.Index, m.Tables[0])...)
			continue
		}
		if m.Role != clue.Shown || len(m.Columns) == 0 {
			continue
		}
		if m.IsTable() && (b.namesNext(i) || !b.ratherColumn(m)) {
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
func (b *builder) ratherColumn(m *clue.Mention) bool {
	t := b.Index.Columns[b.pick(m)].Table
	return slices.ContainsFunc(b.Mentions, func(o *clue.Mention) bool { return o != m && slices.Contains(o.Tables, t) })
}

// namesNext reports whether a column of the table that a mention may mean is
// asked for right beside it.
func (b *builder) namesNext(i int) bool {
	m := b.Mentions[i]
	return slices.ContainsFunc(b.Mentions, func(o *clue.Mention) bool {
		return o != m && o.Role == clue.Shown && len(o.Columns) > 0 && !o.IsTable() && slices.Contains(m.Tables, b.Index.Columns[b.pick(o)].Table)
	})
}

// groupsOf lists what rows are grouped by, and what of it is shown.
func (b *builder) groupsOf() (group, show []*form.Expr) {
	if b.Grain != "" {
		if d := b.mainDate(); d > 0 {
			e := edit.Call(b.Grain, edit.Column(d))
			group, show = append(group, e), append(show, e)
		}
	}
	for _, m := range b.Mentions {
		if m.Role != clue.Grouping {
			continue
		}
		if m.IsTable() {
			g, s := b.groupTable(m.Tables[0])
			group, show = append(group, g...), append(show, s...)
			continue
		}
		if len(m.Columns) > 0 {
			e := edit.Column(b.pick(m))
			group, show = append(group, e), append(show, e)
		}
	}
	return group, show
}

// groupTable groups by the rows of a table: by key and name, showing the name.
func (b *builder) groupTable(t int) (group, show []*form.Expr) {
	names := b.names(t)
	key := b.Index.Tables[t].PrimaryKey
	if len(key) == 1 && !slices.Contains(names, key[0]) {
		group = edit.Columns(key)
	}
	return append(group, edit.Columns(names)...), edit.Columns(names)
}

// base is the table whose rows are counted or measured.
func (b *builder) base() (int, bool) {
	if b.Counted != nil && b.Counted.IsTable() {
		return b.Counted.Tables[0], true
	}
	for _, m := range b.Mentions {
		if m.Role == clue.Measured || m.Role == clue.Ranking {
			if m.IsTable() && b.NumberColumn(m) == 0 {
				return m.Tables[0], true
			}
			if n := b.measurable(m); n > 0 {
				return b.Index.Columns[n].Table, true
			}
		}
	}
	if b.Counted != nil {
		if p := b.pick(b.Counted); p > 0 {
			return b.Index.Columns[p].Table, true
		}
	}
	for _, m := range b.Mentions {
		if m.Role != clue.Grouping && m.IsTable() {
			return m.Tables[0], true
		}
	}
	for _, m := range b.Mentions {
		if p := b.pick(m); p > 0 {
			return b.Index.Columns[p].Table, true
		}
	}
	for _, v := range b.Values {
		return b.Index.Columns[b.Question.Items[v.Items[0]].Column].Table, true
	}
	return 0, false
}

// mainDate is the date column that periods and buckets are about: one that is
// named, else the main one of the table that is counted or measured.
func (b *builder) mainDate() int {
	for _, m := range b.Mentions {
		for _, c := range m.Columns {
			if b.Index.Columns[c].Kind == index.Time && m.Role != clue.Shown && c == b.pick(m) {
				return c
			}
		}
	}
	t, ok := b.base()
	if !ok {
		return 0
	}
	if d := clue.Dates(b.Index, t); len(d) > 0 {
		return d[0]
	}
	for _, m := range b.Mentions {
		for _, t := range m.Tables {
			if d := clue.Dates(b.Index, t); len(d) > 0 {
				return d[0]
			}
		}
	}
	for _, k := range b.Index.KeysFrom(t) { // of what the rows belong to
		if d := clue.Dates(b.Index, b.Index.Columns[k.To[0]].Table); len(d) > 0 {
			return d[0]
		}
	}
	return 0
}
