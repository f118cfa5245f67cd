-- Wearable study: one row per participant and day, a participant sheet, snake_case headers from an API.
CREATE TABLE participants (pid TEXT, age INTEGER, sex TEXT, height_cm REAL, weight_kg_start REAL, grp TEXT, enrolled TEXT, dropped_out TEXT);
INSERT INTO participants SELECT 'P' || printf('%02d', n - 2499), 19 + a % 50, pick(b, 'female','male','female','male','other'), CASE WHEN c % 13 = 0 THEN NULL ELSE 155 + c % 38 END, round(52 + (d % 480) / 10.0, 1), pick(n, 'control','coaching','app only'), day(e, '2024-01-08', 40), CASE WHEN f % 8 = 0 THEN date('2024-03-01', '+' || (f % 60) || ' days') END FROM rolls WHERE n BETWEEN 2500 AND 2523;
CREATE TABLE daily_summary (pid TEXT, log_date TEXT, total_steps INTEGER, distance_km REAL, active_min INTEGER, sedentary_min INTEGER, kcal INTEGER, resting_hr INTEGER, sleep_min INTEGER, sleep_score INTEGER, weight_kg REAL, worn_hours REAL, device TEXT);
INSERT INTO daily_summary SELECT pid, dt, st, round(st * 0.00072, 2), CAST(st / 110 AS INTEGER) + q % 12, 1150 - CAST(st / 30 AS INTEGER) + q % 90, 1500 + CAST(st / 18 AS INTEGER) + q % 140, CASE WHEN q % 12 = 0 THEN NULL ELSE 74 - CAST(st / 1500 AS INTEGER) + q % 9 END, CASE WHEN q % 9 = 0 THEN NULL ELSE 320 + q % 190 END, CASE WHEN q % 9 = 0 THEN NULL ELSE 55 + q % 41 END,
 CASE WHEN q % 4 = 0 THEN round(w - i * 0.03 * CASE grp WHEN 'coaching' THEN 1.6 WHEN 'app only' THEN 0.7 ELSE 0 END + (q % 10) / 10.0, 1) END, CASE WHEN st = 0 THEN 0 ELSE round(10 + (q % 130) / 10.0, 1) END, CASE WHEN substr(pid, 3, 1) IN ('1','4','7') THEN 'Band 2' ELSE 'Band 3' END
FROM (SELECT p.pid, p.grp, p.weight_kg_start AS w, r.n AS i, date('2024-02-01', '+' || (r.n * 6) || ' days') AS dt, (r.a + CAST(substr(p.pid, 2) AS INTEGER) * 7919) % 997 AS q, CASE WHEN (r.b + CAST(substr(p.pid, 2) AS INTEGER) * 31) % 37 = 0 THEN 0 ELSE 3200 + (r.a + CAST(substr(p.pid, 2) AS INTEGER) * 7919) % 997 * 7 + CASE p.grp WHEN 'coaching' THEN 1800 + r.n * 90 WHEN 'app only' THEN 900 ELSE 0 END + CASE WHEN p.age > 50 THEN -700 ELSE 0 END END AS st
 FROM participants p JOIN rolls r ON r.n < 16 WHERE p.dropped_out IS NULL OR date('2024-02-01', '+' || (r.n * 6) || ' days') < p.dropped_out);
UPDATE participants SET dropped_out = '2024-03-11' WHERE pid = 'P05';
UPDATE participants SET dropped_out = '2024-03-25' WHERE pid = 'P08';
UPDATE participants SET age = 71 WHERE pid = 'P15';
DELETE FROM daily_summary WHERE (pid = 'P05' AND log_date >= '2024-03-11') OR (pid = 'P08' AND log_date >= '2024-03-25');
UPDATE participants SET grp = 'coaching' WHERE pid = 'P08';
