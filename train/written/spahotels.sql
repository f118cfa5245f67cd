-- An invented chain of spa hotels: bookings and their room nights, treatments,
-- guests, therapists and their shifts, reviews and travel agencies. Three keys
-- are not declared (bkg.agCd, trtAppt.thrpId, rvw.bkgNo), and every run makes
-- the same rows. bkg.bkgStat: CHK checked out, IHO in house, CNF confirmed, CXL
-- cancelled, NSH no-show. bkg.agCd is null when booked direct. trtAppt.outcm:
-- DONE, CANC cancelled, MISS missed, OPEN booked. stf.roleCd: THR therapist, REC
-- reception, HSK housekeeping, MGR manager. bkg.rmTyp: STD, DLX, SUI, FAM.

CREATE TABLE htl (
    htlCd   TEXT PRIMARY KEY,
    htl_nm  TEXT NOT NULL,
    rgn     TEXT NOT NULL,
    starNo  INTEGER NOT NULL,
    rm_cnt  INTEGER NOT NULL,
    opnDt   TEXT NOT NULL,
    clsd_dt TEXT
);

CREATE TABLE gst (
    gstId   INTEGER PRIMARY KEY,
    gst_nm  TEXT NOT NULL,
    ctryCd  TEXT,
    brn_dt  TEXT,
    loyTier TEXT,
    mktgOk  INTEGER NOT NULL
);

CREATE TABLE agcy (
    agCd    TEXT PRIMARY KEY,
    ag_nm   TEXT NOT NULL,
    commPct NUMERIC NOT NULL,
    ctrEnd  TEXT
);

CREATE TABLE bkg (
    bkgNo   INTEGER PRIMARY KEY,
    htlCd   TEXT NOT NULL REFERENCES htl (htlCd),
    gstId   INTEGER NOT NULL REFERENCES gst (gstId),
    agCd    TEXT,
    srcChn  TEXT NOT NULL,
    rmTyp   TEXT NOT NULL,
    bkd_ts  TEXT NOT NULL,
    arr_dt  TEXT NOT NULL,
    dep_dt  TEXT NOT NULL,
    nts     INTEGER NOT NULL,
    rmAmt   NUMERIC NOT NULL,
    fbAmt   NUMERIC,
    bkgStat    TEXT NOT NULL
);

CREATE TABLE trt (
    trtCd  TEXT PRIMARY KEY,
    trt_nm TEXT NOT NULL,
    trtCat TEXT NOT NULL,
    durMin INTEGER NOT NULL,
    bsPrc  NUMERIC NOT NULL,
    pkPrc  NUMERIC NOT NULL,
    endDt  TEXT
);

CREATE TABLE stf (
    stfId  INTEGER PRIMARY KEY,
    stf_nm TEXT NOT NULL,
    htlCd  TEXT NOT NULL REFERENCES htl (htlCd),
    roleCd TEXT NOT NULL,
    hireDt TEXT NOT NULL,
    leftDt TEXT,
    mgr_id INTEGER REFERENCES stf (stfId)
);

CREATE TABLE trtAppt (
    apptId  INTEGER PRIMARY KEY,
    htlCd   TEXT NOT NULL REFERENCES htl (htlCd),
    gstId   INTEGER NOT NULL REFERENCES gst (gstId),
    trtCd   TEXT NOT NULL REFERENCES trt (trtCd),
    thrpId  INTEGER,
    strt_ts TEXT NOT NULL,
    paidAmt NUMERIC,
    tipAmt  NUMERIC,
    outcm   TEXT NOT NULL
);

CREATE TABLE shft (
    shfId  INTEGER PRIMARY KEY,
    stfId  INTEGER NOT NULL REFERENCES stf (stfId),
    wk_dt  TEXT NOT NULL,
    plnHrs NUMERIC NOT NULL,
    actHrs NUMERIC,
    sickFl TEXT NOT NULL
);

CREATE TABLE rvw (
    rvId    INTEGER PRIMARY KEY,
    bkgNo   INTEGER NOT NULL,
    rv_dt   TEXT NOT NULL,
    siteNm  TEXT NOT NULL,
    score   INTEGER NOT NULL,
    rplyDt  TEXT
);

INSERT INTO htl VALUES
    ('ALP', 'Alpenrose Resort', 'Tyrol', 5, 84, '2009-06-01', NULL),
    ('BRG', 'Bergquell', 'Tyrol', 4, 52, '2015-12-10', NULL),
    ('DUN', 'Dunes Retreat', 'Baltic Coast', 4, 66, '2018-04-20', NULL),
    ('LAG', 'Lagoon House', 'Lake Garda', 5, 71, '2012-03-15', NULL),
    ('OLV', 'Olivia Springs', 'Lake Garda', 3, 38, '2020-05-05', '2024-10-31'),
    ('PIN', 'Pinewood Baths', 'Black Forest', 4, 58, '2006-09-01', NULL),
    ('SEE', 'Seebad Palace', 'Baltic Coast', 5, 110, '1999-07-12', NULL),
    ('THR', 'Thermae Nova', 'Black Forest', 3, 45, '2023-02-01', NULL);

INSERT INTO agcy VALUES
    ('ALT', 'Altavia Travel', 11, '2026-03-31'), ('BLU', 'BlueSuitcase', 14, '2025-12-31'), ('KUR', 'Kurpartner', 8, NULL),
    ('NRD', 'Nordlys Tours', 10, '2024-12-31'), ('STA', 'StayFinder', 16.5, '2027-06-30'), ('WEL', 'Wellnessclub', 9, NULL),
    ('ZAB', 'Zabel Reisen', 7.5, '2023-09-30');

INSERT INTO trt VALUES
    ('AYU', 'Ayurveda Ritual', 'massage', 90, 129, 155, NULL), ('BCK', 'Back Massage', 'massage', 25, 45, 52, NULL),
    ('FAC', 'Classic Facial', 'beauty', 50, 75, 85, NULL), ('HOT', 'Hot Stone', 'massage', 60, 95, 115, NULL),
    ('KNP', 'Kneipp Course', 'water', 40, 30, 30, '2024-06-30'), ('MAN', 'Manicure', 'beauty', 30, 38, 42, NULL),
    ('MUD', 'Mud Bath', 'water', 45, 58, 72, NULL), ('PED', 'Pedicure', 'beauty', 40, 44, 48, '2025-03-31'),
    ('REF', 'Foot Reflexology', 'massage', 45, 62, 70, NULL), ('SAL', 'Salt Float', 'water', 60, 66, 88, NULL),
    ('YOG', 'Private Yoga', 'movement', 60, 70, 70, NULL), ('PLT', 'Pilates Hour', 'movement', 60, 64, 74, NULL),
    ('CRY', 'Cryo Chamber', 'medical', 15, 40, 49, NULL);

INSERT INTO stf VALUES
    (1, 'Theresa Moser', 'ALP', 'MGR', '2012-04-01', NULL, NULL), (2, 'Janek Prus', 'SEE', 'MGR', '2010-01-15', NULL, NULL),
    (3, 'Lucia Conti', 'LAG', 'MGR', '2014-02-01', NULL, NULL), (4, 'Bernd Faller', 'PIN', 'MGR', '2016-09-01', '2024-03-31', NULL),
    (5, 'Amelie Koch', 'ALP', 'THR', '2018-05-02', NULL, 1), (6, 'Nico Hartl', 'ALP', 'THR', '2021-11-15', '2025-06-30', 1),
    (7, 'Paula Egger', 'BRG', 'THR', '2019-12-01', NULL, 1), (8, 'Yara Sommer', 'DUN', 'THR', '2020-04-01', NULL, 2),
    (9, 'Olek Maj', 'SEE', 'THR', '2017-06-12', NULL, 2), (10, 'Greta Thoms', 'SEE', 'THR', '2022-03-01', NULL, 2),
    (11, 'Chiara Riva', 'LAG', 'THR', '2019-03-20', NULL, 3), (12, 'Dario Sella', 'OLV', 'THR', '2020-05-05', '2024-10-31', 3),
    (13, 'Vera Roth', 'PIN', 'THR', '2013-10-07', NULL, 4), (14, 'Tim Schaible', 'THR', 'THR', '2023-02-01', NULL, 4),
    (15, 'Hanna Lutz', 'PIN', 'REC', '2021-01-11', NULL, 4), (16, 'Ewa Lis', 'SEE', 'REC', '2022-05-16', NULL, 2),
    (17, 'Mattia Bosco', 'LAG', 'REC', '2018-04-01', '2023-12-31', 3), (18, 'Sepp Wieser', 'ALP', 'REC', '2015-11-02', NULL, 1),
    (19, 'Rosa Plank', 'BRG', 'HSK', '2016-12-01', NULL, 1), (20, 'Irena Wolf', 'DUN', 'HSK', '2023-04-01', NULL, 2),
    (21, 'Agnes Buhl', 'THR', 'HSK', '2024-01-08', '2025-01-31', 4), (22, 'Kuno Falk', 'SEE', 'HSK', '2025-05-01', NULL, 2),
    (23, 'Lena Drexler', 'THR', 'REC', '2025-08-18', NULL, NULL);

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE toss AS
WITH RECURSIVE roll (i, x) AS (
    SELECT 0, 71830049
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM roll WHERE i < 8 * 1000 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM roll GROUP BY i / 8;

INSERT INTO gst
SELECT n + 1001,
       json_extract('["Anna","Bruno","Clara","David","Edith","Franz","Gerda","Hugo","Ines","Jakob","Karin","Leo","Marta","Nils","Olga"]', '$[' || (n % 15) || ']') || ' ' ||
       json_extract('["Adler","Brandl","Costa","Dietz","Engel","Ferri","Gruber","Huber","Ilic","Jensen","Keller","Lange","Meier"]', '$[' || (n % 13) || ']'),
       CASE WHEN b % 14 = 0 THEN NULL ELSE json_extract('["DE","DE","DE","AT","AT","IT","CH","DK","PL"]', '$[' || (b % 9) || ']') END,
       CASE WHEN c % 6 > 0 THEN date('1948-01-01', '+' || (c * 17 % 19000) || ' days') END,
       CASE WHEN d % 3 > 0 THEN json_extract('["Pearl","Pearl","Pearl","Coral","Coral","Onyx"]', '$[' || (d % 6) || ']') END,
       e % 5 < 3
FROM toss WHERE n < 130;

-- Stays up to the end of December 2025; those that begin after the 15th of
-- November are still to come. Weekends and summers are busier.
INSERT INTO bkg
SELECT row_number() OVER (ORDER BY bkd, n) + 30000, htl, 1001 + min(a % 130, h % 130),
       CASE WHEN chn = 'AGY' THEN json_extract('["ALT","BLU","BLU","KUR","NRD","STA","STA","STA","WEL"]', '$[' || (g % 9) || ']') END,
       chn, typ, bkd, arr, date(arr, '+' || nts || ' days'), nts,
       round(nts * (CASE typ WHEN 'STD' THEN 118 WHEN 'DLX' THEN 164 WHEN 'FAM' THEN 189 ELSE 285 END) * (80 + star * 6 + yrs * 4 + f % 17) / 100.0, 2),
       CASE WHEN st IN ('CHK', 'IHO') AND e % 4 > 0 THEN round(nts * (12 + e % 5500 / 100.0), 2) END,
       st
FROM (
    SELECT u.*, x.starNo AS star, CAST(strftime('%Y', arr) AS INTEGER) - 2022 AS yrs,
           min(date(arr, '-' || (2 + d % 120) || ' days'), date('2025-11-14', '-' || (d % 9) || ' days')) || printf(' %02d:%02d', 7 + (f + g) % 15, h % 60) AS bkd,
           CASE WHEN b % 11 = 3 THEN 'CXL' WHEN arr > '2025-11-15' THEN 'CNF' WHEN b % 29 = 1 THEN 'NSH' WHEN date(arr, '+' || nts || ' days') > '2025-11-15' THEN 'IHO' ELSE 'CHK' END AS st
    FROM (
        SELECT t.*, json_extract('["ALP","ALP","BRG","DUN","DUN","LAG","LAG","OLV","PIN","SEE","SEE","SEE","THR"]', '$[' || (t.c % 13) || ']') AS htl,
               json_extract('["WEB","WEB","WEB","APP","TEL","AGY","AGY"]', '$[' || (t.e % 7) || ']') AS chn,
               json_extract('["STD","STD","STD","DLX","DLX","FAM","SUI"]', '$[' || (t.g % 7) || ']') AS typ,
               1 + t.h % 3 + t.b % 4 AS nts,
               date('2022-01-20', '+' || (t.n * 1430 / 500 + t.f % 11 - CASE WHEN t.n % 3 = 0 THEN CAST(t.n * 0.05 AS INTEGER) ELSE 0 END) || ' days') AS arr
        FROM toss t WHERE t.n < 500
    ) u JOIN htl x ON x.htlCd = u.htl
)
WHERE (htl <> 'OLV' OR arr < '2024-10-25') AND (htl <> 'THR' OR arr > '2023-02-03');
UPDATE bkg SET bkgStat = 'IHO', arr_dt = '2025-11-13', dep_dt = date('2025-11-13', '+' || (nts + 2) || ' days'), nts = nts + 2 WHERE bkgNo IN (SELECT bkgNo FROM bkg WHERE arr_dt BETWEEN '2025-11-08' AND '2025-11-12' AND bkgStat = 'CHK');

INSERT INTO trtAppt
SELECT row_number() OVER (ORDER BY ts, n) + 5000, htlCd, gstId, trt, thrp, ts,
       CASE WHEN oc = 'DONE' THEN round(CASE WHEN strftime('%w', ts) IN ('0', '6') THEN pk ELSE bs END * CASE WHEN g % 9 = 0 THEN 0.9 ELSE 1 END, 2) END,
       CASE WHEN oc = 'DONE' AND f % 5 < 2 THEN 2 + f % 13 END, oc
FROM (
    SELECT t.n, t.f, t.g, b.htlCd, b.gstId, q.trtCd AS trt, q.bsPrc AS bs, q.pkPrc AS pk,
           CASE WHEN t.e % 12 > 0 THEN (SELECT CASE t.e % 2 WHEN 0 THEN min(s.stfId) ELSE max(s.stfId) END FROM stf s WHERE s.htlCd = b.htlCd AND s.roleCd = 'THR' AND s.hireDt <= b.arr_dt AND (s.leftDt IS NULL OR s.leftDt > b.dep_dt)) END AS thrp,
           date(b.arr_dt, '+' || (t.d % b.nts) || ' days') || printf(' %02d:%02d', 9 + (t.h + t.a) % 11, 30 * (t.c % 2)) AS ts,
           CASE WHEN b.arr_dt >= '2025-11-13' THEN 'OPEN' WHEN t.b % 9 = 0 THEN 'CANC' WHEN t.b % 17 = 1 THEN 'MISS' ELSE 'DONE' END AS oc
    FROM toss t JOIN bkg b ON b.bkgNo = 30001 + (t.a * 7 + t.n) % 470 AND b.bkgStat IN ('CHK', 'IHO', 'CNF')
    JOIN trt q ON q.trtCd = json_extract('["AYU","BCK","BCK","BCK","FAC","FAC","HOT","HOT","KNP","MAN","MUD","PED","REF","SAL","SAL","YOG"]', '$[' || (t.g / 3 % 16) || ']')
    WHERE t.n BETWEEN 400 AND 880 AND (q.endDt IS NULL OR b.arr_dt < q.endDt)
);

INSERT INTO shft
SELECT row_number() OVER (ORDER BY dt, n), stfId, dt, pln,
       CASE WHEN sick = 'Y' THEN NULL ELSE pln + json_extract('[0,0,0,0.5,1,2,-1,-0.5]', '$[' || (f % 8) || ']') END, sick
FROM (
    SELECT t.n, t.f, s.stfId, date('2022-02-01', '+' || (t.n * 1380 / 330 + t.b % 6) || ' days') AS dt,
           json_extract('[8,8,8,6,4,9]', '$[' || (t.c % 6) || ']') AS pln, CASE WHEN t.d % 13 = 0 THEN 'Y' ELSE 'N' END AS sick, s.hireDt, s.leftDt
    FROM toss t JOIN stf s ON s.stfId = 1 + (t.a + t.e) % 23
    WHERE t.n < 330
)
WHERE dt >= hireDt AND (leftDt IS NULL OR dt <= leftDt);

INSERT INTO rvw
SELECT row_number() OVER (ORDER BY dt, bkgNo), bkgNo, dt, site, sc, CASE WHEN f % 5 < 3 THEN date(dt, '+' || (f % 12) || ' days') END
FROM (
    SELECT b.bkgNo, t.f, date(b.dep_dt, '+' || (1 + t.g % 20) || ' days') AS dt,
           json_extract('["Tripscore","Tripscore","HolidayCheck","own site"]', '$[' || (t.c % 4) || ']') AS site,
           json_extract('[5,5,4,4,4,3,2,1,5]', '$[' || (t.d % 9) || ']') AS sc
    FROM bkg b JOIN toss t ON t.n = b.bkgNo - 29500 WHERE b.bkgStat = 'CHK' AND t.e % 5 < 2 AND b.dep_dt < '2025-10-25'
);

DROP TABLE toss;
