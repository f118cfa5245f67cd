package sqlite

import (
	"strings"
	"testing"
)

// kilobyte is a statement of about 1 kB, as people write reports.
const kilobyte = `WITH spending AS (
	SELECT s.buyer_id, strftime('%Y-%m', s.sold_at) AS month, sum(s.amount) AS spent, count(*) AS orders
	FROM sales AS s JOIN buyers AS b ON b.id = s.buyer_id
	WHERE s.state IN ('paid', 'open', 'returned') AND s.sold_at >= '2024-01-01' AND b.region IS NOT NULL
	GROUP BY s.buyer_id, strftime('%Y-%m', s.sold_at)
), ranked AS (
	SELECT buyer_id, month, spent, orders, row_number() OVER (PARTITION BY month ORDER BY spent DESC) AS place,
		lag(spent) OVER (PARTITION BY buyer_id ORDER BY month) AS before
	FROM spending
)
SELECT r.month, b.name, b.region, round(r.spent, 2) AS spent, r.orders, r.place,
	round(100.0 * (r.spent - r.before) / nullif(r.before, 0), 1) AS growth,
	CASE WHEN r.place = 1 THEN 'first' WHEN r.place <= 3 THEN 'near the top' ELSE 'other' END AS class
FROM ranked AS r JOIN buyers AS b ON b.id = r.buyer_id
WHERE r.place <= 10 AND coalesce(r.before, 0) >= 0
ORDER BY r.month DESC, r.place, b.name COLLATE NOCASE LIMIT 200`

func BenchmarkCheck(b *testing.B) {
	for mode, g := range guards(b) {
		b.Run(mode, func(b *testing.B) {
			for b.Loop() {
				if _, err := g.Check(b.Context(), kilobyte); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	// The baseline is SQLite alone, with nothing to keep it from anything.
	b.Run("bare prepare", func(b *testing.B) {
		v := newVictim(b)
		for b.Loop() {
			s, err := v.conn.Prepare(kilobyte)
			if err != nil {
				b.Fatal(err)
			}
			_ = s.Close()
		}
	})
}

func BenchmarkRefuse(b *testing.B) {
	g := guards(b)["closed"]
	bomb := bombs()["nested"]
	for name, sql := range map[string]string{"bomb": bomb, "function": strings.Replace(kilobyte, "round", "readfile", 1)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := g.Check(b.Context(), sql); err == nil {
					b.Fatal("passes")
				}
			}
		})
	}
}
