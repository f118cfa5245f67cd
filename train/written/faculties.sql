-- University timetable: faculties, teachers, courses, rooms, students; bridges with two keys.
CREATE TABLE faculty (fid INTEGER, fname TEXT, budget_keur INTEGER);
INSERT INTO faculty VALUES (1,'Law',2100),(2,'Medicine',9800),(3,'Engineering',7200),(4,'Humanities',1750),(5,'Economics',3300),(6,'Science',6400),(7,'Theology',420);
CREATE TABLE teacher (tid INTEGER, tname TEXT, fid INTEGER, title TEXT, hired TEXT, salary INTEGER);
INSERT INTO teacher SELECT n + 1, pick(n,'Amir','Beatrix','Conrad','Dorothea','Emil','Farida','Georg','Helga','Iris','Jakob','Johanna') || ' ' || pick(n / 11 * 2 + n,'Abel','Sommer','Novak','Keller','Jansen','Moreau','Pohl','Zimmer'), CASE WHEN b % 3 = 0 THEN pick(c,2,3,6) ELSE 1 + c % 6 END, pick(d,'Professor','Lecturer','Lecturer','Assistant','Reader'), day(e,'1996-09-01',10600), 34000 + (f % 120) * 500 FROM rolls WHERE n < 70;
CREATE TABLE course (cid INTEGER, title TEXT, fid INTEGER, credits INTEGER, level TEXT, enrolled_num INTEGER);
INSERT INTO course SELECT n + 1, pick(n,'Anatomy','Contract Law','Statics','Modern History','Microeconomics','Organic Chemistry','Quantum Physics','Criminal Law','Physiology','Thermodynamics','Latin Poetry','Game Theory','Cell Biology','Algebra','Roman Law','Surgery Basics','Robotics','Philosophy of Mind','Public Finance','Genetics','Statistics','Tax Law','Pharmacology','Fluid Mechanics','Linguistics','Accounting','Astronomy','Maritime Law','Ethics in Medicine','Control Systems','Art History','Econometrics','Ecology','Human Rights','Radiology','Concrete Structures','Comparative Literature','Labour Economics','Topology','Legal Theory','Paediatrics','Machine Learning'), pick(n,2,1,3,4,5,6,6,1,2,3,4,5,6,6,1,2,3,4,5,6,6,1,2,3,4,5,6,1,2,3,4,5,6,1,2,3,4,5,6,1,2,3), pick(b,3,5,6,6,10), pick(c,'bachelor','bachelor','master'), 8 + d % 210 FROM rolls WHERE n < 42;
CREATE TABLE teaches (tid INTEGER, cid INTEGER);
INSERT INTO teaches SELECT DISTINCT 1 + a % 62, 1 + b % 40 FROM rolls WHERE n BETWEEN 80 AND 190;
CREATE TABLE building (bid INTEGER, bname TEXT, street TEXT);
INSERT INTO building VALUES (1,'Main Building','Castle Square'),(2,'Turing House','Mill Lane'),(3,'Curie Labs','Mill Lane'),(4,'Old Clinic','Garden Street'),(5,'Aula Magna','Castle Square');
CREATE TABLE room (rid INTEGER, code TEXT, bid INTEGER, seats INTEGER);
INSERT INTO room SELECT n + 1, pick(n,'MB','TH','CL','OC','AM') || '-' || (101 + n), 1 + n % 5, 12 + (a % 40) * 5 FROM rolls WHERE n < 24;
CREATE TABLE meets (cid INTEGER, rid INTEGER, weekday TEXT, start_hour INTEGER);
INSERT INTO meets SELECT DISTINCT 1 + a % 41, 1 + b % 22, pick(c,'Mon','Tue','Wed','Thu','Fri','Tue'), 8 + d % 10 FROM rolls WHERE n BETWEEN 200 AND 330;
CREATE TABLE student (sid INTEGER, sname TEXT, home_city TEXT, matriculated TEXT, fid INTEGER);
INSERT INTO student SELECT n - 399, pick(a,'Lena','Jonas','Maja','Tim','Oskar','Julia','Ben','Klara','Nico','Paula','Jasper','Rita') || ' ' || pick(b,'Bauer','Fischer','Haas','Krause','Lorenz','Mertens','Otto','Quast','Roth','Seidel','Thal','Urban','Vogt'), pick(c,'Graz','Linz','Vienna','Vienna','Bregenz','Salzburg','Villach'), day(d,'2019-09-15',2200), 1 + e % 6 FROM rolls WHERE n BETWEEN 400 AND 720;
CREATE TABLE takes (sid INTEGER, cid INTEGER, grade REAL, exam_date TEXT);
INSERT INTO takes SELECT sid, cid, CASE WHEN MIN(g) % 8 = 0 THEN NULL ELSE 1 + (MIN(g) % 17) * 0.25 END, MIN(ex) FROM (SELECT 1 + a % 300 AS sid, 1 + b % CASE WHEN c % 3 = 0 THEN 10 ELSE 39 END AS cid, g, day(d,'2020-01-20',2115) AS ex FROM rolls WHERE n BETWEEN 800 AND 1950) GROUP BY sid, cid;
