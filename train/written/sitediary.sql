-- Contractor's folder: three sheets without keys. Sites, trades' daily attendance, cost bookings against budget.
CREATE TABLE sites ("Site No" TEXT, "Site Name" TEXT, "Client" TEXT, "Town" TEXT, "Type" TEXT, "Start" TEXT, "Planned End" TEXT, "Actual End" TEXT, "Contract Sum (k EUR)" REAL, "Site Mgr" TEXT);
INSERT INTO sites VALUES ('S-2201','Quayside Lofts','Harbour Living','Ostend','Residential','2023-02-06','2024-06-28','2024-09-13',4850,'Goossens'),('S-2202','Primary School West','Town Council','Bruges','Public','2023-04-17','2024-08-23','2024-08-16',6120,'Maes'),
('S-2203','Logistics Hall 7','Varo Freight','Ghent','Industrial','2023-06-05','2024-03-29','2024-03-27',3390,'De Wilde'),('S-2204','Mill Court','Harbour Living','Aalst','Residential','2023-09-11','2025-02-28','2025-05-30',5275,'Goossens'),
('S-2305','Fire Station North','Town Council','Ghent','Public','2024-01-15','2025-03-31','2025-04-18',2980,'Maes'),('S-2306','Data Shed','Nimbus Hosting','Kortrijk','Industrial','2024-03-04','2025-06-30',NULL,7900,'De Wilde'),
('S-2307','Canal Villas','Private','Bruges','Residential','2024-05-27','2025-10-31',NULL,2140,'Claes'),('S-2408','Sports Hall','Town Council','Aalst','Public','2024-10-07','2026-03-27',NULL,4460,'Maes'),('S-2409','Cold Store 2','Varo Freight','Ghent','Industrial','2025-02-10','2026-01-30',NULL,3825,'Claes'),
('S-2410','Bakery Conversion','Private','Ostend','Residential','2025-12-01','2026-09-30',NULL,990,NULL);
CREATE TABLE attendance ("Date" TEXT, "Site" TEXT, "Trade" TEXT, "Subcontractor" TEXT, "Workers" INTEGER, "Hours" REAL, "Weather" TEXT, "Incident" TEXT, "Lost Hrs" REAL);
INSERT INTO attendance
SELECT dt, s."Site No", tr, pick(r.c, 'own crew','own crew','Bouw&Co','Tegelwerk','Elektra Vlaams','DakPlus'), 2 + r.d % 9, (2 + r.d % 9) * (7.5 + (r.e % 3) / 2.0), pick(r.f, 'dry','dry','dry','rain','rain','frost','storm'),
 CASE WHEN r.g % 31 = 0 THEN pick(r.g / 31, 'Near miss','First aid','Near miss','Lost time') ELSE 'None' END, CASE WHEN r.f % 7 IN (3, 4, 5, 6) AND r.h % 3 = 0 THEN (2 + r.d % 9) * (1 + r.h % 4) END
FROM (SELECT *, pick(b, 'Groundworks','Concrete','Concrete','Masonry','Roofing','Electrical','Plumbing','Finishing') AS tr, 1 + a % 9 AS si FROM rolls WHERE n BETWEEN 2200 AND 2539) r JOIN (SELECT rowid AS i, * FROM sites) s ON s.i = r.si
JOIN (SELECT n AS nn, a AS aa FROM rolls) q ON q.nn = r.n + 400 JOIN (SELECT 1) z
CROSS JOIN (SELECT 0) y JOIN (SELECT n AS n3, date((SELECT "Start" FROM sites WHERE rowid = 1 + a % 9), '+' || (h % CAST(julianday(coalesce((SELECT "Actual End" FROM sites WHERE rowid = 1 + a % 9), '2025-11-07')) - julianday((SELECT "Start" FROM sites WHERE rowid = 1 + a % 9)) AS INTEGER)) || ' days') AS dt FROM rolls) t3 ON t3.n3 = r.n
WHERE strftime('%w', dt) <> '0' ORDER BY dt;
CREATE TABLE costs ("Booking" INTEGER, "site_code" TEXT, "Cost Group" TEXT, "Budget EUR" REAL, "Actual EUR" REAL, "Invoice Date" TEXT, "Vendor" TEXT, "Paid" TEXT);
INSERT INTO costs SELECT row_number() OVER (ORDER BY s."Start", r.n) + 700, s."Site No", pick(r.b, 'Materials','Materials','Subcontractors','Subcontractors','Plant hire','Site overhead','Permits & fees'), bud, round(bud * (0.82 + (r.d % 40) / 100.0 + CASE WHEN s."Type" = 'Residential' THEN 0.08 ELSE 0 END), 2),
 dt, pick(r.e, 'Betoncentrale Gent','Hubo Pro','Bouw&Co','DakPlus','Kraanverhuur NV','Elektra Vlaams',NULL), CASE WHEN dt > '2025-10-05' AND r.f % 3 > 0 THEN 'No' WHEN r.f % 24 = 0 THEN 'Disputed' ELSE 'Yes' END
FROM (SELECT *, 1 + b % 9 AS si, 4000 + (c % 600) * 130.0 AS bud FROM rolls WHERE n BETWEEN 2600 AND 2809) r JOIN (SELECT rowid AS i, * FROM sites) s ON s.i = r.si
JOIN (SELECT n AS n3, date((SELECT "Start" FROM sites WHERE rowid = 1 + b % 9), '+' || (10 + h % CAST(julianday(coalesce((SELECT "Actual End" FROM sites WHERE rowid = 1 + b % 9), '2025-10-30')) - julianday((SELECT "Start" FROM sites WHERE rowid = 1 + b % 9)) AS INTEGER)) || ' days') AS dt FROM rolls) t3 ON t3.n3 = r.n;
UPDATE costs SET "site_code" = 'S-9999' WHERE "Booking" IN (750, 833, 834);
