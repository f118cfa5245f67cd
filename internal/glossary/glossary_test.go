package glossary_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/store/sqlite"
)

func open(t *testing.T) (shop, other *glossary.Glossary) {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "store.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	clock := func() time.Time { now = now.Add(time.Hour); return now }
	return glossary.Open(s, "shop", clock), glossary.Open(s, "other", clock)
}

func TestReview(t *testing.T) {
	g, other := open(t)
	ctx := t.Context()
	fresh, err := g.Propose(ctx, "docs", glossary.Term{Name: "Net revenue", Formula: "the sum of `orders.net`", Synonyms: []string{"NR"}, Source: "docs.md:3"},
		glossary.Term{Name: "churn", Definition: "Customers who left."}, glossary.Term{Name: "net_revenue", Definition: "again"}, glossary.Term{Name: "  "})
	if err != nil || len(fresh) != 2 {
		t.Fatal(fresh, err)
	}
	if again, err := g.Propose(ctx, "docs", glossary.Term{Name: "NR"}, glossary.Term{Name: "Churn"}); err != nil || len(again) != 0 {
		t.Errorf("proposed again: %v, %v", again, err)
	}
	if list, err := g.Vocabulary(ctx); err != nil || len(list) != 0 {
		t.Errorf("what nobody approved steers: %v, %v", list, err)
	}
	if _, err := g.Decide(ctx, "nr", glossary.Approved, "ana", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Decide(ctx, "churn", glossary.Rejected, "ana", "too vague"); err != nil {
		t.Fatal(err)
	}
	list, err := g.Vocabulary(ctx)
	if err != nil || len(list) != 2 || list[0].Kind != brain.Means || list[0].Text != "the sum of `orders.net`" || list[1].Kind != brain.Called || list[1].Term != "NR" || list[1].Text != "Net revenue" {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := other.Terms(ctx, ""); err != nil || len(list) != 0 {
		t.Errorf("another database has %v, %v", list, err)
	}
	edited, err := g.Save(ctx, glossary.Term{Name: "net revenue", Formula: "the sum of `orders.net_total`"}, "ben")
	if err != nil || edited.Version != 2 || len(edited.History) != 3 || edited.History[2].By != "ben" || edited.History[0].Formula != "the sum of `orders.net`" {
		t.Errorf("%+v, %v", edited, err)
	}
	if _, err := g.Save(ctx, glossary.Term{Name: strings.Repeat("x", 100)}, ""); fault.CodeOf(err) != fault.Usage {
		t.Error(err)
	}
	if err := g.Remove(ctx, "Net Revenue"); err != nil {
		t.Error(err)
	}
	if _, err := g.Term(ctx, "net revenue"); fault.CodeOf(err) != fault.NotFound {
		t.Error(err)
	}
}

func TestMentioned(t *testing.T) {
	g, _ := open(t)
	ctx := t.Context()
	for _, term := range []glossary.Term{{Name: "Bulk sale", Definition: "a sale of more than 100 EUR"}, {Name: "sale", Definition: "what was sold"}, {Name: "guest", Columns: []string{"customers"}}} {
		if _, err := g.Save(ctx, term, "ana"); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{"How many bulk sales had guests?": "Bulk sale, sale", "sales, please": "sale", "wholesale prices": "", "": ""} {
		list, err := g.Mentioned(ctx, text)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, m := range list {
			names = append(names, m.Name)
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%q mentions %q, not %q", text, got, want)
		}
	}
}

func TestFile(t *testing.T) {
	g, other := open(t)
	ctx := t.Context()
	for _, term := range []glossary.Term{{Name: "guest", Kind: glossary.Entity, Columns: []string{"customers"}, Synonyms: []string{"visitor"}, Owner: "sales"},
		{Name: "AOV", Definition: "What an order brings: in the mean.", Formula: "revenue divided by the number of orders"}} {
		if _, err := g.Save(ctx, term, "ana"); err != nil {
			t.Fatal(err)
		}
	}
	list, err := g.Terms(ctx, glossary.Approved)
	if err != nil {
		t.Fatal(err)
	}
	text, err := glossary.Encode(list)
	if err != nil {
		t.Fatal(err)
	}
	read, err := glossary.Decode("glossary.yaml", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	added, changed, err := other.Import(ctx, read, "git")
	if err != nil || added != 2 || changed != 0 {
		t.Errorf("%d, %d, %v", added, changed, err)
	}
	if added, changed, err = other.Import(ctx, read, "git"); err != nil || added+changed != 0 {
		t.Errorf("again: %d, %d, %v", added, changed, err)
	}
	again, err := other.Terms(ctx, glossary.Approved)
	if err != nil {
		t.Fatal(err)
	}
	second, err := glossary.Encode(again)
	if err != nil || string(second) != string(text) {
		t.Errorf("%v\n%s\n%s", err, text, second)
	}
	for _, bad := range []string{"terms:\n- nam: x\n", "terms: 5\n", "terms:\n- definition: no name\n", "\x00\xff", strings.Repeat("[", 10000)} {
		if _, err := glossary.Decode("glossary.yaml", []byte(bad)); fault.CodeOf(err) != fault.Config {
			t.Errorf("%.20q: %v", bad, err)
		}
	}
}

const metricFlow = `
semantic_models:
- name: orders
  model: ref('orders')
  measures:
  - name: order_total
    description: What customers paid.
    agg: sum
    expr: amount
  - name: order_count
    agg: sum
    expr: 1
  - name: buyers
    agg: count_distinct
    expr: customer_id
metrics:
- name: revenue
  label: Revenue
  type: simple
  type_params: {measure: order_total}
  filter: |
    {{ Dimension('order_id__status') }} = 'completed'
- name: aov
  label: Average order value
  type: ratio
  type_params: {numerator: revenue, denominator: orders}
- name: orders
  type: simple
  type_params:
    measure: {name: order_count}
- name: buyers
  type: simple
  type_params: {measure: buyers}
- name: margin
  type: derived
  type_params: {expr: revenue - cost, metrics: [revenue, cost]}
- name: odd
  type: simple
  type_params: {measure: order_total}
  filter: "{{ Dimension('x') }} LIKE 'a%' or true"
`

const cubeFile = `
cubes:
- name: orders
  sql_table: public.orders
  measures:
  - {name: count, type: count}
  - name: paid
    type: sum
    sql: "{CUBE}.amount"
    description: What was paid.
    filters: [{sql: "{CUBE}.status = 'paid'"}]
  - {name: per_order, type: number, sql: "{paid} / NULLIF({count}, 0)"}
`

const oldMetrics = `
metrics:
- name: shipped_weight
  label: Shipped weight
  model: ref('shop', 'shipments')
  calculation_method: sum
  expression: weight
  filters: [{field: state, operator: '=', value: "'sent'"}]
`

func TestSemanticLayers(t *testing.T) {
	list := glossary.FromSemanticLayer([]glossary.SemanticFile{{Name: "m.yml", Data: []byte(metricFlow)}, {Name: "c.yml", Data: []byte(cubeFile)}, {Name: "o.yml", Data: []byte(oldMetrics)},
		{Name: "broken.yml", Data: []byte("metrics: [")}, {Name: "other.yml", Data: []byte("services: {a: b}")}})
	want := map[string]string{
		"Revenue":             "the sum of `orders.amount` over orders whose `status` is `completed`",
		"Average order value": "revenue divided by orders",
		"orders":              "the number of orders",
		"buyers":              "the number of distinct `orders.customer_id`",
		"margin":              "revenue minus cost",
		"odd":                 "",
		"number of orders":    "the number of orders",
		"paid":                "the sum of `orders.amount` over orders whose `status` is `paid`",
		"per order":           "paid divided by count",
		"Shipped weight":      "the sum of `shipments.weight` over shipments whose `state` is `sent`",
	}
	if len(list) != len(want) {
		t.Errorf("%d terms", len(list))
	}
	for _, term := range list {
		if formula, known := want[term.Name]; !known || term.Formula != formula {
			t.Errorf("%s: %q", term.Name, term.Formula)
		}
	}
}

func TestFromTexts(t *testing.T) {
	texts := []glossary.Text{
		{Source: "handbook.pdf", Heading: "Definitions", Body: "- **Net revenue**: what remains after returns. More words.\nGross margin: revenue less what the goods cost, in percent.\nThis is the end."},
		{Source: "handbook.pdf", Heading: "Active customers", Body: "An active customer is a customer with an order in the last year. The office is in Oslo. Annual recurring revenue (ARR) is the yearly value of all contracts."},
		{Source: "handbook.pdf", Heading: "Orders", Body: "A customer places orders. Each order belongs to a region, and refunds reduce revenue."},
	}
	names := map[string]glossary.Term{}
	for _, term := range glossary.FromTexts(texts) {
		names[term.Name] = term
	}
	for name, part := range map[string]string{"Net revenue": "after returns.", "Gross margin": "goods cost", "active customer": "last year"} {
		if !strings.Contains(names[name].Definition, part) {
			t.Errorf("%s: %+v", name, names[name])
		}
	}
	if len(names) != 3 {
		t.Errorf("%v", names)
	}
	var terms []glossary.Term
	for _, n := range []string{"customer", "order", "region", "refund", "revenue"} {
		terms = append(terms, glossary.Term{Name: n})
	}
	found := map[string]string{}
	for _, r := range glossary.Relations(texts, terms) {
		found[r.Subject+" → "+r.Object] = r.Verb
	}
	for pair, verb := range map[string]string{"customer → order": "places", "order → region": "belongs to a", "refund → revenue": "reduce"} {
		if found[pair] == "" {
			t.Errorf("%s (%s): %v", pair, verb, found)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("terms:\n- name: a\n"))
	f.Add([]byte(metricFlow))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = glossary.Decode("g.yaml", data)
		for _, term := range glossary.FromSemanticLayer([]glossary.SemanticFile{{Name: "x", Data: data}}) {
			_ = term.Entries()
		}
	})
}
