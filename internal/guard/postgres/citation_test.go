package postgres_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/guard/postgres"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/test/guardtest"
)

func TestTablesAndColumnsReadAreNamed(t *testing.T) {
	guardtest.Cites(t, closed(), []guardtest.Citation{
		{"SELECT 1", "", ""},
		{"SELECT id FROM berths", "public.berths", "public.berths.id"},
		{"SELECT count(*) FROM berths", "public.berths", ""},
		{"SELECT * FROM cargo", "public.cargo", "public.cargo.hazardous public.cargo.item public.cargo.tons public.cargo.visit_id"},
		{"SELECT c.item FROM cargo AS c WHERE c.tons > 1", "public.cargo", "public.cargo.item public.cargo.tons"},
		{"SELECT v.* FROM archive.visits v", "archive.visits", "archive.visits.closed_on archive.visits.id archive.visits.note"},
		{"SELECT quay, flag FROM ships, berths", "public.berths public.ships", "public.berths.quay public.ships.flag"},
		{"SELECT s.id FROM ships s JOIN berths b ON b.id = s.order", "public.berths public.ships", "public.berths.id public.ships.id public.ships.order"},
		{"SELECT 1 FROM ships JOIN berths USING (id)", "public.berths public.ships", "public.berths.id public.ships.id"},
		{"SELECT 1 FROM crew, ships JOIN berths USING (id)", "public.berths public.crew public.ships", "public.berths.id public.ships.id"},
		{"WITH x AS (SELECT fee AS price FROM visits) SELECT price FROM x", "public.visits", "public.visits.fee"},
		{"WITH ships AS (SELECT quay FROM berths) SELECT quay FROM ships", "public.berths", "public.berths.quay"},
		{"WITH ships AS (SELECT id FROM ships) SELECT id FROM ships", "public.ships", "public.ships.id"},
		{"SELECT x.item FROM (SELECT item, tons FROM cargo) x", "public.cargo", "public.cargo.item public.cargo.tons"},
		{"SELECT (SELECT max(fee) FROM visits WHERE ship_id = s.id) FROM ships s", "public.ships public.visits", "public.ships.id public.visits.fee public.visits.ship_id"},
		{"SELECT (SELECT flag) FROM ships", "public.ships", "public.ships.flag"},
		{"SELECT fee AS total FROM visits ORDER BY total", "public.visits", "public.visits.fee"},
		{"SELECT fee AS rating FROM visits ORDER BY rating", "public.visits", "public.visits.fee"},
		{"SELECT fee AS rating FROM visits GROUP BY rating, fee", "public.visits", "public.visits.fee public.visits.rating"},
		{"SELECT date_trunc('day', arrived) AS day FROM visits GROUP BY day", "public.visits", "public.visits.arrived"},
		{"SELECT s.a, length_m FROM berths s(a, b)", "public.berths", "public.berths.id public.berths.length_m"},
		{"SELECT count(b) FROM berths b", "public.berths", "public.berths.deep public.berths.id public.berths.label public.berths.length_m public.berths.opened public.berths.quay"},
		{"SELECT id FROM berths UNION SELECT ship_id FROM visits", "public.berths public.visits", "public.berths.id public.visits.ship_id"},
		{"SELECT sum(wage) FILTER (WHERE hired > '2020-01-01') OVER (PARTITION BY ship_id) FROM crew", "public.crew", "public.crew.hired public.crew.ship_id public.crew.wage"},
		{"SELECT t FROM ships, unnest(tags) t", "public.ships", "public.ships.tags"},
		{`SELECT "a""b" FROM "Odd Table"`, "public.Odd Table", `public.Odd Table.a"b`},
		{"WITH RECURSIVE r AS (SELECT id, boss_id FROM crew UNION ALL SELECT c.id, r.boss_id FROM crew c, r) SELECT boss_id FROM r", "public.crew", "public.crew.boss_id public.crew.id"},
		{"SELECT j.quay FROM (ships s JOIN berths b USING (id)) j", "public.berths public.ships", "public.berths.id public.ships.id"},
	})
}

func TestTablesAreNamedWithoutASchemaToo(t *testing.T) {
	v := open().Judge(t.Context(), "WITH w AS (SELECT a FROM one) SELECT w.a, t.b FROM w, two t JOIN x.three USING (c)")
	if d := cmp.Diff([]string{"one", "two", "x.three"}, v.Tables); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"one.a", "two.b"}, v.Columns); d != "" {
		t.Error(d)
	}
}

// The table that was checked is the table that is read, whatever the search
// path is by then.
func TestTablesAreRenderedWithTheirSchema(t *testing.T) {
	v := closed().Judge(t.Context(), "SELECT quay FROM berths WHERE EXISTS (SELECT FROM ships)")
	const want = "SELECT quay FROM public.berths WHERE EXISTS (SELECT FROM public.ships)"
	if v.SQL != want {
		t.Errorf("got  %s\nwant %s", v.SQL, want)
	}
}

func TestTheDatabasesOwnFunctionsCannotPoseAsBuiltIn(t *testing.T) {
	g := closed()
	for sql, want := range map[string]string{
		"SELECT lower(quay) FROM berths":        "SELECT pg_catalog.lower(quay) FROM public.berths",
		"SELECT round(length_m) FROM berths":    "SELECT pg_catalog.round(length_m) FROM public.berths",
		"SELECT upper(quay) FROM berths":        "SELECT upper(quay) FROM public.berths",
		"SELECT s + 1 FROM ships s":             "SELECT s OPERATOR(pg_catalog.+) 1 FROM public.ships s",
		"SELECT 1 + ANY (SELECT 1)":             "SELECT 1 OPERATOR(pg_catalog.+) ANY (SELECT 1)",
		"SELECT id - 1 FROM ships":              "SELECT id - 1 FROM public.ships",
		"SELECT id FROM ships ORDER BY id":      "SELECT id FROM public.ships ORDER BY id",
		"SELECT pg_catalog.lower('A')":          "SELECT pg_catalog.lower('A')",
		"SELECT 1 OPERATOR(pg_catalog.+) 2 - 3": "SELECT 1 OPERATOR(pg_catalog.+) (2 - 3)",
	} {
		if v := g.Judge(t.Context(), sql); v.SQL != want {
			t.Errorf("%s\ngot  %s %s\nwant %s", sql, v.SQL, v.Reason, want)
		}
	}
}

func TestAdministratorsFunctionsAreAllowed(t *testing.T) {
	g := guard.New(postgres.New(), &guard.Catalog{Snapshot: harbour(), Functions: []string{"similarity", "archive.score"}})
	guardtest.Allows(t, g, map[string]bool{
		"SELECT similarity(name, 'x') FROM ships":        true,
		"SELECT archive.score(id) FROM ships":            true,
		"SELECT score(id) FROM ships":                    false,
		"SELECT public.similarity(name, 'x') FROM ships": false,
		"SELECT similarity(pg_read_file('x'), 'x')":      false,
		"SELECT * FROM archive.score(1) f":               true,
	})
}

func TestRefusalsSayWhatToDoNext(t *testing.T) {
	guardtest.Hints(t, closed(), []guardtest.Refusal{
		{"SELECT * FROM shipps", fault.Validation, "did you mean"},
		{"SELECT fe FROM visits", fault.Validation, "did you mean fee?"},
		{"SELECT v.raiting FROM visits v", fault.Validation, "did you mean rating?"},
		{"SELECT x FROM berths", fault.Validation, "columns: id, quay"},
		{"SELECT pg_sleep(1)", fault.Validation, "use common aggregate"},
		{"DELETE FROM ships", fault.Validation, "Plumb only reads"},
		{"SELECT *\nFORM ships", fault.SQLParse, "line 2, column 1"},
		{"SELECT (1", fault.SQLParse, "column"},
		{"  ", fault.SQLParse, "write a SELECT"},
		{"SELECT 1 \x00", fault.Validation, "remove NUL"},
		{"SELECT '\xff'", fault.Validation, "remove NUL"},
	})
}

// A table without columns has no column that could be named.
func TestATableWithoutColumnsIsNotOpen(t *testing.T) {
	snapshot := &schema.Snapshot{SearchPath: []string{"public"}, Tables: []schema.Table{{Schema: "public", Name: "bare"}}}
	g := guard.New(postgres.New(), &guard.Catalog{Snapshot: snapshot})
	if v := g.Judge(t.Context(), "SELECT b.sink FROM bare b"); v.Allow {
		t.Errorf("passed as %s", v.SQL)
	}
	if v := g.Judge(t.Context(), "SELECT count(*) FROM bare"); !v.Allow {
		t.Error(v.Reason)
	}
}

func TestStatementsThatOrderAreKnown(t *testing.T) { guardtest.Orders(t, closed(), "berths", "quay") }
