package postgres_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/plumbdata/plumb/internal/test/guardtest"
)

// state is everything that a statement could have changed: the rows of all
// tables, the objects, the sequences, the session and its locks.
const state = `
	SELECT 'rows', (SELECT md5(string_agg(r, E'\n' ORDER BY r)) FROM (
		SELECT 'ships' || ships::text AS r FROM ships UNION ALL SELECT 'berths' || berths::text FROM berths
		UNION ALL SELECT 'visits' || visits::text FROM visits UNION ALL SELECT 'cargo' || cargo::text FROM cargo
		UNION ALL SELECT 'crew' || crew::text FROM crew UNION ALL SELECT 'odd' || o::text FROM "Odd Table" o
		UNION ALL SELECT 'archive' || a::text FROM archive.visits a UNION ALL SELECT 'logins' || l::text FROM logins l) x)
	UNION ALL SELECT 'relations', (SELECT md5(string_agg(oid || relname || relkind::text || relfilenode || coalesce(relacl::text, '') || relnatts, ',' ORDER BY oid)) FROM pg_class)
	UNION ALL SELECT 'functions', (SELECT md5(string_agg(oid || proname || prosrc, ',' ORDER BY oid)) FROM pg_proc)
	UNION ALL SELECT 'types', (SELECT md5(string_agg(oid || typname, ',' ORDER BY oid)) FROM pg_type)
	UNION ALL SELECT 'schemas', (SELECT string_agg(nspname, ',' ORDER BY oid) FROM pg_namespace)
	UNION ALL SELECT 'sequence', (SELECT last_value || ' ' || is_called FROM ticket_numbers)
	UNION ALL SELECT 'settings', (SELECT md5(string_agg(name || '=' || coalesce(setting, ''), ',' ORDER BY name)) FROM pg_settings)
	UNION ALL SELECT 'large objects', (SELECT count(*)::text FROM pg_largeobject_metadata)
	UNION ALL SELECT 'advisory locks', (SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory')
	UNION ALL SELECT 'channels', (SELECT count(*)::text FROM pg_listening_channels())
	UNION ALL SELECT 'prepared', (SELECT count(*)::text FROM pg_prepared_statements)
	UNION ALL SELECT 'cursors', (SELECT count(*)::text FROM pg_cursors WHERE name <> '')
	UNION ALL SELECT 'roles', (SELECT md5(string_agg(rolname || rolsuper || coalesce(rolpassword, ''), ',' ORDER BY oid)) FROM pg_authid)
	UNION ALL SELECT 'slots', (SELECT count(*)::text FROM pg_replication_slots)`

// hostile mixes what people ask with what an attacker would like to hide in
// it.
var hostile = guardtest.Rules{
	"statement": {"SELECT <expr> FROM <from>", "<query>", "<query>", "<query>", "<with> <query>", "EXPLAIN <query>", "EXPLAIN ANALYZE <query>", "<query>; <write>", "<write>", "<query> <lock>"},
	"query": {"SELECT <expr> AS a FROM <from>", "SELECT <list> FROM <from> <where> <group> <order> <limit>", "SELECT <list> FROM <from> <where> <order> <limit>",
		"SELECT <list> FROM <from> <where>", "SELECT DISTINCT <expr> FROM <from>", "<query> UNION ALL SELECT <expr>", "(<query>) EXCEPT (<query>)", "VALUES (<expr>), (<expr>)", "TABLE <table>",
		"SELECT <list>", "SELECT <expr> INTO stolen FROM <from>"},
	"with":  {"WITH w AS (SELECT 1 AS id)", "WITH w AS (<query>)", "WITH w AS MATERIALIZED (<query>)", "WITH RECURSIVE w(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM w WHERE id < 5)", "WITH w AS (<write> RETURNING 1)", "WITH ships AS (<query>)"},
	"list":  {"<expr>", "<expr>, <expr>", "*", "s.*", "<expr> AS x, <expr> AS y", "count(*)", "count(*) FILTER (WHERE <bool>)", "sum(1) OVER (PARTITION BY <expr> ORDER BY <expr>)"},
	"from":  {"ships s", "ships s, berths b", "ships s JOIN visits v ON v.ship_id = s.id", "ships s LEFT JOIN LATERAL (<query>) l ON <bool>", "(<query>) s", "generate_series(1, 3) s(id)", "ships s, unnest(s.tags) t", "unnest(ARRAY(SELECT x FROM ships x)) s", "ROWS FROM (<call>, generate_series(1, 2)) s(id, n)", "<call> s", "w s", "(ships JOIN berths USING (id)) s", "logins s", "pg_class s", "ships s TABLESAMPLE BERNOULLI (50)"},
	"table": {"ships", "berths", "archive.visits", "logins", "pg_authid"},
	"where": {"", "WHERE <bool>", "WHERE s.id IN (SELECT id FROM ships)"},
	"group": {"", "GROUP BY <expr>", "GROUP BY ROLLUP (<expr>)", "GROUP BY 1 HAVING <bool>"},
	"order": {"", "ORDER BY <expr>", "ORDER BY 1", "ORDER BY <expr> USING <"},
	"limit": {"", "LIMIT 5", "LIMIT (SELECT 2)", "OFFSET <expr>", "LIMIT 5 FOR UPDATE"},
	"lock":  {"", "FOR UPDATE", "FOR SHARE OF s"},
	"bool":  {"true", "<expr> IS NOT NULL", "<expr> = <expr>", "<bool> AND <bool>", "NOT <bool>", "EXISTS (<query>)", "<expr> IN (<expr>, <expr>)", "s.id BETWEEN 1 AND 5", "s.name LIKE '%1'", "CASE WHEN <bool> THEN true END", "s.id = ANY (ARRAY[1, 2])"},
	"expr": {"1", "s.id", "id", "s.name", "'text'", "s", "s.tags[1]", "(SELECT <expr>)", "<call>", "<call>", "<attack>", "coalesce(<expr>, <expr>)", "CASE WHEN <bool> THEN <expr> ELSE <expr> END", "<expr>::text", "(<expr>)::int", "<expr> + 1", "<expr> || 'x'",
		"ARRAY[<expr>]", "ROW(<expr>, <expr>)", "max(<expr>)", "row_number() OVER (ORDER BY <expr>)", "string_agg(s.name, ',' ORDER BY <expr>)", "jsonb_build_object('a', <expr>)", "(s.home).lat", "s.notes ->> 'hold'", "-(<expr>)"},
	"call": {"lower('A')", "lower(<expr>)", "round(<expr>)", "upper(s.name)", "length(s.name)", "now()", "abs(1)", "repeat('x', 3)", "generate_series(1, 2)", "concat(<expr>, <expr>)", "to_jsonb(s)", "pg_catalog.lower('A')", "unnest(ARRAY[1])"},
	"attack": {"scuttle()", "s.sink", "(s).sink", "sink(s)", "s.sink_any", "sink_any(1)", "(SELECT s).sink", "lower(1)", "round(1, 2)", "s + 1", "s @> 1", "1 !!! 2", "nextval('ticket_numbers')", "setval('ticket_numbers', 5)",
		"set_config('work_mem', '1MB', false)", "pg_advisory_lock(1)", "lo_create(0)", "lo_import('/etc/hostname')", "query_to_xml('DELETE FROM cargo', true, true, '')", "pg_notify('x', 'y')", "txid_current()",
		"'logins'::regclass", "(s.name).scuttle", "public.lower(1)", "1 OPERATOR(public.!!!) 2", "pg_stat_reset()", "pg_create_restore_point('x')", "pg_switch_wal()", "(coalesce(s, s)).sink", "s OPERATOR(public.+) 1", "public.round(1, 2)",
		`"scuttle"()`, `U&"\0073cuttle"()`, "scuttle/**/()", "(ARRAY[s])[1].sink", "pg_logical_emit_message(false, 'a', 'b')", "setseed(0.1)", "dblink_exec('DELETE FROM cargo')",
		"(SELECT max(grade::text) FROM hulls)", "(SELECT lower(h.grade) FROM hulls h LIMIT 1)", "'a'::grade", "'a'::grade::text", "(SELECT to_jsonb(h) FROM hulls h LIMIT 1)", "(SELECT max(sink_int) FROM watch)",
		"CASE s WHEN 1 THEN 1 END", "(s IN (SELECT 1))", "s BETWEEN 1 AND 2"},
	"write": {"DELETE FROM cargo", "UPDATE ships SET name = 'x'", "INSERT INTO logins VALUES ('a', 'b')", "TRUNCATE cargo", "DROP TABLE cargo", "CREATE TABLE x AS SELECT 1", "DO $$ BEGIN DELETE FROM cargo; END $$", "SET work_mem = '1MB'", "COPY cargo TO '/tmp/plumb-guard-test'", "CALL scuttle()", "LOCK TABLE ships", "NOTIFY x"},
}

func TestWhatPassesChangesNothing(t *testing.T) {
	conn := connect(t).PgConn()
	exec := func(sql string) {
		if _, err := conn.Exec(t.Context(), sql).ReadAll(); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	exec("SET statement_timeout = '2s'")
	look := func() []string {
		_, rows, err := answer(t, conn, state)
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}

	statements := append(hostile.Statements(1, 2500), guardtest.Corpora(t)...)
	g := closed()
	guardtest.ChangesNothing(t, statements, look, func(sql string) (string, bool) {
		v := g.Judge(t.Context(), sql)
		if !v.Allow {
			return "", false
		}
		_, err := conn.Exec(t.Context(), v.SQL).ReadAll()
		if err != nil && !isPgError(err) {
			t.Fatalf("%s: %v", v.SQL, err)
		}
		return v.SQL, err == nil
	})
}

func isPgError(err error) bool {
	_, ok := err.(*pgconn.PgError)
	return ok
}
