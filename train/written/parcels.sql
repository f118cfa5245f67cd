-- A courier's shipment export, one row per parcel, spaces in the headers; money in cents, returned parcels carry an R prefix.
CREATE TABLE "Sheet1" (
  "Parcel No" TEXT, "Booked On" TEXT, "Picked Up" TEXT, "Delivered" TEXT, "Promised By" TEXT, "Service" TEXT, "Sender" TEXT, "Sender City" TEXT,
  "Recipient Country" TEXT, "Depot" TEXT, "Courier" TEXT, "Weight (kg)" REAL, "Pieces" INTEGER, "Declared Value" REAL, "Charge (cents)" INTEGER,
  "Fuel Surcharge (cents)" INTEGER, "Attempts" INTEGER, "Signature?" TEXT, "Damage Claim" TEXT, "COD Amount" REAL
);
INSERT INTO "Sheet1"
SELECT CASE WHEN g % 15 = 0 THEN 'R' ELSE 'P' END || (880100 + n), bk, date(bk, '+' || (b % 2) || ' days'),
  CASE WHEN f % 19 = 0 OR bk > '2025-10-25' AND f % 2 = 0 THEN NULL ELSE date(bk, '+' || (b % 2 + 1 + k + CASE WHEN h % 6 = 0 THEN 3 ELSE 0 END) || ' days') END,
  date(bk, '+' || (2 + k) || ' days'), pick(k, 'Express 24','Standard','Economy'), s, pick(c % 9, 'Antwerp','Ghent','Antwerp','Liège','Lille','Ghent','Breda','Antwerp','Lille'),
  pick(e, 'BE','BE','FR','NL','NL','DE','BE','LU','GB'), pick(e, 'Machelen','Machelen','Lille Sud','Tilburg','Tilburg','Aachen','Wommelgem','Machelen','Lille Sud'),
  pick(d, 'Joris','Amina','Pieter','Lotte','Sven','Karim','Nele','Bram'),
  round(0.3 + (a % 290) / 10.0, 1), 1 + CASE WHEN h % 4 = 0 THEN h % 5 ELSE 0 END, CASE WHEN d % 5 = 0 THEN NULL ELSE 10 + d % 900 END,
  CAST(595 + (a % 290) * 7 + pick(k, 900, 300, 0) + CASE WHEN e % 9 = 8 THEN 1200 ELSE 0 END AS INTEGER), CAST((595 + (a % 290) * 7) * 0.09 AS INTEGER),
  CASE WHEN f % 19 = 0 THEN 3 ELSE 1 + (f % 7 = 0) + (f % 21 = 0) END, CASE WHEN g % 4 = 0 THEN 'No' ELSE 'Yes' END, CASE WHEN h % 27 = 0 THEN 'open' WHEN h % 31 = 0 THEN 'paid' WHEN h % 41 = 0 THEN 'rejected' END,
  CASE WHEN c % 8 = 0 THEN 15 + c % 240 END
FROM (SELECT *, day(a, '2023-03-01', 975) AS bk, (b / 7) % 3 AS k, pick(c, 'Blauwhuis Ceramics','De Fietser','Atelier Noord','Kruidje','Papier & Co','Vintage Vinyl','Huis Maes','Toolbox BVBA','Sole Mates') AS s FROM rolls WHERE n BETWEEN 400 AND 719);
