package candidates

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// Rules that the words of a question decide, whatever the parser made of it.
func TestWordsDecide(t *testing.T) {
	const bands = "orders by net sales: under 50, 50 to under 100, 100 and more"
	for _, c := range []struct{ rule, question, sql, want string }{
		{"listed bands", bands, "SELECT COUNT(*) FROM orders WHERE net_sales < 50",
			"SELECT CASE WHEN net_sales < 50 THEN 'under 50' WHEN net_sales < 100 THEN '50 to under 100' ELSE '100 and more' END AS net_sales_band, COUNT(*)"},
		{"listed bands", bands, "SELECT net_sales, COUNT(*) FROM orders GROUP BY net_sales", "ORDER BY MIN(net_sales)"},
		{"listed bands", "orders under 50", "SELECT COUNT(*) FROM orders WHERE net_sales < 50", "WHERE net_sales < 50"},
		{"one winner", "which region has the highest sales", "SELECT c.region, SUM(o.net_sales) FROM orders o JOIN customer c ON c.id = o.customer_id GROUP BY c.region", "ORDER BY total_net_sales DESC, c.region DESC LIMIT 1"},
		{"one winner", "which region has the lowest sales", "SELECT c.region, SUM(o.net_sales) FROM orders o JOIN customer c ON c.id = o.customer_id GROUP BY c.region", "ORDER BY total_net_sales, c.region LIMIT 1"},
		{"one winner", "which regions have the highest sales", "SELECT c.region, SUM(o.net_sales) FROM orders o JOIN customer c ON c.id = o.customer_id GROUP BY c.region", "GROUP BY c.region"},
	} {
		s := braintest.Ask(t, c.question)
		q, err := readback.Convert(s.Index, c.sql, braintest.Today)
		if err != nil {
			t.Fatal(err)
		}
		hold(t, s.Index, q, s.Asked, c.rule)
		sql, _, err := render.Render(s.Index, render.Dialect(s.Index.Dialect), q, braintest.Today)
		if err != nil {
			t.Fatalf("%s: %v", c.question, err)
		}
		one := strings.Join(strings.Fields(sql), " ")
		if !strings.Contains(one, c.want) || strings.Contains(one, "LIMIT") != strings.Contains(c.want, "LIMIT") || strings.Contains(one, "CASE") != strings.Contains(c.question, "more") {
			t.Errorf("%s: %s", c.question, one)
		}
	}
}
