-- An invented repair service for household appliances: four depots, their
-- technicians, the jobs and the spare parts. TechnicianTerms is a history: one
-- row for each spell of depot, grade and hourly rate, the last day included in
-- ValidTo. Two keys are not declared (RepairJob.TechnicianId,
-- PartTransfer.PartNo), StatusCode has no lookup table, and every run makes the
-- same rows.

CREATE TABLE Depot (
    DepotCode  TEXT PRIMARY KEY,
    DepotName  TEXT NOT NULL,
    City       TEXT NOT NULL,
    OpenedOn   TEXT NOT NULL,
    StorageSqm INTEGER
);

CREATE TABLE Technician (
    TechnicianId     INTEGER PRIMARY KEY,
    FullName         TEXT NOT NULL,
    HiredOn          TEXT NOT NULL,
    LeftOn           TEXT,
    LeadTechnicianId INTEGER REFERENCES Technician (TechnicianId),
    GasCertified     INTEGER NOT NULL,
    VanPlate         TEXT
);

CREATE TABLE TechnicianTerms (
    TermsId      INTEGER PRIMARY KEY,
    TechnicianId INTEGER NOT NULL REFERENCES Technician (TechnicianId),
    DepotCode    TEXT NOT NULL REFERENCES Depot (DepotCode),
    Grade        TEXT NOT NULL,
    HourlyRate   NUMERIC NOT NULL,
    ValidFrom    TEXT NOT NULL,
    ValidTo      TEXT
);

CREATE TABLE Customer (
    CustomerId   INTEGER PRIMARY KEY,
    CustomerName TEXT NOT NULL,
    IsBusiness   INTEGER NOT NULL,
    City         TEXT NOT NULL,
    PostCode     TEXT NOT NULL,
    Phone        TEXT,
    RegisteredOn TEXT NOT NULL
);

CREATE TABLE Appliance (
    ApplianceId  INTEGER PRIMARY KEY,
    CustomerId   INTEGER NOT NULL REFERENCES Customer (CustomerId),
    Kind         TEXT NOT NULL,
    Brand        TEXT NOT NULL,
    ModelNo      TEXT NOT NULL,
    PurchasedOn  TEXT,
    WarrantyEnds TEXT
);

CREATE TABLE RepairJob (
    JobNo         INTEGER PRIMARY KEY,
    ApplianceId   INTEGER NOT NULL REFERENCES Appliance (ApplianceId),
    TechnicianId  INTEGER,
    TakenById     INTEGER NOT NULL REFERENCES Technician (TechnicianId),
    ReportedAt    TEXT NOT NULL,
    PromisedOn    TEXT NOT NULL,
    ClosedAt      TEXT,
    StatusCode    TEXT NOT NULL,
    Fault         TEXT NOT NULL,
    LabourMinutes INTEGER,
    LabourCharge  NUMERIC,
    IsWarranty    INTEGER NOT NULL,
    OriginalJobNo INTEGER REFERENCES RepairJob (JobNo)
);

CREATE TABLE Part (
    PartNo       TEXT PRIMARY KEY,
    PartName     TEXT NOT NULL,
    Supplier     TEXT NOT NULL,
    UnitCost     NUMERIC NOT NULL,
    ListPrice    NUMERIC NOT NULL,
    WeightGrams  INTEGER NOT NULL,
    Discontinued INTEGER NOT NULL
);

CREATE TABLE PartUsed (
    JobNo     INTEGER NOT NULL REFERENCES RepairJob (JobNo),
    PartNo    TEXT NOT NULL REFERENCES Part (PartNo),
    Quantity  INTEGER NOT NULL,
    UnitPrice NUMERIC NOT NULL,
    PRIMARY KEY (JobNo, PartNo)
);

CREATE TABLE PartTransfer (
    TransferId INTEGER PRIMARY KEY,
    PartNo     TEXT NOT NULL,
    FromDepot  TEXT NOT NULL REFERENCES Depot (DepotCode),
    ToDepot    TEXT NOT NULL REFERENCES Depot (DepotCode),
    Quantity   INTEGER NOT NULL,
    SentOn     TEXT NOT NULL,
    ReceivedOn TEXT
);

INSERT INTO Depot VALUES
    ('NOR', 'North Yard', 'Carrow', '2009-04-01', 640),
    ('HAR', 'Harbour Lane', 'Millport', '2014-09-15', 420),
    ('WES', 'Westgate', 'Millport', '2018-02-05', 310),
    ('HIL', 'Hill Road', 'Stanmoor', '2023-06-12', NULL);

INSERT INTO Technician VALUES
    (1, 'Graham Tully', '2009-05-04', NULL, NULL, 1, 'MK09 TUL'),
    (2, 'Denise Okafor', '2014-10-01', NULL, 1, 1, 'MK14 DOK'),
    (3, 'Piotr Zielinski', '2016-03-14', NULL, 1, 0, 'MK16 PZI'),
    (4, 'Ellen Marsh', '2018-02-19', NULL, 2, 1, 'MK18 EMA'),
    (5, 'Raj Malhotra', '2019-07-08', NULL, 2, 0, 'MK19 RMA'),
    (6, 'Connor Bligh', '2020-01-20', '2024-08-30', 2, 0, NULL),
    (7, 'Sara Nilsson', '2021-05-10', NULL, 4, 1, 'MK21 SNI'),
    (8, 'Tom Ashdown', '2022-02-28', NULL, 3, 0, 'MK22 TAS'),
    (9, 'Lucia Ferro', '2022-09-05', NULL, 4, 0, 'MK22 LFE'),
    (10, 'Hamid Rezai', '2023-06-19', NULL, 3, 1, 'MK23 HRE'),
    (11, 'Becky Stone', '2023-11-06', '2025-03-28', 5, 0, NULL),
    (12, 'Owen Pryce', '2024-09-09', NULL, 10, 0, 'MK24 OPR'),
    (13, 'Maja Kowal', '2025-02-17', NULL, 10, 1, 'MK25 MKO'),
    (14, 'Derek Lomax', '2025-10-06', NULL, 5, 0, NULL);

INSERT INTO TechnicianTerms VALUES
    (1, 1, 'NOR', 'Master', 36.5, '2019-01-01', '2023-12-31'),
    (2, 1, 'NOR', 'Master', 39, '2024-01-01', NULL),
    (3, 2, 'HAR', 'Senior', 30, '2019-01-01', '2022-12-31'),
    (4, 2, 'HAR', 'Master', 34, '2023-01-01', '2024-12-31'),
    (5, 2, 'HAR', 'Master', 36, '2025-01-01', NULL),
    (6, 3, 'NOR', 'Senior', 29.5, '2020-01-01', '2023-06-11'),
    (7, 3, 'HIL', 'Senior', 31.5, '2023-06-12', NULL),
    (8, 4, 'WES', 'Senior', 29, '2021-01-01', '2024-03-31'),
    (9, 4, 'WES', 'Master', 34.5, '2024-04-01', NULL),
    (10, 5, 'HAR', 'Fitter', 24, '2019-07-08', '2022-12-31'),
    (11, 5, 'HAR', 'Senior', 28, '2023-01-01', NULL),
    (12, 6, 'HAR', 'Fitter', 23.5, '2020-01-20', '2024-08-30'),
    (13, 7, 'WES', 'Fitter', 23, '2021-05-10', '2023-09-30'),
    (14, 7, 'WES', 'Senior', 27.5, '2023-10-01', '2025-06-30'),
    (15, 7, 'HIL', 'Senior', 29, '2025-07-01', NULL),
    (16, 8, 'NOR', 'Trainee', 16, '2022-02-28', '2023-02-28'),
    (17, 8, 'NOR', 'Fitter', 22, '2023-03-01', '2025-02-28'),
    (18, 8, 'NOR', 'Fitter', 24.5, '2025-03-01', NULL),
    (19, 9, 'WES', 'Fitter', 22.5, '2022-09-05', '2024-12-31'),
    (20, 9, 'HAR', 'Fitter', 24, '2025-01-01', NULL),
    (21, 10, 'HIL', 'Senior', 28.5, '2023-06-19', NULL),
    (22, 11, 'HAR', 'Trainee', 16.5, '2023-11-06', '2024-11-05'),
    (23, 11, 'HAR', 'Fitter', 22, '2024-11-06', '2025-03-28'),
    (24, 12, 'HIL', 'Trainee', 17, '2024-09-09', '2025-09-08'),
    (25, 12, 'HIL', 'Fitter', 23, '2025-09-09', NULL),
    (26, 13, 'NOR', 'Fitter', 24, '2025-02-17', NULL),
    (27, 14, 'WES', 'Trainee', 17.5, '2025-10-06', NULL);

INSERT INTO Part VALUES
    ('P-1001', 'Drain pump', 'Aquaflow', 18.4, 39.9, 780, 0),
    ('P-1002', 'Door seal 38 cm', 'Aquaflow', 14.1, 34.5, 620, 0),
    ('P-1003', 'Drum bearing set', 'Rotex', 22.8, 49, 1450, 0),
    ('P-1004', 'Carbon brushes', 'Rotex', 4.2, 12.9, 60, 0),
    ('P-1005', 'Heating element 2 kW', 'Thermolux', 16.5, 37, 540, 0),
    ('P-1006', 'Heating element 3 kW', 'Thermolux', 19.9, 44, 690, 0),
    ('P-1007', 'Control board A', 'Elektra', 61, 128, 310, 0),
    ('P-1008', 'Control board B', 'Elektra', 74.5, 149, 330, 0),
    ('P-1009', 'Thermostat', 'Thermolux', 8.7, 21.5, 90, 0),
    ('P-1010', 'Compressor', 'Coldline', 96, 189, 8200, 0),
    ('P-1011', 'Fridge door gasket', 'Coldline', 21, 46, 850, 0),
    ('P-1012', 'Evaporator fan', 'Coldline', 13.9, 32, 410, 0),
    ('P-1013', 'Spray arm', 'Aquaflow', 6.3, 16.9, 220, 0),
    ('P-1014', 'Inlet valve', 'Aquaflow', 9.8, 23, 190, 0),
    ('P-1015', 'Drive belt', 'Rotex', 5.1, 14.5, 110, 0),
    ('P-1016', 'Oven fan motor', 'Thermolux', 24, 52, 980, 0),
    ('P-1017', 'Oven lamp', 'Elektra', 1.9, 7.5, 30, 0),
    ('P-1018', 'Hob glass', 'Elektra', 88, 175, 4300, 0),
    ('P-1019', 'Magnetron', 'Elektra', 33, 79, 900, 1),
    ('P-1020', 'Lint filter', 'Rotex', 3.4, 11, 140, 0),
    ('P-1021', 'Timer dial', 'Elektra', 7.2, 18, 80, 1),
    ('P-1022', 'Door hinge', 'Coldline', 5.6, 15.5, 260, 0);

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE dice AS
WITH RECURSIVE throw (i, x) AS (
    SELECT 0, 20090504
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM throw WHERE i < 8 * 1000 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM throw GROUP BY i / 8;

INSERT INTO Customer
SELECT n + 1,
       CASE WHEN n % 12 = 7
            THEN json_extract('["Bayview","Corner","Elm Street","Station","Old Mill","Sunny","Harbour","Crown"]', '$[' || (n / 12 % 8) || ']') || ' ' ||
                 json_extract('["Laundrette","Guest House","Cafe","Nursing Home"]', '$[' || (a % 4) || ']')
            ELSE json_extract('["Amy","Brian","Chloe","David","Erin","Frank","Gwen","Harry","Isla","Jack","Kate","Leo","Megan"]', '$[' || (a % 13) || ']') || ' ' ||
                 json_extract('["Archer","Bennett","Clarke","Doyle","Evans","Foster","Grant","Hughes","Irwin","Jarvis","Kerr"]', '$[' || (b % 11) || ']') END,
       CASE WHEN n % 12 = 7 THEN 1 ELSE 0 END,
       json_extract('["Millport","Millport","Millport","Carrow","Carrow","Stanmoor","Fenwick"]', '$[' || (c % 7) || ']'),
       'MP' || (1 + c % 7) || ' ' || (1 + d % 9) || 'XA',
       CASE WHEN e % 8 = 0 THEN NULL WHEN n IN (44, 90) THEN '0555 100003' ELSE '0555 ' || (100000 + n) END,
       date('2021-11-01', '+' || (n * 8 + f % 15) || ' days')
FROM dice WHERE n < 170;

-- Warranty is two years, and unknown where the purchase is.
INSERT INTO Appliance
SELECT n + 1, CustomerId, Kind,
       json_extract('["Bauknecht","Miele","Bosch","Bosch","Beko","Beko","Hoover","Smeg"]', '$[' || (c % 8) || ']'),
       upper(substr(Kind, 1, 2)) || '-' || (100 + d % 40 * 10),
       Bought, CASE WHEN g % 6 > 0 THEN date(Bought, '+2 years') END
FROM (
    SELECT n, c, d, g, CASE WHEN n < 165 THEN n + 1 ELSE 1 + a % 160 END AS CustomerId,
           json_extract('["Washing machine","Washing machine","Washing machine","Dishwasher","Dishwasher","Fridge","Fridge","Oven","Tumble dryer","Microwave"]', '$[' || (b % 10) || ']') AS Kind,
           CASE WHEN e % 9 = 0 THEN NULL ELSE date('2014-01-01', '+' || (f % 4000) || ' days') END AS Bought
    FROM dice WHERE n < 260
);

-- StatusCode: D done, X cancelled, W waiting for parts, O open. Jobs grow in
-- number over time; some of the last weeks are still open or wait for parts.
INSERT INTO RepairJob
SELECT row_number() OVER (ORDER BY ReportedAt, n) + 5000, ApplianceId,
       CASE WHEN StatusCode IN ('O', 'X') AND h % 3 > 0 THEN NULL ELSE TechnicianId END,
       json_extract('[1,2,2,4,4,5]', '$[' || (f % 6) || ']'),
       ReportedAt, date(ReportedAt, '+' || (4 + e % 5) || ' days'),
       CASE WHEN StatusCode = 'D' THEN ClosedAt END, StatusCode,
       CASE WHEN Fault = 'Not cooling' AND Kind <> 'Fridge' THEN 'Not heating'
            WHEN Fault = 'Not heating' AND Kind = 'Fridge' THEN 'Not cooling'
            WHEN Fault IN ('Leaks', 'Does not drain') AND Kind NOT IN ('Washing machine', 'Dishwasher') THEN 'Does not start'
            ELSE Fault END,
       CASE WHEN StatusCode = 'D' THEN Minutes END,
       CASE WHEN StatusCode = 'D' THEN CASE WHEN Warranty = 1 THEN 0 ELSE round(35 + Minutes * 0.95, 2) END END,
       Warranty, NULL
FROM (
    SELECT j.*, p.Kind, strftime('%Y-%m-%d %H:%M', Closing) AS ClosedAt,
           CASE WHEN g % 16 = 0 THEN 'X' WHEN Closing > '2025-11-15 00:00' THEN CASE WHEN g % 3 = 0 THEN 'W' ELSE 'O' END
                WHEN g % 9 = 1 AND Day > '2025-08-20' THEN 'W'
                WHEN g % 5 = 2 AND Day > '2025-10-01' THEN 'O' ELSE 'D' END AS StatusCode,
           CASE WHEN p.WarrantyEnds >= Day THEN 1 ELSE 0 END AS Warranty
    FROM (
        SELECT n, e, f, g, h, 1 + a % 250 AS ApplianceId, Day,
               Day || ' ' || printf('%02d:%02d', 8 + b % 10, c % 60) AS ReportedAt,
               datetime(Day || ' 10:00', '+' || (1 + (d % 6) + CASE WHEN c % 7 = 0 THEN 9 + d % 8 ELSE 0 END) || ' days', '+' || (h % 400) || ' minutes') AS Closing,
               json_extract('["Does not start","Leaks","Noisy","Not heating","Not cooling","Error code shown","Door broken","Does not drain"]', '$[' || ((a + b) % 8) || ']') AS Fault,
               15 * (1 + c % 9 + d % 4) AS Minutes,
               CASE WHEN Day < '2022-09-05' THEN 1 + e % 8 WHEN Day < '2023-06-19' THEN 1 + e % 9
                    WHEN Day < '2023-11-06' THEN 1 + e % 10 WHEN Day < '2024-08-01' THEN 1 + e % 11
                    WHEN Day < '2024-09-09' THEN json_extract('[1,2,3,4,5,7,8,9,10,11]', '$[' || (e % 10) || ']')
                    WHEN Day < '2025-03-01' THEN json_extract('[1,2,3,4,5,7,8,9,10,11,12]', '$[' || (e % 11) || ']')
                    ELSE json_extract('[1,2,3,4,5,7,8,9,10,12,13]', '$[' || (e % 11) || ']') END AS TechnicianId
        FROM (SELECT dice.*, date('2022-03-01', '+' || max((a * 7 + b) % 1355, (c * 11 + d) % 1355) || ' days') AS Day FROM dice WHERE n < 720)
    ) j JOIN Appliance p USING (ApplianceId)
);

-- A job on the same appliance within 60 days of a finished one is a comeback.
UPDATE RepairJob SET OriginalJobNo = (
    SELECT max(o.JobNo) FROM RepairJob o
    WHERE o.ApplianceId = RepairJob.ApplianceId AND o.ClosedAt < RepairJob.ReportedAt
      AND julianday(RepairJob.ReportedAt) - julianday(o.ClosedAt) <= 60
);

-- Nobody reports a job before being registered.
UPDATE Customer SET RegisteredOn = min(RegisteredOn, coalesce((
    SELECT date(min(j.ReportedAt)) FROM RepairJob j JOIN Appliance p USING (ApplianceId) WHERE p.CustomerId = Customer.CustomerId
), RegisteredOn));

INSERT OR IGNORE INTO PartUsed
SELECT j.JobNo, p.PartNo, CASE WHEN d.d % 9 = 0 THEN 2 ELSE 1 END,
       CASE WHEN j.ReportedAt < '2024-01-01' THEN round(p.ListPrice * 0.92, 2) ELSE p.ListPrice END
FROM dice d JOIN RepairJob j ON j.JobNo = 5001 + (d.a * 5 + d.c) % 715
            JOIN Part p ON p.PartNo = 'P-' || (1001 + CASE WHEN d.b % 3 = 0 THEN d.f % 8 ELSE d.b % 20 END)
WHERE d.n < 760 AND j.StatusCode = 'D';

INSERT INTO PartTransfer
SELECT row_number() OVER (ORDER BY Sent, n), 'P-' || (1001 + a % 18), Src, Dst, 1 + b % 12, Sent,
       CASE WHEN date(Sent, '+' || (1 + c % 5) || ' days') > '2025-11-15' OR c % 37 = 0 THEN NULL ELSE date(Sent, '+' || (1 + c % 5) || ' days') END
FROM (
    SELECT n, a, b, c, date('2023-07-01', '+' || (e % 868) || ' days') AS Sent,
           json_extract('["NOR","NOR","NOR","HAR","WES","HIL"]', '$[' || (f % 6) || ']') AS Src,
           json_extract('["HAR","WES","HIL","NOR","HIL"]', '$[' || (g % 5) || ']') AS Dst
    FROM dice WHERE n BETWEEN 760 AND 930
)
WHERE Src <> Dst;

DROP TABLE dice;
