## plain
SELECT 1

SELECT 1;

;;SELECT 1;;

select 1 as one , 2 two, 3 AS "three 3"

SELECT * FROM ships

SELECT s.* FROM ships s ORDER BY s.id LIMIT 5 OFFSET 2

SELECT id, name FROM public.ships WHERE active AND NOT (flag = 'NO') ORDER BY name DESC NULLS LAST

TABLE berths

TABLE archive.visits

VALUES (1, 'a'), (2, 'b')

VALUES (1), (2) ORDER BY 1 DESC LIMIT 1

SELECT

SELECT FROM ships

SELECT DISTINCT flag FROM ships

SELECT DISTINCT ON (flag) flag, name FROM ships ORDER BY flag, built DESC

SELECT ALL id FROM ships

SELECT id FROM ships FETCH FIRST 3 ROWS ONLY

SELECT rating FROM visits ORDER BY rating FETCH FIRST 3 ROWS WITH TIES

SELECT id FROM ships ORDER BY id LIMIT ALL

SELECT id FROM ships ORDER BY id OFFSET 3 ROWS FETCH NEXT 2 ROWS ONLY

SELECT count(*) FROM ONLY ships

SELECT count(*) FROM ships *

## comments and white space
/* one /* two */ ; DELETE FROM ships */ SELECT 2 -- tail; DROP TABLE ships

SELECT/**/1/**/+/**/2

SELECT
	id -- the key
	, name /* what it is called */
FROM ships
WHERE id < 3 -- few

## literals
SELECT 'it''s', E'it\'s', E'a\tb\\c', U&'d\0061ta', U&'d!0061ta' UESCAPE '!', $$it's$$, $t$a $$ b$t$, N'nat'

SELECT 'first'
  'second'

SELECT '; DROP TABLE ships; --' AS note, 'pg_read_file(''x'')' AS call, '/* no comment */' AS c

SELECT 1.5, .5, 5., 1e3, 1.5E-3, -7, +7, - -7, -(-7), 0x1F, 0o17, 0b101, 1_000_000, 12345678901234567890123

SELECT B'1010', X'1F', b'0', x'aBc'

SELECT true, false, NULL, TRUE IS TRUE, NULL IS NULL, (NULL) ISNULL, 1 NOTNULL, NULL IS UNKNOWN, true IS NOT UNKNOWN

SELECT DATE '2024-02-29', TIME '12:00', TIMESTAMP '2024-01-01 10:00', TIMESTAMPTZ '2024-01-01 10:00+02', TIMESTAMP WITH TIME ZONE '2024-01-01 10:00+02', TIME WITH TIME ZONE '10:00+01'

SELECT INTERVAL '1 day', INTERVAL '3' MONTH, INTERVAL '2:30' HOUR TO MINUTE, INTERVAL '1.234567' SECOND(3), INTERVAL(2) '1.239 seconds', '1 year 2 mons'::interval

SELECT '{"a": [1, 2, {"b": null}]}'::jsonb, '[1,2]'::json, '{1,2}'::int[], ARRAY[[1,2],[3,4]], ARRAY[]::text[], '{}'::int[][]

SELECT int '7', float8 '1.5', numeric(10,2) '1.239', varchar(3) 'abcdef', char(4) 'ab', bit(3) '101', bool 'yes', uuid '00000000-0000-0000-0000-000000000001'

SELECT 'Infinity'::float8, '-Infinity'::numeric, 'NaN'::float8, 'infinity'::timestamp

SELECT ROW(1, 'a', NULL), ROW(), (1, 2), ROW(1)

SELECT 'abc' COLLATE "C" < 'ABC' COLLATE "C", name COLLATE "C" FROM ships WHERE id = 1

SELECT 'x' AS "a;b", 1 AS "--", 2 AS "/*", 3 AS "drop table ships", 4 AS "SELECT", 5 AS "with ""quotes""", 6 AS "Ünï", 7 AS "🚢"

SELECT 1 AS select, 2 AS from, 3 AS where, 4 AS union, 5 AS user, 6 AS table

SELECT -1::int, (-1)::int, - 1::int, (-1)::int::text, 2 ^ -1, -2 ^ 2, (-2) ^ 2, 2 ^ 3 ^ 2, - (2 ^ 2)

SELECT 1 - 1 - 1, 1 - (1 - 1), 8 / 4 / 2, 8 / (4 / 2), 7 % 4 * 2, 7 % (4 * 2), 1 + 2 * 3, (1 + 2) * 3, -5 % 3, @ -5, |/ 16, ||/ 27, 5 & 3 | 8, 5 # 3, ~ 5, 1 << 4 >> 1

SELECT NOT true AND false, NOT (true AND false), true OR true AND false, (true OR true) AND false, NOT NOT true, NOT true = false, (NOT true) = false

SELECT 1 < 2 AND 2 < 3, 1 = 1 IS TRUE, (1 = 1) = true, 1 + 1 = 2 IS NOT NULL, 'a' || 'b' = 'ab', 'a' || 1 || 'b', 1 <> 2, 1 != 2, 3 >= 3

## casts
SELECT CAST(1.7 AS int), 1.7::int, '42'::bigint + 1, 1::text || 'x', '2024-01-01'::date + 1, CAST('2024-01-01' AS timestamp), 1::bool, 'f'::boolean, '12.50'::money

SELECT tonnage::int, tonnage::numeric(8,1), CAST(name AS varchar(4)), name::char(2), built::timestamptz, id::float4, id::double precision, id::real, id::smallint FROM ships WHERE id < 4

SELECT kind::text, 'cruise'::visit_kind, kind = 'cruise'::visit_kind, 'repair'::public.visit_kind > kind FROM visits WHERE id < 5

SELECT 0.5::share, discount::numeric FROM visits WHERE id < 3

SELECT (home).lat, (s.home).lon, (s).name, (s.*)::text IS NOT NULL, s::text IS NOT NULL FROM ships s WHERE id < 3

SELECT ROW(1.5, 2)::spot, (ROW(1.5, 2)::spot).lat, (home).* FROM ships WHERE id = 1

SELECT text(id), int4(2.6), float8(id), "numeric"(id), date(arrived), "timestamp"(arrived) IS NULL FROM visits WHERE id = 1

SELECT '1,2,3'::text, 'abc'::name, '\xdeadbeef'::bytea, '192.168.0.0/24'::cidr, '10.0.0.1'::inet, '08:00:2b:01:02:03'::macaddr, '(1,2)'::point, '1'::varbit

## predicates
SELECT id FROM ships WHERE id IN (1, 2, 3) AND flag NOT IN ('NO', 'PA') OR id = ANY (ARRAY[7, 8]) OR id > ALL (ARRAY[18, 19]) OR id = SOME ('{4}'::int[])

SELECT id FROM ships WHERE id BETWEEN 2 AND 4 OR id NOT BETWEEN 3 AND 18 OR id BETWEEN SYMMETRIC 10 AND 8 OR id NOT BETWEEN SYMMETRIC 19 AND 2

SELECT name LIKE 'Ship 1%', name NOT LIKE '%2', name ILIKE 'sHIP%', name NOT ILIKE 'x', name SIMILAR TO 'Ship (1|2)+', name NOT SIMILAR TO 'a', name LIKE 'Ship!_1' ESCAPE '!', name ILIKE 'ship!%' ESCAPE '!', name SIMILAR TO 'Ship#%' ESCAPE '#' FROM ships

SELECT name ~ '^Ship [0-9]+$', name ~* 'SHIP', name !~ 'x', name !~* 'X', name ~~ 'S%', name !~~ 'S%', name ~~* 's%', name !~~* 's%', name ^@ 'Sh' FROM ships WHERE id < 3

SELECT name LIKE ANY (ARRAY['%1', '%2']), name NOT LIKE ALL (ARRAY['%1']), name ILIKE ANY ('{s%}') FROM ships WHERE id < 4

SELECT flag IS DISTINCT FROM 'NO', flag IS NOT DISTINCT FROM NULL, active IS TRUE, active IS NOT TRUE, active IS FALSE, active IS NOT FALSE, flag IS NULL, flag IS NOT NULL FROM ships

SELECT (id, rating) > (10, 2), (id, rating) = (11, 5), ROW(id, rating) IS NULL, (id, rating) IN ((11, 5), (12, 0)), (id, rating) IS DISTINCT FROM (1, 1) FROM visits WHERE id < 15

SELECT id FROM visits WHERE (arrived, departed) OVERLAPS (timestamptz '2024-01-05', timestamptz '2024-01-09')

SELECT EXISTS (SELECT 1 FROM visits v WHERE v.ship_id = s.id AND v.fee > 400), NOT EXISTS (SELECT FROM cargo WHERE visit_id = s.id) FROM ships s

SELECT id FROM ships WHERE id IN (SELECT ship_id FROM visits WHERE fee > 450) AND id NOT IN (SELECT ship_id FROM visits WHERE ship_id IS NOT NULL AND fee < 1) AND id < ALL (SELECT 100) AND id = ANY (SELECT id FROM ships)

SELECT id FROM visits WHERE (ship_id, berth_id) IN (SELECT s.id, b.id FROM ships s, berths b WHERE s.id = b.id)

SELECT CASE WHEN fee > 400 THEN 'high' WHEN fee > 100 THEN 'mid' ELSE 'low' END AS level, count(*) FROM visits GROUP BY 1 ORDER BY 2 DESC, 1

SELECT CASE kind WHEN 'freight' THEN 1 WHEN 'cruise' THEN 2 END, CASE WHEN true THEN CASE WHEN false THEN 1 ELSE 2 END END FROM visits WHERE id < 4

SELECT coalesce(flag, 'none'), nullif(flag, 'NO'), greatest(1, id, NULL), least(id, 5) FROM ships

SELECT 'Straße' IS NORMALIZED, U&'a\0308' IS NOT NFC NORMALIZED, normalize(U&'a\0308', NFC)

SELECT '{"a":1}' IS JSON, '[1]' IS JSON ARRAY, '1' IS JSON SCALAR, '{}' IS NOT JSON OBJECT, '{"a":1,"a":2}' IS JSON WITH UNIQUE KEYS

## joins
SELECT s.name, v.fee, b.quay FROM ships s JOIN visits v ON v.ship_id = s.id JOIN berths b ON b.id = v.berth_id WHERE v.id < 20

SELECT s.name, v.id FROM ships s LEFT JOIN visits v ON v.ship_id = s.id AND v.fee > 480 ORDER BY 1, 2

SELECT s.id, b.id FROM ships s FULL OUTER JOIN berths b ON b.id = s.id + 3 WHERE s.id IS NULL OR b.id IS NULL

SELECT b.quay, s.name FROM ships s RIGHT JOIN berths b ON s.id = b.id

SELECT count(*) FROM ships CROSS JOIN berths

SELECT count(*) FROM ships, berths, crew WHERE ships.id = berths.id AND crew.ship_id = ships.id

SELECT * FROM ships NATURAL JOIN berths

SELECT id, s.name, b.quay FROM ships s JOIN berths b USING (id)

SELECT k.id, s.name FROM ships s JOIN berths b USING (id) AS k

SELECT j.id, j.n FROM (ships s JOIN berths b USING (id)) AS j(id, n) ORDER BY 1

SELECT j.quay FROM (ships s JOIN berths b ON s.id = b.id) j

SELECT a.id, b.id, c.id FROM ships a JOIN (ships b JOIN ships c ON b.id = c.id + 1) ON a.id = b.id + 1

SELECT s.name, x.n FROM ships s, LATERAL (SELECT count(*) AS n FROM visits v WHERE v.ship_id = s.id) x

SELECT s.name, x.fee FROM ships s LEFT JOIN LATERAL (SELECT fee FROM visits v WHERE v.ship_id = s.id ORDER BY fee DESC LIMIT 1) x ON true

SELECT s.name, t FROM ships s, unnest(s.tags) t

SELECT s.name, t.tag, t.n FROM ships s CROSS JOIN LATERAL unnest(s.tags) WITH ORDINALITY AS t(tag, n) WHERE s.id < 3

SELECT public.ships.name, public.berths.quay FROM public.ships, public.berths WHERE public.ships.id = public.berths.id

SELECT public.visits.id, archive.visits.note FROM visits, archive.visits WHERE archive.visits.id = public.visits.id AND ship_id > 0

SELECT v.closed_on, v.* FROM archive.visits v

SELECT x.a, x.b FROM (SELECT 1 AS a, 2 AS b) AS x

SELECT a, b FROM (VALUES (1, 'x'), (2, 'y')) AS v(a, b)

SELECT column1, v.column2 FROM (VALUES (1, 2)) v

SELECT s.n FROM (SELECT name FROM ships) AS s(n)

SELECT o."Select", "from", "ünïcode", o."a""b", "drop table" FROM "Odd Table" AS o ORDER BY "from"

SELECT "Odd Table"."from" FROM "Odd Table"

SELECT T.Id FROM SHIPS T WHERE T.ID = 1

SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (100)

SELECT count(*) FROM visits v TABLESAMPLE SYSTEM (100) REPEATABLE (7)

## grouping
SELECT kind, count(*), sum(fee), avg(fee)::numeric(10,3), min(arrived), max(departed), count(departed), count(DISTINCT ship_id) FROM visits GROUP BY kind ORDER BY kind

SELECT kind, rating, sum(fee) FROM visits GROUP BY GROUPING SETS ((kind, rating), (kind), ()) ORDER BY 1, 2, 3

SELECT kind, rating, sum(fee), grouping(kind, rating) FROM visits GROUP BY ROLLUP (kind, rating)

SELECT kind, rating, count(*) FROM visits GROUP BY CUBE (kind, rating)

SELECT kind, count(*) FROM visits GROUP BY ALL kind

SELECT kind, rating FROM visits GROUP BY DISTINCT ROLLUP (kind, rating), ROLLUP (kind)

SELECT date_trunc('month', arrived) AS month, sum(fee) AS revenue FROM visits GROUP BY month HAVING sum(fee) > 100 ORDER BY month

SELECT upper(flag) AS f, count(*) FROM ships GROUP BY f ORDER BY count(*) DESC, f

SELECT s.id, s.name, count(v.id) FROM ships s LEFT JOIN visits v ON v.ship_id = s.id GROUP BY s.id

SELECT count(*) FILTER (WHERE hazardous) AS bad, count(*) FILTER (WHERE NOT hazardous), sum(tons) FILTER (WHERE item = 'grain') FROM cargo

SELECT string_agg(item, ', ' ORDER BY item DESC), array_agg(DISTINCT item), array_agg(tons ORDER BY tons, item) FROM cargo WHERE visit_id < 5

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY fee), percentile_disc(ARRAY[0.1, 0.9]) WITHIN GROUP (ORDER BY fee), mode() WITHIN GROUP (ORDER BY kind) FROM visits

SELECT rank(250) WITHIN GROUP (ORDER BY fee), dense_rank(250) WITHIN GROUP (ORDER BY fee), percent_rank(250) WITHIN GROUP (ORDER BY fee) FROM visits

SELECT stddev(fee), stddev_pop(fee), var_samp(fee), variance(fee), corr(fee, rating), covar_pop(fee, rating), regr_slope(fee, rating), regr_r2(fee, rating) FROM visits

SELECT bool_and(active), bool_or(active), every(id > 0), bit_and(id), bit_or(id), bit_xor(id), any_value(1) FROM ships

SELECT json_agg(name ORDER BY id), jsonb_agg(id ORDER BY id), json_object_agg(id, name ORDER BY id), jsonb_object_agg(name, id) FROM ships WHERE id < 4

SELECT range_agg(stay), range_intersect_agg(stay) FROM visits WHERE id < 4

SELECT sum(DISTINCT rating), avg(ALL rating), count(ALL rating) FROM visits

SELECT kind FROM visits GROUP BY kind HAVING bool_or(fee > 490) AND count(*) > (SELECT count(*) / 4 FROM visits)

## comparisons that name no operator
SELECT CASE s.tonnage WHEN v.fee THEN 'same' WHEN 1234.56 THEN 'first' ELSE 'other' END FROM ships s JOIN visits v ON v.ship_id = s.id

SELECT count(*) FROM visits JOIN cargo ON cargo.visit_id = visits.id JOIN ships USING (id)

SELECT count(*) FROM visits NATURAL JOIN archive.visits old

SELECT s.id FROM ships s WHERE s.tonnage BETWEEN 2000 AND 9000.5 AND s.id NOT BETWEEN 3.5 AND 4.5 AND s.id BETWEEN SYMMETRIC 9 AND 1

SELECT id FROM ships WHERE tonnage IN (SELECT fee FROM visits) OR (id, name) IN (SELECT ship_id, 'Ship 3' FROM visits) OR id <> ALL (SELECT ship_id FROM visits)

SELECT id FROM ships WHERE (tonnage, id) >= (5000, 2) AND nullif(flag, 'NO') IS DISTINCT FROM 'PA'

SELECT id FROM hulls WHERE id BETWEEN 1 AND 3 ORDER BY id

SELECT h.id, count(*) FROM hulls h JOIN ships s USING (id) GROUP BY h.id

## windows
SELECT id, fee, row_number() OVER (ORDER BY fee DESC, id), rank() OVER (PARTITION BY kind ORDER BY fee), dense_rank() OVER w, percent_rank() OVER w, cume_dist() OVER w FROM visits WINDOW w AS (PARTITION BY kind ORDER BY rating) ORDER BY id

SELECT id, lag(fee) OVER (ORDER BY id), lead(fee, 2, 0) OVER (ORDER BY id), first_value(fee) OVER (ORDER BY id), last_value(fee) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), nth_value(fee, 3) OVER (ORDER BY id) FROM visits

SELECT id, sum(fee) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), avg(fee) OVER (ORDER BY id ROWS 3 PRECEDING), sum(fee) OVER (ORDER BY arrived RANGE BETWEEN interval '5 days' PRECEDING AND interval '1 day' FOLLOWING), count(*) OVER (ORDER BY rating GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW), sum(fee) OVER (ORDER BY rating RANGE UNBOUNDED PRECEDING EXCLUDE TIES), count(*) OVER (ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING EXCLUDE GROUP) FROM visits WHERE id < 30

SELECT id, ntile(4) OVER (ORDER BY fee), sum(fee) OVER (), sum(fee) FILTER (WHERE rating > 2) OVER (PARTITION BY kind) FROM visits WHERE id < 10

SELECT id, sum(fee) OVER a, sum(fee) OVER (a ORDER BY id) FROM visits WINDOW a AS (PARTITION BY kind), b AS (a ORDER BY id) ORDER BY id

SELECT kind, sum(sum(fee)) OVER (ORDER BY kind), sum(fee) / sum(sum(fee)) OVER () FROM visits GROUP BY kind

## set operations
SELECT id FROM ships UNION SELECT id FROM berths EXCEPT SELECT 3 INTERSECT SELECT 3 ORDER BY 1

(SELECT id FROM ships ORDER BY id LIMIT 2) UNION ALL (SELECT id FROM berths ORDER BY id DESC LIMIT 2)

SELECT 1 UNION (SELECT 2 EXCEPT SELECT 2) UNION ALL SELECT 1 ORDER BY 1 DESC LIMIT 5

(SELECT 1 AS x UNION SELECT 2) INTERSECT ALL (VALUES (2), (3))

SELECT 1 EXCEPT ALL SELECT 2 UNION SELECT 3

SELECT name AS n FROM ships UNION SELECT name FROM crew ORDER BY n LIMIT 3

((SELECT 1))

TABLE berths UNION TABLE berths

## WITH
WITH x AS (SELECT 1 AS a) SELECT a FROM x

WITH x AS (SELECT id FROM ships), y(k) AS (SELECT id + 1 FROM x) SELECT x.id, y.k FROM x JOIN y ON y.k = x.id

WITH ships AS (SELECT * FROM ships WHERE id < 3) SELECT count(*) FROM ships

WITH ships AS (SELECT 1 AS one) SELECT (SELECT count(*) FROM public.ships), one FROM ships

WITH a AS MATERIALIZED (SELECT 1 AS n), b AS NOT MATERIALIZED (SELECT n + 1 AS n FROM a) SELECT * FROM a, b

WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT sum(n) FROM r

WITH RECURSIVE r AS (SELECT 1 AS n, 'x' AS path UNION ALL SELECT r.n + 1, r.path || r.n FROM r WHERE r.n < 4) SELECT r.path FROM r

WITH RECURSIVE tree AS (SELECT id, name, boss_id, 0 AS depth FROM crew WHERE boss_id IS NULL UNION ALL SELECT c.id, c.name, c.boss_id, t.depth + 1 FROM crew c JOIN tree t ON c.boss_id = t.id) SELECT depth, count(*) FROM tree GROUP BY depth

WITH RECURSIVE t(id, boss_id) AS (SELECT id, boss_id FROM crew WHERE id = 1 UNION ALL SELECT c.id, c.boss_id FROM crew c JOIN t ON c.boss_id = t.id) SEARCH BREADTH FIRST BY id SET ord SELECT id, t.ord IS NOT NULL FROM t ORDER BY ord

WITH RECURSIVE t(id, boss_id) AS (SELECT id, boss_id FROM crew WHERE id = 1 UNION ALL SELECT c.id, c.boss_id FROM crew c JOIN t ON c.boss_id = t.id) SEARCH DEPTH FIRST BY id SET ord CYCLE id SET looped USING way SELECT id, t.looped, t.way IS NULL FROM t

WITH RECURSIVE b AS (SELECT * FROM a), a AS (SELECT 7 AS seven) SELECT seven FROM b

WITH x AS (WITH y AS (SELECT 2 AS v) SELECT v FROM y) SELECT v FROM x

SELECT (WITH q AS (SELECT max(fee) AS m FROM visits) SELECT m FROM q), (SELECT count(*) FROM (WITH q AS (SELECT 1) SELECT * FROM q) z)

WITH d AS (SELECT generate_series(date '2024-01-01', date '2024-01-10', interval '1 day')::date AS day) SELECT d.day, coalesce(sum(v.fee), 0) FROM d LEFT JOIN visits v ON v.arrived::date = d.day GROUP BY d.day ORDER BY d.day

WITH v AS (VALUES (1, 'a'), (2, 'b')) SELECT column1, v.column2 FROM v

WITH v(a, b) AS (VALUES (1, 'a')) TABLE v

## subqueries everywhere
SELECT (SELECT max(fee) FROM visits), ARRAY(SELECT id FROM berths ORDER BY id), (SELECT (1, 2)), ARRAY[(SELECT 1)], (ARRAY[5, 6])[(SELECT 2)]

SELECT id FROM ships ORDER BY (SELECT count(*) FROM visits WHERE ship_id = ships.id), id LIMIT (SELECT 3) OFFSET (SELECT 1)

SELECT kind, count(*) FROM visits GROUP BY kind, (SELECT 1) HAVING count(*) > (SELECT 1)

SELECT count(*) OVER (PARTITION BY (SELECT 1) ORDER BY (SELECT 2)) FROM berths

SELECT s.id FROM ships s JOIN berths b ON b.id = (SELECT min(x.id) FROM berths x WHERE x.id >= s.id)

VALUES ((SELECT 1), (SELECT max(id) FROM ships))

SELECT coalesce((SELECT NULL::int), 7), CASE WHEN (SELECT true) THEN (SELECT 1) ELSE (SELECT 2) END, sum((SELECT 1)) FILTER (WHERE (SELECT true)) FROM berths

SELECT (SELECT sum(s.tonnage + b.length_m) FROM berths b) FROM ships s WHERE s.id = 1

SELECT x.max FROM (SELECT max(fee) FROM visits) x

SELECT x.count, x.coalesce, x.case, x.int4, x."?column?" FROM (SELECT count(*), coalesce(1, 2), CASE WHEN true THEN 1 END, '1'::int, 1 + 1) x

SELECT x.array, x.row, x.exists, x.greatest, x.nullif, x.current_date = current_date FROM (SELECT ARRAY[1], ROW(1, 2), EXISTS (SELECT 1), greatest(1, 2), nullif(1, 2), current_date) x

## functions: text
SELECT upper(name), lower(name), initcap('a bc'), length(name), char_length(name), octet_length(name), bit_length(name), reverse(name), ascii('a'), chr(65), repeat('ab', 3), left(name, 2), right(name, 2) FROM ships WHERE id < 3

SELECT substring(name FROM 2 FOR 3), substring(name FROM 'S..p'), substring(name SIMILAR 'S#"hi#"p%' ESCAPE '#'), substring(name, 2), substr(name, 2, 2), overlay(name PLACING 'XX' FROM 2 FOR 2), position('hi' IN name), strpos(name, 'h'), trim(BOTH 'S' FROM name), trim(LEADING FROM '  x '), trim(TRAILING ' ' FROM ' x '), trim('  x '), btrim('xxaxx', 'x'), ltrim('xa', 'x'), rtrim('ax', 'x') FROM ships WHERE id = 1

SELECT lpad('7', 3, '0'), rpad('7', 3), concat('a', NULL, 1), concat_ws('-', 'a', 'b'), format('%s %I %L %1$s', 'a', 'b c', 'd''e'), replace('aXa', 'X', 'y'), translate('abc', 'ab', 'xy'), split_part('a,b,c', ',', 2), string_to_array('a,b', ','), array_to_string(ARRAY[1, 2], '+'), quote_literal('a''b'), quote_ident('a b'), quote_nullable(NULL), starts_with('abc', 'ab')

SELECT regexp_replace('a1b2', '[0-9]', '#', 'g'), regexp_match('a1b2', '([a-z])([0-9])'), regexp_split_to_array('a, b', ',\s*'), regexp_count('aaa', 'a'), regexp_like('Abc', '^a', 'i'), regexp_substr('abc123', '\d+'), regexp_instr('abc', 'c'), (regexp_match('k=v', '(\w)=(\w)'))[2]

SELECT m[1] FROM regexp_matches('a1b2c3', '[a-z][0-9]', 'g') AS m

SELECT md5('x'), encode(sha256('x'::bytea), 'hex'), encode('abc'::bytea, 'base64'), convert_from(decode('616263', 'hex'), 'UTF8'), to_hex(255), sha512(''::bytea) IS NOT NULL, get_byte('abc'::bytea, 1), set_byte('abc'::bytea, 1, 65)

SELECT to_char(1234.5, 'FM9,999.00'), to_char(date '2024-03-05', 'YYYY-MM-DD Dy'), to_char(interval '26 hours', 'HH24:MI'), to_number('1,234.5', '9,999.9'), to_date('05/03/2024', 'DD/MM/YYYY'), to_timestamp('2024-03-05 10:11', 'YYYY-MM-DD HH24:MI'), to_timestamp(0)

SELECT repeat('*', (tonnage / 5000)::int) AS bar, lpad(name, id + 8), rpad(name, length(name) + 2, '.'), repeat('=', 3) FROM ships ORDER BY id

SELECT format('%s * %s, 10%% of %-10s|%5s', name, id, flag, id) FROM ships

## functions: numbers
SELECT abs(-1.5), ceil(1.2), ceiling(1.2), floor(-1.2), round(2.567, 2), round(2.5), trunc(2.567, 1), sqrt(16), cbrt(27), power(2, 10), pow(2, 3), exp(0), ln(1), log(100), log(2, 8), log10(1000), mod(7, 3), div(7, 2), sign(-3), gcd(12, 18), lcm(4, 6), factorial(5), pi() > 3, degrees(pi()), radians(180) > 3, width_bucket(5.35, 0.024, 10.06, 5), scale(1.50), min_scale(1.50), trim_scale(1.50), random() < 1, sin(0), cos(0), atan2(1, 1)

SELECT round(avg(fee), 2), round(fee::numeric / NULLIF(rating, 0), 3), fee * 100.0 / sum(fee) OVER () FROM visits GROUP BY fee, rating ORDER BY 2 NULLS FIRST, 1 LIMIT 5

SELECT width_bucket(fee, 0, 500, 10) AS bucket, count(*), min(fee), max(fee) FROM visits GROUP BY bucket ORDER BY bucket

SELECT width_bucket(id, ARRAY[5, 10, 15]) FROM ships

## functions: time
SELECT now() = now(), current_date - date '2024-01-01' > 0, current_timestamp(3) IS NOT NULL, localtime IS NOT NULL, localtimestamp(0) IS NOT NULL, current_time(2) IS NOT NULL, clock_timestamp() >= statement_timestamp(), transaction_timestamp() = now()

SELECT extract(year FROM arrived), extract(epoch FROM departed - arrived), date_part('dow', arrived), extract(isodow FROM arrived), date_trunc('week', arrived), date_trunc('day', arrived, 'Europe/Athens'), date_bin('15 minutes', arrived, timestamptz '2024-01-01') FROM visits WHERE id < 5

SELECT arrived AT TIME ZONE 'UTC', arrived AT TIME ZONE 'America/New_York', timezone('UTC', arrived), arrived AT TIME ZONE INTERVAL '-02:00', '2024-01-01'::timestamp AT TIME ZONE 'UTC' AT TIME ZONE 'Asia/Tokyo', arrived AT LOCAL FROM visits WHERE id = 3

SELECT arrived + interval '1 day' * 2, arrived - interval '1 month', departed - arrived, age(departed, arrived), age(date '2024-01-01', date '2020-02-29'), justify_hours(interval '30 hours'), justify_days(interval '40 days'), justify_interval(interval '1 mon -1 hour'), make_date(2024, 2, 29), make_time(1, 2, 3.5), make_timestamp(2024, 1, 1, 0, 0, 0), make_interval(days => 3, hours => 4), make_interval(1, 2), isfinite(date 'infinity') FROM visits WHERE id < 9

SELECT date_add(timestamptz '2024-03-31 00:00+00', interval '1 day', 'Europe/Warsaw'), date_subtract(timestamptz '2024-03-31 00:00+00', interval '1 day')

SELECT built, built + 30, built - date '2000-01-01', built + time '10:00', built > '2000-01-01', (built + interval '1 year')::date FROM ships WHERE id < 4

SELECT d::date, extract(week FROM d) FROM generate_series(timestamp '2024-01-01', '2024-02-01', '1 week') AS d

SELECT g.day::date FROM generate_series('2024-01-01'::date, '2024-01-03'::date, '1 day'::interval) AS g(day)

SELECT to_char(arrived, 'YYYY-"Q"Q') AS quarter, sum(fee) FROM visits GROUP BY quarter ORDER BY quarter

## functions: arrays
SELECT tags[1], tags[1:1], tags[:2], tags[2:], array_length(tags, 1), cardinality(tags), tags || 'z'::text, 'z'::text || tags, tags @> ARRAY['t1'], tags <@ ARRAY['t1', 'u1'], tags && ARRAY['t1'], 't1' = ANY (tags), array_position(tags, 'u1') FROM ships

SELECT array_append(ARRAY[1], 2), array_prepend(0, ARRAY[1]), array_cat(ARRAY[1], ARRAY[2]), array_remove(ARRAY[1, 2, 1], 1), array_replace(ARRAY[1, 2], 1, 9), array_positions(ARRAY[1, 2, 1], 1), array_dims(ARRAY[[1, 2]]), array_ndims(ARRAY[[1]]), array_upper(ARRAY[1, 2], 1), array_lower(ARRAY[1], 1), array_fill(7, ARRAY[2, 2]), trim_array(ARRAY[1, 2, 3], 1), (ARRAY[[1, 2], [3, 4]])[2][1], (ARRAY[[1, 2], [3, 4]])[1:2][1:1]

SELECT unnest(ARRAY[1, 2]), unnest(ARRAY['a', 'b', 'c'])

SELECT * FROM unnest(ARRAY[1, 2], ARRAY['a', 'b', 'c']) AS u(n, t)

SELECT unnest.unnest, u.u FROM unnest(ARRAY[3, 4]), unnest(ARRAY[5]) u

SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY['a', 'b'])) WITH ORDINALITY AS r(a, b, o)

SELECT i, tags[i] FROM ships, generate_subscripts(tags, 1) AS i WHERE id < 3

SELECT n FROM generate_series(10, 1, -3) n

SELECT generate_series FROM generate_series(1, 3)

SELECT g.g * 2 FROM generate_series(1, 3) AS g

SELECT x.id, x.name FROM unnest(ARRAY(SELECT s FROM ships s ORDER BY s.id LIMIT 2)) AS x

## functions: JSON
SELECT notes -> 'hold', notes ->> 'hold', notes #> '{ports,0}', notes #>> '{deep,x}', notes -> 'ports' -> -1, notes @> '{"hold": 3}', notes ? 'hold', notes ?| ARRAY['a', 'hold'], notes ?& ARRAY['hold'], notes - 'hold', notes #- '{ports,0}', notes || '{"z": 1}', notes['hold'], notes['ports'][0] FROM ships WHERE id < 4

SELECT notes @? '$.ports[*] ? (@ == "A")', notes @@ '$.hold > 2', jsonb_path_query_array(notes, '$.ports[*]'), jsonb_path_exists(notes, '$.deep.x'), jsonb_path_query_first(notes, '$.hold') FROM ships WHERE id < 4

SELECT s.id, e.key, e.value FROM ships s, jsonb_each(s.notes) e WHERE s.id < 3 ORDER BY 1, 2

SELECT key, value FROM jsonb_each_text('{"a": 1, "b": "x"}')

SELECT s.id, p.value #>> '{}' FROM ships s CROSS JOIN LATERAL jsonb_array_elements(s.notes -> 'ports') AS p WHERE s.id < 3

SELECT jsonb_array_elements_text(notes -> 'ports') FROM ships WHERE id = 1

SELECT r.a, r.b FROM jsonb_to_record('{"a": 1, "b": "x"}') AS r(a int, b text)

SELECT * FROM jsonb_to_recordset('[{"a": 1}, {"a": 2}]') AS r(a numeric(5, 1), b text[])

SELECT jsonb_build_object('n', count(*), 's', sum(fee)), json_build_array(1, 'a', NULL), to_jsonb(now()) IS NOT NULL, row_to_json(ROW(1, 2)), jsonb_pretty('{"a":1}'), jsonb_typeof('1'), jsonb_set('{"a":1}', '{a}', '2'), jsonb_insert('[1]', '{0}', '0'), jsonb_strip_nulls('{"a":null}'), jsonb_array_length('[1,2]'), jsonb_object_keys('{"k":1}') FROM visits

SELECT row_to_json(s) FROM ships s WHERE id = 1

SELECT json_agg(t) FROM (SELECT id, name FROM ships WHERE id < 3) t

SELECT to_jsonb(s) - 'notes' ->> 'name' FROM ships s WHERE id = 2

SELECT JSON_OBJECT('a': 1, 'b' VALUE 'x' ABSENT ON NULL), JSON_ARRAY(1, 2, NULL NULL ON NULL), JSON_ARRAY(SELECT id FROM berths ORDER BY id), JSON('{"a":1}'), JSON_SCALAR(1), JSON_SERIALIZE('{"a":1}' RETURNING text)

SELECT JSON_OBJECTAGG('k' || id: name RETURNING jsonb), JSON_ARRAYAGG(id ORDER BY id DESC) FROM ships WHERE id < 4

SELECT JSON_VALUE(notes, '$.hold' RETURNING int DEFAULT 0 ON EMPTY), JSON_QUERY(notes, '$.ports' WITH WRAPPER), JSON_EXISTS(notes, '$.deep.x ? (@ > $y)' PASSING 3 AS y), JSON_VALUE(notes, 'strict $.nope' NULL ON ERROR) FROM ships WHERE id < 4

SELECT s.id, t.port, t.o FROM ships s, JSON_TABLE(s.notes, '$.ports[*]' COLUMNS (o FOR ORDINALITY, port text PATH '$')) AS t WHERE s.id < 3

SELECT jt.* FROM JSON_TABLE('[{"a":1,"b":[{"c":2}]}]', '$[*]' COLUMNS (a int PATH '$.a', NESTED PATH '$.b[*]' COLUMNS (c int PATH '$.c'))) AS jt

## functions: ranges, search, other types
SELECT stay @> date '2024-01-03', lower(stay), upper(stay), isempty(stay), lower_inc(stay), stay && daterange('2024-01-01', '2024-01-10', '[]'), stay * daterange('2024-01-01', '2024-02-01'), int4range(1, 5) - int4range(3, 9), '[1,2)'::int4range -|- '[2,3)'::int4range, range_merge(int4range(1, 2), int4range(5, 6)) FROM visits WHERE id < 4

SELECT '{[1,3),[5,7)}'::int4multirange @> 2, multirange(int4range(1, 2)), unnest('{[1,3),[5,7)}'::int4multirange)

SELECT to_tsvector('english', name) @@ to_tsquery('english', 'ship & 1'), ts_rank(to_tsvector('simple', name), plainto_tsquery('simple', 'ship')), websearch_to_tsquery('english', '"big ship" -old'), 'a'::tsquery && 'b'::tsquery, !! 'a'::tsquery, 'a' <-> 'b'::tsquery, ts_headline('english', 'a ship', to_tsquery('ship')) FROM ships WHERE id = 1

SELECT phone << '10.0.0.0/8'::inet, host(phone), masklen(phone), family(phone), network(phone), phone + 1, encode(photo, 'hex') FROM crew WHERE id < 4

SELECT point(1, 2) <-> point(4, 6), box '((0,0),(1,1))' @> point '(0.5,0.5)', area(box '((0,0),(2,2))'), circle '((0,0),1)' IS NOT NULL

SELECT token, token::text LIKE '%a%', gen_random_uuid() IS NOT NULL FROM visits WHERE id = 1

SELECT num_nulls(1, NULL), num_nonnulls(1, NULL), 1 IN (NULL, 1), VARIADIC_free FROM (SELECT 1 AS variadic_free) v(VARIADIC_free)

SELECT concat(VARIADIC ARRAY['a', 'b']), json_build_array(VARIADIC ARRAY[1, 2]), greatest(VARIADIC_x, 2) FROM (SELECT 1) AS q(VARIADIC_x)

SELECT OPERATOR(pg_catalog.-) 5, 1 OPERATOR(pg_catalog.+) 2, 2 OPERATOR(pg_catalog.*) 3 OPERATOR(pg_catalog.+) 1

SELECT pg_catalog.lower('A'), pg_catalog.count(*), CAST('1' AS pg_catalog.int4), 'a' COLLATE pg_catalog."C"

SELECT id FROM ships ORDER BY tonnage USING >, name USING <

SELECT lower(id) FROM (SELECT 'A' AS id) q

SELECT round(7.5), round(7.25, 1)

SELECT s FROM ships s WHERE s.id = 1

SELECT ships FROM ships WHERE id = 1

SELECT count(s), count(s.*), count(DISTINCT s.flag) FROM ships s

SELECT s.ctid IS NOT NULL FROM (SELECT ctid FROM ships) s LIMIT 1

SELECT "order", "Odd Table"."drop table" FROM ships, "Odd Table" WHERE "order" = "from"

## plans
EXPLAIN SELECT 1

EXPLAIN (VERBOSE, COSTS off) SELECT id FROM ships

EXPLAIN (FORMAT json, SUMMARY off) SELECT count(*) FROM visits

## reports
WITH monthly AS (SELECT s.flag, date_trunc('month', v.arrived) AS month, sum(v.fee) AS revenue FROM visits v JOIN ships s ON s.id = v.ship_id WHERE v.kind <> 'repair' GROUP BY s.flag, date_trunc('month', v.arrived)), ranked AS (SELECT m.*, rank() OVER (PARTITION BY m.month ORDER BY m.revenue DESC) AS place, lag(m.revenue) OVER (PARTITION BY m.flag ORDER BY m.month) AS previous FROM monthly m) SELECT r.flag, r.month, r.revenue, r.place, round(100.0 * (r.revenue - r.previous) / NULLIF(r.previous, 0), 1) AS growth FROM ranked r WHERE r.place <= 2 ORDER BY r.month, r.place

SELECT b.quay, count(*) AS visits, round(avg(extract(epoch FROM v.departed - v.arrived) / 3600)::numeric, 1) AS hours, percentile_cont(0.9) WITHIN GROUP (ORDER BY v.fee) AS p90 FROM visits v JOIN berths b ON b.id = v.berth_id WHERE v.departed IS NOT NULL GROUP BY b.quay ORDER BY visits DESC

SELECT d.day, count(v.id) AS arrivals, sum(count(v.id)) OVER (ORDER BY d.day) AS running FROM generate_series(date '2024-01-01', date '2024-01-31', '1 day') AS d(day) LEFT JOIN visits v ON v.arrived >= d.day AND v.arrived < d.day + interval '1 day' GROUP BY d.day ORDER BY d.day

SELECT first.month AS cohort, count(*) FROM (SELECT ship_id, min(date_trunc('month', arrived)) AS month FROM visits GROUP BY ship_id) first JOIN visits v USING (ship_id) GROUP BY first.month ORDER BY 1
