package duckdb_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

func TestMain(m *testing.M) {
	duckdb.RunWorkerIfAsked()
	if path := os.Getenv(parentVariable); path != "" {
		beParent(path)
	}
	m.Run()
}

// create makes a database file with the statements in it.
func create(tb testing.TB, path string, statements ...string) {
	tb.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	statements = append([]string{"ATTACH '" + doubled(path) + "' AS made (STORAGE_VERSION 'latest')", "USE made"}, statements...)
	for _, s := range statements {
		_, err := db.ExecContext(tb.Context(), s)
		for err != nil && strings.Contains(err.Error(), "Could not set lock") {
			time.Sleep(10 * time.Millisecond) // a worker that was just ended still holds the file
			_, err = db.ExecContext(tb.Context(), s)
		}
		if err != nil {
			tb.Fatalf("%s: %v", s, err)
		}
	}
}

func open(tb testing.TB, statements ...string) *duckdb.Source {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "test.duckdb")
	create(tb, path, statements...)
	return openFile(tb, source.Config{DSN: path, Memory: 256 << 20})
}

func openFile(tb testing.TB, c source.Config) *duckdb.Source {
	tb.Helper()
	s, err := duckdb.Open(tb.Context(), c)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

func unguarded(tb testing.TB, sql string) guard.Statement {
	tb.Helper()
	return sourcetest.Unguarded(tb, duckdb.Dialect, sql)
}

func query(tb testing.TB, s source.Source, sql string) (*table.Table, error) {
	tb.Helper()
	return sourcetest.Query(tb, s, sql, source.Limits{})
}

func mustQuery(tb testing.TB, s source.Source, sql string) *table.Table {
	tb.Helper()
	return sourcetest.MustQuery(tb, s, sql, source.Limits{})
}
