-- Passenger manifest of the steamer Halcyon, lost in 1911; one sheet as transcribed by an archive. Fare in shillings; Embk is a port name; Raft known only for some who were saved.
CREATE TABLE halcyon_manifest (PaxNo INTEGER, FullName TEXT, Sex TEXT, AgeYrs REAL, Cls INTEGER, TicketRef TEXT, FareShil REAL, SibSp INTEGER, ParChd INTEGER, Berth TEXT, Embk TEXT, Nat TEXT, Trade TEXT, Raft TEXT, Rescued INTEGER, BodyNo INTEGER);
INSERT INTO halcyon_manifest
SELECT n + 1,
 pick(a / 7,'Ashby','Brandt','Carlow','Dunmore','Eklund','Farrow','Gillies','Hansen','Ingram','Jessop','Kerr','Lindqvist','McAra','Nolan','Olsen','Petrie','Quayle','Rowe','Sorley','Tarrant','Udall','Voss','Whyte','Yelland') || ', ' || CASE WHEN sex = 'male' THEN CASE WHEN age < 13 THEN 'Master. ' WHEN f % 31 = 0 THEN 'Dr. ' WHEN f % 43 = 0 THEN 'Rev. ' ELSE 'Mr. ' END || pick(b / 11,'Thomas','Olaf','William','Hugh','Peter','George','Anders','James','Edwin','Karl') ELSE CASE WHEN age < 20 OR f % 3 = 0 THEN 'Miss. ' ELSE 'Mrs. ' END || pick(b / 11,'Agnes','Ingrid','Mary','Flora','Ellen','Ada','Karin','Jane','Edith','Maud') END,
 sex, CASE WHEN g % 9 = 0 THEN NULL ELSE age END, cls,
 CASE cls WHEN 1 THEN 'SAL ' WHEN 2 THEN 'SC/' ELSE 'ST-' END || (3000 + n * 7 / 9),
 CASE WHEN h % 47 = 0 THEN 0 ELSE CASE cls WHEN 1 THEN 60 + d % 180 + (d % 4) * 0.25 WHEN 2 THEN 22 + d % 26 + 0.5 ELSE 7 + d % 13 + (d % 3) * 0.25 END END,
 CASE WHEN e % 10 < 6 THEN 0 WHEN e % 10 < 9 THEN 1 ELSE 2 + e % 3 END,
 CASE WHEN age < 15 THEN 1 + h % 2 WHEN h % 10 < 7 THEN 0 ELSE 1 + h % 3 END,
 CASE WHEN cls = 1 AND c % 5 > 0 THEN pick(c / 3,'A','B','C') || (1 + c % 60) WHEN cls = 2 AND c % 4 = 0 THEN 'D' || (1 + c % 30) ELSE NULL END,
 pick(c / 13,'Kirkhaven','Kirkhaven','Bergen','Kirkhaven','Leith','Aberdeen'),
 pick(d / 17,'British','British','Norwegian','Swedish','British','Danish'),
 CASE WHEN age < 16 THEN NULL ELSE pick(h / 19,'farmer','clerk','fisherman','servant','merchant','Unknown','teacher','miner','Unknown') END,
 CASE WHEN resc = 1 AND g % 6 > 0 THEN pick(g / 5,'R1','R2','R3','R4','R5','R6','R2','R4') WHEN resc = 0 AND g % 40 = 0 THEN 'R3' END,
 resc, CASE WHEN resc = 0 AND b % 4 = 0 THEN 10 + n % 300 END
FROM (SELECT *, CASE WHEN f % 100 < CASE cls WHEN 1 THEN 40 WHEN 2 THEN 24 ELSE 12 END + CASE sex WHEN 'female' THEN 42 ELSE 0 END + CASE WHEN age < 13 THEN 18 ELSE 0 END THEN 1 ELSE 0 END AS resc
 FROM (SELECT r.*, CASE WHEN r.a % 100 < 62 THEN 'male' ELSE 'female' END AS sex, CASE WHEN r.b % 100 < 22 THEN 1 WHEN r.b % 100 < 45 THEN 2 ELSE 3 END AS cls, CASE WHEN r.c % 11 = 0 THEN 1 + r.d % 12 WHEN r.c % 45 = 1 THEN 0.5 ELSE 16 + (r.d % 30) + (r.e % 28) END AS age FROM rolls r WHERE r.n < 740));
UPDATE halcyon_manifest SET FareShil = 512.5 WHERE PaxNo = (SELECT MIN(PaxNo) FROM halcyon_manifest WHERE Cls = 1 AND Sex = 'female' AND Rescued = 1);
UPDATE halcyon_manifest SET AgeYrs = 79 WHERE PaxNo = (SELECT MIN(PaxNo) FROM halcyon_manifest WHERE Cls = 2 AND Sex = 'male' AND Rescued = 0);
UPDATE halcyon_manifest SET AgeYrs = 73.5 WHERE PaxNo = (SELECT MIN(PaxNo) FROM halcyon_manifest WHERE Cls = 3 AND Sex = 'female' AND Raft = 'R4' AND AgeYrs > 30 AND Rescued = 1);
UPDATE halcyon_manifest SET Trade = 'miner' WHERE Trade = 'Unknown' AND PaxNo % 13 = 0;
UPDATE halcyon_manifest SET Trade = 'fisherman' WHERE Trade = 'clerk' AND PaxNo % 5 = 0;
UPDATE halcyon_manifest SET FareShil = 285.0 - PaxNo % 17 * 2.25 WHERE Cls = 1 AND FareShil > 236 AND FareShil < 300;
