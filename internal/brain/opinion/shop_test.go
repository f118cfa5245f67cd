package opinion

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

var now = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)

// values are those of the shop, by table and column.
type values map[string][]string

func (v values) Distinct(_ context.Context, t *schema.Table, column string, _ int) ([]table.Value, error) {
	var list []table.Value
	for _, text := range v[t.Name+"."+column] {
		list = append(list, table.NewText(text))
	}
	return list, nil
}

func (values) Pairs(context.Context, *schema.Table, string, string, int) ([][2]table.Value, error) {
	return nil, nil
}

// shop sells things: customers, their orders, and lines of orders.
func shop(t testing.TB, dialect string) *index.Index {
	t.Helper()
	columns := func(list string) []schema.Column {
		kinds := map[byte]table.Kind{'i': table.Int, 't': table.Text, 'd': table.Date, 'n': table.Decimal}
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
	s := &schema.Snapshot{Dialect: dialect, Tables: []schema.Table{
		{Name: "customers", Rows: 40, PrimaryKey: []string{"id"}, Columns: columns("id:i name:t city:t region:t")},
		{Name: "orders", Rows: 200, PrimaryKey: []string{"id"}, Columns: columns("id:i customer_id:i order_date:d status:t total:n"),
			ForeignKeys: []schema.ForeignKey{key("customer_id", "customers")}},
		{Name: "order_lines", Rows: 900, PrimaryKey: []string{"id"}, Columns: columns("id:i order_id:i product:t qty:i"),
			ForeignKeys: []schema.ForeignKey{key("order_id", "orders")}},
	}}
	ix, err := index.Build(t.Context(), s, values{
		"customers.region":    {"North", "South", "West"},
		"customers.city":      {"Berlin", "Hamburg", "Munich", "Cologne"},
		"orders.status":       {"open", "shipped", "cancelled"},
		"order_lines.product": {"Desk", "Lamp", "Chair"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

// answer is how the built-in brain would read a question, by a statement that
// means it.
func answer(t testing.TB, ix *index.Index, outcome brain.Outcome, statements ...string) *brain.Answer {
	t.Helper()
	a := &brain.Answer{Outcome: outcome}
	for _, sql := range statements {
		var q *form.Query
		q, err := readback.Convert(ix, sql, now)
		if err != nil {
			t.Fatal(err)
		}
		a.Readings = append(a.Readings, brain.Reading{SQL: sql, Form: q})
	}
	return a
}

// holding is a database in which only some texts are found.
type holding map[string]bool

func (h holding) Holds(_ context.Context, _ int, text string, _, _ bool) (bool, error) {
	return h[text], nil
}

// slow is a database that gives no answer in time.
type slow struct{ asked int }

func (s *slow) Holds(context.Context, int, string, bool, bool) (bool, error) {
	s.asked++
	return false, context.DeadlineExceeded
}
