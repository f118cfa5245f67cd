-- Batch chemistry: one flat export of batch records, a second sheet with raw material charges.
CREATE TABLE batch_records ("Batch#" TEXT, "Prod" TEXT, "Grade" TEXT, "Reactor" TEXT, "Campaign" TEXT, "Start" TEXT, "End" TEXT, "T_max_C" REAL, "p_max_bar" REAL, "pH_end" REAL, "Theor. yield kg" REAL, "Yield kg" REAL, "Purity %" REAL, "H2O ppm" INTEGER, "Visc mPas" REAL, "Color" TEXT, "QA status" TEXT, "Chemist" TEXT, "Deviation" TEXT, "Rework of" TEXT);
INSERT INTO batch_records
SELECT bn, prod, grade, reac, 'C' || substr(st, 3, 2) || '-' || (1 + (CAST(substr(st, 6, 2) AS INTEGER) - 1) / 2), st, CASE WHEN st > '2025-10-27' THEN NULL ELSE datetime(st, '+' || (360 + p * 170 + d % 260) || ' minutes') END,
 tmax, round(1.1 + p * 0.8 + (e % 40) / 50.0, 2), CASE WHEN f % 15 = 0 THEN NULL ELSE round(5.8 + (f % 23) / 10.0, 1) END, th, CASE WHEN st > '2025-10-27' THEN NULL ELSE round(th * (0.97 - p * 0.02 - (g % 90) / 1000.0 - CASE WHEN tmax > 92 + p * 6 THEN 0.08 ELSE 0 END), 1) END,
 CASE WHEN st > '2025-10-14' THEN NULL ELSE pur END, CASE WHEN h % 8 = 0 THEN NULL ELSE 90 + h % 700 END, round(120 + p * 85 + (h % 400) / 10.0, 1),
 pick(e, 'clear','clear','clear','slightly yellow','yellow'), CASE WHEN st > '2025-10-14' THEN 'pending' WHEN pur < 97.6 THEN pick(f, 'rejected','blocked','released w/ concession') ELSE 'released' END,
 pick(c, 'Dr. Amsel','Dr. Amsel','Okafor','Lindqvist','Pereira'), CASE WHEN f % 9 = 0 THEN pick(g, 'Temp overshoot','Stirrer stop','Late dosing','Wrong raw material lot') END, NULL
FROM (SELECT 'B' || substr(st, 3, 2) || printf('%03d', row_number() OVER (PARTITION BY substr(st, 1, 4) ORDER BY st, n)) AS bn, x.*, round(84 + p * 6 + (d % 150) / 10.0, 1) AS tmax, round(99.7 - (b % 300) / 110.0 - CASE WHEN reac = 'R3' THEN 0.5 ELSE 0 END, 2) AS pur, pick(p, 850.0, 1200.0, 640.0, 2000.0) AS th
 FROM (SELECT n, b, c, d, e, f, g, h, a % 4 AS p, pick(a, 'Resin K40','Softener DL','Catalyst M7','Polyol 220') AS prod, pick(b / 3, 'Tech','Tech','Pharma','Food') AS grade, pick(c / 5, 'R1','R2','R2','R3') AS reac,
  day(a / 4, '2023-03-01', 990) || ' ' || printf('%02d:%02d:00', pick(e, 5, 6, 6, 13, 14, 21), (e / 7) % 60) AS st FROM rolls WHERE n BETWEEN 1300 AND 1529) x);
UPDATE batch_records SET "Rework of" = 'B24011' WHERE "Batch#" = 'B24030';
UPDATE batch_records SET "Rework of" = (SELECT MAX(b."Batch#") FROM batch_records b WHERE b."QA status" = 'rejected' AND b."Prod" = batch_records."Prod" AND b."Start" < batch_records."Start") WHERE CAST(substr("Batch#", 4) AS INTEGER) % 17 = 0;
CREATE TABLE charges (batch TEXT, material TEXT, mat_lot TEXT, kg REAL, eur_per_kg REAL, charged_at TEXT);
INSERT INTO charges SELECT b."Batch#", m.mat, m.code || (100 + r.b % 40), round(b."Theor. yield kg" * m.f * (0.98 + (r.c % 50) / 1000.0), 1), round(m.price * (1 + (CAST(substr(b."Start", 1, 4) AS INTEGER) - 2023) * 0.06 + (r.d % 20) / 300.0), 2), datetime(b."Start", '+' || (20 + r.e % 90) || ' minutes')
FROM batch_records b JOIN rolls r ON r.n = 1600 + CAST(substr(b."Batch#", 2) AS INTEGER) % 1000 + 700 * (substr(b."Batch#", 3, 1) = '4')
JOIN (SELECT 'Resin K40' AS p, 'Styrene' AS mat, 'ST' AS code, 0.62 AS f, 1.45 AS price UNION ALL SELECT 'Resin K40', 'Maleic anhydride', 'MA', 0.31, 2.1 UNION ALL SELECT 'Softener DL', 'Lauric alcohol', 'LA', 0.55, 2.85 UNION ALL SELECT 'Softener DL', 'Solvent S', 'SO', 0.2, 0.95
 UNION ALL SELECT 'Catalyst M7', 'Mg salt', 'MG', 0.4, 14.6 UNION ALL SELECT 'Catalyst M7', 'Solvent S', 'SO', 0.8, 0.95 UNION ALL SELECT 'Polyol 220', 'Propylene oxide', 'PO', 0.9, 1.9 UNION ALL SELECT 'Polyol 220', 'Glycerine', 'GL', 0.08, 0.8) m ON m.p = b."Prod";
UPDATE batch_records SET "QA status" = 'released w/ concession' WHERE "QA status" = 'blocked' AND "Prod" = 'Catalyst M7';
