package postgres_test

import (
	"strings"
	"testing"

	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/plumbdata/plumb/internal/test/guardtest"
)

// Whatever the text: an answer comes back, and what passes is one statement
// that passes again as it is.
func FuzzCheck(f *testing.F) {
	for _, statement := range guardtest.Corpora(f) {
		f.Add(statement)
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
		b.SetBytes(int64(len(guardtest.Report)))
		for b.Loop() {
			if _, err := g.Check(b.Context(), guardtest.Report); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("parse only", func(b *testing.B) { // the baseline
		b.SetBytes(int64(len(guardtest.Report)))
		for b.Loop() {
			if _, err := pg.Parse(guardtest.Report); err != nil {
				b.Fatal(err)
			}
		}
	})
}
