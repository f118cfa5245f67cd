-- Inventions register: inventions, inventors, companies, fields, references between inventions. Short keys, none declared.
CREATE TABLE company (coid INTEGER, name TEXT, country TEXT, sector TEXT);
INSERT INTO company VALUES (1,'Halden Optics','Norway','optics'),(2,'Brightcell','Germany','energy'),(3,'Ostrava Steel','Czechia','metals'),(4,'Nordwind','Denmark','energy'),(5,'Kestrel Robotics','UK','machines'),(6,'Mira Pharma','Switzerland','pharma'),(7,'Jetta Plastics','Italy','chemicals'),(8,'Tonewood','Austria','instruments'),(9,'Aquila Sensors','Germany','electronics'),(10,'Sundara Textiles','India','textiles'),(11,'Vantaa Labs','Finland','electronics'),(12,'Ghost Holding','Malta','finance');
CREATE TABLE field (fid INTEGER, name TEXT, section TEXT);
INSERT INTO field VALUES (1,'batteries','H'),(2,'lenses','G'),(3,'gearboxes','F'),(4,'coatings','C'),(5,'drug delivery','A'),(6,'wind turbines','F'),(7,'image sensors','H'),(8,'weaving','D'),(9,'acoustics','G'),(10,'time travel','G');
CREATE TABLE inventor (aid INTEGER, name TEXT, city TEXT, birth_year INTEGER, invention_num INTEGER, citation_num INTEGER);
INSERT INTO inventor SELECT n + 1, pick(n,'Ada','Boris','Chen','Dagny','Erik','Fatou','Gunnar','Hiro','Ines','Jiri','Jutta') || ' ' || pick(n / 11 * 2 + n,'Lindqvist','Varga','Wu','Holm','Petrov','Sato','Marsh','Ullmann'), pick(a / 3,'Oslo','Munich','Turin','Leeds','Basel','Espoo','Graz'), 1948 + b % 52, 1 + c % 40, (d % 60) * (e % 30) FROM rolls WHERE n < 80;
CREATE TABLE invention (pid INTEGER, title TEXT, coid INTEGER, filed TEXT, granted TEXT, claims INTEGER, citation_num INTEGER);
INSERT INTO invention SELECT n + 1, pick(a / 5,'Adaptive','Layered','Rotating','Porous','Low-noise','Compact','Self-cleaning','Modular') || ' ' || pick(b / 3,'battery','lens','gearbox','membrane','capsule','blade','sensor','loom','resonator') || ' ' || pick(c / 7,'assembly','device','method','system'), 1 + (d / 3) % CASE WHEN e % 3 = 0 THEN 4 ELSE 11 END, day(f,'2015-01-10',3950), CASE WHEN g % 4 = 0 THEN NULL ELSE date(day(f,'2015-01-10',3950), '+' || (200 + g % 1300) || ' days') END, 3 + h % 40, (a % 25) * (b % 12) FROM rolls WHERE n < 380;
UPDATE invention SET granted = NULL WHERE granted > '2025-11-15';
CREATE TABLE invents (aid INTEGER, pid INTEGER);
INSERT INTO invents SELECT DISTINCT 1 + (a / 3) % CASE WHEN c % 4 = 0 THEN 10 ELSE 76 END, 1 + (b / 3) % 380 FROM rolls WHERE n BETWEEN 400 AND 1150;
CREATE TABLE covers (pid INTEGER, fid INTEGER);
INSERT INTO covers SELECT DISTINCT 1 + (a / 3) % 380, 1 + (b / 7) % 9 FROM rolls WHERE n BETWEEN 1200 AND 1750;
CREATE TABLE cites (citing INTEGER, cited INTEGER);
INSERT INTO cites SELECT DISTINCT x, y FROM (SELECT 1 + (a / 3) % 380 AS x, 1 + (b / 3) % CASE WHEN c % 3 = 0 THEN 25 ELSE 300 END AS y FROM rolls WHERE n BETWEEN 1800 AND 2900) WHERE x <> y;
CREATE TABLE employs (coid INTEGER, aid INTEGER);
INSERT INTO employs SELECT DISTINCT 1 + (b / 5) % 11, 1 + (a / 3) % 78 FROM rolls WHERE n BETWEEN 3000 AND 3110;
DELETE FROM covers WHERE fid = 6 AND pid IN (SELECT pid FROM invention WHERE coid IN (5, 8, 10));
