package readback

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// nothing is a database without rows.
type nothing struct{}

func (nothing) Distinct(context.Context, *schema.Table, string, int) ([]table.Value, error) {
	return nil, nil
}

func (nothing) Pairs(context.Context, *schema.Table, string, string, int) ([][2]table.Value, error) {
	return nil, nil
}

// boats is a club that rents boats: people with a boss, rentals with two
// harbours, and payments.
func boats(t testing.TB) *index.Index {
	t.Helper()
	columns := func(list string) []schema.Column {
		kinds := map[byte]table.Kind{'i': table.Int, 't': table.Text, 'd': table.Date, 's': table.Timestamp, 'n': table.Decimal}
		var out []schema.Column
		for _, f := range strings.Fields(list) {
			name, kind, _ := strings.Cut(f, ":")
			out = append(out, schema.Column{Name: name, Kind: kinds[kind[0]]})
		}
		return out
	}
	key := func(column, to string) schema.ForeignKey {
		return schema.ForeignKey{Columns: []string{column}, RefTable: to, RefColumns: []string{"id"}}
	}
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "harbour", PrimaryKey: []string{"id"}, Columns: columns("id:i name:t land:t")},
		{Name: "person", PrimaryKey: []string{"id"}, Columns: columns("id:i name:t boss:i born:d harbour:i"),
			ForeignKeys: []schema.ForeignKey{key("boss", "person"), key("harbour", "harbour")}},
		{Name: "rental", PrimaryKey: []string{"id"}, Columns: columns("id:i person:i origin:i goal:i day:d back:s fee:n kind:t"),
			ForeignKeys: []schema.ForeignKey{key("person", "person"), key("origin", "harbour"), key("goal", "harbour")}},
		{Name: "payment", PrimaryKey: []string{"id"}, Columns: columns("id:i rental:i amount:n paid:s"),
			ForeignKeys: []schema.ForeignKey{key("rental", "rental")}},
	}}
	ix, err := index.Build(t.Context(), s, nothing{})
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

// speller writes forms for people to read.
type speller struct{ ix *index.Index }

func (s speller) query(q *form.Query) string {
	var b strings.Builder
	b.WriteString("from")
	for _, t := range q.Tables {
		b.WriteString(" " + s.ix.Tables[t].Name)
	}
	if q.Keep != form.NoTable {
		b.WriteString(" keep " + s.ix.Tables[q.Keep].Name)
	}
	for _, j := range q.Joins {
		b.WriteString(" on " + s.column(j.Left) + "=" + s.column(j.Right))
	}
	b.WriteString(" select")
	if q.Distinct {
		b.WriteString(" distinct")
	}
	b.WriteString(s.list(q.Select))
	if q.Where != nil {
		b.WriteString(" where " + s.cond(q.Where))
	}
	if len(q.Group) > 0 {
		b.WriteString(" group" + s.list(q.Group))
	}
	if q.Having != nil {
		b.WriteString(" having " + s.cond(q.Having))
	}
	for i, o := range q.Order {
		b.WriteString([]string{" order ", ", "}[min(i, 1)] + s.expr(o.By))
		if o.Desc {
			b.WriteString(" desc")
		}
	}
	if q.Limit != nil {
		b.WriteString(" limit " + q.Limit.Text)
	}
	if q.Place != nil {
		b.WriteString(" place " + q.Place.Text)
	}
	if len(q.Per) > 0 {
		b.WriteString(" per" + s.list(q.Per))
	}
	if q.Set != form.NoSet {
		b.WriteString(" " + string(q.Set) + " " + s.query(q.Other))
	}
	return b.String()
}

func (s speller) list(list []*form.Expr) string {
	var parts []string
	for _, e := range list {
		parts = append(parts, s.expr(e))
	}
	return " " + strings.Join(parts, ", ")
}

func (s speller) column(c int) string {
	if c == 0 {
		return "*"
	}
	return s.ix.Tables[s.ix.Columns[c].Table].Name + "." + s.ix.Columns[c].Name
}

func (s speller) expr(e *form.Expr) string {
	switch e.Op {
	case form.Column:
		if e.Via != 0 {
			return s.column(e.Column) + "~" + s.column(e.Via)
		}
		return s.column(e.Column)
	case form.Literal:
		return e.Value.Text
	case form.Scalar:
		return "(" + s.query(e.Query) + ")"
	case form.If:
		return s.expr(e.Args[0]) + " if " + s.cond(e.If)
	}
	text := string(e.Op)
	if e.Value != nil {
		text += e.Value.Text
	}
	if len(e.Args) == 0 {
		return text
	}
	if e.Distinct {
		text += " distinct"
	}
	return text + "(" + strings.TrimPrefix(s.list(e.Args), " ") + ")"
}

func (s speller) cond(c *form.Cond) string {
	if c.Op == form.And || c.Op == form.Or {
		var parts []string
		for _, a := range c.Args {
			parts = append(parts, s.cond(a))
		}
		return "[" + strings.Join(parts, " "+string(c.Op)+" ") + "]"
	}
	text := s.expr(c.Left) + " " + string(c.Op)
	if c.Right != nil {
		text += " " + s.expr(c.Right)
	}
	for _, v := range c.Values {
		text += " " + value(v)
	}
	if c.Query != nil {
		text += " (" + s.query(c.Query) + ")"
	}
	return text
}

func value(v *form.Value) string {
	if v.Kind != form.Period {
		return v.Text
	}
	p := v.Period
	if p.Recurring() {
		return fmt.Sprintf("%s %d-%d", p.Every.Of, p.Every.First, p.Every.Last)
	}
	text := ""
	if !p.Start.IsZero() {
		text = p.Start.Format("2006-01-02")
	}
	text += ".."
	if !p.End.IsZero() {
		text += p.End.Format("2006-01-02")
	}
	return text
}
