package suggest

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// Ranking is a form that ranks the rows of a table by one thing.
type Ranking struct {
	Query *form.Query
	By    string      // revenue, number of orders
	Term  *index.Term // that a document defines and the rows are ranked by, or nil
}

// SizeOf is the column that tells how large the rows of a table are: what a figure of the
// documents adds up, else their one measure, or the first amount of the whole among several.
func SizeOf(ix *index.Index, table int) (column int, ok bool) {
	for _, t := range figures(ix) {
		if f := t.Meaning.Figure; f.Op == index.SumOf && f.Of.Op == "" && ix.Columns[f.Of.Column].Table == table {
			return f.Of.Column, true
		}
	}
	p := proposer{ix}
	m := p.measures(table)
	if len(m) == 1 {
		return m[0], true
	}
	for _, c := range m {
		if p.worth(c) > 0 && !p.isPart(c) {
			return c, true
		}
	}
	return 0, false
}

// isPart is true for an amount that is a part of another one.
func (p proposer) isPart(c int) bool {
	return slices.ContainsFunc(p.ix.Columns[c].Words, func(w string) bool { return partWords[w] })
}

// partWords are of amounts that are a part of another one.
var partWords = english.NewSet("fee fees tax taxes vat discount discounts shipping freight tip tips surcharge deposit refund")

// MeasureName is what a measure is called, without its unit.
func MeasureName(ix *index.Index, column int) string { return proposer{ix}.measure(column) }

// Rankings are ways to say which rows of a table are the best, or the worst, the
// most telling first: by a figure that documents define, by what belongs to them and
// adds up, by how much of that there is, and by a measure of their own. Each shows
// so many rows.
func Rankings(ix *index.Index, table int, rows string, best bool) []Ranking {
	p := proposer{ix}
	if !p.hasNames(table) {
		return nil // best of what nobody calls by name means nothing
	}
	var out []Ranking
	add := func(of int, by *form.Expr, name string, term *index.Term) {
		out = append(out, Ranking{p.rank(table, of, by, rows, best), name, term})
	}
	for _, t := range figures(ix) {
		if f := t.Meaning.Figure; f.Op == index.SumOf && f.Of.Op == "" && p.belongs(f.Table, table) {
			add(f.Table, sumOf(f.Of.Column), t.Called, t)
			break
		}
	}
	children := p.children(table)
	for _, child := range children {
		m := p.measures(child)
		if whole := slices.DeleteFunc(slices.Clone(m), p.isPart); len(whole) > 0 {
			m = whole
		}
		if len(m) > 0 && p.worth(m[0]) > 0 && !p.averages(m[0]) {
			add(child, sumOf(m[0]), p.aggregate(m[0])+" of "+p.many(child), nil)
			break
		}
	}
	if len(children) > 0 {
		count := &form.Expr{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}
		add(children[0], count, "number of "+p.many(children[0]), nil)
	}
	if m := p.measures(table); len(m) > 0 {
		add(table, &form.Expr{Op: form.Column, Column: m[0]}, p.measure(m[0]), nil)
	}
	return out
}

// belongs is true where each row of a table belongs to one row of another at most, also by
// way of others: what an order comes to is of one customer, and not of a product in it.
func (p proposer) belongs(from, to int) bool {
	seen, next := map[int]bool{from: true}, []int{from}
	for len(next) > 0 {
		t := next[0]
		next = next[1:]
		if t == to {
			return true
		}
		for _, k := range p.ix.KeysFrom(t) {
			if parent := p.ix.Columns[k.To[0]].Table; !seen[parent] {
				seen[parent] = true
				next = append(next, parent)
			}
		}
	}
	return false
}

func sumOf(column int) *form.Expr {
	return &form.Expr{Op: form.Sum, Args: []*form.Expr{{Op: form.Column, Column: column}}}
}

// rank is the form with the names of a table's rows, ranked by a figure of another
// table or by a column of its own.
func (p proposer) rank(table, of int, by *form.Expr, rows string, best bool) *form.Query {
	q := &form.Query{Tables: []int{table}, Keep: form.NoTable, Limit: &form.Value{Kind: form.Number, Text: rows}}
	names := p.names(table)
	for _, c := range names {
		q.Select = append(q.Select, &form.Expr{Op: form.Column, Column: c})
	}
	if by.Aggregates() {
		for _, c := range p.ix.Tables[table].PrimaryKey { // rows of one name are not one row
			if !slices.Contains(names, c) {
				q.Group = append(q.Group, &form.Expr{Op: form.Column, Column: c})
			}
		}
		for _, e := range q.Select {
			q.Group = append(q.Group, e.Clone())
		}
	}
	if of != table {
		q.Tables = append(q.Tables, of)
		slices.Sort(q.Tables)
	}
	q.Select = append(q.Select, by)
	q.Order = []form.Order{{By: by.Clone(), Desc: best}}
	return q
}

// names are the columns that name a row; of people, the first name and the last.
func (p proposer) names(table int) []int {
	var both []int
	for _, c := range p.ix.Tables[table].Columns {
		switch say(p.ix.Columns[c].Words) {
		case "first name", "f name", "given name", "last name", "l name", "family name", "surname":
			both = append(both, c)
		}
	}
	if len(both) == 2 {
		return both
	}
	return p.ix.Tables[table].Display
}
