package corpus

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

type noValues struct{}

func (noValues) Distinct(context.Context, *schema.Table, string, int) ([]table.Value, error) {
	return nil, nil
}

func (noValues) Pairs(context.Context, *schema.Table, string, string, int) ([][2]table.Value, error) {
	return nil, nil
}

func TestFlatten(t *testing.T) {
	column := func(name string, k table.Kind) schema.Column { return schema.Column{Name: name, Kind: k} }
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "customer", Rows: 10, PrimaryKey: []string{"id"}, Columns: []schema.Column{column("id", table.Int), column("city", table.Text), column("age", table.Int)}},
		{Name: "sale", Rows: 100, PrimaryKey: []string{"sale_id"}, Columns: []schema.Column{column("sale_id", table.Int), column("customer_id", table.Int), column("amount", table.Float)},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"customer_id"}, RefTable: "customer", RefColumns: []string{"id"}}}},
	}}
	ix, err := index.Build(context.Background(), s, noValues{})
	if err != nil {
		t.Fatal(err)
	}
	f, ok := Flatten(rand.New(rand.NewPCG(1, 0)), s, ix, noValues{})
	if !ok {
		t.Fatal("not flattened")
	}
	f.Snapshot.Tables[0].Name = "flat"
	for i, name := range []string{"sale_id", "customer_id", "amount", "customer_city", "customer_age"} {
		f.Snapshot.Tables[0].Columns[i].Name = name
	}
	f.Snapshot.Tables[0].PrimaryKey, f.Snapshot.Tables[0].Entities = nil, nil
	flat, err := index.Build(context.Background(), f.Snapshot, noValues{})
	if err != nil {
		t.Fatal(err)
	}
	const city, age, amount = 2, 3, 6
	of := func(op form.Op, c int) *form.Expr {
		return &form.Expr{Op: op, Args: []*form.Expr{{Op: form.Column, Column: c}}}
	}
	by := []*form.Expr{{Op: form.Column, Column: city}}
	for _, c := range []struct {
		name string
		q    form.Query
		want string // "" where the flat table cannot tell
	}{
		{"customers", form.Query{Tables: []int{0}, Select: []*form.Expr{of(form.Count, 0)}}, "number of different customer id"},
		{"sales", form.Query{Tables: []int{1}, Select: []*form.Expr{of(form.Count, 0)}}, "number of flats"},
		{"sales by city", form.Query{Tables: []int{0, 1}, Group: by, Select: []*form.Expr{by[0], of(form.Sum, amount)}}, "total amount for each customer city"},
		{"age of buyers", form.Query{Tables: []int{0, 1}, Select: []*form.Expr{of(form.Avg, age)}}, ""},
		{"cities", form.Query{Tables: []int{0}, Select: by}, "different customer city of flats"},
	} {
		c.q.Keep = form.NoTable
		q, ok := f.Query(&c.q)
		got := ""
		if ok {
			got = render.Sentence(flat, q)
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
