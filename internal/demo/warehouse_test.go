package demo

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"slices"
	"sync"
	"testing"
)

// built is the warehouse that the tests of this package read.
var built struct {
	once   sync.Once
	dir    string
	result *Result
	err    error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// build makes the shared warehouse the first time it is called.
func build(t *testing.T) *Result {
	t.Helper()
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "plumb-demo-test-"); built.err != nil {
			return
		}
		steps := 0
		built.result, built.err = Build(t.Context(), built.dir, func(stage string, done, total int) {
			if done != steps || total != len(stages)+1 || stage == "" {
				t.Errorf("progress %d of %d (%q), want step %d", done, total, stage, steps)
			}
			steps++
		})
		if built.err == nil && steps != len(stages)+2 {
			built.err = errors.New("progress did not reach the end")
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.result
}

// warehouse opens the shared warehouse for reading.
func warehouse(t *testing.T) *sql.DB {
	t.Helper()
	return open(t, build(t).Path)
}

func open(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := attach(t.Context(), path, "(READ_ONLY)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.ExecContext(t.Context(), "SET TimeZone = 'UTC'"); err != nil {
		t.Fatal(err)
	}
	return db
}

// column reads the first column of a query, which must be text.
func column(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	values, err := readColumn(t.Context(), db, query)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	return values
}

func readColumn(ctx context.Context, db *sql.DB, query string) ([]string, error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var values []string
	for rows.Next() {
		var v sql.NullString
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		values = append(values, v.String)
	}
	return values, rows.Err()
}

func TestFacts(t *testing.T) {
	db := warehouse(t)
	names := map[string]bool{}
	for _, f := range Facts {
		if names[f.Name] {
			t.Errorf("two facts are named %q", f.Name)
		}
		names[f.Name] = true
		t.Run(f.Name, func(t *testing.T) {
			got := column(t, db, "SELECT x::VARCHAR FROM ("+f.SQL+") AS t (x)")
			if !slices.Equal(got, []string{f.Value}) {
				t.Errorf("%s\ngot  %q\nwant %q", f.Says, got, f.Value)
			}
		})
	}
}

// The scripts must not depend on how DuckDB divides the work.
func TestContentIsTheSameForAnyNumberOfThreads(t *testing.T) {
	first := warehouse(t)
	path := t.TempDir() + "/" + FileName
	if _, err := generate(t.Context(), path, 1, func(string, int, int) {}); err != nil {
		t.Fatal(err)
	}
	second := open(t, path)
	queries := []string{
		`SELECT sql FROM duckdb_tables() WHERE database_name = 'warehouse' ORDER BY table_name`,
		`SELECT sql FROM duckdb_views() WHERE database_name = 'warehouse' ORDER BY view_name`,
		`SELECT table_name || column_name || coalesce(comment, '') FROM duckdb_columns()
		 WHERE database_name = 'warehouse' ORDER BY 1`,
	}
	for _, table := range Tables {
		// In the order in which the rows are stored.
		queries = append(queries, `SELECT md5(string_agg(t::VARCHAR, chr(10) ORDER BY rowid)) FROM `+table.Table+` t`)
	}
	for _, q := range queries {
		a, b := column(t, first, q), column(t, second, q)
		if len(a) == 0 || !slices.Equal(a, b) {
			t.Errorf("%s\ndiffers between two builds", q)
		}
	}
}

// The kinds of columns that readers of the warehouse must be able to meet.
func TestTypesAndKeys(t *testing.T) {
	db := warehouse(t)
	types := column(t, db, `SELECT DISTINCT data_type FROM duckdb_columns() WHERE database_name = 'warehouse'`)
	for _, want := range []string{"DECIMAL(12,2)", "DATE", "TIMESTAMP", "TIMESTAMP WITH TIME ZONE", "BOOLEAN", "UUID", "JSON", "VARCHAR[]", "BIGINT"} {
		if !slices.Contains(types, want) {
			t.Errorf("no column has type %s; there are %v", want, types)
		}
	}
	keys := column(t, db, `SELECT table_name FROM duckdb_constraints()
		WHERE database_name = 'warehouse' AND constraint_type = 'PRIMARY KEY'`)
	if len(keys) != len(Tables) {
		t.Errorf("primary keys on %v, want one for each of %d tables", keys, len(Tables))
	}
	foreign := column(t, db, `SELECT DISTINCT table_name || '.' || unnest(constraint_column_names) FROM duckdb_constraints()
		WHERE database_name = 'warehouse' AND constraint_type = 'FOREIGN KEY'`)
	for _, undeclared := range []string{"web_sessions.customer_id", "support_tickets.order_id"} {
		if slices.Contains(foreign, undeclared) {
			t.Errorf("%s is declared, so nothing is left to infer", undeclared)
		}
	}
	if !slices.Contains(foreign, "orders.cust_no") {
		t.Errorf("orders.cust_no is not declared; declared are %v", foreign)
	}
}
