-- Buchungsliste eines Campingplatzes, German headers; nights, persons, pitch category, extras, storno date.
CREATE TABLE "Buchungen 2022-2025" (
  "Buchungs-Nr" TEXT, "Gebucht am" TEXT, "Anreise" TEXT, "Abreise" TEXT, "Nächte" INTEGER, "Gast" TEXT, "Land" TEXT, "PLZ" TEXT, "Platz-Nr." TEXT, "Kategorie" TEXT,
  "Erw." INTEGER, "Kinder" INTEGER, "Hund" TEXT, "Strom" TEXT, "Preis/Nacht" REAL, "Rabatt %" INTEGER, "Kurtaxe (EUR)" REAL, "Portal" TEXT, "Storniert am" TEXT, "Anzahlung bezahlt" TEXT, "Sterne" INTEGER
);
INSERT INTO "Buchungen 2022-2025"
SELECT 'CB-' || (2200 + n), date(an, '-' || (3 + f % 160) || ' days'), an, date(an, '+' || nn || ' days'), nn, g1, land, CASE WHEN land = 'D' THEN printf('%05d', 10115 + (e % 880) * 100) END, pick(c, 'A','B','C','D','M') || (1 + d % 24), pick(c, 'Wohnmobil','Zelt','Wohnwagen','Zelt','Mietheim'),
  1 + b % 3, CASE WHEN b % 4 = 0 THEN 1 + b % 3 ELSE 0 END, CASE WHEN e % 4 = 0 THEN 'ja' ELSE 'nein' END, CASE WHEN c % 5 IN (0,2,4) OR e % 3 = 0 THEN 'ja' ELSE 'nein' END,
  pick(c, 34, 19.5, 31, 19.5, 72) + CASE WHEN strftime('%m', an) IN ('07','08') THEN 9 ELSE 0 END, CASE WHEN f % 8 = 0 THEN 10 WHEN f % 13 = 0 THEN 15 ELSE 0 END, round((1 + b % 3) * nn * 1.8, 2), pick(g, 'direkt','Campinfo','direkt','PinCamp24','Telefon','Campinfo'),
  CASE WHEN h % 9 = 0 THEN date(an, '-' || (1 + h % 20) || ' days') END, CASE WHEN h % 6 = 0 THEN 'nein' ELSE 'ja' END, CASE WHEN h % 9 > 0 AND h % 3 = 1 THEN pick(h, 5,4,5,3,4,2,5) END
FROM (SELECT *, CASE WHEN h % 4 = 0 THEN day(a, '2022-04-15', 1280) ELSE date(pick(a, '2022-06-15','2023-06-10','2024-06-08','2025-06-05','2024-07-01'), '+' || (b % 85) || ' days') END AS an, 1 + CASE WHEN g % 3 = 0 THEN 6 + g % 9 ELSE g % 5 END AS nn, pick(d, 'Fam. Brandt','Keller','de Vries','Fam. Huber','Jansen','Schreiber','Møller','Fam. Lorenz','Bakker','Weiß','Rossi','Thoma') AS g1, pick(d, 'D','D','NL','A','NL','D','DK','D','NL','D','I','CH') AS land FROM rolls WHERE n BETWEEN 2800 AND 3110);
