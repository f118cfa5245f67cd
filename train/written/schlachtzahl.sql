-- German official statistics, long file: slaughterings by quarter, state and kind of animal; 'Insgesamt' rows among the kinds.
CREATE TABLE schlachtungen (jahr INTEGER, quartal INTEGER, bundesland TEXT, tierart TEXT, anzahl_tiere INTEGER, schlachtmenge_t REAL, hausschlachtungen INTEGER);
INSERT INTO schlachtungen SELECT 2019 + q / 4, 1 + q % 4, pick(l, 'Bayern','Niedersachsen','Nordrhein-Westfalen','Hessen','Sachsen'), pick(t, 'Rinder','Schweine','Schafe','Ziegen'),
 CAST(pick(t, 30000, 400000, 9000, 600) * pick(l, CASE WHEN t = 0 THEN 3.4 ELSE 1.3 END, 3.1, 2.7, 0.5, 0.3) * (100 - (q / 4) * pick(t, 2, 5, -3, -1)) * (80 + r.a % 40) / 10000 AS INTEGER),
 0, CASE WHEN l = 4 AND t = 3 THEN NULL ELSE pick(t, 400, 900, 700, 60) * (50 + r.b % 100) / 100 END
 FROM (SELECT n AS k, n % 24 AS q, (n / 24) % 5 AS l, n / 120 AS t FROM rolls WHERE n < 480) x JOIN rolls r ON r.n = x.k + 100;
UPDATE schlachtungen SET schlachtmenge_t = round(anzahl_tiere * CASE tierart WHEN 'Rinder' THEN 0.331 WHEN 'Schweine' THEN 0.095 WHEN 'Schafe' THEN 0.021 ELSE 0.018 END * (96 + (anzahl_tiere % 9)) / 100.0, 1);
INSERT INTO schlachtungen SELECT jahr, quartal, bundesland, 'Insgesamt', SUM(anzahl_tiere), round(SUM(schlachtmenge_t), 1), SUM(hausschlachtungen) FROM schlachtungen GROUP BY jahr, quartal, bundesland;
