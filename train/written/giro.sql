-- A German bank statement as the bank exports it: one account of a small joinery, booked lines 2022 to autumn 2024.
CREATE TABLE "umsaetze_girokonto" (
  "Buchungstag" TEXT, "Wertstellung" TEXT, "Buchungstext" TEXT, "Empfänger/Auftraggeber" TEXT, "Verwendungszweck" TEXT,
  "Kategorie" TEXT, "Betrag (EUR)" REAL, "Saldo (EUR)" REAL, "Gegenkonto IBAN" TEXT, "Lfd. Nr." INTEGER
);
CREATE TEMP TABLE p (id INTEGER, nm TEXT, kat TEXT, txt TEXT, lo REAL, sp REAL, iban TEXT);
INSERT INTO p VALUES
 (0,'Holzgroßhandel Brandt','Material','SEPA-Überweisung',-420,-1900,'DE11200400000123456701'),
 (1,'Beschläge Kreuzer GmbH','Material','SEPA-Überweisung',-60,-540,'DE52300500000987654302'),
 (2,'Stadtwerke Oldenau','Strom & Gas','SEPA-Lastschrift',-180,-160,'DE73280501000000112203'),
 (3,'Autohaus Wiegand','Fahrzeuge','SEPA-Lastschrift',-90,-800,'DE19280200500044556604'),
 (4,'Aral Tankstelle 4711','Fahrzeuge','Kartenzahlung',-45,-70,NULL),
 (5,'Familie Petersen','Kundenzahlung','Gutschrift',900,4200,'DE88280501000077881205'),
 (6,'Hausverwaltung Lindemann','Kundenzahlung','Gutschrift',1500,5200,'DE31280200500099001106'),
 (7,'Gemeinde Oldenau','Kundenzahlung','Gutschrift',2500,6500,'DE64280501000033445507'),
 (8,'Architekturbüro Sommer','Kundenzahlung','Gutschrift',800,3100,'DE05280501000055667708'),
 (9,'Finanzamt Oldenau','Steuern','SEPA-Lastschrift',-700,-1500,'DE90250000000025001509'),
 (10,'Allgemeine Haftpflicht AG','Versicherung','SEPA-Lastschrift',-110,-40,'DE27500700100123000010'),
 (11,'Geldautomat Markt 3','Bargeld','Auszahlung',-100,-300,NULL),
 (12,'Lohn Jonas Peters','Löhne','SEPA-Überweisung',-2150,-120,'DE44280501000088776611'),
 (13,'Lohn Mira Aydin','Löhne','SEPA-Überweisung',-2480,-90,'DE48280501000088776612'),
 (14,'Telekommunikation Nord','Telefon & Internet','SEPA-Lastschrift',-59,-30,'DE02100100100006820113'),
 (15,'Sparkasse Oldenau','Bankgebühren','Entgelt',-6,-14,NULL);
CREATE TEMP TABLE z AS
SELECT row_number() OVER (ORDER BY d, n) AS nr, d, n, nm, kat, txt, iban, round(lo + sp * (b % 1000) / 1000.0, 2) AS betrag, c
FROM (SELECT r.n, r.b, r.c, day(r.a, '2022-01-03', 1003) AS d, CASE WHEN r.d % 3 = 0 THEN 5 + r.e % 4 ELSE r.e % 16 END AS k FROM rolls r WHERE n < 310) x JOIN p ON p.id = x.k;
INSERT INTO "umsaetze_girokonto"
SELECT d, date(d, '+' || (c % 3) || ' days'), txt, nm,
  CASE kat WHEN 'Kundenzahlung' THEN 'Rechnung ' || (2000 + nr * 3) WHEN 'Löhne' THEN 'Lohn ' || strftime('%m/%Y', d) WHEN 'Bargeld' THEN NULL WHEN 'Steuern' THEN pick(n,'Umsatzsteuer','Gewerbesteuer','Umsatzsteuer') WHEN 'Material' THEN pick(n,'Rg. Eiche massiv','Rg. Multiplex','Rg. Kleinteile','Rg. Buche') || ' ' || (c % 900 + 100) ELSE pick(c,'Abschlag','Monatsbeitrag','Beleg','Rechnung') || ' ' || (c % 9000) END,
  CASE WHEN c % 23 = 0 THEN NULL ELSE kat END, betrag, round(1900 + SUM(betrag) OVER (ORDER BY nr), 2), iban, nr FROM z;
DROP TABLE p; DROP TABLE z;
