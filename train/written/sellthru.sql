-- Invented: weekly sell-through report of a fashion label, one row for style, colour, store and week; calendar parts as columns, no dates.
-- Revenue in thousands? no: euros. Full price and markdown pieces are kept apart; Stock End is a level, not to be summed over weeks.
CREATE TABLE "SELL_THRU" (
  "YEAR" INTEGER, "WK" INTEGER, "SEASON" TEXT, "STORE" TEXT, "STORE_TYPE" TEXT, "CTRY" TEXT, "DEPT" TEXT, "STYLE_NO" TEXT, "STYLE_DESC" TEXT, "COLOUR" TEXT, "RRP" REAL, "PCS_FULL" INTEGER, "PCS_MD" INTEGER, "REV_FULL" REAL, "REV_MD" REAL, "PCS_RECEIVED" INTEGER, "STOCK_END" INTEGER, "RETURNS_PCS" INTEGER
);
CREATE TEMP TABLE st (k INTEGER, no TEXT, ds TEXT, dept TEXT, rrp REAL, sea TEXT);
INSERT INTO st VALUES (0,'LW-2201','Linen shirt Ada','Women',69,'SS24'),(1,'LW-2207','Wrap dress Mira','Women',119,'SS24'),(2,'LM-2302','Chino Tom','Men',79,'SS24'),(3,'LM-2310','Polo Finn','Men',49,'SS24'),(4,'LK-2401','Kids tee Bubble','Kids',19,'SS24'),
(5,'LW-2509','Wool coat Greta','Women',249,'AW24'),(6,'LM-2515','Parka Nils','Men',199,'AW24'),(7,'LW-2520','Knit jumper Isa','Women',89,'AW24'),(8,'LK-2530','Kids fleece Bear','Kids',39,'AW24'),(9,'LA-2600','Belt Classic','Accessories',35,'NOS'),(10,'LA-2604','Scarf Alpine','Accessories',45,'AW24'),(11,'LW-2702','Linen shirt Ada II','Women',75,'SS25'),(12,'LM-2711','Swim short Kai','Men',39,'SS25');
INSERT INTO "SELL_THRU"
SELECT yr, wk, sea, store, CASE store WHEN 'Outlet Parndorf' THEN 'Outlet' WHEN 'Online' THEN 'Web' ELSE 'Retail' END, CASE store WHEN 'Berlin Mitte' THEN 'DE' WHEN 'Hamburg' THEN 'DE' WHEN 'Zürich' THEN 'CH' WHEN 'Online' THEN NULL ELSE 'AT' END, dept, no, ds, pick(x.c, 'Black','Sand','Navy','White','Olive'), rrp, pf, pm, pf * rrp, round(pm * rrp * 0.6, 2), rec, x.f % 40 + rec / 2, CASE WHEN store = 'Online' THEN (pf + pm) / 3 WHEN x.h % 5 = 0 THEN 1 ELSE 0 END
FROM (SELECT r.*, s.no, s.ds, s.dept, s.rrp, s.sea, CASE s.sea WHEN 'SS24' THEN 2024 WHEN 'AW24' THEN CASE WHEN r.a % 4 = 0 THEN 2025 ELSE 2024 END WHEN 'SS25' THEN 2025 ELSE 2024 + r.a % 2 END AS yr,
  CASE WHEN s.sea IN ('SS24','SS25') THEN 9 + r.b % 24 WHEN s.sea = 'AW24' THEN CASE WHEN r.a % 4 = 0 THEN 1 + r.b % 8 ELSE 35 + r.b % 18 END ELSE 1 + r.b % 40 END AS wk, pick(r.d, 'Berlin Mitte','Hamburg','Wien Neubau','Zürich','Online','Outlet Parndorf','Online') AS store,
  CASE WHEN r.d % 7 = 5 THEN r.e % 3 ELSE 1 + r.e % 7 + (r.d % 7 IN (4, 6)) * 5 END AS pf, CASE WHEN r.d % 7 = 5 THEN 4 + r.f % 12 WHEN r.b % 24 > 15 THEN r.f % 9 ELSE 0 END AS pm, CASE WHEN r.g % 3 = 0 THEN 10 * (1 + r.g % 5) ELSE 0 END AS rec
  FROM rolls r JOIN st s ON s.k = r.h % 13 WHERE r.n < 320) x ORDER BY yr, wk;
DROP TABLE st;
