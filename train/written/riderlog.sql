-- Invented: deliveries of a small food courier app, raw export of the backend; money in cents, times as timestamps, status codes
-- DEL delivered, CXR cancelled by the restaurant, CXC cancelled by the customer.
CREATE TABLE deliveries (
  ord_id INTEGER, placed_at TEXT, picked_at TEXT, dropped_at TEXT, eta_min INTEGER, rest TEXT, cuisine TEXT, zone TEXT, rider TEXT, vehicle TEXT, n_items INTEGER, food_c INTEGER, fee_c INTEGER, tip_c INTEGER,
  promo TEXT, dist_km REAL, stat TEXT, rating INTEGER, first_order INTEGER, cust_hash TEXT
);
CREATE TEMP TABLE r (k INTEGER, rest TEXT, cu TEXT, zone TEXT, slow INTEGER, pr INTEGER);
INSERT INTO r VALUES (0,'Golden Wok','Chinese','Old Town',4,1150),(1,'Bella Napoli','Italian','Old Town',7,1290),(2,'Taco Verde','Mexican','Canal',2,980),(3,'Saffron House','Indian','Canal',11,1420),(4,'Burger Barn','American','West End',1,1080),
(5,'Sushi Kai','Japanese','West End',6,2250),(6,'Pho 36','Vietnamese','Old Town',3,1190),(7,'Green Bowl','Salads','Station',0,1240),(8,'Falafel King','Lebanese','Station',2,840),(9,'Pizza Pronto','Italian','Station',5,1010);
INSERT INTO deliveries
SELECT 880000 + row_number() OVER (ORDER BY p, n), p, CASE WHEN st = 'DEL' THEN datetime(p, '+' || (9 + slow + a % 9) || ' minutes') END,
 CASE WHEN st = 'DEL' THEN datetime(p, '+' || (9 + slow + a % 9 + CAST(km * CASE veh WHEN 'car' THEN 3.4 WHEN 'bike' THEN 4.6 ELSE 2.9 END AS INTEGER) + 3 + b % 6 + CASE WHEN h % 6 = 0 THEN 14 ELSE 0 END) || ' minutes', '+' || (7 + c % 47) || ' seconds') END,
 30 + CAST(km * 2 AS INTEGER), rest, cu, zone, CASE WHEN st <> 'CXR' OR g % 2 = 0 THEN rider END, CASE WHEN st <> 'CXR' OR g % 2 = 0 THEN veh END, it, it * pr + (c % 30) * 10, CASE WHEN promo = 'FREEDEL' THEN 0 ELSE 199 + CAST(km AS INTEGER) * 50 END,
 CASE WHEN st = 'DEL' AND d % 5 < 2 THEN (1 + d % 5) * 50 + it * 20 WHEN st = 'DEL' THEN 0 END, promo, km, st, CASE WHEN st = 'DEL' AND e % 2 = 0 THEN CASE WHEN slow > 6 THEN 2 + e % 3 ELSE 3 + (e / 2) % 3 END END, f % 6 = 0, 'c' || printf('%03d', CASE WHEN f % 6 = 0 THEN 100 + n ELSE f % 60 END)
FROM (SELECT x.*, r.*, date('2024-09-01', '+' || (x.a % 380) || ' days') || ' ' || printf('%02d:%02d:00', pick(x.b, 11,12,12,13,14,17,18,18,19,19,20,21), x.c % 60) AS p,
  CASE WHEN x.g % 14 = 0 THEN 'CXC' WHEN x.g % 21 = 3 THEN 'CXR' ELSE 'DEL' END AS st, pick(x.d, 'Youssef','Carla','Dmitri','Ana P.','Ben','Lucia','Tariq') AS rider, pick(x.d, 'bike','scooter','car','bike','bike','scooter','car') AS veh,
  1 + x.e % 3 + (x.e % 10 = 0) * 3 AS it, round(0.6 + (x.f % 52) / 10.0, 1) AS km, CASE WHEN x.h % 8 = 0 THEN 'FREEDEL' WHEN x.h % 11 = 0 THEN 'TAKE5' END AS promo
  FROM rolls x JOIN r ON r.k = CASE WHEN x.g % 5 = 0 THEN 4 ELSE (x.b / 13) % 10 END WHERE x.n < 330);
DROP TABLE r;
