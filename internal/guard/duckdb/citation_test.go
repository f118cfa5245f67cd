package duckdb_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/test/guardtest"
)

func TestTablesAndColumnsReadAreNamed(t *testing.T) {
	guardtest.Cites(t, closed(t), []guardtest.Citation{
		{"SELECT 1", "", ""},
		{"SELECT id FROM berths", "main.berths", "main.berths.id"},
		{"SELECT ID FROM Berths", "main.berths", "main.berths.id"},
		{"SELECT count(*) FROM berths", "main.berths", ""},
		{"FROM cargo", "main.cargo", "main.cargo.hazardous main.cargo.item main.cargo.tons main.cargo.visit_id"},
		{"SELECT c.item FROM cargo AS c WHERE c.tons > 1", "main.cargo", "main.cargo.item main.cargo.tons"},
		{"SELECT v.* FROM archive.visits v", "archive.visits", "archive.visits.closed_on archive.visits.id archive.visits.note"},
		{"SELECT quay, flag FROM ships, berths", "main.berths main.ships", "main.berths.quay main.ships.flag"},
		{"SELECT s.id FROM ships s JOIN berths b ON b.id = s.order", "main.berths main.ships", "main.berths.id main.ships.id main.ships.order"},
		{"SELECT 1 FROM ships JOIN berths USING (id)", "main.berths main.ships", "main.berths.id main.ships.id"},
		{"SELECT 1 FROM crew, ships JOIN berths USING (id)", "main.berths main.crew main.ships", "main.berths.id main.ships.id"},
		{"WITH x AS (SELECT fee AS price FROM visits) SELECT price FROM x", "main.visits", "main.visits.fee"},
		{"WITH ships AS (SELECT quay FROM berths) SELECT quay FROM ships", "main.berths", "main.berths.quay"},
		{"WITH ships AS (SELECT id FROM ships) SELECT id FROM ships", "main.ships", "main.ships.id"},
		{"SELECT x.item FROM (SELECT item, tons FROM cargo) x", "main.cargo", "main.cargo.item main.cargo.tons"},
		{"SELECT (SELECT max(fee) FROM visits WHERE ship_id = s.id) FROM ships s", "main.ships main.visits", "main.ships.id main.visits.fee main.visits.ship_id"},
		{"SELECT s.a, length_m FROM berths s(a, b)", "main.berths", "main.berths.id main.berths.length_m"},
		{"SELECT id FROM berths UNION SELECT ship_id FROM visits", "main.berths main.visits", "main.berths.id main.visits.ship_id"},
		{"SELECT sum(wage) FILTER (hired > '2020-01-01') OVER (PARTITION BY ship_id) FROM crew", "main.crew", "main.crew.hired main.crew.ship_id main.crew.wage"},
		{"SELECT t.x FROM ships, unnest(tags) AS t(x)", "main.ships", "main.ships.tags"},
		{"SELECT home.lat FROM ships", "main.ships", "main.ships.home"},
		{"SELECT s.home.lat, notes->>'hold' FROM ships s", "main.ships", "main.ships.home main.ships.notes"},
		{"SELECT name.upper() FROM ships", "main.ships", "main.ships.name"},
		{"SELECT list_transform(tags, name -> name.upper()) FROM ships", "main.ships", "main.ships.tags"},
		{`SELECT "a""b" FROM "Odd Table"`, "main.Odd Table", `main.Odd Table.a"b`},
		{"WITH RECURSIVE r AS (SELECT id, boss_id FROM crew UNION ALL SELECT c.id, r.boss_id FROM crew c, r) SELECT boss_id FROM r", "main.crew", "main.crew.boss_id main.crew.id"},
		{"PIVOT visits ON kind IN ('cruise') USING sum(fee) GROUP BY rating", "main.visits", "main.visits.fee main.visits.kind main.visits.rating"},
		{"PIVOT visits ON kind USING sum(fee) GROUP BY rating", "main.visits", "main.visits.fee main.visits.kind main.visits.rating"},
		{"PIVOT cargo ON item USING sum(tons)", "main.cargo", "main.cargo.hazardous main.cargo.item main.cargo.tons main.cargo.visit_id"},
		{"DESCRIBE cargo", "main.cargo", "main.cargo.hazardous main.cargo.item main.cargo.tons main.cargo.visit_id"},
	})
}

func TestTablesAreNamedWithoutASchemaToo(t *testing.T) {
	v := open(t).Judge(t.Context(), "WITH w AS (SELECT a FROM one) SELECT w.a, t.b FROM w, two t JOIN x.three USING (c)")
	if d := cmp.Diff([]string{"one", "two", "x.three"}, v.Tables); d != "" {
		t.Error(d, v.Reason)
	}
	if d := cmp.Diff([]string{"one.a", "two.b"}, v.Columns); d != "" {
		t.Error(d)
	}
}

func TestAdministratorsFunctionsAreAllowed(t *testing.T) {
	g := with(t, &guard.Catalog{Snapshot: harbour(), Functions: []string{"lower", "archive.upper", "all_logins"}})
	guardtest.Allows(t, g, map[string]bool{
		"SELECT lower(name) FROM ships":         true,
		"SELECT archive.upper(name) FROM ships": true,
		"SELECT * FROM all_logins()":            true,
		"SELECT other.upper(name) FROM ships":   false,
		"SELECT lower(getenv('x'))":             false,
		"SELECT * FROM json_each('{}')":         false,
		"SELECT next_ticket()":                  false,
	})
}

func TestRefusalsSayWhatToDoNext(t *testing.T) {
	guardtest.Hints(t, closed(t), []guardtest.Refusal{
		{"SELECT * FROM shipps", fault.Validation, "did you mean"},
		{"SELECT getenv('x')", fault.Validation, "use common aggregate"},
		{"SELECT * FROM read_csv('x')", fault.Validation, "plumb connect"},
		{"DELETE FROM ships", fault.Validation, "Plumb only reads"},
		{"SELECT *\nFROM ships\nWHERE id = = 1", fault.SQLParse, "line 3, column 12"},
		{"SELECT 'x", fault.SQLParse, "close it"},
		{"  ", fault.SQLParse, "write a SELECT"},
		{"SELECT 1 \x00", fault.Validation, "remove NUL"},
		{"SELECT '\xff'", fault.Validation, "remove NUL"},
		{"SHOW DATABASES", fault.Validation, "plumb schema"},
	})
}

func TestShowTablesNamesOnlyWhatMayBeRead(t *testing.T) {
	v := closed(t).Judge(t.Context(), "show tables;")
	if !v.Allow || !strings.Contains(v.SQL, "'ships'") || strings.Contains(v.SQL, "logins") {
		t.Errorf("%v %s %s", v.Allow, v.SQL, v.Reason)
	}
	if v := open(t).Judge(t.Context(), "SHOW TABLES"); v.SQL != "SHOW TABLES" {
		t.Errorf("%v %s %s", v.Allow, v.SQL, v.Reason)
	}
}

func TestNumbersStayWhatTheyAre(t *testing.T) {
	conn, _ := connect(t)
	g := closed(t)
	for sql, want := range map[string]string{
		"SELECT typeof(1e3), 1e3 / 2":                        "DOUBLE 500.0",
		"SELECT typeof(-1.5e-7), -1.5e-7 * 2":                "DOUBLE -3e-07",
		"SELECT 7. / 2, 7.":                                  "3.5 7",
		"SELECT [1, 2.][2], t.x FROM (SELECT 1. AS x) t":     "2 1",
		"SELECT typeof(1.0), typeof(1), typeof(1e0)":         "DECIMAL(2,1) INTEGER DOUBLE",
		"SELECT typeof(9223372036854775808), 1 - -1":         "HUGEINT 2",
		"SELECT 0.1 + 0.2 = 0.3, 1e-1 + 2e-1 = 3e-1":         "true false",
		"SELECT x FROM (VALUES (1e2), (2.5e0)) v(x) LIMIT 1": "100.0",
	} {
		s, err := g.Check(t.Context(), sql)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		_, rows, err := answer(t.Context(), conn, "SELECT concat_ws(' ', *COLUMNS(*)) FROM ("+s.SQL()+")")
		if err != nil || len(rows) != 1 || !strings.Contains(rows[0], "["+want+"]") {
			t.Errorf("%s\nrendered %s\ngot %v %v, want %s", sql, s.SQL(), rows, err, want)
		}
	}
}

// SUMMARIZE and PIVOT call functions that no tree shows.
func TestMacrosCannotHideInWhatDuckDBAdds(t *testing.T) {
	for _, c := range []struct{ macro, sql string }{
		{"min", "SUMMARIZE ships"},
		{"avg", "SELECT column_name FROM (SUMMARIZE ships)"},
		{"first", "PIVOT visits ON kind USING sum(fee)"},
		{"+", "SELECT 1 + 1"},
		{"ln", "SELECT geomean(id) FROM ships"},
		{"to_days", "SELECT arrived + INTERVAL 1 DAY FROM visits"},
		{"list_value", "SELECT [1, 2]"},
	} {
		snapshot := harbour()
		g := with(t, &guard.Catalog{Snapshot: snapshot})
		snapshot.Shadowed = nil
		if v := g.Judge(t.Context(), c.sql); !v.Allow {
			t.Errorf("%s: %s", c.sql, v.Reason)
		}
		snapshot.Shadowed = []string{c.macro}
		if v := g.Judge(t.Context(), c.sql); v.Allow || !strings.Contains(v.Reason, "a macro of its own") {
			t.Errorf("%s with a macro %s: allow %v, %s", c.sql, c.macro, v.Allow, v.Reason)
		}
	}
}

func TestStatementsThatOrderAreKnown(t *testing.T) { guardtest.Orders(t, closed(t), "berths", "quay") }
