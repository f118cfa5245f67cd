package require

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	_ "github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

// orderLines is a database of one table, whose rows are lines of invoices.
func orderLines(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lines.sqlite")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	run := func(format string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), fmt.Sprintf(format, args...)); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE TABLE sales_lines (InvoiceNo TEXT, CustomerID TEXT, country TEXT, product TEXT, amount REAL)")
	for invoice := range 80 {
		customer := invoice * 5 % 23
		for line := range 1 + invoice%4 {
			run("INSERT INTO sales_lines VALUES ('I%d', 'C%d', '%s', 'P%d', %d.5)", invoice, customer, []string{"France", "Spain", "Peru"}[customer%3], (invoice*3+line*5)%30, (invoice+line*7)%90)
		}
	}
	return path
}

func TestEntitiesCountOnce(t *testing.T) {
	ix := indexed(t, orderLines(t))
	linker := link.New(ix, kenneltest.Pieces{})
	const from = " FROM sales_lines"
	for _, c := range []saying{
		{"how many customers are there?", Entities, "SELECT COUNT(*)" + from, "SELECT COUNT(DISTINCT CustomerID)" + from, "COUNT(DISTINCT CustomerID)"},
		{"customers per country", Entities, "SELECT country, COUNT(*)" + from + " GROUP BY country", "SELECT country, COUNT(DISTINCT CustomerID)" + from + " GROUP BY country", "COUNT(DISTINCT CustomerID)"},
		{"which country has the most orders?", Entities, "SELECT country" + from + " GROUP BY country ORDER BY COUNT(*) DESC LIMIT 1",
			"SELECT country" + from + " GROUP BY country ORDER BY COUNT(DISTINCT InvoiceNo) DESC LIMIT 1", "COUNT(DISTINCT InvoiceNo)"},
		{"countries with at least 20 invoices", Entities, "SELECT country" + from + " GROUP BY country HAVING COUNT(*) >= 20",
			"SELECT country" + from + " GROUP BY country HAVING COUNT(DISTINCT InvoiceNo) >= 20", "HAVING COUNT(DISTINCT InvoiceNo) >= 20"},
		{"average order value", EntityMean, "SELECT AVG(amount)" + from, "SELECT SUM(amount) / COUNT(DISTINCT InvoiceNo)" + from, "SUM(amount) / COUNT(DISTINCT InvoiceNo)"},
		{"average order value by country with at least 9 orders", EntityMean, "SELECT country, AVG(amount)" + from + " GROUP BY country HAVING COUNT(*) >= 9",
			"SELECT country, SUM(amount) / COUNT(DISTINCT InvoiceNo)" + from + " GROUP BY country", "HAVING COUNT(DISTINCT InvoiceNo) >= 9"},
	} {
		c.holds(t, ix, linker)
	}
}

// Rows are counted where rows are asked for, and within groups of an entity.
func TestRowsCountAsRows(t *testing.T) {
	ix := indexed(t, orderLines(t))
	linker := link.New(ix, kenneltest.Pieces{})
	for question, statement := range map[string]string{
		"how many sales lines are there?":      "SELECT COUNT(*) FROM sales_lines",
		"how many lines does each order have?": "SELECT InvoiceNo, COUNT(*) FROM sales_lines GROUP BY InvoiceNo",
		"average amount by country":            "SELECT country, AVG(amount) FROM sales_lines GROUP BY country",
		"lines per customer":                   "SELECT CustomerID, COUNT(*) FROM sales_lines GROUP BY CustomerID",
	} {
		query, err := readback.Convert(ix, statement, kenneltest.Today)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(Find(ix, linker.Read(question, kenneltest.Today, nil), nil), func(r *Requirement) bool {
			return (r.Kind == Entities || r.Kind == EntityMean) && !r.IsMet(query)
		}) {
			t.Errorf("%s: %s", question, statement)
		}
	}
}
