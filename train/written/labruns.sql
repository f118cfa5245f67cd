-- A university lab's experiment sheet: one long table of measurements with the run's settings repeated, plus a sheet of people.
CREATE TABLE runs_all ("Run" TEXT, "Sample ID" TEXT, "Compound" TEXT, "Solvent" TEXT, "Conc (mM)" REAL, "Temp (°C)" INTEGER, "Time (h)" REAL, "Catalyst?" TEXT, "Replicate" INTEGER, "Absorbance" REAL, "Conversion" REAL, "Who" TEXT, "Date" TEXT, "Instrument" TEXT, "Outlier" TEXT, "Comment" TEXT);
INSERT INTO runs_all
SELECT 'R' || printf('%03d', k), 'S' || printf('%03d', k) || '-' || rep, comp, solv, conc, temp, hrs, cat, rep, CASE WHEN q % 27 = 0 THEN NULL ELSE round(0.12 + conc / 40.0 + (q % 100) / 900.0, 3) END,
 CASE WHEN q % 27 = 0 THEN NULL ELSE round(min(0.99, max(0.02, 0.08 + temp / 220.0 + hrs / 40.0 + CASE cat WHEN 'yes' THEN 0.22 ELSE 0 END - p * 0.04 + ((q % 100) - 50) / 900.0)), 3) END,
 who, dt, pick(q, 'UV-1','UV-1','UV-2','HPLC-3'), CASE WHEN q % 22 = 0 THEN 'x' END, CASE WHEN q % 18 = 0 THEN pick(q, 'turbid','cuvette scratched','repeat!','spilled a bit') END
FROM (SELECT r.n - 3199 AS k, s.rep, (r.e + s.rep * 7919) % 1000 AS q, r.a % 5 AS p, pick(r.a, 'Ester A','Ester B','Amide 3','Ketal','Lactone') AS comp, pick(r.b, 'MeOH','MeCN','Toluene','Water','MeOH') AS solv, pick(r.c, 0.5, 1.0, 2.0, 5.0, 10.0) AS conc,
 pick(r.d, 20, 40, 60, 80) AS temp, pick(r.e, 1.0, 2.0, 4.0, 8.0) AS hrs, CASE WHEN r.f % 2 = 0 THEN 'yes' ELSE 'no' END AS cat, pick(r.g, 'TK','TK','LM','SAB','JDV') AS who, day(r.h, '2024-02-05', 560) AS dt
 FROM rolls r JOIN (SELECT 1 AS rep UNION ALL SELECT 2 UNION ALL SELECT 3) s WHERE r.n BETWEEN 3200 AND 3319 AND (s.rep < 3 OR r.a % 4 > 0));
CREATE TABLE people (initials TEXT, name TEXT, "position" TEXT, joined TEXT, supervisor TEXT);
INSERT INTO people VALUES ('TK','Tomas Kral','PhD student','2023-10-01','SAB'),('LM','Lea Martin','Master student','2024-09-15','TK'),('SAB','Sabine Aubry','Postdoc','2021-03-01',NULL),('JDV','Jan de Vos','Technician','2018-06-18','SAB'),('OPN','Olu Peters','Master student','2025-09-01','TK');
UPDATE runs_all SET "Solvent" = 'MeCN' WHERE "Solvent" = 'Water' AND "Compound" IN ('Lactone', 'Ketal');
