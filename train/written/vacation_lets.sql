-- Host's payout export from a holiday-let portal, lower-case glued headers, 0/1 flags, currency EUR, percent as 0-1.
CREATE TABLE payouts (
  confcode TEXT, listing TEXT, area TEXT, bedrooms INTEGER, guestname TEXT, guestcountry TEXT, bookedat TEXT, checkin TEXT, checkout TEXT, nights INTEGER, adults INTEGER, kids INTEGER, nightlyrate REAL, cleaningfee REAL, hostfee_pct REAL, payout REAL,
  cancelled INTEGER, refund REAL, superhost_period INTEGER, rating REAL, reviewtext TEXT, source TEXT
);
INSERT INTO payouts
SELECT 'HM' || printf('%04X', 4096 + (n * 7919) % 57000), pick(li, 'Sea Loft','Casa Limón','The Boathouse','Garden Studio','Torre Vieja'), pick(li, 'Harbour','Old Town','Harbour','Hills','Old Town'), pick(li, 2, 3, 1, 0, 4), pick(b, 'Emma','Luca','Noah','Sofie','Hugo','Mia','Elif','Jonas','Anaïs','Pedro'), pick(b, 'DE','IT','GB','DK','FR','DE','TR','DE','FR','PT'),
  date(ci, '-' || (1 + f % 190) || ' days'), ci, date(ci, '+' || nn || ' days'), nn, 1 + e % pick(li, 4, 6, 2, 2, 8), CASE WHEN e % 4 = 0 AND li <> 3 THEN 1 + e % 2 ELSE 0 END, rate, pick(li, 55, 80, 45, 30, 120), CASE WHEN src = 'portal' THEN 0.155 ELSE 0.03 END,
  CASE WHEN can THEN 0 ELSE round((rate * nn + pick(li, 55, 80, 45, 30, 120)) * (1 - CASE WHEN src = 'portal' THEN 0.155 ELSE 0.03 END), 2) END, can, CASE WHEN can THEN round(rate * nn * (50 + 50 * (h % 2)) / 100.0, 2) ELSE 0 END, ci >= '2024-07-01', CASE WHEN NOT can AND g % 3 > 0 THEN pick(g, 5,4.8,4.5,5,3.9,4.2,5,2.5) END,
  CASE WHEN NOT can AND g % 3 = 1 THEN pick(g, 'Lovely view, very clean','A bit noisy at night','Great host','Parking was difficult','Clean and quiet','Too hot upstairs','Perfect stay') END, src
FROM (SELECT n, b, e, f, g, h, c % 5 AS li, day(a, '2023-01-05', 1030) AS ci, 2 + d % 10 AS nn, round(pick(c, 145, 190, 95, 62, 260) * CASE WHEN strftime('%m', day(a, '2023-01-05', 1030)) IN ('06','07','08') THEN 1.35 ELSE 1 END + f % 20, 0) AS rate, (h % 10 = 0) AS can, pick(d / 10, 'portal','portal','direct','portal') AS src FROM rolls WHERE n BETWEEN 3800 AND 4060);
