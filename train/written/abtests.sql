-- A/B tests of a hotel-booking start-up: experiments sheet with owner and metric, daily results per variant, no declared keys (exp_key / experiment).
CREATE TABLE experiments (exp_key TEXT, hypothesis TEXT, surface TEXT, owner TEXT, started TEXT, ended TEXT, decision TEXT, primary_metric TEXT, target_uplift_pct REAL);
CREATE TABLE variant_daily (day TEXT, experiment TEXT, variant TEXT, users INTEGER, conversions INTEGER, bookings_eur REAL, errors INTEGER, p95_ms INTEGER);
INSERT INTO experiments VALUES
 ('CHK-01','Shorter checkout form','checkout','Mina','2024-01-15','2024-01-28','ship','conversion',3),
 ('SRCH-04','Map first in search results','search','Joaquin','2024-03-04','2024-03-24','drop','conversion',2),
 ('HOME-02','Hero video on home page','home','Mina','2024-04-08','2024-04-21','drop','bounce',-4),
 ('PRC-07','Show total price with taxes','search','Tuva','2024-06-10','2024-06-30','ship','bookings',1.5),
 ('CHK-05','Pay later badge','checkout','Tuva','2024-09-02','2024-09-15','ship','conversion',2.5),
 ('MAIL-03','Abandoned cart mail after 1h','email','Joaquin','2024-10-14','2024-10-27','inconclusive','conversion',5),
 ('SRCH-09','Free cancellation filter on top','search','Ebba','2025-01-20','2025-02-09','ship','bookings',2),
 ('APP-11','Face login in app','app','Ebba','2025-03-10','2025-03-23','inconclusive','conversion',1),
 ('CHK-12','One-page checkout','checkout','Mina','2025-05-05','2025-05-25','ship','conversion',4),
 ('HOME-14','Personal recommendations','home',NULL,'2025-08-18','2025-09-07','drop','conversion',3),
 ('PRC-15','Struck-through price','search','Tuva','2025-10-27',NULL,NULL,'bookings',2),
 ('APP-16','Dark mode default','app','Ebba',NULL,NULL,NULL,'retention',NULL);
INSERT INTO variant_daily
SELECT dd, k, v, u, cv, CASE WHEN r.h % 40 = 0 THEN NULL ELSE round(cv * (88 + r.f % 70 + CASE v WHEN 'B' THEN 6 ELSE 0 END) * 1.0, 2) END, CASE WHEN r.g % 4 = 0 THEN r.g % 23 ELSE 0 END, 620 + r.e % 700 + CASE WHEN k = 'HOME-02' AND v = 'B' THEN 500 ELSE 0 END
FROM (SELECT x.*, CAST(u * (base + eff) / 1000.0 * (0.85 + (q.b % 30) / 100.0) AS INTEGER) AS cv FROM
 (SELECT e.exp_key AS k, e.rowid AS ei, v.v, date(e.started, '+' || i.n || ' days') AS dd, e.rowid * 130 + i.n * 3 + v.o AS rn, 300 + (e.rowid * 171) % 900 + (i.n * 37) % 120 + v.o * 7 AS u, pick(e.rowid, 0, 62, 30, 25, 34, 58, 90, 33, 70, 61, 28, 35) AS base, v.o * pick(e.rowid, 0, 4, -3, -2, 3, 4, 1, 5, 0, 9, -1, 2) AS eff
  FROM experiments e JOIN (SELECT 'A' AS v, 0 AS o UNION ALL SELECT 'B', 1 UNION ALL SELECT 'C', 2) v JOIN rolls i ON i.n < 21 WHERE e.started IS NOT NULL AND (v.v <> 'C' OR e.exp_key IN ('PRC-07','CHK-12')) AND date(e.started, '+' || i.n || ' days') <= coalesce(e.ended, '2025-11-14')) x JOIN rolls q ON q.n = x.rn) z JOIN rolls r ON r.n = z.rn + 1;
INSERT INTO variant_daily VALUES ('2025-06-01','LEGACY-0','A',210,11,1290.5,0,800),('2025-06-01','LEGACY-0','B',205,12,1340,2,790);
