package postgres_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/plumbdata/plumb/internal/guard/guardtest"
	"github.com/plumbdata/plumb/internal/pgtest"
)

// connect makes a database of the fixture and connects to it as superuser.
func connect(tb testing.TB) *pgx.Conn {
	tb.Helper()
	server := pgtest.Shared(tb)
	db := server.NewDatabase(tb)
	fixture, err := os.ReadFile("testdata/fixture.sql")
	if err != nil {
		tb.Fatal(err)
	}
	server.Exec(tb, db, string(fixture))
	conn, err := pgx.Connect(tb.Context(), server.DSN(db))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { conn.Close(tb.Context()) })
	return conn
}

// answer is a statement's columns and rows as text, the rows sorted.
func answer(tb testing.TB, conn *pgconn.PgConn, sql string) (columns, rows []string, err error) {
	tb.Helper()
	results, err := conn.Exec(tb.Context(), sql).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	if len(results) != 1 {
		return nil, nil, fmt.Errorf("%d results", len(results))
	}
	for _, f := range results[0].FieldDescriptions {
		columns = append(columns, fmt.Sprintf("%s %d", f.Name, f.DataTypeOID))
	}
	for _, r := range results[0].Rows {
		cells := make([]string, len(r))
		for i, c := range r {
			cells[i] = "null"
			if c != nil {
				cells[i] = fmt.Sprintf("%q", c)
			}
		}
		rows = append(rows, strings.Join(cells, " "))
	}
	slices.Sort(rows)
	return columns, rows, nil
}

// What runs is the rendered text, so it has to mean what was written.
func TestRenderedStatementsAnswerTheSame(t *testing.T) {
	conn := connect(t).PgConn()
	g := closed()
	run := func(sql string) {
		if _, _, err := answer(t, conn, sql); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range guardtest.Load(t, "testdata/benign.sql") {
		v := g.Judge(t.Context(), c.SQL)
		if !v.Allow {
			t.Errorf("line %d: refused: %s: %s", c.Line, c.SQL, v.Reason)
			continue
		}
		run("BEGIN READ ONLY") // one transaction: one now()
		columns, rows, err := answer(t, conn, strings.Trim(c.SQL, ";"))
		if err != nil {
			t.Errorf("line %d: %s: %v", c.Line, c.SQL, err)
		} else {
			gotColumns, gotRows, err := answer(t, conn, v.SQL)
			if err != nil {
				t.Errorf("line %d: %s\nrendered: %s\n%v", c.Line, c.SQL, v.SQL, err)
			}
			if d := cmp.Diff(columns, gotColumns) + cmp.Diff(rows, gotRows); d != "" {
				t.Errorf("line %d: %s\nrendered: %s\n%s", c.Line, c.SQL, v.SQL, d)
			}
		}
		run("ROLLBACK")
	}
}
