package index

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/schema"
)

// store is a shop with what a definition may speak of.
func store(t testing.TB, docs string) *Index {
	s := shop(`
		region: id* integer, name text
		customer: id* integer, region_id integer >region.id, signup_date date, newsletter boolean, segment text
		orders: id* integer, customer_id integer >customer.id, ordered_on date, status text, order_total decimal, shipped_at date
		order_item: order_id* integer >orders.id, line_no* integer, product_id integer >product.id, quantity integer, line_total decimal
		product: id* integer, name text, unit_cost decimal
		returns: id* integer, order_id integer, line_no integer, returned_on date, refund_amount decimal, quantity integer
		opportunity: id* integer, stage text, amount decimal, created_at date, closed_at date
		visit: id* integer, converted boolean, seconds integer`)
	for i := range s.Tables {
		for j := range s.Tables[i].Columns {
			s.Tables[i].Columns[j].Nullable = s.Tables[i].Columns[j].Name != "ordered_on"
		}
		if s.Tables[i].Name == "returns" {
			s.Tables[i].ForeignKeys = append(s.Tables[i].ForeignKeys, schema.ForeignKey{Columns: []string{"order_id", "line_no"},
				RefSchema: s.Tables[i].Schema, RefTable: "order_item", RefColumns: []string{"order_id", "line_no"}})
		}
		if s.Tables[i].Name == "order_item" {
			s.Tables[i].Description = "The lines of the orders: one row for each product in an order."
		}
	}
	s.Documents.Text = []schema.Document{{File: "docs.md", Body: docs}}
	return mustBuild(t, s, held{
		"orders.status":     {"completed", "cancelled", "pending"},
		"opportunity.stage": {"closed_won", "closed_lost", "open"},
		"customer.segment":  {"business", "private"},
	})
}

func TestDefinitionsAreUnderstood(t *testing.T) {
	const known = "- **Revenue**: the sum of `orders.order_total` over orders whose `status` is `completed`.\n" +
		"- **Big order**: an order with `order_total` above 500.\n"
	for _, c := range []struct{ name, text, want string }{
		{"Turnover", "the total of `orders.order_total`", "sum(order_total)"},
		{"Turnover", "the sum of order total over all orders", "sum(order_total)"},
		{"Sales", "the sum of `orders.order_total` over orders whose `status` is `completed` or `pending`", "sum(order_total | status anyof completed,pending)"},
		{"Sales", "the sum of `orders.order_total` over orders whose `status` is not `cancelled`", "sum(order_total | status != cancelled)"},
		{"Sales", "the sum of `orders.order_total` over orders whose `status` is one of `completed` and `pending`", "sum(order_total | status anyof completed,pending)"},
		{"Sales", "the sum of `orders.order_total` where `status` is `completed` and `order_total` is at least 1,000 euros", "sum(order_total | status = completed and order_total >= 1000)"},
		{"Sales", "the sum of `orders.order_total` over orders that are completed and have `shipped_at` known", "sum(order_total | status = completed and shipped_at notnull)"},
		{"Newsletter sales", "the sum of `order_total` of orders where `customer.newsletter` is true", "sum(order_total | newsletter = true)"},
		{"Business sales", "the sum of `order_total` over orders with `customer.segment` = 'business' or `order_total` > 5000", "sum(order_total | segment = business or order_total > 5000)"},
		{"Net revenue", "revenue minus `returns.refund_amount`", "sub(sum(order_total | status = completed), sum(refund_amount))"},
		{"Gross margin", "`line_total` minus `quantity` × `product.unit_cost`, over completed orders", "sum(sub(line_total, mul(quantity, unit_cost)) | status = completed)"},
		{"Average order value (AOV)", "revenue divided by the number of completed orders", "div(sum(order_total | status = completed), count(orders | status = completed))"},
		{"Average ticket", "the average `order_total` of completed orders", "avg(order_total | status = completed)"},
		{"Basket", "revenue per order", "div(sum(order_total | status = completed), count(orders))"},
		{"Buyers", "the number of distinct `orders.customer_id` over completed orders", "count(distinct customer_id | status = completed)"},
		{"Buyers", "the number of customers with a completed order", "count(customer | has orders (status = completed))"},
		{"Active customer", "a customer with at least one completed order in the 90 days that end on the day in question",
			"customer | has orders (status = completed and ordered_on during 90 days ending today)"},
		{"Active customer", "a customer with two or more orders in the last 12 months", "customer | has 2 orders (ordered_on during last 12 months)"},
		{"Silent customer", "a customer without orders", "customer | has not orders"},
		{"Silent customer", "a customer with no orders in the last year", "customer | has not orders (ordered_on during last 1 years)"},
		{"New customer", "by `customer.signup_date`, not by first order", "customer by signup_date"},
		{"Recent customer", "a customer whose `signup_date` is in the last 30 days", "customer | signup_date during last 30 days"},
		{"Big sale", "an order with `order_total` above 500", "orders | order_total > 500"},
		{"Big sale", "a completed order with an order total of 500 or more", "orders | status = completed and order_total >= 500"},
		{"Big revenue", "the sum of `order_total` over big orders", "sum(order_total | order_total > 500)"},
		{"Conversion rate", "visits with `converted` divided by all visits", "pct(count(visit | converted = true), count(visit))"},
		{"Conversion rate", "the share of visits that are converted", "pct(count(visit | converted = true), count(visit))"},
		{"Cancellations", "the percentage of orders whose `status` is `cancelled`", "pct(count(orders | status = cancelled), count(orders))"},
		{"Return rate", "returned order lines divided by order lines", "pct(count(order_item | has returns), count(order_item))"},
		{"Refund rate", "`returns.refund_amount` divided by revenue, in percent", "pct(sum(refund_amount), sum(order_total | status = completed))"},
		{"Pipeline", "the sum of `opportunity.amount` over opportunities that are not closed", "sum(amount | stage noneof closed_won,closed_lost)"},
		{"Win rate", "opportunities `closed_won` divided by all closed opportunities, by the date in `closed_at`",
			"pct(count(opportunity | stage = closed_won), count(opportunity | stage anyof closed_won,closed_lost)) by closed_at"},
		{"Shipped share", "the share of orders that are shipped", "pct(count(orders | shipped_at notnull), count(orders))"},
		{"Open orders", "the number of orders that are not completed or cancelled", "count(orders | status noneof completed,cancelled)"},
		{"Net share", "(revenue minus `returns.refund_amount`) divided by revenue, in percent",
			"pct(sub(sum(order_total | status = completed), sum(refund_amount)), sum(order_total | status = completed))"},
		{"Frequency", "the number of orders per customer", "div(count(orders), count(customer))"},
		{"Client", "a customer", "customer"},
		{"Takings", "`orders.order_total`", "order_total"},

		// Half a definition would be a wrong one.
		{"Net revenue", "revenue minus what was paid back", ""},
		{"Revenue at risk", "the sum of `orders.order_total` over orders that somebody worries about", ""},
		{"Bookings", "the sum of `nothing.here`", ""},
		{"Sales", "the sum of `orders.order_total` over orders whose `status` is `finished`", ""},
		{"Unit price", "`line_total` divided by `quantity`", ""},                      // of the sums, or of each row
		{"Net share", "revenue minus `returns.refund_amount` divided by revenue", ""}, // of the difference, or of the second
		{"Net share", "revenue divided by the number of orders minus the number of visits", ""},
		{"Spending", "the average `order_total` per customer", ""}, // one for each customer
		{"Best order", "the highest `order_total` per customer", ""},
		{"Open orders", "the number of orders that are not completed or shipped", ""}, // neither, or one of them
		{"Circle", "circle minus revenue", ""},
		{"Churn", "customers that left, divided by customers at the beginning of the month", ""},
		{"Sales", "the sum of `orders.order_total` over completed orders, without those of employees", ""},
		{"Line revenue", "the sum of `orders.order_total` over order lines with `quantity` above 1", ""}, // orders would count more than once
		{"Open customer", "a customer with an opportunity in the last 90 days", ""},
		{"Loyal", "a customer with at least one complaint", ""},
	} {
		x := store(t, known+"- **"+c.name+"**: "+c.text+". More is said later.\n")
		var got string
		for _, term := range x.Terms[2:] {
			got = spoken(x, term.Meaning)
		}
		if got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.name, c.text, got, c.want)
		}
	}
}

func TestDefinitionsAreFoundInDocuments(t *testing.T) {
	for body, want := range map[string]string{
		"- **Turnover**: the sum of `orders.order_total`.":                                "turnover",
		"**Turnover:** the sum of `orders.order_total`":                                   "turnover",
		"* **Turnover (TO)** — the sum of\n  `orders.order_total`.\n":                     "turnover, to",
		"- Turnover: the sum of `orders.order_total`":                                     "turnover",
		"| Term | Meaning |\n|---|---|\n| Turnover | the sum of `orders.order_total` |\n": "turnover",
		"- **Turnover**: what we earn.":                                                   "turnover", // and it is not understood
		"- Turnover: what we earn.":                                                       "",         // any line may look like this
		"- Note: orders":                                                                  "",
		"- **Quarter**: calendar quarter.":                                                "",
		"- **Price rise, 2024-03-01.** List prices rose.":                                 "",
	} {
		var got []string
		for _, term := range store(t, body).Terms {
			got = append(got, term.Called)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %q, want %q", body, got, want)
		}
	}
}

func FuzzDefinition(f *testing.F) {
	x := store(f, "")
	for _, s := range []string{"the sum of `orders.order_total` over orders whose `status` is `completed`", "a customer with an order with an order with an order in the last year",
		"ratio of (ratio of orders to orders) to ((((visits", "`", "share of orders that are not not completed or", "by `customer.signup_date`, not by"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := definer{x: x}
		r := reader{d: &d, x: x, name: []string{"new", "customer"}, called: "new customer", tokens: lex(text)}
		if m := r.definition(); m != nil && m.Figure == nil && m.Column == 0 && (m.Table < 0 || m.Table >= len(x.Tables)) {
			t.Errorf("%q means rows of table %d", text, m.Table)
		}
	})
}

func spoken(x *Index, m *Meaning) string {
	if m == nil {
		return ""
	}
	text := ""
	switch {
	case m.Figure != nil:
		text = spokenFigure(x, m.Figure)
	case m.Column > 0:
		text = x.Columns[m.Column].Name
	default:
		text = x.Tables[m.Table].Name
		if m.Where != nil {
			text += " | " + spokenTest(x, m.Where)
		}
	}
	if m.Time > 0 {
		text += " by " + x.Columns[m.Time].Name
	}
	return text
}

func spokenFigure(x *Index, f *Figure) string {
	var list []string
	for _, a := range f.Args {
		list = append(list, spokenFigure(x, a))
	}
	text := strings.Join(list, ", ")
	if len(f.Args) == 0 {
		if text = x.Tables[f.Table].Name; f.Of != nil {
			text = spokenAmount(x, f.Of)
		}
		if f.Distinct {
			text = "distinct " + text
		}
		if f.Where != nil {
			text += " | " + spokenTest(x, f.Where)
		}
	}
	return fmt.Sprintf("%s(%s)", f.Op, text)
}

func spokenAmount(x *Index, a *Amount) string {
	if a.Op == "" {
		return x.Columns[a.Column].Name
	}
	return fmt.Sprintf("%s(%s, %s)", a.Op, spokenAmount(x, a.Args[0]), spokenAmount(x, a.Args[1]))
}

func spokenTest(x *Index, t *Test) string {
	var list []string
	for _, a := range t.Args {
		list = append(list, spokenTest(x, a))
	}
	switch t.Op {
	case "and", "or":
		return strings.Join(list, " "+t.Op+" ")
	case Has, HasNot:
		text := t.Op
		if t.Least > 1 {
			text += fmt.Sprintf(" %d", t.Least)
		}
		text += " " + x.Tables[x.Columns[x.Keys[t.Key].From[0]].Table].Name
		if t.Where != nil {
			text += " (" + spokenTest(x, t.Where) + ")"
		}
		return text
	}
	return strings.TrimSpace(x.Columns[t.Column].Name + " " + t.Op + " " + strings.Join(t.Values, ","))
}

// Each term uses the one before it twice, which a few lines of a document can say
// so often that nothing could hold what the last one means.
func TestDefinitionsDoNotGrowWithoutBound(t *testing.T) {
	docs := "- **Level 0**: the sum of `orders.order_total`.\n"
	const levels = 20
	for i := 1; i <= levels; i++ {
		docs += fmt.Sprintf("- **Level %d**: level %d minus level %d.\n", i, i-1, i-1)
	}
	terms := store(t, docs).Terms
	if len(terms) != levels+1 || terms[3].Meaning == nil || terms[levels].Meaning != nil {
		t.Errorf("%d terms, the fourth means %+v, the last %+v", len(terms), terms[3].Meaning, terms[len(terms)-1].Meaning)
	}
}
