package ruleparser

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// buildRanking shows those with the most or least of something.
func (b *builder) buildRanking() bool {
	q, x := b.query, b.Extreme
	n := b.extremeColumn()
	if n == 0 {
		return b.rankedByCount()
	}
	if b.rankedByMeasure(n) {
		return true
	}
	b.list()
	if len(q.Select) == 0 {
		q.Select = edit.Columns(b.names(b.Index.Columns[n].Table))
	}
	q.Order = []form.Order{{By: edit.Column(n), Desc: x.Desc}}
	q.Limit = x.Limit
	return true
}

// rankedByMeasure groups where the column belongs to many rows of what is asked
// for: the customer with the highest total amount.
func (b *builder) rankedByMeasure(n int) bool {
	x := b.Extreme
	op := form.Op("")
	if x.Mention != nil {
		op = x.Mention.Op
	}
	e, ok := b.entity()
	if asked := b.askedColumns(); len(asked) > 0 {
		e, ok = b.Index.Columns[asked[0]].Table, true
	}
	if !ok {
		return false
	}
	if op == "" {
		_, _, many := edit.KeyTo(b.Index, b.Index.Columns[n].Table, e)
		if !many {
			return false
		}
		op = form.Sum
	}
	b.groupAsked()
	if len(b.query.Group) == 0 {
		return false
	}
	b.query.Order = []form.Order{{By: edit.Call(op, edit.Column(n)), Desc: x.Desc}}
	b.query.Limit = x.Limit
	return true
}

// extremeColumn is the column that the most or least is of, 0 when rows are
// counted.
func (b *builder) extremeColumn() int {
	x := b.Extreme
	if x.Mention != nil {
		if n := b.measurable(x.Mention); n > 0 && !(x.Mention.IsTable() && x.About == "") {
			return n
		}
		if p := b.pick(x.Mention); p > 0 && (b.Index.Columns[p].Kind == index.Time || !english.Among(b.Low[x.First], "most least top best fewest")) && !x.Mention.IsTable() {
			return p
		}
	}
	if x.About != "" {
		return b.columnFor(x.About)
	}
	return 0
}

// columnFor finds a column that one of the words is a name of, in the tables
// that the question names, else in those of the columns it names.
func (b *builder) columnFor(words string) int {
	try := func(t int) int {
		for _, c := range b.Index.Tables[t].Columns {
			k := &b.Index.Columns[c]
			if k.Kind != index.Number && k.Kind != index.Time || k.Foreign {
				continue
			}
			if slices.ContainsFunc(k.Words, func(w string) bool { return english.Among(w, words) }) || english.Among("date", words) && k.Kind == index.Time {
				return c
			}
		}
		return 0
	}
	for _, m := range b.Mentions {
		for _, t := range m.Tables {
			if c := try(t); c > 0 {
				return c
			}
		}
	}
	for _, m := range b.Mentions {
		if p := b.pick(m); p > 0 {
			if c := try(b.Index.Columns[p].Table); c > 0 {
				return c
			}
		}
	}
	return 0
}

// rankedByCount groups by what is asked for and counts: the customer with the
// most orders, the most common city.
func (b *builder) rankedByCount() bool {
	q, x := b.query, b.Extreme
	by := edit.CountAll()
	if x.Mention != nil && x.Mention.IsTable() && len(b.Low) > x.First+1 && !english.Among(b.At(x.First+1), "common popular frequent") {
		b.extra = append(b.extra, x.Mention.Tables[0])
		q.Tables = []int{x.Mention.Tables[0]}
	}
	usual := english.Among(b.At(x.First+1), "common popular frequent frequently commonly often usual")
	if !usual || x.Mention == nil || len(x.Mention.Columns) == 0 {
		b.groupAsked()
	}
	if len(q.Group) == 0 && x.Mention != nil && len(x.Mention.Columns) > 0 {
		q.Select, q.Group = edit.Columns([]int{b.pick(x.Mention)}), edit.Columns([]int{b.pick(x.Mention)})
	}
	if len(q.Group) == 0 {
		return false
	}
	q.Order = []form.Order{{By: by, Desc: x.Desc}}
	q.Limit = x.Limit
	return true
}

// groupAsked groups by the rows, or by the values, that are asked for.
func (b *builder) groupAsked() {
	q := b.query
	asked := b.askedColumns()
	counted, _ := b.base()
	if len(asked) == 0 {
		if t, ok := b.entity(); ok {
			q.Group, q.Select = b.groupTable(t)
		}
		return
	}
	q.Select = edit.Columns(asked)
	q.Group = edit.Columns(asked)
	t := b.Index.Columns[asked[0]].Table
	key := b.Index.Tables[t].PrimaryKey
	if t != counted && len(key) == 1 && !slices.Contains(asked, key[0]) {
		q.Group = append(edit.Columns(key), q.Group...)
	}
}
