package render_test

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/render"
)

func TestCrossings(t *testing.T) {
	ix := drawn("region id title", "orders id region.id total", "line id orders.id product.id amount", "product id title", "deal id region.id owner amount", "rate id region.id factor")
	for i := range ix.Tables {
		ix.Tables[i].Rows = 100
	}
	col := func(table, name string) *form.Expr {
		n := ix.Column("", table, name)
		if n == 0 {
			t.Fatalf("no column %s.%s", table, name)
		}
		return &form.Expr{Op: form.Column, Column: n}
	}
	ix.Columns[ix.Column("", "orders", "region_id")].Distinct = 5
	ix.Columns[ix.Column("", "deal", "region_id")].Distinct = 5
	ix.Columns[ix.Column("", "rate", "region_id")].Distinct = 100 // one for each
	ix.Columns[ix.Column("", "deal", "region_id")].Foreign = true
	grouped := func(figure *form.Expr, by ...*form.Expr) form.Query {
		return form.Query{Select: append(exprs(figure), by...), Group: by}
	}
	where := is(form.Equal, col("deal", "owner"), lit("Ann"))
	for _, c := range []struct {
		name string
		q    form.Query
		want string
	}{
		{"by what the rows belong to", grouped(op(form.Sum, col("orders", "total")), col("region", "title")), ""},
		{"by what finer rows belong to", grouped(op(form.Sum, col("orders", "total")), col("product", "title")), ""},
		{"by others of the same region", grouped(op(form.Sum, col("orders", "total")), col("deal", "owner")), "orders by deal at region"},
		{"farther away", grouped(op(form.Sum, col("deal", "amount")), col("product", "title")), "deal by product at region"},
		{"different ones", grouped(op(form.Count, col("line", "id")), col("deal", "owner")), "line by deal at region"},
		{"pairs are counted", form.Query{Tables: []int{1, 4}, Select: exprs(countOf(star))}, "orders by deal at region"},
		{"two figures by what both belong to", form.Query{Select: exprs(op(form.Count, col("deal", "id")), op(form.Count, col("orders", "id"))), Group: exprs(col("region", "title"))}, ""},
		{"only where the others are so", form.Query{Select: exprs(op(form.Sum, col("orders", "total"))), Where: where}, "orders by deal at region"},
		{"rows of both", form.Query{Select: exprs(col("orders", "total"), col("deal", "owner"))}, "orders by deal at region"},
		{"one for each", grouped(op(form.Sum, col("orders", "total")), col("rate", "factor")), ""},
		{"a key of both", grouped(op(form.Sum, col("orders", "total")), col("deal", "region_id")), ""},
	} {
		got := ""
		for _, x := range render.Crossings(ix, query(c.q)) {
			got = ix.Tables[x.Of].Name + " by " + ix.Tables[x.By].Name + " at " + ix.Tables[x.At].Name
			break
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
