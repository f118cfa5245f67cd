package duckdb_test

import (
	"database/sql"
	"strings"
	"testing"

	bindings "github.com/duckdb/duckdb-go-bindings"

	"github.com/plumbdata/plumb/internal/test/guardtest"
)

// Whatever the text: an answer comes back, and what passes is one statement
// that passes again as it is.
func FuzzCheck(f *testing.F) {
	for _, statement := range guardtest.Corpora(f) {
		f.Add(statement)
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
		b.SetBytes(int64(len(guardtest.Report)))
		for b.Loop() {
			if _, err := g.Check(b.Context(), guardtest.Report); err != nil {
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
		b.SetBytes(int64(len(guardtest.Report)))
		for b.Loop() {
			var tree string
			if err := parse.QueryRowContext(b.Context(), guardtest.Report).Scan(&tree); err != nil {
				b.Fatal(err)
			}
		}
	})
}
