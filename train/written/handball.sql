-- Players of a handball manager game, scraped from a fan site; one wide flat sheet. Ratings 1-99. Wage in euros per week, Value in euros; Contract as text ('2023 ~ 2027', 'Free', '… On Loan').
CREATE TABLE hb_players (ID INTEGER, ShortName TEXT, Nation TEXT, Age INTEGER, OVR INTEGER, POT INTEGER, Club TEXT, Contract TEXT, BestPos TEXT, Foot TEXT, Hand TEXT, Ht_cm INTEGER, Wt_kg INTEGER, Value_EUR INTEGER, Wage_EUR INTEGER, RelClause INTEGER, Joined TEXT, LoanEnd TEXT, SPD INTEGER, STR INTEGER, SHO INTEGER, PAS INTEGER, DEF INTEGER, GKR INTEGER, WF INTEGER, IntlRep INTEGER, Hits INTEGER);
INSERT INTO hb_players
SELECT 210000 + n * 3,
 pick(a / 3,'A.','B.','C.','D.','E.','F.','G.','H.','J.','K.','L.','M.','N.','P.','R.','S.','T.') || ' ' || pick(b / 5,'Lund','Karlsen','Moreau','Petit','Weber','Kovac','Szabo','Nagy','Ortega','Ruiz','Holm','Jensen','Dahl','Berg','Novak','Horvat','Costa','Silva','Keller','Brandt','Lazic','Popov') || CASE WHEN n % 7 = 0 THEN ' Jr' ELSE '' END,
 nat, age, ovr, ovr + CASE WHEN age < 24 THEN 3 + c % 12 WHEN age < 29 THEN c % 4 ELSE 0 END, club,
 CASE WHEN club = 'No Club' THEN 'Free' WHEN d % 15 = 0 THEN 'Jun 30, ' || (2026 + d % 2) || ' On Loan' ELSE substr(jd, 1, 4) || ' ~ ' || (2026 + e % 4) END,
 pos, pick(f / 3,'Right','Right','Right','Left'), CASE WHEN pos = 'RW' THEN 'Left' ELSE pick(g / 7,'Right','Right','Left','Right') END,
 178 + CASE pos WHEN 'GK' THEN 12 WHEN 'PV' THEN 14 WHEN 'LB' THEN 13 WHEN 'RB' THEN 12 ELSE 4 END + h % 9 - 4, 76 + CASE pos WHEN 'PV' THEN 20 WHEN 'GK' THEN 14 WHEN 'LW' THEN 2 WHEN 'RW' THEN 2 ELSE 10 END + g % 10,
 CASE WHEN club = 'No Club' THEN 0 ELSE (ovr - 50) * (ovr - 50) * (ovr - 45) * (CASE WHEN age < 25 THEN 60 WHEN age < 31 THEN 40 ELSE 15 END) + (h % 20) * 5000 END,
 CASE WHEN club = 'No Club' THEN 0 ELSE ((ovr - 48) * (ovr - 48) / 10 + h % 9) * 50 + 300 END,
 CASE WHEN club = 'No Club' OR h % 5 = 0 THEN NULL ELSE (ovr - 50) * (ovr - 50) * 3000 END,
 CASE WHEN club = 'No Club' THEN NULL ELSE jd END, CASE WHEN club <> 'No Club' AND d % 15 = 0 THEN (2026 + d % 2) || '-06-30' END,
 CASE pos WHEN 'GK' THEN 35 + b % 20 WHEN 'PV' THEN 50 + b % 22 WHEN 'LW' THEN 72 + b % 24 WHEN 'RW' THEN 71 + b % 25 ELSE 58 + b % 28 END, CASE pos WHEN 'PV' THEN 74 + c % 23 WHEN 'LW' THEN 45 + c % 25 ELSE 55 + c % 33 END,
 CASE pos WHEN 'GK' THEN 12 + d % 20 ELSE ovr - 8 + d % 17 END, CASE pos WHEN 'CB' THEN ovr + d / 7 % 10 ELSE ovr - 18 + d / 7 % 24 END, CASE pos WHEN 'GK' THEN 20 + e % 20 ELSE 38 + e % 50 END, CASE pos WHEN 'GK' THEN ovr - 2 + f % 6 ELSE 5 + f % 14 END,
 1 + e / 9 % 5, CASE WHEN ovr > 84 THEN 3 + a % 3 WHEN ovr > 76 THEN 1 + a % 3 ELSE 1 END, CASE WHEN g % 12 = 0 THEN NULL ELSE (ovr - 50) * (1 + g % 13) END
FROM (SELECT *, CASE WHEN age < 21 THEN 52 + q % 26 WHEN age > 33 THEN 60 + q % 22 ELSE 57 + q % 22 + q / 31 % 14 END AS ovr, date('2025-08-01', '-' || (a % 2400) || ' days') AS jd
 FROM (SELECT r.*, 17 + r.a % 14 + r.b % 9 AS age, r.c + r.d AS q, pick(r.e / 3,'GK','LW','RW','LB','CB','RB','PV','LB','PV') AS pos, pick(r.f / 5,'Denmark','France','Germany','Spain','Hungary','Croatia','Denmark','Norway','Germany','Portugal','Sweden') AS nat,
 CASE WHEN r.g % 18 = 0 THEN 'No Club' ELSE pick(r.g / 3,'Aalborg HK','THW Kielau','Nantois HB','Veszprem KC','Sporting Leiria','Montpel HB','Fuchse Spandau','Kolding IF','BM Aragon','RK Zagora','Elverum HL') END AS club FROM rolls r WHERE r.n < 860));
UPDATE hb_players SET Nation = 'Norway' WHERE Nation IN ('Sweden', 'Hungary') AND Club = 'No Club';
UPDATE hb_players SET OVR = 95 WHERE ID = (SELECT ID FROM hb_players WHERE Club = 'Elverum HL' ORDER BY OVR DESC, ID LIMIT 1 OFFSET 0);
UPDATE hb_players SET OVR = 92 WHERE ID = (SELECT ID FROM hb_players WHERE Club = 'Elverum HL' ORDER BY OVR DESC, ID LIMIT 1 OFFSET 1);
UPDATE hb_players SET OVR = 90 WHERE ID = (SELECT ID FROM hb_players WHERE Club = 'Elverum HL' ORDER BY OVR DESC, ID LIMIT 1 OFFSET 2);
UPDATE hb_players SET OVR = 89 WHERE ID = (SELECT ID FROM hb_players WHERE Club = 'Elverum HL' ORDER BY OVR DESC, ID LIMIT 1 OFFSET 3);
UPDATE hb_players SET OVR = 88 WHERE ID = (SELECT ID FROM hb_players WHERE Club = 'Elverum HL' ORDER BY OVR DESC, ID LIMIT 1 OFFSET 4);
UPDATE hb_players SET POT = OVR + ID % 2 WHERE POT < OVR;
UPDATE hb_players SET SPD = 98 WHERE ID = (SELECT MIN(ID) FROM hb_players WHERE BestPos = 'LW' AND OVR > 80);
UPDATE hb_players SET Ht_cm = 211 WHERE ID = (SELECT MIN(ID) FROM hb_players WHERE BestPos = 'PV' AND OVR > 75);
UPDATE hb_players SET STR = 99 WHERE ID = (SELECT ID FROM hb_players WHERE BestPos = 'PV' ORDER BY STR DESC, ID LIMIT 1 OFFSET 0);
UPDATE hb_players SET STR = 98 WHERE ID = (SELECT ID FROM hb_players WHERE BestPos = 'PV' ORDER BY STR DESC, ID LIMIT 1 OFFSET 1);
UPDATE hb_players SET STR = 97 WHERE ID = (SELECT ID FROM hb_players WHERE BestPos = 'PV' ORDER BY STR DESC, ID LIMIT 1 OFFSET 2);
UPDATE hb_players SET STR = 96 WHERE ID = (SELECT ID FROM hb_players WHERE BestPos = 'PV' ORDER BY STR DESC, ID LIMIT 1 OFFSET 3);
UPDATE hb_players SET STR = 95 WHERE ID = (SELECT ID FROM hb_players WHERE BestPos = 'PV' ORDER BY STR DESC, ID LIMIT 1 OFFSET 4);
UPDATE hb_players SET STR = 93 WHERE BestPos = 'PV' AND STR > 93 AND ID NOT IN (SELECT ID FROM hb_players WHERE BestPos = 'PV' ORDER BY STR DESC, ID LIMIT 5);
