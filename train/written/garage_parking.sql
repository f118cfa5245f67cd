-- City garages: the barrier system's export. One row per ticket; lost tickets, season passes, payment kinds; stay in seconds, amounts in cents.
CREATE TABLE "parking-tickets_final" (
  ticketnr INTEGER, garage TEXT, level TEXT, bay TEXT, plate_country TEXT, vehicle TEXT, entry_ts TEXT, exit_ts TEXT, stay_sec INTEGER, tariff TEXT,
  gross_ct INTEGER, discount_ct INTEGER, paid_by TEXT, validated_by_shop TEXT, lost_ticket INTEGER, fine_ct INTEGER, ev_kwh REAL
);
INSERT INTO "parking-tickets_final"
SELECT 300000 + n, gar, pick(e, 'P-1','P-2','P0','P1'), pick(e, 'A','B','C') || (1 + f % 60), pick(b, 'AT','AT','AT','DE','AT','SI','HU','AT','DE'), pick(c, 'car','car','car','van','car','motorbike','car'),
  t, CASE WHEN h % 40 = 0 THEN NULL ELSE datetime(t, '+' || sec || ' seconds') END, CASE WHEN h % 40 = 0 THEN NULL ELSE sec END, tar,
  CASE WHEN tar = 'Season' OR h % 40 = 0 THEN 0 WHEN tar = 'Night' THEN 600 ELSE pick(gi, 380, 260, 320, 190) * (1 + sec / 3600) END,
  CASE WHEN g % 5 = 0 AND tar = 'Hourly' THEN 200 ELSE 0 END, CASE WHEN tar = 'Season' THEN NULL ELSE pick(f, 'card','cash','app','card','card','app') END,
  CASE WHEN g % 5 = 0 AND tar = 'Hourly' THEN pick(g / 5, 'Kaufhaus Stern','Buchladen Ost','Optik Blick','Kaufhaus Stern') END, (h % 31 = 0), CASE WHEN h % 31 = 0 THEN 2500 ELSE 0 END,
  CASE WHEN d % 9 = 0 THEN round(4 + (d % 380) / 10.0, 1) END
FROM (SELECT n, b, c, d, e, f, g, h, a % 4 AS gi, pick(a, 'Domplatz','Bahnhof West','Opernring','Messe Süd') AS gar, day(b, '2023-09-01', 790) || ' ' || printf('%02d:%02d:%02d', pick(c, 7,8,8,9,10,11,12,13,14,16,17,18,20,22), c % 60, g % 60) AS t,
  CASE WHEN f % 6 = 0 THEN 25000 + g % 24000 ELSE 900 + g % 14000 END AS sec, CASE WHEN d % 7 = 0 THEN 'Season' WHEN d % 11 = 0 THEN 'Night' ELSE 'Hourly' END AS tar FROM rolls WHERE n BETWEEN 2000 AND 2370);
