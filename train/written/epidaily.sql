-- Epidemic counts as published: one row per country (or province) and day, cumulative figures; province is empty for most countries. Second table: facts about countries.
CREATE TABLE epi_daily (rec_no INTEGER, report_date TEXT, country TEXT, province TEXT, confirmed_cum INTEGER, deaths_cum INTEGER, tests_cum INTEGER, in_hospital INTEGER, source_upd TEXT);
CREATE TABLE country_info (country TEXT, iso3 TEXT, continent TEXT, population_k INTEGER, beds_per_1000 REAL);
WITH RECURSIVE d(k, dt) AS (SELECT 0, '2024-11-15' UNION ALL SELECT k + 1, date(dt, '+1 day') FROM d WHERE k < 186),
p(i, prov, ctry, rate, start, cfr, rec) AS (VALUES
 (1, NULL, 'Norway', 9, 4, 6, 9), (2, NULL, 'Kenya', 14, 22, 14, 5), (3, NULL, 'Peru', 33, 2, 31, 7), (4, NULL, 'Portugal', 21, 6, 13, 8),
 (5, NULL, 'Vietnam', 6, 30, 4, 21), (6, 'Queensland', 'Australia', 7, 9, 8, 14), (7, 'Victoria', 'Australia', 19, 5, 17, 16), (8, 'Tasmania', 'Australia', 1, 50, 0, 18),
 (9, 'Ontario', 'Canada', 26, 3, 15, 11), (10, 'Quebec', 'Canada', 31, 4, 27, 12), (11, 'Yukon', 'Canada', 1, 60, 9, 15), (12, NULL, 'Ghana', 8, 45, 11, 4), (13, NULL, 'Iceland', 2, 12, 0, 30), (14, NULL, 'Poland', 28, 10, 22, NULL)),
w AS (SELECT p.*, d.k, d.dt, r.a, r.b, CASE WHEN d.k = p.start THEN 1 + r.a % 3 WHEN d.k < p.start THEN 0 ELSE CAST(p.rate * CASE strftime('%m', d.dt) WHEN '11' THEN 0.5 WHEN '12' THEN 1.9 WHEN '01' THEN 3.1 WHEN '02' THEN 2.2 WHEN '03' THEN 1.1 WHEN '04' THEN 0.7 ELSE 0.3 END * (CASE WHEN strftime('%w', d.dt) IN ('0','6') THEN 30 ELSE 60 END + r.a % 90) / 100.0 AS INTEGER) END AS newc
 FROM p CROSS JOIN d JOIN rolls r ON r.n = (p.i * 331 + d.k * 17) % 5000),
c AS (SELECT w.*, SUM(newc) OVER (PARTITION BY i ORDER BY k) AS cum FROM w)
INSERT INTO epi_daily SELECT 1000 + ROW_NUMBER() OVER (ORDER BY dt, i), dt, ctry, prov, cum, cum * cfr / 1000, cum * rec + k * rec, CASE WHEN ctry IN ('Ghana', 'Vietnam') THEN NULL ELSE newc * (3 + i % 3) / 2 + b % 4 END, dt || printf(' %02d:%02d', 18 + b % 6, a % 60) FROM c WHERE k >= start;
INSERT INTO country_info VALUES ('Norway','NOR','Europe',5540,3.4),('Kenya','KEN','Africa',55100,1.4),('Peru','PER','South America',34350,1.6),('Portugal','PRT','Europe',10470,3.5),('Vietnam','VNM','Asia',98860,2.6),('Australia','AUS','Oceania',26440,3.8),('Canada','CAN','North America',39300,2.6),('Ghana','GHA','Africa',34120,0.9),('Iceland','ISL','Europe',388,2.8),('Chile','CHL','South America',19630,2.0),('Brazil','BRA','South America',216400,2.5);
