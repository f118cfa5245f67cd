//go:build bench

package bench

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"time"

	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/plumbdata/plumb/internal/guard"
	guardduckdb "github.com/plumbdata/plumb/internal/guard/duckdb"
	guardpg "github.com/plumbdata/plumb/internal/guard/postgres"
	guardsqlite "github.com/plumbdata/plumb/internal/guard/sqlite"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// report is a statement of 1 kB as people write them; the month is written in
// each dialect's way.
const report = `WITH monthly AS (
  SELECT %s AS month, c.region, sum(o.total) AS revenue, count(DISTINCT o.customer_id) AS buyers, avg(o.total) AS basket
  FROM orders o JOIN customers c ON c.id = o.customer_id
  WHERE o.status IN ('paid', 'shipped', 'delivered') AND o.created_at >= '2023-01-01' AND c.region IS NOT NULL
  GROUP BY 1, 2
), ranked AS (
  SELECT month, region, revenue, buyers, basket, rank() OVER (PARTITION BY month ORDER BY revenue DESC) AS place,
         lag(revenue) OVER (PARTITION BY region ORDER BY month) AS before
  FROM monthly
)
SELECT month, region, revenue, buyers, round(basket, 2) AS basket, place,
       round(100.0 * (revenue - before) / nullif(before, 0), 1) AS growth,
       CASE WHEN place = 1 THEN 'best' WHEN place <= 3 THEN 'good' ELSE 'other' END AS standing,
       (SELECT count(*) FROM orders x WHERE x.status = 'returned') AS returned
FROM ranked
WHERE place <= 5 AND (before IS NULL OR revenue > before * 0.5) AND region <> 'unknown'
ORDER BY month DESC, place, region LIMIT 100`

// catalog has 100 tables, the two of the report among them.
func catalog(dialect, schemaName string) *guard.Catalog {
	s := &schema.Snapshot{Dialect: dialect, SearchPath: []string{schemaName}}
	add := func(name string, columns ...string) {
		t := schema.Table{Schema: schemaName, Name: name, Kind: schema.BaseTable}
		if dialect == "sqlite" {
			t.Schema = ""
		}
		for _, c := range columns {
			t.Columns = append(t.Columns, schema.Column{Name: c, Type: "text", Kind: table.Text})
		}
		s.Tables = append(s.Tables, t)
	}
	for i := range 98 {
		add(fmt.Sprintf("table_%d", i), "id", "name", "kind", "amount", "day", "note", "a", "b", "c", "d")
	}
	add("orders", "id", "customer_id", "total", "status", "created_at")
	add("customers", "id", "name", "region")
	return &guard.Catalog{Snapshot: s}
}

func guardFigures(t *testing.T) []figure {
	postgres := fmt.Sprintf(report, "date_trunc('month', o.created_at)")
	sqlite := fmt.Sprintf(report, "strftime('%Y-%m', o.created_at)")
	duck, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer duck.Close()
	serialize, err := duck.Prepare("SELECT json_serialize_sql($1::VARCHAR)::VARCHAR")
	if err != nil {
		t.Fatal(err)
	}
	lite, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer lite.Close()
	lite.SetMaxOpenConns(1)
	if _, err := lite.Exec("CREATE TABLE orders(id, customer_id, total, status, created_at); CREATE TABLE customers(id, name, region)"); err != nil {
		t.Fatal(err)
	}
	return []figure{
		guardFigure(t, "postgres", guardpg.New(), catalog("postgres", "public"), postgres, func() error {
			_, err := pg.Parse(postgres)
			return err
		}),
		guardFigure(t, "duckdb", guardduckdb.New(), catalog("duckdb", "main"), postgres, func() error {
			var tree string
			return serialize.QueryRow(postgres).Scan(&tree)
		}),
		guardFigure(t, "sqlite", guardsqlite.New(), catalog("sqlite", ""), sqlite, func() error {
			s, err := lite.Prepare(sqlite)
			if err != nil {
				return err
			}
			return s.Close()
		}),
	}
}

func guardFigure(t *testing.T, dialect string, g guard.Grammar, c *guard.Catalog, text string, parse func() error) figure {
	const runs = 301
	checker := guard.New(g, c)
	check := func() error { _, err := checker.Check(context.WithoutCancel(t.Context()), text); return err }
	if err := check(); err != nil { // opens the parser
		t.Fatal(err)
	}
	ours, bare := median(t, runs, check), median(t, runs, parse)
	return figure{
		what: fmt.Sprintf("guard, %s, a statement of %d bytes over 100 tables", dialect, len(text)),
		ours: short(ours), baseline: short(bare) + " for the engine's parser alone", limit: "1 ms", kept: ours < time.Millisecond,
	}
}
