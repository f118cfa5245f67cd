package edit

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// Editor copies a form and changes it on the way. Its functions may be nil;
// each gets a copy that it may change.
type Editor struct {
	Index *index.Index
	Expr  func(*form.Expr)
	Cond  func(*form.Cond)
}

// Copy copies a form. Tables follow the columns: one that only a changed
// column was of goes, one that a new column is of comes.
func (e Editor) Copy(q *form.Query) *form.Query {
	if q == nil {
		return nil
	}
	c := *q
	c.Select, c.Group, c.Per = e.exprs(q.Select), e.exprs(q.Group), e.exprs(q.Per)
	c.Where, c.Having = e.condition(q.Where), e.condition(q.Having)
	c.Order = slices.Clone(q.Order)
	for i := range c.Order {
		c.Order[i].By = e.expression(c.Order[i].By)
	}
	c.Other = e.Copy(q.Other)
	Retable(e.Index, q, &c)
	return &c
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

func (e Editor) exprs(list []*form.Expr) []*form.Expr {
	out := slices.Clone(list)
	for i := range out {
		out[i] = e.expression(out[i])
	}
	return out
}

func (e Editor) expression(x *form.Expr) *form.Expr {
	if x == nil {
		return nil
	}
	c := *x
	c.Args, c.If, c.Query = e.exprs(x.Args), e.condition(x.If), e.Copy(x.Query)
	if e.Expr != nil {
		e.Expr(&c)
	}
	return &c
}

func (e Editor) condition(x *form.Cond) *form.Cond {
	if x == nil {
		return nil
	}
	c := *x
	c.Args = slices.Clone(x.Args)
	for i := range c.Args {
		c.Args[i] = e.condition(c.Args[i])
	}
	c.Left, c.Right, c.Query = e.expression(x.Left), e.expression(x.Right), e.Copy(x.Query)
	if e.Cond != nil {
		e.Cond(&c)
	}
	return &c
}
