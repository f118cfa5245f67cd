-- Islands, harbours, ferry lines and ships; keys iid/hid/lid/sid/oid the same everywhere, none declared.
CREATE TABLE island (iid INTEGER, name TEXT, grp TEXT, area_km2 REAL, population INTEGER, highest_m INTEGER);
INSERT INTO island VALUES (1,'Skarvoy','Outer Isles',82.5,1430,412),(2,'Lunde','Inner Isles',14.2,380,96),(3,'Mossholm','Inner Isles',6.8,52,41),(4,'Great Terne','Outer Isles',203.1,9120,688),(5,'Little Terne','Outer Isles',31.0,610,205),(6,'Hvalnes','North Chain',118.4,2260,930),(7,'Jarlsey','North Chain',55.7,870,517),(8,'Seal Rock','North Chain',0.9,0,22),(9,'Ambra','South Bank',47.3,3150,133),(10,'Corvina','South Bank',12.6,1240,88),(11,'Petit Corvina','South Bank',2.1,16,19),(12,'Ostrova','Inner Isles',90.8,7400,301),(13,'Julsand','South Bank',24.4,0,65),(14,'Bjarnoy','North Chain',64.9,1010,744);
CREATE TABLE harbour (hid INTEGER, name TEXT, iid INTEGER, depth_m REAL, berths INTEGER, built INTEGER);
INSERT INTO harbour VALUES (1,'Skarvoy Town',1,8.5,22,1880),(2,'West Landing',1,4.0,5,1931),(3,'Lunde Pier',2,3.2,4,1954),(4,'Terne Port',4,12.0,60,1865),(5,'Fishmarket Quay',4,6.5,30,1902),(6,'Terne North',4,7.1,12,1978),(7,'Old Jetty',5,2.8,3,1890),(8,'Hval Harbour',6,9.4,25,1911),(9,'Whale Bay',6,5.0,6,1969),(10,'Jarl Quay',7,5.5,9,1937),(11,'Ambra Marina',9,6.0,80,1986),(12,'Ambra Roads',9,11.5,8,1999),(13,'Corvina Pier',10,4.4,10,1948),(14,'Sandbar Dock',11,1.9,2,1961),(15,'Ostrova Central',12,10.2,45,1872),(16,'Brick Quay',12,7.7,20,1925),(17,'Bjarn Havn',14,8.0,14,1920),(18,'Moss Steps',3,2.2,2,1958);
CREATE TABLE operator (oid INTEGER, name TEXT, founded INTEGER);
INSERT INTO operator VALUES (1,'Blue Funnel',1921),(2,'Isle Express',1988),(3,'Nordfaer',1964),(4,'Southern Steam',1899),(5,'Hop & Go',2018);
CREATE TABLE line (lid INTEGER, code TEXT, oid INTEGER, km REAL, season TEXT, rider_count INTEGER);
INSERT INTO line SELECT n + 1, pick(n,'A','B','C') || (10 + n), 1 + (a / 3) % 4, 4 + (b % 900) / 10.0, pick(c / 3,'all year','all year','summer'), 900 + d % 88000 FROM rolls WHERE n < 18;
CREATE TABLE calls (lid INTEGER, hid INTEGER);
INSERT INTO calls SELECT DISTINCT 1 + (a / 3) % 17, 1 + (b / 3) % 17 FROM rolls WHERE n BETWEEN 40 AND 115;
CREATE TABLE ship (sid INTEGER, name TEXT, oid INTEGER, seats INTEGER, car_spaces INTEGER, launched INTEGER);
INSERT INTO ship SELECT n + 1, pick(n,'Amphitrite','Borealis','Cormorant','Dagmar','Eider','Fulmar','Gannet','Juno','Kittiwake','Linnea','Marlin','Narwhal','Jolly Anne','Petrel','Queen Maud','Razorbill','Sandpiper','Tern Maiden','Undine','Valkyrie'), 1 + (a / 5) % 5, 60 + (b % 70) * 10, CASE WHEN c % 3 = 0 THEN 0 ELSE (c % 60) END, 1968 + d % 56 FROM rolls WHERE n < 20;
CREATE TABLE serves (sid INTEGER, lid INTEGER);
INSERT INTO serves SELECT DISTINCT 1 + (a / 3) % 18, 1 + (b / 3) % 18 FROM rolls WHERE n BETWEEN 150 AND 195;
CREATE TABLE trip (tno INTEGER, lid INTEGER, sid INTEGER, dep TEXT, passengers INTEGER, cars INTEGER, delay_min INTEGER);
INSERT INTO trip SELECT n - 299, 1 + (a / 3) % CASE WHEN h % 3 = 0 THEN 5 ELSE 17 END, 1 + (b / 3) % 19, day(c,'2023-01-02',1047) || ' ' || printf('%02d:%02d:00', 6 + d % 15, (e % 4) * 15), f % 420, CASE WHEN g % 4 = 0 THEN 0 ELSE g % 55 END, CASE WHEN h % 3 > 0 THEN 0 ELSE h % 65 END FROM rolls WHERE n BETWEEN 300 AND 1500;
CREATE TABLE lighthouse (lhid INTEGER, name TEXT, iid INTEGER, height_m INTEGER, lit TEXT);
INSERT INTO lighthouse VALUES (1,'Skarv Light',1,31,'yes'),(2,'North Tooth',6,44,'yes'),(3,'Seal Light',8,18,'yes'),(4,'Old Terne Tower',4,27,'no'),(5,'New Terne Tower',4,52,'yes'),(6,'Amber Lamp',9,23,'yes'),(7,'Jarl Fire',7,19,'no'),(8,'Sand Beacon',13,15,'yes'),(9,'Bjarn Light',14,36,'yes');
