-- Export of an HR system: one row per person, leavers included.
CREATE TABLE "Employee Master" (
  "Pers. No" INTEGER, "Last Name" TEXT, "First Name" TEXT, "Gender" TEXT, "Birth Date" TEXT, "Entry Date" TEXT, "Exit Date" TEXT, "Exit Reason" TEXT,
  "Cost Center" TEXT, "Department" TEXT, "Job Title" TEXT, "Location" TEXT, "Contract" TEXT, "FTE" REAL, "Annual Salary (EUR)" REAL, "Vacation days" INTEGER, "Vacation taken" REAL,
  "Sick days 2024" INTEGER, "Manager No" INTEGER, "Company Car" TEXT, "Last Review" TEXT, "Email" TEXT);
INSERT INTO "Employee Master"
SELECT 10000 + n * 7, pick(a, 'Brandt','Okafor','Lindqvist','Moreau','Vogel','Silva','Petrov','Haas','Nguyen','Keller','Romano','Schuster','Yilmaz','Dubois','Fischer','Novak','Jansen','Aydin','Weber'),
 pick(b, 'Anna','Jonas','Clara','Miguel','Ines','Tobias','Leyla','Pavel','Hanna','Erik','Marta','Deniz','Sophie'),
 pick(b, 'F','M','F','M','F','M','F','M','F','M','F','X','F'),
 CASE WHEN c % 40 = 0 THEN NULL ELSE date('1961-02-11', '+' || (c % 15300) || ' days') END,
 entry,
 CASE WHEN ex < '2025-10-31' AND gone THEN ex END,
 CASE WHEN ex < '2025-10-31' AND gone AND h % 9 > 0 THEN pick(h / 9, 'Resignation','Resignation','Retirement','Dismissal','End of contract','Resignation','Mutual agreement') END,
 pick(d, '4100','4100','4200','4300','4400','4400','4400','4500','4600'),
 dept,
 CASE WHEN n < 12 THEN 'Head of ' || dept WHEN e % 6 = 0 THEN 'Senior Specialist' WHEN e % 6 = 1 THEN 'Team Lead' WHEN e % 6 = 2 THEN 'Assistant' ELSE 'Specialist' END,
 pick(f / 7, 'Hamburg','Hamburg','Leipzig','Lyon','Porto','Hamburg','Leipzig'),
 CASE WHEN g % 11 = 0 THEN 'Apprentice' WHEN g % 5 = 0 THEN 'Temporary' ELSE 'Permanent' END,
 pick(h, 1, 1, 1, 0.8, 0.5, 1, 0.75, 1),
 CASE WHEN n < 12 THEN 92000 + a % 31000 WHEN g % 11 = 0 THEN 12400 + a % 2900 ELSE 31000 + CASE dept WHEN 'IT' THEN 14000 WHEN 'Sales' THEN 9000 WHEN 'Warehouse & Logistics' THEN -3000 ELSE 4000 END + a % 23777 END,
 pick(f, 30, 28, 30, 25, 32), (g % 61) / 2.0,
 CASE WHEN entry > '2024-12-31' THEN NULL ELSE CASE WHEN e % 17 = 0 THEN 25 + e % 60 ELSE e % 15 END END,
 CASE WHEN n < 12 THEN CASE WHEN n > 0 THEN 10000 END ELSE 10000 + 7 * (d % 9 + 1) END,
 CASE WHEN n < 12 OR (dept = 'Sales' AND b % 3 = 0) THEN 'Y' ELSE 'N' END,
 CASE WHEN entry > '2025-01-31' THEN NULL ELSE pick(c / 3, 'A','B','B','C','C','C','D','B','E') END,
 CASE WHEN a % 13 = 0 THEN NULL ELSE 'p' || (10000 + n * 7) || '@norvia.example' END
FROM (SELECT *, pick(d, 'Finance','Finance','HR','IT','Sales','Sales','Sales','Purchasing','Warehouse & Logistics') dept,
   CASE WHEN n < 12 THEN day(a, '2004-03-01', 3000) ELSE day(a, '2009-01-05', 6100) END entry, date(CASE WHEN n < 12 THEN day(a, '2004-03-01', 3000) ELSE day(a, '2009-01-05', 6100) END, '+' || (200 + e % 2600) || ' days') ex, (n >= 12 AND f % 5 < 2) gone FROM rolls WHERE n < 290);
