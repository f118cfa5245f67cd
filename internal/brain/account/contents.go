package account

import (
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

// contents are the parts of a form.
type contents struct {
	columns, tables map[int]bool
	texts           []string // in lower case
	timed           bool     // a period, or a part of a date
	numbered        bool     // a number other than a limit of one
	ordered         bool
	limited         bool // the first rows alone
	ops             map[form.Op]bool
	conds           map[form.CondOp]bool
	distinct        bool
	grouped         bool
	money           bool // an amount or a price is read
	years           bool // years are compared, all of them whole
}

func contentsOf(ix *index.Index, c *candidates.Candidate) *contents {
	f := &contents{columns: map[int]bool{}, tables: map[int]bool{}, ops: map[form.Op]bool{}, conds: map[form.CondOp]bool{}}
	f.add(ix, c.Query)
	f.years = comparesWholeYears(c.Query)
	if shown := c.ReadingForm(); shown != c.Query {
		f.add(ix, shown)
	}
	if c.Query.Plain != nil {
		f.add(ix, c.Query.Plain.Query)
	}
	return f
}

func (f *contents) add(ix *index.Index, q *form.Query) {
	q.EachQuery(func(q *form.Query) {
		if tree, err := render.Plan(ix, q); err == nil {
			for _, n := range tree.Nodes {
				f.tables[n.Table] = true
			}
		}
		for _, t := range q.Tables {
			f.tables[t] = true
		}
		f.ordered = f.ordered || len(q.Order) > 0 || q.Limit != nil || q.Place != nil
		f.limited = f.limited || q.Limit != nil || q.Place != nil
		f.numbered = f.numbered || q.Limit != nil || q.Place != nil
		f.grouped = f.grouped || len(q.Group) > 0
		f.distinct = f.distinct || q.Distinct || q.Set != form.NoSet
		q.Visit(f.expr, func(c *form.Cond) { f.conds[c.Op] = true })
		for _, j := range q.Joins {
			f.columns[j.Left], f.columns[j.Right] = true, true
		}
	})
	q.EachValue(func(v *form.Value, column int) {
		switch v.Kind {
		case form.Period:
			f.timed = true
		case form.Number:
			f.numbered = true
		}
		f.texts = append(f.texts, strings.ToLower(v.Text))
	})
	for n := range f.columns {
		f.tables[ix.Columns[n].Table] = true
		f.timed = f.timed || ix.Columns[n].Kind == index.Time
		f.money = f.money || columns.Money.HasAny(ix.Columns[n].Words)
	}
}

func (f *contents) expr(e *form.Expr) {
	f.ops[e.Op] = true
	f.distinct = f.distinct || e.Distinct
	f.timed = f.timed || dateOps[e.Op]
	if e.Op == form.Column && e.Column > 0 {
		f.columns[e.Column] = true
		if e.Via > 0 {
			f.columns[e.Via] = true
		}
	}
	f.numbered = f.numbered || e.Value != nil
}

// reads is true for a column that the form reads, or a key of a table that it reads.
func (f *contents) reads(ix *index.Index, column int) bool {
	c := &ix.Columns[column]
	return f.columns[column] || f.tables[c.Table] && (c.Primary || c.Foreign)
}

// named is true where a column or table of the form has one of some words in its
// name.
func (f *contents) named(ix *index.Index, words english.Set) bool {
	for n := range f.columns {
		if words.HasAny(ix.Columns[n].Words) {
			return true
		}
	}
	for n := range f.tables {
		for _, w := range ix.Tables[n].Words {
			if words[english.Singular(w)] {
				return true
			}
		}
	}
	return false
}

// names are what the tables, columns and texts of a form are called.
func (f *contents) names(ix *index.Index) []string {
	var list []string
	add := func(words string) {
		if words != "" && !slices.Contains(list, words) {
			list = append(list, words)
		}
	}
	for n := range f.columns {
		add(strings.Join(ix.Columns[n].Words, " "))
		for _, s := range ix.Columns[n].Synonyms {
			add(s)
		}
	}
	for n := range f.tables {
		add(strings.Join(ix.Tables[n].Words, " "))
		for _, s := range ix.Tables[n].Synonyms {
			add(s)
		}
	}
	for _, t := range f.texts {
		if strings.ContainsFunc(t, unicode.IsLetter) {
			add(t)
		}
	}
	slices.Sort(list)
	return list
}

// namelessRows are the names of the columns of the only table of a form, if nothing
// says what its rows are.
func (f *contents) namelessRows(ix *index.Index) string {
	if len(f.tables) != 1 {
		return ""
	}
	for t := range f.tables {
		if ix.Tables[t].Noun != index.PlainRow {
			return ""
		}
		var list []string
		for _, c := range ix.Tables[t].Columns {
			list = append(list, strings.Join(ix.Columns[c].Words, " "))
		}
		return strings.Join(list[:min(len(list), 30)], ", ")
	}
	return ""
}
