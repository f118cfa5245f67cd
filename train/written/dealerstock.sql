-- Invented: stock book of a used car dealer with three yards, one wide sheet; sold cars have a sale date, the others stand on the yard.
CREATE TABLE "vehicle_stock" (
  stock_no TEXT, reg TEXT, make TEXT, model TEXT, body TEXT, fuel TEXT, gearbox TEXT, colour TEXT, yr_first_reg INTEGER, mileage INTEGER, prev_owners INTEGER, fsh TEXT,
  bought_on TEXT, bought_from TEXT, buy_price INTEGER, prep_cost INTEGER, screen_price INTEGER, yard TEXT, sold_on TEXT, sold_price INTEGER, sales_exec TEXT, finance TEXT, px_allowance INTEGER, warranty_mths INTEGER
);
CREATE TEMP TABLE m (k INTEGER, make TEXT, model TEXT, body TEXT, fuel TEXT, base INTEGER);
INSERT INTO m VALUES (0,'Ford','Fiesta','Hatchback','P',14000),(1,'Ford','Kuga','SUV','D',24000),(2,'Vauxhall','Corsa','Hatchback','P',13000),(3,'Volkswagen','Golf','Hatchback','P',21000),(4,'Volkswagen','Tiguan','SUV','D',29000),
(5,'BMW','320d','Saloon','D',32000),(6,'BMW','X1','SUV','P',33000),(7,'Nissan','Leaf','Hatchback','E',22000),(8,'Kia','e-Niro','SUV','E',31000),(9,'Toyota','Yaris','Hatchback','H',18000),(10,'Toyota','Corolla','Estate','H',25000),
(11,'Skoda','Octavia','Estate','D',23000),(12,'Mini','Cooper','Hatchback','P',20000),(13,'Audi','A3','Hatchback','P',26000),(14,'Mercedes-Benz','C220','Saloon','D',34000),(15,'Land Rover','Discovery Sport','SUV','D',38000);
INSERT INTO vehicle_stock
SELECT 'U' || (4100 + n), CASE WHEN n = 77 THEN 'KD19 XPA' ELSE pick(a, 'KD','LS','YB','FN','BV','WR') || printf('%02d', yr - 2000) || ' ' || pick(b / 7, 'A','C','F','K','R','X') || pick(c / 3,'P','L','T','V') || pick(d / 11,'A','E','O','U','Y') END,
 make, model, body, fuel, CASE WHEN fuel IN ('E','H') OR c % 3 = 0 THEN 'Auto' ELSE 'Manual' END, pick(d, 'Black','Grey','White','Blue','Red','Silver','Grey','Green'), yr, mi, CASE WHEN e % 25 = 0 THEN NULL ELSE 1 + (2024 - yr) / 3 - (e % 3 = 0) END,
 pick(f, 'Full','Full','Part','None'), bo, pick(g, 'Auction','Part exchange','Auction','Private','Lease return'), bp, pc, sp, pick(h, 'Northgate','Northgate','Ring Road','Harbour'),
 so, CASE WHEN so IS NOT NULL THEN sp - (a % 9) * 75 - (CASE WHEN julianday(so) - julianday(bo) > 90 THEN 900 ELSE 0 END) END,
 CASE WHEN so IS NOT NULL THEN pick(b, 'Dean Foster','Aisha Rahman','Dean Foster','Chloe Price','Tom Beck') END, CASE WHEN so IS NOT NULL THEN pick(c, 'Yes','No','Yes') END, CASE WHEN so IS NOT NULL AND d % 3 = 0 THEN 500 + (e % 60) * 100 END, CASE WHEN so IS NOT NULL THEN pick(f, 3,6,12,12) END
FROM (SELECT z.*, CASE WHEN date(bo, '+' || dy || ' days') <= '2025-10-31' AND n % 11 <> 0 THEN date(bo, '+' || dy || ' days') END AS so, CAST(bp * (1.12 + (h % 13) / 100.0) / 50 AS INTEGER) * 50 + 45 AS sp
 FROM (SELECT y.*, CAST(base * (1 - (2025 - yr) * 0.085) * (1 - mi / 400000.0) / 25 AS INTEGER) * 25 + (g % 20) * 25 AS bp, 150 + (f % 30) * 25 + CASE WHEN g % 12 = 0 THEN 1600 ELSE 0 END AS pc, 8 + (c % 70) + CASE WHEN fuel = 'E' THEN 35 ELSE 0 END + CASE WHEN d % 9 = 0 THEN 70 ELSE 0 END AS dy
  FROM (SELECT r.*, m.*, 2015 + r.e % 9 AS yr, (2025 - (2015 + r.e % 9)) * 8500 + r.f % 21000 AS mi, day(r.a * 7 + r.b, '2023-01-09', 1015) AS bo FROM rolls r JOIN m ON m.k = r.d % 16 WHERE r.n < 240) y) z)
ORDER BY bo;
DROP TABLE m;
