-- An invented ski resort: two and a third seasons of passes, lessons, rentals
-- and snow. The names are as untidy as real ones, two keys are not declared
-- (GATE_SCAN.lift_cd, RENTAL.gst_no), and every run makes the same rows.

CREATE TABLE LIFT (
    lift_cd     TEXT PRIMARY KEY,
    lift_nm     TEXT NOT NULL,
    lift_typ    TEXT NOT NULL,
    cap_per_hr  INTEGER NOT NULL,
    built_yr    INTEGER NOT NULL,
    elev_base_m INTEGER NOT NULL,
    elev_top_m  INTEGER NOT NULL,
    dt_closed   TEXT
);

CREATE TABLE PASS_TYP (
    pt_cd     TEXT PRIMARY KEY,
    pt_desc   TEXT NOT NULL,
    age_grp   TEXT NOT NULL,
    days_cnt  INTEGER NOT NULL,
    price_eur NUMERIC NOT NULL
);

CREATE TABLE GUEST (
    gst_no   INTEGER PRIMARY KEY,
    f_nm     TEXT NOT NULL,
    l_nm     TEXT NOT NULL,
    birth_dt TEXT,
    ctry     TEXT NOT NULL,
    email    TEXT,
    dt_reg   TEXT NOT NULL
);

CREATE TABLE PASS_SALE (
    sale_no   INTEGER PRIMARY KEY,
    gst_no    INTEGER NOT NULL REFERENCES GUEST (gst_no),
    pt_cd     TEXT NOT NULL REFERENCES PASS_TYP (pt_cd),
    dt_sold   TEXT NOT NULL,
    dt_from   TEXT NOT NULL,
    amt_paid  NUMERIC NOT NULL,
    sls_chnl  TEXT NOT NULL,
    refnd_flg TEXT NOT NULL
);

CREATE TABLE GATE_SCAN (
    scan_id INTEGER PRIMARY KEY,
    sale_no INTEGER NOT NULL REFERENCES PASS_SALE (sale_no),
    lift_cd TEXT NOT NULL,
    ts_scan TEXT NOT NULL
);

CREATE TABLE INSTRUCTOR (
    instr_id INTEGER PRIMARY KEY,
    instr_nm TEXT NOT NULL,
    dt_hired TEXT NOT NULL,
    dt_left  TEXT,
    hr_rate  NUMERIC NOT NULL,
    langs    TEXT NOT NULL
);

CREATE TABLE LESSON_BKG (
    bkg_id    INTEGER PRIMARY KEY,
    gst_no    INTEGER NOT NULL REFERENCES GUEST (gst_no),
    instr_id  INTEGER REFERENCES INSTRUCTOR (instr_id),
    dt_lesson TEXT NOT NULL,
    hrs       NUMERIC NOT NULL,
    skill_lvl TEXT NOT NULL,
    price_eur NUMERIC NOT NULL,
    bkg_stat  TEXT NOT NULL
);

CREATE TABLE RENTAL (
    rent_no   INTEGER PRIMARY KEY,
    gst_no    INTEGER NOT NULL,
    "Item"    TEXT NOT NULL,
    dt_out    TEXT NOT NULL,
    dt_due    TEXT NOT NULL,
    dt_back   TEXT,
    fee_eur   NUMERIC NOT NULL,
    dmg_flg   TEXT NOT NULL
);

CREATE TABLE SNOW_RPT (
    rpt_dt   TEXT NOT NULL,
    stn      TEXT NOT NULL,
    base_cm  INTEGER NOT NULL,
    new_cm   INTEGER NOT NULL,
    temp_c   REAL,
    PRIMARY KEY (rpt_dt, stn)
);

INSERT INTO LIFT VALUES
    ('A1', 'Arnhorn Gondola', 'gondola', 2400, 2012, 1180, 2040, NULL),
    ('A2', 'Arnhorn Summit', 'chairlift', 1500, 1998, 2040, 2610, NULL),
    ('B1', 'Birkli Express', 'chairlift', 2800, 2017, 1240, 1890, NULL),
    ('B2', 'Birkli Drag', 'T-bar', 720, 1984, 1250, 1420, '2025-03-31'),
    ('C1', 'Children''s Carpet', 'magic carpet', 600, 2019, 1180, 1195, NULL),
    ('C2', 'Chamois Chair', 'chairlift', 1800, 2005, 1480, 2150, NULL),
    ('D1', 'Dohlen Cable Car', 'cable car', 900, 1976, 1320, 2480, NULL),
    ('E1', 'Eisloch Drag', 'T-bar', 800, 1991, 2100, 2390, NULL),
    ('F1', 'Fuchs Carpet', 'magic carpet', 500, 2023, 1210, 1222, NULL);

INSERT INTO PASS_TYP VALUES
    ('AD1', 'Day pass adult', 'adult', 1, 62),
    ('CH1', 'Day pass child', 'child', 1, 31),
    ('SE1', 'Day pass senior', 'senior', 1, 54),
    ('AD3', '3-day pass adult', 'adult', 3, 168),
    ('CH3', '3-day pass child', 'child', 3, 84),
    ('AD6', '6-day pass adult', 'adult', 6, 312),
    ('CH6', '6-day pass child', 'child', 6, 156),
    ('SEA', 'Season pass', 'adult', 150, 690),
    ('NGT', 'Night skiing', 'adult', 1, 28);

INSERT INTO INSTRUCTOR VALUES
    (1, 'Reto Caflisch', '2015-11-20', NULL, 58, 'de,it,en'),
    (2, 'Hanna Lindqvist', '2018-12-01', NULL, 55, 'sv,en,de'),
    (3, 'Matteo Ferri', '2019-11-25', '2025-04-06', 54, 'it,en'),
    (4, 'Claire Dumont', '2021-12-04', NULL, 52, 'fr,en'),
    (5, 'Ondrej Marek', '2022-12-10', NULL, 48, 'cs,de,en'),
    (6, 'Sian Pritchard', '2023-12-02', NULL, 46, 'en'),
    (7, 'Jakob Steiner', '2012-12-01', '2024-04-14', 61, 'de,en'),
    (8, 'Aiko Tanaka', '2024-11-30', NULL, 45, 'ja,en'),
    (9, 'Luca Bernasconi', '2025-11-29', NULL, 44, 'it,de');

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE dice AS
WITH RECURSIVE throw (i, x) AS (
    SELECT 0, 20231201
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM throw WHERE i < 8 * 1000 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM throw GROUP BY i / 8;

-- The days of the seasons, numbered through; the lifts stand still in summer.
CREATE TABLE days AS
WITH RECURSIVE calendar (day) AS (
    SELECT '2023-12-01'
    UNION ALL
    SELECT date(day, '+1 day') FROM calendar WHERE day < '2026-02-10'
)
SELECT row_number() OVER (ORDER BY day) - 1 AS n, day FROM calendar WHERE strftime('%m', day) IN ('12', '01', '02', '03');

INSERT INTO GUEST
SELECT n + 1,
       json_extract('["Anna","Ben","Carla","Dario","Elena","Finn","Greta","Hugo","Ines","Jonas","Katja","Liam","Mira","Nico"]', '$[' || (a % 14) || ']'),
       json_extract('["Keller","Rossi","Novak","Smith","Dubois","Andersson","Huber","Jansen","Bianchi","O''Brien","Weiss"]', '$[' || (b % 11) || ']'),
       CASE WHEN c % 9 = 0 THEN NULL ELSE date('1948-01-01', '+' || (c % 24500) || ' days') END,
       json_extract('["CH","CH","CH","DE","DE","IT","GB","NL","FR","SE"]', '$[' || (d % 10) || ']'),
       CASE WHEN e % 6 = 0 THEN NULL ELSE 'guest' || (n + 1) || '@example.org' END,
       (SELECT day FROM days WHERE days.n = (dice.n * 2 + f % 3) % (SELECT count(*) FROM days))
FROM dice WHERE n < 180;

-- Seasons grow: a throw that falls into the first season is sometimes moved on.
INSERT INTO PASS_SALE
SELECT s.n + 1, s.gst_no, s.pt_cd, date(s.day, '-' || (s.h % 12) || ' days'), s.day,
       CASE WHEN s.g % 7 = 0 THEN round(p.price_eur * 0.9, 2) ELSE p.price_eur END,
       s.chnl, CASE WHEN s.e % 17 = 0 THEN 'Y' ELSE 'N' END
FROM (
    SELECT dice.n, 1 + b % 172 AS gst_no, days.day, e, g, h,
           json_extract('["AD1","AD1","AD1","AD1","CH1","CH1","SE1","AD3","AD3","CH3","AD6","CH6","SEA","NGT"]', '$[' || (c % 14) || ']') AS pt_cd,
           json_extract('["WEB","WEB","WEB","DESK","DESK","AGENT"]', '$[' || (d % 6) || ']') AS chnl
    FROM dice JOIN days ON days.n = CASE WHEN a % (SELECT count(*) FROM days) < 121 AND f % 4 = 0
                                         THEN a % (SELECT count(*) FROM days) + 121
                                         ELSE a % (SELECT count(*) FROM days) END
    WHERE dice.n < 430
) s JOIN PASS_TYP p ON p.pt_cd = s.pt_cd;

INSERT INTO GATE_SCAN
SELECT dice.n + 1, s.sale_no,
       json_extract('["A1","A1","A1","B1","B1","A2","C2","C2","D1","C1","B2"]', '$[' || (b % CASE WHEN s.dt_from > '2025-03-31' THEN 10 ELSE 11 END) || ']'),
       s.dt_from || ' ' || printf('%02d:%02d:%02d', 8 + c % 8, d % 60, e % 60)
FROM dice JOIN PASS_SALE s ON s.sale_no = 1 + a % 430
WHERE dice.n < 820 AND s.refnd_flg = 'N';

-- Lessons of the last weeks are moved on, so that some are still to come.
INSERT INTO LESSON_BKG
SELECT n + 1, 1 + a % 180, instr_id, dt_lesson, hrs, lvl, hrs * CASE WHEN g % 5 = 0 THEN 95 ELSE 80 END,
       CASE WHEN dt_lesson > '2026-02-10' THEN 'OPEN' ELSE stat END
FROM (
    SELECT dice.n, a, g, date(day, CASE WHEN day > '2026-01-20' THEN '+21 days' ELSE '+0 days' END) AS dt_lesson,
           CASE WHEN h % 23 = 0 THEN NULL
                WHEN day < '2024-04-14' THEN 1 + c % 7
                WHEN day < '2025-04-06' THEN json_extract('[1,2,3,4,5,6,8]', '$[' || (c % 7) || ']')
                ELSE json_extract('[1,2,4,5,6,8,9]', '$[' || (c % 7) || ']') END AS instr_id,
           json_extract('[1,1.5,2,2,2,3,4]', '$[' || (d % 7) || ']') AS hrs,
           json_extract('["beginner","beginner","beginner","intermediate","intermediate","advanced"]', '$[' || (e % 6) || ']') AS lvl,
           json_extract('["DONE","DONE","DONE","DONE","DONE","DONE","CXL","NOSHOW"]', '$[' || (f % 8) || ']') AS stat
    FROM dice JOIN days ON days.n = b % (SELECT count(*) FROM days)
    WHERE dice.n < 250
);

INSERT INTO RENTAL
SELECT n - 299, 1 + d % 176, item, dt_out, date(dt_out, '+' || len || ' days'),
       CASE WHEN dt_back > '2026-02-10' OR c % 41 = 0 THEN NULL ELSE dt_back END,
       len * CASE item WHEN 'ski set' THEN 39 WHEN 'snowboard' THEN 36 WHEN 'boots' THEN 15 WHEN 'sledge' THEN 9 ELSE 6 END,
       CASE WHEN b % 13 = 0 THEN 'Y' ELSE 'N' END
FROM (
    SELECT dice.n, dice.b, dice.c, dice.d, days.day AS dt_out, 1 + dice.f % 6 AS len,
           date(days.day, '+' || (1 + dice.f % 6 + CASE WHEN dice.g % 8 = 0 THEN 1 + dice.h % 3 ELSE 0 END) || ' days') AS dt_back,
           json_extract('["ski set","ski set","ski set","snowboard","boots","helmet","sledge"]', '$[' || (dice.e % 7) || ']') AS item
    FROM dice JOIN days ON days.n = (dice.h * 7 + dice.a) % (SELECT count(*) FROM days)
    WHERE dice.n >= 300 AND dice.n < 600
) r;

INSERT INTO SNOW_RPT
SELECT days.day, s.stn,
       s.deep + 40 + (days.n % 121) / 2 + dice.a % 20,
       CASE WHEN dice.b % 3 = 0 THEN dice.c % 35 ELSE 0 END,
       CASE WHEN dice.d % 20 = 0 THEN NULL ELSE s.cold - (dice.e % 120) / 10.0 END
FROM days
JOIN (SELECT 'Summit' AS stn, 60 AS deep, -1 AS cold, 0 AS shift UNION ALL SELECT 'Village', 0, 5, 400) s
JOIN dice ON dice.n = days.n + s.shift
WHERE days.n % 2 = 0;

DROP TABLE dice;
DROP TABLE days;
