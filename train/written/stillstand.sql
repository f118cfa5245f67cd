-- German maintenance shop: downtime list and the machine master, no keys.
CREATE TABLE "Maschinen" ("MaschNr" TEXT, "Bezeichnung" TEXT, "Halle" TEXT, "Baujahr" INTEGER, "Hersteller" TEXT, "Stundensatz (EUR)" REAL, "Verantwortlich" TEXT);
INSERT INTO "Maschinen" VALUES
('D-101','Drehmaschine 1','Halle A',2008,'Traub',62,'Krause'),('D-102','Drehmaschine 2','Halle A',2015,'Traub',68,'Krause'),('F-201','Fräszentrum 1','Halle A',2019,'Hermle',95,'Yilmaz'),
('F-202','Fräszentrum 2','Halle A',2021,'Hermle',98,'Yilmaz'),('S-301','Schleifmaschine','Halle B',2003,'Studer',71,'Yilmaz'),('P-401','Presse 250t','Halle B',1998,'Schuler',84,'Petersen'),
('P-402','Presse 400t','Halle B',2012,'Schuler',110,'Petersen'),('R-501','Schweißroboter 1','Halle C',2017,'Kuka',77,'Petersen'),('R-502','Schweißroboter 2','Halle C',2022,'Kuka',79,NULL),
('L-601','Laserschneider','Halle C',2020,'Trumpf',132,'Krause'),('V-701','Verpackungslinie','Halle D',2010,'Bosch',55,'Albers'),('W-801','Waschanlage','Halle D',2006,NULL,31,'Albers');
CREATE TABLE "Stillstände 2023-2025" ("lfd_Nr" INTEGER, "Masch.-Nr." TEXT, "Beginn" TEXT, "Ende" TEXT, "Dauer_min" INTEGER, "Grund" TEXT, "Art" TEXT, "Schicht" TEXT, "Meldung von" TEXT, "Reparaturkosten" REAL, "Ersatzteil" TEXT, "Fremdfirma" TEXT);
INSERT INTO "Stillstände 2023-2025"
SELECT row_number() OVER (ORDER BY beg, n), m, beg, CASE WHEN open THEN NULL ELSE datetime(beg, '+' || dur || ' minutes') END, CASE WHEN open THEN NULL ELSE dur END, grund, art,
 CASE WHEN substr(beg, 12, 2) < '14' THEN 'Früh' WHEN substr(beg, 12, 2) < '22' THEN 'Spät' ELSE 'Nacht' END,
 CASE WHEN g % 11 = 0 THEN NULL ELSE pick(g, 'Meier','Sowa','Demir','Franke','Holl') END,
 CASE WHEN art = 'ungeplant' AND grund IN ('Hydraulik','Elektrik','Mechanik') AND NOT open THEN round(35 + (h % 900) * (1 + dur / 240.0), 2) END,
 CASE WHEN grund IN ('Hydraulik','Mechanik','Elektrik') AND f % 3 < 2 THEN pick(f, 'Dichtung','Lager','Sensor','Schlauch','Relais','Motor','Ventil') END,
 CASE WHEN grund IN ('Hydraulik','Elektrik') AND dur > 200 THEN 'ja' ELSE 'nein' END
FROM (SELECT *, CASE WHEN grund IN ('Wartung','Rüsten') THEN 'geplant' ELSE 'ungeplant' END AS art,
  CASE grund WHEN 'Rüsten' THEN 20 + d % 40 WHEN 'Materialmangel' THEN 10 + d % 140 WHEN 'Kein Personal' THEN 30 + d % 300 WHEN 'Wartung' THEN 60 + d % 200 ELSE 25 + d % 460 END AS dur,
  (beg > '2025-10-20' AND d % 3 = 0) AS open
 FROM (SELECT n, d, f, g, h, pick(b, 'D-101','D-101','D-101','D-102','F-201','F-202','S-301','S-301','P-401','P-401','P-401','P-402','R-501','R-502','L-601','V-701','V-701','X-999') AS m,
   pick(c, 'Hydraulik','Elektrik','Mechanik','Mechanik','Rüsten','Rüsten','Materialmangel','Wartung','Kein Personal','Software') AS grund,
   day(a / 3, '2023-01-02', 1045) || ' ' || printf('%02d:%02d:00', pick(e, 6,7,7,8,9,10,11,13,14,15,16,18,20,22,23,2), e % 60) AS beg FROM rolls WHERE n BETWEEN 50 AND 369));
UPDATE "Stillstände 2023-2025" SET "Grund" = 'Mechanik' WHERE "Grund" = 'Hydraulik' AND "Masch.-Nr." IN ('L-601','R-501','R-502','F-202');
