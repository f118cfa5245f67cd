package duckdb_test

import (
	"database/sql"
	"strings"
	"testing"

	bindings "github.com/duckdb/duckdb-go-bindings"

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
	for _, text := range hostile.Statements(2, 200) {
		f.Add(text)
	}
	open, closed := open(f), closed(f)
	count := splitter(f)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := open.Check(t.Context(), text)
		if err != nil {
			if v := closed.Judge(t.Context(), text); v.Allow && !strings.Contains(err.Error(), "list of safe types") && !strings.Contains(err.Error(), "is a file") {
				t.Fatalf("passes with a schema and not without: %v", err)
			}
			return
		}
		if n := count(s.SQL()); n != 1 {
			t.Fatalf("%d statements in %s", n, s.SQL())
		}
		if len(s.Pivots()) > 0 {
			return
		}
		again, err := open.Check(t.Context(), s.SQL())
		if err != nil || sameWords.Replace(again.SQL()) != sameWords.Replace(s.SQL()) {
			t.Fatalf("rendered %s\nagain    %s %v", s.SQL(), again.SQL(), err)
		}
	})
}

// sameWords lets IS TRUE be rendered twice: first as true, then as a cast.
var sameWords = strings.NewReplacer("CAST('t' AS BOOLEAN)", "true", "CAST('f' AS BOOLEAN)", "false")

// splitter is DuckDB's own count of the statements in a text.
func splitter(tb testing.TB) func(string) int {
	var db bindings.Database
	var conn bindings.Connection
	if bindings.Open(":memory:", &db) == bindings.StateError || bindings.Connect(db, &conn) == bindings.StateError {
		tb.Fatal("DuckDB does not open")
	}
	tb.Cleanup(func() {
		bindings.Disconnect(&conn)
		bindings.Close(&db)
	})
	return func(text string) int {
		var statements bindings.ExtractedStatements
		defer bindings.DestroyExtracted(&statements)
		return int(bindings.ExtractStatements(conn, text, &statements))
	}
}

func BenchmarkCheck(b *testing.B) {
	g := closedAmong(b, 100)
	b.Run("1kB", func(b *testing.B) {
		b.SetBytes(int64(len(report)))
		for b.Loop() {
			if _, err := g.Check(b.Context(), report); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("parse only", func(b *testing.B) { // the baseline
		db, err := sql.Open("duckdb", "?threads=1")
		if err != nil {
			b.Fatal(err)
		}
		defer db.Close()
		parse, err := db.PrepareContext(b.Context(), "SELECT json_serialize_sql($1::VARCHAR)::VARCHAR")
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(report)))
		for b.Loop() {
			var tree string
			if err := parse.QueryRowContext(b.Context(), report).Scan(&tree); err != nil {
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
