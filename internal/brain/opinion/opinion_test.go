package opinion

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/fault"
)

func TestVerdicts(t *testing.T) {
	const (
		byMonth = "SELECT date_trunc('month', o.order_date) AS m, sum(o.total) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.region = 'North' GROUP BY 1 ORDER BY 1"
		top     = "SELECT c.name, sum(o.total) AS s FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.id, c.name ORDER BY s DESC LIMIT 5"
		count   = "SELECT count(*) FROM orders WHERE status = 'open'"
	)
	for _, c := range []struct {
		name, reading, sql string
		verdict            Verdict
		differences        []string
	}{
		{"the same in other words", byMonth,
			"WITH m AS (SELECT to_char(order_date, 'YYYY-MM') AS month, total, customer_id FROM orders) SELECT month, sum(total) AS revenue FROM m JOIN customers ON customers.id = m.customer_id WHERE region = 'North' GROUP BY month",
			Agrees, nil},
		{"another grain", byMonth, strings.Replace(byMonth, "'month'", "'quarter'", 1),
			Differs, []string{"grouped by quarter of order date instead of month of order date"}},
		{"another measure", byMonth, strings.Replace(byMonth, "sum(o.total)", "count(*)", 1),
			Differs, []string{"another measure: number of orders instead of total order total"}},
		{"a filter less", byMonth, strings.Replace(byMonth, "WHERE c.region = 'North' ", "", 1),
			Differs, []string{"a filter is missing: customer region is 'North'"}},
		{"another value", byMonth, strings.Replace(byMonth, "'North'", "'South'", 1),
			Differs, []string{"another filter: customer region is 'South' instead of customer region is 'North'"}},
		{"by key or by name", top, "SELECT c.name, sum(total) FROM orders o JOIN customers c ON o.customer_id = c.id GROUP BY c.name ORDER BY 2 DESC LIMIT 5", Agrees, nil},
		{"another limit", top, strings.Replace(top, "LIMIT 5", "LIMIT 10", 1), Differs, []string{"shows the first 10 instead of the first 5"}},
		{"the other end", top, strings.Replace(top, "DESC", "ASC", 1), Differs, []string{"ordered lowest first instead of highest first"}},
		{"another key", top, strings.Replace(top, "c.id = o.customer_id", "c.id = o.id", 1), Differs, []string{"joins by customers.id = orders.id"}},
		{"more columns", count, "SELECT count(*), sum(total) FROM orders WHERE status = 'open'", Agrees, nil},
		{"the key is counted", count, "SELECT count(id) FROM orders WHERE lower(status) = 'open' AND total IS NOT NULL", Agrees, nil},
		{"not known to the form", count, "SELECT CASE WHEN total > 5 THEN 'dear' ELSE 'cheap' END FROM orders", CannotSay, nil},
		{"no SQL", count, "who knows", CannotSay, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			ix := shop(t, "postgres")
			o := New(ix, nil).Judge(t.Context(), brain.Question{Now: now}, c.sql, answer(t, ix, brain.Likely, c.reading))
			if o.Verdict != c.verdict || !slices.Equal(o.Differences, c.differences) {
				t.Errorf("%s %q, want %s %q", o.Verdict, o.Differences, c.verdict, c.differences)
			}
			if (o.Verdict == CannotSay) != (o.Why != "") {
				t.Errorf("%s because %q", o.Verdict, o.Why)
			}
		})
	}
}

func TestOtherReadings(t *testing.T) {
	ix := shop(t, "postgres")
	s := New(ix, nil)
	q := brain.Question{Now: now}
	first, second := "SELECT sum(total) FROM orders", "SELECT count(*) FROM orders"
	if o := s.Judge(t.Context(), q, second, answer(t, ix, brain.Likely, first, second)); o.Verdict != Agrees || o.With != 1 || o.Confidence != tuning.OpinionAgreesOther {
		t.Errorf("%+v", o)
	}
	if o := s.Judge(t.Context(), q, "SELECT avg(total) FROM orders", answer(t, ix, brain.Unsure, first, second)); o.Verdict != CannotSay || o.Why == "" {
		t.Errorf("somebody who is not sure differs: %+v", o)
	}
	if o := s.Judge(t.Context(), q, first, &brain.Answer{Outcome: brain.Declined}); o.Verdict != CannotSay {
		t.Errorf("%+v", o)
	}
	if o := s.Judge(t.Context(), q, first, nil); o.Verdict != CannotSay || o.Reading != "total" || len(o.Clauses) == 0 {
		t.Errorf("%+v", o)
	}
}

func TestFindings(t *testing.T) {
	for _, c := range []struct {
		name, question, sql string
		code                fault.Code // "" for none
		message, hint       string     // parts of them
	}{
		{"all is well", "How many open orders in the North in October 2025?",
			"SELECT count(*) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.region = 'North' AND o.status = 'open' AND o.order_date BETWEEN '2025-10-01' AND '2025-10-31'", "", "", ""},

		{"another case", "open orders", "SELECT count(*) FROM orders WHERE status = 'Open'", NoSuchValue, "no row has orders.status 'Open'", "in the data it is written 'open'"},
		{"nearly", "cancelled orders", "SELECT count(*) FROM orders WHERE status <> 'canceled'", NoSuchValue, "'canceled'", "did you mean 'cancelled'?"},
		{"in another column", "customers in Berlin", "SELECT count(*) FROM customers WHERE region = 'Berlin'", NoSuchValue, "customers.region", "customers.city contains 'Berlin'"},
		{"one of a list", "North or East", "SELECT count(*) FROM customers WHERE region IN ('North', 'East')", NoSuchValue, "'East'", ""},
		{"like", "the east", "SELECT count(*) FROM customers WHERE region LIKE 'Ea%'", NoSuchValue, "no customers.region is like 'Ea%'", ""},
		{"like in another case", "the north", "SELECT count(*) FROM customers WHERE region LIKE 'north%'", NoSuchValue, "'north%'", ""},
		{"like in any case", "the north", "SELECT count(*) FROM customers WHERE region ILIKE 'north%'", "", "", ""},
		{"without difference of case", "open orders", "SELECT count(*) FROM orders WHERE lower(status) = 'open'", "", "", ""},
		{"through a derived table", "North", "SELECT count(*) FROM (SELECT region AS r FROM customers) x WHERE r = 'Nort'", NoSuchValue, "customers.region 'Nort'", "'North'"},
		{"in something that has no form", "North", "SELECT GREATEST(1, count(*)) FROM customers WHERE region = 'Nrth'", NoSuchValue, "'Nrth'", "'North'"},

		{"a value that nobody filters by", "How many orders from Berlin?", "SELECT count(*) FROM orders o JOIN customers c ON c.id = o.customer_id", NotCovered, "'Berlin'", "customers.city"},
		{"one of two values", "Orders from Berlin and Munich", "SELECT count(*) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.city = 'Berlin'", NotCovered, "'Munich'", ""},
		{"one of few", "How many cancelled orders are there?", "SELECT count(*) FROM orders", NotCovered, "'cancelled'", "orders.status"},
		{"a value that is shown", "Revenue per city, Berlin and so on", "SELECT c.city, sum(o.total) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.city", "", "", ""},
		{"a period", "revenue by month in 2024", "SELECT date_trunc('month', order_date), sum(total) FROM orders GROUP BY 1", NotCovered, "2024", "period"},
		{"a period that is there", "revenue in 2024", "SELECT sum(total) FROM orders WHERE extract(year FROM order_date) = 2024", "", "", ""},
		{"a number", "orders over 500", "SELECT count(*) FROM orders", NotCovered, "'500'", ""},
		{"rows of a window", "7-day moving average of revenue",
			"SELECT order_date, avg(sum(total)) OVER (ORDER BY order_date ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) FROM orders GROUP BY order_date", "", "", ""},

		{"no key", "orders by city", "SELECT c.city, count(*) FROM orders o JOIN customers c ON c.id = o.id GROUP BY c.city", UnknownJoin, "orders.id = customers.id", "orders.customer_id = customers.id"},
		{"nothing joins", "orders by city", "SELECT c.city, count(*) FROM orders o, customers c GROUP BY c.city", UnknownJoin, "nothing joins orders and customers", ""},
		{"one row beside others", "share", "SELECT status, count(*) * 1.0 / t.n FROM orders, (SELECT count(*) AS n FROM orders) t GROUP BY status, t.n", "", "", ""},

		{"total beside lines", "revenue by product", "SELECT l.product, sum(o.total) FROM orders o JOIN order_lines l ON l.order_id = o.id GROUP BY l.product", CountedTwice, "sum counts rows of orders more than once, as the join with order_lines", ""},
		{"a join for nothing", "revenue", "SELECT sum(o.total) FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id", CountedTwice, "order_lines", ""},
		{"lines beside orders", "pieces by status", "SELECT o.status, sum(l.qty) FROM orders o JOIN order_lines l ON l.order_id = o.id GROUP BY o.status", "", "", ""},
		{"computed before the join", "revenue and pieces",
			"SELECT sum(o.total), sum(l.q) FROM orders o JOIN (SELECT order_id, sum(qty) AS q FROM order_lines GROUP BY order_id) l ON l.order_id = o.id", "", "", ""},
		{"one group a row", "total and pieces of each order", "SELECT o.id, avg(o.total), sum(l.qty) FROM orders o JOIN order_lines l ON l.order_id = o.id GROUP BY o.id, l.id", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			ix := shop(t, "postgres")
			o := New(ix, nil).Judge(t.Context(), brain.Question{Text: c.question, Now: now}, c.sql, nil)
			if c.code == "" {
				if len(o.Findings) > 0 {
					t.Errorf("a wrong alarm: %+v", o.Findings)
				}
				return
			}
			if len(o.Findings) != 1 {
				t.Fatalf("%+v", o.Findings)
			}
			if d := o.Findings[0]; d.Code != c.code || !strings.Contains(d.Message, c.message) || !strings.Contains(d.Hint, c.hint) || d.Hint == "" {
				t.Errorf("%+v", d)
			}
			if o.Confidence >= tuning.OpinionSaysNothing {
				t.Errorf("as sure as without the finding: %v", o.Confidence)
			}
		})
	}
}

// What the index has not kept is looked for; where that is not possible,
// nothing is said.
func TestLiteralsAreLookedFor(t *testing.T) {
	ix := shop(t, "postgres")
	q := brain.Question{Now: now}
	sql := "SELECT count(*) FROM customers WHERE name = 'Ann'" // names are not kept
	for _, c := range []struct {
		name  string
		ask   Asker
		finds int
	}{{"nobody to ask", nil, 0}, {"it is there", holding{"Ann": true}, 0}, {"it is not", holding{}, 1}} {
		if o := New(ix, c.ask).Judge(t.Context(), q, sql, nil); len(o.Findings) != c.finds {
			t.Errorf("%s: %+v", c.name, o.Findings)
		}
	}
}

// A database that does not answer is asked once.
func TestSlowDatabase(t *testing.T) {
	d := &slow{}
	o := New(shop(t, "postgres"), d).Judge(t.Context(), brain.Question{Now: now},
		"SELECT count(*) FROM customers WHERE name IN ('Ann', 'Bob') OR id IN (SELECT id FROM customers WHERE name = 'Eve')", nil)
	if d.asked != 1 || len(o.Findings) > 0 {
		t.Errorf("asked %d times, found %+v", d.asked, o.Findings)
	}
}

func TestConfidence(t *testing.T) {
	warning, info := fault.Diagnostic{Severity: fault.Warning}, fault.Diagnostic{Severity: fault.Info}
	for _, c := range []struct {
		o       Opinion
		outcome brain.Outcome
		want    float64
	}{
		{Opinion{Verdict: Agrees}, brain.Sure, 0.95},
		{Opinion{Verdict: Agrees, With: 1}, brain.Sure, 0.85},
		{Opinion{Verdict: CannotSay}, brain.Unsure, 0.7},
		{Opinion{Verdict: Differs}, brain.Likely, 0.55},
		{Opinion{Verdict: Differs}, brain.Sure, 0.35},
		{Opinion{Verdict: Agrees, Findings: []fault.Diagnostic{warning}}, brain.Sure, 0.57},
		{Opinion{Verdict: CannotSay, Findings: []fault.Diagnostic{info}}, brain.Sure, 0.63},
		{Opinion{Verdict: Differs, Findings: []fault.Diagnostic{warning, warning, warning, warning, warning}}, brain.Sure, 0.08},
	} {
		if got := confidence(&c.o, &brain.Answer{Outcome: c.outcome}); got != c.want {
			t.Errorf("%+v: %v, want %v", c.o, got, c.want)
		}
	}
}

func TestLike(t *testing.T) {
	for _, c := range []struct {
		text, pattern string
		want          bool
	}{{"abc", "a%", true}, {"abc", "%b%", true}, {"abc", "a_c", true}, {"abc", "a_", false}, {"", "%", true}, {"", "_", false}, {"aXbXc", "a%X%c", true},
		{strings.Repeat("a", 5000), strings.Repeat("%a", 1000) + "b", false}} {
		if got := like(c.text, c.pattern); got != c.want {
			t.Errorf("%.20q like %.20q: %t", c.text, c.pattern, got)
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	ix := shop(b, "postgres")
	s := New(ix, nil)
	sql := "SELECT c.name, sum(o.total) AS s FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.region = 'North' AND o.order_date >= '2025-01-01' GROUP BY c.id, c.name ORDER BY s DESC LIMIT 5"
	a := answer(b, ix, brain.Likely, sql)
	q := brain.Question{Text: "top 5 customers in the North by revenue this year", Now: now}
	for b.Loop() {
		if o := s.Judge(b.Context(), q, sql, a); o.Verdict != Agrees {
			b.Fatal(o)
		}
	}
}
