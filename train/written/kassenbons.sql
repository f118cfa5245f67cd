-- Erfunden: Kassenzeilen einer kleinen Supermarktkette mit deutschen Spaltenköpfen, dazu eine Filialliste.
-- Storno hat negative Menge. Zwei Dateien, verbunden über Filiale / Fil-Nr ohne Schlüssel.
CREATE TABLE "Bonzeilen_2021" (
    "Bon-Nr" TEXT, "Datum" TEXT, "Uhrzeit" TEXT, "Filiale" INTEGER, "Kasse" INTEGER, "Artikel" TEXT, "Warengruppe" TEXT, "Menge" REAL, "Einzelpreis (EUR)" REAL,
    "MwSt %" INTEGER, "Umsatz (EUR)" REAL, "Zahlart" TEXT, "Kundenkarte" TEXT, "Bio" TEXT
);
CREATE TABLE "Filialliste" ("Fil-Nr" INTEGER, "Name" TEXT, "Ort" TEXT, "Bundesland" TEXT, "Fläche m2" INTEGER, "Mitarbeiter" INTEGER, "Eröffnet" TEXT, "Leitung" TEXT);
INSERT INTO "Filialliste" VALUES (11,'Marktplatz','Ulm','Baden-Württemberg',620,14,'2004-05-03','H. Kramer'),(12,'Am Bahnhof','Ulm','Baden-Württemberg',380,9,'2011-09-12','S. Öztürk'),
(14,'Neue Mitte','Kempten','Bayern',840,19,'2016-03-21','M. Huber'),(17,'Lindenhof','Memmingen','Bayern',510,11,'2008-11-10','A. Seitz'),(18,'Donauufer','Günzburg','Bayern',455,10,'2019-06-17',NULL),(21,'Südstadt','Ravensburg','Baden-Württemberg',700,16,'2021-10-04','P. Arnold');
CREATE TEMP TABLE a (k INTEGER, nm TEXT, wg TEXT, pr REAL, mw INTEGER, bio TEXT);
INSERT INTO a VALUES (0,'Vollmilch 1 l','Molkerei',1.15,7,'nein'),(1,'Bio-Joghurt','Molkerei',0.89,7,'ja'),(2,'Butter 250 g','Molkerei',2.19,7,'nein'),(3,'Bergkäse','Molkerei',4.79,7,'ja'),
(4,'Bananen','Obst & Gemüse',1.79,7,'ja'),(5,'Äpfel Elstar','Obst & Gemüse',2.49,7,'nein'),(6,'Tomaten','Obst & Gemüse',2.99,7,'nein'),(7,'Kartoffeln 2 kg','Obst & Gemüse',2.79,7,'nein'),
(8,'Roggenbrot','Backwaren',3.2,7,'nein'),(9,'Brezel','Backwaren',0.75,7,'nein'),(10,'Pils Kasten','Getränke',14.99,19,'nein'),(11,'Mineralwasser Kasten','Getränke',5.49,19,'nein'),(12,'Apfelsaft','Getränke',1.99,19,'ja'),
(13,'Waschmittel','Drogerie',8.95,19,'nein'),(14,'Zahnpasta','Drogerie',1.95,19,'nein'),(15,'Rinderhack 500 g','Fleisch/Wurst',5.49,7,'nein'),(16,'Leberwurst','Fleisch/Wurst',2.29,7,'nein'),(17,'Grillwürste','Fleisch/Wurst',4.99,7,'nein');
INSERT INTO "Bonzeilen_2021"
SELECT 'B' || (70000 + bon), dt, printf('%02d:%02d', st, mi), fil, 1 + kasse, nm, wg, mg, round(pr * CASE WHEN dt >= '2021-01-01' THEN 1.04 ELSE 1 END, 2), mw, round(mg * round(pr * CASE WHEN dt >= '2021-01-01' THEN 1.04 ELSE 1 END, 2), 2), za, kk, bio
FROM (SELECT o.n AS bon, day(o.a, '2019-11-04', 735) AS dt, pick(o.b, 8,9,10,11,12,16,17,17,18,18,19,14) AS st, o.c % 60 AS mi,
   CASE WHEN day(o.a, '2019-11-04', 735) >= '2021-10-04' AND o.d % 4 = 0 THEN 21 ELSE pick(o.d, 11,11,11,14,14,14,14,12,17,17,18,99) END AS fil, o.e % 3 AS kasse, pick(o.f, 'Bar','Bar','EC-Karte','EC-Karte','Kreditkarte') AS za,
   CASE WHEN o.g % 5 < 2 THEN 'KK' || (3000 + o.g % 45) END AS kk, CASE WHEN l.b % 29 = 0 THEN -1 WHEN l.b % 7 = 0 THEN 4 WHEN l.b % 3 = 0 THEN 2 ELSE 1 END AS mg, a.*
  FROM rolls o JOIN (SELECT 0 AS x UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) s JOIN rolls l ON l.n = 1500 + o.n * 4 + x JOIN a ON a.k = l.a % 18
  WHERE o.n < 150 AND x <= o.h % 4 + 0)
ORDER BY dt, bon;
DROP TABLE a;
