-- Incoming goods inspection, one row per inspected lot, abbreviations everywhere.
CREATE TABLE insp_lots (lot_id TEXT, rcvd_dt TEXT, insp_dt TEXT, supp_cd TEXT, part_no TEXT, part_desc TEXT, part_grp TEXT, lot_sz INTEGER, smpl_sz INTEGER, n_def INTEGER,
 n_crit INTEGER, defect_type TEXT, aql REAL, disp TEXT, insp_by TEXT, insp_min INTEGER, meas_avg_mm REAL, nom_mm REAL, tol_mm REAL, reinsp INTEGER, cost_ret REAL, remarks TEXT);
CREATE TABLE suppliers (cd TEXT, supplier_name TEXT, ctry TEXT, since INTEGER, class TEXT);
INSERT INTO suppliers VALUES ('BOR','Boracell Castings','CZ',2014,'A'),('KWM','Kwame Metals','GH',2021,'C'),('LID','Lidström Precision','SE',2009,'A'),('TAI','Tai Fung Plastics','TW',2016,'B'),
 ('ZEN','Zenit Springs','PL',2018,'B'),('ORM','Ormaza Hermanos','ES',2012,'B'),('FLX','Flexikabel','DE',2020,'A'),('DUM','Dumont & Fils','FR',2019,'C');
INSERT INTO insp_lots
SELECT 'L' || (230000 + k), rc, CASE WHEN wait THEN NULL ELSE date(rc, '+' || (c % (2 + s) + CASE WHEN n = 812 THEN 9 ELSE 0 END) || ' days') END, sup, 'P-' || (1000 + p * 13), des, grp, lot, CASE WHEN wait THEN NULL ELSE smp END,
 CASE WHEN wait THEN NULL ELSE def END, CASE WHEN wait THEN NULL WHEN def > 2 AND f % 3 = 0 THEN 1 + f % 2 ELSE 0 END, CASE WHEN wait OR def = 0 THEN NULL ELSE pick(g, 'DIM','DIM','SURF','CORR','MIX','DOC') END,
 pick(p, 0.65, 1.0, 1.5, 2.5), CASE WHEN wait THEN NULL WHEN def = 0 OR def < smp * 0.03 THEN 'ACC' WHEN f % 3 = 0 THEN 'DEV' WHEN f % 5 = 0 THEN 'SORT' ELSE 'REJ' END,
 CASE WHEN wait THEN NULL ELSE pick(h, 'Ines','Ines','Bartek','Ola','Rui') END, CASE WHEN wait THEN NULL ELSE 8 + smp / 4 + h % 25 END,
 CASE WHEN wait OR p > 4 THEN NULL ELSE round(nom + ((e % 200) - 90 - s * 3) * tol / 98.0, 3) END, CASE WHEN p > 4 THEN NULL ELSE nom END, CASE WHEN p > 4 THEN NULL ELSE tol END,
 CASE WHEN def > 1 AND d % 4 = 0 THEN 1 ELSE 0 END, CASE WHEN NOT wait AND def >= smp * 0.03 AND f % 3 > 0 AND f % 5 > 0 AND def > 0 THEN 60 + (e % 700) END,
 CASE WHEN d % 13 = 0 THEN 'packaging wet' WHEN d % 17 = 0 THEN 'cert. missing' WHEN d % 19 = 0 THEN 'label wrong, packaging damaged' END
FROM (SELECT row_number() OVER (ORDER BY rc, n) AS k, t.*, (rc > '2025-10-15' AND c % 2 = 0) AS wait, CASE WHEN c % 5 < 2 THEN (c / 7) % (2 + s * 2) ELSE 0 END AS def, CASE WHEN lot < 500 THEN 20 WHEN lot < 1500 THEN 50 ELSE 80 END AS smp
 FROM (SELECT n, c, d, e, f, g, h, b % 8 AS s, pick(b, 'LID','FLX','BOR','ZEN','TAI','ORM','DUM','KWM') AS sup, a % 7 AS p, pick(a, 'Bush 20','Pin 8x40','Cover plate','Spring 3.2','Sleeve','Cable 2m','Sticker set') AS des,
  pick(a, 'Turned','Turned','Cast','Springs','Turned','Electrical','Print') AS grp, pick(a, 20.0, 8.0, 120.0, 3.2, 32.5) AS nom, pick(a, 0.05, 0.02, 0.3, 0.08, 0.06) AS tol,
  day(g / 5, '2023-02-01', 1017) AS rc, 100 + (h % 45) * 60 + e % 50 AS lot FROM rolls WHERE n BETWEEN 700 AND 999) t);
UPDATE insp_lots SET supp_cd = 'ZZZ' WHERE lot_id IN ('L230044', 'L230201');
UPDATE insp_lots SET supp_cd = 'ZEN' WHERE part_grp = 'Springs' AND supp_cd IN ('LID', 'FLX', 'KWM');
