-- A regional rail operator's punctuality log as exported for the passenger council: one row per train run.
CREATE TABLE train_runs_export (
  run_id INTEGER, run_date TEXT, train_no TEXT, line TEXT, from_stn TEXT, to_stn TEXT,
  sched_dep TEXT, act_dep TEXT, dep_delay INTEGER, arr_delay INTEGER, cancelled TEXT, cause TEXT,
  stock_class TEXT, carriages INTEGER, seats INTEGER, pax INTEGER, km REAL, run_min INTEGER, driver_id TEXT, refund_eur REAL
);
INSERT INTO train_runs_export
SELECT 70001 + n, d, train, line,
  pick(li, 'Harlow Bay','Harlow Bay','Kesby','Tarn Junction','Harlow Bay'), pick(li, 'Kesby','Tarn Junction','Mossfield','Port Ellery','Aldmere'),
  d || ' ' || printf('%02d:%02d:00', hr, mi),
  CASE WHEN canc THEN NULL ELSE datetime(d || ' ' || printf('%02d:%02d:00', hr, mi), '+' || dd || ' minutes') END,
  CASE WHEN canc THEN NULL ELSE dd END,
  CASE WHEN canc THEN NULL ELSE max(-3, dd + (g % 9) - 4) END,
  CASE WHEN canc THEN 'Y' ELSE 'N' END,
  CASE WHEN canc OR dd > 5 THEN pick(f, 'Signal failure','Staff shortage','Weather','Rolling stock','Signal failure','Trespass','Late inbound',NULL) END,
  pick(li + f % 2, 'Class 158','Class 172','Class 195','Class 158','Class 172'), car, car * 68,
  CASE WHEN canc THEN 0 ELSE CAST(car * 68 * (20 + e % 70 + CASE WHEN hr IN (7,8,17) THEN 25 ELSE 0 END) / 100 AS INTEGER) END,
  pick(li, 31.5, 58.2, 22.0, 74.6, 46.3), pick(li, 34, 52, 27, 71, 44),
  CASE WHEN h % 23 = 0 THEN NULL ELSE 'D' || (110 + h % 14) END,
  CASE WHEN canc THEN 150 + e % 400 WHEN dd > 30 THEN 60 + e % 250 ELSE 0 END
FROM (
  SELECT n, e, f, g, h, day(a, '2022-07-01', 870) AS d, b % 5 AS li, pick(b, 'Coast','Tarn Valley','Mossfield Shuttle','Ellery Express','Aldmere') AS line,
    pick(b, '1C','2T','2M','1E','2A') || printf('%02d', c % 7 + 10) AS train, 5 + d % 18 AS hr, (e % 12) * 5 AS mi, 2 + f % 5 AS car,
    (h % 17 = 0) AS canc,
    CASE WHEN g % 10 < 4 THEN 0 WHEN g % 10 < 8 THEN 1 + g % 6 ELSE 6 + c % 48 END + CASE WHEN b % 5 = 3 THEN 3 ELSE 0 END AS dd
  FROM rolls WHERE n < 360
);
