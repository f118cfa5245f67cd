package story

import (
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

func TestRowNoun(t *testing.T) {
	for _, c := range []struct{ sql, want string }{
		{"SELECT name FROM customers", "customer"},
		{"SELECT full_name FROM tbl_members WHERE joined >= '2023-01-01'", "member"},
		{`SELECT "a" FROM "main"."order_items" ORDER BY "a"`, "order item"},
		{"SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders GROUP BY 1 LIMIT 5)", "customer"},
		{"SELECT c.full_name FROM customers AS c JOIN regions AS r ON r.region_id = c.region_id WHERE r.region_name = 'North'", "customer"},
		{"SELECT d.doc_name, d2.dept_name FROM doctors AS d JOIN departments AS d2 ON d2.dept_id = d.dept_id", "doctor"},
		{"SELECT o.id FROM orders o LEFT JOIN customers c ON c.id = o.customer_id INNER JOIN regions ON regions.id = c.region_id", "order"},
		{"SELECT l.loan_id FROM loans l JOIN books AS b ON b.bookId = l.bookId AND b.price > 5", "loan"},
		{"SELECT upper(name), (SELECT max(x) FROM y) FROM customers", "customer"},
		// A join from the key may give several rows for one.
		{"SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id", ""},
		{"SELECT o.id FROM orders o JOIN order_items i ON i.order_id = o.order_id", ""},
		{"SELECT c.name FROM customers c JOIN regions r ON r.region_id >= c.region_id", ""},
		{"SELECT c.name FROM customers c JOIN regions r ON r.region_id = c.region_id OR r.name = 'x'", ""},
		{"SELECT c.name FROM customers c JOIN regions r ON r.region_id = c.region_id + 1", ""},
		{"SELECT c.name FROM customers c JOIN regions r ON r.region_id = r.parent_id", ""},
		{"SELECT c.name FROM customers c CROSS JOIN regions r", ""},
		{"SELECT c.name FROM customers c RIGHT JOIN regions r ON r.region_id = c.region_id", ""},
		{"SELECT c.name FROM customers c, regions r", ""},
		{"SELECT c.name FROM customers c JOIN daily_regions r ON r.region_id = c.region_id", ""},
		{"SELECT DISTINCT name FROM customers", ""},
		{"SELECT name FROM customers LIMIT 5", ""},
		{"SELECT name FROM customers UNION ALL SELECT name FROM suppliers", ""},
		{"SELECT region, count(*) FROM customers GROUP BY region", ""},
		{"SELECT x FROM (SELECT * FROM customers) AS c", ""},
		{"SELECT lower(unnest(tags)) FROM posts", ""},
		{"WITH c AS (SELECT 1) SELECT * FROM c", ""},
		{"FROM customers", ""},
		{"", ""},
	} {
		if got := RowNoun(c.sql, 3); got != c.want {
			t.Errorf("%s: got %q, want %q", c.sql, got, c.want)
		}
	}
}

// What was counted over a join is true of the table whose rows there are, and of
// no other.
func TestCountsOverJoins(t *testing.T) {
	tab := &table.Table{Columns: []table.Column{{Name: "full_name", Kind: table.Text}, {Name: "region_name", Kind: table.Text}}}
	for _, n := range []string{"Ann", "Bo", "Cy"} {
		tab.Rows = append(tab.Rows, table.Row{table.NewText(n), table.NewText("North")})
	}
	sql := "SELECT c.full_name, r.region_name FROM customers AS c JOIN regions AS r ON r.region_id = c.region_id"
	results := []Result{NewResult(tab, sql, true)}
	for text, want := range map[string]bool{"There are three customers.": true, "There are four customers.": false, "There are three regions.": false} {
		r, err := CheckAll(t.Context(), text, results, Context{})
		if err != nil || (len(r.Unsupported()) == 0) != want {
			t.Errorf("%s: %v %v", text, r.Reasons(), err)
		}
	}
}
