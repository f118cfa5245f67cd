package render_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
)

func TestSentence(t *testing.T) {
	e := lite(t)
	want := map[string]string{
		"rows of a table":                                 "name of regions, name from A to Z",
		"group, order and limit":                          "number of orders for each status, highest number of orders first, the first 2",
		"joins through tables that are not named":         "total order line amount where product category is 'Toys' for each region name",
		"the first key of two, and the other one":         "number of flights for each airport city and destination's city",
		"rows without a partner are kept":                 "number of orders and total order freight where order status is 'paid' for each customer id, also customers without any",
		"comparisons":                                     "name of products where price is more than 10 and price is at most 80.5 and category is not 'Food' and (id is between 2 and 7 or category is 'Tools' or 'Nothing') and id is not 3 or 4",
		"in and not in":                                   "id of customers where id is among the customer id of orders where status is 'cancelled' and id is not among the referred by of customers",
		"groups above the average group":                  "number of orders for each customer id only where number of orders is more than the average number of orders over each customer id",
		"correlation of groups":                           "correlation of weight and price minus weight for each category",
		"bands":                                           "number of products for each price in bands of 10 and weight in bands of 0.5, lowest price first, lowest weight first",
		"median of a part":                                "median freight where status is 'open'",
		"growth in a part of the time":                    "growth of number of orders in percent for each month of ordered at only where month of ordered at is from 1 Jan 2025 to 30 Jun 2025, earliest month of ordered at first",
		"top of each group":                               "total order line amount for each region name and product name, highest total order line amount first, the first 2 of each region name",
		"valid on a day":                                  "number of price histories and total price where valid from to valid to holds on 30 Jun 2024",
		"freight of orders with a product":                "total order freight where product category is 'Toys' for each order status with order lines",
		"without difference of case":                      "number of products where category in any case is not 'FOOD' for each category in any case",
		"union of limited parts":                          "name of products, highest price first, the first 2, together with name of products, lowest price first, the first 2",
		"a column of the group beside a figure of groups": "sum of total order line amount divided by total order freight over each order id and order freight",
		"figures beside each other":                       "the number of orders and the number of regions",
	}
	for _, c := range cases {
		q := c.build(&names{t, e.ix})
		got := render.Sentence(e.ix, q)
		if w, ok := want[c.name]; ok && got != w {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, w)
		}
		delete(want, c.name)
	}
	for name := range want {
		t.Errorf("no case is called %q", name)
	}
}

func TestPeriodsInWords(t *testing.T) {
	e := lite(t)
	n := &names{t, e.ix}
	for _, c := range []struct {
		period *form.Value
		want   string
	}{
		{period("2025-01-01", "2026-01-01"), "in 2025 (1 Jan – 31 Dec 2025)"},
		{period("2025-07-01", "2025-10-01"), "in Q3 2025 (1 Jul – 30 Sep 2025)"},
		{period("2025-10-01", "2025-11-01"), "in October 2025 (1 Oct – 31 Oct 2025)"},
		{period("2024-02-29", "2024-03-01"), "on 29 Feb 2024"},
		{period("2025-08-17", "2025-11-16"), "from 17 Aug 2025 to 15 Nov 2025"},
		{period("2019-01-01", ""), "since 1 Jan 2019"},
		{period("", "2024-03-01"), "before 1 Mar 2024"},
		{every(span.Month, 10, 10), "in every October"},
		{every(span.Day, 6, 7), "on Saturdays to Sundays"},
		{every(span.Quarter, 2, 3), "in every Q2 to Q3"},
	} {
		q := query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(star)), Where: test(form.During, n.col("orders.ordered_at"), c.period)})
		clauses := render.Words(e.ix, q)
		got := clauses[len(clauses)-1].String()
		if want := "with ordered at " + c.want; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Values stand in the words as they are: a follow-up finds them there.
func TestWordsKeepValues(t *testing.T) {
	e := lite(t)
	n := &names{t, e.ix}
	for _, v := range []string{"O'Hara P", "50%", "", `a "b"`, "naïve\n"} {
		q := query(form.Query{Tables: n.tables("customer"), Select: exprs(star), Where: is(form.Equal, n.col("customer.name"), litText(v))})
		if got := render.Sentence(e.ix, q); !strings.Contains(got, "'"+v+"'") {
			t.Errorf("%q is not in %q", v, got)
		}
	}
}

func TestPlainWordsForPeople(t *testing.T) {
	e := lite(t)
	n := &names{t, e.ix}
	want := map[string]string{
		"in and not in":                    "id of customers with orders where status is 'cancelled' where id is not among the referred by of customers",
		"freight of orders with a product": "total order freight where product category is 'Toys' for each order status",
		"group, order and limit":           "number of orders for each status, highest first, the first 2",
		"self join":                        "customer name and referred by's name where customer joined is less than referred by's joined",
	}
	for _, c := range cases {
		_, got := render.Plainly(e.ix, c.build(n))
		if w, ok := want[c.name]; ok && got != w {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, w)
		}
		delete(want, c.name)
	}
	for name := range want {
		t.Errorf("no case is called %q", name)
	}
	revenue := query(form.Query{Tables: n.tables("region orders"), Select: exprs(n.col("region.name"), op(form.Sum, n.col("orders.freight"))), Group: exprs(n.col("region.name"))})
	best := query(form.Query{Tables: n.tables("region orders"), Select: exprs(n.col("region.name")), Group: exprs(n.col("region.name")),
		Order: []form.Order{desc(countOf(star))}, Limit: num("1")})
	happened := test(form.During, n.col("orders.ordered_at"), period("2025-01-01", "2026-01-01"))
	more, less := is(form.Greater, n.col("orders.freight"), lit("5")), is(form.Less, n.col("orders.freight"), lit("9"))
	between := query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(star)), Where: all(more, happened, less)})
	behind := query(form.Query{Tables: n.tables("orders"), Select: exprs(countOf(star)), Where: all(more, happened)})
	for want, q := range map[string]*form.Query{
		"number of orders in 2025 (ordered at) where freight is more than 5 and freight is less than 9": between,
		"number of orders where freight is more than 5 in 2025 (ordered at)":                            behind,
		"region name, highest number of orders first, only the first":                                   best,
		"total order freight for each region":                                                           revenue,
		"number of customers since 2019 (joined)":                                                       during(n, "customer", "customer.joined", period("2019-01-01", "")),
		"number of customers on weekends (joined)":                                                      during(n, "customer", "customer.joined", every(span.Day, 6, 7)),
		"number of customers on weekdays since 2019 (joined)":                                           during(n, "customer", "customer.joined", since(every(span.Day, 1, 5), "2019-01-01")),
		"number of customers before 1 Mar 2024 (joined)":                                                during(n, "customer", "customer.joined", period("", "2024-03-01")),
	} {
		if _, got := render.Plainly(e.ix, q); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func during(n *names, table, column string, p *form.Value) *form.Query {
	return query(form.Query{Tables: n.tables(table), Select: exprs(countOf(star)), Where: test(form.During, n.col(column), p)})
}

// since is a period from a day on.
func since(v *form.Value, from string) *form.Value {
	v.Period.Start = day(from)
	return v
}

func TestFlagsInPlainWords(t *testing.T) {
	e := lite(t)
	n := &names{t, e.ix}
	status := n.col("orders.status")
	flags := &index.Index{Dialect: e.ix.Dialect, Tables: e.ix.Tables, Columns: slices.Clone(e.ix.Columns), Keys: e.ix.Keys} // the others keep theirs
	flags.Columns[status.Column].Kind = index.Boolean
	orders := func(where *form.Cond, group ...*form.Expr) *form.Query {
		return query(form.Query{Tables: n.tables("orders"), Select: append(slices.Clone(group), countOf(star)), Where: where, Group: group})
	}
	for _, c := range []struct {
		q               *form.Query
		plain, sentence string
	}{
		{orders(is(form.Equal, status, lit("1"))), "number of orders where status is yes", "number of orders where status is 1"},
		{orders(is(form.NotEqual, status, lit("0"))), "number of orders where status is yes", "number of orders where status is not 0"},
		{orders(is(form.Equal, status, lit("2"))), "number of orders where status is 2", "number of orders where status is 2"},
		{orders(nil, status), "number of orders for each value of status", "number of orders for each status"},
	} {
		if _, got := render.Plainly(flags, c.q); got != c.plain {
			t.Errorf("got %q, not %q", got, c.plain)
		}
		if got := render.Sentence(flags, c.q); got != c.sentence { // what the parser reads stays as it is
			t.Errorf("got %q, not %q", got, c.sentence)
		}
	}
}
