-- Beekeeping supplies web shop: the order export with one row per line, order fields (customer, goods total, postage, voucher) repeated on every line.
CREATE TABLE order_lines ("Order No" TEXT, "Order Date" DATE, "Customer" TEXT, "Town" TEXT, "Channel" TEXT, "Line" INTEGER, "Item" TEXT, "Range" TEXT, "Qty" INTEGER, "Unit Price" REAL, "Line Amount" REAL, "Order Total" REAL, "Postage" REAL, "Voucher" TEXT, "Dispatched" DATE, "Returned" TEXT);
INSERT INTO order_lines
SELECT 'B' || (20100 + k), od, cust, town, ch, ln, item, rng, qty, price, round(qty * price, 2), 0, post, vou, disp, CASE WHEN disp IS NULL THEN NULL WHEN lh % 13 = 0 OR (rng = 'Clothing' AND lh % 5 = 0) THEN 'yes' ELSE 'no' END
FROM (
 SELECT o.*, i.n + 1 AS ln, l.h AS lh, pick(l.a, 'National brood box','Smoker large','Frames DN4 (10)','Wax foundation (10)','Queen excluder','Honey jar 340g (72)','Bee suit','Gloves leather','Hive tool','Fondant 12.5kg','Varroa strips','Frames DN4 (10)','Honey jar 340g (72)','Feeder rapid','Wax foundation (10)') AS item,
  pick(l.a, 'Hives','Tools','Frames & wax','Frames & wax','Hives','Jars & labels','Clothing','Clothing','Tools','Feed & health','Feed & health','Frames & wax','Jars & labels','Feed & health','Frames & wax') AS rng,
  pick(l.a, 46.5, 31.9, 12.4, 10.8, 13.2, 38.0, 89.0, 21.5, 9.9, 24.75, 29.9, 12.4, 38.0, 6.5, 10.8) AS price, CASE WHEN l.b % 3 = 0 THEN 1 + l.b % 6 ELSE 1 + l.b % 2 END AS qty
 FROM (
  SELECT row_number() OVER (ORDER BY od, n) AS k, t.*, pick(cn, 'Agnes','Bertram','Cleo','Dilys','Edwin','Farah','Gethin','Hattie','Ivor','June','Kelvin','Lowri','Moses') || ' ' || pick(cn, 'Ashdown','Brierley','Cartmel','Dunlop','Ellwood','Fenwick','Garside','Hopwood','Iqbal','Jarrold','Kershaw') AS cust,
   CASE WHEN cn % 17 = 5 THEN NULL ELSE pick(cn, 'Hexham','Ludlow','Brecon','Ludlow','Totnes','Kendal','Hexham') END AS town,
   CASE WHEN g % 6 = 0 THEN NULL ELSE pick(g, 'HONEY10','SPRING5','HONEY10','CLUB15') END AS v0,
   CASE WHEN od > '2025-11-11' OR h % 41 = 0 THEN NULL ELSE date(od, '+' || CASE WHEN h % 9 = 0 THEN 4 + h % 8 ELSE h % 4 END || ' days') END AS disp, CASE WHEN g % 4 = 0 THEN pick(g / 4, 'HONEY10','SPRING5','HONEY10','CLUB15') END AS vou
  FROM (SELECT n, g, h, ((a % 84) * (b % 84)) / 84 AS cn, day(c, '2023-09-04', 800) AS od, pick(d, 'web','web','phone','show stand','web','marketplace') AS ch, pick(e, 4.95, 4.95, 0, 7.5, 4.95, 12.0) AS post, 1 + (f % 5) * (f % 7) / 6 AS nl FROM rolls WHERE n BETWEEN 300 AND 679) t
 ) o JOIN rolls i ON i.n < o.nl JOIN rolls l ON l.n = 700 + o.k * 7 + i.n
);
UPDATE order_lines SET "Order Total" = (SELECT round(SUM(x."Line Amount"), 2) FROM order_lines x WHERE x."Order No" = order_lines."Order No");
