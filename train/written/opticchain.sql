-- Invented: a chain of opticians as five csv files: till takings by store and department, store list, departments, calendar with promotions, monthly targets. No keys declared; joined by Store, Dept, Day. Two stores and one department are missing from their lists.
CREATE TABLE takings (Day DATE, Store INTEGER, Dept INTEGER, Tickets INTEGER, Units INTEGER, NetSales REAL, Discount REAL, Refunds REAL);
CREATE TABLE stores (Store INTEGER, StoreName TEXT, City TEXT, Region TEXT, Manager TEXT, OpenedOn DATE, SqM INTEGER, StoreType TEXT);
CREATE TABLE depts (Dept INTEGER, DeptName TEXT, Family TEXT);
CREATE TABLE promo_calendar (Day DATE, PublicHoliday TEXT, Promo TEXT);
CREATE TABLE targets (Store INTEGER, Month TEXT, Target REAL, TargetTickets INTEGER);
INSERT INTO stores VALUES
 (11,'Harbour Row','Plymouth','South West','Nadia Kerr','2011-04-02',140,'high street'),
 (12,'Cathedral Lane','Exeter','South West','Owen Pike','2014-09-20',95,'high street'),
 (14,'Millgate','Bath','South West',NULL,'2019-03-09',80,'high street'),
 (21,'The Arches','Leeds','North','Sofia Brandt','2009-11-14',180,'high street'),
 (22,'Whitefield Park','Leeds','North','Gareth Moll','2016-05-28',210,'retail park'),
 (23,'Quayside Mall','Hull','North','Irene Okafor','2018-10-06',120,'mall'),
 (31,'Castle Centre','Norwich','East','Peter Lund','2013-02-16',150,'mall'),
 (32,'Market Hill','Ipswich','East','Dora Finch','2020-08-01',70,'high street'),
 (33,'Orchard Retail Park','Cambridge','East','Ravi Menon','2022-06-11',230,'retail park'),
 (41,'Lime Street','Chester','North','Tess Avery','2025-12-01',110,'high street'),
 (24,'Old Brewery','York','North','Hugh Barr','2024-03-02',100,'mall');
INSERT INTO depts VALUES (10,'Frames','Eyewear'),(20,'Lenses','Eyewear'),(30,'Contact lenses','Contacts'),(35,'Lens solution','Contacts'),(40,'Sunglasses','Eyewear'),(50,'Eye tests','Services'),(60,'Repairs','Services'),(70,'Hearing aids','Audiology');
INSERT INTO promo_calendar SELECT date('2023-01-01','+' || n || ' days'), CASE WHEN strftime('%m-%d', date('2023-01-01','+' || n || ' days')) IN ('12-25','12-26','01-01','05-01') THEN 'Bank holiday' END,
 CASE WHEN strftime('%m', date('2023-01-01','+' || n || ' days')) = '11' AND CAST(strftime('%d', date('2023-01-01','+' || n || ' days')) AS INTEGER) > 20 THEN 'Black Week' WHEN strftime('%m', date('2023-01-01','+' || n || ' days')) = '06' THEN 'Second pair free' WHEN strftime('%m', date('2023-01-01','+' || n || ' days')) = '09' AND CAST(strftime('%d', date('2023-01-01','+' || n || ' days')) AS INTEGER) < 15 THEN 'Student days' END FROM rolls WHERE n < 1096;
INSERT INTO takings
SELECT dd, st, dp, tk, tk + f % 4, ns, CASE WHEN g % 3 = 0 THEN round(ns * (5 + g % 20) / 100.0, 2) ELSE 0 END, CASE WHEN h % 9 = 0 THEN round(ns * (4 + h % 40) / 100.0, 2) WHEN h % 31 = 1 THEN NULL ELSE 0 END
FROM (SELECT *, round(tk * (pick(dp / 5, 10,10,88,88,70,70,34,12,95,95,24,24,17,17,420) + e % 26) * (1 + (CAST(strftime('%Y', dd) AS INTEGER) - 2023) * CASE WHEN st > 30 THEN 0.09 WHEN st > 20 THEN -0.03 ELSE 0.04 END) * CASE strftime('%m', dd) WHEN '06' THEN 1.3 WHEN '11' THEN 1.2 WHEN '02' THEN 0.8 ELSE 1 END, 2) AS ns
 FROM (SELECT n, e, f, g, h, day(a, '2023-01-02', 1048) AS dd, pick(b, 11,21,22,12,31,33,21,23,14,32,22,31,99,24) AS st, pick(c, 10,20,10,30,40,50,20,35,50,60,70,10,30,90) AS dp, 1 + d % 14 AS tk FROM rolls WHERE n BETWEEN 100 AND 1500)
 WHERE NOT (st = 24 AND dd < '2024-03-02') AND NOT (st = 14 AND dp = 70) AND strftime('%m-%d', dd) <> '12-25');
INSERT INTO takings SELECT day(a, '2025-02-01', 60), 98, 10, 2 + b % 3, 3, round(150 + c % 300, 2), 0, 0 FROM rolls WHERE n BETWEEN 10 AND 14;
INSERT INTO targets SELECT s.Store, m.m, round((2400 + s.SqM * 9 + r.a % 900) / 50.0) * 50, 20 + r.b % 30
 FROM stores s JOIN (SELECT strftime('%Y-%m', date('2024-01-01', '+' || n || ' months')) AS m, n FROM rolls WHERE n < 24) m JOIN rolls r ON r.n = s.Store * 30 + m.n WHERE s.Store <> 41 AND m.m >= strftime('%Y-%m', s.OpenedOn) AND NOT (s.Store = 14 AND m.m > '2025-06');
