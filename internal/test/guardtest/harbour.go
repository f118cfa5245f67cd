package guardtest

import (
	"strings"

	"github.com/plumbdata/plumb/internal/schema"
)

// Table is a table of a test's schema, its columns written as "name type, …".
// drop_table stands for a column with a space in its name.
func Table(schemaName, name, columns string) schema.Table {
	t := schema.Table{Schema: schemaName, Name: name, Kind: schema.BaseTable}
	for _, c := range strings.Split(columns, ", ") {
		column, kind, _ := strings.Cut(c, " ")
		t.Columns = append(t.Columns, schema.Column{Name: strings.ReplaceAll(column, "_table", " table"), Type: kind})
	}
	return t
}

// Report is a question about the harbour of the size that people and models
// write.
const Report = `WITH monthly AS (
  SELECT s.flag, date_trunc('month', v.arrived) AS month, sum(c.tons * v.fee) AS revenue, count(DISTINCT v.ship_id) AS guests
  FROM visits v JOIN cargo c ON c.visit_id = v.id JOIN ships s ON s.id = v.ship_id
  WHERE v.kind IN ('freight', 'repair') AND v.arrived >= DATE '2024-01-01' AND s.active IS NOT FALSE
  GROUP BY s.flag, date_trunc('month', v.arrived)
), ranked AS (
  SELECT m.*, rank() OVER (PARTITION BY m.month ORDER BY m.revenue DESC) AS place,
    lag(m.revenue) OVER (PARTITION BY m.flag ORDER BY m.month) AS previous
  FROM monthly m
)
SELECT r.flag, r.month, round(r.revenue, 2) AS revenue, r.guests, r.place,
  CASE WHEN r.previous IS NULL OR r.previous = 0 THEN NULL ELSE round(100.0 * (r.revenue - r.previous) / r.previous, 1) END AS growth,
  coalesce((SELECT max(b.quay) FROM berths b WHERE b.deep AND b.length_m > 100), 'none') AS best
FROM ranked r WHERE r.place <= 3 AND r.month < now() ORDER BY r.month, r.place LIMIT 100`
