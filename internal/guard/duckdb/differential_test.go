package duckdb_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/guard/guardtest"
)

// connect makes a database file of the fixture and opens it for writing, on
// one connection.
func connect(tb testing.TB) (conn *sql.Conn, dir string) {
	tb.Helper()
	dir = tb.TempDir()
	db, err := sql.Open("duckdb", filepath.Join(dir, "harbour.duckdb")+"?threads=1")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { db.Close() })
	if conn, err = db.Conn(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	fixture, err := os.ReadFile("testdata/fixture.sql")
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := conn.ExecContext(tb.Context(), string(fixture)); err != nil {
		tb.Fatal(err)
	}
	return conn, dir
}

// answer is a statement's columns and rows as text, the rows sorted.
func answer(ctx context.Context, conn *sql.Conn, text string) (columns, rows []string, err error) {
	result, err := conn.QueryContext(ctx, text)
	if err != nil {
		return nil, nil, err
	}
	defer result.Close()
	kinds, err := result.ColumnTypes()
	if err != nil {
		return nil, nil, err
	}
	for _, k := range kinds {
		columns = append(columns, k.Name()+" "+k.DatabaseTypeName())
	}
	values := make([]any, len(kinds))
	cells := make([]any, len(kinds))
	for i := range cells {
		cells[i] = &values[i]
	}
	for result.Next() {
		if err := result.Scan(cells...); err != nil {
			return nil, nil, err
		}
		rows = append(rows, fmt.Sprintf("%#v %v", values, values))
	}
	for i, r := range rows {
		rows[i] = noPointers(r)
	}
	slices.Sort(rows)
	return columns, rows, result.Err()
}

// noPointers leaves the printed form of a row without addresses.
func noPointers(row string) string {
	_, after, _ := strings.Cut(row, "} [")
	if strings.Contains(row, "0x") {
		return after
	}
	return row
}

// complete fills in the values of a statement's pivots.
func complete(ctx context.Context, conn *sql.Conn, s guard.Statement) (guard.Statement, error) {
	var values [][]string
	for _, q := range s.Pivots() {
		rows, err := conn.QueryContext(ctx, q.SQL())
		if err != nil {
			return s, fmt.Errorf("%s: %w", q.SQL(), err)
		}
		list := []string{}
		for rows.Next() {
			var v string
			if err := rows.Scan(&v); err != nil {
				return s, err
			}
			list = append(list, v)
		}
		values = append(values, list)
		if err := rows.Close(); err != nil {
			return s, err
		}
	}
	return s.Pivoted(values)
}

// What runs is the rendered text, so it has to mean what was written.
func TestRenderedStatementsAnswerTheSame(t *testing.T) {
	conn, _ := connect(t)
	ctx := t.Context()
	g := closed(t)
	// A column without a name is named after its expression, and true and types
	// have two ways of being written.
	for _, c := range guardtest.Load(t, "testdata/benign.sql") {
		s, err := g.Check(ctx, c.SQL)
		if err != nil {
			t.Errorf("line %d: refused: %s: %v", c.Line, c.SQL, err)
			continue
		}
		exec(t, conn, "BEGIN") // one transaction: one now()
		columns, rows, err := answer(ctx, conn, c.SQL)
		var gotColumns, gotRows []string
		if err == nil {
			s, err = complete(ctx, conn, s)
		}
		if err == nil {
			gotColumns, gotRows, err = answer(ctx, conn, s.SQL())
		}
		exec(t, conn, "ROLLBACK")
		if err != nil {
			t.Errorf("line %d: %s\nrendered: %s\n%v", c.Line, c.SQL, s.SQL(), err)
			continue
		}
		for _, list := range [][]string{columns, gotColumns} {
			for i := range list {
				list[i] = strings.ReplaceAll(sameWords.Replace(list[i]), `"`, "")
			}
		}
		if d := cmp.Diff(columns, gotColumns) + cmp.Diff(rows, gotRows); d != "" {
			t.Errorf("line %d: %s\nrendered: %s\n%s", c.Line, c.SQL, s.SQL(), d)
		}
	}
}

func exec(tb testing.TB, conn *sql.Conn, text string) {
	tb.Helper()
	if _, err := conn.ExecContext(tb.Context(), text); err != nil {
		tb.Fatalf("%s: %v", text, err)
	}
}
