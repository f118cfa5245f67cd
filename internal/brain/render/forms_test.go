package render_test

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// names finds tables and columns of an index by name.
type names struct {
	t  testing.TB
	ix *index.Index
}

func (n *names) table(name string) int {
	for i := range n.ix.Tables {
		if n.ix.Tables[i].Name == name {
			return i
		}
	}
	n.t.Fatalf("no table %s", name)
	return 0
}

func (n *names) number(name string) int {
	t, c, _ := strings.Cut(name, ".")
	at := n.ix.Column("", t, c)
	if at == 0 {
		n.t.Fatalf("no column %s", name)
	}
	return at
}

func (n *names) tables(list string) []int {
	var out []int
	for _, s := range strings.Fields(list) {
		out = append(out, n.table(s))
	}
	return out
}

func (n *names) col(name string) *form.Expr {
	return &form.Expr{Op: form.Column, Column: n.number(name)}
}

func (n *names) via(key, name string) *form.Expr {
	return &form.Expr{Op: form.Column, Column: n.number(name), Via: n.number(key)}
}

var star = &form.Expr{Op: form.Column}

func op(o form.Op, args ...*form.Expr) *form.Expr { return &form.Expr{Op: o, Args: args} }

func withValue(o form.Op, n string, args ...*form.Expr) *form.Expr {
	return &form.Expr{Op: o, Args: args, Value: num(n)}
}

func countOf(e *form.Expr) *form.Expr { return op(form.Count, e) }

func distinct(e *form.Expr) *form.Expr {
	return &form.Expr{Op: form.Count, Args: []*form.Expr{e}, Distinct: true}
}

func when(c *form.Cond, e *form.Expr) *form.Expr {
	return &form.Expr{Op: form.If, Args: []*form.Expr{e}, If: c}
}

func num(s string) *form.Value    { return &form.Value{Kind: form.Number, Text: s} }
func txt(s string) *form.Value    { return &form.Value{Kind: form.Text, Text: s} }
func lit(s string) *form.Expr     { return &form.Expr{Op: form.Literal, Value: num(s)} }
func litText(s string) *form.Expr { return &form.Expr{Op: form.Literal, Value: txt(s)} }

func scalar(q *form.Query) *form.Expr { return &form.Expr{Op: form.Scalar, Query: q} }

func is(o form.CondOp, left, right *form.Expr) *form.Cond {
	return &form.Cond{Op: o, Left: left, Right: right}
}

func test(o form.CondOp, left *form.Expr, values ...*form.Value) *form.Cond {
	return &form.Cond{Op: o, Left: left, Values: values}
}

func all(list ...*form.Cond) *form.Cond { return &form.Cond{Op: form.And, Args: list} }
func any1(list ...*form.Cond) *form.Cond {
	return &form.Cond{Op: form.Or, Args: list}
}

func inside(o form.CondOp, left *form.Expr, q *form.Query) *form.Cond {
	return &form.Cond{Op: o, Left: left, Query: q}
}

func day(s string) time.Time {
	t, err := time.Parse("2006-01-02", s)
	if err != nil {
		panic(err)
	}
	return t
}

// period is [from, to); empty is open.
func period(from, to string) *form.Value {
	v := &form.Value{Kind: form.Period}
	if from != "" {
		v.Period.Start = day(from)
	}
	if to != "" {
		v.Period.End = day(to)
	}
	return v
}

func every(of span.Grain, first, last int) *form.Value {
	return &form.Value{Kind: form.Period, Period: span.Period{Every: span.Every{Of: of, First: first, Last: last}}}
}

func asc(e *form.Expr) form.Order  { return form.Order{By: e} }
func desc(e *form.Expr) form.Order { return form.Order{By: e, Desc: true} }

func exprs(list ...*form.Expr) []*form.Expr { return list }

// query fills in what most forms leave out.
func query(q form.Query) *form.Query {
	if q.Keep == 0 {
		q.Keep = form.NoTable
	}
	return &q
}

func kept(q form.Query, table int) *form.Query {
	q.Keep = table
	return &q
}
