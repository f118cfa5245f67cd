package duckdb_test

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

// TestFaults looks at every kind of mistake with the guard in front, which
// knows the tables, and behind its back, where only the engine does.
func TestFaults(t *testing.T) {
	s := open(t, "CREATE TABLE orders (id INTEGER, revenue DECIMAL(9,2), region VARCHAR)", "INSERT INTO orders VALUES (1, 2.5, 'x')",
		"CREATE TABLE customers (id INTEGER, name VARCHAR)", `CREATE TABLE "Odd one" ("Total amount" INTEGER)`)
	for _, introspected := range []bool{false, true} {
		if introspected {
			if _, err := s.Introspect(sourcetest.Patience(t), source.Filter{}); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			sql, message, hint string
			code               fault.Code
		}{
			{"SELECT revnue FROM orders", "column revnue not found in orders", "did you mean revenue?", fault.SQLError},
			{"SELECT o.revnue FROM orders AS o", "column revnue not found in orders", "did you mean revenue?", fault.SQLError},
			{"SELECT o.id FROM orders AS o JOIN customers AS c ON o.id = c.idd", "column idd not found in customers, orders", "did you mean id?", fault.SQLError},
			{`SELECT "Total amont" FROM "Odd one"`, "column Total amont not found in Odd one", "did you mean Total amount?", fault.SQLError},
			{"SELECT zzzzzzzz FROM orders", "column zzzzzzzz not found in orders", "columns: ", fault.SQLError},
			{"WITH x AS (SELECT revenue AS money FROM orders) SELECT monye FROM x", "column monye not found", "did you mean money?", fault.SQLError},
			{"SELECT id FROM ordrs", "table ordrs not found", "did you mean orders?", fault.SQLError},
			{"SELECT date_trunk('day', now())", "function date_trunk does not exist", "did you mean date_trunc?", fault.SQLError},
			{"SELECT region + 1 FROM orders", "No function matches", "CAST(", fault.SQLError},
			{"SELECT id, count(*) FROM orders", `column "id" must appear in the GROUP BY clause`, "GROUP BY", fault.SQLError},
			{"SELECT CAST(region AS INTEGER) FROM orders", "Could not convert string 'x' to INT32", "", fault.SQLError},
			{"SELECT region || [1] FROM orders", "", "", fault.SQLError},
			{"SELEC 1", "not valid DuckDB SQL", "", fault.SQLParse},
		} {
			_, err := query(t, s, c.sql)
			checkFault(t, c.sql, err, c.code, c.message, c.hint, false)
			checked, err := guard.New(s.Grammar(), nil).Check(t.Context(), c.sql)
			if err != nil {
				continue // the guard saw it first
			}
			r, err := s.Query(t.Context(), checked, source.Limits{})
			if err == nil {
				_, err = r.ReadAll()
			}
			checkFault(t, c.sql, err, c.code, c.message, c.hint, true)
		}
	}
}

func checkFault(t *testing.T, sql string, err error, code fault.Code, message, hint string, tables bool) {
	t.Helper()
	f := fault.Of(err)
	if f == nil {
		t.Errorf("%s ran", sql)
		return
	}
	if !tables { // nobody knows which tables the statement reads
		message, _, _ = strings.Cut(message, " in ")
	}
	if f.Code != code || !strings.Contains(f.Message, message) || !strings.Contains(f.Hint, hint) {
		t.Errorf("%s gave %s: %q, hint %q; want %s: %q, hint %q", sql, f.Code, f.Message, f.Hint, code, message, hint)
	}
	if strings.ContainsAny(f.Message+f.Hint, "\n\t^{") {
		t.Errorf("%s gave a drawing: %q, %q", sql, f.Message, f.Hint)
	}
}

func TestFaultInTheMiddleOfRows(t *testing.T) {
	s := open(t, "CREATE TABLE t AS SELECT CASE WHEN range = 900000 THEN 'oops' ELSE range::VARCHAR END AS v FROM range(1000000)")
	got, err := sourcetest.Query(t, s, "SELECT CAST(v AS INTEGER) AS n FROM t", source.Limits{Rows: 10_000_000, Bytes: 1 << 30, Time: 10 * time.Minute})
	if f := fault.Of(err); f == nil || f.Code != fault.SQLError || !strings.Contains(f.Message, "oops") {
		t.Errorf("got %+v", f)
	}
	if got == nil || len(got.Rows) == 0 {
		t.Error("the rows before the fault are lost")
	}
	mustQuery(t, s, "SELECT 1")
}

func TestPivot(t *testing.T) {
	s := open(t, "CREATE TABLE sales AS SELECT * FROM (VALUES ('north', 2023, 5), ('north', 2024, 7), ('south', 2024, 9)) AS v(region, year, amount)")
	checked, err := guard.New(s.Grammar(), nil).Check(t.Context(), "PIVOT sales ON region USING sum(amount) GROUP BY year ORDER BY year")
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Query(t.Context(), checked, source.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.ReadAll()
	if err != nil || len(got.Rows) != 2 || len(got.Columns) != 3 || got.Columns[1].Name != "north" || got.Rows[1][2].String() != "9" {
		t.Errorf("got %v %v, %v", got.Columns, got.Rows, err)
	}
}
