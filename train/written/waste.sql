-- An invented town's waste collection: rounds of lorries, what they bring in,
-- hauls between sites and complaints. Names are clipped, weights in kilos.
-- Keys that are not declared: tbl_xfer.site_from and site_to, tbl_cmpl.rte_no,
-- tbl_run.ldr_no (the loader, beside the driver). Every run makes the same rows.

CREATE TABLE tbl_dist (
    dist_cd  TEXT PRIMARY KEY,
    dist_nm  TEXT NOT NULL,
    pop_cnt  INTEGER NOT NULL,
    area_km2 REAL NOT NULL
);

-- site_typ: D depot, T transfer station, S sorting plant, L landfill, I incinerator
CREATE TABLE tbl_site (
    site_cd  TEXT PRIMARY KEY,
    site_nm  TEXT NOT NULL,
    site_typ TEXT NOT NULL,
    dist_cd  TEXT REFERENCES tbl_dist (dist_cd),
    cap_t_yr INTEGER,
    dt_open  TEXT NOT NULL,
    dt_clsd  TEXT
);

CREATE TABLE tbl_mat (
    mat_cd    TEXT PRIMARY KEY,
    mat_nm    TEXT NOT NULL,
    recyc_flg TEXT NOT NULL,
    fee_eur_t NUMERIC
);

CREATE TABLE tbl_veh (
    veh_no       INTEGER PRIMARY KEY,
    plate        TEXT NOT NULL,
    veh_typ      TEXT NOT NULL,
    fuel_cd      TEXT NOT NULL,
    payld_kg     INTEGER NOT NULL,
    dt_acq       TEXT NOT NULL,
    dt_scrap     TEXT,
    home_site_cd TEXT NOT NULL REFERENCES tbl_site (site_cd)
);

-- job_cd: DRV driver, LDR loader, SUP supervisor, OFF office
CREATE TABLE tbl_emp (
    emp_no     INTEGER PRIMARY KEY,
    emp_nm     TEXT NOT NULL,
    job_cd     TEXT NOT NULL,
    dt_birth   TEXT,
    dt_hire    TEXT NOT NULL,
    dt_term    TEXT,
    mgr_emp_no INTEGER REFERENCES tbl_emp (emp_no)
);

CREATE TABLE tbl_rte (
    rte_no    TEXT PRIMARY KEY,
    rte_nm    TEXT NOT NULL,
    dist_cd   TEXT NOT NULL REFERENCES tbl_dist (dist_cd),
    mat_cd    TEXT NOT NULL REFERENCES tbl_mat (mat_cd),
    wkday     INTEGER NOT NULL,
    stops_cnt INTEGER NOT NULL,
    plan_min  INTEGER NOT NULL
);

-- stat: C completed, P partly done, X cancelled
CREATE TABLE tbl_run (
    run_id     INTEGER PRIMARY KEY,
    rte_no     TEXT NOT NULL REFERENCES tbl_rte (rte_no),
    veh_no     INTEGER NOT NULL REFERENCES tbl_veh (veh_no),
    drv_no     INTEGER NOT NULL REFERENCES tbl_emp (emp_no),
    ldr_no     INTEGER,
    dt_run     TEXT NOT NULL,
    stat       TEXT NOT NULL,
    dur_min    INTEGER,
    dist_km    REAL,
    kg_coll    INTEGER,
    contam_pct REAL
);

CREATE TABLE tbl_xfer (
    xfer_id   INTEGER PRIMARY KEY,
    dt_xfer   TEXT NOT NULL,
    site_from TEXT NOT NULL,
    site_to   TEXT NOT NULL,
    mat_cd    TEXT NOT NULL REFERENCES tbl_mat (mat_cd),
    net_kg    INTEGER NOT NULL,
    cost_eur  NUMERIC NOT NULL
);

-- cmpl_typ: MISS bin not emptied, SPIL spillage, NOIS noise, DMG damaged bin
CREATE TABLE tbl_cmpl (
    cmpl_no  INTEGER PRIMARY KEY,
    dt_recv  TEXT NOT NULL,
    dt_clsd  TEXT,
    cmpl_typ TEXT NOT NULL,
    prio     INTEGER NOT NULL,
    chnl     TEXT NOT NULL,
    dist_cd  TEXT NOT NULL REFERENCES tbl_dist (dist_cd),
    rte_no   TEXT,
    addr     TEXT
);

INSERT INTO tbl_dist VALUES
    ('ALT', 'Altstadt', 18400, 2.1), ('HAF', 'Hafen', 9200, 5.4), ('NOR', 'Nordend', 31250, 7.9), ('WES', 'Westpark', 22700, 6.3),
    ('SUD', 'Südhang', 15900, 8.8), ('OST', 'Ostwerk', 12300, 11.2), ('MUH', 'Mühlau', 7600, 9.7), ('FOR', 'Forsthöhe', 1150, 14.5);

INSERT INTO tbl_site VALUES
    ('DP1', 'Depot Hafen', 'D', 'HAF', NULL, '1988-05-01', NULL),
    ('DP2', 'Depot Nordend', 'D', 'NOR', NULL, '2009-09-01', NULL),
    ('TS1', 'Transfer Ostwerk', 'T', 'OST', 42000, '1996-03-15', NULL),
    ('TS2', 'Transfer Westpark', 'T', 'WES', 30000, '2014-06-01', NULL),
    ('SP1', 'Sorting Plant Kranich', 'S', NULL, 25000, '2011-10-10', NULL),
    ('LF1', 'Landfill Grauberg', 'L', NULL, 60000, '1979-01-01', '2024-06-30'),
    ('LF2', 'Landfill Steinbruch', 'L', 'MUH', 55000, '2023-04-01', NULL),
    ('IN1', 'Incinerator Elbtal', 'I', NULL, 90000, '2004-02-20', NULL),
    ('CP1', 'Compost Yard Südhang', 'S', 'SUD', 8000, '2017-04-01', NULL);

INSERT INTO tbl_mat VALUES
    ('RES', 'Residual waste', 'N', 148), ('PAP', 'Paper and card', 'Y', 22), ('GLS', 'Glass', 'Y', 31), ('PLA', 'Plastics and cans', 'Y', 64),
    ('ORG', 'Organic waste', 'Y', 72), ('BLK', 'Bulky waste', 'N', 165), ('HAZ', 'Hazardous waste', 'N', NULL), ('ELE', 'Electronic scrap', 'Y', NULL);

INSERT INTO tbl_veh VALUES
    (101, 'HB-WC 101', 'rear loader', 'DSL', 11500, '2012-03-12', '2024-02-28', 'DP1'),
    (102, 'HB-WC 102', 'rear loader', 'DSL', 11500, '2013-07-01', '2025-03-31', 'DP1'),
    (103, 'HB-WC 103', 'rear loader', 'DSL', 11800, '2016-05-20', NULL, 'DP1'),
    (104, 'HB-WC 104', 'side loader', 'DSL', 9800, '2017-09-11', NULL, 'DP2'),
    (105, 'HB-WC 105', 'side loader', 'CNG', 9600, '2018-02-05', NULL, 'DP2'),
    (106, 'HB-WC 106', 'rear loader', 'CNG', 11200, '2019-06-17', NULL, 'DP1'),
    (107, 'HB-WC 107', 'glass truck', 'DSL', 7400, '2019-11-04', NULL, 'DP1'),
    (108, 'HB-WC 108', 'rear loader', 'CNG', 11200, '2020-08-24', NULL, 'DP2'),
    (109, 'HB-WC 109', 'small loader', 'ELC', 4200, '2021-10-01', NULL, 'DP2'),
    (110, 'HB-WC 110', 'rear loader', 'ELC', 10400, '2022-09-15', NULL, 'DP2'),
    (111, 'HB-WC 111', 'side loader', 'ELC', 9100, '2023-05-02', NULL, 'DP1'),
    (112, 'HB-WC 112', 'rear loader', 'HYD', 10800, '2024-04-08', NULL, 'DP1'),
    (113, 'HB-WC 113', 'rear loader', 'ELC', 10400, '2025-04-22', NULL, 'DP2'),
    (114, 'HB-WC 114', 'hook lift', 'DSL', 13200, '2015-01-19', NULL, 'DP1');

INSERT INTO tbl_emp VALUES
    (1, 'Renate Voss', 'SUP', '1967-04-12', '1994-02-01', NULL, NULL),
    (2, 'Milan Horvat', 'SUP', '1975-10-03', '2003-06-16', NULL, 1),
    (3, 'Gisela Tamm', 'SUP', '1980-01-25', '2010-09-01', NULL, 1),
    (4, 'Uwe Petersen', 'DRV', '1964-08-30', '1991-05-01', '2024-08-31', 2),
    (5, 'Ana Kovac', 'DRV', '1979-12-11', '2006-03-01', NULL, 2),
    (6, 'Deniz Aydin', 'DRV', '1985-06-19', '2012-10-15', NULL, 2),
    (7, 'Holger Brandes', 'DRV', '1971-02-02', '1999-04-01', '2023-03-31', 3),
    (8, 'Sofia Mendes', 'DRV', '1990-09-07', '2016-01-11', NULL, 3),
    (9, 'Piotr Zielinski', 'DRV', '1983-03-28', '2017-07-03', NULL, 3),
    (10, 'Jens Olufsen', 'DRV', NULL, '2019-02-18', NULL, 2),
    (11, 'Fatima Rahal', 'DRV', '1994-05-16', '2021-04-12', NULL, 3),
    (12, 'Karl Eggers', 'DRV', '1988-11-21', '2023-04-03', NULL, 3),
    (13, 'Lea Sander', 'DRV', '1998-07-14', '2024-09-02', NULL, 2),
    (14, 'Ibrahim Sesay', 'LDR', '1986-01-08', '2013-05-06', NULL, 5),
    (15, 'Tom Ahlers', 'LDR', '1992-10-27', '2015-08-17', NULL, 5),
    (16, 'Marek Nowak', 'LDR', '1978-06-05', '2008-11-03', '2025-01-31', 6),
    (17, 'Yusuf Demir', 'LDR', '1995-02-13', '2018-03-12', NULL, 8),
    (18, 'Sven Harms', 'LDR', NULL, '2020-06-01', NULL, 8),
    (19, 'Olena Bondar', 'LDR', '1997-08-22', '2022-07-18', NULL, 9),
    (20, 'Paul Richter', 'LDR', '2001-12-30', '2023-09-04', NULL, 6),
    (21, 'Nina Falk', 'LDR', '2003-04-09', '2025-02-10', NULL, 9),
    (22, 'Birgit Stolz', 'OFF', '1973-07-17', '2001-01-08', NULL, 1),
    (23, 'Aaron Weber', 'OFF', '1991-03-05', '2020-10-12', NULL, 22),
    (24, 'Clara Hoppe', 'OFF', '1999-11-02', '2024-06-03', '2025-05-31', 22);

INSERT INTO tbl_rte VALUES
    ('R01', 'Altstadt residual', 'ALT', 'RES', 1, 410, 330), ('R02', 'Altstadt paper', 'ALT', 'PAP', 3, 380, 290),
    ('R03', 'Hafen residual', 'HAF', 'RES', 2, 240, 270), ('R04', 'Hafen glass', 'HAF', 'GLS', 4, 45, 210),
    ('R05', 'Nordend residual east', 'NOR', 'RES', 1, 520, 400), ('R06', 'Nordend residual west', 'NOR', 'RES', 2, 495, 390),
    ('R07', 'Nordend organic', 'NOR', 'ORG', 4, 460, 350), ('R08', 'Nordend plastics', 'NOR', 'PLA', 5, 505, 340),
    ('R09', 'Westpark residual', 'WES', 'RES', 3, 470, 370), ('R10', 'Westpark paper', 'WES', 'PAP', 5, 450, 320),
    ('R11', 'Westpark organic', 'WES', 'ORG', 2, 430, 330), ('R12', 'Südhang residual', 'SUD', 'RES', 4, 360, 340),
    ('R13', 'Südhang organic', 'SUD', 'ORG', 1, 345, 320), ('R14', 'Südhang plastics', 'SUD', 'PLA', 3, 350, 300),
    ('R15', 'Ostwerk residual', 'OST', 'RES', 5, 280, 310), ('R16', 'Ostwerk plastics', 'OST', 'PLA', 2, 270, 260),
    ('R17', 'Mühlau residual', 'MUH', 'RES', 3, 210, 280), ('R18', 'Mühlau glass', 'MUH', 'GLS', 1, 30, 190),
    ('R19', 'Bulky tour north', 'NOR', 'BLK', 4, 60, 420), ('R20', 'Bulky tour south', 'SUD', 'BLK', 5, 55, 410),
    ('R21', 'Forsthöhe mixed', 'FOR', 'RES', 5, 90, 240);

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE dice AS
WITH RECURSIVE throw (i, x) AS (
    SELECT 0, 451907
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM throw WHERE i < 8 * 1700 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM throw GROUP BY i / 8;

-- Some five runs a week, each on the weekday of its route; Forsthöhe waits for its first.
INSERT INTO tbl_run
SELECT n + 1, rte_no,
       (SELECT veh_no FROM (SELECT v.veh_no, min((v.veh_no * 31 + 7) * (t.c + 1) % 8191) FROM tbl_veh v WHERE v.veh_no < 114 AND v.veh_no <> 107 AND v.dt_acq <= t.day AND (v.dt_scrap IS NULL OR v.dt_scrap > t.day))),
       (SELECT emp_no FROM (SELECT w.emp_no, min((w.emp_no * 31 + 7) * (t.d + 1) % 8191) FROM tbl_emp w WHERE w.job_cd = 'DRV' AND w.dt_hire <= t.day AND (w.dt_term IS NULL OR w.dt_term > t.day))),
       CASE WHEN mat_cd <> 'GLS' AND e % 13 > 0 THEN (SELECT emp_no FROM (SELECT w.emp_no, min((w.emp_no * 31 + 7) * (t.e + 1) % 8191) FROM tbl_emp w WHERE w.job_cd = 'LDR' AND w.dt_hire <= t.day AND (w.dt_term IS NULL OR w.dt_term > t.day))) END,
       day, stat,
       CASE WHEN stat <> 'X' THEN plan_min - 35 + f % 95 END,
       CASE WHEN stat <> 'X' THEN 18 + plan_min / 12 + (g % 190) / 10.0 END,
       CASE WHEN stat <> 'X' THEN (CASE WHEN stat = 'P' THEN 6 ELSE 10 END) * (base + h % 320 + CASE WHEN mat_cd = 'ORG' AND strftime('%m', day) BETWEEN '05' AND '10' THEN 190 ELSE 0 END) END,
       CASE WHEN stat <> 'X' AND mat_cd IN ('PAP', 'PLA', 'ORG', 'GLS') AND g % 7 > 0 THEN round(1.5 + (h % 140) / 10.0 * CASE mat_cd WHEN 'PLA' THEN 1.6 WHEN 'GLS' THEN 0.4 ELSE 0.8 END, 1) END
FROM (
    SELECT d.*, r.rte_no, r.mat_cd, r.plan_min,
           date('2022-01-03', '+' || (7 * (d.n * 202 / 940) + r.wkday - 1) || ' days') AS day,
           CASE WHEN d.a % 19 = 0 THEN 'X' WHEN d.a % 11 = 1 THEN 'P' ELSE 'C' END AS stat,
           CASE r.mat_cd WHEN 'RES' THEN 560 WHEN 'GLS' THEN 270 WHEN 'PLA' THEN 210 WHEN 'PAP' THEN 330 WHEN 'ORG' THEN 380 ELSE 250 END AS base
    FROM dice d JOIN tbl_rte r ON r.rte_no = printf('R%02d', 1 + (d.b + d.n % 3) % 20)
    WHERE d.n < 940
) t WHERE day < '2025-11-15';
UPDATE tbl_run SET veh_no = 107 WHERE rte_no IN ('R04', 'R18') AND run_id % 10 < 8;

INSERT INTO tbl_xfer
SELECT n - 939, day, site_from, CASE WHEN site_to = 'LF1' AND day > '2024-06-30' THEN 'LF2' ELSE site_to END, mat_cd, kg,
       round(kg / 1000.0 * CASE mat_cd WHEN 'RES' THEN 11.5 WHEN 'BLK' THEN 14 ELSE 8.2 END + 35 + c % 40, 2)
FROM (
    SELECT n, c, date('2022-01-10', '+' || ((n - 940) * 1400 / 250 + a % 5) || ' days') AS day,
           CASE WHEN d % 5 < 3 THEN 'TS1' WHEN d % 5 = 3 THEN 'TS2' ELSE 'SP1' END AS site_from,
           CASE WHEN d % 5 = 4 THEN json_extract('["IN1","LF1","IN1"]', '$[' || (e % 3) || ']')
                ELSE json_extract('["IN1","IN1","LF1","LF1","SP1","SP1","CP1"]', '$[' || (e % 7) || ']') END AS site_to,
           CASE WHEN d % 5 = 4 THEN 'RES' ELSE json_extract('["RES","RES","RES","BLK","PAP","PLA","ORG"]', '$[' || (e % 7) || ']') END AS mat_cd,
           7000 + 10 * (b % 1500) AS kg
    FROM dice WHERE n >= 940 AND n < 1190
);
UPDATE tbl_xfer SET site_from = 'TS1' WHERE site_from = site_to;

INSERT INTO tbl_cmpl
SELECT n - 1189, day,
       CASE WHEN closed > '2025-11-14' OR h % 67 = 0 THEN NULL ELSE closed END,
       typ, CASE typ WHEN 'SPIL' THEN 1 ELSE 2 + g % 2 END,
       json_extract('["PH","PH","WEB","WEB","APP","LTR"]', '$[' || (d % 6) || ']'),
       r.dist_cd, CASE WHEN typ IN ('MISS', 'SPIL') OR g % 3 = 0 THEN r.rte_no END,
       CASE WHEN f % 14 = 0 THEN NULL ELSE json_extract('["Kanalstr.","Lindenweg","Am Speicher","Schulgasse","Ringallee","Brunnenplatz"]', '$[' || (f % 6) || ']') || ' ' || (1 + f / 6 % 17) END
FROM (
    SELECT d.*, date('2022-01-05', '+' || ((CASE WHEN h % 12 = 5 THEN 32767 - b % 1500 ELSE max(a, b * 4 / 5) END) * 1409 / 32768) || ' days') AS day,
           json_extract('["MISS","MISS","MISS","MISS","SPIL","NOIS","DMG","DMG"]', '$[' || (c % 8) || ']') AS typ
    FROM dice d WHERE n >= 1190 AND n < 1530
) JOIN tbl_rte r ON r.rte_no = printf('R%02d', 1 + e % 18)
JOIN (SELECT n AS m, date(date('2022-01-05', '+' || ((CASE WHEN h % 12 = 5 THEN 32767 - b % 1500 ELSE max(a, b * 4 / 5) END) * 1409 / 32768) || ' days'), '+' || (1 + (g % 10) * (1 + d % 3)) || ' days') AS closed FROM dice) ON m = n;

DROP TABLE dice;
