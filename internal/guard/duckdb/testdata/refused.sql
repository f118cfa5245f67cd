## only SELECT
INSERT INTO ships (id, name) VALUES (99, 'x')

INSERT OR REPLACE INTO ships BY NAME SELECT * FROM ships

UPDATE ships SET name = 'x'

DELETE FROM ships

DELETE FROM ships RETURNING *

TRUNCATE ships

MERGE INTO ships USING crew ON ships.id = crew.id WHEN MATCHED THEN DELETE

WITH x AS (SELECT 1) INSERT INTO ships SELECT * FROM x

WITH x AS (SELECT 1) DELETE FROM ships

DROP TABLE ships

DROP MACRO lower

CREATE TABLE copy AS SELECT * FROM ships

CREATE OR REPLACE TEMP TABLE ships AS SELECT 1

CREATE TEMP VIEW ships AS SELECT 1

CREATE VIEW v AS SELECT 1

CREATE MACRO f(x) AS x

CREATE FUNCTION f(x) AS TABLE SELECT 1

CREATE TYPE t AS ENUM ('a')

CREATE SEQUENCE s

CREATE SCHEMA s

CREATE INDEX i ON ships (name)

CREATE SECRET s (TYPE http, BEARER_TOKEN 'x')

CREATE PERSISTENT SECRET s (TYPE s3)

DROP SECRET s

ALTER TABLE ships ADD COLUMN x INTEGER

COMMENT ON TABLE ships IS 'x'

COPY ships TO 'out.csv'

COPY ships FROM 'in.csv'

COPY (SELECT 1) TO 'out.parquet' (FORMAT parquet)

COPY FROM DATABASE a TO b

EXPORT DATABASE 'dir'

IMPORT DATABASE 'dir'

ATTACH 'other.db' AS o

ATTACH ':memory:' AS m

DETACH o

USE o

INSTALL httpfs

FORCE INSTALL httpfs FROM community

LOAD httpfs

LOAD 'evil.duckdb_extension'

UPDATE EXTENSIONS

SET memory_limit = '1TB'

SET enable_external_access = true

SET SESSION threads = 1

SET GLOBAL threads = 1

SET VARIABLE v = 1

RESET threads

PRAGMA threads = 1

PRAGMA enable_profiling

PRAGMA disable_checkpoint_on_shutdown

CALL pragma_version()

CALL duckdb_tables()

CALL dbgen(sf = 1)

CHECKPOINT

FORCE CHECKPOINT

VACUUM

VACUUM ANALYZE

ANALYZE

BEGIN

BEGIN TRANSACTION

COMMIT

ROLLBACK

PREPARE p AS SELECT 1

EXECUTE p

DEALLOCATE p

EXPLAIN ANALYZE SELECT 1

EXPLAIN ANALYZE DELETE FROM ships

EXPLAIN (FORMAT json) SELECT 1

EXPLAIN (ANALYZE) DELETE FROM ships

EXPLAIN DELETE FROM ships

EXPLAIN INSERT INTO ships SELECT * FROM ships

EXPLAIN COPY ships TO 'out.csv'

SELECT 1; DROP TABLE ships

SELECT 1;DELETE FROM ships;--

COMMIT; DROP TABLE ships; BEGIN

SELECT 'a\'; DELETE FROM ships; --'

SELECT $a$ $b$ $a$; DELETE FROM ships; --$b$

SELECT 1 /* /* */ ; */ ; DELETE FROM ships

## statements; only one may run
SELECT 1; SELECT 2

(SELECT 1);(SELECT 2)

FROM ships; FROM berths

SELECT 1
;
SELECT 2

;

;;

-- only a comment

/* unheard here */

## describes the server, not the data
SHOW ALL TABLES

SHOW DATABASES

SHOW SCHEMAS

SHOW TABLES FROM main

SHOW VARIABLES

DESCRIBE

SELECT * FROM (SHOW ALL TABLES)

SELECT * FROM (SHOW TABLES)

SELECT * FROM (SHOW DATABASES)

## not on the list of safe functions
SELECT * FROM read_csv('x.csv')

SELECT * FROM read_csv_auto('x.csv')

SELECT * FROM READ_CSV('x.csv')

SELECT * FROM "read_csv"('x.csv')

SELECT * FROM read_csv/**/('x.csv')

SELECT * FROM sniff_csv('x.csv')

SELECT * FROM read_parquet('x.parquet')

SELECT * FROM read_parquet(['a.parquet', 'b.parquet'])

SELECT * FROM parquet_scan('x.parquet')

SELECT * FROM parquet_metadata('x.parquet')

SELECT * FROM parquet_schema('x.parquet')

SELECT * FROM parquet_kv_metadata('x.parquet')

SELECT * FROM read_json('x.json')

SELECT * FROM read_json_auto('x.json')

SELECT * FROM read_json_objects('x.json')

SELECT * FROM read_ndjson('x.json')

SELECT * FROM read_ndjson_objects('x.json')

SELECT * FROM read_text('/etc/passwd')

SELECT * FROM read_blob('/etc/passwd')

SELECT * FROM glob('*')

SELECT * FROM main.read_text('x')

FROM read_text('x') SELECT content

SELECT (SELECT content FROM read_text('x'))

SELECT id FROM ships WHERE name IN (SELECT content FROM read_text('x'))

WITH x AS (SELECT * FROM read_text('x')) SELECT 1

SELECT 1 UNION ALL SELECT size FROM read_blob('x')

SELECT * FROM ships, read_text(ships.name)

SELECT * FROM ships s, LATERAL (SELECT * FROM read_text(s.name))

DESCRIBE SELECT * FROM read_csv('x.csv')

SUMMARIZE SELECT * FROM read_csv('x.csv')

PIVOT (SELECT * FROM read_text('x')) ON filename USING count(*)

PIVOT (SELECT * FROM read_text('x')) ON filename IN ('a') USING count(*)

UNPIVOT (SELECT * FROM read_text('x')) ON content

SELECT read_text('x')

SELECT read_csv('x')

SELECT ('x').read_text()

SELECT upper(name.read_text()) FROM ships

SELECT name.read_text() FROM ships

SELECT ships.name.read_text() FROM ships

SELECT list_transform(['x'], f -> f.read_text())

SELECT list_transform(['x'], f -> getenv(f))

SELECT [getenv(f) FOR f IN ['HOME']]

SELECT getenv('HOME')

SELECT getvariable('v')

SELECT * FROM query('SELECT 1')

SELECT * FROM query_table('logins')

SELECT * FROM query_table(['logins', 'ships'])

SELECT json_serialize_sql('SELECT 1')

SELECT json_serialize_plan('SELECT 1')

SELECT json_deserialize_sql('{}')

SELECT * FROM json_execute_serialized_sql('{}')

SELECT * FROM duckdb_tables()

SELECT * FROM duckdb_settings()

SELECT * FROM duckdb_secrets()

SELECT * FROM duckdb_databases()

SELECT * FROM duckdb_functions()

SELECT * FROM duckdb_extensions()

SELECT * FROM duckdb_logs()

SELECT * FROM duckdb_variables()

SELECT * FROM duckdb_memory()

SELECT * FROM pragma_version()

SELECT * FROM pragma_table_info('logins')

SELECT * FROM pragma_storage_info('logins')

SELECT * FROM pragma_database_size()

SELECT * FROM pragma_show('logins')

SELECT * FROM summary((SELECT 1))

SELECT * FROM which_secret('s3://x', 's3')

SELECT * FROM checkpoint()

SELECT * FROM force_checkpoint()

SELECT * FROM test_all_types()

SELECT * FROM repeat(1, 1000)

SELECT * FROM repeat_row(1, num_rows = 1000)

SELECT * FROM seq_scan('logins')

SELECT * FROM arrow_scan(1, 2, 3)

SELECT * FROM pandas_scan(1)

SELECT * FROM sqlite_scan('x.db', 't')

SELECT * FROM postgres_scan('host=x', 'public', 't')

SELECT * FROM mysql_query('x', 'y')

SELECT * FROM iceberg_scan('x')

SELECT * FROM delta_scan('x')

SELECT * FROM st_read('x')

SELECT * FROM read_xlsx('x')

SELECT * FROM unnest_file('x')

SELECT * FROM all_logins()

SELECT next_ticket()

SELECT nextval('ticket_numbers')

SELECT currval('ticket_numbers')

SELECT setseed(0.5)

SELECT sleep_ms(1000)

SELECT write_log('x')

SELECT error('x')

SELECT current_setting('threads')

SELECT current_database(), current_schemas(true)

SELECT current_query()

SELECT current_connection_id()

SELECT txid_current()

SELECT version()

SELECT pg_get_viewdef(1)

SELECT pg_size_pretty(1)

SELECT in_search_path('a', 'b')

SELECT add_parquet_key('a', 'b')

SELECT stats(id) FROM ships

SELECT finalize(sum(id)) FROM ships

SELECT parse_duckdb_log_message('a', 'b')

SELECT user(), current_user()

SELECT has_table_privilege('logins', 'SELECT')

SELECT id FROM ships ORDER BY getenv('x')

SELECT count(*) FILTER (WHERE getenv('x') = 'y') FROM ships

SELECT sum(1) OVER (ORDER BY getenv('x')) FROM ships

SELECT sum(1) OVER (ROWS BETWEEN length(getenv('x')) PRECEDING AND CURRENT ROW) FROM ships

SELECT id FROM ships QUALIFY getenv('x') = 'y'

SELECT id FROM ships LIMIT length(getenv('x'))

SELECT id FROM ships OFFSET length(getenv('x'))

SELECT kind FROM visits GROUP BY GROUPING SETS ((kind), (getenv('x')))

SELECT DISTINCT ON (getenv('x')) id FROM ships

SELECT CASE WHEN getenv('x') = 'y' THEN 1 END

SELECT {'a': getenv('x')}

SELECT MAP {'a': getenv('x')}

SELECT [1, 2][length(getenv('x'))]

SELECT * REPLACE (getenv('x') AS name) FROM ships

SELECT COLUMNS(c -> c = getenv('x')) FROM ships

SELECT * FROM ships JOIN berths ON getenv('x') = 'y'

SELECT * FROM range(length(getenv('x')))

SELECT * FROM unnest([getenv('x')])

VALUES (getenv('x'))

SELECT string_agg(name, getenv('x') ORDER BY id) FROM ships

SELECT getenv('x') IN ('a')

SELECT getenv('x')::INTEGER

SELECT TRY(getenv('x'))

PIVOT visits ON kind USING max(getenv('x'))

PIVOT visits ON getenv(kind) USING count(*)

WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + length(getenv('x')) FROM r) SELECT * FROM r

SELECT unknown_function(1)

SELECT "yearweeK"(DATE '2024-01-01')

## is not a built-in one
SELECT archive.upper('a')

SELECT system.main.upper('a')

SELECT harbour.main.upper('a')

SELECT unheard.upper()

SELECT pg_catalog.pg_get_viewdef(1)

SELECT archive.upper(name) FROM ships

SELECT temp.f()

SELECT archive.sum(id) OVER () FROM ships

## a macro of its own
SELECT lower('A')

SELECT LOWER('A')

SELECT main.lower('A')

SELECT name.lower() FROM ships

SELECT ('A').lower()

SELECT pg_typeof(1)

SELECT list_transform(tags, t -> lower(t)) FROM ships

SELECT * FROM json_each('{}')

## is a file or an address
SELECT * FROM 'x.csv'

SELECT * FROM "x.csv"

SELECT * FROM '/etc/passwd'

SELECT * FROM "/etc/passwd"

SELECT * FROM '*.parquet'

SELECT * FROM 's3://bucket/x.parquet'

SELECT * FROM "https://example.com/x.json"

SELECT * FROM '~/x.json'

SELECT * FROM 'x.csv.gz' AS t

SELECT * FROM x.csv

SELECT * FROM "x"."csv"

SELECT * FROM data.parquet

SELECT * FROM ships, 'x.csv'

SELECT * FROM ships JOIN 'x.csv' USING (id)

SELECT (SELECT count(*) FROM 'x.csv')

WITH a AS (FROM 'x.csv') SELECT 1

FROM 'x.csv'

FROM 'x.csv' SELECT a

TABLE "x.csv"

DESCRIBE 'x.csv'

SUMMARIZE 'x.csv'

DESCRIBE TABLE 'x.csv'

SHOW 'x.csv'

PIVOT 'x.csv' ON a USING count(*)

PIVOT "x.csv" ON a IN (1) USING count(*)

UNPIVOT 'x.csv' ON a

SELECT * FROM (FROM 'x.csv')

SELECT * FROM 'C:\x.csv'

SELECT * FROM 'file:x'

SELECT * FROM 'x?.json'

EXPLAIN SELECT * FROM 'x.csv'

## is a system catalog
SELECT * FROM duckdb_tables

SELECT * FROM DUCKDB_SETTINGS

SELECT * FROM sqlite_master

SELECT * FROM main.sqlite_master

SELECT * FROM sqlite_schema

SELECT * FROM pragma_database_list

SELECT * FROM pg_class

SELECT * FROM pg_catalog.pg_tables

SELECT * FROM "pg_catalog"."pg_class"

SELECT * FROM information_schema.tables

SELECT * FROM INFORMATION_SCHEMA.COLUMNS

SELECT * FROM "information_schema"."schemata"

SELECT * FROM temp.ships

SELECT * FROM system.duckdb_columns

DESCRIBE information_schema.tables

SUMMARIZE duckdb_columns

TABLE pg_type

SELECT (SELECT count(*) FROM duckdb_views)

WITH x AS (SELECT * FROM information_schema.tables) SELECT 1

PIVOT information_schema.tables ON table_schema USING count(*)

## names another database
SELECT * FROM harbour.main.ships

SELECT * FROM memory.main.ships

SELECT * FROM other.main.ships

SELECT * FROM system.main.duckdb_tables

SELECT * FROM system.information_schema.tables

SELECT * FROM "temp"."main"."ships"

## is not in the schema
SELECT * FROM logins

SELECT secret FROM main.logins

TABLE logins

FROM logins

DESCRIBE logins

SUMMARIZE logins

SHOW logins

SELECT * FROM LOGINS

SELECT * FROM "logins"

SELECT * FROM nowhere.ships

SELECT * FROM archive.ships

SELECT * FROM shipss

SELECT * FROM "ſhips"

SELECT (SELECT secret FROM logins LIMIT 1)

SELECT id FROM ships WHERE name IN (SELECT secret FROM logins)

SELECT name FROM ships UNION SELECT secret FROM logins

SELECT name FROM ships UNION BY NAME SELECT secret FROM logins

WITH x AS (SELECT * FROM logins) SELECT 1

SELECT * FROM (WITH logins AS (SELECT 1) SELECT * FROM logins) a, logins

SELECT * FROM logins, (WITH logins AS (SELECT 1) SELECT * FROM logins) a

SELECT (WITH logins AS (SELECT 1) SELECT 1), (SELECT count(*) FROM logins)

(WITH logins AS (SELECT 1) SELECT * FROM logins) UNION SELECT * FROM logins

WITH logins AS (SELECT * FROM logins) SELECT * FROM logins

WITH RECURSIVE logins AS (SELECT * FROM logins) SELECT * FROM logins

WITH RECURSIVE logins AS (SELECT login FROM logins UNION ALL SELECT login FROM logins WHERE false) SELECT * FROM logins

WITH RECURSIVE logins(a) AS (SELECT secret FROM logins UNION SELECT a FROM logins) SELECT * FROM logins

WITH x AS (SELECT * FROM logins), logins AS (SELECT 1) SELECT * FROM x

WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a

WITH logins AS (SELECT 1) SELECT * FROM main.logins

WITH RECURSIVE t(a) USING KEY (a) AS (SELECT 1 UNION SELECT a FROM recurring.logins) SELECT * FROM t

SELECT * FROM ships JOIN logins ON true

SELECT * FROM ships POSITIONAL JOIN logins

SELECT * FROM ships ASOF JOIN logins ON ships.id >= logins.id

SELECT * FROM ships SEMI JOIN logins ON true

SELECT * FROM ships, LATERAL (SELECT * FROM logins) x

SELECT ARRAY(SELECT secret FROM logins)

SELECT list_transform([1], x -> (SELECT max(secret) FROM logins))

PIVOT logins ON login USING first(secret)

PIVOT logins ON login IN ('root') USING first(secret)

UNPIVOT logins ON login, secret

FROM logins PIVOT (first(secret) FOR login IN ('root'))

SELECT * FROM logins TABLESAMPLE 10%

SELECT * FROM logins AT (VERSION => 1)

EXPLAIN SELECT * FROM logins

EXPLAIN FROM logins

SELECT * FROM 'logins'

## tells who is connected
SELECT current_user

SELECT session_user

SELECT current_role

SELECT current_schema

SELECT current_catalog

SELECT id FROM ships WHERE name = current_user

SELECT "current_user" FROM ships

## has parameters
SELECT $1

SELECT ?

SELECT $name

SELECT id FROM ships WHERE id = ?

SELECT * FROM ships LIMIT $1

SELECT * FROM range($n)

SELECT $1::INTEGER, $2::VARCHAR

## not on the list of safe types
SELECT 'x'::unheard

SELECT 'x'::main.unheard

SELECT CAST('x' AS "unheard")

SELECT '[]'::unheard[]

SELECT NULL::STRUCT(a unheard)

SELECT NULL::MAP(VARCHAR, unheard)

SELECT x::regclass FROM (SELECT 'logins' AS x)

SELECT 1::VARIANT

## would produce more than
SELECT * FROM range(1000000000)

SELECT * FROM range(10000000)

SELECT * FROM RANGE(1000000000)

SELECT * FROM generate_series(1, 1000000000)

SELECT range(1000000000)

SELECT unnest(range(1000000000))

SELECT * FROM unnest(range(1000000000))

SELECT * FROM range(1, 1e9::BIGINT)

SELECT * FROM range('1000000000'::BIGINT)

SELECT * FROM range(1000 * 1000 * 1000)

SELECT * FROM range((10 ** 9)::BIGINT)

SELECT * FROM range(pow(10, 9)::BIGINT)

SELECT * FROM range(1 << 30)

SELECT * FROM range(1_000_000_000)

SELECT * FROM range(-500000000, 500000000)

SELECT * FROM range(1000000000, 0, -1)

SELECT * FROM range(2000000000 // 2)

SELECT * FROM main.range(1000000000)

SELECT generate_series(0, 100000000, 2)

SELECT repeat('x', 1000000000)

SELECT repeat('x', 1000 * 1000 * 1000)

SELECT length(repeat(repeat('x', 100000), 100000))

SELECT repeat('x' || repeat('y', 1000000), 1000)

SELECT ('x').repeat(1000000000)

SELECT lpad('x', 1000000000, 'y')

SELECT rpad('x', 1000000000, 'y')

SELECT list_resize([1], 1000000000)

SELECT array_resize([1], 1000000000, 0)

SELECT printf('%1000000000d', 1)

SELECT format('{:1000000000}', 1)

SELECT bar(1, 0, 1, 1000000000)

SELECT bitstring('0101', 1000000000)

SELECT equi_width_bins(0, 1000000000, 1000000000, false)

SELECT upper(repeat('x', 500000000)) FROM ships

SELECT repeat([1, 2, 3], 1000000000)

## cannot be determined
SELECT 'plumb:pivot:1'

SELECT 1 AS "plumb:pivot:1"

SELECT E'plumb\x3apivot:1'

WITH p AS (PIVOT visits ON kind USING count(*) GROUP BY rating) PIVOT p ON rating USING sum(freight)

## cannot be rendered faithfully
PIVOT (ships s CROSS JOIN berths b) ON quay USING count(*) GROUP BY flag

PIVOT visits ON kind IN ('plumb:pivot:1') USING count(*)

PIVOT visits ON kind USING max('plumb:pivot:1')

SELECT 'plumb:double:1.0' FROM (PIVOT visits ON kind IN ('cruise') USING count(*))

SELECT E'plumb\x3adouble:1.0' FROM (PIVOT visits ON kind IN ('cruise') USING count(*))

## queries are nested more than
SELECT (SELECT (SELECT (SELECT (SELECT (SELECT (SELECT (SELECT (SELECT (SELECT (SELECT (SELECT (SELECT (SELECT (SELECT 1))))))))))))))

## is not part of the SQL
SELECT * FROM visits PIVOT (sum(fee) FOR kind IN visit_kind)

## is not valid DuckDB SQL
SELEC 1

SELECT FROM WHERE

SELECT 1 +

SELECT (1

SELECT 1)

SELECT * FROM

SELECT * FORM ships x y

SELECT "" FROM ships

SELECT * FROM ships FOR UPDATE OF x SKIP LOCKED NOWAIT

SELECT U&'\00' FROM ships

WITH d AS (DELETE FROM ships RETURNING id) SELECT * FROM d

WITH i AS (INSERT INTO ships VALUES (1) RETURNING *) SELECT * FROM i

SELECT * FROM (DELETE FROM ships RETURNING *)

SELECT * FROM (INSERT INTO ships VALUES (1))

SELECT * FROM (CREATE TABLE x (a INTEGER))

SELECT * FROM (COPY ships TO 'x')

SELECT * FROM (PRAGMA version)

SELECT * FROM (CALL pragma_version())

SELECT 'x'.read_text()

SELECT * FROM ships WHERE id = :id

SELECT * FROM a.b.c.d

.read x

\! id

## is not closed
SELECT 'unterminated

SELECT "unterminated

SELECT 1 /* unterminated

SELECT 1 /* /* */

SELECT E'\'
