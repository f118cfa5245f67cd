-- Company cards of an events agency: card_txns as exported by the card provider (amounts in cents, refunds negative), staff from HR. No keys declared; holder = work_email.
CREATE TABLE card_txns (txn_ref TEXT, posted_at TEXT, holder TEXT, card_last4 TEXT, merchant TEXT, mcc_group TEXT, amount_cents INTEGER, currency TEXT, fx_fee_cents INTEGER, state TEXT, receipt TEXT, memo TEXT, cost_code TEXT);
CREATE TABLE staff (work_email TEXT, full_name TEXT, team TEXT, office TEXT, monthly_limit_eur INTEGER, joined TEXT, left_on TEXT);
CREATE TABLE cost_codes (code TEXT, label TEXT, budget_eur INTEGER);
INSERT INTO staff VALUES
 ('r.okafor@brightfold.example','Rita Okafor','Production','Dublin',4000,'2019-05-06',NULL),
 ('t.lind@brightfold.example','Tomas Lind','Production','Malmö',3500,'2021-02-01',NULL),
 ('j.moreau@brightfold.example','Julie Moreau','Sales','Lyon',2500,'2020-09-14',NULL),
 ('s.bianchi@brightfold.example','Sara Bianchi','Sales','Lyon',2500,'2022-03-21','2025-04-30'),
 ('d.quinn@brightfold.example','Declan Quinn','Logistics','Dublin',6000,'2018-11-12',NULL),
 ('p.novak@brightfold.example','Petra Novak','Logistics','Malmö',3000,'2023-01-09',NULL),
 ('a.haddad@brightfold.example','Amir Haddad','Marketing','Dublin',2000,'2023-06-19',NULL),
 ('l.berg@brightfold.example','Linnea Berg','Marketing','Malmö',2000,'2024-02-05',NULL),
 ('c.walsh@brightfold.example','Ciara Walsh','Finance','Dublin',1500,'2017-08-28',NULL),
 ('m.duval@brightfold.example','Marc Duval','Management','Lyon',8000,'2016-01-11',NULL);
INSERT INTO cost_codes VALUES ('EV-100','Event production',60000),('TR-210','Travel',25000),('EN-220','Client entertainment',900),('SW-300','Software & tools',12000),('VH-410','Vans & fuel',14000),('AD-500','Paid promotion',6000),('OF-900','Office',5000);
CREATE TEMP TABLE m (id INTEGER, merchant TEXT, grp TEXT, lo INTEGER, sp INTEGER, cur TEXT, code TEXT);
INSERT INTO m VALUES (0,'Ryanair','Airlines',3900,26000,'EUR','TR-210'),(1,'SAS','Airlines',9900,34000,'SEK','TR-210'),(2,'Hotel Bellecour','Lodging',11000,42000,'EUR','TR-210'),(3,'Scandic Triangeln','Lodging',12500,30000,'SEK','TR-210'),
 (4,'Circle K','Fuel',3200,9000,'EUR','VH-410'),(5,'Bistro Le Zinc','Restaurants',1800,21000,'EUR','EN-220'),(6,'The Winding Stair','Restaurants',2400,19000,'EUR','EN-220'),(7,'Adobe','Software',2400,9000,'USD','SW-300'),
 (8,'Notion Labs','Software',1000,8000,'USD','SW-300'),(9,'Meta Ads','Advertising',15000,90000,'EUR','AD-500'),(10,'Backline Rentals Ltd','Equipment hire',18000,160000,'GBP','EV-100'),(11,'Stagecraft Supplies','Equipment hire',6000,88000,'EUR','EV-100'),
 (12,'Viking Direct','Office supplies',900,12000,'EUR','OF-900'),(13,'Uber','Taxi',700,4800,'EUR','TR-210');
INSERT INTO card_txns
SELECT 'CT' || (88000 + n * 7), day(a,'2023-07-03',800) || ' ' || printf('%02d:%02d:00', 7 + (a / 7) % 15, h % 60),
 (SELECT work_email FROM staff WHERE rowid = 1 + CASE k WHEN 8 THEN 9 ELSE k END), printf('%04d', 4100 + k * 613 % 5000), merchant, grp,
 CASE WHEN f % 19 = 0 THEN -1 ELSE 1 END * (lo + c % sp) , cur, CASE WHEN cur = 'EUR' THEN 0 ELSE CAST((lo + c % sp) * 0.0175 AS INTEGER) END,
 CASE WHEN f % 19 = 0 THEN 'refund' WHEN g % 14 = 0 THEN 'declined' WHEN day(a,'2023-07-03',800) > '2025-09-01' AND g % 3 = 0 THEN 'pending' ELSE 'settled' END,
 CASE WHEN g % 14 = 0 OR h % 5 = 0 THEN 'no' ELSE 'yes' END, CASE WHEN e % 3 = 0 THEN NULL ELSE pick(e,'client dinner','load-in','site visit','pitch','renewal','trade fair Lyon','summer festival') END,
 CASE WHEN h % 17 = 0 THEN NULL WHEN h % 41 = 0 THEN 'XX-999' ELSE code END
FROM (SELECT *, CASE WHEN d % 2 = 0 THEN pick(d / 2, 0, 4, 4, 9, 1) ELSE b % 9 END AS k FROM rolls WHERE n < 330) r
JOIN m ON m.id = CASE WHEN r.k IN (4,5) AND r.b % 3 > 0 THEN pick(r.b, 4, 10, 11, 4) WHEN r.k IN (6,7) AND r.b % 2 = 0 THEN 9 ELSE r.b % 14 END;
DROP TABLE m;
