package duckdb_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	engine "github.com/duckdb/duckdb-go/v2"

	"github.com/plumbdata/plumb/internal/test/guardtest"
)

// state is everything that a statement could have changed in the database.
const state = `
	SELECT 'ships', md5(string_agg(t::VARCHAR, '|' ORDER BY t::VARCHAR)) FROM ships t
	UNION ALL SELECT 'berths', md5(string_agg(t::VARCHAR, '|' ORDER BY t::VARCHAR)) FROM berths t
	UNION ALL SELECT 'visits', md5(string_agg(t::VARCHAR, '|' ORDER BY t::VARCHAR)) FROM visits t
	UNION ALL SELECT 'cargo', md5(string_agg(t::VARCHAR, '|' ORDER BY t::VARCHAR)) FROM cargo t
	UNION ALL SELECT 'crew', md5(string_agg(t::VARCHAR, '|' ORDER BY t::VARCHAR)) FROM crew t
	UNION ALL SELECT 'odd', md5(string_agg(t::VARCHAR, '|' ORDER BY t::VARCHAR)) FROM "Odd Table" t
	UNION ALL SELECT 'archive', md5(string_agg(t::VARCHAR, '|' ORDER BY t::VARCHAR)) FROM archive.visits t
	UNION ALL SELECT 'logins', md5(string_agg(t::VARCHAR, '|' ORDER BY t::VARCHAR)) FROM logins t
	UNION ALL SELECT 'tables', string_agg(database_name || schema_name || table_name || coalesce(sql, ''), '|' ORDER BY database_name || schema_name || table_name || coalesce(sql, '')) FROM duckdb_tables()
	UNION ALL SELECT 'views', string_agg(database_name || schema_name || view_name, '|' ORDER BY database_name || schema_name || view_name) FROM duckdb_views() WHERE NOT internal
	UNION ALL SELECT 'functions', count(*)::VARCHAR FROM duckdb_functions()
	UNION ALL SELECT 'types', string_agg(schema_name || type_name, '|' ORDER BY schema_name || type_name) FROM duckdb_types() WHERE NOT internal
	UNION ALL SELECT 'sequences', string_agg(sequence_name || coalesce(last_value::VARCHAR, ''), '|') FROM duckdb_sequences()
	UNION ALL SELECT 'settings', md5(string_agg(name || '=' || coalesce(value, ''), '|' ORDER BY name)) FROM duckdb_settings()
	UNION ALL SELECT 'variables', count(*)::VARCHAR FROM duckdb_variables()
	UNION ALL SELECT 'databases', string_agg(database_name, '|' ORDER BY database_name) FROM duckdb_databases()
	UNION ALL SELECT 'schemas', string_agg(database_name || schema_name, '|' ORDER BY database_name || schema_name) FROM duckdb_schemas()
	UNION ALL SELECT 'secrets', count(*)::VARCHAR FROM duckdb_secrets()
	UNION ALL SELECT 'extensions', string_agg(extension_name || loaded || installed, '|' ORDER BY extension_name || loaded || installed) FROM duckdb_extensions()
	UNION ALL SELECT 'indexes', count(*)::VARCHAR FROM duckdb_indexes()`

// hostile mixes what people ask with what an attacker would like to hide in
// it.
var hostile = guardtest.Rules{
	"statement": {"SELECT <expr> FROM <from>", "<query>", "<query>", "<query>", "<with> <query>", "EXPLAIN <query>", "DESCRIBE <query>", "SUMMARIZE <table>", "PIVOT <table> ON <expr> USING count(*)",
		"PIVOT <table> ON id IN (1, 2) USING max(<expr>)", "EXPLAIN ANALYZE <query>", "<query>; <write>", "<write>"},
	"query": {"SELECT <expr> AS a FROM <from>", "SELECT <list> FROM <from> <where> <group> <order> <limit>", "FROM <from> SELECT <list> <where> <order> <limit>",
		"SELECT <list> FROM <from> <where>", "SELECT DISTINCT <expr> FROM <from>", "<query> UNION ALL SELECT <expr>", "(<query>) EXCEPT (<query>)", "VALUES (<expr>), (<expr>)", "FROM <table>", "SELECT <list>",
		"SELECT <list> FROM <from> QUALIFY row_number() OVER (ORDER BY <expr>) = 1"},
	"with":  {"WITH w AS (SELECT 1 AS id)", "WITH w AS (<query>)", "WITH w AS MATERIALIZED (<query>)", "WITH RECURSIVE w(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM w WHERE id < 5)", "WITH RECURSIVE logins AS (SELECT login AS id FROM logins UNION SELECT id FROM logins)", "WITH w AS (<write> RETURNING 1)", "WITH logins AS (<query>)", "WITH ships AS (<query>)"},
	"list":  {"<expr>", "<expr>, <expr>", "*", "s.*", "* EXCLUDE (id)", "COLUMNS(c -> c LIKE 'n%')", "<expr> AS x, <expr> AS y", "count(*)", "count(*) FILTER (<bool>)", "sum(1) OVER (PARTITION BY <expr> ORDER BY <expr>)"},
	"from":  {"ships s", "ships s, berths b", "ships s JOIN visits v ON v.ship_id = s.id", "ships s LEFT JOIN LATERAL (<query>) l ON <bool>", "(<query>) s", "range(3) s(id)", "ships s, unnest(s.tags) t(x)", "(VALUES (1), (2)) s(id)", "w s", "logins s", "duckdb_tables() s", "duckdb_settings s", "'x.csv' s", "read_text('x') s", "all_logins() s", "json_each('{}') s", "query('SELECT 1') s", "ships s TABLESAMPLE 50%", "(PIVOT ships ON id IN (1) USING count(*)) s"},
	"table": {"ships", "berths", "archive.visits", "logins", "pg_class", "'x.csv'", "(<query>)"},
	"where": {"", "WHERE <bool>", "WHERE s.id IN (SELECT id FROM ships)"},
	"group": {"", "GROUP BY ALL", "GROUP BY ROLLUP (<expr>)", "GROUP BY 1 HAVING <bool>"},
	"order": {"", "ORDER BY <expr>", "ORDER BY ALL", "ORDER BY 1 DESC NULLS FIRST"},
	"limit": {"", "LIMIT 5", "LIMIT (SELECT 2)", "OFFSET <expr>", "USING SAMPLE 10%"},
	"bool":  {"true", "<expr> IS NOT NULL", "<expr> = <expr>", "<bool> AND <bool>", "NOT <bool>", "EXISTS (<query>)", "<expr> IN (<expr>, <expr>)", "s.id BETWEEN 1 AND 5", "s.name LIKE '%1'", "CASE WHEN <bool> THEN true END", "s.id IN [1, 2]", "<bool> IS TRUE"},
	"expr": {"1", "s.id", "id", "s.name", "'text'", "s", "1e3", "2.", "s.tags[1]", "(SELECT <expr>)", "<call>", "<call>", "<attack>", "coalesce(<expr>, <expr>)", "CASE WHEN <bool> THEN <expr> ELSE <expr> END", "<expr>::VARCHAR", "TRY_CAST(<expr> AS INTEGER)", "<expr> + 1", "<expr> || 'x'", "- -1",
		"[<expr>]", "{'a': <expr>}", "max(<expr>)", "row_number() OVER (ORDER BY <expr>)", "string_agg(s.name, ',' ORDER BY <expr>)", "list_transform([1, 2], x -> <expr>)", "[x FOR x IN [1, 2] IF <bool>]", "s.home.lat", "s.notes ->> 'hold'", "s.name.upper()", "-(<expr>)"},
	"call": {"upper('a')", "upper(<expr>)", "round(1.5)", "length(s.name)", "now()", "abs(1)", "repeat('x', 3)", "range(3)", "concat(<expr>, <expr>)", "to_json(s)", "list_sum([1, 2])", "year(DATE '2024-01-01')"},
	"attack": {"lower('A')", "next_ticket()", "archive.upper('a')", "nextval('ticket_numbers')", "getenv('HOME')", "getvariable('x')", "pg_typeof(1)", "s.name.lower()", "current_setting('threads')", "current_user", "setseed(0.5)", "write_log('x')",
		"(SELECT content FROM read_text('x'))", "(SELECT secret FROM logins)", "'x'.read_text()", "(FROM query('SELECT 1'))", "archive.upper(s.name)", "(WITH logins AS (SELECT 1 AS a) SELECT a FROM logins)", `"getenv"('HOME')`, "getenv/**/('HOME')", "repeat('x', 10000000000)", "range(10000000000)", "$1", "?", "error('x')", "'x'::unheard", "next_ticket/* */()", "main.lower('A')", "list_aggregate([1], 'sum')"},
	"write": {"DELETE FROM cargo", "UPDATE ships SET name = 'x'", "INSERT INTO logins VALUES ('a', 'b')", "DROP TABLE cargo", "CREATE TABLE x AS SELECT 1", "CREATE MACRO m() AS 1", "SET threads = 1", "SET VARIABLE x = 1", "COPY cargo TO 'stolen.csv'", "ATTACH ':memory:' AS m", "PRAGMA enable_profiling", "CHECKPOINT", "INSTALL httpfs", "USE archive", "CALL all_logins()", "EXPORT DATABASE 'stolen'"},
}

func TestWhatPassesChangesNothing(t *testing.T) {
	statements := append(hostile.Statements(1, 2500), guardtest.Corpora(t)...)
	conn, dir := connect(t)
	t.Chdir(dir) // where a stolen file would appear
	if err := os.WriteFile("x.csv", []byte("a\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	look := func() []string {
		_, rows, err := answer(t.Context(), conn, state)
		if err != nil {
			t.Fatal(err)
		}
		return append(rows, files(t, dir)...)
	}
	g := closed(t)
	guardtest.ChangesNothing(t, statements, look, func(text string) (string, bool) {
		s, err := g.Check(t.Context(), text)
		if err != nil {
			return "", false
		}
		for _, name := range tablesOf(t, conn, s.SQL()) {
			if !slices.ContainsFunc(s.Tables(), func(known string) bool { return strings.EqualFold(known, name) }) {
				t.Errorf("%s\nreads %s, and the guard found %v", s.SQL(), name, s.Tables())
			}
		}
		return s.SQL(), ran(t, conn, func(ctx context.Context) error {
			complete, err := complete(ctx, conn, s)
			if err == nil {
				_, _, err = answer(ctx, conn, complete.SQL())
			}
			return err
		})
	})
}

// ran reports whether the work succeeded in a few seconds.
func ran(t *testing.T, conn *sql.Conn, work func(context.Context) error) bool {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	err := work(ctx)
	if errors.Is(err, sql.ErrConnDone) {
		t.Fatal(err)
	}
	return err == nil
}

// tablesOf asks DuckDB which tables a statement names, WITH queries aside.
func tablesOf(t *testing.T, conn *sql.Conn, text string) []string {
	names, err := engine.GetTableNames(conn, text, true)
	if err != nil {
		return nil // not every statement can be asked about
	}
	for i, n := range names {
		n, _, _ = strings.Cut(n, " AS ")
		n, _, _ = strings.Cut(n, " TABLESAMPLE ")
		n = strings.ReplaceAll(n, `"`, "")
		if !strings.Contains(n, ".") {
			n = "main." + n
		}
		names[i] = n
	}
	return names
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if !strings.HasSuffix(path, ".wal") {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
