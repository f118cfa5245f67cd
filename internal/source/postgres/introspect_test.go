package postgres

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/pgtest"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

func look1(t *testing.T, src *Source) *schema.Snapshot {
	t.Helper()
	s, err := src.Introspect(sourcetest.Patience(t), source.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestIntrospectWhatPostgresHas(t *testing.T) {
	server := pgtest.Shared(t)
	src, db := fresh(t, server,
		`CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')`,
		`CREATE DOMAIN price AS numeric(8,2) NOT NULL`,
		`CREATE TABLE events (id bigint GENERATED ALWAYS AS IDENTITY, at date NOT NULL, m mood, p price, twice numeric GENERATED ALWAYS AS (p * 2) STORED,
			tags text[], PRIMARY KEY (id, at)) PARTITION BY RANGE (at)`,
		`CREATE TABLE events_2024 PARTITION OF events FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')`,
		`INSERT INTO events (at, p) SELECT date '2024-01-01' + n, n FROM generate_series(0, 199) n`,
		`CREATE TABLE notes (id integer PRIMARY KEY, event_id bigint, event_at date, code text, secret text, FOREIGN KEY (event_id, event_at) REFERENCES events (id, at))`,
		`CREATE UNIQUE INDEX ON notes (code)`, `CREATE UNIQUE INDEX ON notes (lower(secret))`, `CREATE UNIQUE INDEX ON notes (secret) WHERE id > 0`,
		`CREATE MATERIALIZED VIEW totals AS SELECT count(*) AS n FROM events`,
		`CREATE VIEW recent AS SELECT id, at FROM events`,
		`CREATE FOREIGN DATA WRAPPER nothing`, `CREATE SERVER far FOREIGN DATA WRAPPER nothing`, `CREATE FOREIGN TABLE remote (a integer) SERVER far`,
		`CREATE TABLE hidden (a integer)`, `CREATE TABLE partly (a integer, b integer, c integer, PRIMARY KEY (a), UNIQUE (b))`,
		`CREATE FUNCTION lower(text) RETURNS text LANGUAGE sql AS 'SELECT $1'`, `CREATE FUNCTION own(text) RETURNS text LANGUAGE sql AS 'SELECT $1'`,
		`CREATE EXTENSION pg_stat_statements`,
		`COMMENT ON VIEW recent IS 'the latest'`)
	server.Exec(t, db, "REVOKE SELECT ON hidden, partly FROM reader", "GRANT SELECT (a, c) ON partly TO reader")
	s := look1(t, src)

	if got, want := s.TableNames(), []string{"events", "notes", "partly", "recent", "remote", "totals"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	for name, kind := range map[string]schema.TableKind{"events": schema.BaseTable, "totals": schema.MaterializedView, "recent": schema.View, "remote": schema.ForeignTable} {
		if got := s.Table(name); got == nil || got.Kind != kind {
			t.Errorf("%s is %+v, want a %s", name, got, kind)
		}
	}
	events := s.Table("events")
	if events.Rows != 200 {
		t.Errorf("events has %d rows, want 200", events.Rows)
	}
	want := []schema.Column{
		{Name: "id", Type: "bigint", Kind: table.Int, Default: "identity"},
		{Name: "at", Type: "date", Kind: table.Date},
		{Name: "m", Type: "mood", Kind: table.Text, Nullable: true, Values: []string{"sad", "ok", "happy"}},
		{Name: "p", Type: "price", Kind: table.Decimal},
		{Name: "twice", Type: "numeric", Kind: table.Decimal, Nullable: true, Default: "generated: ((p)::numeric * (2)::numeric)"},
		{Name: "tags", Type: "text[]", Kind: table.JSON, Nullable: true},
	}
	for i, w := range want {
		got := events.Columns[i]
		if got.Name != w.Name || got.Type != w.Type || got.Kind != w.Kind || got.Nullable != w.Nullable || got.Default != w.Default || !slices.Equal(got.Values, w.Values) {
			t.Errorf("column %d is %+v, want %+v", i, got, w)
		}
	}
	if at := events.Columns[1]; at.Min != "2024-01-01" || at.Max != "2024-07-18" {
		t.Errorf("events.at ranges from %s to %s", at.Min, at.Max)
	}
	notes := s.Table("notes")
	if wantKey := [][]string{{"code"}}; !cmp.Equal(notes.Unique, wantKey) {
		t.Errorf("notes is unique by %v, want %v", notes.Unique, wantKey)
	}
	wantKeys := []schema.ForeignKey{{Columns: []string{"event_id", "event_at"}, RefSchema: "public", RefTable: "events", RefColumns: []string{"id", "at"}}}
	if !cmp.Equal(notes.ForeignKeys, wantKeys) {
		t.Errorf("notes has foreign keys %+v, want %+v", notes.ForeignKeys, wantKeys)
	}
	partly := s.Table("partly")
	if got := partly.ColumnNames(); !slices.Equal(got, []string{"a", "c"}) || !slices.Equal(partly.PrimaryKey, []string{"a"}) || partly.Unique != nil {
		t.Errorf("partly shows %v, key %v, unique %v", got, partly.PrimaryKey, partly.Unique)
	}
	if want := []string{"lower", "own", "pg_stat_statements", "pg_stat_statements_info", "pg_stat_statements_reset"}; !slices.Equal(s.Shadowed, want) {
		t.Errorf("functions that are not built in are %v, want %v", s.Shadowed, want)
	}
	if s.Table("recent").Comment != "the latest" || !slices.Equal(s.SearchPath, []string{"public"}) {
		t.Errorf("comment %q, path %v", s.Table("recent").Comment, s.SearchPath)
	}
}

// Large tables without statistics are sampled by page, not read.
func TestSampleOfALargeTable(t *testing.T) {
	src, _ := fresh(t, pgtest.Shared(t), `CREATE TABLE big AS SELECT n, repeat('x', 300) AS filler, (ARRAY['a', 'b'])[1 + n % 2] AS letter FROM generate_series(1, 60000) n`)
	big := look1(t, src).Table("big")
	if big.Rows < 30_000 || big.Rows > 120_000 {
		t.Errorf("big has about %d rows, want about 60000", big.Rows)
	}
	n := big.Column("n")
	low, _ := table.ParseInt(n.Min)
	high, _ := table.ParseInt(n.Max)
	least, _ := low.Int64()
	most, _ := high.Int64()
	if most-least < 20_000 {
		t.Errorf("big.n is sampled from %d to %d only", least, most)
	}
	if letter := big.Column("letter"); !slices.Equal(slices.Sorted(slices.Values(letter.Values)), []string{"a", "b"}) {
		t.Errorf("big.letter has values %v", letter.Values)
	}
}

// One table that cannot be sampled does not keep the others from it.
func TestSampleSurvivesAFailure(t *testing.T) {
	src, _ := fresh(t, pgtest.Shared(t),
		`CREATE TABLE a (v integer)`, `INSERT INTO a SELECT 1 FROM generate_series(1, 9000)`,
		`CREATE TABLE b (v integer)`, `INSERT INTO b SELECT 2 FROM generate_series(1, 6000)`,
		`CREATE TABLE c (v integer)`, `INSERT INTO c SELECT 3 FROM generate_series(1, 500)`,
		`CREATE FUNCTION refuse() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
		`ALTER TABLE b ENABLE ROW LEVEL SECURITY`, `CREATE POLICY p ON b USING (refuse())`)
	s := look1(t, src)
	for name, want := range map[string]string{"a": "1", "b": "", "c": "3"} {
		if got := s.Table(name).Columns[0].Min; got != want {
			t.Errorf("%s.v starts at %q, want %q", name, got, want)
		}
	}
}

func TestFingerprintSeesStructureOnly(t *testing.T) {
	server := pgtest.Shared(t)
	src, db := fresh(t, server, `CREATE TYPE mood AS ENUM ('sad')`, `CREATE TABLE t (a integer DEFAULT 1, m mood)`)
	mark := func() string {
		t.Helper()
		m, err := src.Fingerprint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, c := range []struct {
		sql     string
		changes bool
	}{
		{"INSERT INTO t SELECT 1 FROM generate_series(1, 1000)", false},
		{"ANALYZE", false},
		{"VACUUM t", false},
		{"TRUNCATE t", false},
		{"VACUUM FULL t", false},
		{"CREATE TEMP TABLE x (a integer)", false},
		{"ALTER TABLE t ALTER COLUMN a SET DEFAULT 2", true},
		{"ALTER TABLE t ALTER COLUMN a SET NOT NULL", true},
		{"ALTER TABLE t ADD UNIQUE (a)", true},
		{"CREATE UNIQUE INDEX ON t (a, m)", true},
		{"COMMENT ON TABLE t IS 'one'", true},
		{"COMMENT ON TABLE t IS 'two'", true},
		{"COMMENT ON COLUMN t.a IS 'two'", true},
		{"ALTER TYPE mood ADD VALUE 'ok'", true},
		{"CREATE VIEW v AS SELECT a FROM t", true},
		{"REVOKE SELECT ON t FROM reader", true},
		{"CREATE FUNCTION lower(text) RETURNS text LANGUAGE sql AS 'SELECT $1'", true},
		{"CREATE SCHEMA s", true},
		{"CREATE DOMAIN d AS integer", false},
		{"ALTER DOMAIN d ADD CHECK (VALUE > 0)", true},
		{"CREATE CAST (mood AS integer) WITH INOUT", true},
		{"CREATE POLICY p ON t USING (a > 0)", true},
		{"ALTER TABLE t ENABLE ROW LEVEL SECURITY", true},
		{"ALTER VIEW v SET (security_invoker = true)", true},
		{"ALTER TABLE t RENAME TO u", true},
		{"DROP VIEW v", true},
	} {
		before := mark()
		server.Exec(t, db, c.sql)
		if changed := mark() != before; changed != c.changes {
			t.Errorf("%s: the fingerprint changed: %v, want %v", c.sql, changed, c.changes)
		}
	}
}

func TestIncludedExplainsItself(t *testing.T) {
	src, _ := fresh(t, pgtest.Shared(t), `CREATE TABLE a (x integer)`, `CREATE TABLE b (y text)`)
	_, _, err := src.Included(sourcetest.Patience(t), schema.ColumnRef{Table: "a", Column: "x"}, schema.ColumnRef{Table: "b", Column: "y"})
	if err == nil || !strings.Contains(err.Error(), "operator") {
		t.Errorf("columns of different types gave %v", err)
	}
}

func TestViewsThatRunOwnFunctionsAreUnsafe(t *testing.T) {
	server := pgtest.Shared(t)
	src, _ := fresh(t, server,
		`CREATE TABLE orders (id integer)`, `CREATE TABLE audit (who text)`,
		`CREATE FUNCTION log_access(integer) RETURNS integer LANGUAGE sql AS $$ INSERT INTO audit VALUES ($1::text) RETURNING 1 $$`,
		`CREATE FUNCTION pure(integer) RETURNS integer IMMUTABLE LANGUAGE sql AS 'SELECT $1'`,
		`CREATE VIEW logged AS SELECT id, log_access(id) FROM orders`, `CREATE VIEW behind AS SELECT id FROM logged`,
		`CREATE VIEW claimed AS SELECT id, pure(id) FROM orders`, `CREATE VIEW plain AS SELECT id, abs(id) FROM orders`)
	s := look1(t, src)
	for name, function := range map[string]string{"logged": "log_access", "behind": "log_access", "claimed": "pure", "plain": "", "orders": ""} {
		got := s.Table(name)
		if (got.Unsafe != "") != (function != "") || function != "" && (!strings.Contains(got.Unsafe, function+"()") || !slices.Equal(got.Calls, []string{"public." + function})) {
			t.Errorf("%s: %q, %v", name, got.Unsafe, got.Calls)
		}
	}
	_, err := guard.New(src.Grammar(), &guard.Catalog{Snapshot: s}).Check(t.Context(), "SELECT id FROM behind")
	if fault.CodeOf(err) != fault.Validation {
		t.Errorf("the guard lets it through: %v", err)
	}
}

// A table is marked by what PostgreSQL has counted of its changes. The counts
// come a little after the change, so the test waits for them.
func TestMarks(t *testing.T) {
	server := pgtest.Shared(t)
	src, db := fresh(t, server, `CREATE TABLE a (n integer)`, `CREATE TABLE b (n integer)`, `CREATE VIEW v AS SELECT n FROM a`)
	marks := func() (a, b, v string) {
		t.Helper()
		s, err := src.Introspect(t.Context(), source.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		return s.Table("a").Mark, s.Table("b").Mark, s.Table("v").Mark
	}
	a, b, v := marks()
	if a == "" || b == "" || v != "" {
		t.Fatalf("marks %q, %q and %q", a, b, v)
	}
	for _, sql := range []string{"INSERT INTO a VALUES (1)", "UPDATE a SET n = 2", "DELETE FROM a", "TRUNCATE a"} {
		server.Exec(t, db, sql)
		after, other, _ := marks()
		for i := 0; after == a && i < 100; i++ {
			time.Sleep(50 * time.Millisecond)
			after, other, _ = marks()
		}
		if after == a || other != b {
			t.Errorf("%s: %q became %q, the other %q became %q", sql, a, after, b, other)
		}
		a = after
	}
}
