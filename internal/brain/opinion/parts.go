package opinion

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
)

// parts are what a form says, apart, each under a spelling that is the same for
// ways of saying the same.
type parts struct {
	measures part // what is computed; of a list, what is shown
	filters  part
	groups   part
	having   part
	tables   part
	joins    part // that follow no key
	keep     int
	distinct bool // of a list: each value once
	limit    string
	per      part
	order    string // of limited rows: the direction of the first key
	set      *parts
	op       form.SetOp
	listed   bool // nothing is computed
}

// part is a set of things by their spellings, each with its words.
type part struct {
	keys  []string
	words []string
}

func (p *part) add(key, words string) {
	if !slices.Contains(p.keys, key) {
		p.keys, p.words = append(p.keys, key), append(p.words, words)
	}
}

// without lists the words of what the other part does not have.
func (p part) without(other part) []string {
	var list []string
	for i, k := range p.keys {
		if !slices.Contains(other.keys, k) {
			list = append(list, p.words[i])
		}
	}
	return list
}

func (p part) equal(other part) bool {
	return len(p.without(other)) == 0 && len(other.without(p)) == 0
}

func (s *Second) partsOf(q *form.Query) *parts {
	w := &speller{ix: s.ix, keep: q.Keep != form.NoTable}
	p := &parts{keep: q.Keep, listed: true, op: q.Set}
	limited := q.Limit != nil || q.Place != nil
	p.distinct = q.Distinct
	for _, e := range q.Select {
		if isComputed(e) {
			p.listed = false
		}
	}
	p.listed = p.listed && len(q.Group) == 0
	for _, e := range q.Select {
		if isComputed(e) || p.listed {
			p.measures.add(w.expr(e), s.exprWords(q, e))
		}
	}
	for _, c := range q.Where.Conjuncts() {
		for _, k := range w.conds(c) {
			p.filters.add(k, s.condWords(q, c))
		}
	}
	for i, key := range w.dimensions(q.Group) {
		p.groups.add(key, s.exprWords(q, q.Group[i]))
	}
	for _, c := range q.Having.Conjuncts() {
		for _, k := range w.conds(c) {
			p.having.add(k, s.condWords(q, c))
		}
	}
	for _, e := range q.Per {
		p.per.add(w.dimension(e), s.exprWords(q, e))
	}
	if limited && len(q.Order) > 0 {
		o := q.Order[0]
		p.order = "lowest first"
		if o.Desc {
			p.order = "highest first"
		}
		if isComputed(o.By) {
			p.measures.add(w.expr(o.By), s.exprWords(q, o.By))
		}
	}
	switch {
	case q.Place != nil:
		p.limit = "number " + q.Place.Text
	case q.Limit != nil:
		p.limit = "the first " + q.Limit.Text
	}
	p.tables = countedTables(s.ix, q)
	for _, j := range q.Joins {
		if !s.key.same(j.Left, j.Right) {
			p.joins.add(fmt.Sprint(min(j.Left, j.Right), max(j.Left, j.Right)), s.name(j.Left)+" = "+s.name(j.Right))
		}
	}
	if q.Other != nil {
		p.set = s.partsOf(q.Other)
	}
	return p
}

// countedTables are the tables whose rows a query is about. One that each of their
// rows has one partner in adds columns, not rows, and does not count.
func countedTables(ix *index.Index, q *form.Query) part {
	tree, err := render.Plan(ix, q)
	if err != nil {
		return part{}
	}
	decided := make([]bool, len(tree.Nodes))
	for i, n := range tree.Nodes {
		switch {
		case n.Parent < 0:
		case !n.Many:
			decided[i] = true
		case unique(ix, n.On):
			decided[n.Parent] = true
		}
	}
	var p part
	for i, n := range tree.Nodes {
		if !decided[i] && n.Via == 0 {
			p.add(strconv.Itoa(n.Table), strings.Join(ix.Tables[n.Table].Words, " "))
		}
	}
	return p
}

// unique says that the parent's columns of a join tell its rows apart.
func unique(ix *index.Index, on []render.Pair) bool {
	var columns []int
	for _, p := range on {
		columns = append(columns, p.Left)
	}
	pk := ix.Tables[ix.Columns[columns[0]].Table].PrimaryKey
	return slices.ContainsFunc(columns, func(c int) bool { return ix.Columns[c].Unique }) ||
		len(pk) > 0 && !slices.ContainsFunc(pk, func(c int) bool { return !slices.Contains(columns, c) })
}

// isComputed says that an expression is a figure over several rows.
func isComputed(e *form.Expr) bool {
	switch e.Op {
	case form.Share, form.ShareIn, form.Running, form.Moving, form.Prev, form.Growth, form.Rank:
		return true
	}
	return e.Op.Aggregates() || slices.ContainsFunc(e.Args, isComputed)
}

// exprWords says an expression as it is said in the query.
func (s *Second) exprWords(q *form.Query, e *form.Expr) string {
	one := &form.Query{Keep: form.NoTable, Tables: q.Tables, Joins: q.Joins, Select: []*form.Expr{e}}
	for _, c := range render.Words(s.ix, one) {
		if c.Label == "show" {
			return c.Text
		}
	}
	return "something"
}

// condWords says a condition as it is said in the query.
func (s *Second) condWords(q *form.Query, cond *form.Cond) string {
	one := &form.Query{Keep: form.NoTable, Tables: q.Tables, Joins: q.Joins, Select: []*form.Expr{{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}}, Where: cond}
	for _, c := range render.Words(s.ix, one) {
		switch c.Label {
		case "where":
			return strings.TrimPrefix(c.Text, "where ")
		case "when":
			return strings.TrimPrefix(c.Text, "with ")
		}
	}
	return "something"
}

// dateOnly says that a column stores days and no time of day.
func dateOnly(c *index.Column) bool {
	return c.Form == index.DateText || c.Form == index.DayNumber || c.Form == index.Native && c.Type.String() == "date"
}
