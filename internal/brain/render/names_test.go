package render_test

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// Names of figures are words: a number in one would be read as a figure.
func TestNamesOfFigures(t *testing.T) {
	e := lite(t)
	n := &names{t, e.ix}
	at := func(from, to string) *form.Cond {
		return test(form.During, n.col("orders.ordered_at"), period(from, to))
	}
	again := func(of span.Grain, first, last int) *form.Cond {
		return test(form.During, n.col("orders.ordered_at"), every(of, first, last))
	}
	groups := op(form.Groups)
	freight := n.col("orders.freight")
	for _, c := range []struct {
		name string
		q    *form.Query
		want string
	}{
		{"a quarter", query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(when(at("2023-07-01", "2023-10-01"), star)))}), "AS orders_q3_2023"},
		{"a month", query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(when(at("2023-03-01", "2023-04-01"), star)))}), "AS orders_march_2023"},
		{"a year", query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(when(at("2023-01-01", "2024-01-01"), star)))}), "AS orders_2023"},
		{"since a day", query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(when(at("2023-07-02", ""), star)))}), "AS orders_since_2_july_2023"},
		{"weekends", query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(when(again(span.Day, 6, 7), star)))}), "AS weekend_orders"},
		{"weekdays", query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(when(again(span.Day, 1, 5), star)))}), "AS weekday_orders"},
		{"Mondays", query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(when(again(span.Day, 1, 1), star)))}), "AS monday_orders"},
		{"every spring", query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(when(again(span.Month, 3, 5), star)))}), "AS march_to_may_orders"},
		{"every third quarter", query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(when(again(span.Quarter, 3, 3), star)))}), "AS q3_orders"},
		{"a total of a year", query(form.Query{Tables: n.tables("orders"), Select: exprs(op(form.Sum, when(at("2023-01-01", "2024-01-01"), n.col("orders.freight"))))}), "AS total_freight_2023"},
		{"a number", query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(when(is(form.Greater, freight, lit("5")), star)))}), "AS orders_with_freight_over_5"},
		{"groups of a key", query(form.Query{Tables: n.tables("orders"), Select: exprs(op(form.Avg, countOf(star)), countOf(groups)), Group: exprs(n.col("orders.customer_id"))}), "AS customers"},
		{"groups of days", query(form.Query{Tables: n.tables("orders"), Select: exprs(op(form.Avg, countOf(star)), countOf(groups)), Group: exprs(op(form.Day, n.col("orders.ordered_at")))}), "AS group_count"},
		{"groups of a key and a name", query(form.Query{Tables: n.tables("customer orders"), Select: exprs(countOf(groups)), Group: exprs(n.col("customer.id"), n.col("customer.name")), Having: is(form.Greater, countOf(star), lit("2"))}), "AS customers"},
		{"a part of the table's own key", query(form.Query{Tables: n.tables("order_line"), Select: exprs(op(form.Div, countOf(star), distinct(n.col("order_line.order_id"))))}), "AS order_lines_per_order"},
		{"twice the same", query(form.Query{Tables: n.tables("orders"), Select: exprs(op(form.Sum, freight), op(form.Sum, op(form.Add, freight, freight)), op(form.Sum, op(form.Mul, freight, freight)))}), "AS other_total"},
	} {
		sql, _, err := render.Render(e.ix, e.dialect, c.q, today)
		if err != nil || !strings.Contains(sql, c.want) {
			t.Errorf("%s: %v, without %q:\n%s", c.name, err, c.want, sql)
		}
	}
}

// Ages are called so, and groups are what they are of.
func TestNamesForPeople(t *testing.T) {
	ix := drawn("member id birth")
	ix.Columns[2].Kind, ix.Columns[2].Form = index.Time, index.DateText
	age := op(form.Avg, op(form.Years, op(form.Today), &form.Expr{Op: form.Column, Column: 2}))
	sql, _, err := render.Render(ix, render.SQLite, query(form.Query{Tables: []int{0}, Select: exprs(age)}), today)
	if err != nil || !strings.Contains(sql, "AS avg_age") {
		t.Errorf("%v: %s", err, sql)
	}
	ix = drawn("order id total day")
	ix.Columns[3].Kind, ix.Columns[3].Form = index.Time, index.DateText
	in2024 := test(form.During, &form.Expr{Op: form.Column, Column: 3}, period("2024-01-01", "2025-01-01"))
	part := op(form.Sum, when(in2024, &form.Expr{Op: form.Column, Column: 2}))
	if sql, _, err := render.Render(ix, render.SQLite, query(form.Query{Tables: []int{0}, Select: exprs(part)}), today); err != nil || !strings.Contains(sql, "AS total_2024") || strings.Contains(sql, "_sum") {
		t.Errorf("%v: %s", err, sql)
	}
	e := lite(t)
	n := &names{t, e.ix}
	q := query(form.Query{Tables: n.tables("customer orders"), Select: exprs(countOf(op(form.Groups))), Group: exprs(n.col("customer.id"), n.col("customer.name")), Having: is(form.Greater, countOf(star), lit("2"))})
	if _, says := render.Plainly(e.ix, q); says != "number of customers only where number of orders is more than 2" {
		t.Errorf("%q", says)
	}
}
