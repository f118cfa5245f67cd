-- Payroll journal of a Saxon bakery chain: one line per person and month, cost centres in a second sheet.
CREATE TABLE Lohnjournal (Personalnr INTEGER, Name TEXT, Geschlecht TEXT, Jahr INTEGER, Monat INTEGER, KST INTEGER, Tarifgruppe TEXT, Sollstunden REAL, Iststunden REAL, "Überstunden" REAL,
 "Grundlohn €" REAL, "Nachtzuschlag €" REAL, "Prämie €" REAL, "Brutto €" REAL, "Lohnsteuer €" REAL, "SV AN €" REAL, "SV AG €" REAL, "Netto €" REAL, Krankheitstage INTEGER, Urlaubstage INTEGER, Bemerkung TEXT);
CREATE TABLE Kostenstellen (Nr INTEGER, Bezeichnung TEXT, Ort TEXT, Leitung TEXT, "Budget Personal/Jahr" INTEGER);
INSERT INTO Kostenstellen VALUES (110,'Backstube','Pirna','Heike Zimmer',260000),(120,'Konditorei','Pirna','Olaf Brückner',140000),(210,'Filiale Markt','Pirna','Sabine Roth',95000),(220,'Filiale Bahnhof','Dresden','Jens Kluge',110000),(230,'Filiale Neustadt','Dresden','Ayse Demir',88000),(310,'Fahrdienst','Heidenau','Uwe Lorenz',72000),(900,'Verwaltung','Pirna',NULL,130000),(240,'Filiale Meißen','Meißen',NULL,60000);
INSERT INTO Lohnjournal
SELECT p, nm, g, y, m, k, tg, soll, soll + ot - kr * 7.5, ot, grund, nacht, praemie, round(grund + nacht + praemie + ot * 18, 2), round((grund + ot * 18) * (0.09 + tgn * 0.015), 2), round((grund + ot * 18) * 0.2, 2), round((grund + ot * 18) * 0.21, 2),
 round(grund + nacht + praemie + ot * 18 - (grund + ot * 18) * (0.29 + tgn * 0.015), 2), kr, ur, bem
FROM (SELECT 1000 + e.i * 3 p, pick(e.i, 'Anke Vogt','Bernd Schulze','Carla Weiß','Dirk Hartmann','Elif Kaya','Frank Otto','Gabi Lenz','Holger Beyer','Ilona Kraus','Jan Nowak','Kerstin Voigt','Lutz Ebert','Mandy Frenzel','Nico Seidel','Oksana Bilyk','Petra Grund','Quirin Maier','Rosa Hempel') nm,
 pick(e.i, 'w','m','w','m','w','m','w','m','w','m','w','m','w','m','w','w','m','w') g, 2023 + (mm / 12) y, mm % 12 + 1 m, pick(e.i, 110,110,110,120,210,310,220,110,220,120,230,310,210,110,230,900,900,220) k,
 pick(e.i, 'T3','T5','T2','T4','T1','T2','T1','T4','T2','T3','T1','T2','T1','T2','T1','T5','T6','T1') tg, pick(e.i, 3,5,2,4,1,2,1,4,2,3,1,2,1,2,1,5,6,1) tgn,
 CASE WHEN e.i % 4 = 2 THEN 108.0 ELSE 164.0 END soll, CASE WHEN r.a % 3 = 0 THEN 0 ELSE (r.a % 37) / 2.0 + CASE WHEN mm % 12 = 11 THEN 9 ELSE 0 END END ot,
 (1720 + pick(e.i, 3,5,2,4,1,2,1,4,2,3,1,2,1,2,1,5,6,1) * 245 + (mm / 12) * 90 + e.i * 3.5) * CASE WHEN e.i % 4 = 2 THEN 0.66 ELSE 1 END grund,
 CASE WHEN pick(e.i, 110,110,110,120,210,310,220,110,220,120,230,310,210,110,230,900,900,220) IN (110, 310) THEN 90 + r.b % 140 ELSE 0 END nacht,
 CASE WHEN mm % 12 = 10 THEN 400.0 WHEN r.c % 25 = 0 THEN 150.0 ELSE 0 END praemie,
 CASE WHEN r.d % 6 = 0 THEN 1 + r.d % 11 ELSE 0 END kr, CASE WHEN mm % 12 IN (6, 7) THEN r.e % 13 ELSE r.e % 4 END ur, CASE WHEN r.f % 30 = 0 THEN 'Nachberechnung' WHEN r.f % 47 = 0 THEN 'Korrektur Vormonat' END bem
 FROM (SELECT n i FROM rolls WHERE n < 18) e JOIN (SELECT n mm FROM rolls WHERE n < 33) t JOIN rolls r ON r.n = e.i * 40 + t.mm
 WHERE NOT (e.i IN (4, 13) AND mm > 15) AND NOT (e.i IN (9, 17) AND mm < 14));
