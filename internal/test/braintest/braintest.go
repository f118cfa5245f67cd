// Package braintest is a small shop for tests of the built-in brain's parts:
// customers, their orders, and a question about them.
package braintest

import (
	"context"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// Values are the stored values of columns, by table and column.
type Values map[string][]string

// Distinct lists the values of a column.
func (v Values) Distinct(_ context.Context, t *schema.Table, column string, _ int) ([]table.Value, error) {
	var list []table.Value
	for _, text := range v[t.Name+"."+column] {
		list = append(list, table.NewText(text))
	}
	return list, nil
}

// Pairs knows none.
func (Values) Pairs(context.Context, *schema.Table, string, string, int) ([][2]table.Value, error) {
	return nil, nil
}

// Today is the day on which questions are asked.
var Today = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)

// Shop is an indexed database and a question about it.
type Shop struct {
	Index  *index.Index
	Linker *link.Linker
	Asked  *link.Question
	t      testing.TB
}

// Ask makes the shop and links a question to it.
func Ask(t testing.TB, question string) *Shop {
	t.Helper()
	snapshot := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Schema: "main", Name: "customer", Rows: 30, PrimaryKey: []string{"id"}, Columns: []schema.Column{
			{Name: "id", Kind: table.Int}, {Name: "name", Kind: table.Text}, {Name: "city", Kind: table.Text}, {Name: "region", Kind: table.Text}}},
		{Schema: "main", Name: "orders", Rows: 500, PrimaryKey: []string{"id"},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"customer_id"}, RefSchema: "main", RefTable: "customer", RefColumns: []string{"id"}}},
			Columns: []schema.Column{{Name: "id", Kind: table.Int}, {Name: "customer_id", Kind: table.Int}, {Name: "order_date", Kind: table.Date},
				{Name: "ship_date", Kind: table.Date}, {Name: "net_sales", Kind: table.Decimal}, {Name: "gross_sales", Kind: table.Decimal}}},
	}}
	ix, err := index.Build(t.Context(), snapshot, Values{"customer.city": {"Oslo", "Victoria"}, "customer.region": {"Victoria", "North"}})
	if err != nil {
		t.Fatal(err)
	}
	cut, err := neural.NewTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	s := &Shop{Index: ix, Linker: link.New(ix, cut), t: t}
	s.Asked = s.Linker.Read(question, Today, nil)
	return s
}

// Column is the number of a column.
func (s *Shop) Column(tableName, name string) int {
	s.t.Helper()
	c := s.Index.Column("", tableName, name)
	if c == 0 {
		s.t.Fatalf("no column %s", name)
	}
	return c
}

// At is a column as an expression.
func (s *Shop) At(tableName, name string) *form.Expr {
	return &form.Expr{Op: form.Column, Column: s.Column(tableName, name)}
}

// Sum is the sum of an expression.
func Sum(e *form.Expr) *form.Expr { return &form.Expr{Op: form.Sum, Args: []*form.Expr{e}} }
