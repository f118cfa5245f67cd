-- An invented operator of shared bicycles in a city, with its own workshops:
-- trips between stations, subscriptions, repairs and complaints. Three keys are
-- not declared (Trip.ToStationId, RepairOrder.MechanicId, Complaint.StationId),
-- and every run makes the same rows. Complaint.Prio: H high, N normal, L low.
-- A trip without a rider was paid at the station; one without an end is not back.

CREATE TABLE Station (
    StationId   INTEGER PRIMARY KEY,
    StationName TEXT NOT NULL,
    District    TEXT NOT NULL,
    DockCount   INTEGER NOT NULL,
    HasCharger  INTEGER NOT NULL,
    OpenedOn    TEXT NOT NULL,
    ClosedOn    TEXT
);

CREATE TABLE BikeModel (
    ModelCode  TEXT PRIMARY KEY,
    ModelName  TEXT NOT NULL,
    Kind       TEXT NOT NULL,
    WeightKg   NUMERIC NOT NULL,
    BaseRate   NUMERIC NOT NULL,
    TopRate    NUMERIC NOT NULL
);

CREATE TABLE Bike (
    BikeId    INTEGER PRIMARY KEY,
    FrameNo   TEXT NOT NULL,
    ModelCode TEXT NOT NULL REFERENCES BikeModel (ModelCode),
    BoughtOn  TEXT NOT NULL,
    BuyPrice  NUMERIC,
    RetiredOn TEXT
);

CREATE TABLE Rider (
    RiderId      INTEGER PRIMARY KEY,
    FullName     TEXT NOT NULL,
    BirthYear    INTEGER,
    HomeDistrict TEXT,
    RegisteredOn TEXT NOT NULL,
    ReferredBy   INTEGER REFERENCES Rider (RiderId)
);

CREATE TABLE Subscription (
    SubscriptionId INTEGER PRIMARY KEY,
    RiderId        INTEGER NOT NULL REFERENCES Rider (RiderId),
    PlanName       TEXT NOT NULL,
    StartsOn       TEXT NOT NULL,
    EndsOn         TEXT,
    MonthlyFee     NUMERIC NOT NULL,
    AutoRenew      INTEGER NOT NULL,
    QuitReason     TEXT
);

CREATE TABLE Trip (
    TripId        INTEGER PRIMARY KEY,
    BikeId        INTEGER NOT NULL REFERENCES Bike (BikeId),
    RiderId       INTEGER REFERENCES Rider (RiderId),
    FromStationId INTEGER NOT NULL REFERENCES Station (StationId),
    ToStationId   INTEGER,
    StartedAt     TEXT NOT NULL,
    EndedAt       TEXT,
    DistanceKm    NUMERIC,
    Fare          NUMERIC NOT NULL,
    PaidBy        TEXT NOT NULL
);

CREATE TABLE Mechanic (
    MechanicId   INTEGER PRIMARY KEY,
    MechanicName TEXT NOT NULL,
    Workshop     TEXT NOT NULL,
    HiredOn      TEXT NOT NULL,
    LeftOn       TEXT
);

CREATE TABLE RepairOrder (
    RepairNo   INTEGER PRIMARY KEY,
    BikeId     INTEGER NOT NULL REFERENCES Bike (BikeId),
    MechanicId INTEGER,
    Fault      TEXT NOT NULL,
    ReportedOn TEXT NOT NULL,
    DueOn      TEXT NOT NULL,
    FinishedOn TEXT,
    PartsCost  NUMERIC,
    LabourCost NUMERIC NOT NULL,
    Outcome    TEXT
);

CREATE TABLE Complaint (
    ComplaintId INTEGER PRIMARY KEY,
    RiderId     INTEGER NOT NULL REFERENCES Rider (RiderId),
    StationId   INTEGER,
    Topic       TEXT NOT NULL,
    Prio        TEXT NOT NULL,
    ReceivedVia TEXT NOT NULL,
    ReceivedOn  TEXT NOT NULL,
    SettledOn   TEXT,
    Compensation NUMERIC
);

INSERT INTO Station VALUES
    (1, 'Central Square', 'Centre', 30, 1, '2019-04-01', NULL), (2, 'Town Hall', 'Centre', 24, 1, '2019-04-01', NULL),
    (3, 'Opera', 'Centre', 18, 1, '2020-05-15', NULL), (4, 'Main Station', 'Centre', 40, 1, '2019-04-01', NULL),
    (5, 'Harbour Gate', 'Docklands', 20, 1, '2020-06-01', NULL), (6, 'Old Crane', 'Docklands', 14, 0, '2021-03-10', NULL),
    (7, 'Fish Market', 'Docklands', 16, 0, '2021-03-10', '2024-08-31'), (8, 'University', 'Northfield', 36, 1, '2019-09-01', NULL),
    (9, 'Library', 'Northfield', 22, 0, '2020-04-20', NULL), (10, 'Science Park', 'Northfield', 20, 1, '2023-05-02', NULL),
    (11, 'City Zoo', 'Westpark', 18, 0, '2021-06-01', NULL), (12, 'Lake Pavilion', 'Westpark', 12, 0, '2022-04-04', NULL),
    (13, 'Stadium', 'Westpark', 28, 0, '2022-07-01', NULL), (14, 'Mill Bridge', 'Eastside', 15, 0, '2021-09-12', '2025-03-31'),
    (15, 'Gas Works', 'Eastside', 15, 0, '2022-02-01', NULL), (16, 'Airport Road', 'Eastside', 10, 1, '2025-11-03', NULL);

INSERT INTO BikeModel VALUES
    ('CT1', 'Cityline', 'classic', 17.5, 0.08, 0.12), ('CT2', 'Cityline Plus', 'classic', 16.2, 0.09, 0.14), ('EV1', 'Volta', 'electric', 24.8, 0.18, 0.3),
    ('EV2', 'Volta Max', 'electric', 23.1, 0.22, 0.38), ('CG1', 'Mule', 'cargo', 38.5, 0.28, 0.41), ('TD1', 'Duo', 'tandem', 27, 0.2, 0.25);

INSERT INTO Mechanic VALUES
    (1, 'Hanne Dahl', 'North Yard', '2018-02-01', NULL), (2, 'Piotr Wrona', 'North Yard', '2020-06-15', NULL), (3, 'Sam Okafor', 'River Shed', '2019-09-01', NULL),
    (4, 'Lena Fritsch', 'River Shed', '2021-04-12', '2024-05-31'), (5, 'Matteo Riva', 'River Shed', '2022-01-10', NULL), (6, 'Joost Bakker', 'North Yard', '2019-03-20', '2023-10-15'),
    (7, 'Yara Haddad', 'North Yard', '2023-11-01', NULL), (8, 'Emil Stark', 'River Shed', '2025-10-20', NULL);

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE Toss AS
WITH RECURSIVE roll (i, x) AS (
    SELECT 0, 90417733
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM roll WHERE i < 8 * 900 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM roll GROUP BY i / 8;

INSERT INTO Bike
SELECT n + 1, printf('FR%05d', 10000 + n * 137 + a % 100), model, bought,
       CASE WHEN c % 9 = 0 THEN NULL ELSE json_extract('{"CT1":480,"CT2":610,"EV1":1850,"EV2":2290,"CG1":3100,"TD1":990}', '$.' || model) + d % 40 END,
       CASE WHEN e % 6 = 0 AND bought < '2023-06-01' THEN date('2024-02-10', '+' || (f % 560) || ' days') END
FROM (SELECT t.*, CASE WHEN n = 40 THEN 'TD1' ELSE json_extract('["CT1","CT1","CT1","CT2","CT2","EV1","EV1","EV2","CG1"]', '$[' || (b % 9) || ']') END AS model,
             date('2019-03-01', '+' || (n * 2300 / 64 + g % 30) || ' days') AS bought FROM Toss t WHERE n < 64);

INSERT INTO Rider
SELECT n + 1, json_extract('["Ada","Boris","Clara","Daan","Elif","Felix","Gina","Henrik","Iris","Jakub","Kim","Leo","Mona","Nils"]', '$[' || (a % 14) || ']') || ' ' || json_extract('["Albers","Bauer","Costa","Demir","Ekman","Ferri","Graf","Horvat","Ivanov","Jonker","Koller"]', '$[' || (b % 11) || ']'),
       CASE WHEN c % 11 = 0 THEN NULL ELSE 1950 + d % 57 END,
       CASE WHEN e % 10 = 0 THEN NULL ELSE json_extract('["Centre","Centre","Northfield","Northfield","Westpark","Docklands","Eastside"]', '$[' || (e % 7) || ']') END,
       date('2021-12-01', '+' || (n * 1400 / 130 + f % 12) || ' days'), CASE WHEN g % 5 = 0 AND n > 8 THEN 1 + h % n END
FROM Toss WHERE n < 130;

INSERT INTO Subscription
SELECT row_number() OVER (ORDER BY s, r), r, plan, s, e, fee, auto, CASE WHEN e IS NOT NULL AND d % 4 > 0 THEN json_extract('["moved away","price","too few bikes","bought own bike","price"]', '$[' || (d % 5) || ']') END
FROM (SELECT r.RiderId AS r, t.d, plan.p AS plan, date(r.RegisteredOn, '+' || (k.n * 410 + t.b % 30) || ' days') AS s,
             CASE WHEN k.n = 0 AND t.c % 3 = 0 THEN date(r.RegisteredOn, '+' || (130 + t.e % 270) || ' days') WHEN k.n = 1 AND t.c % 7 = 0 THEN date(r.RegisteredOn, '+' || (470 + t.e % 200) || ' days') END AS e,
             CASE plan.p WHEN 'Basic' THEN 8.5 WHEN 'Plus' THEN 14 WHEN 'Student' THEN 5 ELSE 22 END + CASE WHEN r.RegisteredOn > '2024-01-01' THEN 1 ELSE 0 END AS fee, t.f % 4 > 0 AS auto
      FROM Rider r JOIN Toss t ON t.n = r.RiderId + 200 JOIN Toss k ON k.n < CASE WHEN t.c % 3 = 0 THEN 2 ELSE 1 END
      JOIN (SELECT 0 AS i, 'Basic' AS p UNION ALL SELECT 1, 'Plus' UNION ALL SELECT 2, 'Student' UNION ALL SELECT 3, 'Family') plan ON plan.i = (t.g + k.n) % 4
      WHERE t.h % 8 > 0)
WHERE s < '2025-11-15' AND (e IS NULL OR e > s);
UPDATE Subscription SET EndsOn = NULL, QuitReason = NULL WHERE EndsOn > '2025-11-14';

-- Trips, more of them every year and in summer; bikes and stations in use at the time.
INSERT INTO Trip
SELECT row_number() OVER (ORDER BY st, n) + 7000, bike, rider, fs, CASE WHEN en IS NOT NULL THEN ts END, st, en,
       CASE WHEN en IS NULL OR h % 17 = 0 THEN NULL ELSE round(mins * (11 + g % 7) / 60.0, 1) END,
       CASE WHEN en IS NULL THEN 0 ELSE round(CASE WHEN rider IS NULL THEN 1.5 ELSE 0.5 END + mins * rate, 2) END,
       CASE WHEN rider IS NULL THEN json_extract('["card","card","cash"]', '$[' || (h % 3) || ']') ELSE json_extract('["app","app","app","card"]', '$[' || (h % 4) || ']') END
FROM (SELECT q.*, m.BaseRate AS rate, CASE WHEN st > '2025-10-20' AND c % 4 = 0 OR c % 160 = 3 THEN NULL ELSE strftime('%Y-%m-%d %H:%M', st, '+' || mins || ' minutes') END AS en
      FROM (SELECT t.*, 1 + (t.a * 5 + t.b) % max(20, min(62, CAST((julianday(day) - julianday('2019-03-01')) * 64 / 2300 AS INTEGER) - 3)) AS bike,
                   CASE WHEN t.c % 5 = 0 THEN NULL ELSE 1 + (t.d * 3 + t.e) % max(5, min(128, CAST((julianday(day) - julianday('2021-12-01')) * 130 / 1400 AS INTEGER) - 3)) END AS rider,
                   CASE WHEN t.e % 9 = 0 AND day < '2024-08-31' THEN 7 WHEN t.e % 13 = 1 AND day < '2025-03-31' THEN 14 WHEN t.e % 8 = 2 AND day > '2023-05-02' THEN 10 ELSE json_extract('[1,1,2,4,4,4,5,6,8,8,9,3,15]', '$[' || (t.f % 13) || ']') END AS fs,
                   json_extract('[1,1,2,4,4,5,8,9,11,3,6,15]', '$[' || (t.g % 12) || ']') AS ts, 4 + t.h % 55 AS mins,
                   day || printf(' %02d:%02d', CASE WHEN t.d % 3 = 0 THEN 7 + t.d % 2 WHEN t.d % 3 = 1 THEN 16 + t.d % 3 ELSE 6 + t.g % 17 END, t.f % 60) AS st
            FROM (SELECT t.*, date('2022-03-01', '+' || CAST(1573 * sqrt((t.n + 30) / 750.0) - 220 AS INTEGER) || ' days') AS day FROM Toss t WHERE t.n < 720) t) q
      JOIN Bike b ON b.BikeId = q.bike JOIN BikeModel m ON m.ModelCode = b.ModelCode
      WHERE (b.RetiredOn IS NULL OR b.RetiredOn > q.st) AND b.BoughtOn < q.st);
DELETE FROM Trip WHERE StartedAt >= '2025-11-15';

INSERT INTO RepairOrder
SELECT row_number() OVER (ORDER BY rep, n) + 400, bike,
       CASE WHEN d % 15 = 0 THEN NULL WHEN rep < '2023-10-15' THEN json_extract('[1,2,3,4,5,6]', '$[' || (d % 6) || ']') WHEN rep < '2024-05-31' THEN json_extract('[1,2,3,4,5,7]', '$[' || (d % 6) || ']') ELSE json_extract('[1,2,3,5,7]', '$[' || (d % 5) || ']') END,
       fault, rep, date(rep, '+' || CASE fault WHEN 'battery' THEN 10 WHEN 'frame' THEN 14 ELSE 5 END || ' days'), fin,
       CASE WHEN f % 6 = 0 THEN NULL ELSE round(CASE fault WHEN 'battery' THEN 180 WHEN 'frame' THEN 90 WHEN 'puncture' THEN 6 ELSE 19 END * (70 + g % 80) / 100.0, 2) END,
       12 + 4 * (h % 14), CASE WHEN fin IS NULL THEN NULL WHEN f % 13 = 1 THEN 'no fault found' WHEN fault IN ('frame', 'battery') AND f % 4 = 1 THEN 'scrapped' ELSE 'fixed' END
FROM (SELECT t.*, 1 + (t.a + t.b) % 60 AS bike, rep, json_extract(CASE WHEN t.n % 3 = 0 THEN '["battery","brakes","lights","display"]' ELSE '["puncture","brakes","chain","frame"]' END, '$[' || (t.c % 4) || ']') AS fault,
             CASE WHEN rep > '2025-11-06' OR t.e % 3 = 0 AND rep > '2025-09-10' OR t.e % 29 = 0 AND rep > '2024-09-01' THEN NULL ELSE min('2025-11-14', date(rep, '+' || (1 + t.e % 8 + CASE WHEN t.f % 7 = 0 THEN 9 ELSE 0 END) || ' days')) END AS fin
      FROM (SELECT t.*, date('2022-04-05', '+' || (t.n * 1318 / 230 + t.h % 5) || ' days') AS rep FROM Toss t WHERE t.n < 230) t)
JOIN Bike b ON b.BikeId = bike AND b.BoughtOn < rep AND (b.RetiredOn IS NULL OR b.RetiredOn > rep);
UPDATE RepairOrder SET Fault = 'gears', PartsCost = round(PartsCost / 6, 2), Outcome = CASE WHEN FinishedOn IS NOT NULL THEN 'fixed' END
WHERE Fault = 'battery' AND BikeId NOT IN (SELECT b.BikeId FROM Bike b JOIN BikeModel m ON m.ModelCode = b.ModelCode WHERE m.Kind = 'electric');

INSERT INTO Complaint
SELECT row_number() OVER (ORDER BY rec, n) + 60, 1 + (a + b) % max(4, min(128, CAST((julianday(rec) - julianday('2021-12-01')) * 130 / 1400 AS INTEGER) - 2)),
       CASE WHEN c % 6 = 0 THEN NULL ELSE json_extract('[1,2,4,4,5,6,8,9,9,11,13]', '$[' || (c % 11) || ']') END,
       json_extract('["broken bike","broken bike","station full","wrong charge","app","dirty bike"]', '$[' || (d % 6) || ']'), json_extract('["H","N","N","N","L"]', '$[' || (e % 5) || ']'),
       json_extract('["app","app","email","phone"]', '$[' || (f % 4) || ']'), rec, fin, CASE WHEN fin IS NOT NULL AND h % 3 = 0 THEN 2 + h % 19 END
FROM (SELECT t.*, CASE WHEN rec > '2025-11-09' OR t.g % 2 = 0 AND rec > '2025-09-01' OR t.g % 14 = 0 THEN NULL ELSE min('2025-11-14', date(rec, '+' || (t.g % 12) || ' days')) END AS fin
      FROM (SELECT t.*, date('2022-05-02', '+' || (t.n * 1290 / 150) || ' days') AS rec FROM Toss t WHERE t.n < 150) t);

DROP TABLE Toss;
