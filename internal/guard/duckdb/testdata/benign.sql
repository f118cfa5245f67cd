## plain
SELECT 1

SELECT 1;

select 1 as one , 2 two, 3 AS "three 3"

SELECT * FROM ships

FROM ships

FROM ships SELECT id, name WHERE id < 3

FROM ships WHERE id < 3 LIMIT 2

SELECT s.* FROM ships s ORDER BY s.id LIMIT 5 OFFSET 2

SELECT id, name FROM main.ships WHERE active AND NOT (flag = 'NO') ORDER BY name DESC NULLS LAST

TABLE berths

VALUES (1, 'a'), (2, 'b')

VALUES (1), (2) ORDER BY 1 DESC LIMIT 1

SELECT DISTINCT flag FROM ships

SELECT DISTINCT ON (flag) flag, name FROM ships ORDER BY flag, built DESC

SELECT id FROM ships ORDER BY id LIMIT 10 PERCENT

SELECT id FROM ships ORDER BY id LIMIT 25%

SELECT id FROM ships ORDER BY ALL DESC LIMIT 3

SELECT status: 'x', n: 1 + 1

SELECT id, FROM ships ORDER BY id LIMIT 2

SELECT id FROM archive.visits

SELECT * FROM ships ORDER BY #1 LIMIT 1

SELECT rowid, id FROM berths

## comments and white space
/* one /* two */ ; DELETE FROM ships */ SELECT 2 -- tail; DROP TABLE ships

SELECT/**/1/**/+/**/2

SELECT
	id -- the key
	, name /* what it is called */
FROM ships
WHERE id < 3 -- few

## literals
SELECT 'it''s', E'it\'s', E'a\tb\\c', $$it's$$, $t$a $$ b$t$, 'a\b'

SELECT 'first'
  'second'

SELECT '; DROP TABLE ships; --' AS note, 'read_csv(''x'')' AS call, '/* no comment */' AS c

SELECT 1.5, .5, 1e3, 1.5E-3, -7, +7, - -7, -(-7), 0x1F, 0b101, 1_000_000, 12345678901234567890123, 99999999999999999999.5

SELECT 9223372036854775807, -9223372036854775808, 18446744073709551615, 170141183460469231731687303715884105727, -170141183460469231731687303715884105728

SELECT true, false, NULL, TRUE IS TRUE, NULL IS NULL, 1 IS NOT NULL, NULL ISNULL, 1 NOTNULL

SELECT DATE '2024-02-29', TIME '12:00', TIMESTAMP '2024-01-01 10:00', TIMESTAMPTZ '2024-01-01 10:00:00+02', '2024-01-01 10:00:00.123456789'::TIMESTAMP_NS

SELECT INTERVAL '1 day', INTERVAL 3 MONTH, INTERVAL (2 + 1) HOUR, INTERVAL '1' YEAR, '1 year 2 months'::INTERVAL, INTERVAL 1 WEEK + INTERVAL 5 SECOND

SELECT [1, 2, 3], [], [[1], [2, 3]], {'a': 1, 'b c': 'x'}, {a: 1}, MAP {'k': 1, 'l': 2}, MAP([1, 2], ['a', 'b']), ROW(1, 'a')::VARCHAR, (1, 2)::VARCHAR, [1, 2.5]

SELECT '\xAA\x00'::BLOB, '101'::BIT, '00000000-0000-0000-0000-000000000001'::UUID, '{"a": [1, null]}'::JSON

SELECT 'inf'::DOUBLE, '-inf'::FLOAT, 'nan'::DOUBLE, 'infinity'::DATE

SELECT 'x' AS "a;b", 1 AS "--", 2 AS "/*", 3 AS "drop table ships", 4 AS "SELECT", 5 AS "with ""quotes""", 6 AS "Ünï", 7 AS "🚢", 8 AS 'single', 9 AS "a'b"

SELECT 1 - 1 - 1, 1 - (1 - 1), 8 / 4 / 2, 8 / (4 / 2), 7 % 4 * 2, 7 % (4 * 2), 1 + 2 * 3, (1 + 2) * 3, -5 % 3, 7 // 2, 2 ** 3, 2 ^ 3, 5 & 3 | 8, xor(5, 3), ~5, 1 << 4 >> 1, @(-5), 5!

SELECT -2 ** 2, (-2) ** 2, 2 ** 3 ** 2, -(2 ** 2), 2 ^ -1, - 1::INTEGER, (-1)::INTEGER, -1::VARCHAR::INTEGER

SELECT NOT true AND false, NOT (true AND false), true OR true AND false, (true OR true) AND false, NOT NOT true, NOT true = false

SELECT 'a' || 'b' = 'ab', 'a' || 1 || 'b', 1 <> 2, 1 != 2, 3 >= 3, 1 == 1, [1] || [2], 'abc' ^@ 'a', 1 IS DISTINCT FROM NULL

## casts
SELECT CAST(1.7 AS INTEGER), 1.7::INT, '42'::BIGINT + 1, 1::VARCHAR || 'x', '2024-01-01'::DATE + 1, TRY_CAST('x' AS INTEGER), 1::BOOLEAN, '12.50'::DECIMAL(5,1), 3::HUGEINT, 7::UTINYINT

SELECT tonnage::INT, tonnage::DECIMAL(18,1), CAST(name AS VARCHAR), built::TIMESTAMP, id::FLOAT, id::DOUBLE, id::SMALLINT, tags::VARCHAR, '[1,2]'::INTEGER[], '[1,2]'::INT[2], '{''a'': 1}'::STRUCT(a INTEGER), '{k=1}'::MAP(VARCHAR, INTEGER) FROM ships WHERE id < 4

SELECT kind::VARCHAR, 'cruise'::visit_kind, kind = 'cruise', kind::visit_kind FROM visits WHERE id < 5

SELECT CAST('1' AS UNION(num INTEGER, str VARCHAR)), 'a'::ENUM('a', 'b'), '1'::VARCHAR(10) AS short, x::TEXT FROM (SELECT 1 AS x)

SELECT 1::TIMESTAMP_S IS NULL FROM (SELECT 1) WHERE false

## predicates
SELECT id FROM ships WHERE id IN (1, 2, 3) AND flag NOT IN ('NO', 'PA') OR id = ANY ([7, 8]) OR id > ALL ([18, 19]) OR id IN [4]

SELECT id FROM ships WHERE id BETWEEN 2 AND 4 OR id NOT BETWEEN 3 AND 18

SELECT name LIKE 'Ship 1%', name NOT LIKE '%2', name ILIKE 'sHIP%', name NOT ILIKE 'x', name SIMILAR TO 'Ship (1|2)+', name NOT SIMILAR TO 'a', name LIKE 'Ship!_1' ESCAPE '!', name NOT LIKE 'Ship!%' ESCAPE '!', name ILIKE 'ship!%' ESCAPE '!', name GLOB 'Ship*' FROM ships

SELECT name ~ 'Ship [0-9]+', name !~ 'x', name ~~ 'S%', name !~~ 'S%', name ~~* 's%', name !~~* 's%', name ~~~ 'S*' FROM ships WHERE id < 3

SELECT flag IS DISTINCT FROM 'NO', flag IS NOT DISTINCT FROM NULL, active IS TRUE, active IS NOT TRUE, active IS FALSE, flag IS NULL FROM ships

SELECT (id, rating) > (10, 2), (id, rating) = (11, 5), (id, rating) IN ((11, 5), (12, 0)) FROM visits WHERE id < 15

SELECT EXISTS (SELECT 1 FROM visits v WHERE v.ship_id = s.id AND v.fee > 400), NOT EXISTS (FROM cargo WHERE visit_id = s.id) FROM ships s

SELECT id FROM ships WHERE id IN (SELECT ship_id FROM visits WHERE fee > 450) AND id NOT IN (SELECT ship_id FROM visits WHERE fee < 1) AND id < ALL (SELECT 100) AND id = ANY (SELECT id FROM ships)

SELECT CASE WHEN fee > 400 THEN 'high' WHEN fee > 100 THEN 'mid' ELSE 'low' END AS level, count(*) FROM visits GROUP BY 1 ORDER BY 2 DESC, 1

SELECT CASE kind WHEN 'freight' THEN 1 WHEN 'cruise' THEN 2 END, CASE WHEN true THEN CASE WHEN false THEN 1 ELSE 2 END END, if(id > 2, 'a', 'b') FROM visits WHERE id < 4

SELECT coalesce(flag, 'none'), nullif(flag, 'NO'), greatest(1, id), least(id, 5), ifnull(flag, 'x') FROM ships

SELECT id FROM ships WHERE name COLLATE NOCASE = 'SHIP 1' OR name COLLATE NOCASE.NOACCENT = 'ship 2' ORDER BY name COLLATE NOCASE DESC

## joins
SELECT s.name, v.fee, b.quay FROM ships s JOIN visits v ON v.ship_id = s.id JOIN berths b ON b.id = v.berth_id WHERE v.id < 20

SELECT s.name, v.id FROM ships s LEFT JOIN visits v ON v.ship_id = s.id AND v.fee > 480

SELECT s.id, b.id FROM ships s FULL OUTER JOIN berths b ON b.id = s.id + 3 WHERE s.id IS NULL OR b.id IS NULL

SELECT b.quay, s.name FROM ships s RIGHT JOIN berths b ON s.id = b.id

SELECT count(*) FROM ships CROSS JOIN berths

SELECT count(*) FROM ships, berths, crew WHERE ships.id = berths.id AND crew.ship_id = ships.id

SELECT * FROM ships NATURAL JOIN berths

SELECT id, s.name, b.quay FROM ships s JOIN berths b USING (id)

SELECT id FROM ships SEMI JOIN berths USING (id)

SELECT s.id FROM ships s ANTI JOIN berths b ON s.id = b.id

SELECT s.id, b.id FROM ships s POSITIONAL JOIN berths b

SELECT v.id, c.id FROM visits v ASOF JOIN crew c ON v.ship_id = c.ship_id AND v.arrived >= c.hired

SELECT v.id, c.id FROM visits v ASOF LEFT JOIN crew c USING (ship_id, id)

SELECT a.id, b.id, c.id FROM ships a JOIN (ships b JOIN ships c ON b.id = c.id + 1) ON a.id = b.id + 1

SELECT s.name, x.n FROM ships s, LATERAL (SELECT count(*) AS n FROM visits v WHERE v.ship_id = s.id) x

SELECT s.name, x.fee FROM ships s LEFT JOIN LATERAL (SELECT fee FROM visits v WHERE v.ship_id = s.id ORDER BY fee DESC LIMIT 1) x ON true

SELECT s.name, t.tag FROM ships s, unnest(s.tags) AS t(tag)

SELECT main.ships.name, main.berths.quay FROM main.ships, main.berths WHERE main.ships.id = main.berths.id

SELECT v.closed_on, v.* FROM archive.visits v

SELECT x.a, x.b FROM (SELECT 1 AS a, 2 AS b) AS x

SELECT a, b FROM (VALUES (1, 'x'), (2, 'y')) AS v(a, b)

SELECT s.n FROM (SELECT name FROM ships) AS s(n)

SELECT o."Select", "from", "ünïcode", o."a""b", "drop table" FROM "Odd Table" AS o ORDER BY "from"

SELECT "Odd Table"."from" FROM "Odd Table"

SELECT T.Id FROM SHIPS T WHERE T.ID = 1

SELECT q: s.name FROM s: ships WHERE s.id = 1

SELECT count(*) FROM visits TABLESAMPLE 100%

SELECT count(*) FROM visits v TABLESAMPLE reservoir(200 ROWS)

SELECT count(*) FROM visits USING SAMPLE 100 PERCENT (bernoulli)

SELECT count(*) FROM visits USING SAMPLE reservoir(200 ROWS) REPEATABLE (7)

## stars
SELECT * EXCLUDE (notes, props) FROM ships LIMIT 3

SELECT * EXCLUDE notes REPLACE (upper(name) AS name) FROM ships WHERE id < 3

SELECT * RENAME (name AS title) FROM berths JOIN ships USING (id)

SELECT s.* EXCLUDE (home), b.* EXCLUDE (id) FROM ships s JOIN berths b ON s.id = b.id

SELECT COLUMNS('^(id|name)$') FROM ships WHERE id < 3

SELECT COLUMNS(c -> c LIKE 'a%') FROM visits WHERE id < 3

SELECT min(COLUMNS(* EXCLUDE (notes, tags, home, props))) FROM ships

SELECT max(COLUMNS(['fee', 'rating'])) FROM visits

SELECT coalesce(*COLUMNS(['flag', 'name'])) FROM ships

SELECT * LIKE 'arr%' FROM visits WHERE id < 3

SELECT COLUMNS('(.*)_id') AS '\1' FROM visits WHERE id < 3

SELECT * FROM ships WHERE COLUMNS(['id', 'order']) > 1

## grouping
SELECT kind, count(*), sum(fee), avg(fee), min(arrived), max(departed), count(departed), count(DISTINCT ship_id) FROM visits GROUP BY kind ORDER BY kind

SELECT kind, rating, sum(fee) FROM visits GROUP BY ALL ORDER BY ALL

SELECT kind, rating, sum(fee) FROM visits GROUP BY GROUPING SETS ((kind, rating), (kind), ())

SELECT kind, rating, sum(fee), grouping(kind, rating), grouping_id(kind) FROM visits GROUP BY ROLLUP (kind, rating)

SELECT kind, rating, count(*) FROM visits GROUP BY CUBE (kind, rating)

SELECT date_trunc('month', arrived) AS month, sum(fee) AS revenue FROM visits GROUP BY month HAVING sum(fee) > 100 ORDER BY month

SELECT month, count() FROM (SELECT monthname(arrived) AS month FROM visits) GROUP BY month

SELECT count(*) FILTER (WHERE hazardous) AS bad, count(*) FILTER (hazardous IS NOT TRUE), sum(tons) FILTER (WHERE item = 'grain') FROM cargo

SELECT string_agg(item, ', ' ORDER BY item DESC), array_agg(DISTINCT item ORDER BY item), list(tons ORDER BY tons, item), group_concat(item, ';' ORDER BY item) FROM cargo WHERE visit_id < 5

SELECT median(fee), quantile_cont(fee, 0.9), quantile_disc(fee, [0.1, 0.9]), mode(kind), percentile_cont(0.5) WITHIN GROUP (ORDER BY fee), percentile_disc(0.5) WITHIN GROUP (ORDER BY fee DESC), mad(fee), approx_count_distinct(1), arg_max(id, fee), arg_min(id, fee, 2), max_by(id, fee), min(fee, 3), any_value(1), first(1), last(1) FROM visits

SELECT stddev(fee), stddev_pop(fee), var_samp(fee), variance(fee), corr(fee, rating), covar_pop(fee, rating), regr_slope(fee, rating), regr_r2(fee, rating), kurtosis(fee), skewness(fee), entropy(rating), product(1 + rating / 100) FROM visits

SELECT bool_and(active), bool_or(active), bit_and(id), bit_or(id), bit_xor(id), count_if(active), histogram(flag), sum(id) FILTER (active) FROM ships

SELECT sum(DISTINCT rating), avg(ALL rating), favg(rating), fsum(rating) FROM visits

SELECT kind FROM visits GROUP BY kind HAVING bool_or(fee > 490) AND count(*) > (SELECT count(*) / 4 FROM visits)

## windows
SELECT id, fee, row_number() OVER (ORDER BY fee DESC, id), rank() OVER (PARTITION BY kind ORDER BY fee), dense_rank() OVER w, percent_rank() OVER w, cume_dist() OVER w FROM visits WINDOW w AS (PARTITION BY kind ORDER BY rating) ORDER BY id

SELECT id, lag(fee) OVER (ORDER BY id), lead(fee, 2, 0) OVER (ORDER BY id), first_value(fee) OVER (ORDER BY id), last_value(fee) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), nth_value(fee, 3) OVER (ORDER BY id), lag(departed IGNORE NULLS) OVER (ORDER BY id), first_value(departed RESPECT NULLS) OVER (ORDER BY id) FROM visits

SELECT id, sum(fee) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), avg(fee) OVER (ORDER BY id ROWS 3 PRECEDING), sum(fee) OVER (ORDER BY arrived RANGE BETWEEN INTERVAL 5 DAY PRECEDING AND INTERVAL 1 DAY FOLLOWING), count(*) OVER (ORDER BY rating GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW), sum(fee) OVER (ORDER BY rating RANGE UNBOUNDED PRECEDING EXCLUDE TIES), count(*) OVER (ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING EXCLUDE GROUP) FROM visits WHERE id < 30

SELECT id, ntile(4) OVER (ORDER BY fee), sum(fee) OVER (), sum(fee) FILTER (WHERE rating > 2) OVER (PARTITION BY kind), count(DISTINCT rating) OVER (PARTITION BY kind), string_agg(kind, ',' ORDER BY id) OVER (PARTITION BY rating) FROM visits WHERE id < 10

SELECT * FROM visits QUALIFY row_number() OVER (PARTITION BY ship_id ORDER BY arrived DESC) = 1

SELECT id, rank() OVER (ORDER BY fee) AS r FROM visits WHERE id < 20 QUALIFY r <= 3

SELECT kind, sum(sum(fee)) OVER (ORDER BY kind), sum(fee) / sum(sum(fee)) OVER () FROM visits GROUP BY kind

## set operations
SELECT id FROM ships UNION SELECT id FROM berths EXCEPT SELECT 3 INTERSECT SELECT 3 ORDER BY 1

(SELECT id FROM ships ORDER BY id LIMIT 2) UNION ALL (SELECT id FROM berths ORDER BY id DESC LIMIT 2)

SELECT 1 UNION (SELECT 2 EXCEPT SELECT 2) UNION ALL SELECT 1 ORDER BY 1 DESC LIMIT 5

SELECT id, name FROM ships UNION BY NAME SELECT name, id, wage FROM crew

SELECT 1 AS a UNION ALL BY NAME SELECT 2 AS b

SELECT 1 EXCEPT ALL SELECT 2 UNION SELECT 3

FROM berths UNION FROM berths

((SELECT 1))

## WITH
WITH x AS (SELECT 1 AS a) SELECT a FROM x

WITH x AS (SELECT id FROM ships), y(k) AS (SELECT id + 1 FROM x) SELECT x.id, y.k FROM x JOIN y ON y.k = x.id

WITH ships AS (SELECT * FROM main.ships WHERE id < 3) SELECT count(*) FROM ships

WITH ships AS (SELECT 1 AS one) SELECT (SELECT count(*) FROM main.ships), one FROM ships

WITH a AS MATERIALIZED (SELECT 1 AS n), b AS NOT MATERIALIZED (SELECT n + 1 AS n FROM a) SELECT * FROM a, b

WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT sum(n) FROM r

WITH RECURSIVE tree AS (SELECT id, name, boss_id, 0 AS depth FROM crew WHERE boss_id IS NULL UNION ALL SELECT c.id, c.name, c.boss_id, t.depth + 1 FROM crew c JOIN tree t ON c.boss_id = t.id) SELECT depth, count(*) FROM tree GROUP BY depth

WITH RECURSIVE t(a, b) USING KEY (a) AS (SELECT 1, 2 UNION SELECT a + 1, b FROM t WHERE a < 3) SELECT * FROM t

WITH x AS (WITH y AS (SELECT 2 AS v) SELECT v FROM y) SELECT v FROM x

SELECT (WITH q AS (SELECT max(fee) AS m FROM visits) SELECT m FROM q), (SELECT count(*) FROM (WITH q AS (SELECT 1) SELECT * FROM q) z)

WITH d AS (SELECT unnest(generate_series(DATE '2024-01-01', DATE '2024-01-10', INTERVAL 1 DAY))::DATE AS day) SELECT d.day, coalesce(sum(v.fee), 0) FROM d LEFT JOIN visits v ON v.arrived::DATE = d.day GROUP BY d.day ORDER BY d.day

WITH v(a, b) AS (VALUES (1, 'a')) FROM v

## subqueries everywhere
SELECT (SELECT max(fee) FROM visits), ARRAY(SELECT id FROM berths ORDER BY id), [(SELECT 1)], [5, 6][(SELECT 2)]

SELECT id FROM ships ORDER BY (SELECT count(*) FROM visits WHERE ship_id = ships.id), id LIMIT (SELECT 3) OFFSET (SELECT 1)

SELECT kind, count(*) FROM visits GROUP BY kind, (SELECT 1) HAVING count(*) > (SELECT 1)

SELECT count(*) OVER (PARTITION BY (SELECT 1) ORDER BY (SELECT 2)) FROM berths

SELECT s.id FROM ships s JOIN berths b ON b.id = (SELECT min(x.id) FROM berths x WHERE x.id >= s.id)

SELECT coalesce((SELECT NULL::INT), 7), CASE WHEN (SELECT true) THEN (SELECT 1) ELSE (SELECT 2) END, sum((SELECT 1)) FILTER (WHERE (SELECT true)) FROM berths

SELECT (SELECT sum(s.tonnage + b.length_m) FROM berths b) FROM ships s WHERE s.id = 1

## functions: text
SELECT upper(name), ucase(name), length(name), strlen(name), reverse(name), ascii('a'), chr(65), repeat('ab', 3), left(name, 2), right(name, 2), name[1], name[1:3], name[-1] FROM ships WHERE id < 3

SELECT substring(name FROM 2 FOR 3), substring(name, 2), substr(name, 2, 2), position('hi' IN name), strpos(name, 'h'), instr(name, 'h'), trim(BOTH 'S' FROM name), trim('  x '), trim(LEADING FROM ' x'), ltrim('xa', 'x'), rtrim('ax', 'x') FROM ships WHERE id = 1

SELECT lpad('7', 3, '0'), rpad('7', 3, ' '), concat('a', NULL, 1), concat_ws('-', 'a', 'b'), format('{} {:04d}', 'a', 7), printf('%s %05.2f', 'a', 1.5), replace('aXa', 'X', 'y'), translate('abc', 'ab', 'xy'), split_part('a,b,c', ',', 2), string_split('a,b', ','), str_split('a b', ' '), array_to_string([1, 2], '+'), starts_with('abc', 'ab'), contains('abc', 'b'), suffix('abc', 'c')

SELECT regexp_replace('a1b2', '[0-9]', '#', 'g'), regexp_extract('a1b2', '([a-z])([0-9])', 1), regexp_extract('a1', '([a-z])([0-9])', ['l', 'd']), regexp_matches('Abc', '(?i)^a'), regexp_full_match('abc', 'a.c'), regexp_extract_all('a1b2', '[a-z]'), regexp_split_to_array('a, b', ',\s*'), string_split_regex('a1b', '[0-9]')

SELECT md5('x'), sha256('x'), sha1('x'), hash('x') IS NOT NULL, base64('abc'::BLOB), from_base64('YWJj'), hex('a'), unhex('61'), to_base(255, 16), bin(5), encode('ä'), decode('abc'::BLOB), url_encode('a b'), levenshtein('a', 'b'), jaccard('ab', 'bc'), strip_accents('é'), nfc_normalize('é'), format_bytes(1000000), bar(5, 0, 10, 10)

## functions: numbers
SELECT abs(-1.5), ceil(1.2), floor(-1.2), round(2.567, 2), round(2.5), trunc(2.567), sqrt(16), cbrt(27), power(2, 10), pow(2, 3), exp(0), ln(1), log(100), log2(8), log10(1000), mod(7, 3), fdiv(7, 2), fmod(7.5, 2), sign(-3), gcd(12, 18), lcm(4, 6), factorial(5), pi() > 3, degrees(pi()), radians(180) > 3, random() < 1, sin(0), cos(0), atan2(1, 1), isnan('nan'::DOUBLE), even(3), bit_count(7), nextafter(1.0::DOUBLE, 2.0) > 1, greatest(1, 2), gamma(5)

SELECT round(avg(fee), 2), fee * 100.0 / sum(fee) OVER () FROM visits GROUP BY fee ORDER BY 1, 2 LIMIT 5

SELECT floor(fee / 50) * 50 AS bucket, count(*), min(fee), max(fee) FROM visits GROUP BY bucket ORDER BY bucket

SELECT width.a FROM (SELECT {'a': equi_width_bins(0, 10, 3, true)} AS width)

## functions: time
SELECT now() = now(), current_date > DATE '2024-01-01', current_timestamp IS NOT NULL, today() > DATE '2024-01-01', get_current_timestamp() IS NOT NULL, current_localtime() IS NOT NULL, transaction_timestamp() = now()

SELECT extract(year FROM arrived), extract('epoch' FROM departed - arrived), date_part('dow', arrived), date_part(['year', 'month'], arrived), year(arrived), month(arrived), dayname(arrived), monthname(arrived), isodow(arrived), week(arrived), quarter(arrived), date_trunc('week', arrived), time_bucket(INTERVAL '15 minutes', arrived), last_day(arrived), epoch(arrived), epoch_ms(arrived) FROM visits WHERE id < 5

SELECT arrived + INTERVAL 1 DAY * 2, arrived - INTERVAL 1 MONTH, departed - arrived, age(departed, arrived), date_diff('hour', arrived, departed), datediff('day', DATE '2024-01-01', DATE '2024-02-01'), date_sub('month', DATE '2024-01-15', DATE '2024-02-14'), date_add(DATE '2024-01-01', INTERVAL 1 MONTH), make_date(2024, 2, 29), make_timestamp(2024, 1, 1, 0, 0, 0), to_days(3), to_timestamp(0), strftime(arrived, '%Y-%m'), strptime('05/03/2024', '%d/%m/%Y'), try_strptime('x', '%Y'), isfinite(DATE 'infinity'), arrived AT TIME ZONE 'UTC', timezone('America/New_York', arrived) FROM visits WHERE id < 9

SELECT built, built + 30, built - DATE '2000-01-01', built + TIME '10:00', built > '2000-01-01', (built + INTERVAL 1 YEAR)::DATE FROM ships WHERE id < 4

SELECT d FROM range(DATE '2024-01-01', DATE '2024-02-01', INTERVAL 1 WEEK) t(d)

SELECT d FROM generate_series(TIMESTAMP '2024-01-01', TIMESTAMP '2024-01-03', INTERVAL 12 HOUR) AS g(d)

SELECT strftime(arrived, '%Y-Q') || quarter(arrived) AS quarter, sum(fee) FROM visits GROUP BY quarter ORDER BY quarter

SELECT DATE '2024-01-01' + INTERVAL (g) DAY AS day FROM range(5) t(g)

## functions: lists, structs, maps
SELECT tags[1], tags[1:1], tags[:2], tags[2:], tags[1:2:1], len(tags), tags || ['z'], list_contains(tags, 't1'), list_has_any(tags, ['t1']), 't1' IN tags, list_position(tags, 'u1'), tags @> ['t1'], tags <@ ['t1', 'u1'], tags && ['t1'] FROM ships

SELECT list_transform([1, 2, 3], x -> x + 1), list_transform([1, 2], lambda x : x * 2) AS doubled, list_filter([1, 2, 3], x -> x > 1 AND x < 3), list_reduce([1, 2, 3], (a, b) -> a + b), [x * 2 FOR x IN [1, 2, 3] IF x > 1] AS some, list_transform([1, 2], (x, i) -> x + i), list_sort([3, 1], 'DESC'), list_aggregate([1, 2], 'sum'), list_sum([1, 2]), list_distinct([1, 1]), list_slice([1, 2, 3], 1, 2), flatten([[1], [2]]), list_zip([1], ['a'])::VARCHAR, range(3), generate_series(1, 3), array_value(1, 2), list_value(1), list_append([1], 2), list_concat([1], [2])

SELECT home.lat, s.home.lon, home['lat'], struct_extract(home, 'lat'), struct_pack(a := 1, b := 'x'), {'a': {'b': 1}}.a.b, struct_insert({'a': 1}, b := 2), home.* FROM ships s WHERE id < 3

SELECT props['k'], props['zz'], map_keys(props), map_values(props), map_extract(props, 'k'), cardinality(props), element_at(props, 'k'), map_entries(MAP {'a': 1}), map_from_entries([('a', 1)]) FROM ships WHERE id < 3

SELECT unnest([1, 2]), unnest(['a', 'b', 'c'])

SELECT unnest({'a': 1, 'b': 2}), unnest([{'a': 1}, {'a': 2}], recursive := true)

SELECT u.x FROM unnest([3, 4]) AS u(x)

SELECT id, t FROM (SELECT id, unnest(tags) AS t FROM ships) WHERE t LIKE 't%'

SELECT * FROM range(3)

SELECT range FROM range(1, 10, 3)

SELECT i FROM generate_series(10, 1, -3) t(i)

SELECT name.upper() AS n FROM ships WHERE id < 3

SELECT ('abc').upper().reverse(), [1, 2].list_sum(), name.replace('S', 'x').length() AS n, list_transform(tags, t -> t.upper()) AS u FROM ships WHERE id = 1

SELECT ships.name.upper() AS n FROM ships WHERE id < 3

## functions: JSON
SELECT notes -> 'hold', notes ->> 'hold', notes -> '$.ports[0]', notes ->> '$.deep.x', notes.hold, json_extract(notes, '$.hold'), json_extract_string(notes, ['$.hold', '$.deep.x']), json_type(notes), json_keys(notes), json_array_length(notes -> 'ports'), json_valid('{}'), json_contains(notes, '3'), json_exists(notes, '$.hold'), json_value(notes, '$.hold') FROM ships WHERE id < 4

SELECT to_json({'a': 1}), json_object('a', 1, 'b', 'x'), json_array(1, 'a', NULL), json_merge_patch('{"a":1}', '{"b":2}'), from_json('{"a": 1}', '{"a": "INTEGER"}'), json_transform('{"a": 1}', '{"a": "BIGINT"}'), json_structure('{"a": 1}'), json('{"a":1}'), json_quote('x'), row_to_json({'a': 1}), '{"a": 2}'::JSON -> 'a'

SELECT json_group_array(id), json_group_object(name, id) FROM ships WHERE id < 4

## other
SELECT typeof(1), typeof(id), alias(id), can_cast_implicitly(1, 2.5), enum_range(NULL::visit_kind), enum_first(NULL::visit_kind), hash(1) = hash(1), uuid() IS NOT NULL, gen_random_uuid() IS NOT NULL, try(1 / 0), constant_or_null(1, 2) FROM ships WHERE id = 1

SELECT s FROM ships s WHERE s.id = 1

SELECT ships FROM ships WHERE id = 1

SELECT count(s), count(s.id), count(DISTINCT s.flag) FROM ships s

SELECT "order", "Odd Table"."drop table" FROM ships, "Odd Table" WHERE "order" = "from"

SELECT id + 1 AS next, next * 2 AS twice FROM ships WHERE next > 3

SELECT token, token::VARCHAR LIKE '%1', flags, bit_count(flags), big, big + 1, photo FROM visits JOIN crew USING (id) WHERE id < 3

SELECT main.upper('a'), main.sum(id) FROM ships

## pivots
PIVOT visits ON kind USING sum(fee) GROUP BY rating

PIVOT visits ON kind USING sum(fee) AS total, count(*) AS n GROUP BY rating ORDER BY rating

PIVOT visits ON kind IN ('freight', 'cruise') USING sum(fee) GROUP BY rating

PIVOT visits ON kind, rating USING count(*)

PIVOT visits ON kind IN ('freight'), rating USING count(*)

PIVOT visits ON rating, kind IN ('freight') USING count(*) GROUP BY ship_id

PIVOT visits ON kind || '-' || rating USING count(*)

PIVOT visits ON year(arrived) USING sum(fee) GROUP BY kind

PIVOT (SELECT kind, fee, date_trunc('month', arrived) AS m FROM visits) ON m USING max(fee) GROUP BY kind

PIVOT (FROM visits WHERE id < 50) ON kind USING first(fee - -1) GROUP BY rating LIMIT 3

PIVOT ships JOIN visits ON ships.id = visits.ship_id ON kind USING sum(fee) GROUP BY flag

PIVOT crew JOIN visits USING (ship_id) ON kind USING sum(fee) GROUP BY boss_id

PIVOT_WIDER visits ON kind USING sum(fee) GROUP BY rating

SELECT * FROM (PIVOT visits ON kind USING sum(fee) GROUP BY rating) p WHERE p.rating < 3

SELECT * FROM (PIVOT visits ON kind USING sum(fee) GROUP BY rating) p JOIN berths b ON b.id = p.rating

WITH v AS (SELECT kind, rating, fee FROM visits WHERE id < 100) PIVOT v ON kind USING sum(fee)

WITH p AS (PIVOT visits ON kind USING sum(fee) GROUP BY rating) SELECT rating, freight FROM p ORDER BY rating

FROM visits PIVOT (sum(fee) FOR kind IN ('freight', 'cruise') GROUP BY rating)

SELECT p.*, b.quay FROM visits PIVOT (sum(fee) FOR kind IN ('freight', 'cruise') GROUP BY rating) AS p JOIN berths b ON b.id = p.rating

FROM visits PIVOT (sum(fee) AS s, max(fee) AS m FOR kind IN ('freight') rating IN (1, 2) GROUP BY ship_id)

UNPIVOT (SELECT id, fee, rating::DECIMAL(10,2) AS rating FROM visits WHERE id < 4) ON fee, rating

UNPIVOT (SELECT id, fee, rating::DECIMAL(10,2) AS rating FROM visits WHERE id < 4) ON fee, rating INTO NAME what VALUE amount

UNPIVOT (SELECT id, length_m FROM berths) ON COLUMNS(* EXCLUDE id) INTO NAME what VALUE v

FROM (SELECT id, flag, name FROM ships WHERE id < 5) UNPIVOT INCLUDE NULLS (v FOR n IN (flag, name))

FROM (SELECT id, flag, name FROM ships WHERE id < 5) UNPIVOT (v FOR n IN (flag, name))

FROM (SELECT 1 AS a, 2 AS b, 3 AS c, 4 AS d) UNPIVOT ((x, y) FOR n IN ((a, b), (c, d)))

## descriptions
DESCRIBE ships

DESCRIBE SELECT id, name FROM ships

DESCRIBE TABLE berths

SUMMARIZE berths

SUMMARIZE SELECT id FROM berths

SHOW berths

SELECT column_name FROM (DESCRIBE ships) WHERE column_type = 'VARCHAR'

SELECT column_name FROM (SUMMARIZE visits)

EXPLAIN SELECT 1

EXPLAIN SELECT 1 - -1

## reports
WITH monthly AS (SELECT s.flag, date_trunc('month', v.arrived) AS month, sum(v.fee) AS revenue FROM visits v JOIN ships s ON s.id = v.ship_id WHERE v.kind <> 'repair' GROUP BY ALL), ranked AS (SELECT m.*, rank() OVER (PARTITION BY m.month ORDER BY m.revenue DESC) AS place, lag(m.revenue) OVER (PARTITION BY m.flag ORDER BY m.month) AS previous FROM monthly m) SELECT r.flag, r.month, r.revenue, r.place, round(100.0 * (r.revenue - r.previous) / NULLIF(r.previous, 0), 1) AS growth FROM ranked r WHERE r.place <= 2 ORDER BY r.month, r.place

SELECT b.quay, count(*) AS visits, round(avg(date_diff('minute', v.arrived, v.departed)) / 60, 1) AS hours, quantile_cont(v.fee, 0.9) AS p90 FROM visits v JOIN berths b ON b.id = v.berth_id WHERE v.departed IS NOT NULL GROUP BY b.quay ORDER BY visits DESC

SELECT d.day, count(v.id) AS arrivals, sum(count(v.id)) OVER (ORDER BY d.day) AS running FROM range(TIMESTAMP '2024-01-01', TIMESTAMP '2024-02-01', INTERVAL 1 DAY) AS d(day) LEFT JOIN visits v ON v.arrived >= d.day AND v.arrived < d.day + INTERVAL 1 DAY GROUP BY d.day ORDER BY d.day
