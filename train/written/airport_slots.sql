-- A small airport's movements with two code lists, three CSVs without keys; codes are called differently on each side.
CREATE TABLE movements (mvt_id INTEGER, dt TEXT, sched TEXT, actual TEXT, dir TEXT, carrier TEXT, flt TEXT, apt TEXT, ac_type TEXT, gate TEXT, pax INTEGER, bags INTEGER, status TEXT, delay_code TEXT, fee_usd REAL);
CREATE TABLE carriers (code2 TEXT, carrier_name TEXT, country TEXT, alliance TEXT, handler TEXT);
CREATE TABLE apt_list (iata3 TEXT, apt_name TEXT, city TEXT, ctry TEXT, km_from_here INTEGER, elev_m INTEGER);
INSERT INTO carriers VALUES ('QN','Nordhav Air','Norway','SkyBridge','AeroHand'),('ZB','Bluewing','Ireland',NULL,'Swiftground'),('TK9','Taiga Regional','Finland','SkyBridge','AeroHand'),('LV','Lavanda','Spain','Meridian','Swiftground'),('OX','Oxbow Airways','United Kingdom','Meridian','AeroHand'),('HJ','Heli Jura','Switzerland',NULL,'own'),('PC','Polar Cargo','Norway',NULL,'AeroHand');
INSERT INTO apt_list VALUES ('NVK','Nordvik Main','Nordvik','Norway',640,24),('DBX','Dublin Bay','Dublin','Ireland',1420,74),('OLV','Oulu Vaara','Oulu','Finland',880,14),('SVQ2','Sevilla Este','Seville','Spain',2610,31),('STD','Stansford','London','United Kingdom',1190,106),('GVJ','Geneva Jura','Geneva','Switzerland',1505,430),('RKV','Reykjanes','Reykjavik','Iceland',1730,52),('TRS','Tromsdal','Tromso','Norway',960,9),('ALC2','Alicante Sur','Alicante','Spain',2480,43);
INSERT INTO movements
SELECT 5000 + n, d, d || ' ' || printf('%02d:%02d', 6 + c % 17, (d2 % 12) * 5),
  CASE WHEN canc THEN NULL ELSE strftime('%Y-%m-%d %H:%M', d || ' ' || printf('%02d:%02d', 6 + c % 17, (d2 % 12) * 5), '+' || dl || ' minutes') END,
  CASE WHEN n % 2 THEN 'A' ELSE 'D' END, cr, cr || (100 + e % 37), apt, pick(e, 'A320','B738','E190','AT76','A320','DH8D'), CASE WHEN h % 12 = 0 THEN NULL ELSE pick(h, 'G1','G2','G3','G4','R5') END,
  CASE WHEN canc THEN 0 WHEN cr = 'PC' THEN NULL ELSE 30 + g % 140 END, CASE WHEN canc THEN 0 WHEN cr = 'PC' THEN NULL ELSE CAST((30 + g % 140) * (50 + f % 70) / 100 AS INTEGER) END,
  CASE WHEN canc THEN 'CXL' WHEN f % 40 = 0 THEN 'DIV' ELSE 'OPS' END, CASE WHEN NOT canc AND dl > 15 THEN pick(f, 'WX','TEC','ATC','CRW','LATE','WX') END, round(180 + (e % 37) * 11.5 + g % 90, 2)
FROM (SELECT n, c, d AS d2, e, f, g, h, day(a, '2023-01-01', 1000) AS d, pick(b, 'QN','ZB','TK9','LV','OX','HJ','PC','QN','ZB','XW') AS cr, pick(b / 10 + e, 'NVK','DBX','OLV','STD','GVJ','RKV','TRS','ALC2','NVK','ZZZ') AS apt, (h % 21 = 0) AS canc,
  CASE WHEN g % 10 < 5 THEN g % 6 WHEN g % 10 < 8 THEN 6 + g % 14 ELSE 16 + c % 130 END AS dl FROM rolls WHERE n BETWEEN 900 AND 1240);
