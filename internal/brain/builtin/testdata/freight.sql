-- An invented carrier: depots, shipments and the claims for what was damaged.

CREATE TABLE depot (
    depotId INTEGER PRIMARY KEY, depotName TEXT NOT NULL, country TEXT NOT NULL
);
CREATE TABLE shipment (
    shipmentId INTEGER PRIMARY KEY, depotId INTEGER NOT NULL REFERENCES depot (depotId), orderedAt TEXT NOT NULL, shippedAt TEXT, deliveredAt TEXT,
    carrier TEXT NOT NULL, weightKg NUMERIC NOT NULL, freightCharge NUMERIC NOT NULL, fuelCost NUMERIC NOT NULL, shipmentStatus TEXT NOT NULL
);
CREATE TABLE claim (
    claimId INTEGER PRIMARY KEY, shipmentId INTEGER NOT NULL REFERENCES shipment (shipmentId), filedOn TEXT NOT NULL, claimedAmount NUMERIC NOT NULL,
    settledAmount NUMERIC NOT NULL, outcome TEXT NOT NULL
);

INSERT INTO depot VALUES (1,'Alderbrook','Belgium'),(2,'Brisk Harbour','France'),(3,'Crannoch','Belgium'),(4,'Dunmore','Spain');

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 220)
INSERT INTO shipment
SELECT i, 1 + i * 3 % 4, datetime('2024-02-01 08:00', '+' || (i * 37) || ' hours'),
       CASE WHEN i % 11 = 4 THEN NULL ELSE datetime('2024-02-01 08:00', '+' || (i * 37 + 12 + i * 7 % 20 + 9 * (i * 3 % 4)) || ' hours') END,
       CASE WHEN i % 11 IN (4, 9) THEN NULL ELSE datetime('2024-02-01 08:00', '+' || (i * 37 + 50 + i * 7 % 20 + 9 * (i * 3 % 4) + 13 * (i * 5 % 3)) || ' hours') END,
       CASE i * 5 % 3 WHEN 0 THEN 'Swiftline' WHEN 1 THEN 'Norpost' ELSE 'Cargona' END,
       5 + i * 17 % 90, 30 + i * 23 % 170, 8 + i * 19 % 60,
       CASE i % 11 WHEN 4 THEN 'cancelled' WHEN 9 THEN 'lost' ELSE 'delivered' END
FROM n;

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO claim
SELECT i, 1 + i * 5, date('2024-03-01', '+' || (i * 8) || ' days'), 100 + i * 31 % 300, CASE i % 3 WHEN 0 THEN 0 ELSE 40 + i * 31 % 100 END,
       CASE i % 3 WHEN 0 THEN 'rejected' WHEN 1 THEN 'settled' ELSE 'open' END
FROM n;
