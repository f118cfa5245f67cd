-- Waiting list of an invented health network: month-end snapshots (stocks: waiting; flows: added, treated), month as 'YYYY-MM' text, hospital attributes repeated in each row; monthly targets in a second table.
CREATE TABLE wl_snapshot (snap_month TEXT, hospital TEXT, trust TEXT, beds INTEGER, specialty TEXT, waiting INTEGER, over_18_weeks INTEGER, over_52_weeks INTEGER, median_wait_weeks REAL, added_in_month INTEGER, treated_in_month INTEGER, removed_other INTEGER);
CREATE TABLE wl_target (year INTEGER, specialty TEXT, max_median_weeks REAL, lead_clinician TEXT);
CREATE TEMP TABLE hp (k INTEGER, h TEXT, t TEXT, b INTEGER, sz REAL);
INSERT INTO hp VALUES (0,'Ashgrove General','Northmere',640,1.5),(1,'St Brannoc''s','Northmere',310,0.8),(2,'Kilnbridge Royal','Eastvale',820,2.1),(3,'Tarrow Cottage','Eastvale',95,0.25),(4,'Wexcombe','Southdown Coast',410,1.0),(5,'Harbour Infirmary','Southdown Coast',520,1.2);
CREATE TEMP TABLE sp (j INTEGER, s TEXT, base REAL, gr REAL, med REAL);
INSERT INTO sp VALUES (0,'Orthopaedics',820,9,19),(1,'Ophthalmology',640,2,13),(2,'ENT',410,4,16),(3,'Cardiology',290,-2,9),(4,'Dermatology',350,3,12),(5,'Gynaecology',300,1,14.5);
INSERT INTO wl_snapshot
SELECT mo, x.h, x.t, x.b, s, w, CAST(w * (0.12 + med / 75.0 + q.c % 10 / 100.0) AS INTEGER), CASE WHEN med > 12 THEN CAST(w * (q.d % 40) / 1000.0 AS INTEGER) ELSE q.d % 3 END, CASE WHEN q.h % 37 = 0 THEN NULL ELSE round(med + m * gr / 60.0 + (q.e % 30 - 15) / 10.0, 1) END, ad, CASE WHEN mo LIKE '%-12' THEN CAST(ad * 0.7 AS INTEGER) ELSE CAST(ad * (0.82 + q.g % 30 / 100.0) AS INTEGER) END, q.b % 14
FROM (SELECT hp.*, sp.s, sp.med, sp.gr, i.n AS m, strftime('%Y-%m', '2023-01-01', '+' || i.n || ' months') AS mo, hp.k * 300 + sp.j * 40 + i.n AS rn, CAST(hp.sz * (sp.base + sp.gr * i.n) * (0.95 + (hp.k * 7 + sp.j * 3 + i.n * 5) % 11 / 100.0) AS INTEGER) AS w, CAST(hp.sz * sp.base * (0.18 + (hp.k + i.n * 3) % 7 / 100.0) AS INTEGER) AS ad FROM hp JOIN sp JOIN rolls i ON i.n < 34) x JOIN rolls q ON q.n = x.rn
WHERE NOT (x.h = 'Tarrow Cottage' AND s IN ('Cardiology','Gynaecology')) AND NOT (x.h = 'Wexcombe' AND mo IN ('2024-08','2024-09'));
INSERT INTO wl_target SELECT y, s, round(med + 2 - (y - 2023) * (0.3 + j % 3 * 0.3), 1), pick(j, 'Dr Halloran','Dr Osei','Ms Petrov','Dr Lindqvist',NULL,'Ms Adeyemi') FROM sp JOIN (SELECT 2023 AS y UNION ALL SELECT 2024 UNION ALL SELECT 2025);
DROP TABLE hp; DROP TABLE sp;
