package postgres_test

import (
	"strings"
	"testing"

	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/plumbdata/plumb/internal/guard/guardtest"
)

// Whatever the text: an answer comes back, and what passes is one statement
// that passes again as it is.
func FuzzCheck(f *testing.F) {
	for _, corpus := range []string{"testdata/benign.sql", "testdata/refused.sql"} {
		for _, c := range guardtest.Load(f, corpus) {
			f.Add(c.SQL)
		}
	}
	for _, sql := range hostile.Statements(2, 200) {
		f.Add(sql)
	}
	open, closed := open(), closed()
	f.Fuzz(func(t *testing.T, sql string) {
		v := open.Judge(t.Context(), sql)
		if !v.Allow {
			if w := closed.Judge(t.Context(), sql); w.Allow && !strings.Contains(v.Reason, "list of safe types") && !strings.Contains(v.Reason, "could call a function") {
				t.Fatalf("passes with a schema and not without: %s", v.Reason)
			}
			return
		}
		again := open.Judge(t.Context(), v.SQL)
		if !again.Allow || again.SQL != v.SQL {
			t.Fatalf("rendered %s\nagain    %s %s", v.SQL, again.SQL, again.Reason)
		}
		parts, err := pg.SplitWithScanner(v.SQL, true)
		if err != nil || len(parts) != 1 {
			t.Fatalf("%d statements in %s (%v)", len(parts), v.SQL, err)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	g := closedAmong(100)
	b.Run("1kB", func(b *testing.B) {
		b.SetBytes(int64(len(report)))
		for b.Loop() {
			if _, err := g.Check(b.Context(), report); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("parse only", func(b *testing.B) { // the baseline
		b.SetBytes(int64(len(report)))
		for b.Loop() {
			if _, err := pg.Parse(report); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// report is a question of the size that people and models write.
const report = `WITH monthly AS (
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
