package builtin

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

const definitions = "" +
	"- **Revenue**: the sum of `orders.net_sales` over orders whose `status` is `paid`.\n" +
	"- **Average ticket**: revenue divided by the number of paid orders.\n" +
	"- **Paid rate**: paid orders divided by all orders.\n" +
	"- **Margin**: `net_sales` minus `cost`, over paid orders.\n" +
	"- **Net revenue**: revenue minus `refund.amount`.\n" +
	"- **Active customer**: a customer with at least one order in the last 30 days.\n" +
	"- **New customer**: by `customer.joined_on`.\n" +
	"- **Big order**: an order with `net_sales` above 500.\n" +
	"- **Goodwill**: what people say about us.\n" +
	"- **City**: where a customer lived when they came.\n"

// defining is a database with documents, and a question about it.
func defining(t *testing.T, question string, previous *link.Previous) *scripted {
	t.Helper()
	key := func(column, to string) []schema.ForeignKey {
		return []schema.ForeignKey{{Columns: []string{column}, RefSchema: "main", RefTable: to, RefColumns: []string{"id"}}}
	}
	snapshot := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Schema: "main", Name: "customer", Rows: 30, PrimaryKey: []string{"id"}, Columns: []schema.Column{
			{Name: "id", Kind: table.Int}, {Name: "city", Kind: table.Text}, {Name: "joined_on", Kind: table.Date}, {Name: "left_on", Kind: table.Date, Nullable: true}}},
		{Schema: "main", Name: "orders", Rows: 500, PrimaryKey: []string{"id"}, ForeignKeys: key("customer_id", "customer"), Columns: []schema.Column{
			{Name: "id", Kind: table.Int}, {Name: "customer_id", Kind: table.Int}, {Name: "order_date", Kind: table.Date}, {Name: "status", Kind: table.Text},
			{Name: "net_sales", Kind: table.Decimal}, {Name: "cost", Kind: table.Decimal}}},
		{Schema: "main", Name: "refund", Rows: 20, PrimaryKey: []string{"id"}, ForeignKeys: key("order_id", "orders"), Columns: []schema.Column{
			{Name: "id", Kind: table.Int}, {Name: "order_id", Kind: table.Int}, {Name: "refunded_on", Kind: table.Date}, {Name: "amount", Kind: table.Decimal}}},
	}}
	snapshot.Documents.Text = []schema.Document{{File: "docs.md", Body: definitions}}
	ix, err := index.Build(t.Context(), snapshot, braintest.Values{"orders.status": {"paid", "open"}, "customer.city": {"Oslo", "Bergen"}})
	if err != nil {
		t.Fatal(err)
	}
	cut, err := neural.NewTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	b := &Brain{linker: link.New(ix, cut), ix: ix, trial: candidates.DefaultTrial}
	if previous != nil {
		previous.Query = selecting(nil)
		for n := range ix.Terms {
			if previous.Reading == ix.Terms[n].Called {
				previous.Terms = []*index.Term{&ix.Terms[n]}
			}
		}
	}
	return &scripted{Brain: b, t: t, asked: b.linker.Read(question, today, previous)}
}

// selecting is a query of expressions.
func selecting(list []*form.Expr) *form.Query { return &form.Query{Keep: form.NoTable, Select: list} }

func compute(o form.Op, args ...*form.Expr) *form.Expr { return &form.Expr{Op: o, Args: args} }

func TestTermsTakeThePlacesOfTheirStandIns(t *testing.T) {
	year := &form.Value{Kind: form.Period, Text: "2025", Period: span.Period{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), End: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}}
	for _, c := range []struct {
		question string
		build    func(*scripted) *form.Query
		want     string // of the SQL; "" when a definition finds no place
	}{
		{"revenue", func(s *scripted) *form.Query {
			return selecting([]*form.Expr{compute(form.Sum, s.at("orders", "net_sales"))})
		},
			"SELECT SUM(net_sales) AS revenue FROM orders WHERE status = 'paid'"},
		{"revenue", func(s *scripted) *form.Query { return selecting([]*form.Expr{s.at("orders", "net_sales")}) }, // never of single rows
			"SELECT SUM(net_sales) AS revenue FROM orders WHERE status = 'paid'"},
		{"revenue of open orders", func(s *scripted) *form.Query {
			q := selecting([]*form.Expr{compute(form.Sum, s.at("orders", "net_sales"))})
			q.Where = &form.Cond{Op: form.Equal, Left: s.at("orders", "status"), Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: "open"}}}
			return q // who names a status means it
		}, "SELECT SUM(net_sales) AS revenue FROM orders WHERE status = 'open'"},
		{"revenue", func(s *scripted) *form.Query {
			return selecting([]*form.Expr{compute(form.Count, &form.Expr{Op: form.Column, Column: s.column("customer", "id")})})
		}, ""},
		{"average ticket by city", func(s *scripted) *form.Query {
			q := selecting([]*form.Expr{s.at("customer", "city"), compute(form.Sum, s.at("orders", "net_sales"))})
			q.Group = []*form.Expr{s.at("customer", "city")}
			return q
		}, "SELECT c.city, 1.0 * SUM(o.net_sales) / COUNT(*) AS average_ticket FROM orders AS o JOIN customer AS c ON c.id = o.customer_id WHERE o.status = 'paid' GROUP BY c.city"},
		{"paid rate and number of cities", func(s *scripted) *form.Query {
			count := compute(form.Count, s.at("customer", "city"))
			count.Distinct = true
			q := selecting([]*form.Expr{compute(form.Count, &form.Expr{Op: form.Column}), count})
			q.Tables = []int{0, 1}
			return q
		}, "SELECT 100.0 * COUNT(CASE WHEN o.status = 'paid' THEN 1 END) / COUNT(*) AS paid_rate_pct, COUNT(DISTINCT c.city) AS cities FROM orders AS o JOIN customer AS c ON c.id = o.customer_id"},
		{"margin", func(s *scripted) *form.Query {
			return selecting([]*form.Expr{compute(form.Sum, s.at("orders", "net_sales"))})
		},
			"SELECT SUM(net_sales - cost) AS margin FROM orders WHERE status = 'paid'"},
		{"margin of 2025", func(s *scripted) *form.Query {
			return selecting([]*form.Expr{compute(form.Sum, &form.Expr{Op: form.If, Args: []*form.Expr{s.at("orders", "net_sales")},
				If: &form.Cond{Op: form.During, Left: s.at("orders", "order_date"), Values: []*form.Value{year}}})})
		}, "SELECT SUM(CASE WHEN order_date >= '2025-01-01' AND order_date < '2026-01-01' THEN net_sales - cost ELSE 0 END) AS margin_2025 FROM orders WHERE status = 'paid'"},
		{"share of the average ticket", func(s *scripted) *form.Query { // of a quotient there is none
			q := selecting([]*form.Expr{s.at("customer", "city"), compute(form.Share, compute(form.Sum, s.at("orders", "net_sales")))})
			q.Group = []*form.Expr{s.at("customer", "city")}
			return q
		}, ""},
		{"net revenue in 2025", func(s *scripted) *form.Query { // each part by its own time
			q := selecting([]*form.Expr{compute(form.Sum, s.at("orders", "net_sales"))})
			q.Where = &form.Cond{Op: form.During, Left: s.at("orders", "order_date"), Values: []*form.Value{year}}
			return q
		}, "SELECT COALESCE(( SELECT SUM(net_sales) AS total_net_sales FROM orders WHERE order_date >= '2025-01-01' AND order_date < '2026-01-01' AND status = 'paid' ), 0)" +
			" - COALESCE(( SELECT SUM(amount) AS total_amount FROM refund WHERE refunded_on >= '2025-01-01' AND refunded_on < '2026-01-01' ), 0) AS net_revenue"},
		{"net revenue by city", func(s *scripted) *form.Query {
			q := selecting([]*form.Expr{s.at("customer", "city"), compute(form.Sum, s.at("orders", "net_sales"))})
			q.Group = []*form.Expr{s.at("customer", "city")}
			return q
		}, "SELECT city, SUM(COALESCE(net_sales_paid, 0)) - COALESCE(SUM(COALESCE(amount_with_amount, 0)), 0) AS net_revenue" +
			" FROM ( SELECT c.city, CASE WHEN ROW_NUMBER() OVER (PARTITION BY c.city, o.id) = 1 THEN CASE WHEN o.status = 'paid' THEN o.net_sales END END AS net_sales_paid," +
			" CASE WHEN r.amount IS NOT NULL THEN r.amount END AS amount_with_amount" +
			" FROM orders AS o JOIN customer AS c ON c.id = o.customer_id LEFT JOIN refund AS r ON r.order_id = o.id ) AS once GROUP BY city"},
		{"active customers", func(s *scripted) *form.Query {
			q := selecting([]*form.Expr{compute(form.Count, &form.Expr{Op: form.Column})})
			q.Tables = []int{0}
			return q
		}, "SELECT COUNT(*) AS active_customers FROM customer WHERE id IN ( SELECT customer_id FROM orders WHERE order_date >= '2025-10-16' AND order_date < '2025-11-16' )"},
		{"active customers of 2025", func(s *scripted) *form.Query { // active is said of today
			q := selecting([]*form.Expr{compute(form.Count, &form.Expr{Op: form.Column})})
			q.Tables = []int{0}
			q.Where = &form.Cond{Op: form.During, Left: s.at("customer", "joined_on"), Values: []*form.Value{year}}
			return q
		}, ""},
		{"new customers in 2025", func(s *scripted) *form.Query { // by the time that the definition names
			q := selecting([]*form.Expr{compute(form.Count, &form.Expr{Op: form.Column})})
			q.Tables = []int{0}
			q.Where = &form.Cond{Op: form.During, Left: s.at("customer", "left_on"), Values: []*form.Value{year}}
			return q
		}, "SELECT COUNT(*) AS new_customers FROM customer WHERE joined_on >= '2025-01-01' AND joined_on < '2026-01-01'"},
		{"new customers", func(s *scripted) *form.Query {
			q := selecting([]*form.Expr{compute(form.Count, &form.Expr{Op: form.Column})})
			q.Tables = []int{0}
			return q
		}, ""},
		{"big orders", func(s *scripted) *form.Query {
			q := selecting([]*form.Expr{compute(form.Count, &form.Expr{Op: form.Column})})
			q.Tables = []int{1}
			return q
		}, "SELECT COUNT(*) AS big_orders FROM orders WHERE net_sales > 500"},
	} {
		s := defining(t, c.question, nil)
		if len(s.asked.Terms) != 1 {
			t.Errorf("%s: %d terms", c.question, len(s.asked.Terms))
			continue
		}
		q := c.build(s)
		said, _, missed := terms.Apply(s.ix, q, s.asked)
		if (c.want == "") != (len(missed) == 1) || len(said)+len(missed) != 1 {
			t.Errorf("%s says %q, and misses %d", c.question, said, len(missed))
			continue
		}
		if c.want == "" {
			continue
		}
		sql, _, err := render.Render(s.ix, render.SQLite, q, today)
		if got := strings.Join(strings.Fields(sql), " "); err != nil || got != c.want {
			t.Errorf("%s: %v\n got %s\nwant %s", c.question, err, got, c.want)
		}
		if q.Plain == nil || len(q.Plain.Terms) != 1 {
			t.Errorf("%s: a follow-up would not know what it follows", c.question)
		}
	}
}

func TestTermsOfTheTurnBeforeAreKept(t *testing.T) {
	for _, c := range []struct {
		term, message string
		build         func(*scripted) *form.Query
		said, missed  int
	}{
		{"average ticket", "by city", func(s *scripted) *form.Query {
			q := selecting([]*form.Expr{s.at("customer", "city"), compute(form.Sum, s.at("orders", "net_sales"))})
			q.Group = []*form.Expr{s.at("customer", "city")}
			return q
		}, 1, 0},
		{"net revenue", "by city", func(s *scripted) *form.Query {
			q := selecting([]*form.Expr{s.at("customer", "city"), compute(form.Sum, s.at("orders", "net_sales"))})
			q.Group = []*form.Expr{s.at("customer", "city")}
			return q
		}, 1, 0},
		{"average ticket", "and the cost", func(s *scripted) *form.Query { // another figure
			return selecting([]*form.Expr{compute(form.Sum, s.at("orders", "cost"))})
		}, 0, 0},
		{"average ticket", "yesterday", func(s *scripted) *form.Query { // the same one, and yet it is not there
			return selecting([]*form.Expr{compute(form.Sum, s.at("orders", "cost"))})
		}, 0, 1},
	} {
		s := defining(t, c.message, &link.Previous{Reading: c.term})
		said, _, missed := terms.Apply(s.ix, c.build(s), s.asked)
		if len(said) != c.said || len(missed) != c.missed {
			t.Errorf("%s after %s says %q, and misses %d", c.message, c.term, said, len(missed))
		}
	}
}

func TestWhatCannotBeFollowedGetsNoFigure(t *testing.T) {
	for question, want := range map[string]string{
		"goodwill by city": "docs.md defines goodwill as “what people say about us”. Plumb cannot follow that definition without a model. " +
			"You can ask for revenue, average ticket or paid rate, or name the columns that you mean.",
		"orders by city": "",
		"goodwill (what people say about us) by city": "", // who says what they mean needs no definition
	} {
		s := defining(t, question, nil)
		a := s.declineUnfollowed(s.asked, &candidates.Candidate{})
		if (a == nil) != (want == "") || a != nil && (a.Missing != want || a.Outcome != brain.Declined || len(a.Readings) > 0) {
			t.Errorf("%s: %+v", question, a)
		}
	}
	s := defining(t, "orders by city", nil)
	a := &brain.Answer{Confidence: 0.95, Readings: []brain.Reading{{}}}
	s.describe(a, s.asked)
	if a.Confidence > tuning.DescribedAtMost || len(a.Readings[0].Notes) != 1 {
		t.Errorf("a city is described in words that leave some out: %+v", a)
	}
}
