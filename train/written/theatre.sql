-- An invented city theatre and its box office: three stages, four seasons.
-- Amounts are in cents. Two keys are not declared (PERF.VEN_CD, BKG.CHNL_CD),
-- PAY_TYP, MBR_LVL and the two *_STAT columns are codes without a lookup table,
-- and every run makes the same rows.

CREATE TABLE VENUE (
    VEN_CD   TEXT PRIMARY KEY,
    VEN_NM   TEXT NOT NULL,
    SEAT_CNT INTEGER NOT NULL,
    FLR_NO   INTEGER NOT NULL,
    ACC_FLG  TEXT NOT NULL,
    DT_OPND  TEXT NOT NULL,
    DT_RENOV TEXT
);

CREATE TABLE GNR (
    GNR_CD   TEXT PRIMARY KEY,
    GNR_DESC TEXT NOT NULL
);

CREATE TABLE CHNL (
    CHNL_CD   TEXT PRIMARY KEY,
    CHNL_DESC TEXT NOT NULL
);

CREATE TABLE PRSN (
    PRSN_NO  INTEGER PRIMARY KEY,
    PRSN_NM  TEXT NOT NULL,
    JOB_CD   TEXT NOT NULL,
    BIRTH_DT TEXT,
    NATL     TEXT NOT NULL,
    DT_JOIN  TEXT NOT NULL,
    DT_LEFT  TEXT,
    MNTR_NO  INTEGER REFERENCES PRSN (PRSN_NO)
);

CREATE TABLE PROD (
    PROD_NO  INTEGER PRIMARY KEY,
    TTL      TEXT NOT NULL,
    GNR_CD   TEXT NOT NULL REFERENCES GNR (GNR_CD),
    DIR_NO   INTEGER NOT NULL REFERENCES PRSN (PRSN_NO),
    DSGN_NO  INTEGER REFERENCES PRSN (PRSN_NO),
    RUN_MIN  INTEGER NOT NULL,
    DT_PREM  TEXT NOT NULL,
    DT_CLSD  TEXT,
    BUDG_CTS INTEGER NOT NULL,
    MIN_AGE  INTEGER
);

CREATE TABLE CAST_ASG (
    PROD_NO   INTEGER NOT NULL REFERENCES PROD (PROD_NO),
    PRSN_NO   INTEGER NOT NULL REFERENCES PRSN (PRSN_NO),
    CHAR_NM   TEXT NOT NULL,
    LEAD_FLG  TEXT NOT NULL,
    PRIMARY KEY (PROD_NO, PRSN_NO)
);

CREATE TABLE PERF (
    PERF_ID   INTEGER PRIMARY KEY,
    PROD_NO   INTEGER NOT NULL REFERENCES PROD (PROD_NO),
    VEN_CD    TEXT NOT NULL,
    PERF_DT   TEXT NOT NULL,
    STRT_TM   TEXT NOT NULL,
    PERF_STAT TEXT NOT NULL,
    BAR_CTS   INTEGER
);

CREATE TABLE CUST (
    CUST_NO     INTEGER PRIMARY KEY,
    CUST_NM     TEXT NOT NULL,
    TOWN        TEXT NOT NULL,
    DT_REG      TEXT NOT NULL,
    EMAIL       TEXT,
    MBR_LVL     TEXT,
    REF_CUST_NO INTEGER REFERENCES CUST (CUST_NO)
);

CREATE TABLE BKG (
    BKG_NO   INTEGER PRIMARY KEY,
    CUST_NO  INTEGER NOT NULL REFERENCES CUST (CUST_NO),
    PERF_ID  INTEGER NOT NULL REFERENCES PERF (PERF_ID),
    DT_BKG   TEXT NOT NULL,
    CHNL_CD  TEXT NOT NULL,
    PAY_TYP  TEXT,
    BKG_STAT TEXT NOT NULL,
    SEAT_QTY INTEGER NOT NULL,
    AMT_CTS  INTEGER NOT NULL,
    FEE_CTS  INTEGER NOT NULL,
    DT_PICK  TEXT
);

INSERT INTO VENUE VALUES
    ('MS', 'Main Stage', 520, 0, 'Y', '1911-10-02', '2019-08-30'),
    ('ST', 'Studio', 140, 1, 'Y', '1987-03-14', NULL),
    ('CE', 'Cellar', 70, -1, 'N', '1996-11-08', NULL),
    ('GD', 'Garden Stage', 260, 0, 'Y', '2008-06-20', '2023-05-12');

INSERT INTO GNR VALUES ('DR', 'Drama'), ('CO', 'Comedy'), ('MU', 'Musical'), ('CH', 'Children'), ('DA', 'Dance'), ('OP', 'Opera');

INSERT INTO CHNL VALUES ('W', 'Website'), ('D', 'Box office desk'), ('T', 'Telephone'), ('A', 'Agency');

-- JOB_CD: ACT actor, DIR director, DSG designer.
INSERT INTO PRSN VALUES
    (1, 'Helga Brandt', 'DIR', '1961-04-12', 'DE', '2004-08-01', NULL, NULL),
    (2, 'Tomasz Wilk', 'DIR', '1974-09-30', 'PL', '2012-08-15', NULL, 1),
    (3, 'Odile Marchand', 'DIR', '1983-01-22', 'FR', '2021-09-01', NULL, 1),
    (4, 'Rupert Hale', 'DIR', NULL, 'GB', '2016-02-01', '2024-07-31', 2),
    (5, 'Ingrid Solheim', 'DSG', '1970-06-03', 'NO', '2009-08-01', NULL, NULL),
    (6, 'Paolo Venturi', 'DSG', '1988-12-19', 'IT', '2019-08-20', NULL, 5),
    (7, 'Mina Park', 'DSG', '1992-02-27', 'KR', '2023-08-14', NULL, 5),
    (8, 'Anton Seidel', 'ACT', '1958-11-05', 'DE', '1998-08-01', NULL, NULL),
    (9, 'Clara Voss', 'ACT', '1979-03-17', 'DE', '2006-08-01', NULL, 8),
    (10, 'Yusuf Demir', 'ACT', '1985-07-08', 'TR', '2013-08-01', NULL, 8),
    (11, 'Beatrice Lund', 'ACT', '1990-10-11', 'SE', '2017-08-21', NULL, 9),
    (12, 'Marek Novotny', 'ACT', '1987-05-24', 'CZ', '2015-01-10', '2024-06-30', 8),
    (13, 'Sofia Ramires', 'ACT', '1994-08-15', 'PT', '2020-08-01', NULL, 9),
    (14, 'Jonas Etter', 'ACT', '1996-01-29', 'CH', '2021-08-01', NULL, 10),
    (15, 'Nadia Karim', 'ACT', NULL, 'EG', '2022-08-15', NULL, 9),
    (16, 'Felix Obermann', 'ACT', '1967-02-14', 'DE', '2001-08-01', '2025-07-31', NULL),
    (17, 'Greta Lindholm', 'ACT', '1999-09-09', 'SE', '2023-08-14', NULL, 11),
    (18, 'Samuel Oduya', 'ACT', '1991-04-02', 'NG', '2018-08-20', NULL, 10),
    (19, 'Pia Kestner', 'ACT', '2001-06-18', 'DE', '2024-08-19', NULL, 11),
    (20, 'Leon Achterberg', 'ACT', '1982-12-01', 'NL', '2011-08-01', NULL, 8),
    (21, 'Vera Zoltan', 'ACT', '1976-05-05', 'HU', '2010-08-01', NULL, 8),
    (22, 'Emil Rask', 'ACT', '2002-03-23', 'DK', '2025-08-18', NULL, 20);

-- The opera of the coming winter has no performances and no cast yet.
INSERT INTO PROD VALUES
    (101, 'The Glass Harbour', 'DR', 1, 5, 135, '2022-09-16', '2023-03-26', 6400000, 12),
    (102, 'Two Suitcases', 'CO', 2, 6, 105, '2022-10-21', '2023-06-18', 3850000, NULL),
    (103, 'Moon over the Mill', 'MU', 1, 5, 160, '2022-11-25', '2023-12-30', 14200000, 6),
    (104, 'Pip and the Paper Boat', 'CH', 3, 6, 60, '2022-12-03', '2024-02-25', 1900000, NULL),
    (105, 'Ashes at Noon', 'DR', 4, NULL, 120, '2023-02-10', '2023-07-02', 2750000, 16),
    (106, 'Salt Lines', 'DA', 3, 7, 75, '2023-09-22', '2024-03-30', 3300000, NULL),
    (107, 'The Honest Thief', 'CO', 2, 5, 110, '2023-10-13', '2024-06-16', 4100000, NULL),
    (108, 'Night Ferry', 'DR', 4, 6, 95, '2023-11-10', '2024-05-12', 2200000, 14),
    (109, 'Carnival Street', 'MU', 1, 7, 150, '2024-02-16', '2025-01-05', 15600000, 6),
    (110, 'The Owl Who Overslept', 'CH', 3, 6, 55, '2024-03-09', '2025-05-25', 1750000, NULL),
    (111, 'King of Sparrows', 'DR', 2, 5, 170, '2024-09-20', '2025-04-13', 7900000, 12),
    (112, 'Dinner for Nobody', 'CO', 2, NULL, 90, '2024-10-18', NULL, 2600000, NULL),
    (113, 'The Lantern Maker', 'OP', 1, 5, 185, '2024-11-22', '2025-06-29', 18800000, 8),
    (114, 'Paper Moons', 'DA', 3, 7, 70, '2025-02-14', '2025-10-26', 3600000, NULL),
    (115, 'A House on the Hill', 'DR', 3, 6, 125, '2025-03-14', NULL, 5200000, 14),
    (116, 'Tin Soldier, Tin Heart', 'CH', 2, 7, 65, '2025-09-13', NULL, 2050000, NULL),
    (117, 'Midnight Market', 'MU', 1, 5, 145, '2025-09-26', NULL, 16500000, 6),
    (118, 'The Winter Bride', 'OP', 1, NULL, 190, '2025-11-28', NULL, 19900000, 8);

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE dice AS
WITH RECURSIVE throw (i, x) AS (
    SELECT 0, 19111002
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM throw WHERE i < 8 * 1200 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM throw GROUP BY i / 8;

-- Actors play where they were in the house at the premiere.
INSERT INTO CAST_ASG
SELECT PROD_NO, PRSN_NO,
       json_extract('["Martha","The Stranger","Old Bruno","Elise","The Captain","Postman","Mayor","Ivo","The Widow","Narrator","Lotte","The Twin"]', '$[' || ((PROD_NO * 5 + rn) % 12) || ']'),
       CASE WHEN rn <= 2 THEN 'Y' ELSE 'N' END
FROM (
    SELECT p.PROD_NO, s.PRSN_NO, p.GNR_CD,
           row_number() OVER (PARTITION BY p.PROD_NO ORDER BY (p.PROD_NO * 37 + s.PRSN_NO * 53 + s.PRSN_NO * p.PROD_NO * 11) % 97) AS rn
    FROM PROD p JOIN PRSN s ON s.JOB_CD = 'ACT' AND s.DT_JOIN <= p.DT_PREM AND (s.DT_LEFT IS NULL OR s.DT_LEFT > p.DT_PREM) AND s.PRSN_NO <> 19
    WHERE p.PROD_NO < 118
)
WHERE rn <= CASE GNR_CD WHEN 'DA' THEN 4 WHEN 'CH' THEN 3 WHEN 'MU' THEN 7 ELSE 5 END;

-- Mondays are dark, and nobody plays in July and August except in the garden.
INSERT INTO PERF
WITH RECURSIVE calendar (day) AS (
    SELECT '2022-09-01'
    UNION ALL
    SELECT date(day, '+1 day') FROM calendar WHERE day < '2025-11-30'
), slot AS (
    SELECT p.PROD_NO, p.GNR_CD, c.day, CAST(julianday(c.day) AS INTEGER) * 29 + p.PROD_NO * 17 AS k
    FROM calendar c JOIN PROD p ON c.day >= p.DT_PREM AND c.day <= coalesce(p.DT_CLSD, '2025-11-30')
    WHERE strftime('%w', c.day) <> '1' AND p.PROD_NO < 118
      AND (strftime('%m', c.day) NOT IN ('07', '08') OR p.GNR_CD IN ('MU', 'CO'))
)
SELECT row_number() OVER (ORDER BY day, PROD_NO), PROD_NO,
       CASE WHEN strftime('%m', day) IN ('07', '08') THEN 'GD'
            WHEN GNR_CD IN ('MU', 'OP') THEN 'MS'
            WHEN GNR_CD = 'CH' OR GNR_CD = 'DA' THEN 'ST'
            WHEN k % 5 < 2 THEN 'MS' WHEN PROD_NO IN (108, 112) THEN 'CE' ELSE 'ST' END,
       day,
       CASE WHEN GNR_CD = 'CH' THEN '15:00' WHEN strftime('%w', day) = '0' THEN '17:00' ELSE '19:30' END,
       CASE WHEN day > '2025-11-15' THEN 'S' WHEN k % 23 = 3 THEN 'X' ELSE 'P' END,
       CASE WHEN day > '2025-11-15' OR k % 23 = 3 OR k % 19 = 4 THEN NULL ELSE 18000 + (k * 7919) % 210000 END
FROM slot WHERE k % 8 = 1 OR day = (SELECT DT_PREM FROM PROD q WHERE q.PROD_NO = slot.PROD_NO);

INSERT INTO CUST
SELECT n + 1,
       json_extract('["Alma","Bert","Cora","Dirk","Edda","Franz","Gesa","Holger","Ilse","Jan","Karin","Lars","Moira","Nils","Olga"]', '$[' || (a % 15) || ']')
       || ' ' ||
       json_extract('["Albers","Becker","Conrad","Dietz","Engel","Fuchs","Graf","Hoffmann","Iversen","Jung","Kranz","Lorenz","Maurer"]', '$[' || (b % 13) || ']'),
       json_extract('["Altstadt","Altstadt","Altstadt","Bergheim","Bergheim","Lindau","Neufeld","Seehausen"]', '$[' || (c % 8) || ']'),
       date('2022-06-01', '+' || (n * 7 + d % 20) || ' days'),
       CASE WHEN e % 7 = 0 THEN NULL ELSE 'c' || CASE WHEN n % 20 = 19 THEN n ELSE n + 1 END || '@post.example' END,
       json_extract('["G","S","S","B","B","B",null,null,null,null]', '$[' || (f % 10) || ']'),
       CASE WHEN n > 10 AND g % 4 = 0 THEN 1 + h % (n - 2) END
FROM dice WHERE n < 170;

INSERT INTO BKG
SELECT n + 1, CUST_NO, PERF_ID, DT_BKG, CHNL_CD,
       CASE WHEN PAY = 'NONE' THEN NULL ELSE PAY END, BKG_STAT, SEAT_QTY,
       SEAT_QTY * PRICE, CASE CHNL_CD WHEN 'W' THEN 150 WHEN 'T' THEN 250 WHEN 'A' THEN 400 ELSE 0 END,
       CASE WHEN BKG_STAT <> 'C' OR h % 5 = 0 OR PERF_DT > '2025-11-15' THEN NULL
            ELSE date(PERF_DT, '-' || min(h % 4, CAST(julianday(PERF_DT) - julianday(DT_BKG) AS INTEGER)) || ' days') END
FROM (
    SELECT dice.n, dice.h, p.PERF_ID, p.PERF_DT,
           1 + dice.b % (SELECT count(*) FROM CUST WHERE DT_REG <= date(p.PERF_DT, '-40 days')) AS CUST_NO,
           CASE WHEN p.PERF_DT > '2025-11-15' THEN date('2025-11-15', '-' || (c % 40) || ' days') ELSE date(p.PERF_DT, '-' || (c % 40) || ' days') END AS DT_BKG,
           json_extract('["W","W","W","W","D","D","T","A"]', '$[' || (d % 8) || ']') AS CHNL_CD,
           json_extract('["CARD","CARD","CARD","CASH","VCHR","INV","NONE"]', '$[' || (e % 7) || ']') AS PAY,
           CASE WHEN p.PERF_STAT = 'X' THEN 'R' WHEN f % 14 = 0 THEN 'X' ELSE 'C' END AS BKG_STAT,
           json_extract('[1,1,2,2,2,2,3,4,4,5,8,12]', '$[' || (g % 12) || ']') AS SEAT_QTY,
           CASE p.VEN_CD WHEN 'MS' THEN 3600 WHEN 'GD' THEN 2900 WHEN 'ST' THEN 2200 ELSE 1800 END
             + CASE WHEN p.PERF_DT >= '2024-09-01' THEN 300 ELSE 0 END + CASE WHEN a % 5 = 0 THEN -600 ELSE 0 END AS PRICE
    FROM dice JOIN PERF p ON p.PERF_ID = 1 + (CASE WHEN a % 6 = 0 THEN b % 60 + (SELECT count(*) FROM PERF) - 60 ELSE (a * 3 + b) % (SELECT count(*) FROM PERF) END)
    WHERE dice.n < 1150
)
WHERE CUST_NO % 17 <> 5;

DROP TABLE dice;
