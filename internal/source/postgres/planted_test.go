package postgres

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

// minefield is a database in which somebody has planted code. Whatever of it
// runs leaves a row in the table ran, by a connection of its own: neither a
// read-only session nor a rollback keeps it from that.
type minefield struct {
	*Source
	t      *testing.T
	server *pgtest.Server
	db     string
}

func newMinefield(t *testing.T, statements ...string) *minefield {
	t.Helper()
	server := pgtest.Shared(t)
	db := server.NewDatabase(t)
	server.Exec(t, db, `CREATE TABLE ran (what text)`, `CREATE SCHEMA reach`, `CREATE EXTENSION dblink SCHEMA reach`,
		fmt.Sprintf(`CREATE FUNCTION reach.mark(what text) RETURNS void SECURITY DEFINER LANGUAGE plpgsql AS $$
			BEGIN PERFORM reach.dblink_exec('%s', format('INSERT INTO ran VALUES (%%L)', what)); END $$`, server.DSN(db)))
	server.Exec(t, db, statements...)
	grantReader(t, server, db)
	server.Exec(t, db, `REVOKE ALL ON ran FROM reader`, `GRANT USAGE ON SCHEMA reach TO reader`)
	m := &minefield{t: t, server: server, db: db}
	m.clear() // what making it has run
	m.Source = openDSN(t, server.DSNAs(reader, readerPassword, db))
	return m
}

// plant is a function that marks its call and returns an expression.
func plant(name, arguments, returns, value string) string {
	return fmt.Sprintf(`CREATE FUNCTION %s(%s) RETURNS %s IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM reach.mark('%s'); RETURN %s; END $$`,
		name, arguments, returns, name, value)
}

func (m *minefield) clear() { m.server.Exec(m.t, m.db, `TRUNCATE ran`) }

// ran is what has run since the last call.
func (m *minefield) ran() []string {
	m.t.Helper()
	conn, err := pgx.Connect(m.t.Context(), m.server.DSN(m.db))
	if err != nil {
		m.t.Fatal(err)
	}
	defer conn.Close(m.t.Context())
	rows, _ := conn.Query(m.t.Context(), `DELETE FROM ran RETURNING what`)
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		m.t.Fatal(err)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// try checks and runs a statement: its first row, or why there is none.
func (m *minefield) try(g *guard.Guard, sql string) (row string, err error) {
	m.t.Helper()
	statement, err := g.Check(m.t.Context(), sql)
	if err != nil {
		return "", err
	}
	r, err := m.Query(m.t.Context(), statement, source.Limits{})
	if err != nil {
		return "", err
	}
	got, err := r.ReadAll()
	if err != nil || len(got.Rows) == 0 {
		return "", err
	}
	var cells []string
	for _, v := range got.Rows[0] {
		cells = append(cells, v.String())
	}
	return strings.Join(cells, " "), nil
}

func (m *minefield) guard(functions ...string) *guard.Guard {
	m.t.Helper()
	return guard.New(m.Grammar(), &guard.Catalog{Snapshot: look1(m.t, m.Source), Functions: functions})
}

// Some constructs compare with an operator that they do not name. The planted
// ones fit better than any built-in one.
func TestPlantedOperatorsBehindConstructsDoNotRun(t *testing.T) {
	var planted []string
	for i, op := range []string{"=", "<>", "<", "<=", ">", ">=", "~~", "!~~", "~~*", "~"} {
		for j, types := range [][2]string{{"bigint", "numeric"}, {"text", "varchar"}, {"varchar", "varchar"}} {
			name := fmt.Sprintf("op_%d_%d", i, j)
			planted = append(planted, plant(name, types[0]+", "+types[1], "boolean", "true"),
				fmt.Sprintf(`CREATE OPERATOR public.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = %s)`, op, types[0], types[1], name))
		}
	}
	m := newMinefield(t, append(planted,
		`CREATE TABLE t (id bigint, name text, code varchar)`, `INSERT INTO t VALUES (1, 'a', 'a')`,
		`CREATE TABLE u (id numeric, name varchar, code varchar)`, `INSERT INTO u VALUES (1.0, 'a', 'a')`,
		plant("lower", "bigint", "text", "'planted'"), plant("count_all", "bigint", "bigint", "1"),
		`CREATE AGGREGATE public.sum (varchar) (SFUNC = textcat, STYPE = text)`)...)
	g := m.guard()
	if ran := m.ran(); len(ran) > 0 {
		t.Errorf("looking at the schema ran %v", ran)
	}
	for _, c := range []struct {
		sql, want string
		refused   bool // may be
	}{
		{"SELECT CASE t.id WHEN 2.5 THEN 'two' WHEN u.id THEN 'one' ELSE 'none' END FROM t, u", "one", false},
		{"SELECT t.name FROM t JOIN u USING (id)", "a", false},
		{"SELECT count(*) FROM t LEFT JOIN u USING (id, name)", "1", false},
		{"SELECT count(*) FROM t NATURAL JOIN u", "1", false},
		{"SELECT name FROM t WHERE id IN (SELECT id FROM u)", "a", false},
		{"SELECT name FROM t WHERE id NOT IN (SELECT id + 1 FROM u)", "a", false},
		{"SELECT name FROM t WHERE (id, name) IN (SELECT id, name FROM u)", "a", false},
		{"SELECT name FROM t WHERE id = ANY (SELECT id FROM u)", "a", false},
		{"SELECT name FROM t WHERE id BETWEEN 0.5 AND 1.5", "a", false},
		{"SELECT name FROM t WHERE id NOT BETWEEN 1.5 AND 2.5", "a", false},
		{"SELECT name FROM t WHERE id BETWEEN SYMMETRIC 1.5 AND 0.5", "a", false},
		{"SELECT t.name FROM t, u WHERE (t.id, t.name) = (u.id, u.name)", "a", false},
		{"SELECT t.name FROM t, u WHERE (t.id, t.name) <= (u.id, u.name)", "a", false},
		{"SELECT t.name FROM t, u WHERE t.id = u.id AND t.code = u.code", "a", false},
		{"SELECT name FROM t WHERE id IN (1.0, 2.5)", "a", true},
		{"SELECT nullif(t.id, u.id) IS NULL FROM t, u", "true", true},
		{"SELECT t.id IS DISTINCT FROM u.id FROM t, u", "false", true},
		{"SELECT t.code LIKE u.code FROM t, u", "true", true},
		{"SELECT name FROM t WHERE id = ANY (ARRAY[1.0, 2.5])", "a", true},
		{"SELECT lower(name), sum(id) FROM t GROUP BY 1", "a 1", false},
		{"SELECT DISTINCT code FROM t ORDER BY code", "a", false},
		{"SELECT code FROM t UNION SELECT name FROM u ORDER BY 1", "a", false},
		{"SELECT code FROM t INTERSECT SELECT name FROM u", "a", false},
		{"SELECT greatest(code, 'A'), max(code) FROM t GROUP BY code", "a a", false},
	} {
		got, err := m.try(g, c.sql)
		if err != nil && !c.refused || err == nil && got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.sql, got, err, c.want)
		}
		if ran := m.ran(); len(ran) > 0 {
			t.Errorf("%s ran %v", c.sql, ran)
		}
	}
}

// What a view runs was decided when it was made.
func TestViewsWithPlantedCodeAreNotRead(t *testing.T) {
	m := newMinefield(t,
		`CREATE TABLE t (id bigint, name text, n numeric)`, `INSERT INTO t VALUES (1, 'a', 1)`,
		plant("eq", "bigint, numeric", "boolean", "true"), `CREATE OPERATOR = (LEFTARG = bigint, RIGHTARG = numeric, FUNCTION = eq)`,
		plant("wrapper", "bigint", "bigint", "$1"), plant("step", "bigint, bigint", "bigint", "$1"), plant("valid", "text", "boolean", "true"),
		`CREATE FUNCTION inlined(bigint) RETURNS bigint STABLE LANGUAGE sql AS 'SELECT wrapper($1)'`,
		`CREATE AGGREGATE total (bigint) (SFUNC = step, STYPE = bigint, INITCOND = '0')`,
		`CREATE DOMAIN checked AS text CHECK (valid(VALUE))`,
		`CREATE TYPE mood AS ENUM ('sad')`, plant("mood_text", "mood", "text", "'x'"), `CREATE CAST (mood AS text) WITH FUNCTION mood_text AS IMPLICIT`,
		`CREATE VIEW v_op AS SELECT name FROM t WHERE id = n`,
		`CREATE VIEW v_case AS SELECT CASE id WHEN n THEN name END AS name FROM t`,
		`CREATE VIEW v_using AS SELECT a.name FROM t a JOIN (SELECT n AS id FROM t) b USING (id)`,
		`CREATE VIEW v_in AS SELECT name FROM t WHERE id IN (SELECT n FROM t)`,
		`CREATE VIEW v_wrapper AS SELECT wrapper(id) AS name FROM t`,
		`CREATE VIEW v_inlined AS SELECT inlined(id) AS name FROM t`,
		`CREATE VIEW v_total AS SELECT total(id) AS name FROM t`,
		`CREATE VIEW v_window AS SELECT total(id) OVER () AS name FROM t`,
		`CREATE VIEW v_domain AS SELECT name::checked::text AS name FROM t`,
		`CREATE VIEW v_cast AS SELECT lower('sad'::mood) AS name FROM t`,
		`CREATE VIEW v_rows AS SELECT wrapper AS name FROM t, wrapper(id)`,
		`CREATE VIEW v_file AS SELECT pg_read_file('PG_VERSION') AS name`,
		`CREATE VIEW v_setting AS SELECT set_config('statement_timeout', '0', false) AS name`,
		`CREATE VIEW v_lock AS SELECT pg_advisory_lock(7)::text AS name`,
		`CREATE VIEW v_sleep AS SELECT name FROM t WHERE pg_sleep(0) IS NOT NULL`,
		`CREATE VIEW v_xml AS SELECT table_to_xml('v_wrapper', true, true, '')::text AS name`,
		`CREATE VIEW v_behind AS SELECT name FROM v_lock`,
		`CREATE VIEW v_repeat AS SELECT repeat(name, 1000000000) AS name FROM t`,
		`CREATE VIEW v_fill AS SELECT array_fill(id, ARRAY[(id * 100000000)::int]) AS name FROM t`,
		`CREATE VIEW fine AS SELECT lower(name) || CASE id WHEN 1 THEN '!' ELSE '' END AS name, random() < 2 AS r, current_user AS who,
			count(*) OVER () AS c, now() AS at FROM t WHERE name LIKE '%' AND id IN (SELECT id FROM t) AND current_setting('x.y', true) IS NULL ORDER BY 1`,
		`CREATE VIEW above AS SELECT DISTINCT name FROM fine GROUP BY name`,
		`CREATE MATERIALIZED VIEW kept AS SELECT id AS name FROM t WHERE id = n`)
	g := m.guard()
	for _, view := range []string{"v_op", "v_case", "v_using", "v_in", "v_wrapper", "v_inlined", "v_total", "v_window", "v_domain", "v_cast", "v_rows",
		"v_file", "v_setting", "v_lock", "v_sleep", "v_xml", "v_behind", "v_repeat", "v_fill"} {
		if got, err := m.try(g, "SELECT name FROM "+view); err == nil || !strings.Contains(err.Error(), "may not be read") {
			t.Errorf("%s gave %q, %v", view, got, err)
		}
	}
	for view, want := range map[string]string{"fine": "a!", "above": "a!", "kept": "1"} {
		if got, err := m.try(g, "SELECT name FROM "+view); err != nil || got != want {
			t.Errorf("%s gave %q, %v, want %q", view, got, err, want)
		}
	}
	if ran := m.ran(); len(ran) > 0 {
		t.Errorf("planted code ran: %v", ran)
	}
}

// An administrator may vouch for a function; then views that call it are read.
func TestAllowedFunctionsInViews(t *testing.T) {
	m := newMinefield(t, `CREATE TABLE t (id bigint)`, `INSERT INTO t VALUES (4)`, `CREATE SCHEMA other`,
		`CREATE FUNCTION twice(bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT 2 * id FROM t LIMIT 1'`,
		`CREATE FUNCTION other.twice(bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT 2 * $1'`,
		`CREATE VIEW doubled AS SELECT twice(id) AS n FROM t`, `CREATE VIEW elsewhere AS SELECT other.twice(id) AS n FROM t`,
		`CREATE VIEW mixed AS SELECT twice(id) AS n, pg_advisory_lock(1)::text FROM t`)
	for _, c := range []struct {
		functions []string
		sql, want string
	}{
		{nil, "SELECT n FROM doubled", ""},
		{[]string{"twice"}, "SELECT n FROM doubled", "8"},
		{[]string{"public.twice"}, "SELECT n FROM doubled", "8"},
		{[]string{"other.twice"}, "SELECT n FROM doubled", ""},
		{[]string{"twice"}, "SELECT n FROM elsewhere", ""},
		{[]string{"twice"}, "SELECT n FROM mixed", ""},
		{[]string{"twice"}, "SELECT twice(id) FROM t", "8"},
		{[]string{"public.twice"}, "SELECT public.twice(id) FROM t", "8"},
	} {
		got, err := m.try(m.guard(c.functions...), c.sql)
		if (err == nil) != (c.want != "") || got != c.want {
			t.Errorf("%s with %v: %q, %v, want %q", c.sql, c.functions, got, err, c.want)
		}
	}
}

// Types bring code along: casts, checks of domains, orderings.
func TestPlantedTypesAreNotUsed(t *testing.T) {
	m := newMinefield(t,
		plant("valid", "text", "boolean", "true"), `CREATE DOMAIN checked AS text CHECK (valid(VALUE))`, `CREATE DOMAIN over AS checked`,
		`CREATE DOMAIN locked AS integer CHECK (pg_advisory_lock(VALUE) IS NOT NULL)`, `CREATE DOMAIN plain AS text CHECK (VALUE ~ '^a' AND length(VALUE) < 9)`,
		`CREATE TYPE mood AS ENUM ('sad', 'ok')`, plant("mood_text", "mood", "text", "'x'"), `CREATE CAST (mood AS text) WITH FUNCTION mood_text AS IMPLICIT`,
		`CREATE TYPE tone AS ENUM ('low', 'high')`, plant("tone_json", "tone", "json", "'{}'"), `CREATE CAST (tone AS json) WITH FUNCTION tone_json`,
		`CREATE TYPE size AS ENUM ('s', 'm')`, `CREATE CAST (text AS size) WITH INOUT AS IMPLICIT`,
		`CREATE TYPE rank AS (n integer)`, plant("rank_lt", "rank, rank", "boolean", "false"), plant("rank_eq", "rank, rank", "boolean", "true"), plant("rank_cmp", "rank, rank", "integer", "0"),
		`CREATE OPERATOR public.< (LEFTARG = rank, RIGHTARG = rank, FUNCTION = rank_lt)`, `CREATE OPERATOR public.= (LEFTARG = rank, RIGHTARG = rank, FUNCTION = rank_eq)`,
		`CREATE OPERATOR CLASS rank_ops DEFAULT FOR TYPE rank USING btree AS OPERATOR 1 public.<, OPERATOR 3 public.=, FUNCTION 1 rank_cmp(rank, rank)`,
		`CREATE TYPE pair AS (a text, b checked)`, `CREATE TYPE checked_range AS RANGE (subtype = checked)`,
		`CREATE TABLE t (id integer, c checked, o over, l locked, p plain, m mood, ms mood[], n tone, s size, r rank, pr pair, cr checked_range, ca checked[])`,
		`INSERT INTO t VALUES (1, 'x', 'x', 1, 'abc', 'sad', '{sad,ok}', 'low', 's', ROW(1), ROW('x', 'y'), '[a,b]', '{x}'), (2, 'y', 'y', 2, 'abd', 'ok', '{ok}', 'high', 'm', ROW(2), ROW('x', 'y'), '[a,c]', '{y}')`,
		`CREATE VIEW shown AS SELECT id, m FROM t`)
	g := m.guard()
	for _, sql := range []string{
		"SELECT 'x'::checked", "SELECT id::locked FROM t", "SELECT name::checked FROM (SELECT 'a' AS name) s", "SELECT 'x'::over", "SELECT '(a,b)'::pair", "SELECT ROW('a', 'b')::pair",
		"SELECT lag(c, 1, 'z') OVER (ORDER BY id) FROM t", "SELECT array_append(ARRAY[c], 'z') FROM t", "SELECT array_append(ca, 'z') FROM t", "SELECT cr @> 'a' FROM t",
		"SELECT m || '!' FROM t", "SELECT m::text FROM t", "SELECT lower(m) FROM t", "SELECT ms[1] || '' FROM t", "SELECT m || '!' FROM shown",
		"SELECT to_json(n) FROM t", "SELECT row_to_json(t) FROM t", "SELECT json_agg(t) FROM t", "SELECT to_jsonb(x) FROM (SELECT * FROM t) x", "SELECT to_json(t.*) FROM t",
		"SELECT r FROM t ORDER BY r", "SELECT DISTINCT r FROM t", "SELECT count(DISTINCT r) FROM t", "SELECT max(r) FROM t", "SELECT id FROM t GROUP BY id, r", "SELECT greatest(r, r) FROM t",
		"SELECT r FROM t UNION SELECT r FROM t", "SELECT row_number() OVER (PARTITION BY r) FROM t", "SELECT a.id FROM t a JOIN t b USING (r)", "SELECT count(*) FROM t a NATURAL JOIN t b",
		"SELECT jsonb_populate_record(t, '{\"c\": \"z\"}') FROM t", "SELECT * FROM t ORDER BY 10", "TABLE t",
		"SELECT * FROM json_to_record('{\"a\": \"b\"}') AS x(a checked)", "SELECT JSON_VALUE('\"a\"', '$' RETURNING checked)",
	} {
		if got, err := m.try(g, sql); err == nil {
			t.Errorf("%s gave %q", sql, got)
		}
		if ran := m.ran(); len(ran) > 0 {
			t.Errorf("%s ran %v", sql, ran)
		}
	}
	for sql, want := range map[string]string{
		"SELECT id, p FROM t ORDER BY p DESC": "2 abd", "SELECT 'abc'::plain": "abc", "SELECT s FROM t ORDER BY s DESC": "m", "SELECT count(*) FROM t WHERE s = 's'": "1",
		"SELECT max(s) FROM t": "m", "SELECT CASE s WHEN 's' THEN 'small' END FROM t ORDER BY s": "small", "SELECT 'm'::size > s FROM t ORDER BY s": "true",
	} {
		if got, err := m.try(g, sql); err != nil || got != want {
			t.Errorf("%s gave %q, %v, want %q", sql, got, err, want)
		}
	}
}

// A policy runs for whoever reads the table.
func TestPlantedPoliciesDoNotRun(t *testing.T) {
	m := newMinefield(t, `CREATE TABLE t (id integer, name text)`, `INSERT INTO t VALUES (1, 'a')`, plant("may", "integer", "boolean", "true"),
		`ALTER TABLE t ENABLE ROW LEVEL SECURITY`, `CREATE POLICY p ON t USING (may(id))`,
		`CREATE TABLE mine (id integer, who text)`, `INSERT INTO mine VALUES (1, 'reader'), (2, 'x')`,
		`ALTER TABLE mine ENABLE ROW LEVEL SECURITY`, `CREATE POLICY p ON mine FOR SELECT USING (who = current_user)`, `CREATE POLICY w ON mine FOR INSERT WITH CHECK (may(id))`,
		`CREATE POLICY z ON mine TO pg_monitor USING (may(id))`,
		`CREATE TABLE off (id integer)`, `INSERT INTO off VALUES (3)`, `CREATE POLICY p ON off USING (may(id))`,
		`CREATE VIEW through WITH (security_invoker = true) AS SELECT id FROM t`,
		`CREATE TABLE lookup (id integer)`, `INSERT INTO lookup VALUES (1)`, `ALTER TABLE lookup ENABLE ROW LEVEL SECURITY`,
		`CREATE POLICY p ON lookup USING (EXISTS (SELECT FROM through WHERE through.id = lookup.id))`)
	g := m.guard()
	for _, sql := range []string{"SELECT id FROM t", "SELECT id FROM through", "SELECT id FROM lookup"} {
		if got, err := m.try(g, sql); err == nil || !strings.Contains(err.Error(), "may()") {
			t.Errorf("%s gave %q, %v", sql, got, err)
		}
	}
	for sql, want := range map[string]string{"SELECT count(*) FROM mine": "1", "SELECT id FROM off": "3"} {
		if got, err := m.try(g, sql); err != nil || got != want {
			t.Errorf("%s gave %q, %v, want %q", sql, got, err, want)
		}
	}
	if ran := m.ran(); len(ran) > 0 {
		t.Errorf("planted code ran: %v", ran)
	}
}

// The types of well-known extensions have operators of their own, which must
// be the ones that run.
func TestTypesOfExtensions(t *testing.T) {
	for name, c := range map[string]struct{ where, planted string }{
		"in public":  {"public", ""},
		"apart":      {"extensions", ""},
		"with mines": {"public", `CREATE OPERATOR = (LEFTARG = bigint, RIGHTARG = numeric, FUNCTION = eq)`},
	} {
		t.Run(name, func(t *testing.T) {
			statements := []string{`CREATE SCHEMA extensions`, `CREATE EXTENSION citext SCHEMA ` + c.where, `CREATE EXTENSION hstore SCHEMA ` + c.where,
				plant("eq", "bigint, numeric", "boolean", "true"),
				`SET search_path = public, extensions; CREATE DOMAIN mail AS citext CHECK (VALUE ~ '@'); CREATE TABLE t (id bigint, email citext, login mail, h hstore, tags citext[])`,
				`SET search_path = public, extensions; INSERT INTO t VALUES (1, 'A@x', 'B@x', 'k=>v', '{P,q}'), (2, 'a@X', 'c@x', 'k=>w', '{}')`}
			if c.planted != "" {
				statements = append(statements, c.planted)
			}
			m := newMinefield(t, statements...)
			g := m.guard()
			for sql, want := range map[string]string{
				"SELECT count(*) FROM t WHERE email = 'a@x'": "2", "SELECT count(DISTINCT email) FROM t": "1", "SELECT CASE email WHEN 'a@x' THEN 'yes' END FROM t": "yes",
				"SELECT count(*) FROM t WHERE login IN ('b@x', 'z')": "1", "SELECT count(*) FROM t a JOIN t b USING (email)": "4", "SELECT 'a'::citext = 'A', count(*) FROM t GROUP BY email": "true 2",
				"SELECT h -> 'k' FROM t ORDER BY id": "v", "SELECT 'p' = ANY (tags) FROM t ORDER BY id": "true", "SELECT replace(email, 'X', 'y') FROM t ORDER BY id": "A@y",
				"SELECT email LIKE 'a%' FROM t ORDER BY id": "true", "SELECT count(*) FROM t WHERE email IN (SELECT email FROM t)": "2",
			} {
				got, err := m.try(g, sql)
				if c.planted != "" {
					if err == nil || !strings.Contains(err.Error(), "of its own") {
						t.Errorf("%s gave %q, %v", sql, got, err)
					}
				} else if err != nil || got != want {
					t.Errorf("%s gave %q, %v, want %q", sql, got, err, want)
				}
			}
			if got, err := m.try(g, "SELECT CASE id WHEN 1.0 THEN 'one' END FROM t ORDER BY id"); err != nil || got != "one" {
				t.Errorf("a statement without them gave %q, %v", got, err)
			}
			if ran := m.ran(); len(ran) > 0 {
				t.Errorf("planted code ran: %v", ran)
			}
		})
	}
}

// What passes the guard and takes long is stopped on the server, too.
func TestLongStatementsEndOnTheServer(t *testing.T) {
	server := pgtest.Shared(t)
	src, db := fresh(t, server, `CREATE TABLE t (id integer, name text)`, `INSERT INTO t SELECT g, 'name ' || g FROM generate_series(1, 50) g`)
	g := guard.New(src.Grammar(), &guard.Catalog{Snapshot: look1(t, src)})
	for _, sql := range []string{
		"SELECT factorial(32177)",
		"SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b",
		"SELECT count(*) FROM generate_series(1, (SELECT 1000000000))",
		"SELECT count(*) FROM generate_series(timestamp '2000-01-01', timestamp '9000-01-01', interval '1 second')",
		"SELECT count(*) FROM t a, t b, t c, t d, t e, t f, t g WHERE a.name || b.name LIKE c.name || d.name",
		"WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT 1 FROM r) SELECT count(*) FROM r",
		"SELECT sum(length(repeat('x', a.id * 600))) FROM t a, t b, t c, t d, t e",
		"SELECT count(*) FROM t a, t b, t c, t d WHERE polygon(1000, circle(point(a.id, 0), 1)) && polygon(1000, circle(point(b.id, c.id), d.id))",
	} {
		statement, err := g.Check(t.Context(), sql)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		r, err := src.Query(t.Context(), statement, source.Limits{Time: 500 * time.Millisecond})
		if err == nil {
			_, err = r.ReadAll()
		}
		if fault.CodeOf(err) != fault.SQLTimeout {
			t.Errorf("%s: %v, want %s", sql, err, fault.SQLTimeout)
		}
		src.work.Wait()
		for ask[int](t, server, `SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND usename = $2 AND state = 'active'`, db, reader) > 0 {
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// A count that is computed is bounded where the statement runs.
func TestComputedCountsAreBounded(t *testing.T) {
	m := newMinefield(t, `CREATE TABLE t (id integer, n bigint)`, `INSERT INTO t VALUES (1, 3)`)
	g := m.guard()
	for sql, want := range map[string]string{
		"SELECT repeat('ab', id + 1) FROM t": "abab", "SELECT lpad('x', id * 3, '.') FROM t": "..x", "SELECT repeat('-', n::int) FROM t": "---",
	} {
		if got, err := m.try(g, sql); err != nil || got != want {
			t.Errorf("%s gave %q, %v, want %q", sql, got, err, want)
		}
	}
	for _, sql := range []string{"SELECT repeat('ab', id * 1000000) FROM t", "SELECT length(rpad('x', id + 999999999)) FROM t", "SELECT lpad('x', (SELECT 100000)) FROM t"} {
		if got, err := m.try(g, sql); err == nil {
			t.Errorf("%s gave %d bytes", sql, len(got))
		}
	}
}

// The planner evaluates what is constant in the expressions of an index.
func TestPlantedIndexesDoNotRun(t *testing.T) {
	m := newMinefield(t, plant("evil", "integer", "integer", "1"), `CREATE EXTENSION unaccent`, `CREATE SCHEMA lab`,
		`CREATE FUNCTION lab.evil(integer) RETURNS integer IMMUTABLE LANGUAGE sql AS 'SELECT public.evil(1)'`,
		`CREATE FUNCTION hidden(integer) RETURNS integer IMMUTABLE LANGUAGE sql AS 'SELECT $1 + public . evil (1)'`,
		`CREATE FUNCTION quoted(integer) RETURNS integer IMMUTABLE LANGUAGE sql AS 'SELECT $1 + "public"."evil"(1)'`,
		`CREATE FUNCTION atomic(integer) RETURNS integer IMMUTABLE LANGUAGE sql BEGIN ATOMIC SELECT $1 + evil(1); END`,
		`CREATE FUNCTION f_unaccent(text) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT public.unaccent('public.unaccent', lower($1)) $$`,
		`CREATE FUNCTION shout(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN RETURN upper($1); END $$`,
		`CREATE TABLE constant (id integer)`, `CREATE INDEX ON constant ((id + evil(1)))`,
		`CREATE TABLE nested (id integer)`, `CREATE INDEX ON nested ((id + evil(abs(-1))))`,
		`CREATE TABLE partial (id integer)`, `CREATE INDEX ON partial (id) WHERE evil(1) = id`,
		`CREATE TABLE inlined (id integer)`, `CREATE INDEX ON inlined (hidden(id))`,
		`CREATE TABLE wrapped (id integer)`, `CREATE INDEX ON wrapped (quoted(id))`,
		`CREATE TABLE deeper (id integer)`, `CREATE INDEX ON deeper (lab.evil(id))`,
		`CREATE TABLE bodied (id integer)`, `CREATE INDEX ON bodied (atomic(id))`,
		`CREATE TABLE parted (id integer) PARTITION BY LIST ((id + evil(1)))`, `CREATE TABLE parted_1 PARTITION OF parted DEFAULT`,
		`CREATE TABLE leafy (id integer) PARTITION BY LIST (id)`, `CREATE TABLE leaf PARTITION OF leafy DEFAULT`, `CREATE INDEX ON leaf ((id + evil(1)))`,
		`CREATE TABLE measured (id integer)`, `CREATE STATISTICS s ON (id + evil(1)) FROM measured`,
		`CREATE TABLE checked (id integer CHECK (id + evil(1) > 0))`,
		`CREATE TABLE people (id integer, name text, code varchar)`, `CREATE INDEX ON people (f_unaccent(name))`, `CREATE INDEX ON people (shout(code), lower(name))`,
		`CREATE INDEX ON people (evil(id)) WHERE name = 'a'`,
		`INSERT INTO people VALUES (1, 'É', 'x')`, `INSERT INTO constant VALUES (1)`, `INSERT INTO parted VALUES (1)`, `INSERT INTO checked VALUES (1)`)
	g := m.guard()
	for _, name := range []string{"constant", "nested", "partial", "inlined", "wrapped", "deeper", "bodied", "parted", "leafy", "measured"} {
		if got, err := m.try(g, "SELECT id FROM "+name+" WHERE id = 1"); err == nil || !strings.Contains(err.Error(), "may not be read") {
			t.Errorf("%s gave %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"people", "checked"} {
		if got, err := m.try(g, "SELECT id FROM "+name+" WHERE id = 1"); err != nil || got != "1" {
			t.Errorf("%s gave %q, %v", name, got, err)
		}
	}
	if ran := m.ran(); len(ran) > 0 {
		t.Errorf("planted code ran: %v", ran)
	}
}
