-- A musical instrument maker's despatch log: one row per crate, shipment fields (dealer, carrier, freight charge, promised date) repeated on every crate of the shipment.
CREATE TABLE DESPATCH (SHIPMENT TEXT, SHIP_DATE DATE, DEALER TEXT, COUNTRY TEXT, CARRIER TEXT, SERVICE TEXT, FREIGHT_EUR REAL, PROMISED DATE, CRATE TEXT, INSTRUMENT TEXT, FAMILY TEXT, PIECES INTEGER, GROSS_KG REAL, INSURED_EUR REAL, DELIVERED DATE, DAMAGE TEXT, SIGNED_BY TEXT);
INSERT INTO DESPATCH
SELECT sh, sd, dealer, ctry, carr, serv, frt, prom, sh || '/' || cr, inst, fam, pcs, round(pcs * kg + 4 + (l.c % 30) / 10.0, 1), CASE WHEN l.d % 10 = 0 THEN NULL ELSE pcs * val END, dl,
 CASE WHEN dl IS NULL THEN NULL WHEN l.e % 12 = 0 OR (carr = 'Norfreight' AND l.e % 7 = 0) THEN pick(l.f, 'scratched','crushed corner','water','scratched','broken neck') END, CASE WHEN dl IS NULL OR l.g % 9 = 0 THEN NULL ELSE pick(l.g, 'Goods-in','Reception','Driver note','Reception','Goods-in','Neighbour') END
FROM (
 SELECT s.*, x.cr, x.la, pick(x.la, 'Lever harp','Pedal harp','Mandolin','Concert ukulele','Bouzouki','Hurdy-gurdy','Mandolin','Concert ukulele','Concertina') AS inst, pick(x.la, 'harps','harps','plucked','plucked','plucked','other','plucked','plucked','other') AS fam,
  CASE WHEN x.la % 9 IN (0, 1) THEN 1 ELSE 2 + x.lb % 9 END AS pcs, pick(x.la, 14.5, 38.0, 1.4, 0.9, 1.9, 4.2, 1.4, 0.9, 1.6) AS kg, pick(x.la, 2400, 14800, 390, 180, 450, 1650, 390, 180, 720) AS val,
  x.ln, CASE WHEN sd > '2025-11-08' OR x.lh % 53 = 0 THEN NULL ELSE date(prom, printf('%+d days', CASE WHEN x.lh % 6 = 0 THEN 1 + x.lh % 9 ELSE -(x.lh % 3) END)) END AS dl
 FROM (SELECT 'SH-' || (880 + row_number() OVER (ORDER BY sd, n)) AS sh, row_number() OVER (ORDER BY sd, n) AS k, t.*, date(sd, '+' || CASE serv WHEN 'express' THEN 2 WHEN 'road' THEN 5 ELSE 21 END || ' days') AS prom,
   round(CASE serv WHEN 'express' THEN 95 WHEN 'road' THEN 48 ELSE 160 END + nc * (22 + h % 30) + (h % 100) / 4.0, 2) AS frt
  FROM (SELECT n, g, h, day(a, '2024-01-15', 668) AS sd, pick(dn, 'Saitenhaus Köln','Harp & Hollow','Casa Arpa','Musikk Nord','Strings of Oban','Lutherie Vidal','Tokyo Folk Strings','Prairie Pluck','Klangwerk Graz','Bodega Musical','Fiddle Loft','Wellington Strings','Arpegio','Bratislava Hudba','Quintet Shop') AS dealer, pick(dn, 'Germany','Ireland','Spain','Norway','United Kingdom','France','Japan','USA','Austria','Spain','United Kingdom','New Zealand','Spain','Slovakia','Ireland') AS ctry, pick(c, 'Norfreight','Vela Cargo','Brisk','Vela Cargo','Brisk','Norfreight','Vela Cargo') AS carr, CASE WHEN dn % 15 IN (6, 7, 11) THEN 'sea' WHEN d % 5 = 0 THEN 'express' ELSE 'road' END AS serv, 1 + (e % 4) * (f % 5) / 3 AS nc
   FROM (SELECT *, ((a / 11 % 15) * (40 + b % 60)) / 100 AS dn FROM rolls WHERE n BETWEEN 3300 AND 3559)) t) s
 JOIN (SELECT i.n + 1 AS cr, l.n AS ln, l.a AS la, l.b AS lb, l.h AS lh FROM rolls i JOIN rolls l ON l.n % 6 = i.n WHERE i.n < 6) x ON x.ln / 6 = s.k + 300 AND x.cr <= s.nc) q JOIN rolls l ON l.n = q.ln + 900;
DELETE FROM DESPATCH WHERE DEALER = 'Arpegio' AND SHIP_DATE < '2025-01-01';
UPDATE DESPATCH SET DELIVERED = NULL, DAMAGE = NULL, SIGNED_BY = NULL WHERE DELIVERED > '2025-11-14';
