package render_test

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// cases holds every construct of a form. Each must give the same rows on all
// engines; want is what was computed by hand from the data, where given.
var cases = []struct {
	name  string
	build func(n *names) *form.Query
	want  string // rows separated by line ends; empty when not computed
}{
	{name: "rows of a table", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("region"), Select: exprs(n.col("region.name")), Order: []form.Order{asc(n.col("region.name"))}})
	}, want: "East\nIslands\nNorth\nSouth"},
	{name: "every column", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("region"), Select: exprs(star), Order: []form.Order{asc(n.col("region.id"))}})
	}, want: "1 | North\n2 | South\n3 | East\n4 | Islands"},
	{name: "count", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(star))})
	}, want: "160"},
	{name: "group, order and limit", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(n.col("orders.status"), countOf(star)), Group: exprs(n.col("orders.status")),
			Order: []form.Order{desc(countOf(star))}, Limit: num("2")})
	}},
	{name: "the row at a place", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("region"), Select: exprs(n.col("region.name")), Order: []form.Order{asc(n.col("region.name"))}, Place: num("2")})
	}, want: "Islands"},
	{name: "joins through tables that are not named", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("region product"), Select: exprs(n.col("region.name"), op(form.Sum, n.col("order_line.amount"))),
			Where: is(form.Equal, n.col("product.category"), litText("Toys")), Group: exprs(n.col("region.name"))})
	}},
	{name: "composite key", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("order_return order_line"), Select: exprs(n.col("order_return.reason"), op(form.Sum, n.col("order_line.amount"))),
			Group: exprs(n.col("order_return.reason"))})
	}},
	{name: "the first key of two, and the other one", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("flight"), Select: exprs(n.col("airport.city"), n.via("flight.destination_code", "airport.city"), countOf(star)),
			Group: exprs(n.col("airport.city"), n.via("flight.destination_code", "airport.city"))})
	}},
	{name: "further on through a key", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("flight"), Select: exprs(n.via("flight.destination_code", "region.name"), countOf(star)),
			Group: exprs(n.via("flight.destination_code", "region.name"))})
	}},
	{name: "self join", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("customer"), Select: exprs(n.col("customer.name"), n.via("customer.referred_by", "customer.name")),
			Where: is(form.Less, n.col("customer.joined"), n.via("customer.referred_by", "customer.joined"))})
	}},
	{name: "self join that keeps", build: func(n *names) *form.Query {
		return kept(form.Query{Tables: n.tables("customer"), Select: exprs(n.col("customer.name"), n.via("customer.referred_by", "customer.name"))}, n.table("customer"))
	}},
	{name: "rows without a partner are kept", build: func(n *names) *form.Query {
		return kept(form.Query{Tables: n.tables("customer orders"), Select: exprs(n.col("customer.id"), countOf(star), op(form.Sum, n.col("orders.freight"))),
			Where: is(form.Equal, n.col("orders.status"), litText("paid")), Group: exprs(n.col("customer.id"))}, n.table("customer"))
	}},
	{name: "kept rows with a chain behind", build: func(n *names) *form.Query {
		return kept(form.Query{Tables: n.tables("product"), Select: exprs(n.col("product.name"), countOf(n.col("order_line.order_id")), op(form.Sum, n.col("order_line.amount"))),
			Where: test(form.During, n.col("orders.ordered_at"), period("2025-01-01", "2025-04-01")), Group: exprs(n.col("product.id"), n.col("product.name"))}, n.table("product"))
	}},
	{name: "explicit join", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("airport region"), Joins: []form.Join{{Left: n.number("airport.region_id"), Right: n.number("region.id")}},
			Select: exprs(n.col("airport.city"), n.col("region.name"))})
	}},
	{name: "odd names", build: func(n *names) *form.Query {
		return query(form.Query{Tables: []int{n.table("Odd Table")}, Select: exprs(n.col("Odd Table.Group"), op(form.Sum, n.col(`Odd Table.a "b`))),
			Group: exprs(n.col("Odd Table.Group"))})
	}},
	{name: "comparisons", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("product"), Select: exprs(n.col("product.name")), Where: all(
			is(form.Greater, n.col("product.price"), lit("10")), is(form.LessEqual, n.col("product.price"), lit("80.5")),
			is(form.NotEqual, n.col("product.category"), litText("Food")),
			any1(test(form.Between, n.col("product.id"), num("2"), num("7")), test(form.AnyOf, n.col("product.category"), txt("Tools"), txt("Nothing"))),
			test(form.NoneOf, n.col("product.id"), num("3"), num("4")))})
	}},
	{name: "said in another case", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(star)), Where: is(form.Equal, n.col("orders.status"), litText("PAID"))})
	}},
	{name: "null", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(star), countOf(when(test(form.NotNull, n.col("orders.noted_on")), star))),
			Where: test(form.IsNull, n.col("orders.shipped_at"))})
	}},
	{name: "contains", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("customer"), Select: exprs(n.col("customer.name")), Where: any1(
			test(form.Contains, n.col("customer.name"), txt("BOB")), test(form.StartsWith, n.col("customer.name"), txt("50%")),
			test(form.EndsWith, n.col("customer.name"), txt(" k")), test(form.Matches, n.col("customer.name"), txt("ANN b")))})
	}},
	{name: "does not contain", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("customer"), Select: exprs(n.col("customer.name")), Where: all(
			test(form.NotContains, n.col("customer.name"), txt("o'h")), test(form.NotStartsWith, n.col("customer.name"), txt("zo")),
			test(form.NotEndsWith, n.col("customer.name"), txt("_")), test(form.NotMatches, n.col("customer.name"), txt("x")))})
	}},
	{name: "flags", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("customer"), Select: exprs(countOf(star), op(form.Sum, n.col("customer.active"))), Where: is(form.Equal, n.col("customer.active"), lit("1"))})
	}},
	{name: "in and not in", build: func(n *names) *form.Query {
		buyers := query(form.Query{Tables: n.tables("orders"), Select: exprs(n.col("orders.customer_id")), Where: is(form.Equal, n.col("orders.status"), litText("cancelled"))})
		referred := query(form.Query{Tables: n.tables("customer"), Select: exprs(n.col("customer.referred_by"))})
		return query(form.Query{Tables: n.tables("customer"), Select: exprs(n.col("customer.id")), Where: all(
			inside(form.In, n.col("customer.id"), buyers), inside(form.NotIn, n.col("customer.id"), referred))})
	}},
	{name: "not in groups with null", build: func(n *names) *form.Query {
		referred := query(form.Query{Tables: n.tables("customer"), Select: exprs(n.col("customer.referred_by")), Group: exprs(n.col("customer.referred_by")),
			Having: is(form.GreaterEqual, countOf(star), lit("2"))})
		return query(form.Query{Tables: n.tables("customer"), Select: exprs(n.col("customer.id")), Where: inside(form.NotIn, n.col("customer.id"), referred)})
	}},
	{name: "in and not in, of two columns", build: func(n *names) *form.Query {
		line := op(form.Row, n.col("order_line.order_id"), n.col("order_line.line_no"))
		returned := query(form.Query{Tables: n.tables("order_return"), Select: exprs(n.col("order_return.order_id"), n.col("order_return.line_no"))})
		back := &form.Expr{Op: form.If, Args: exprs(star), If: inside(form.In, line, returned)}
		kept := &form.Expr{Op: form.If, Args: exprs(star), If: inside(form.NotIn, line, returned)}
		return query(form.Query{Tables: n.tables("order_line product"), Select: exprs(n.col("product.category"), op(form.Pct, countOf(back), countOf(star)), countOf(kept)),
			Group: exprs(n.col("product.category"))})
	}},
	{name: "one sum minus another over no rows", build: func(n *names) *form.Query {
		amount := query(form.Query{Tables: n.tables("order_line"), Select: exprs(op(form.Sum, n.col("order_line.quantity")))})
		none := query(form.Query{Tables: n.tables("order_line"), Select: exprs(op(form.Sum, n.col("order_line.quantity"))), Where: is(form.Greater, n.col("order_line.quantity"), lit("999"))})
		return query(form.Query{Select: exprs(&form.Expr{Op: form.Sub, Args: exprs(scalar(amount), scalar(none)), As: "pieces kept"})})
	}},
	{name: "above the average", build: func(n *names) *form.Query {
		average := query(form.Query{Tables: n.tables("product"), Select: exprs(op(form.Avg, n.col("product.price")))})
		return query(form.Query{Tables: n.tables("product"), Select: exprs(n.col("product.name"), n.col("product.price")), Where: is(form.Greater, n.col("product.price"), scalar(average))})
	}},
	{name: "groups above the average group", build: func(n *names) *form.Query {
		average := query(form.Query{Tables: n.tables("orders"), Select: exprs(op(form.Avg, countOf(star))), Group: exprs(n.col("orders.customer_id"))})
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(n.col("orders.customer_id"), countOf(star)), Group: exprs(n.col("orders.customer_id")),
			Having: is(form.Greater, countOf(star), scalar(average))})
	}},
	{name: "aggregates", build: func(n *names) *form.Query {
		x := n.col("order_line.amount")
		return query(form.Query{Tables: n.tables("order_line"), Select: exprs(op(form.Max, x), op(form.Min, x), op(form.Avg, x), op(form.Sum, n.col("order_line.quantity")),
			distinct(n.col("order_line.product_id")), &form.Expr{Op: form.Sum, Args: exprs(n.col("order_line.quantity")), Distinct: true})})
	}},
	{name: "median, percentile and deviation", build: func(n *names) *form.Query {
		w := n.col("product.weight")
		return query(form.Query{Tables: n.tables("product"), Select: exprs(op(form.Median, w), withValue(form.Percentile, "90", w), op(form.Stdev, w), countOf(star), op(form.Avg, w))})
	}},
	{name: "median, percentile and deviation of groups", build: func(n *names) *form.Query {
		x := n.col("order_line.amount")
		return query(form.Query{Tables: n.tables("order_line product"), Select: exprs(n.col("product.category"), op(form.Median, x), withValue(form.Percentile, "7", x), op(form.Stdev, x), countOf(star)),
			Group: exprs(n.col("product.category"))})
	}},
	{name: "median of a part", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(op(form.Median, when(is(form.Equal, n.col("orders.status"), litText("open")), n.col("orders.freight"))))})
	}},
	{name: "bands", build: func(n *names) *form.Query {
		ten := withValue(form.Band, "10", n.col("product.price"))
		return query(form.Query{Tables: n.tables("product"), Select: exprs(ten, withValue(form.Band, "0.5", n.col("product.weight")), countOf(star)),
			Group: exprs(ten, withValue(form.Band, "0.5", n.col("product.weight"))), Order: []form.Order{{By: ten}, {By: withValue(form.Band, "0.5", n.col("product.weight"))}}})
	}},
	{name: "correlation of groups", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("product"), Select: exprs(n.col("product.category"), op(form.Corr, n.col("product.weight"), op(form.Sub, n.col("product.price"), n.col("product.weight")))),
			Group: exprs(n.col("product.category"))})
	}},
	{name: "arithmetic", build: func(n *names) *form.Query {
		a, q := n.col("order_line.amount"), n.col("order_line.quantity")
		return query(form.Query{Tables: n.tables("order_line"), Select: exprs(
			op(form.Sum, op(form.Mul, a, q)), op(form.Div, op(form.Sum, q), countOf(star)), op(form.Div, op(form.Sum, q), lit("100")),
			op(form.Pct, countOf(when(is(form.Greater, q, lit("3")), star)), countOf(star)), op(form.Change, op(form.Sum, q), countOf(star)),
			op(form.Div, op(form.Sum, a), op(form.Sub, countOf(star), countOf(star))), op(form.Mul, op(form.Sub, op(form.Max, q), lit("1")), op(form.Add, op(form.Min, q), lit("2"))),
			op(form.Div, lit("1"), op(form.Max, q)))})
	}},
	{name: "conditional figures", build: func(n *names) *form.Query {
		at, f := n.col("orders.ordered_at"), n.col("orders.freight")
		now, before := test(form.During, at, period("2025-01-01", "2026-01-01")), test(form.During, at, period("2024-01-01", "2025-01-01"))
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(n.col("orders.customer_id"), op(form.Sum, when(now, f)), op(form.Sum, when(before, f)),
			op(form.Change, op(form.Sum, when(now, f)), op(form.Sum, when(before, f))), countOf(when(now, star)), op(form.Avg, when(now, f))), Group: exprs(n.col("orders.customer_id"))})
	}},
	{name: "buckets of a timestamp", build: func(n *names) *form.Query {
		at := n.col("orders.ordered_at")
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(n.col("orders.id"), op(form.Day, at), op(form.Week, at), op(form.Month, at), op(form.Quarter, at), op(form.Year, at),
			op(form.MonthNum, at), op(form.Weekday, at), op(form.Hour, at))})
	}},
	{name: "buckets of a date", build: func(n *names) *form.Query {
		at := n.col("customer.joined")
		return query(form.Query{Tables: n.tables("customer"), Select: exprs(n.col("customer.id"), op(form.Day, at), op(form.Week, at), op(form.Month, at), op(form.Quarter, at), op(form.Year, at), op(form.Weekday, at))})
	}},
	{name: "buckets of a text", build: func(n *names) *form.Query {
		at := n.col("orders.noted_on")
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(n.col("orders.id"), op(form.Day, at), op(form.Week, at), op(form.Month, at), op(form.Quarter, at), op(form.Year, at), op(form.Weekday, at))})
	}},
	{name: "fiscal buckets", build: func(n *names) *form.Query { // TestFiscalBuckets says that they are right
		return fiscal(n, "orders.ordered_at", span.FiscalYears(time.February))
	}},
	{name: "fiscal buckets of a text", build: func(n *names) *form.Query { return fiscal(n, "orders.noted_on", span.FiscalYears(time.October)) }},
	{name: "fiscal years as groups", build: func(n *names) *form.Query {
		y := op(form.Year, n.col("customer.joined"))
		y.Years = span.FiscalYears(time.July)
		return query(form.Query{Tables: n.tables("customer"), Select: exprs(y, countOf(star)), Group: exprs(y), Order: []form.Order{asc(y)}})
	}},
	{name: "groups of buckets", build: func(n *names) *form.Query {
		m := op(form.Month, n.col("orders.ordered_at"))
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(m, countOf(star)), Where: all(
			is(form.GreaterEqual, op(form.Year, n.col("orders.ordered_at")), lit("2024")), is(form.NotEqual, op(form.MonthNum, n.col("orders.ordered_at")), lit("7"))),
			Group: exprs(m), Order: []form.Order{asc(m)}})
	}},
	{name: "years computed with", build: func(n *names) *form.Query {
		y := op(form.Sub, op(form.Year, &form.Expr{Op: form.Today}), op(form.Year, n.col("customer.joined")))
		return query(form.Query{Tables: n.tables("customer"), Select: exprs(n.col("customer.id"), y), Where: is(form.Greater, y, lit("2"))})
	}},
	{name: "numbers of quarters", build: func(n *names) *form.Query {
		q := op(form.Div, op(form.Add, op(form.MonthNum, n.col("orders.ordered_at")), lit("2")), lit("3"))
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(q, countOf(star), op(form.Growth, countOf(star))), Group: exprs(q), Order: []form.Order{asc(q)}})
	}},
	{name: "differences", build: func(n *names) *form.Query {
		from, to := n.col("orders.ordered_at"), n.col("orders.shipped_at")
		today := &form.Expr{Op: form.Today}
		return query(form.Query{Tables: n.tables("orders customer"), Select: exprs(n.col("orders.id"), op(form.Days, to, from), op(form.Hours, to, from), op(form.Minutes, to, from),
			op(form.Days, today, n.col("customer.joined")), op(form.Years, today, n.col("customer.joined")), op(form.Months, from, n.col("customer.joined")), op(form.Days, from, n.col("orders.noted_on")))})
	}},
	{name: "differences of aggregates", build: func(n *names) *form.Query {
		at := n.col("orders.ordered_at")
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(n.col("orders.customer_id"), op(form.Days, op(form.Max, at), op(form.Min, at)), op(form.Month, op(form.Max, at))), Group: exprs(n.col("orders.customer_id")),
			Having: test(form.During, op(form.Max, at), period("2025-06-01", ""))})
	}},
	{name: "periods", build: func(n *names) *form.Query {
		at, on, j := n.col("orders.ordered_at"), n.col("orders.noted_on"), n.col("customer.joined")
		count := func(c *form.Cond) *form.Expr { return countOf(when(c, star)) }
		return query(form.Query{Tables: n.tables("orders customer"), Select: exprs(
			count(test(form.During, at, period("2025-03-01", "2025-04-01"))), count(test(form.During, on, period("2025-03-01", "2025-04-01"))), count(test(form.During, j, period("2020-01-01", "2022-01-01"))),
			count(test(form.NotDuring, at, period("2025-03-01", "2025-04-01"))), count(test(form.During, at, period("2025-08-01", ""))), count(test(form.During, at, period("", "2024-08-01"))),
			count(test(form.During, at, every(span.Month, 11, 2))), count(test(form.During, on, every(span.Month, 10, 10))), count(test(form.During, at, every(span.Day, 6, 7))),
			count(test(form.During, at, every(span.Quarter, 2, 3))), count(test(form.During, j, every(span.Half, 1, 1))), count(test(form.NotDuring, at, every(span.Day, 1, 5))),
			count(is(form.Less, at, &form.Expr{Op: form.Literal, Value: period("2025-03-01", "2025-04-01")})), count(is(form.Greater, at, &form.Expr{Op: form.Literal, Value: period("2025-03-01", "2025-04-01")})))})
	}},
	{name: "valid on a day", build: func(n *names) *form.Query {
		c := &form.Cond{Op: form.AsOf, Left: n.col("price_history.valid_from"), Right: n.col("price_history.valid_to"), Values: []*form.Value{period("2024-06-30", "2024-07-01")}}
		return query(form.Query{Tables: n.tables("price_history"), Select: exprs(countOf(star), op(form.Sum, n.col("price_history.price"))), Where: c})
	}, want: "12 | 126"},
	{name: "valid today", build: func(n *names) *form.Query {
		c := &form.Cond{Op: form.AsOf, Left: n.col("price_history.valid_from"), Right: n.col("price_history.valid_to")}
		return query(form.Query{Tables: n.tables("price_history"), Select: exprs(countOf(star), op(form.Sum, n.col("price_history.price"))), Where: c})
	}, want: "12 | 198"},
	{name: "average of groups", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(op(form.Avg, countOf(star)), op(form.Max, op(form.Sum, n.col("orders.freight"))), countOf(&form.Expr{Op: form.Groups}),
			op(form.Median, countOf(star)), countOf(when(is(form.GreaterEqual, countOf(star), lit("8")), &form.Expr{Op: form.Groups}))),
			Group: exprs(n.col("orders.customer_id")), Having: is(form.Greater, countOf(star), lit("3"))})
	}},
	{name: "average of groups, by another group", build: func(n *names) *form.Query {
		y := op(form.Year, n.col("orders.ordered_at"))
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(y, op(form.Avg, countOf(star)), op(form.Median, op(form.Sum, n.col("orders.freight")))), Group: exprs(y, n.col("orders.customer_id"))})
	}},
	{name: "a column of the group beside a figure of groups", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders order_line"), Select: exprs(op(form.Div, op(form.Sum, op(form.Sum, n.col("order_line.amount"))), op(form.Sum, n.col("orders.freight")))),
			Group: exprs(n.col("orders.id"), n.col("orders.freight"))})
	}},
	{name: "average of the largest groups", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(op(form.Avg, op(form.Sum, n.col("orders.freight")))), Group: exprs(n.col("orders.customer_id")),
			Order: []form.Order{desc(op(form.Sum, n.col("orders.freight")))}, Limit: num("5")})
	}},
	{name: "share", build: func(n *names) *form.Query {
		total := op(form.Sum, n.col("order_line.amount"))
		return query(form.Query{Tables: n.tables("order_line product"), Select: exprs(n.col("product.category"), total, op(form.Share, total), op(form.Rank, total)), Group: exprs(n.col("product.category")),
			Order: []form.Order{desc(op(form.Share, total))}})
	}},
	{name: "share within", build: func(n *names) *form.Query {
		c, r := n.col("product.category"), n.col("region.name")
		return query(form.Query{Tables: n.tables("order_line product region"), Select: exprs(r, c, op(form.ShareIn, countOf(star), r)), Group: exprs(r, c)})
	}},
	{name: "share of plain rows", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("product"), Select: exprs(n.col("product.name"), op(form.Share, n.col("product.price"))), Having: is(form.Greater, op(form.Share, n.col("product.price")), lit("8"))})
	}},
	{name: "running, moving, previous and growth", build: func(n *names) *form.Query {
		m, c := op(form.Month, n.col("orders.ordered_at")), countOf(star)
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(m, c, op(form.Running, c), withValue(form.Moving, "3", c), op(form.Prev, c), op(form.Growth, c)), Group: exprs(m), Order: []form.Order{asc(m)}})
	}},
	{name: "growth within each group", build: func(n *names) *form.Query {
		q, s, x := op(form.Quarter, n.col("orders.ordered_at")), n.col("orders.status"), op(form.Sum, n.col("orders.freight"))
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(s, q, x, op(form.Growth, x)), Group: exprs(s, q)})
	}},
	{name: "growth in a part of the time", build: func(n *names) *form.Query {
		m, c := op(form.Month, n.col("orders.ordered_at")), countOf(star)
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(m, op(form.Growth, c)), Group: exprs(m), Having: test(form.During, m, period("2025-01-01", "2025-07-01")), Order: []form.Order{asc(m)}})
	}},
	{name: "months that grew", build: func(n *names) *form.Query {
		m, c := op(form.Month, n.col("orders.ordered_at")), countOf(star)
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(m, c), Group: exprs(m), Having: is(form.Greater, op(form.Growth, c), lit("10")), Order: []form.Order{asc(m)}})
	}},
	{name: "top of each group", build: func(n *names) *form.Query {
		r, p, x := n.col("region.name"), n.col("product.name"), op(form.Sum, n.col("order_line.amount"))
		return query(form.Query{Tables: n.tables("region product order_line"), Select: exprs(r, p, x), Group: exprs(r, p), Order: []form.Order{desc(x)}, Limit: num("2"), Per: exprs(r)})
	}},
	{name: "second of each group", build: func(n *names) *form.Query {
		r, p, x := n.col("region.name"), n.col("product.name"), op(form.Sum, n.col("order_line.amount"))
		return query(form.Query{Tables: n.tables("region product order_line"), Select: exprs(r, p, x), Group: exprs(r, p), Order: []form.Order{desc(x)}, Place: num("2"), Per: exprs(r)})
	}},
	{name: "latest row of each", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(n.col("orders.customer_id"), n.col("orders.id"), n.col("orders.freight")), Order: []form.Order{desc(n.col("orders.ordered_at"))}, Limit: num("1"), Per: exprs(n.col("orders.customer_id"))})
	}},
	{name: "top with a share", build: func(n *names) *form.Query {
		c, x := n.col("product.category"), op(form.Sum, n.col("order_line.amount"))
		return query(form.Query{Tables: n.tables("product order_line"), Select: exprs(c, n.col("product.name"), op(form.Share, x)), Group: exprs(c, n.col("product.name")), Order: []form.Order{desc(x)}, Limit: num("1"), Per: exprs(c)})
	}},
	{name: "union, intersect and except", build: func(n *names) *form.Query {
		part := func(status string) form.Query {
			return form.Query{Keep: form.NoTable, Tables: n.tables("orders"), Select: exprs(n.col("orders.customer_id")), Where: is(form.Equal, n.col("orders.status"), litText(status))}
		}
		open, paid, cancelled := part("open"), part("paid"), part("cancelled")
		paid.Set, paid.Other = form.Intersect, &open
		cancelled.Set, cancelled.Other = form.Except, &paid
		cancelled.Order = []form.Order{desc(n.col("orders.customer_id"))}
		return &cancelled
	}},
	{name: "union of limited parts", build: func(n *names) *form.Query {
		low := query(form.Query{Tables: n.tables("product"), Select: exprs(n.col("product.name")), Order: []form.Order{asc(n.col("product.price"))}, Limit: num("2")})
		return query(form.Query{Tables: n.tables("product"), Select: exprs(n.col("product.name")), Order: []form.Order{desc(n.col("product.price"))}, Limit: num("2"), Set: form.Union, Other: low})
	}},
	{name: "distinct", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders"), Distinct: true, Select: exprs(n.col("orders.status")), Order: []form.Order{asc(n.col("orders.status"))}})
	}, want: "cancelled\nopen\npaid"},
	{name: "distinct, ordered by something else", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders"), Distinct: true, Select: exprs(n.col("orders.customer_id")), Order: []form.Order{desc(n.col("orders.ordered_at"))}, Limit: num("4")})
	}},
	{name: "without difference of case", build: func(n *names) *form.Query {
		l := op(form.Lower, n.col("product.category"))
		return query(form.Query{Tables: n.tables("product"), Select: exprs(l, countOf(star)), Where: is(form.NotEqual, l, litText("FOOD")), Group: exprs(l)})
	}},
	{name: "a name of the grouped key", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("customer orders"), Select: exprs(n.col("customer.name"), countOf(star)), Group: exprs(n.col("customer.id"))})
	}},
	{name: "freight counts once beside lines", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders order_line"), Select: exprs(op(form.Sum, n.col("orders.freight")), op(form.Sum, n.col("order_line.amount")), op(form.Avg, n.col("orders.freight")))})
	}},
	{name: "freight of orders with a product", build: func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("orders order_line product"), Select: exprs(n.col("orders.status"), op(form.Sum, n.col("orders.freight"))), Where: is(form.Equal, n.col("product.category"), litText("Toys")), Group: exprs(n.col("orders.status"))})
	}},
	{name: "figures beside each other", build: func(n *names) *form.Query {
		return query(form.Query{Select: exprs(scalar(query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(star))})), scalar(query(form.Query{Tables: n.tables("region"), Select: exprs(countOf(star))})))})
	}, want: "160 | 4"},
}

func TestEveryConstructOnEveryEngine(t *testing.T) {
	list := engines(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var first []string
			for i, e := range list {
				q := c.build(&names{t, e.ix})
				got, text, err := e.ask(t, c.build)
				if err != nil {
					t.Errorf("%s: %v\n%s", e.dialect, err, text)
					continue
				}
				if c.want != "" && strings.Join(got, "\n") != c.want {
					t.Errorf("%s: got\n%s\nwant\n%s\n%s", e.dialect, strings.Join(got, "\n"), c.want, text)
				}
				if i == 0 {
					first = got
					if testing.Verbose() {
						t.Logf("%s\n-- %d rows: %s", text, len(got), strings.Join(got[:min(3, len(got))], " / "))
					}
					if len(got) == 0 {
						t.Error("no rows: the test shows nothing")
					}
				} else if !equalRows(first, got, len(q.Order) > 0 && q.Set != form.Union) {
					t.Errorf("%s differs from %s:\n%s\n\n%s\n%s", e.dialect, list[0].dialect, strings.Join(first[:min(len(first), 12)], "\n"), strings.Join(got[:min(len(got), 12)], "\n"), text)
				}
			}
		})
	}
}

func TestNotes(t *testing.T) {
	e := lite(t)
	n := &names{t, e.ix}
	for _, c := range []struct {
		q    *form.Query
		want string
	}{
		{query(form.Query{Tables: n.tables("region"), Select: exprs(n.col("region.name"))}), ""},
		{query(form.Query{Tables: n.tables("region orders"), Select: exprs(countOf(star))}), "joined through customer, which the question does not name"},
		{query(form.Query{Tables: n.tables("orders order_line"), Select: exprs(op(form.Sum, n.col("orders.freight")))}), "each row of orders counts once, although the join repeats it"},
	} {
		_, notes, err := render.Render(e.ix, e.dialect, c.q, today)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(notes.Lines(), "\n"); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	e := lite(b)
	var list []*form.Query
	for _, c := range cases {
		list = append(list, c.build(&names{b, e.ix}))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, _, err := render.Render(e.ix, e.dialect, list[i%len(list)], today); err != nil {
			b.Fatal(err)
		}
	}
}
