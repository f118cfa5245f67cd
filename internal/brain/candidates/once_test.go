package candidates

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// What an entity determines is added up once for each of it, and only where all that is
// asked is determined by it.
func TestRepeatedRowsCountOnce(t *testing.T) {
	s := braintest.Ask(t, "x")
	ix := s.Index
	table, key := -1, 0
	at := func(name string) int {
		for n, c := range ix.Columns {
			if c.Table == table && c.Name == name {
				return n
			}
		}
		t.Fatal("no column ", name)
		return 0
	}
	for n := range ix.Tables {
		if ix.Tables[n].Name == "orders" {
			table = n
		}
	}
	key = at("customer_id")
	for _, name := range []string{"net_sales", "gross_sales"} {
		ix.Columns[at(name)].Measure = true
	}
	fixed := []int{at("gross_sales"), at("order_date"), at("ship_date")}
	ix.Tables[table].Entities = []index.Entity{{Key: key, Noun: "customer", Exact: fixed, Attributes: fixed}}
	column := func(name string) *form.Expr { return &form.Expr{Op: form.Column, Column: at(name)} }
	of := func(op form.Op, name string) *form.Expr { return &form.Expr{Op: op, Args: []*form.Expr{column(name)}} }
	for _, c := range []struct {
		name  string
		query form.Query
		once  bool
	}{
		{"a sum of what the customer determines", form.Query{Select: []*form.Expr{of(form.Sum, "gross_sales")}}, true},
		{"by the customer", form.Query{Select: []*form.Expr{column("customer_id"), of(form.Avg, "gross_sales")}, Group: []*form.Expr{column("customer_id")}}, true},
		{"beside a count of rows", form.Query{Select: []*form.Expr{of(form.Avg, "gross_sales"), {Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}}}, false},
		{"a sum of what each row has", form.Query{Select: []*form.Expr{of(form.Sum, "net_sales")}}, false},
		{"under a condition on the row", form.Query{Select: []*form.Expr{of(form.Sum, "gross_sales")}, Where: &form.Cond{Op: form.NotNull, Left: column("net_sales")}}, false},
		{"the largest", form.Query{Select: []*form.Expr{of(form.Max, "gross_sales")}}, false},
	} {
		c.query.Tables, c.query.Keep = []int{table}, form.NoTable
		assumed, _ := hold(t, ix, &c.query, s.Asked, "once each")
		sql, _, err := render.Render(ix, render.Dialect(ix.Dialect), &c.query, braintest.Today)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := strings.Contains(sql, "SELECT DISTINCT customer_id"); got != c.once || (len(assumed) > 0) != c.once {
			t.Errorf("%s: %v %s", c.name, assumed, sql)
		}
	}
}

// What is the same at all times may be due each time; where a row has no amount of its
// own, it is that of the row.
func TestRowsThatRepeatNothing(t *testing.T) {
	ix := &index.Index{Columns: []index.Column{{Table: -1}, {Name: "tenant"}, {Name: "month", Kind: index.Time}, {Name: "rent", Kind: index.Number, Measure: true}, {Name: "water", Kind: index.Number, Measure: true}},
		Tables: []index.Table{{Name: "rents", Columns: []int{1, 2, 3, 4}, Entities: []index.Entity{{Key: 1, Attributes: []int{3}, Exact: []int{3}}}}}}
	if !ix.HasRowAmount(1) || !ix.VariesInTime(1) {
		t.Error("a rent is due each month")
	}
	ix.Columns[4].Measure = false
	if ix.HasRowAmount(1) {
		t.Error("the rent is what a row is about")
	}
}

// The total of an order is not that of each product in its lines.
func TestSharedAmounts(t *testing.T) {
	ix := &index.Index{Columns: []index.Column{{Table: -1}, {Name: "order", Words: []string{"order"}, Kind: index.Text}, {Name: "total", Words: []string{"total"}, Kind: index.Number, Measure: true},
		{Name: "product", Words: []string{"product"}, Kind: index.Text}, {Name: "qty", Words: []string{"quantity"}, Kind: index.Number, Measure: true}, {Name: "price", Words: []string{"price"}, Kind: index.Number, Measure: true}},
		Tables: []index.Table{{Name: "lines", Columns: []int{1, 2, 3, 4, 5}, Entities: []index.Entity{{Key: 1, Noun: "order", Attributes: []int{2}, Exact: []int{2}}}}}}
	column := func(n int) *form.Expr { return &form.Expr{Op: form.Column, Column: n} }
	sum := func() *form.Expr { return &form.Expr{Op: form.Sum, Args: []*form.Expr{column(2)}} }
	q := &form.Query{Tables: []int{0}, Keep: form.NoTable, Select: []*form.Expr{column(3), sum()}, Group: []*form.Expr{column(3)}}
	if assumed, _ := hold(t, ix, q, nil, "shared amounts"); q.Select[1].Args[0].Op != form.Mul || len(assumed) != 1 {
		t.Errorf("%+v %q", q.Select[1].Args[0], assumed)
	}
	q = &form.Query{Tables: []int{0}, Keep: form.NoTable, Select: []*form.Expr{sum()}}
	if hold(t, ix, q, nil, "shared amounts", "once each"); q.Select[0].Args[0].Op != form.Column || q.Once != 1 {
		t.Errorf("%+v, once %d", q.Select[0].Args[0], q.Once)
	}
}
