-- A county police register of road accidents, exported 2017-2019 (old), all in one table with date parts and coded columns.
CREATE TABLE CRASHES (
  CASE_NO TEXT, CR_YEAR INTEGER, CR_MONTH INTEGER, CR_DOW TEXT, CR_HOUR INTEGER, MUNICIPALITY TEXT, ROAD_NAME TEXT, ROAD_TYPE TEXT, SPEED_LIMIT INTEGER, SURFACE TEXT, LIGHT TEXT, WEATHER TEXT,
  SEVERITY TEXT, N_VEH INTEGER, N_INJ INTEGER, N_KILLED INTEGER, PED_INV TEXT, BIKE_INV TEXT, ALCOHOL TEXT, MAIN_CAUSE TEXT, DRIVER_AGE INTEGER, DRIVER_SEX TEXT, SEATBELT TEXT, DAMAGE_EST INTEGER, OFFICER TEXT
);
INSERT INTO CRASHES
SELECT pick(yy, '17','18','19') || '-' || printf('%05d', 412 + n), 2017 + yy, mo, pick(c, 'Mon','Tue','Wed','Thu','Fri','Fri','Sat','Sun'), hr, mu,
  pick(e + f % 2, 'County Rd 12','Mill Street','Route 9','Lakeshore Dr','Old Toll Rd','Route 9','High Street'), pick(e, 'rural','urban','rural','urban','motorway','rural','urban'), pick(e, 50, 30, 65, 30, 70, 65, 25),
  sf, CASE WHEN hr BETWEEN 8 AND 17 THEN 'daylight' WHEN hr IN (7,18,19) THEN 'dusk/dawn' ELSE CASE WHEN e % 2 THEN 'dark - lit' ELSE 'dark - unlit' END END,
  CASE sf WHEN 'wet' THEN 'rain' WHEN 'ice/snow' THEN 'snow' ELSE pick(g, 'clear','clear','cloudy','fog','clear') END,
  CASE WHEN kil > 0 THEN 'F' WHEN inj > 1 THEN 'S' WHEN inj = 1 THEN 'M' ELSE 'P' END, 1 + f % 3, inj, kil, CASE WHEN f % 12 = 0 THEN 'Y' ELSE 'N' END, CASE WHEN f % 14 = 0 THEN 'Y' ELSE 'N' END, CASE WHEN alc THEN 'Y' WHEN h % 13 = 0 THEN 'U' ELSE 'N' END,
  CASE WHEN alc THEN 'impairment' ELSE pick(d, 'speeding','failure to yield','distraction','following too close','wildlife','distraction','failure to yield') END, CASE WHEN g % 16 = 0 THEN NULL ELSE 17 + CASE WHEN g % 3 = 0 THEN g % 12 ELSE g % 66 END END, CASE WHEN g % 16 = 0 THEN NULL ELSE pick(g, 'M','F','M','F','M') END,
  pick(h, 'Y','Y','Y','N','Y','U'), CASE WHEN h % 10 = 0 THEN NULL ELSE 800 + h % 9000 + kil * 11000 + inj * 2500 END, 'PO-' || (21 + b % 9)
FROM (SELECT n, b, c, d, e, f, g, h, a % 3 AS yy, CASE WHEN a % 3 = 2 THEN 1 + b % 10 ELSE 1 + b % 12 END AS mo, pick(c / 3, 0,2,6,7,8,8,9,11,12,14,15,16,17,17,18,20,22,23) AS hr, pick(b / 11, 'Ashford Twp','Brayton','Colby','Dunmore','Brayton','Elm Falls') AS mu,
  CASE WHEN (CASE WHEN a % 3 = 2 THEN 1 + b % 10 ELSE 1 + b % 12 END) IN (12,1,2) AND d % 2 THEN 'ice/snow' WHEN d % 3 = 0 THEN 'wet' ELSE 'dry' END AS sf, CASE WHEN f % 5 < 2 THEN 0 ELSE f % 4 END AS inj, CASE WHEN f % 26 = 5 THEN 1 + (f % 52 = 5) ELSE 0 END AS kil, (h % 9 = 0) AS alc FROM rolls WHERE n BETWEEN 2400 AND 2790);
