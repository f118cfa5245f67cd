// Package edit builds forms over the tables and columns of an index, and walks
// them.
package edit

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

func Column(c int) *form.Expr { return &form.Expr{Op: form.Column, Column: c} }

func Columns(list []int) []*form.Expr {
	var out []*form.Expr
	for _, c := range list {
		out = append(out, Column(c))
	}
	return out
}

func Call(op form.Op, args ...*form.Expr) *form.Expr { return &form.Expr{Op: op, Args: args} }

func CountAll() *form.Expr { return Call(form.Count, Column(0)) }

func Compare(op form.CondOp, left *form.Expr, v *form.Value) *form.Cond {
	return &form.Cond{Op: op, Left: left, Right: &form.Expr{Op: form.Literal, Value: v}}
}

func Number(text string) *form.Value { return &form.Value{Kind: form.Number, Text: text} }

// TablesOf lists the tables of the columns that a query itself uses.
func TablesOf(ix *index.Index, q *form.Query) []int {
	var out []int
	add := func(e *form.Expr) {
		if e.Op == form.Column && e.Column > 0 && e.Via == 0 {
			out = append(out, ix.Columns[e.Column].Table)
		}
		if e.Op == form.Column && e.Via > 0 {
			out = append(out, ix.Columns[e.Via].Table)
		}
	}
	q.Visit(add, nil)
	slices.Sort(out)
	return slices.Compact(out)
}

// Retable gives an edited form its tables, and drops what no longer fits them.
func Retable(ix *index.Index, before, after *form.Query) {
	was, now := TablesOf(ix, before), TablesOf(ix, after)
	tables := slices.Clone(now)
	for _, t := range before.Tables {
		if !slices.Contains(was, t) {
			tables = append(tables, t) // named for its own sake
		}
	}
	if len(tables) == 0 {
		tables = slices.Clone(before.Tables)
	}
	slices.Sort(tables)
	after.Tables = slices.Compact(tables)
	if !slices.Contains(after.Tables, after.Keep) {
		after.Keep = form.NoTable
	}
}

// DisplayColumns is how the rows of a table are named.
func DisplayColumns(ix *index.Index, t int) []int {
	if d := ix.Tables[t].Display; len(d) > 0 {
		return d
	}
	if k := ix.Tables[t].PrimaryKey; len(k) > 0 {
		return k
	}
	return nil
}

// KeyTo is the column of one table that leads to another, with the column it
// leads to.
func KeyTo(ix *index.Index, from, to int) (foreign, key int, ok bool) {
	for _, k := range ix.KeysFrom(from) {
		if len(k.From) == 1 && ix.Columns[k.To[0]].Table == to {
			return k.From[0], k.To[0], true
		}
	}
	return 0, 0, false
}

// SameExpr compares what is computed of which columns; it does not look into
// conditions and inner queries.
func SameExpr(a, b *form.Expr) bool {
	if a.Op != b.Op || a.Column != b.Column || a.Via != b.Via || a.Distinct != b.Distinct || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !SameExpr(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}
