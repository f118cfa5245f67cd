package index

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/span"
)

const storeDocs = "- **Revenue**: the sum of `orders.order_total` over orders whose `status` is `completed`.\n" +
	"- **Net revenue**: revenue minus `returns.refund_amount`.\n"

// What those who ask say of a term holds in the place of what documents say, and leaves the
// index that others use as it is.
func TestOwnDefinitions(t *testing.T) {
	const net = "sub(sum(order_total | status = completed), sum(refund_amount))"
	for _, c := range []struct {
		name, text, want string
	}{
		{"revenue", "net revenue", net},
		{"Revenue", "the sum of orders.order_total over all orders.", "sum(order_total)"},
		{"revenue", "revenue minus shipping", ""},
		{"revenue", "revenue minus the sum of `returns.refund_amount`", net}, // of what revenue is so far
		{"turnover", "revenue", "sum(order_total | status = completed)"},
		{"sales", "order_total", "order_total"},
		{"sales", "line_total of completed orders", "sum(line_total | status = completed)"},
		{"kind of client", "customer.segment", "segment"}, // a column that is no figure
		{"group", "the customer segment", "segment"},
		{"VIP", "customers with more than 20 orders", "customer | has 21 orders"},
		{"active customer", "a customer with an order in the last 90 days", "customer | has orders (ordered_on during last 90 days)"},
		{"pipeline", "open opportunities only", "opportunity | stage = open"},
		{"orders that matter", "orders whose status isn't cancelled", "orders | status != cancelled"},
		{"loop", "loop minus revenue", ""},
		{"gut feeling", "what we think", ""},
	} {
		x := store(t, storeDocs)
		before := len(x.Terms)
		y := x.With(&Own{Definitions: []Definition{{Name: c.name, Text: c.text, By: 1}}})
		var got string
		for _, d := range y.Defined(span.Words("the " + c.name + " by region")) {
			if d.Term.By == 1 {
				got = spoken(y, d.Term.Meaning)
			}
		}
		if got != c.want {
			t.Errorf("%s = %s\n got %s\nwant %s", c.name, c.text, got, c.want)
		}
		if len(x.Terms) != before || x.Own != nil || spoken(x, x.Terms[0].Meaning) != "sum(order_total | status = completed)" {
			t.Errorf("%s: the shared index changed", c.name)
		}
	}
}

// A definition of the document that uses an overridden term means what it meant, and one of
// the same vocabulary uses what that says.
func TestOwnDefinitionsUseEachOther(t *testing.T) {
	x := store(t, storeDocs).With(&Own{Definitions: []Definition{
		{Name: "ticket", Text: "revenue divided by the number of orders", By: 1},
		{Name: "revenue", Text: "the sum of orders.order_total", By: 2},
	}})
	got := map[string]string{}
	for _, term := range x.Terms {
		if _, twice := got[term.Called]; twice {
			t.Errorf("%s is there twice", term.Called)
		}
		got[term.Called] = spoken(x, term.Meaning)
	}
	for name, want := range map[string]string{
		"ticket":      "div(sum(order_total), count(orders))",
		"revenue":     "sum(order_total)",
		"net revenue": "sub(sum(order_total | status = completed), sum(refund_amount))",
	} {
		if got[name] != want {
			t.Errorf("%s means %s, want %s", name, got[name], want)
		}
	}
}

func TestRowsThatAreLeftOut(t *testing.T) {
	x := store(t, storeDocs)
	for _, c := range []struct{ rows, want string }{
		{"cancelled orders", "orders: status != cancelled or status isnull"},
		{"the cancelled or pending orders", "orders: status noneof cancelled,pending or status isnull"},
		{"customers with newsletter", "customer: newsletter = false or newsletter isnull"},
		{"orders with an order total above 5000", "orders: order_total <= 5000 or order_total isnull"},
		{"customers without orders", "customer: has orders"},
		{"orders", ""}, // all of them
		{"strange orders", ""},
	} {
		got := ""
		if table, where, ok := x.Rows(c.rows); ok {
			if w := x.Without(where); w != nil {
				got = x.Tables[table].Name + ": " + spokenTest(x, w)
			}
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.rows, got, c.want)
		}
	}
}

func TestConditionsOfRows(t *testing.T) {
	x := store(t, storeDocs)
	for _, c := range []struct{ text, want string }{
		{"`orders.status` is not `cancelled`", "orders: status != cancelled"},
		{"status is completed", "orders: status = completed"},
		{"customer.newsletter is 0", "customer: newsletter = false"},
		{"segment doesn't start with 'test'", "customer: segment notstartswith test"},
		{"region name does not end with @test.example", "region: name notendswith @test.example"},
		{"`segment` contains 'vip'", "customer: segment contains vip"},
		{"quantity is at least 2", ""}, // of returns or of lines
		{"mood is good", ""},
	} {
		got := ""
		if table, where, ok := x.Condition(-1, c.text); ok {
			got = x.Tables[table].Name + ": " + spokenTest(x, where)
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}
