package corpus

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// Flat is a database as people export it: one table, with what its keys lead to
// beside each row. An order line has its order's date and its customer's city.
type Flat struct {
	Snapshot *schema.Snapshot
	Values   index.Values

	ix      *index.Index // of the plain database
	base    int          // the table whose rows it has
	child   map[int]int  // for each other table in it, the one whose key leads there
	key     map[int]int  // and the flat column of that key
	via     map[int]int  // and the plain column of it
	columns map[int]int  // from plain to flat
}

// Bounds of a flat table.
const (
	flatTables  = 5
	flatColumns = 45
)

// Flatten makes one table of a database; false where no table has keys.
func Flatten(rng *rand.Rand, s *schema.Snapshot, ix *index.Index, values index.Values) (*Flat, bool) {
	f := &Flat{ix: ix, base: -1, child: map[int]int{}, key: map[int]int{}, via: map[int]int{}, columns: map[int]int{}}
	var bases []int
	for t := range ix.Tables {
		if slices.ContainsFunc(ix.Keys, func(k index.Key) bool { return leaves(ix, k, t) }) {
			bases = append(bases, t)
		}
	}
	if len(bases) == 0 || len(s.Tables) != len(ix.Tables) {
		return nil, false
	}
	slices.SortStableFunc(bases, func(a, b int) int { return int(max(-1, min(1, ix.Tables[b].Rows-ix.Tables[a].Rows))) })
	f.base = bases[rng.IntN(min(2, len(bases)))]
	f.reach()
	f.build(rng, s, values)
	return f, len(f.child) > 0
}

// leaves reports whether a key of one column leads from the table to another.
func leaves(ix *index.Index, k index.Key, t int) bool {
	return len(k.From) == 1 && ix.Columns[k.From[0]].Table == t && ix.Columns[k.To[0]].Table != t
}

// reach finds the tables that keys lead to, each on one way.
func (f *Flat) reach() {
	list, columns := []int{f.base}, len(f.ix.Tables[f.base].Columns)
	for at := 0; at < len(list); at++ {
		for _, k := range f.ix.Keys {
			if !leaves(f.ix, k, list[at]) {
				continue
			}
			to := f.ix.Columns[k.To[0]].Table
			more := columns + len(f.ix.Tables[to].Columns)
			if slices.Contains(list, to) || len(list) > flatTables || more > flatColumns {
				continue
			}
			f.child[to], f.via[to] = list[at], k.From[0]
			list, columns = append(list, to), more
		}
	}
}

// build writes the snapshot of the flat table.
func (f *Flat) build(rng *rand.Rand, s *schema.Snapshot, values index.Values) {
	n := namer{rng: rng, short: map[string]string{}, shape: rng.IntN(shapes), rate: []float64{0, 0, 0.4}[rng.IntN(3)]}
	from := &flatValues{values: values, tables: map[string]*schema.Table{}, columns: map[string]string{}}
	flat := schema.Table{Name: s.Tables[f.base].Name, Kind: schema.BaseTable, Rows: s.Tables[f.base].Rows}
	if rng.IntN(2) == 0 {
		flat.Name = []string{"export", "data", "sheet1", "report", "extract_2024", "full_list", "raw_data"}[rng.IntN(7)]
	}
	taken := map[string]bool{}
	add := func(t, plain int, words []string) string {
		name := unique(taken, n.name(words))
		column := s.Tables[t].Columns[slices.Index(f.ix.Tables[t].Columns, plain)]
		from.tables[name], from.columns[name] = &s.Tables[t], column.Name
		column.Name, column.Nullable = name, column.Nullable || t != f.base
		flat.Columns = append(flat.Columns, column)
		f.columns[plain] = len(flat.Columns)
		return name
	}
	for _, c := range f.ix.Tables[f.base].Columns {
		add(f.base, c, f.ix.Columns[c].Words)
	}
	for _, t := range f.order() {
		key := f.columns[f.via[t]]
		if key == 0 {
			delete(f.child, t)
			continue
		}
		f.key[t] = key
		noun := f.ix.Tables[t].Words
		e := schema.Entity{Key: flat.Columns[key-1].Name, Noun: english.Singular(strings.Join(noun, " "))}
		for _, c := range f.ix.Tables[t].Columns {
			if f.isTarget(c) {
				f.columns[c] = key
				continue
			}
			e.Attributes = append(e.Attributes, schema.Attribute{Column: add(t, c, qualified(noun, f.ix.Columns[c].Words))})
		}
		flat.Entities = append(flat.Entities, e)
	}
	for _, c := range f.ix.Tables[f.base].PrimaryKey {
		if len(f.ix.Tables[f.base].PrimaryKey) == 1 {
			flat.PrimaryKey = []string{flat.Columns[f.columns[c]-1].Name}
		}
	}
	if rng.IntN(2) == 0 {
		flat.PrimaryKey = nil
	}
	c := *s
	c.Tables = []schema.Table{flat}
	f.Snapshot, f.Values = &c, from
}

// order lists the joined tables, those nearer to the base first.
func (f *Flat) order() []int {
	list := make([]int, 0, len(f.child))
	for t := range f.child {
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b int) int {
		if d := len(f.way(a)) - len(f.way(b)); d != 0 {
			return d
		}
		return a - b
	})
	return list
}

// way lists the tables from one to the base.
func (f *Flat) way(t int) []int {
	list := []int{t}
	for t != f.base {
		next, ok := f.child[t]
		if !ok {
			return nil
		}
		t, list = next, append(list, next)
	}
	return list
}

// isTarget reports whether the key that led to a column's table points at it.
func (f *Flat) isTarget(c int) bool {
	from := f.via[f.ix.Columns[c].Table]
	return slices.ContainsFunc(f.ix.Keys, func(k index.Key) bool { return len(k.From) == 1 && k.From[0] == from && k.To[0] == c })
}

// qualified puts the table's noun before a name that does not have it.
func qualified(noun, words []string) []string {
	if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(noun, w) }) {
		return words
	}
	one := slices.Clone(noun)
	one[len(one)-1] = english.Singular(one[len(one)-1])
	return append(one, words...)
}

type flatValues struct {
	values  index.Values
	tables  map[string]*schema.Table // by flat column
	columns map[string]string
}

func (v *flatValues) Distinct(ctx context.Context, _ *schema.Table, column string, limit int) ([]table.Value, error) {
	return v.values.Distinct(ctx, v.tables[column], v.columns[column], limit)
}

func (v *flatValues) Pairs(ctx context.Context, _ *schema.Table, first, second string, limit int) ([][2]table.Value, error) {
	if v.tables[first] != v.tables[second] {
		return nil, nil
	}
	return v.values.Pairs(ctx, v.tables[first], v.columns[first], v.columns[second], limit)
}

// Query is a form over the plain database as one over the flat table; false where
// the flat table cannot tell: rows without a partner are not in it, and what
// stands beside each of many rows cannot be summed.
func (f *Flat) Query(q *form.Query) (*form.Query, bool) {
	c := q.Clone()
	t := translation{f: f, ok: true}
	t.query(c)
	return c, t.ok
}

type translation struct {
	f  *Flat
	ok bool
	of int // the table whose rows the query counts
}

func (t *translation) query(q *form.Query) {
	outer := t.of
	defer func() { t.of = outer }()
	if q.Keep != form.NoTable || len(q.Joins) > 0 || !t.finest(q.Tables) {
		t.ok = false
		return
	}
	lists := len(q.Group) == 0
	each := func(list []*form.Expr) {
		for _, e := range list {
			t.expr(e)
		}
	}
	for _, e := range q.Select {
		lists = lists && !e.Aggregates()
	}
	each(q.Select)
	each(q.Group)
	each(q.Per)
	t.cond(q.Where)
	t.cond(q.Having)
	for _, o := range q.Order {
		t.expr(o.By)
	}
	if lists && t.of != t.f.base {
		q.Distinct = true
	}
	if q.Other != nil {
		t.ok = t.ok && q.Set != form.Except
		t.query(q.Other)
	}
	q.Tables = []int{0}
}

// finest finds the table whose rows the join of some has.
func (t *translation) finest(tables []int) bool {
	var common []int
	for i, x := range tables {
		way := t.f.way(x)
		if way == nil {
			return false
		}
		if i == 0 {
			common = way
		}
		common = slices.DeleteFunc(slices.Clone(common), func(y int) bool { return !slices.Contains(way, y) })
	}
	t.of = common[0]
	return true
}

func (t *translation) expr(e *form.Expr) {
	switch e.Op {
	case form.Column:
		t.column(e)
		return
	case form.Count:
		if t.of != t.f.base && t.count(e) {
			return
		}
	case form.Sum, form.Avg, form.Median, form.Percentile, form.Stdev, form.Corr:
		if !e.Args[0].Aggregates() && !t.summable(e) {
			t.ok = false
			return
		}
	}
	for _, a := range e.Args {
		t.expr(a)
	}
	t.cond(e.If)
	if e.Query != nil {
		t.query(e.Query)
	}
}

func (t *translation) column(e *form.Expr) {
	if e.Column == 0 {
		return
	}
	to, ok := t.f.columns[e.Column]
	if !ok || e.Via != 0 && e.Via != t.f.via[t.f.ix.Columns[e.Column].Table] {
		t.ok = false
		return
	}
	e.Column, e.Via = to, 0
}

// count counts entities of which the flat table has several rows each, by their
// key.
func (t *translation) count(e *form.Expr) bool {
	arg := e.Args[0]
	if arg.Op == form.If {
		arg = arg.Args[0]
	}
	if arg.Op != form.Column || e.Distinct {
		return false
	}
	if arg.Column != 0 && t.f.columns[arg.Column] != t.f.key[t.of] {
		t.ok = false
		return true
	}
	if e.Args[0].Op == form.If {
		t.cond(e.Args[0].If)
	}
	e.Distinct, arg.Column, arg.Via = true, t.f.key[t.of], 0
	return true
}

// summable reports whether all that is aggregated is of the rows of the base.
func (t *translation) summable(e *form.Expr) bool {
	if e.Distinct || t.of != t.f.base {
		return false
	}
	return !slices.ContainsFunc(e.Args, t.readsOther)
}

// readsOther reports whether an operand is of another table than the base.
func (t *translation) readsOther(e *form.Expr) bool {
	return e.Op == form.Column && e.Column != 0 && t.f.ix.Columns[e.Column].Table != t.f.base || slices.ContainsFunc(e.Args, t.readsOther)
}

func (t *translation) cond(c *form.Cond) {
	if c == nil {
		return
	}
	for _, a := range c.Args {
		t.cond(a)
	}
	if c.Left != nil {
		t.expr(c.Left)
	}
	if c.Right != nil {
		t.expr(c.Right)
	}
	if c.Query != nil {
		t.ok = t.ok && c.Op != form.NotIn
		t.query(c.Query)
	}
}
