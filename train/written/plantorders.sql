CREATE TABLE production_orders_export (
 "Order No" TEXT, "Line" TEXT, "Machine" TEXT, "Product Code" TEXT, "Product" TEXT, "Family" TEXT, "Customer" TEXT, "Shift" TEXT, "Operator" TEXT,
 "Planned Start" TEXT, "Actual Start" TEXT, "Finished" TEXT, "Planned Qty" INTEGER, "Good Qty" INTEGER, "Scrap Qty" INTEGER, "Scrap Reason" TEXT,
 "Setup (min)" INTEGER, "Downtime (min)" INTEGER, "Run (min)" INTEGER, "Mat. cost per pc" REAL, "Status" TEXT, "Rush" TEXT);
INSERT INTO production_orders_export
SELECT 'PO-' || (40210 + k), line, line || '-' || pick(b, 'M1','M2','M3'), 'AX' || (310 + p * 7), prod, fam, cust, shift, op, ps,
 CASE WHEN st IN ('Planned') OR (st = 'Cancelled') THEN NULL ELSE datetime(ps, '+' || CASE WHEN g % 4 = 0 THEN (g % 2900) ELSE g % 90 END || ' minutes') END,
 CASE WHEN st = 'Closed' THEN datetime(ps, '+' || (CASE WHEN g % 4 = 0 THEN (g % 2900) ELSE g % 90 END + setup + run + dt) || ' minutes') END,
 qty,
 CASE WHEN st = 'Closed' THEN qty - scrap - CASE WHEN h % 6 = 0 THEN h % 40 ELSE 0 END WHEN st = 'Running' THEN qty / 3 END,
 CASE WHEN st = 'Closed' THEN scrap WHEN st = 'Running' THEN scrap / 4 END,
 CASE WHEN st = 'Closed' AND scrap > 0 AND d % 9 > 0 THEN pick(d, 'Burr','Crack','Wrong dimension','Wrong dimension','Surface / scratch','Start-up parts','Porosity') END,
 CASE WHEN st IN ('Closed','Running') THEN setup END, CASE WHEN st = 'Closed' THEN dt END, CASE WHEN st = 'Closed' THEN run END,
 cost, st, CASE WHEN f % 7 = 0 THEN 'Y' ELSE 'N' END
FROM (
 SELECT row_number() OVER (ORDER BY ps0, n) AS k, t.*, ps0 || ' ' || CASE shift WHEN 'Early' THEN '06:00:00' WHEN 'Late' THEN '14:00:00' ELSE '22:00:00' END AS ps,
  CASE WHEN ps0 > '2025-10-24' THEN pick(f, 'Planned','Planned','Running') WHEN f % 23 = 0 THEN 'Cancelled' ELSE 'Closed' END AS st,
  CAST(qty * (4 + p * 5 + CASE WHEN shift = 'Night' THEN 18 ELSE 0 END + c % 40) / 1000 AS INTEGER) AS scrap,
  CASE WHEN d % 3 = 0 THEN 0 ELSE d % (35 + p * 12) END AS dt, CAST(qty * (20 + p * 6) / 100 AS INTEGER) + e % 45 AS run, 20 + e % 70 AS setup
 FROM (SELECT n, b, c, d, e, f, g, h, a % 8 AS p, pick(a, 'Bracket 40','Bracket 60','Housing S','Housing L','Shaft 12mm','Gear rim','Valve body','Pump flange') AS prod,
   pick(a, 'Brackets','Brackets','Housings','Housings','Shafts & gears','Shafts & gears','Fluid','Fluid') AS fam,
   pick(a, 0.84, 1.12, 3.4, 5.95, 2.05, 4.7, 7.2, 8.85) AS cost,
   pick(a / 8, 'L1','L1','L2','L3') AS line, pick(c, 'Norvik','Norvik','Hagedorn GmbH','Tessaro','Blue Tractor Co','Osk Hydraulics') AS cust,
   pick(b / 3, 'Early','Early','Late','Late','Night') AS shift, pick(h, 'K. Brandt','M. Oduya','S. Lenz','P. Rossi','A. Wójcik','J. Hale','T. Nguyen') AS op,
   day(g / 7, '2023-09-01', 800) AS ps0, 100 + (e % 60) * 25 AS qty FROM rolls WHERE n < 340) t);
UPDATE production_orders_export SET "Line" = 'L1', "Machine" = replace("Machine", 'L3', 'L1') WHERE "Line" = 'L3' AND "Product" IN ('Shaft 12mm', 'Bracket 40');
