package candidates

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// Rows of several groups come in an order that leaves nothing open.
func TestGroupsAreInAWholeOrder(t *testing.T) {
	const per = " FROM orders o JOIN customer c ON c.id = o.customer_id"
	for _, c := range []struct{ name, sql, want string }{
		{"two groups, ordered by one", "SELECT c.region, c.city, SUM(o.net_sales)" + per + " GROUP BY c.region, c.city ORDER BY c.region", "ORDER BY c.region, c.city"},
		{"by a figure that several may have", "SELECT c.region, c.city, COUNT(*) AS n" + per + " GROUP BY c.region, c.city ORDER BY n DESC", "ORDER BY orders DESC, c.region, c.city"},
		{"no order", "SELECT c.region, c.city, SUM(o.net_sales)" + per + " GROUP BY c.region, c.city", "ORDER BY c.region, c.city"},
		{"one group", "SELECT c.city, SUM(o.net_sales)" + per + " GROUP BY c.city", "ORDER BY total_net_sales DESC, c.city"},
		{"one group, smallest first", "SELECT c.city, COUNT(*) AS n" + per + " GROUP BY c.city ORDER BY n", "ORDER BY orders, c.city"},
		{"months", "SELECT strftime('%Y-%m', o.order_date), COUNT(*) FROM orders o GROUP BY 1", "ORDER BY month"},
		{"no groups", "SELECT name FROM customer", "FROM customer"},
		{"one row", "SELECT SUM(net_sales) FROM orders", "FROM orders"},
	} {
		s := braintest.Ask(t, "x")
		q, err := readback.Convert(s.Index, c.sql, braintest.Today)
		if err != nil {
			t.Fatal(err)
		}
		before := len(q.Order)
		sql, _, err := render.Render(s.Index, render.Dialect(s.Index.Dialect), inCompleteOrder(s.Index, q), braintest.Today)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if one := strings.Join(strings.Fields(sql), " "); !strings.Contains(one, c.want) || strings.Contains(one, "ORDER") != strings.Contains(c.want, "ORDER") {
			t.Errorf("%s: %s", c.name, one)
		}
		if len(q.Order) != before {
			t.Errorf("%s: the form itself is ordered again", c.name)
		}
	}
}
