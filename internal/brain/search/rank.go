package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// ranked shows those with the most or least of something.
func (b *builder) ranked() bool {
	q, x := b.query, b.extreme
	n := b.extremeColumn()
	if n == 0 || b.frame == 1 && x.at != nil && x.at.isTable() {
		return b.rankedByCount()
	}
	if b.rankedByMeasure(n) {
		return true
	}
	b.list()
	if len(q.Select) == 0 {
		q.Select = columns(b.names(b.ix.Columns[n].Table))
	}
	q.Order = []form.Order{{By: column(n), Desc: x.desc}}
	q.Limit = x.limit
	return true
}

// rankedByMeasure groups where the column belongs to many rows of what is asked
// for: the customer with the highest total amount.
func (b *builder) rankedByMeasure(n int) bool {
	x := b.extreme
	op := form.Op("")
	if x.at != nil {
		op = x.at.op
	}
	e, ok := b.entity()
	if asked := b.asked(); len(asked) > 0 {
		e, ok = b.ix.Columns[asked[0]].Table, true
	}
	if !ok {
		return false
	}
	if op == "" {
		_, _, many := keyTo(b.ix, b.ix.Columns[n].Table, e)
		if !many || b.frame == 1 {
			return false
		}
		op = form.Sum
	}
	b.groupAsked()
	if len(b.query.Group) == 0 {
		return false
	}
	b.query.Order = []form.Order{{By: call(op, column(n)), Desc: x.desc}}
	b.query.Limit = x.limit
	return true
}

// extremeColumn is the column that the most or least is of, 0 when rows are
// counted.
func (b *builder) extremeColumn() int {
	x := b.extreme
	if x.at != nil {
		if n := b.measurable(x.at); n > 0 && !(x.at.isTable() && x.about == "") {
			return n
		}
		if p := b.pick(x.at); p > 0 && (b.ix.Columns[p].Kind == index.Time || !is(b.low[x.first], "most least top best fewest")) && !x.at.isTable() {
			return p
		}
	}
	if x.about != "" {
		return b.columnFor(x.about)
	}
	return 0
}

// columnFor finds a column that one of the words is a name of, in the tables
// that the question names, else in those of the columns it names.
func (b *builder) columnFor(words string) int {
	try := func(t int) int {
		for _, c := range b.ix.Tables[t].Columns {
			k := &b.ix.Columns[c]
			if k.Kind != index.Number && k.Kind != index.Time || k.Foreign {
				continue
			}
			if slices.ContainsFunc(k.Words, func(w string) bool { return is(w, words) }) || is("date", words) && k.Kind == index.Time {
				return c
			}
		}
		return 0
	}
	for _, m := range b.mentions {
		for _, t := range m.tables {
			if c := try(t); c > 0 {
				return c
			}
		}
	}
	for _, m := range b.mentions {
		if p := b.pick(m); p > 0 {
			if c := try(b.ix.Columns[p].Table); c > 0 {
				return c
			}
		}
	}
	return 0
}

// rankedByCount groups by what is asked for and counts: the customer with the
// most orders, the most common city.
func (b *builder) rankedByCount() bool {
	q, x := b.query, b.extreme
	by := countAll()
	if x.at != nil && x.at.isTable() && len(b.low) > x.first+1 && !is(b.at(x.first+1), "common popular frequent") {
		b.extra = append(b.extra, x.at.tables[0])
		q.Tables = []int{x.at.tables[0]}
	}
	usual := is(b.at(x.first+1), "common popular frequent frequently commonly often usual")
	if !usual || x.at == nil || len(x.at.columns) == 0 {
		b.groupAsked()
	}
	if len(q.Group) == 0 && x.at != nil && len(x.at.columns) > 0 {
		q.Select, q.Group = columns([]int{b.pick(x.at)}), columns([]int{b.pick(x.at)})
	}
	if len(q.Group) == 0 {
		return false
	}
	q.Order = []form.Order{{By: by, Desc: x.desc}}
	q.Limit = x.limit
	return true
}

// groupAsked groups by the rows, or by the values, that are asked for.
func (b *builder) groupAsked() {
	q := b.query
	asked := b.asked()
	counted, _ := b.base()
	if len(asked) == 0 {
		if t, ok := b.entity(); ok {
			q.Group, q.Select = b.groupTable(t)
		}
		return
	}
	q.Select = columns(asked)
	q.Group = columns(asked)
	t := b.ix.Columns[asked[0]].Table
	key := b.ix.Tables[t].PrimaryKey
	if b.keys == 1 {
		if f, _, ok := keyTo(b.ix, counted, t); ok {
			key = []int{f}
		}
	}
	if t != counted && len(key) == 1 && b.keys != 2 && !slices.Contains(asked, key[0]) {
		q.Group = append(columns(key), q.Group...)
	}
}
