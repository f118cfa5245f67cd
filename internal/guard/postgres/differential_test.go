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

	"github.com/plumbdata/plumb/internal/test/guardtest"
	"github.com/plumbdata/plumb/internal/test/pgtest"
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

// Statements that nobody wrote find what nobody thought of. Those that pass
// are run in both forms; where one fails, the other has to fail alike.
func TestGeneratedStatementsAnswerTheSame(t *testing.T) {
	conn := connect(t).PgConn()
	g := closed()
	run := func(sql string) {
		if _, _, err := answer(t, conn, sql); err != nil {
			t.Fatal(err)
		}
	}
	run("SET statement_timeout = '5s'")
	compared := 0
	for _, sql := range harmless.Statements(3, 2000) {
		v := g.Judge(t.Context(), sql)
		if !v.Allow {
			continue
		}
		run("BEGIN READ ONLY")
		columns, rows, err := answer(t, conn, sql)
		run("ROLLBACK")
		run("BEGIN READ ONLY")
		gotColumns, gotRows, gotErr := answer(t, conn, v.SQL)
		run("ROLLBACK")
		if code(err) != code(gotErr) {
			t.Errorf("%s: %v\nrendered: %s: %v", sql, err, v.SQL, gotErr)
			continue
		}
		if d := cmp.Diff(columns, gotColumns) + cmp.Diff(rows, gotRows); d != "" {
			t.Errorf("%s\nrendered: %s\n%s", sql, v.SQL, d)
		}
		compared++
	}
	t.Logf("%d statements compared", compared)
	if compared < 500 {
		t.Errorf("only %d statements were compared", compared)
	}
}

func code(err error) string {
	if e, ok := err.(*pgconn.PgError); ok {
		return e.Code
	}
	return fmt.Sprint(err)
}

// harmless makes queries whose answers are the same each time.
var harmless = guardtest.Rules{
	"statement": {"SELECT <e> AS x FROM ships s ORDER BY s.id", "<q>", "<q>", "WITH w AS (<q>) SELECT count(*) FROM w", "SELECT count(*) FROM (<q>) z", "<q> UNION ALL <q>", "(<q>) EXCEPT (<q>)"},
	"q": {"SELECT <e> AS a FROM ships s WHERE s.id < 5", "SELECT <e> AS a, <e> AS b FROM ships s JOIN visits v ON v.ship_id = s.id WHERE <b>", "SELECT <e> FROM ships s LEFT JOIN berths b ON <b>",
		"SELECT <agg> AS a FROM ships s WHERE <b> GROUP BY <e> HAVING <b2>", "SELECT DISTINCT <e> AS a FROM ships s", "SELECT <e> AS a, <win> AS w FROM ships s", "VALUES (<c>, <c>), (<c>, <c>)"},
	"e": {"s.id", "<c>", "s.name", "s.tonnage", "s.built", "s.flag", "<e> + <e>", "<e> - <e>", "<e> * <e>", "<e> / <e>", "- <e>", "(<e>)", "<e> || <e>", "<e> ^ <e>", "<e> % <e>", "<f>", "<b>", "CASE WHEN <b> THEN <e> ELSE <e> END", "CASE <e> WHEN <c> THEN <e> END",
		"<e>::text", "CAST(<e> AS numeric)", "<e>::int", "coalesce(<e>, <e>)", "nullif(<e>, <e>)", "(SELECT max(id) FROM berths WHERE <b>)", "s.notes -> 'hold'", "s.notes ->> 'hold'", "s.tags[1]", "ARRAY[<e>, <e>]", "<e> COLLATE \"C\"", "- - <e>", "+ <e>", "<e> AT TIME ZONE 'UTC'", "@ <e>", "~ s.id"},
	"c": {"1", "-1", "2.5", "-0.5", "1e3", "'a'", "'it''s'", "E'a\\\\b'", "NULL", "true", "false", "date '2024-01-01'", "interval '1 day'", "'1'::int", "B'101'", "0", "12345678901", "$$x$$", "U&'\\0041'"},
	"b": {"true", "s.id > 3", "<e> = <e>", "<e> <> <e>", "<e> < <e>", "<e> IS NULL", "<e> IS NOT NULL", "NOT <b>", "<b> AND <b>", "<b> OR <b>", "(<b>)", "<e> IN (<c>, <c>)", "<e> NOT IN (<c>, <c>)", "<e> BETWEEN <e> AND <e>", "<e> NOT BETWEEN <c> AND <c>", "s.name LIKE 'S%'", "s.name NOT ILIKE '%1'", "s.name ~ '1'",
		"<b> IS TRUE", "<b> IS NOT FALSE", "<e> IS DISTINCT FROM <e>", "EXISTS (SELECT 1 FROM visits WHERE ship_id = s.id)", "s.id = ANY (ARRAY[1, 2])", "s.id IN (SELECT ship_id FROM visits)", "NOT <e> = <e>", "<e> = <e> IS NOT NULL", "s.flag IS NOT DISTINCT FROM NULL"},
	"b2":  {"count(*) > 0", "max(s.id) > 2"},
	"f":   {"lower(s.name)", "upper(s.name)", "length(s.name)", "abs(<e>)", "round(s.tonnage)", "round(s.tonnage, 1)", "concat(<e>, <e>)", "substring(s.name FROM 2 FOR 3)", "trim(s.name)", "extract(year FROM s.built)", "date_trunc('month', s.built)", "greatest(<e>, <e>)", "position('S' IN s.name)", "left(s.name, 2)", "to_char(s.built, 'YYYY')", "replace(s.name, 'S', 'x')"},
	"agg": {"count(*)", "sum(s.id)", "max(<e>)", "count(DISTINCT <e>)", "sum(s.id) FILTER (WHERE <b>)", "string_agg(s.name, ',' ORDER BY s.id)", "avg(s.tonnage)", "array_agg(s.id ORDER BY s.id DESC)"},
	"win": {"row_number() OVER (ORDER BY s.id)", "sum(s.id) OVER (PARTITION BY s.flag ORDER BY s.id)", "lag(s.id) OVER (ORDER BY s.id)", "rank() OVER (ORDER BY s.flag)", "sum(s.id) OVER (ORDER BY s.id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"},
}
