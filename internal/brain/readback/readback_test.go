package readback

import (
	"testing"
	"time"
)

var now = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)

func TestConvert(t *testing.T) {
	ix := boats(t)
	for _, c := range []struct{ name, sql, want string }{
		{"count", "SELECT COUNT(*) FROM rental", "from rental select count(*)"},
		{"the key counts rows", "SELECT count(T1.id) FROM rental AS T1", "from rental select count(*)"},
		{"text in double quotes", `SELECT name FROM person WHERE name == "Ann"`, "from person select person.name where person.name = Ann"},
		{"a word reserved elsewhere", "SELECT day AS end FROM rental", "from rental select rental.day"},
		{"split operator", "SELECT id FROM rental WHERE fee > = 5", "from rental select rental.id where rental.fee >= 5"},

		{"keys join", "SELECT p.name FROM person p JOIN rental r ON r.person = p.id JOIN payment y ON y.rental = r.id",
			"from person payment select person.name"},
		{"join without a condition", "SELECT p.name FROM person p JOIN rental r JOIN payment y ON y.rental = r.id AND r.person = p.id",
			"from person payment select person.name"},
		{"another key", "SELECT h.name FROM rental r JOIN harbour h ON h.id = r.goal", "from rental select harbour.name~rental.goal"},
		{"two keys to one table", "SELECT a.name, b.name FROM rental r JOIN harbour a ON a.id = r.origin JOIN harbour b ON b.id = r.goal",
			"from rental select harbour.name~rental.origin, harbour.name~rental.goal"},
		{"self join", "SELECT p.name, b.name FROM person p JOIN person b ON b.id = p.boss", "from person select person.name, person.name~person.boss"},
		{"joined by no key", "SELECT p.name FROM person p JOIN harbour h ON h.name = p.name",
			"from harbour person on harbour.name=person.name select person.name"},

		{"outer join", "SELECT p.name, COUNT(r.id) FROM person p LEFT JOIN rental r ON r.person = p.id GROUP BY p.id, p.name",
			"from person rental keep person select person.name, count(*) group person.id, person.name"},
		{"condition of an outer join", "SELECT p.name, COUNT(r.id) FROM person p LEFT JOIN rental r ON r.person = p.id AND r.kind = 'day' GROUP BY p.name",
			"from person rental keep person select person.name, count(rental.id if rental.kind = day) group person.name"},
		{"no partner", "SELECT p.name FROM person p LEFT JOIN rental r ON r.person = p.id WHERE r.id IS NULL",
			"from person select person.name where person.id notin (from rental select rental.person)"},
		{"not exists", "SELECT name FROM person p WHERE NOT EXISTS (SELECT 1 FROM rental r WHERE r.person = p.id AND r.kind = 'day')",
			"from person select person.name where person.id notin (from rental select rental.person where rental.kind = day)"},
		{"not in without nulls", "SELECT name FROM person WHERE id NOT IN (SELECT person FROM rental WHERE person IS NOT NULL)",
			"from person select person.name where person.id notin (from rental select rental.person)"},
		{"outer join that is none", "SELECT p.name FROM person p LEFT JOIN rental r ON r.person = p.id WHERE r.kind = 'day'",
			"from person rental select person.name where rental.kind = day"},

		{"a year as a prefix", "SELECT COUNT(*) FROM rental WHERE day LIKE '2025%'", "from rental select count(*) where rental.day during 2025-01-01..2026-01-01"},
		{"a year with strftime", "SELECT COUNT(*) FROM rental WHERE strftime('%Y', day) = '2025'",
			"from rental select count(*) where rental.day during 2025-01-01..2026-01-01"},
		{"two bounds", "SELECT COUNT(*) FROM rental WHERE day >= '2025-07-01' AND kind = 'day' AND day < '2025-10-01'",
			"from rental select count(*) where [rental.day during 2025-07-01..2025-10-01 and rental.kind = day]"},
		{"between days", "SELECT COUNT(*) FROM rental WHERE day BETWEEN '2025-10-01' AND '2025-10-31'",
			"from rental select count(*) where rental.day during 2025-10-01..2025-11-01"},
		{"days of a timestamp", "SELECT COUNT(*) FROM rental WHERE date(back) BETWEEN date('2025-11-15', '-30 days') AND '2025-11-15'",
			"from rental select count(*) where rental.back during 2025-10-16..2025-11-16"},
		{"a month of any year", "SELECT COUNT(*) FROM rental WHERE strftime('%m', day) IN ('06', '07', '08')",
			"from rental select count(*) where rental.day during month 6-8"},
		{"before today", "SELECT id FROM rental WHERE day < '2025-11-15'", "from rental select rental.id where rental.day < today"},
		{"age", "SELECT name FROM person WHERE born > date('2025-11-15', '-18 years')", "from person select person.name where years(today, person.born) < 18"},

		{"quarters", "SELECT strftime('%Y', day) || '-Q' || ((CAST(strftime('%m', day) AS INTEGER) + 2) / 3) AS q, COUNT(*) FROM rental GROUP BY q",
			"from rental select quarter(rental.day), count(*) group quarter(rental.day)"},
		{"weeks", "SELECT date(day, 'weekday 0', '-6 days') AS w, COUNT(*) FROM rental GROUP BY w", "from rental select week(rental.day), count(*) group week(rental.day)"},
		{"hours between", "SELECT AVG((julianday(back) - julianday(day)) * 24) FROM rental", "from rental select avg(hours(rental.back, rental.day))"},
		{"years until today", "SELECT name, CAST((julianday('2025-11-15') - julianday(born)) / 365.25 AS INTEGER) FROM person",
			"from person select person.name, years(today, person.born)"},

		{"percent of rows", "SELECT ROUND(100.0 * SUM(kind = 'day') / COUNT(*), 1) FROM rental", "from rental select pct(count(* if rental.kind = day), count(*))"},
		{"mean of a condition", "SELECT 100.0 * AVG(CASE WHEN kind = 'day' THEN 1.0 ELSE 0 END) FROM rental",
			"from rental select pct(count(* if rental.kind = day), count(*))"},
		{"change", "WITH x AS (SELECT SUM(CASE WHEN day LIKE '2025%' THEN fee ELSE 0 END) AS a, SUM(CASE WHEN day LIKE '2024%' THEN fee ELSE 0 END) AS b FROM rental) SELECT 100.0 * (a - b) / NULLIF(b, 0) FROM x",
			"from rental select change(sum(rental.fee if rental.day during 2025-01-01..2026-01-01), sum(rental.fee if rental.day during 2024-01-01..2025-01-01))"},
		{"years side by side", "SELECT SUM(CASE WHEN day < '2025-01-01' THEN fee ELSE 0 END), SUM(CASE WHEN day >= '2025-01-01' THEN fee ELSE 0 END) FROM rental WHERE day >= '2024-01-01' AND day < '2026-01-01'",
			"from rental select sum(rental.fee if rental.day during 2024-01-01..2025-01-01), sum(rental.fee if rental.day during 2025-01-01..2026-01-01) where [rental.day during 2024-01-01..2025-01-01 or rental.day during 2025-01-01..2026-01-01]"},
		{"cents", "SELECT SUM(fee) / 100.0 FROM rental", "from rental select div(sum(rental.fee), 100)"},
		{"share by subquery", "SELECT kind, 100.0 * COUNT(*) / (SELECT COUNT(*) FROM rental) FROM rental GROUP BY kind",
			"from rental select rental.kind, share(count(*)) group rental.kind"},
		{"share by window", "SELECT kind, 100.0 * SUM(fee) / SUM(SUM(fee)) OVER () FROM rental GROUP BY kind",
			"from rental select rental.kind, share(sum(rental.fee)) group rental.kind"},
		{"running total", "WITH m AS (SELECT strftime('%Y-%m', day) AS mon, SUM(fee) AS s FROM rental GROUP BY mon) SELECT mon, s, SUM(s) OVER (ORDER BY mon) FROM m",
			"from rental select month(rental.day), sum(rental.fee), running(sum(rental.fee)) group month(rental.day)"},
		{"moving mean", "SELECT mon, AVG(s) OVER (ORDER BY mon ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM (SELECT strftime('%Y-%m', day) AS mon, SUM(fee) AS s FROM rental GROUP BY mon)",
			"from rental select month(rental.day), moving3(sum(rental.fee)) group month(rental.day)"},
		{"growth", "WITH y AS (SELECT strftime('%Y', day) AS yr, COUNT(*) AS n FROM rental GROUP BY yr) SELECT yr, 100.0 * (n - LAG(n) OVER (ORDER BY yr)) / LAG(n) OVER (ORDER BY yr) FROM y",
			"from rental select year(rental.day), growth(count(*)) group year(rental.day)"},
		{"growth by a join, of some years", "WITH y AS (SELECT CAST(strftime('%Y', day) AS INTEGER) AS yr, COUNT(*) AS n FROM rental GROUP BY yr) SELECT a.yr, 100.0 * (a.n - b.n) / b.n FROM y a JOIN y b ON b.yr = a.yr - 1 WHERE a.yr BETWEEN 2023 AND 2024",
			"from rental select year(rental.day), growth(count(*)) group year(rental.day) having year(rental.day) during 2023-01-01..2025-01-01"},

		{"top of each", "SELECT kind, id FROM (SELECT kind, id, ROW_NUMBER() OVER (PARTITION BY kind ORDER BY fee DESC) AS rn FROM rental) WHERE rn <= 2 ORDER BY kind, rn",
			"from rental select rental.kind, rental.id order rental.fee desc limit 2 per rental.kind"},
		{"the latest of each", "SELECT person, fee FROM rental r WHERE day = (SELECT MAX(x.day) FROM rental x WHERE x.person = r.person)",
			"from rental select rental.person, rental.fee order rental.day desc limit 1 per rental.person"},
		{"the second", "SELECT kind, SUM(fee) AS s FROM rental GROUP BY kind ORDER BY s DESC LIMIT 1 OFFSET 1",
			"from rental select rental.kind, sum(rental.fee) group rental.kind order sum(rental.fee) desc place 2"},
		{"bands", "SELECT CAST(fee / 10 AS INTEGER) * 10 AS band, COUNT(*) FROM rental GROUP BY band", "from rental select band10(rental.fee), count(*) group band10(rental.fee)"},
		{"correlation", "SELECT corr(fee, id) FROM rental", "from rental select corr(rental.fee, rental.id)"},
		{"median", "SELECT AVG(fee) FROM (SELECT fee, ROW_NUMBER() OVER (ORDER BY fee) AS rn, COUNT(*) OVER () AS n FROM rental) WHERE rn IN ((n + 1) / 2, (n + 2) / 2)",
			"from rental select median(rental.fee)"},
		{"percentile in another unit", "SELECT f FROM (SELECT fee / 100.0 AS f, ROW_NUMBER() OVER (ORDER BY fee) AS rn, COUNT(*) OVER () AS n FROM rental) WHERE rn = (n * 9 + 9) / 10",
			"from rental select div(percentile90(rental.fee), 100)"},

		{"number of groups", "SELECT COUNT(*) FROM (SELECT person FROM rental GROUP BY person HAVING COUNT(*) > 1)",
			"from rental select count(groups) group rental.person having count(*) > 1"},
		{"distinct rows", "SELECT COUNT(*) FROM (SELECT DISTINCT person FROM rental)", "from rental select count distinct(rental.person)"},
		{"mean of sums", "SELECT AVG(s) FROM (SELECT person, SUM(fee) AS s FROM rental GROUP BY person)", "from rental select avg(sum(rental.fee)) group rental.person"},
		{"more than the mean of groups", "WITH t AS (SELECT person, SUM(fee) AS s FROM rental GROUP BY person) SELECT person FROM t WHERE s > (SELECT AVG(s) FROM t)",
			"from rental select rental.person group rental.person having sum(rental.fee) > (from rental select avg(sum(rental.fee)) group rental.person)"},
		{"mean after the first", "SELECT AVG(julianday(f.first) - julianday(p.born)) FROM person p JOIN (SELECT person, MIN(day) AS first FROM rental GROUP BY person) f ON f.person = p.id",
			"from person rental select avg(days(min(rental.day), person.born)) group rental.person, person.born"},
		{"count for each row", "SELECT p.name, (SELECT COUNT(*) FROM rental r WHERE r.person = p.id) FROM person p",
			"from person rental keep person select person.name, count(*) group person.id, person.name"},

		{"set operation", "SELECT person FROM rental WHERE kind = 'day' EXCEPT SELECT person FROM rental WHERE kind = 'week' ORDER BY person",
			"from rental select rental.person where rental.kind = day order rental.person except from rental select rental.person where rental.kind = week"},
		{"size of a difference", "SELECT COUNT(*) FROM (SELECT person FROM rental EXCEPT SELECT id FROM person)",
			"from rental select count distinct(rental.person) where rental.person notin (from person select person.id)"},
		{"without difference of case", "SELECT id FROM rental WHERE LOWER(kind) = 'day'", "from rental select rental.id where rental.kind matches day"},
	} {
		t.Run(c.name, func(t *testing.T) {
			q, err := Convert(ix, c.sql, now)
			if err != nil {
				t.Fatal(err)
			}
			if got := (speller{ix}).query(q); got != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.sql, got, c.want)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	ix := boats(t)
	for _, c := range []struct{ sql, class string }{
		{"DELETE FROM rental", "not a select"},
		{"SELECT id FROM", "syntax"},
		{"SELECT x.id FROM nowhere x", "unknown table"},
		{"SELECT r.depth FROM rental r", "unknown column"},
		{"SELECT name || ' ' || born FROM person", "concatenation"},
		{"SELECT CASE WHEN fee > 5 THEN 'dear' ELSE 'cheap' END FROM rental", "case"},
		{"SELECT a.id FROM rental a JOIN rental b ON b.kind = a.kind", "self join"},
		{"SELECT a.id FROM rental a, payment b", "cross join"},
		{"SELECT id FROM rental r WHERE fee > (SELECT AVG(fee) FROM rental x WHERE x.kind = r.kind)", "correlated"},
		{"SELECT id FROM rental UNION ALL SELECT id FROM payment", "union all"},
		{"SELECT fee / 10 * 10 FROM rental WHERE id / 10 = 1", "integer division"},
		{"SELECT AVG(fee) FROM (SELECT fee FROM rental ORDER BY fee LIMIT 3)", "over limited rows"},
	} {
		q, err := Convert(ix, c.sql, now)
		if err == nil {
			t.Errorf("%s: got %s", c.sql, speller{ix}.query(q))
		} else if Class(err) != c.class {
			t.Errorf("%s: got %v, want %s", c.sql, err, c.class)
		}
	}
}

// FuzzConvert holds that no text makes Convert or Look fail otherwise than by a
// refusal.
func FuzzConvert(f *testing.F) {
	f.Add("SELECT p.name, COUNT(*) FROM person p LEFT JOIN rental r ON r.person = p.id GROUP BY p.id")
	f.Add("WITH y AS (SELECT strftime('%Y', day) AS yr FROM rental) SELECT a.yr FROM y a JOIN y b ON b.yr = a.yr - 1")
	for _, s := range []string{
		"SELECT date_trunc('month', day), count(*) FILTER (WHERE kind = 'x') FROM rental GROUP BY 1", "SELECT round() FROM rental",
		"SELECT strftime() FROM rental", "SELECT percentile() FROM rental", "SELECT date() FROM rental", "SELECT * FROM generate_series(1, 3)",
		"VALUES (1)", "SELECT (SELECT 1, 2)", "SELECT count() FROM rental", "SELECT lag() OVER () FROM rental", "SELECT 1 FROM rental ORDER BY 9", "TABLE rental",
		"SELECT id FROM rental ORDER BY lower() LIMIT 3", "SELECT percentile(NULL) FROM rental", "SELECT sum() OVER (PARTITION BY kind ORDER BY fee) FROM rental",
		"SELECT name, (SELECT COUNT() FROM rental r WHERE r.person = p.id) FROM person p", "SELECT id FROM rental WHERE btrim() > 3",
		"WITH x AS (DELETE FROM rental RETURNING id) SELECT id FROM x", "SELECT id FROM rental NATURAL JOIN generate_series(1, 3) g",
		"SELECT sum(fee) OVER (ROWS BETWEEN 'x' PRECEDING AND CURRENT ROW) FROM rental", "SELECT id FROM rental WHERE kind IN (SELECT 1, 2)",
	} {
		f.Add(s)
	}
	ix := boats(f)
	f.Fuzz(func(t *testing.T, sql string) {
		q, err := Convert(ix, sql, now)
		if (q == nil) == (err == nil) || err != nil && Class(err) == "other" {
			t.Errorf("%q: %v, %v", sql, q, err)
		}
		s, err := Look(ix, sql, now)
		if (s == nil) == (err == nil) || err != nil && Class(err) == "other" {
			t.Errorf("%q: %v, %v", sql, s, err)
		}
	})
}
