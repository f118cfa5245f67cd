-- Copier fleet of an engineering consultancy: device list and month-end counter readings (cumulative page counters, toner level); no declared keys.
CREATE TABLE devices (serial_no TEXT, model TEXT, site TEXT, department TEXT, installed_on DATE, monthly_lease REAL, colour_capable TEXT, removed_on DATE);
CREATE TABLE counter_readings (reading_date DATE, serial TEXT, mono_counter INTEGER, colour_counter INTEGER, toner_pct INTEGER, jams_since_last INTEGER, read_method TEXT);
INSERT INTO devices
SELECT 'CX' || (4100 + n * 17 + a % 9), md, pick(b, 'Leeds HQ','Leeds HQ','York','Hull Depot','Sheffield','Leeds HQ','York'), CASE WHEN n IN (7, 19) THEN NULL ELSE pick(c, 'Finance','Design','Legal','Sales','Warehouse','Design','HR') END, day(d, '2018-03-01', 1900), pick(md = 'Mono 35', 118, 42.5) + pick(md = 'Press 90', 0, 265) + (e % 6) * 4.5, CASE WHEN md = 'Mono 35' THEN 'no' ELSE 'yes' END, CASE n WHEN 4 THEN '2025-02-28' WHEN 16 THEN '2025-06-30' WHEN 23 THEN '2024-09-30' END
FROM (SELECT *, pick(f, 'Office 50','Mono 35','Office 50','Office 70','Press 90','Mono 35','Office 50') AS md FROM rolls WHERE n < 28);
INSERT INTO counter_readings
SELECT dt, s, 41000 + (ds * 37 % 90) * 2600 + m * rate + q.a % (rate / 3) + CASE WHEN m > 12 THEN (m - 12) * (rate / (5 + ds % 7)) ELSE 0 END, CASE WHEN cc = 'yes' THEN 9000 + (ds * 53 % 70) * 900 + m * (rate / (2 + ds % 4)) + q.b % (rate / 8) END, CASE WHEN q.h % 31 = 0 THEN NULL ELSE 4 + q.c % 97 END, CASE WHEN q.d % 3 = 0 THEN 0 WHEN q.d % 11 = 0 THEN 6 + q.e % 9 ELSE q.e % 5 END, pick(q.g, 'auto','auto','auto','auto','manual','auto','estimated','manual')
FROM (SELECT d.serial_no AS s, d.rowid AS ds, d.colour_capable AS cc, i.n AS m, date('2024-01-01', '+' || (i.n + 1) || ' months', '-1 day') AS dt, 700 + (d.rowid * 419 % 23) * 130 AS rate, d.removed_on AS rm FROM devices d JOIN rolls i ON i.n < 22) x JOIN rolls q ON q.n = x.ds * 40 + x.m
WHERE (rm IS NULL OR dt <= rm) AND q.f % 43 <> 0 AND x.ds <> 12;
