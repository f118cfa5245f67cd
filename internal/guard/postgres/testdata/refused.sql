## only SELECT
INSERT INTO ships (id, name) VALUES (99, 'x')

INSERT INTO ships SELECT * FROM ships RETURNING id

UPDATE ships SET name = 'x'

UPDATE ships SET name = 'x' WHERE id = 1 RETURNING *

DELETE FROM ships

delete/**/from/**/ships

DELETE FROM ships USING berths WHERE ships.id = berths.id RETURNING ships.*

MERGE INTO ships s USING crew c ON s.id = c.id WHEN MATCHED THEN DELETE

TRUNCATE ships

WITH x AS (SELECT 1) INSERT INTO ships SELECT * FROM x

WITH x AS (SELECT 1) DELETE FROM ships

WITH x AS (SELECT 1) UPDATE ships SET id = 1

DROP TABLE ships

CREATE TABLE copy AS SELECT * FROM ships

CREATE TABLE t (a int)

CREATE TEMP TABLE ships (a int)

CREATE VIEW v AS SELECT 1

CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'

CREATE INDEX ON ships (name)

CREATE SCHEMA x

CREATE EXTENSION dblink

CREATE ROLE eve SUPERUSER

CREATE TRIGGER t AFTER INSERT ON ships EXECUTE FUNCTION f()

CREATE MATERIALIZED VIEW m AS SELECT 1

REFRESH MATERIALIZED VIEW m

ALTER TABLE ships ADD COLUMN x int

ALTER SYSTEM SET work_mem = '1GB'

ALTER ROLE postgres PASSWORD 'x'

GRANT ALL ON ships TO public

REVOKE ALL ON ships FROM public

COMMENT ON TABLE ships IS 'x'

SECURITY LABEL ON TABLE ships IS 'x'

COPY ships TO '/tmp/x'

COPY ships FROM '/tmp/x'

COPY (SELECT 1) TO PROGRAM 'true'

COPY ships FROM PROGRAM 'true'

COPY (SELECT * FROM ships) TO STDOUT

SET statement_timeout = 0

SET LOCAL search_path = archive

SET SESSION AUTHORIZATION DEFAULT

SET ROLE postgres

RESET ALL

SET TRANSACTION READ WRITE

SHOW data_directory

SHOW ALL

BEGIN

COMMIT

ROLLBACK

SAVEPOINT a

RELEASE SAVEPOINT a

ROLLBACK TO a

PREPARE TRANSACTION 'x'

PREPARE p AS SELECT 1

EXECUTE p

DEALLOCATE ALL

DECLARE c CURSOR FOR SELECT 1

FETCH ALL FROM c

CLOSE c

MOVE 1 IN c

LOCK TABLE ships

LOCK ships IN ACCESS SHARE MODE

LISTEN x

NOTIFY x, 'y'

UNLISTEN *

VACUUM

VACUUM FULL ships

ANALYZE

CLUSTER ships

REINDEX TABLE ships

CHECKPOINT

DISCARD ALL

LOAD 'x'

DO $$ BEGIN DELETE FROM ships; END $$

DO LANGUAGE plpgsql $a$ BEGIN NULL; END $a$

CALL p()

IMPORT FOREIGN SCHEMA s FROM SERVER x INTO public

REASSIGN OWNED BY a TO b

DROP OWNED BY a

EXPLAIN DELETE FROM ships

EXPLAIN INSERT INTO ships VALUES (1)

EXPLAIN CREATE TABLE t AS SELECT 1

EXPLAIN EXECUTE p

EXPLAIN DECLARE c CURSOR FOR SELECT 1

## may run the statement
EXPLAIN ANALYZE SELECT 1

EXPLAIN ANALYZE DELETE FROM ships

EXPLAIN (ANALYZE) SELECT 1

EXPLAIN (ANALYZE false) SELECT 1

EXPLAIN (BUFFERS, COSTS) SELECT 1

EXPLAIN (GENERIC_PLAN) SELECT 1

EXPLAIN (SETTINGS) SELECT 1

EXPLAIN (WAL) SELECT 1

EXPLAIN ("analyze") SELECT 1

EXPLAIN (COSTS off, TIMING on) SELECT 1

## statements; only one may run
SELECT 1; SELECT 2

SELECT 1; DROP TABLE ships

SELECT 1;DELETE FROM ships;--

(SELECT 1);(SELECT 2)

COMMIT; DROP TABLE ships; BEGIN

SELECT 'a\'; DELETE FROM ships; --'

SELECT $a$ $b$ $a$; TRUNCATE ships; --$b$

SELECT 1 /* /* */ ; */ ; DELETE FROM ships

SELECT U&'\0027'; DELETE FROM ships --'

SELECT 1
;
DELETE FROM ships

;

;;--

-- only a comment

/* nothing here */

## creates a table
SELECT * INTO copy FROM ships

SELECT 1 INTO TEMP x

SELECT id INTO UNLOGGED TABLE x FROM ships

WITH a AS (SELECT 1 AS n) SELECT n INTO y FROM a

SELECT * INTO STRICT FROM ships

## lock rows
SELECT * FROM ships FOR UPDATE

SELECT * FROM ships FOR SHARE

SELECT * FROM ships FOR NO KEY UPDATE

SELECT * FROM ships FOR KEY SHARE NOWAIT

SELECT * FROM ships s FOR UPDATE OF s SKIP LOCKED

SELECT * FROM (SELECT id FROM ships FOR UPDATE) x

SELECT (SELECT id FROM ships LIMIT 1 FOR SHARE)

WITH x AS (SELECT id FROM ships FOR UPDATE) SELECT * FROM x

(SELECT id FROM ships FOR UPDATE) UNION ALL SELECT 1

SELECT id FROM ships WHERE id IN (SELECT id FROM ships FOR UPDATE)

## changes data
WITH d AS (DELETE FROM ships RETURNING id) SELECT * FROM d

WITH i AS (INSERT INTO ships (id) VALUES (1) RETURNING id) SELECT count(*) FROM i

WITH u AS (UPDATE ships SET id = 2 RETURNING *) SELECT 1

WITH m AS (MERGE INTO ships USING crew ON false WHEN MATCHED THEN DELETE RETURNING 1) SELECT 1

WITH a AS (SELECT 1), d AS (DELETE FROM ships) TABLE a

SELECT * FROM (WITH d AS (DELETE FROM ships RETURNING id) SELECT * FROM d) x

SELECT (WITH d AS (DELETE FROM ships RETURNING 1) SELECT 1)

VALUES ((WITH d AS (DELETE FROM ships RETURNING 1) SELECT 1))

SELECT 1 UNION (WITH d AS (DELETE FROM ships RETURNING 1) SELECT 1)

WITH RECURSIVE r AS (SELECT 1 UNION ALL SELECT 1 FROM r), d AS (DELETE FROM ships RETURNING 1) SELECT 1

EXPLAIN WITH d AS (DELETE FROM ships RETURNING id) SELECT * FROM d

SELECT JSON_ARRAY(WITH d AS (DELETE FROM ships RETURNING 1) SELECT 1)

SELECT ARRAY(WITH d AS (DELETE FROM ships RETURNING 1) SELECT 1)

SELECT 1 = ANY (WITH d AS (DELETE FROM ships RETURNING 1) SELECT 1)

SELECT id FROM ships ORDER BY (WITH d AS (DELETE FROM ships RETURNING 1) SELECT 1)

## not on the list of safe functions
SELECT pg_read_file('/etc/passwd')

SELECT pg_read_binary_file('x'), pg_stat_file('x')

SELECT "pg_read_file"('x')

SELECT PG_READ_FILE('x')

SELECT U&"pg\005fread_file"('x')

SELECT U&"pg!005fread_file" UESCAPE '!' ('x')

SELECT pg_read_file/**/('x')

SELECT pg_read_file
('x')

SELECT pg_catalog.pg_read_file('x')

SELECT "pg_catalog"."pg_ls_dir"('.')

SELECT * FROM pg_ls_dir('/')

SELECT * FROM pg_ls_logdir()

SELECT * FROM ROWS FROM (pg_ls_dir('/'), generate_series(1, 2)) AS f(a, b)

SELECT * FROM ROWS FROM (generate_series(1, 2), pg_ls_dir('/')) AS f(a, b)

SELECT * FROM ships, LATERAL pg_ls_dir(ships.name) d

SELECT s.id FROM ships s JOIN LATERAL (SELECT pg_read_file(s.name)) f ON true

SELECT id FROM ships WHERE pg_sleep(10) IS NULL

SELECT id FROM ships ORDER BY pg_sleep(1)

SELECT id FROM ships GROUP BY id HAVING pg_sleep(1) IS NULL

SELECT id FROM ships LIMIT pg_backend_pid()

SELECT id FROM ships OFFSET length(pg_read_file('x'))

SELECT count(*) FILTER (WHERE pg_sleep(1) IS NULL) FROM ships

SELECT sum(1) OVER (ORDER BY pg_sleep(1)) FROM ships

SELECT sum(1) OVER w FROM ships WINDOW w AS (PARTITION BY pg_sleep(1))

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY pg_backend_pid()) FROM ships

SELECT CASE WHEN true THEN pg_sleep(1) END

SELECT CASE pg_sleep(1) WHEN NULL THEN 1 END

SELECT coalesce(pg_read_file('x'), '')

SELECT ARRAY[pg_read_file('x')]

SELECT (ARRAY[1])[pg_backend_pid()]

SELECT ROW(pg_read_file('x'))

SELECT 'x' || pg_read_file('x')

SELECT NOT pg_try_advisory_lock(1)

SELECT 1 WHERE 1 IN (1, pg_backend_pid())

SELECT 1 WHERE 1 BETWEEN 0 AND pg_backend_pid()

SELECT pg_read_file('x') COLLATE "C"

SELECT pg_read_file('x')::int

SELECT EXISTS (SELECT pg_sleep(1))

SELECT (SELECT (SELECT (SELECT pg_sleep(1))))

SELECT id FROM ships ORDER BY (SELECT pg_sleep(1))

SELECT lower(upper(pg_read_file('x')))

SELECT greatest(1, pg_backend_pid())

SELECT kind FROM visits GROUP BY GROUPING SETS ((kind), (pg_backend_pid()))

SELECT DISTINCT ON (pg_sleep(1)) id FROM ships

SELECT 1 UNION SELECT length(pg_read_file('x'))

VALUES (pg_read_file('x'))

WITH x AS MATERIALIZED (SELECT set_config('search_path', 'archive', false)) SELECT * FROM ships, x

SELECT * FROM ships s JOIN berths b ON s.id = b.id AND pg_sleep(1) IS NULL

SELECT * FROM ships TABLESAMPLE BERNOULLI (pg_backend_pid())

SELECT * FROM ships TABLESAMPLE SYSTEM (1) REPEATABLE (pg_backend_pid())

SELECT make_interval(secs => pg_backend_pid())

SELECT concat(VARIADIC ARRAY[pg_read_file('x')])

SELECT JSON_OBJECT('a': pg_read_file('x'))

SELECT JSON_VALUE('{}', '$' PASSING pg_read_file('x') AS f)

SELECT * FROM JSON_TABLE(pg_read_file('x')::jsonb, '$' COLUMNS (a text PATH '$'))

SELECT string_agg(name, ',' ORDER BY pg_read_file('x')) FROM ships

SELECT JSON_VALUE('{}', '$.a' DEFAULT pg_read_file('x') ON EMPTY)

SELECT * FROM JSON_TABLE('[]', '$' COLUMNS (a text PATH '$' DEFAULT pg_read_file('x') ON EMPTY))

SELECT 1::numeric(pg_backend_pid())

SELECT sum(id) OVER (ORDER BY id ROWS BETWEEN pg_backend_pid() PRECEDING AND CURRENT ROW) FROM ships

SELECT sum(id) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND pg_backend_pid() FOLLOWING) FROM ships

SELECT set_config('statement_timeout', '0', false)

SELECT current_setting('data_directory')

SELECT current_setting('x', true), lower('A')

SELECT nextval('ticket_numbers')

SELECT currval('ticket_numbers'), lastval()

SELECT setval('ticket_numbers', 1)

SELECT lo_import('/etc/passwd')

SELECT lo_export(1, '/tmp/x')

SELECT lo_create(0), lo_creat(-1), lo_unlink(1), lo_open(1, 1), loread(1, 1), lowrite(1, ''), lo_get(1), lo_put(1, 0, ''), lo_from_bytea(0, '')

SELECT pg_advisory_lock(1)

SELECT pg_try_advisory_xact_lock(1), pg_advisory_unlock_all()

SELECT pg_sleep_for('1 s')

SELECT pg_sleep_until('tomorrow')

SELECT pg_cancel_backend(1)

SELECT pg_terminate_backend(1)

SELECT pg_reload_conf()

SELECT pg_rotate_logfile()

SELECT pg_switch_wal()

SELECT pg_create_restore_point('x')

SELECT pg_logical_emit_message(false, 'x', 'y')

SELECT pg_create_logical_replication_slot('x', 'y')

SELECT pg_notify('x', 'y')

SELECT pg_stat_reset()

SELECT pg_export_snapshot()

SELECT pg_current_xact_id()

SELECT txid_current()

SELECT txid_current_snapshot()

SELECT pg_promote()

SELECT query_to_xml('SELECT 1', true, true, '')

SELECT query_to_xml_and_xmlschema('SELECT 1', true, true, '')

SELECT table_to_xml('logins', true, true, '')

SELECT schema_to_xml('public', true, true, '')

SELECT database_to_xml(true, true, '')

SELECT cursor_to_xml('c', 1, true, true, '')

SELECT xpath('/a', '<a/>')

SELECT * FROM ts_stat('SELECT secret FROM logins')

SELECT ts_rewrite('a', 'SELECT secret FROM logins')

SELECT * FROM ts_debug('x')

SELECT * FROM crosstab('SELECT 1, 2, 3') AS c(a int)

SELECT * FROM connectby('logins', 'a', 'b', 'c', 0) AS t(a text)

SELECT * FROM normal_rand(1, 1, 1)

SELECT * FROM dblink('host=x', 'SELECT 1') AS t(a int)

SELECT dblink_connect('x'), dblink_exec('DELETE FROM ships')

SELECT * FROM postgres_fdw_get_connections()

SELECT crypt('x', gen_salt('bf', 31))

SELECT pgp_sym_decrypt('x', 'y')

SELECT pg_file_write('x', 'y', false)

SELECT file_fdw_validator('{}', 1)

SELECT version()

SELECT inet_server_addr(), inet_client_addr()

SELECT pg_postmaster_start_time()

SELECT pg_database_size('postgres')

SELECT pg_relation_size('ships')

SELECT pg_get_viewdef('v'), pg_get_functiondef(1)

SELECT has_table_privilege('logins', 'SELECT')

SELECT obj_description(1, 'pg_class'), col_description(1, 1)

SELECT to_regclass('logins')

SELECT regclass('logins')

SELECT current_schema(), current_schemas(true)

SELECT current_database()

SELECT row_security_active('ships')

SELECT pg_encoding_to_char(6)

SELECT setseed(0.5)

SELECT * FROM pg_show_all_settings()

SELECT * FROM pg_get_keywords()

SELECT * FROM pg_stat_get_activity(NULL)

SELECT * FROM pg_logical_slot_get_changes('x', NULL, NULL)

SELECT * FROM pg_config()

SELECT pg_ls_dir('.') FROM ships

SELECT scuttle()

SELECT sink(s) FROM ships s

SELECT sink_any(1)

SELECT * FROM scuttle()

SELECT * FROM scuttle() AS f(a)

SELECT sum(scuttle()) OVER () FROM ships

SELECT boolin('t'), textin('x'), int4in('1')

SELECT int4pl(1, 2), texteq('a', 'b')

SELECT pg_partition_tree('ships')

SELECT brin_summarize_new_values(1), gin_clean_pending_list(1)

SELECT xmlagg(x) FROM (SELECT 1) x

SELECT xmlcomment('x')

SELECT pg_collation_actual_version(1)

SELECT COLLATION FOR ('a')

SELECT unknown_function(1)

SELECT similarity('a', 'b')

## is not a built-in one
SELECT public.lower(1)

SELECT archive.lower('A')

SELECT public.scuttle()

SELECT information_schema._pg_expandarray(ARRAY[1])

SELECT harbour.pg_catalog.lower('A')

SELECT pg_temp.f()

SELECT * FROM public.generate_series(1, 2)

SELECT 1 !!! 2

SELECT 1 OPERATOR(public.+) 2

SELECT 1 OPERATOR(public.!!!) 2

SELECT 1 OPERATOR(pg_catalog.!!!) 2

SELECT OPERATOR(archive.-) 1

SELECT id FROM ships ORDER BY id USING !!!

SELECT id FROM ships ORDER BY id USING OPERATOR(public.<)

SELECT 1 !!! ANY (ARRAY[1])

SELECT 1 !!! ALL (SELECT 1)

SELECT 1 OPERATOR(public.=) ANY (SELECT 1)

SELECT (1, 2) OPERATOR(public.=) (SELECT 1, 2)

SELECT 'a' %> 'b'

SELECT 'a' <<<->> 'b'

SELECT @#@ 1

## is not a built-in method
SELECT * FROM ships TABLESAMPLE system_rows (5)

SELECT * FROM ships TABLESAMPLE public.bernoulli (5)

SELECT * FROM ships TABLESAMPLE "SYSTEM" (5)

## is a system catalog
SELECT * FROM pg_class

SELECT * FROM pg_catalog.pg_authid

SELECT * FROM "pg_catalog"."pg_shadow"

SELECT * FROM PG_CATALOG.PG_PROC

SELECT * FROM pg_stat_activity

SELECT * FROM pg_settings

SELECT * FROM pg_user, ships

SELECT * FROM U&"pg\005fclass"

SELECT * FROM information_schema.tables

SELECT * FROM INFORMATION_SCHEMA.Columns

SELECT * FROM "information_schema"."tables"

SELECT * FROM pg_toast.pg_toast_1255

SELECT * FROM pg_temp.ships

SELECT * FROM pg_temp_3.ships

TABLE pg_roles

TABLE information_schema.sql_features

SELECT (SELECT count(*) FROM pg_class)

SELECT 1 FROM ships WHERE EXISTS (SELECT 1 FROM pg_authid WHERE rolsuper)

WITH pg_class AS (SELECT 1) SELECT * FROM pg_catalog.pg_class

WITH x AS (SELECT * FROM pg_class) SELECT 1

SELECT * FROM ships JOIN pg_class ON true

SELECT * FROM ONLY pg_class

SELECT * FROM pg_class TABLESAMPLE SYSTEM (1)

SELECT 1 UNION SELECT oid::int FROM pg_class

SELECT * FROM (pg_class CROSS JOIN ships) x

## names another database
SELECT * FROM postgres.public.ships

SELECT * FROM harbour.public.ships

SELECT * FROM other.pg_catalog.pg_class

TABLE a.b.c

## is not in the schema
SELECT * FROM logins

SELECT secret FROM public.logins

TABLE logins

SELECT * FROM nowhere.ships

SELECT * FROM archive.ships

SELECT * FROM shipss

SELECT * FROM "Ships"

SELECT * FROM "SHIPS"

SELECT (SELECT secret FROM logins LIMIT 1)

SELECT id FROM ships WHERE id IN (SELECT length(secret) FROM logins)

SELECT id FROM ships UNION SELECT length(secret) FROM logins

WITH x AS (SELECT * FROM logins) SELECT 1

SELECT * FROM (WITH logins AS (SELECT 1) SELECT * FROM logins) a, logins

SELECT * FROM logins, (WITH logins AS (SELECT 1) SELECT * FROM logins) a

SELECT (WITH logins AS (SELECT 1) SELECT 1), (SELECT count(*) FROM logins)

(WITH logins AS (SELECT 1) SELECT * FROM logins) UNION SELECT * FROM logins

WITH logins AS (SELECT * FROM logins) SELECT * FROM logins

WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a

WITH logins AS (SELECT 1) SELECT * FROM public.logins

SELECT * FROM ships JOIN logins ON true

SELECT * FROM ships, LATERAL (SELECT * FROM logins) x

SELECT ARRAY(SELECT secret FROM logins)

SELECT JSON_ARRAY(SELECT secret FROM logins)

EXPLAIN SELECT * FROM logins

## is not in the FROM clause
SELECT x.id FROM ships

SELECT ships.id FROM ships s

SELECT public.ships.id FROM ships s

SELECT archive.ships.id FROM ships

SELECT archive.visits.note FROM visits

SELECT s.name FROM (SELECT s.id FROM ships s) x

SELECT x.* FROM ships

SELECT a.b.* FROM ships

SELECT * FROM ships s, (SELECT s.id) x

SELECT * FROM (ships s JOIN berths b USING (id)) j WHERE s.id = 1

SELECT pg_catalog.lower.x FROM ships

## reaches into another database
SELECT a.public.ships.id FROM ships

SELECT a.b.c.d.e FROM ships

## not found in
SELECT s.sink FROM ships s

SELECT s.scuttle FROM ships s

SELECT ships.sink FROM ships

SELECT public.ships.sink FROM ships

SELECT "s"."sink" FROM ships s

SELECT U&"s".U&"sin\006b" FROM ships s

SELECT (s).sink FROM ships s

SELECT (s).sink_any FROM ships s

SELECT ((s)).sink FROM ships s

SELECT x.sink FROM (SELECT 1 AS a) x

SELECT x.sink_any FROM (SELECT count(*) FROM ships) x

SELECT x.sink_any FROM (VALUES (1)) x

SELECT x.sink_any FROM (SELECT * FROM ships) x

WITH x AS (SELECT 1 AS a) SELECT x.sink_any FROM x

WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT r.sink_any FROM r) SELECT * FROM r

SELECT j.sink_any FROM (ships s JOIN berths b USING (id)) j

SELECT k.sink_any FROM ships JOIN berths USING (id) AS k

SELECT g.sink_any FROM generate_series(1, 2) g

SELECT r.sink_any FROM jsonb_to_record('{}') AS r(a int)

SELECT t.sink_any FROM JSON_TABLE('[]', '$' COLUMNS (a int PATH '$')) t

SELECT s.name FROM berths s

SELECT id FROM ships s WHERE s.sink > 0

SELECT id FROM ships s ORDER BY s.sink

SELECT 1 FROM ships s GROUP BY s.sink

SELECT count(*) FILTER (WHERE s.sink > 0) FROM ships s

SELECT (SELECT s.sink) FROM ships s

SELECT * FROM ships s JOIN berths b ON s.sink = b.id

SELECT * FROM ships s, LATERAL (SELECT s.sink) x

SELECT v.sink FROM public.visits v

SELECT s.order_by FROM ships s

SELECT s.Name, s."Name" FROM ships s

SELECT o."select" FROM "Odd Table" o

## could call a function
SELECT (ROW(1, 2)).sink_any

SELECT (x.home).sink_any FROM ships x

SELECT ((x.s)).sink FROM (SELECT s FROM ships s) x

SELECT (x.s).sink FROM (SELECT s FROM ships s) x

SELECT (s.home).lat.sink_any FROM ships s

SELECT (ARRAY(SELECT s FROM ships s))[1].sink

SELECT ((ARRAY(SELECT s FROM ships s))[1]).sink

SELECT (SELECT s FROM ships s LIMIT 1).sink

SELECT ('/etc/passwd'::text).pg_read_file

SELECT (s.name).pg_read_file FROM ships s

SELECT ((s.name)).scuttle FROM ships s

SELECT u.sink FROM unnest(ARRAY(SELECT s FROM ships s)) u

SELECT (u).sink FROM unnest(ARRAY(SELECT s FROM ships s)) u

SELECT (json_populate_record(s, '{}')).sink FROM ships s

SELECT p.sink FROM ships s, json_populate_record(s, '{}') p

SELECT (CASE WHEN true THEN s END).sink FROM ships s

SELECT (coalesce(s, s)).sink FROM ships s

SELECT (max(s)).sink FROM ships s

SELECT (lag(s) OVER ()).sink FROM ships s

## is not in the tables of the FROM clause
SELECT nam FROM ships

SELECT id FROM ships WHERE tonage > 1

SELECT name FROM berths

SELECT secret FROM ships

SELECT fee FROM ships ORDER BY 1

SELECT id FROM ships ORDER BY fee

SELECT id AS k FROM ships WHERE k = 1

SELECT quay FROM (SELECT id FROM berths) b

SELECT total FROM (SELECT sum(fee) FROM visits) x

SELECT id FROM ships ORDER BY sum(nothing)

## not on the list of safe types
SELECT 'logins'::regclass

SELECT CAST('lower' AS regproc)

SELECT 'lower(text)'::regprocedure

SELECT 'x'::regrole, 1

SELECT 'x'::regnamespace::text

SELECT regclass 'logins'

SELECT 1::regtype

SELECT 'x'::pg_catalog.regclass

SELECT 'logins'::"regclass"

SELECT '{logins}'::regclass[]

SELECT '{logins}'::_regclass

SELECT 'english'::regconfig

SELECT 'x'::regoper, 'y'::regoperator, 'z'::regcollation, 'd'::regdictionary

SELECT '<a/>'::xml

SELECT 1::oid::regclass

SELECT 'x'::nothing

SELECT 'x'::public.nothing

SELECT NULL::ships

SELECT 'x'::pg_class

SELECT '0/0'::pg_lsn

SELECT 'x'::refcursor

SELECT 'x'::aclitem

SELECT '(0,0)'::tid, '1'::xid

SELECT 'x'::cstring

SELECT * FROM jsonb_to_record('{}') AS r(a regclass)

SELECT * FROM JSON_TABLE('[]', '$' COLUMNS (a regclass PATH '$'))

SELECT JSON_VALUE('{}', '$' RETURNING regclass)

SELECT tableoid::regclass FROM ships

SELECT 'x'::archive.regclass

SELECT 'x'::other.db.text

SELECT 'cruise'::archive.visit_kind

SELECT 'cruise'::pg_temp.visit_kind

SELECT 'x'::ships.name%TYPE

## this form of type name
SELECT CAST(1 AS SETOF int)

## tells who is connected
SELECT current_user

SELECT session_user

SELECT user

SELECT current_role

SELECT current_catalog

SELECT current_schema

SELECT id FROM ships WHERE name = CURRENT_USER

SELECT coalesce(NULL, session_user::text)

## is not part of the SQL
SELECT $1

SELECT id FROM ships WHERE id = $1

SELECT $1::int, $2::text

SELECT * FROM ships LIMIT $1

SELECT generate_series(1, $1)

SELECT xmlelement(name a, 'x')

SELECT xmlforest(1 AS a)

SELECT xmlparse(document '<a/>')

SELECT xmlconcat('<a/>')

SELECT xmlpi(name php)

SELECT xmlroot('<a/>', version '1.0')

SELECT xmlserialize(content '<a/>' AS text)

SELECT '<a/>' IS DOCUMENT

SELECT * FROM XMLTABLE('/a' PASSING '<a/>' COLUMNS b text)

VALUES (DEFAULT)

## would produce more than
SELECT repeat(repeat(name, id), id) FROM ships

SELECT repeat(name, 1000000) FROM ships

SELECT array_fill(name, ARRAY[1000000]) FROM ships

SELECT array_fill(repeat('x', 10000), ARRAY[10000])

SELECT * FROM generate_series(1, 1000000000)

SELECT generate_series(1, 5000000)

SELECT * FROM generate_series(1, 1e9)

SELECT * FROM generate_series(1::bigint, '9000000000'::bigint)

SELECT * FROM generate_series(1, 1000 * 1000 * 1000)

SELECT * FROM generate_series(1, 10 ^ 9)

SELECT * FROM generate_series(1, (2 << 30)::bigint)

SELECT * FROM generate_series(1, power(10, 9)::int)

SELECT * FROM generate_series(1, 1_000_000_000)

SELECT * FROM generate_series(1, 0x3FFFFFFF)

SELECT * FROM generate_series(-500000000, +500000000)

SELECT * FROM generate_series(0, 100000, 0.00001)

SELECT * FROM generate_series(10000000, 1, -1)

SELECT * FROM pg_catalog.generate_series(1, 1000000000)

SELECT repeat('x', 1000000000)

SELECT repeat('x', 1000 * 1000 * 1000)

SELECT length(repeat(repeat('x', 100000), 100000))

SELECT repeat('x' || repeat('y', 1000000), 1000)

SELECT repeat(lpad('x', 1000000), 1000)

SELECT lpad('x', 1000000000)

SELECT rpad('x', 1000000000, 'ab')

SELECT format('%1000000000s', 'x')

SELECT format('%-900000000s', 'x')

SELECT array_fill(1, ARRAY[100000000])

SELECT array_fill(1, ARRAY[10000, 10000])

SELECT upper(repeat('x', 500000000)) FROM ships

## takes a width from its arguments, or its template is not a constant
SELECT format('%*s', 1000000000, 'x')

SELECT format('%1$*2$s', 'x', 1000000000)

SELECT format('%-*s', id * 100000000, 'x') FROM ships

SELECT format('%' || '*s', 1000000000, 'x')

SELECT format(name, 1000000000, 'x') FROM ships

SELECT format('%*s', VARIADIC ARRAY['1000000000', 'x'])

SELECT (SELECT format(max(name)) FROM ships)

## is given a computed size
SELECT array_fill(1, ARRAY[(SELECT 500000000)])

SELECT array_fill(1, ARRAY[id * 100000000]) FROM ships

SELECT array_fill(1, '{500000000}'::int[])

SELECT array_fill(1, ARRAY[1, id, 2]) FROM ships

SELECT array_fill(1, array_append(ARRAY[9], 99999999))

SELECT array_fill(1, CASE WHEN true THEN ARRAY[500000000] END)

## may have at most 1000 points
SELECT polygon(100000, circle '((0,0),1)') && polygon(100000, circle '((0,0),2)')

SELECT polygon(id * 100000, circle '((0,0),1)') FROM ships

## only a short text may be cast to
SELECT repeat('(1,1),', 100000)::polygon

SELECT CAST(name AS path) FROM ships

SELECT string_agg('(1,1)', ',')::polygon && polygon '(0,0)' FROM ships

## may not be used
SELECT grade FROM hulls

SELECT * FROM hulls

TABLE hulls

SELECT h FROM hulls h

SELECT to_jsonb(h) FROM hulls h

SELECT json_agg(h.*) FROM hulls h

SELECT jsonb_populate_record(h, '{"grade": "b"}') FROM hulls h

SELECT h.id FROM hulls h ORDER BY h.grade

SELECT DISTINCT grade FROM hulls

SELECT id FROM hulls GROUP BY id, grade

SELECT count(DISTINCT grade) FROM hulls

SELECT max(h.grade) FROM hulls h

SELECT a.id FROM hulls a JOIN hulls b USING (grade)

SELECT count(*) FROM hulls a NATURAL JOIN hulls b

SELECT row_number() OVER (PARTITION BY grade) FROM hulls

SELECT x.y FROM (SELECT grade AS y FROM hulls) x

SELECT x.b FROM hulls AS x(a, b)

SELECT 'a'::grade

SELECT name::public.grade FROM ships

SELECT '{a}'::grade[]

SELECT JSON_VALUE('"a"', '$' RETURNING grade)

SELECT * FROM json_to_record('{"a": "b"}') AS x(a grade)

SELECT id FROM ships WHERE EXISTS (SELECT FROM hulls WHERE hulls.id = ships.id AND hulls.grade IS NOT NULL)

## may not be read
SELECT id FROM watch

SELECT count(*) FROM ships JOIN watch USING (id)

SELECT (SELECT max(id) FROM public.watch)

WITH w AS (TABLE watch) SELECT 1 FROM w

## is not valid PostgreSQL
SELEC 1

SELECT FROM WHERE

SELECT 'unterminated

SELECT "unterminated

SELECT $tag$ unterminated

SELECT 1 /* unterminated

SELECT 1 /* /* */

SELECT E'\'

SELECT 1 +

SELECT (1

SELECT 1)

SELECT * FROM

SELECT * FORM ships

SELECT `a` FROM ships

SELECT [1, 2]

SELECT U&'\00' FROM ships

SELECT "" FROM ships

PRAGMA database_list

ATTACH 'x' AS y

SELECT * FROM 'file.csv'

SELECT * FROM "ships" WHERE "id" = ?

SELECT * FROM ships WHERE id = :id

SELECT 1 LIMIT 1, 2

SELECT 0x

SELECT 1 WHERE CURRENT OF c

SELECT 1a

\copy ships to x

\! id
