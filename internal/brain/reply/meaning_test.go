package reply

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

func TestQuestionsAboutWords(t *testing.T) {
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "orders", Rows: 500, Description: "One row an order.", Origins: &schema.Origins{Description: "schema.yml:4"}, PrimaryKey: []string{"id"}, Columns: []schema.Column{
			{Name: "id", Kind: table.Int}, {Name: "dt_ord", Kind: table.Date, Description: "Day of the order", Origins: &schema.Origins{Description: "dictionary.csv:7"}, Min: "2023-01-01", Max: "2025-12-31"},
			{Name: "order_total", Kind: table.Decimal, Role: schema.Measure, Unit: "EUR"}, {Name: "status", Kind: table.Text, Comment: "how far it got"}}},
		{Name: "refunds", Rows: 20, PrimaryKey: []string{"id"}, Columns: []schema.Column{{Name: "id", Kind: table.Int}, {Name: "amount", Kind: table.Decimal, Role: schema.Measure}}},
	}}
	s.Documents.Text = []schema.Document{{File: "docs.md", Line: 3, Body: "Words of this shop.\n\n" +
		"- **Revenue**: the sum of `orders.order_total` over orders whose `status` is `completed`. Fees are not revenue.\n" +
		"- **Net revenue**: revenue minus `refunds.amount`.\n- **Goodwill**: what people feel about us on the whole.\n"}}
	ix, err := index.Build(t.Context(), s, braintest.Values{"orders.status": {"completed", "open"}})
	if err != nil {
		t.Fatal(err)
	}
	before := &brain.Reading{Sentence: "revenue for each status", Assumptions: []string{"revenue as defined in docs.md"}}
	for question, want := range map[string]string{
		"What does net revenue mean?":                 "Net revenue is defined in docs.md, line 6: “revenue minus `refunds.amount`”. Plumb computes it as the sum of orders.order_total where orders.status = 'completed', minus the sum of refunds.amount. For the figure, ask",
		"what is net revenue":                         "Net revenue is defined in docs.md, line 6",
		"How is revenue calculated?":                  "Revenue is defined in docs.md, line 5: “the sum of `orders.order_total` over orders whose `status` is `completed`. Fees are not revenue”",
		"how do you define “revenue”?":                "Revenue is defined in docs.md, line 5",
		"define goodwill":                             "Plumb cannot follow this definition",
		"what’s the definition of the term goodwill?": "Goodwill is defined in docs.md, line 7",
		"meaning of dt_ord":                           "dt_ord is a column of orders and holds times. It is described in dictionary.csv, line 7: “Day of the order”. Its values go from 2023-01-01 to 2025-12-31.",
		"what is orders.dt_ord?":                      "dt_ord is a column of orders",
		"what does order_total stand for?":            "order_total is a column of orders and holds a figure of each row. It has no description. Its unit is EUR.",
		"what does the column status mean":            "status is a column of orders and holds text. The database says: “how far it got”. Its values are 'completed' and 'open'.",
		"what does status in orders mean?":            "status is a column of orders",
		"what is meant by orders?":                    "orders is a table of about 500 rows. It is described in schema.yml, line 4: “One row an order”. Its columns are id, dt_ord, order_total and status.",
		"and what does that mean?":                    "The previous answer shows revenue for each status. Revenue as defined in docs.md.",
	} {
		a := explainWord(ix, brain.Question{Text: question, Before: before})
		if a == nil || a.Outcome != brain.Sure || !strings.Contains(a.Told, want) || len(a.Readings) > 0 {
			t.Errorf("%s: %+v, want %s", question, a, want)
		}
	}
	for question, want := range map[string]string{
		"what does EBITDA mean?":          "“EBITDA” is unknown",
		"define gross revenue":            "Near it are revenue and net revenue.",
		"how is order margin calculated?": "Near it are orders",
	} {
		if a := explainWord(ix, brain.Question{Text: question}); a == nil || a.Outcome != brain.Declined || !strings.Contains(a.Missing, want) {
			t.Errorf("%s: %+v, want %s", question, a, want)
		}
	}
	for _, question := range []string{
		"what is the revenue in 2025?", "what is the net revenue?", "what is revenue by status?", "what is the mean order total?", "what does status completed mean",
		"what is the average amount of refunds", "orders by status", "explain the drop in revenue", "what are the orders of 2025", "how is business?", "what does our pipeline look like?",
	} {
		if a := explainWord(ix, brain.Question{Text: question}); a != nil {
			t.Errorf("%s: %+v", question, a)
		}
	}
}
