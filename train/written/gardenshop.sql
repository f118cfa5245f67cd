-- Invented: order lines of a web shop for garden goods, as exported; one row for each line.
-- No line total; a line returned has "Returned" = 'Yes'; the whole order can be cancelled.
CREATE TABLE "orders_export" (
    "Order ID" TEXT, "Order Date" TEXT, "Dispatched" TEXT, "Customer No" INTEGER, "Customer" TEXT, "Country" TEXT, "Town" TEXT,
    "Came From" TEXT, "SKU" TEXT, "Product" TEXT, "Category" TEXT, "Qty" INTEGER, "Unit Price" REAL, "Discount %" INTEGER,
    "Unit Cost" REAL, "Postage" REAL, "Voucher" TEXT, "Order Status" TEXT, "Returned" TEXT, "Stars" INTEGER
);
CREATE TEMP TABLE g (k INTEGER, sku TEXT, name TEXT, cat TEXT, price REAL, cost REAL);
INSERT INTO g VALUES (0,'SD-101','Tomato Seeds Moneymaker','Seeds & Bulbs',2.95,0.8),(1,'SD-114','Tulip Bulbs 25 pack','Seeds & Bulbs',8.5,3.1),
(2,'SD-120','Wildflower Mix 1 kg','Seeds & Bulbs',24.9,13),(3,'TL-201','Bypass Secateurs','Hand Tools',21.5,9.8),(4,'TL-205','Digging Spade','Hand Tools',38,19.5),
(5,'TL-209','Weeding Fork','Hand Tools',12.75,5.1),(6,'PT-301','Terracotta Pot 30 cm','Pots/Planters',14.2,6.9),(7,'PT-303','Zinc Trough','Pots/Planters',46,31),
(8,'PT-310','Hanging Basket','Pots/Planters',11.4,5),(9,'WT-402','Garden Hose 25 m','Watering',34.9,18),(10,'WT-405','Watering Can 10 l','Watering',17.8,8.2),
(11,'WT-411','Drip Kit','Watering',59,33),(12,'FN-500','Bistro Set','Furniture',189,142),(13,'FN-504','Teak Bench','Furniture',329,270),(14,'SL-601','Peat-free Compost 40 l','Soil & Feed',9.9,7.6),
(15,'SL-604','Tomato Feed 1 l','Soil & Feed',6.4,2.3);
INSERT INTO "orders_export"
SELECT 'GS-' || (24000 + o.n), od, CASE WHEN st = 'Cancelled' OR (od > '2025-09-01' AND o.h % 3 > 0) THEN NULL ELSE date(od, '+' || (1 + o.f % 6 + (o.f % 11 = 0) * 7) || ' days') END,
  5000 + cu, pick(cu, 'Ruth Bailey','T. Okafor','Jan de Boer','Maeve Doyle','Sven Lindahl','Anna Petit','Lukas Brandt','Clive Henderson','Siobhan Walsh','Marta Silva','Greg Tanner','Elin Strand','Paul Moreau','Wendy Cho','Oskar Maier','Fay Gibbons','Noor Haddad','Dina Rossi','Ian McNab','Petra Vos','Hugh Lacey','Kirsty Orr','Bram Jansen','Lena Hofer','Joy Mensah','Col Fraser','Iris Claes'),
  pick(cu, 'UK','UK','Netherlands','Ireland','Sweden','France','Germany','UK','Ireland','Portugal','UK','Sweden','France','UK','Austria','UK','France','Italy','UK','Netherlands','UK','UK','Netherlands','Austria','UK','UK','Belgium'),
  pick(cu, 'Leeds','Bristol','Utrecht','Cork','Malmo','Lille','Cologne','Exeter','Dublin','Porto','Norwich','Uppsala','Lyon','Leeds','Graz','Bath','Nantes','Turin','Perth','Arnhem','Bristol','Dundee','Utrecht','Linz','Leeds','Perth','Ghent'),
  pick(o.d, 'Google','Google','Newsletter','Direct','Instagram','Direct','Google','Price comparison'),
  sku, name, cat, q, round(price * CASE WHEN od >= '2025-01-01' THEN 1.06 ELSE 1 END, 2), CASE WHEN o.e % 5 = 0 THEN 10 WHEN o.e % 17 = 0 THEN 25 WHEN cat = 'Furniture' AND l.b % 3 = 0 THEN 20 ELSE 0 END,
  cost, CASE WHEN x = 0 THEN pick(o.g, 4.95, 4.95, 0, 7.95, 12.5) ELSE 0 END, CASE WHEN o.e % 5 = 0 THEN pick(o.e / 5, 'SPRING10', 'HELLO10', 'BLOOM10') WHEN o.e % 17 = 0 THEN 'VIP25' END,
  st, CASE WHEN st = 'Shipped' AND (l.c % 13 = 0 OR (cat = 'Furniture' AND l.c % 5 = 0)) THEN 'Yes' ELSE 'No' END,
  CASE WHEN st = 'Shipped' AND l.g % 3 = 0 THEN 5 - (l.h % 9) / 3 - (cat = 'Watering') END
FROM (SELECT *, (CASE WHEN b % 3 = 0 THEN c % 9 ELSE c % 27 END) AS cu,
   CASE WHEN g % 12 = 0 THEN 'Cancelled' ELSE 'Shipped' END AS st,
   CASE WHEN h % 4 > 0 THEN date('2023-03-01', '+' || (365 * (a % 3) + (b % 120)) || ' days') ELSE day(a, '2023-01-04', 1030) END AS od FROM rolls WHERE n < 190) o
JOIN (SELECT 0 AS x UNION ALL SELECT 1 UNION ALL SELECT 2) s
JOIN rolls l ON l.n = 1000 + o.n * 3 + x
JOIN g ON g.k = (CASE WHEN l.d % 4 = 0 THEN 14 + l.e % 2 ELSE l.e % 16 END)
JOIN (SELECT 1 AS one) ON 1 = 1
CROSS JOIN (SELECT 1) 
, (SELECT n AS qn, 1 + (f % 3) + (f % 7 = 0) * 4 AS q FROM rolls) qq
WHERE qq.qn = l.n AND (x = 0 OR (x = 1 AND o.c % 2 = 0) OR (x = 2 AND o.c % 6 = 0)) AND od <= '2025-11-02'
ORDER BY od, o.n, x;
DROP TABLE g;
