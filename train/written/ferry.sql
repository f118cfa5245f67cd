-- An invented ferry line: ships, routes between ports, sailings, bookings and
-- the people on them. Three keys are not declared (SAILG.MSTR_CREW_ID,
-- BKG.AGT_CD, FUEL_LOG.SHP_CD), and every run makes the same rows.
-- SAILG.STAT: D done, X cancelled, S scheduled. BKG.BKG_STAT: C confirmed,
-- X cancelled, N no-show, W waitlisted. CREW.RNK: MST master, OFF officer,
-- ENG engineer, STW steward. PAX.PAX_TYP: A adult, C child, I infant.

CREATE TABLE PORT (
    PORT_CD   TEXT PRIMARY KEY,
    PORT_NM   TEXT NOT NULL,
    CTRY_CD   TEXT NOT NULL,
    BERTH_CNT INTEGER NOT NULL,
    TZ_OFS    INTEGER NOT NULL
);

CREATE TABLE SHP (
    SHP_CD    TEXT PRIMARY KEY,
    SHP_NM    TEXT NOT NULL,
    SHP_TYP   TEXT NOT NULL,
    BLT_YR    INTEGER NOT NULL,
    PAX_CAP   INTEGER NOT NULL,
    CAR_CAP   INTEGER NOT NULL,
    HOME_PORT TEXT REFERENCES PORT (PORT_CD),
    DT_SOLD   TEXT
);

CREATE TABLE RTE (
    RTE_NO    INTEGER PRIMARY KEY,
    PORT_FR   TEXT NOT NULL REFERENCES PORT (PORT_CD),
    PORT_TO   TEXT NOT NULL REFERENCES PORT (PORT_CD),
    DIST_NM   INTEGER NOT NULL,
    SCHED_MIN INTEGER NOT NULL,
    SEASNL_FL TEXT NOT NULL
);

CREATE TABLE CREW (
    CREW_ID  INTEGER PRIMARY KEY,
    CREW_NM  TEXT NOT NULL,
    RNK      TEXT NOT NULL,
    BIRTH_DT TEXT,
    DT_JOIN  TEXT NOT NULL,
    DT_LEFT  TEXT,
    SUPV_ID  INTEGER REFERENCES CREW (CREW_ID)
);

CREATE TABLE SAILG (
    SLG_ID       INTEGER PRIMARY KEY,
    RTE_NO       INTEGER NOT NULL REFERENCES RTE (RTE_NO),
    SHP_CD       TEXT NOT NULL REFERENCES SHP (SHP_CD),
    MSTR_CREW_ID INTEGER,
    DEP_SCHD     TEXT NOT NULL,
    DEP_ACT      TEXT,
    ARR_ACT      TEXT,
    STAT         TEXT NOT NULL,
    CXL_RSN      TEXT
);

CREATE TABLE AGT (
    AGT_CD   TEXT PRIMARY KEY,
    AGT_NM   TEXT NOT NULL,
    COMM_PCT NUMERIC NOT NULL,
    CTRY_CD  TEXT NOT NULL
);

CREATE TABLE BKG (
    BKG_NO   INTEGER PRIMARY KEY,
    SLG_ID   INTEGER NOT NULL REFERENCES SAILG (SLG_ID),
    AGT_CD   TEXT,
    DT_BKD   TEXT NOT NULL,
    VEH_TYP  TEXT,
    VEH_KG   INTEGER,
    FARE_AMT NUMERIC NOT NULL,
    ONB_AMT  NUMERIC,
    BKG_STAT TEXT NOT NULL
);

CREATE TABLE PAX (
    PAX_ID   INTEGER PRIMARY KEY,
    BKG_NO   INTEGER NOT NULL REFERENCES BKG (BKG_NO),
    PAX_NM   TEXT NOT NULL,
    PAX_TYP  TEXT NOT NULL,
    NATL_CD  TEXT,
    CABIN_NO TEXT
);

CREATE TABLE FUEL_LOG (
    LOG_NO    INTEGER PRIMARY KEY,
    SHP_CD    TEXT NOT NULL,
    DT_BUNK   TEXT NOT NULL,
    PORT_CD   TEXT NOT NULL REFERENCES PORT (PORT_CD),
    FUEL_KG   INTEGER NOT NULL,
    COST_AMT  NUMERIC NOT NULL
);

INSERT INTO PORT VALUES
    ('GOT', 'Gothenburg', 'SE', 6, 1), ('FRH', 'Frederikshavn', 'DK', 4, 1), ('KIE', 'Kiel', 'DE', 5, 1),
    ('OSL', 'Oslo', 'NO', 4, 1), ('TRE', 'Trelleborg', 'SE', 5, 1), ('ROS', 'Rostock', 'DE', 7, 1),
    ('KLA', 'Klaipeda', 'LT', 3, 2), ('GDY', 'Gdynia', 'PL', 4, 1), ('RON', 'Ronne', 'DK', 2, 1),
    ('VIS', 'Visby', 'SE', 2, 1);

INSERT INTO SHP VALUES
    ('AUR', 'Aurora Sound', 'ROPAX', 2004, 1200, 420, 'GOT', NULL),
    ('BOR', 'Borealis Star', 'ROPAX', 2011, 900, 350, 'TRE', NULL),
    ('CYG', 'Cygnus', 'FASTCAT', 2016, 640, 180, 'FRH', NULL),
    ('DEL', 'Delfin', 'CRUISE', 1998, 1800, 300, 'OSL', NULL),
    ('EID', 'Eider', 'ROPAX', 1989, 560, 210, 'GDY', '2024-09-30'),
    ('FUL', 'Fulmar Express', 'FASTCAT', 2021, 700, 190, 'RON', NULL),
    ('GAN', 'Gannet', 'FREIGHT', 2014, 40, 520, 'KLA', NULL),
    ('HAV', 'Havsfru', 'CRUISE', 2025, 2100, 380, NULL, NULL);

INSERT INTO RTE VALUES
    (101, 'GOT', 'FRH', 50, 210, 'N'), (102, 'FRH', 'GOT', 50, 210, 'N'),
    (111, 'GOT', 'KIE', 230, 840, 'N'), (112, 'KIE', 'GOT', 230, 840, 'N'),
    (121, 'OSL', 'KIE', 360, 1200, 'N'), (122, 'KIE', 'OSL', 360, 1200, 'N'),
    (131, 'TRE', 'ROS', 85, 360, 'N'), (132, 'ROS', 'TRE', 85, 360, 'N'),
    (141, 'KLA', 'KIE', 390, 1260, 'N'), (142, 'KIE', 'KLA', 390, 1260, 'N'),
    (151, 'GDY', 'TRE', 160, 600, 'N'), (161, 'ROS', 'RON', 95, 195, 'Y'),
    (162, 'RON', 'ROS', 95, 195, 'Y'), (171, 'ROS', 'VIS', 260, 780, 'Y');

INSERT INTO CREW VALUES
    (1, 'Astrid Holm', 'MST', '1968-04-11', '2005-03-01', NULL, NULL),
    (2, 'Ruben Kask', 'MST', '1974-09-23', '2012-06-15', NULL, 1),
    (3, 'Ingrid Solberg', 'MST', '1971-01-30', '2009-10-01', NULL, 1),
    (4, 'Marek Zielinski', 'MST', '1966-12-05', '2003-05-20', '2024-12-31', 1),
    (5, 'Jonas Petraitis', 'MST', '1980-07-17', '2016-02-08', NULL, 1),
    (6, 'Frida Lund', 'OFF', '1988-03-02', '2017-04-03', NULL, 2),
    (7, 'Oskar Nyman', 'OFF', '1991-11-14', '2019-09-16', NULL, 2),
    (8, 'Katarzyna Duda', 'OFF', '1985-05-28', '2015-01-12', NULL, 4),
    (9, 'Emil Rask', 'OFF', NULL, '2023-03-20', NULL, 3),
    (10, 'Vilma Jonaitis', 'ENG', '1979-08-08', '2013-11-04', NULL, 5),
    (11, 'Stefan Brandt', 'ENG', '1969-02-19', '2008-07-01', '2023-08-31', 3),
    (12, 'Anders Kvist', 'ENG', '1994-06-21', '2021-05-10', NULL, 3),
    (13, 'Lotta Berg', 'STW', '1997-10-10', '2022-04-25', NULL, 6),
    (14, 'Pawel Nowicki', 'STW', '1993-12-30', '2018-06-11', NULL, 6),
    (15, 'Greta Moller', 'STW', NULL, '2024-05-06', NULL, 7),
    (16, 'Sanna Ek', 'STW', '2001-04-04', '2025-05-05', NULL, 7),
    (17, 'Mads Thomsen', 'MST', '1983-03-09', '2025-10-01', NULL, 1);

INSERT INTO AGT VALUES
    ('BALT', 'Baltic Holidays', 9, 'DE'), ('FJRD', 'Fjordline Travel', 8.5, 'NO'), ('HAGA', 'Haga Resor', 10, 'SE'),
    ('POLM', 'Polmar Tours', 7, 'PL'), ('TRKX', 'TruckXpress', 4.5, 'LT'), ('WAVE', 'Wave Trips', 12, 'DK'),
    ('ZEEL', 'Zeeland Reizen', 8, 'NL');

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE TOSS AS
WITH RECURSIVE roll (i, x) AS (
    SELECT 0, 50218837
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM roll WHERE i < 8 * 1000 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM roll GROUP BY i / 8;

-- Sailings up to the end of November 2025; those after the 14th are still to come.
INSERT INTO SAILG
SELECT row_number() OVER (ORDER BY dep, rte) + 2000, rte,
       CASE WHEN rte IN (101, 102) THEN json_extract('["CYG","AUR"]', '$[' || (b % 2) || ']')
            WHEN rte IN (111, 112) THEN 'AUR'
            WHEN rte IN (121, 122) THEN 'DEL'
            WHEN rte IN (131, 132) THEN CASE WHEN b % 3 = 0 AND dep < '2024-09-30' THEN 'EID' ELSE 'BOR' END
            WHEN rte IN (141, 142) THEN 'GAN'
            WHEN rte = 151 THEN CASE WHEN dep < '2024-09-30' THEN 'EID' ELSE 'BOR' END
            ELSE 'FUL' END,
       CASE WHEN c % 14 = 0 THEN NULL WHEN dep < '2024-12-31' THEN 1 + c % 5 ELSE json_extract('[1,2,3,5]', '$[' || (c % 4) || ']') END,
       dep,
       CASE WHEN stat = 'D' THEN strftime('%Y-%m-%d %H:%M', dep, '+' || late || ' minutes') END,
       CASE WHEN stat = 'D' AND h % 37 > 0 THEN strftime('%Y-%m-%d %H:%M', dep, '+' || (late + (SELECT r.SCHED_MIN FROM RTE r WHERE r.RTE_NO = rte) + g % 31 - 12) || ' minutes') END,
       stat,
       CASE WHEN stat = 'X' AND g % 6 > 0 THEN json_extract('["weather","weather","weather","technical","crew"]', '$[' || (g % 5) || ']') END
FROM (
    SELECT t.*, json_extract('[101,101,101,102,102,111,111,112,121,122,131,131,132,132,141,142,151,161,162]', '$[' || (t.a % 19) || ']') AS rte,
           CASE WHEN t.e % 3 = 0 THEN t.f % 95 ELSE t.f % 12 END AS late,
           date('2022-03-01', '+' || (t.n * 1400 / 420 + t.d % 3) || ' days') || printf(' %02d:%02d', 6 + t.h % 17, 15 * (t.g % 4)) AS dep,
           CASE WHEN date('2022-03-01', '+' || (t.n * 1400 / 420 + t.d % 3) || ' days') > '2025-11-14' THEN 'S' WHEN t.b % 13 = 4 THEN 'X' ELSE 'D' END AS stat
    FROM TOSS t WHERE t.n < 420
);

INSERT INTO BKG
SELECT row_number() OVER (ORDER BY bkd, n) + 70000, SLG_ID,
       CASE WHEN b % 5 < 2 THEN json_extract('["BALT","BALT","HAGA","HAGA","HAGA","POLM","TRKX","WAVE","FJRD"]', '$[' || (c % 9) || ']') END,
       bkd, veh,
       CASE veh WHEN 'CAR' THEN 1100 + d % 900 WHEN 'VAN' THEN 2000 + d % 1300 WHEN 'TRUCK' THEN 12000 + d % 24000 WHEN 'BIKE' THEN 180 + d % 90 END,
       round((18 + dist * 0.31) * (100 + years * 6 + e % 30) / 100.0 + CASE veh WHEN 'CAR' THEN 45 WHEN 'VAN' THEN 80 WHEN 'TRUCK' THEN 390 WHEN 'BIKE' THEN 15 ELSE 0 END, 2),
       CASE WHEN f % 3 = 0 THEN round(4 + g % 9000 / 100.0, 2) END,
       CASE WHEN slgstat = 'X' OR h % 12 = 0 THEN 'X' WHEN slgstat = 'S' AND h % 5 = 1 THEN 'W' WHEN slgstat = 'D' AND h % 23 = 1 THEN 'N' ELSE 'C' END
FROM (
    SELECT t.*, s.SLG_ID, s.STAT AS slgstat, r.DIST_NM AS dist, CAST(strftime('%Y', s.DEP_SCHD) AS INTEGER) - 2022 AS years,
           min(date(s.DEP_SCHD, '-' || (1 + t.g % 70) || ' days'), '2025-11-' || printf('%02d', 8 + t.h % 7)) AS bkd,
           CASE WHEN s.SHP_CD = 'GAN' THEN 'TRUCK' ELSE json_extract('["CAR","CAR","CAR","VAN","TRUCK","BIKE",null,null]', '$[' || (t.f / 4 % 8) || ']') END AS veh
    FROM TOSS t JOIN SAILG s ON s.SLG_ID = 2001 + max(t.a % 420, (t.c + t.d) % 420) JOIN RTE r ON r.RTE_NO = s.RTE_NO
    WHERE t.n BETWEEN 300 AND 939
);
UPDATE BKG SET ONB_AMT = NULL WHERE BKG_STAT <> 'C' OR SLG_ID IN (SELECT SLG_ID FROM SAILG WHERE STAT <> 'D');

INSERT INTO PAX
SELECT row_number() OVER (ORDER BY b.BKG_NO, k.n), b.BKG_NO,
       json_extract('["Alva","Bjorn","Celina","Dawid","Elsa","Filip","Gustav","Hedda","Igor","Julia","Karl","Lina","Milda"]', '$[' || ((t.a + k.n * 5) % 13) || ']') || ' ' ||
       json_extract('["Ahlgren","Becker","Christensen","Dudek","Ericsson","Fischer","Gintaras","Hansen","Iversen","Johansson","Kowalski"]', '$[' || (t.b % 11) || ']'),
       CASE k.n WHEN 0 THEN 'A' WHEN 1 THEN 'A' ELSE json_extract('["C","C","I"]', '$[' || (t.c % 3) || ']') END,
       CASE WHEN t.d % 10 = 0 THEN NULL ELSE json_extract('["SE","SE","SE","DE","DE","DK","NO","PL","LT"]', '$[' || (t.d % 9) || ']') END,
       CASE WHEN r.SCHED_MIN > 500 AND t.e % 4 > 0 THEN (5 + t.f % 5) || printf('%02d', 1 + t.g % 60) END
FROM BKG b JOIN TOSS t ON t.n = b.BKG_NO - 70000 JOIN TOSS k ON k.n < CASE WHEN b.VEH_TYP = 'TRUCK' THEN 1 ELSE 1 + t.h % 4 END
JOIN SAILG s ON s.SLG_ID = b.SLG_ID JOIN RTE r ON r.RTE_NO = s.RTE_NO
WHERE b.BKG_NO % 2 = 0 OR k.n = 0;

INSERT INTO FUEL_LOG
SELECT row_number() OVER (ORDER BY dt, n), shp, dt, port, kg, round(kg * (0.58 + CAST(strftime('%Y', dt) AS INTEGER) % 10 * 0.02 + e % 12 / 100.0), 2)
FROM (
    SELECT t.n, t.e, x.SHP_CD AS shp, coalesce(CASE WHEN t.d % 4 = 0 THEN 'KIE' END, x.HOME_PORT) AS port,
           date('2022-03-10', '+' || (t.n * 1340 / 170 + t.b % 7) || ' days') AS dt,
           CASE x.SHP_TYP WHEN 'CRUISE' THEN 60000 WHEN 'FASTCAT' THEN 18000 ELSE 32000 END + t.c % 15000 AS kg
    FROM TOSS t JOIN SHP x ON x.SHP_CD = json_extract('["AUR","AUR","BOR","CYG","DEL","EID","FUL","GAN"]', '$[' || (t.a % 8) || ']')
    WHERE t.n < 170
)
WHERE shp <> 'EID' OR dt < '2024-09-30';

DROP TABLE TOSS;
