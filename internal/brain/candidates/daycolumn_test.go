package candidates

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// Periods and months are of the day of an order, whichever of its two dates a form
// has; of what happens at another time, and of a date that is named, they are not.
func TestOneDateOfAnEvent(t *testing.T) {
	ix, err := index.Build(t.Context(), &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{{Name: "orders", Rows: 500, PrimaryKey: []string{"id"}, Columns: []schema.Column{
		{Name: "id", Kind: table.Int}, {Name: "order_date", Kind: table.Date, Min: "2023-01-01", Max: "2025-12-31"},
		{Name: "ordered_at", Kind: table.Timestamp, Min: "2023-01-01T09:06:49", Max: "2025-12-31T21:38:10"},
		{Name: "shipped_at", Kind: table.Timestamp, Min: "2023-01-02T09:06:49", Max: "2025-12-31T21:38:10"},
		{Name: "net_sales", Kind: table.Decimal}}}}}, braintest.Values{})
	if err != nil {
		t.Fatal(err)
	}
	column := func(name string) *form.Expr {
		return &form.Expr{Op: form.Column, Column: ix.Column("", "orders", name)}
	}
	cut, err := neural.NewTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	linker := link.New(ix, cut)
	for _, c := range []struct {
		question, has, want string
		bucket              form.Op
	}{
		{"sales by month", "ordered_at", "order_date", form.Month},
		{"sales by month", "order_date", "order_date", form.Month},
		{"sales by hour", "ordered_at", "ordered_at", form.Hour},
		{"sales by month", "shipped_at", "shipped_at", form.Month},
		{"sales by month of ordered at", "ordered_at", "ordered_at", form.Month},
	} {
		month := &form.Expr{Op: c.bucket, Args: []*form.Expr{column(c.has)}}
		q := &form.Query{Keep: form.NoTable, Tables: []int{0}, Select: []*form.Expr{month, braintest.Sum(column("net_sales"))}, Group: []*form.Expr{month}}
		got := PreferDays(ix, q, linker.Read(c.question, braintest.Today, nil))
		if name := ix.Columns[got.Group[0].Args[0].Column].Name; name != c.want {
			t.Errorf("%s: %s, want %s", c.question, name, c.want)
		}
		if _, _, err := render.Render(ix, render.Dialect(ix.Dialect), got, braintest.Today); err != nil {
			t.Error(err)
		}
	}
	for other, ok := range map[string]bool{"ordered_at": false, "shipped_at": true} {
		between := &form.Expr{Op: form.Hours, Args: []*form.Expr{column(other), column("order_date")}}
		if got := isSensible(t, ix, &form.Query{Tables: []int{0}, Select: []*form.Expr{braintest.Sum(between)}}); got != ok {
			t.Errorf("hours from order date to %s make sense: %t, want %t", other, got, ok)
		}
	}
}
