-- Wine import statistics: rows are totals, origin x colour x year, thousand litres and thousand euros.
CREATE TABLE wine_imp (Origin TEXT, EU TEXT, Colour TEXT, Yr INTEGER, Vol_1000L REAL, Val_1000EUR REAL);
INSERT INTO wine_imp
SELECT pick(o,'France','Italy','Spain','Portugal','Germany','Greece','Austria','Chile','Argentina','South Africa','Australia','New Zealand','USA','Georgia'), CASE WHEN o < 7 THEN 'Y' ELSE 'N' END, pick(cl,'Red','White','Rosé','Sparkling'), 2013 + y, vol,
 CASE WHEN n % 97 = 5 AND vol > 0 THEN NULL ELSE ROUND(vol * pick(o,6.8,4.1,2.6,3.4,3.9,3.2,4.4,2.5,3.1,2.3,2.7,5.6,4.2,3.3) * pick(cl,1.1,0.95,0.9,1.5) * (1 + y * 0.025) * (0.9 + b % 200 / 1000.0), 1) END
FROM (SELECT r.*, CASE WHEN (o IN (9,13,5) AND cl = 3 AND y < 6) OR (o = 11 AND cl = 2 AND y < 4) OR (o = 13 AND cl = 2) THEN 0 ELSE ROUND(pick(o,5200,6100,4700,1500,1900,310,420,1700,820,1300,1600,540,900,90) * pick(cl,0.5,0.36,0.08,0.16) * CASE WHEN o IN (4,6,11) AND cl = 1 THEN 1.9 WHEN o = 1 AND cl = 3 THEN 2.4 WHEN o = 0 AND cl = 2 THEN 2.2 ELSE 1 END * (1 + y * pick(cl,-0.015,0.012,0.05,0.045)) * (1 + y * pick(o,-0.01,0.01,0.0,0.03,-0.005,0.04,0.02,-0.01,0.0,0.01,-0.03,0.06,-0.02,0.15)) * CASE WHEN y = 7 THEN 0.86 ELSE 1 END * (0.88 + a % 240 / 1000.0), 1) END AS vol
 FROM (SELECT *, n % 14 AS o, n / 14 % 4 AS cl, n / 56 AS y FROM rolls WHERE n < 672) r);
