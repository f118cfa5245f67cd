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

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/test/guardtest"
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

// Statements that nobody wrote find what nobody thought of. Those that pass
// are run in both forms; where one fails, the other has to fail, too.
func TestGeneratedStatementsAnswerTheSame(t *testing.T) {
	conn, _ := connect(t)
	g := closed(t)
	compared := 0
	for _, text := range harmless.Statements(3, 1500) {
		s, err := g.Check(t.Context(), text)
		if err != nil {
			continue
		}
		columns, rows, err := answer(t.Context(), conn, text)
		var gotColumns, gotRows []string
		s, gotErr := complete(t.Context(), conn, s)
		if fault.CodeOf(gotErr) == fault.EmptyResult {
			continue // DuckDB then has no columns
		}
		if gotErr == nil {
			gotColumns, gotRows, gotErr = answer(t.Context(), conn, s.SQL())
		}
		if (err == nil) != (gotErr == nil) {
			t.Errorf("%s: %v\nrendered: %s: %v", text, err, s.SQL(), gotErr)
			continue
		}
		for _, list := range [][]string{columns, gotColumns} {
			for i := range list {
				list[i] = strings.ReplaceAll(sameWords.Replace(list[i]), `"`, "")
			}
		}
		if d := cmp.Diff(columns, gotColumns) + cmp.Diff(rows, gotRows); d != "" {
			t.Errorf("%s\nrendered: %s\n%s", text, s.SQL(), d)
		}
		compared++
	}
	t.Logf("%d statements compared", compared)
	if compared < 500 {
		t.Errorf("only %d statements were compared", compared)
	}
}

// harmless makes queries whose answers are the same each time.
var harmless = guardtest.Rules{
	"statement": {"SELECT <e> AS x FROM ships s ORDER BY s.id", "<q>", "<q>", "WITH w AS (<q>) SELECT count(*) FROM w", "SELECT count(*) FROM (<q>) z", "<q> UNION ALL <q>", "(<q>) EXCEPT (<q>)", "FROM ships s SELECT <e> AS x", "PIVOT (SELECT <e> AS k, id FROM ships s) ON k USING count(*)", "SELECT * EXCLUDE (notes, props) FROM ships s WHERE <b>"},
	"q": {"SELECT <e> AS a FROM ships s WHERE s.id < 5", "SELECT <e> AS a, <e> AS b FROM ships s JOIN visits v ON v.ship_id = s.id WHERE <b>", "SELECT <e> AS a FROM ships s LEFT JOIN berths b ON <b>",
		"SELECT <agg> AS a FROM ships s WHERE <b> GROUP BY <e> HAVING <b2>", "SELECT DISTINCT <e> AS a FROM ships s", "SELECT <e> AS a, <win> AS w FROM ships s", "VALUES (<c>, <c>), (<c>, <c>)", "SELECT a, b FROM (VALUES (<c>, <c>)) v(a, b)", "SELECT <e> AS a FROM ships s QUALIFY row_number() OVER (ORDER BY s.id) < 4", "SELECT s.flag, <agg> AS a FROM ships s GROUP BY ALL"},
	"e": {"s.id", "<c>", "s.name", "s.tonnage", "s.built", "s.flag", "<e> + <e>", "<e> - <e>", "<e> * <e>", "<e> / <e>", "<e> // 2", "- <e>", "(<e>)", "<e> || <e>", "<e> % 3", "<f>", "<b>", "CASE WHEN <b> THEN <e> ELSE <e> END", "CASE <e> WHEN <c> THEN <e> END",
		"<e>::VARCHAR", "CAST(<e> AS DECIMAL(10, 2))", "TRY_CAST(<e> AS INTEGER)", "coalesce(<e>, <e>)", "nullif(<e>, <e>)", "(SELECT max(id) FROM berths WHERE <b>)", "s.notes -> 'hold'", "s.notes ->> 'hold'", "s.tags[1]", "s.home.lat", "[<e>, <e>]", "{'k': <e>}", "{'k': <e>}.k", "<e> COLLATE NOCASE", "- - <e>", "list_transform([1, 2], x -> x + s.id)", "s.props['k']", "[x + 1 FOR x IN [1, 2] IF x > 1]"},
	"c": {"1", "-1", "2.5", "-0.5", ".5", "1e3", "-1.5e-7", "'a'", "'it''s'", "E'a\\\\b'", "NULL", "true", "false", "DATE '2024-01-01'", "INTERVAL 1 DAY", "INTERVAL '2 hours'", "'1'::INT", "0", "12345678901", "99999999999999999999", "0.10", "$$x$$", "170141183460469231731687303715884105727"},
	"b": {"true", "s.id > 3", "<e> = <e>", "<e> <> <e>", "<e> < <e>", "<e> IS NULL", "<e> IS NOT NULL", "NOT <b>", "<b> AND <b>", "<b> OR <b>", "(<b>)", "<e> IN (<c>, <c>)", "<e> NOT IN (<c>, <c>)", "<e> BETWEEN <e> AND <e>", "<e> NOT BETWEEN <c> AND <c>", "s.name LIKE 'S%'", "s.name NOT ILIKE '%1'", "s.name SIMILAR TO 'S.*'", "s.name GLOB 'S*'",
		"<b> IS TRUE", "<b> IS NOT FALSE", "<e> IS DISTINCT FROM <e>", "EXISTS (FROM visits WHERE ship_id = s.id)", "s.id IN [1, 2]", "s.id IN (SELECT ship_id FROM visits)", "NOT <e> = <e>", "s.flag IS NOT DISTINCT FROM NULL", "s.id > ALL (SELECT 1)"},
	"b2":  {"count(*) > 0", "max(s.id) > 2"},
	"f":   {"upper(s.name)", "length(s.name)", "abs(<e>)", "round(s.tonnage)", "round(s.tonnage, 1)", "concat(<e>, <e>)", "substring(s.name FROM 2 FOR 3)", "trim(s.name)", "extract(year FROM s.built)", "date_trunc('month', s.built)", "greatest(<e>, <e>)", "position('S' IN s.name)", "left(s.name, 2)", "strftime(s.built, '%Y')", "replace(s.name, 'S', 'x')", "if(<b>, <e>, <e>)", "year(s.built)"},
	"agg": {"count(*)", "sum(s.id)", "max(<e>)", "count(DISTINCT <e>)", "sum(s.id) FILTER (WHERE <b>)", "string_agg(s.name, ',' ORDER BY s.id)", "avg(s.tonnage)", "list(s.id ORDER BY s.id DESC)", "median(s.id)", "arg_max(s.name, s.id)"},
	"win": {"row_number() OVER (ORDER BY s.id)", "sum(s.id) OVER (PARTITION BY s.flag ORDER BY s.id)", "lag(s.id) OVER (ORDER BY s.id)", "rank() OVER (ORDER BY s.flag)", "sum(s.id) OVER (ORDER BY s.id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)", "first_value(s.name IGNORE NULLS) OVER (ORDER BY s.id)"},
}
