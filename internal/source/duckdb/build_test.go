package duckdb_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// TestBuilder makes a database file, and tries to reach what is not its own.
func TestBuilder(t *testing.T) {
	dir, build := t.TempDir(), t.TempDir()
	named, other := filepath.Join(dir, "named.csv"), filepath.Join(dir, "other.csv")
	for _, path := range []string{named, other} {
		if err := os.WriteFile(path, []byte("n\n1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(build, "new.duckdb")
	b := duckdb.NewBuilder(source.Config{Memory: 256 << 20}, path, []string{named})
	defer b.Close()
	for _, sql := range []string{
		"CREATE TEMP TABLE stage AS SELECT * FROM read_csv(" + duckdb.Literal(named) + ")",
		"CREATE TABLE t AS SELECT * FROM stage",
		"COMMENT ON TABLE t IS 'a table'",
		"DROP TABLE stage",
		"CHECKPOINT",
	} {
		if _, err := b.Ask(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{
		"SELECT * FROM read_csv(" + duckdb.Literal(other) + ")",
		"COPY t TO " + duckdb.Literal(other),
		"COPY t TO " + duckdb.Literal(named),
		"COPY t TO " + duckdb.Literal(filepath.Join(dir, "new.csv")),
		"ATTACH " + duckdb.Literal(filepath.Join(dir, "new.duckdb")),
		"SET enable_external_access = true",
	} {
		if _, err := b.Ask(t.Context(), sql); err == nil {
			t.Errorf("%s ran", sql)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{named, other} {
		if content, err := os.ReadFile(p); err != nil || string(content) != "n\n1\n" {
			t.Errorf("%s now holds %q, %v", p, content, err)
		}
	}
	s, err := duckdb.Open(t.Context(), source.Config{DSN: path})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	snapshot, err := s.Introspect(t.Context(), source.Filter{})
	if err != nil || len(snapshot.Tables) != 1 || snapshot.Tables[0].Comment != "a table" || snapshot.Tables[0].Rows != 1 {
		t.Errorf("got %+v, %v", snapshot, err)
	}
}
