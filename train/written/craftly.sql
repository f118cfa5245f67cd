-- An invented seller of toys and craft supplies on the net: web shops, orders,
-- refunds, ad campaigns, visits, and offers to schools. Four keys are not
-- declared (ord_ln.itm_id, rfnd.itm_id, vst.ord_no, opp.cust_id), and every run
-- makes the same rows. ord.stat: OPEN, SENT on its way, DELIV delivered, CANC
-- cancelled. cust.seg: PRV private, SCH school, RSL reseller. opp.stg: NEW, QUO
-- quoted, NEG in talks, WON, LST lost.

CREATE TABLE shp (
    shp_id  INTEGER PRIMARY KEY,
    shp_nm  TEXT NOT NULL,
    ctry    TEXT NOT NULL,
    pltfm   TEXT NOT NULL,
    dt_open TEXT NOT NULL,
    dt_clsd TEXT
);

CREATE TABLE itm (
    itm_id   INTEGER PRIMARY KEY,
    itm_nm   TEXT NOT NULL,
    ctg      TEXT NOT NULL,
    brnd     TEXT,
    lst_prc  NUMERIC NOT NULL,
    buy_prc  NUMERIC NOT NULL,
    min_age  INTEGER,
    actv_fl  INTEGER NOT NULL,
    dt_intro TEXT NOT NULL
);

CREATE TABLE cust (
    cust_id  INTEGER PRIMARY KEY,
    cust_nm  TEXT NOT NULL,
    seg      TEXT NOT NULL,
    ctry     TEXT,
    dt_sgnup TEXT NOT NULL,
    nwsl_fl  INTEGER NOT NULL
);

CREATE TABLE ord (
    ord_no   INTEGER PRIMARY KEY,
    cust_id  INTEGER NOT NULL REFERENCES cust (cust_id),
    shp_id   INTEGER NOT NULL REFERENCES shp (shp_id),
    ord_ts   TEXT NOT NULL,
    chnl     TEXT NOT NULL,
    stat     TEXT NOT NULL,
    vchr_cd  TEXT,
    tot_amt  NUMERIC NOT NULL,
    ship_fee NUMERIC,
    dt_prom  TEXT NOT NULL,
    dt_dlvd  TEXT
);

CREATE TABLE ord_ln (
    ord_no   INTEGER NOT NULL REFERENCES ord (ord_no),
    ln_no    INTEGER NOT NULL,
    itm_id   INTEGER NOT NULL,
    qty      INTEGER NOT NULL,
    unit_prc NUMERIC NOT NULL,
    PRIMARY KEY (ord_no, ln_no)
);

CREATE TABLE rfnd (
    rfnd_id INTEGER PRIMARY KEY,
    ord_no  INTEGER NOT NULL REFERENCES ord (ord_no),
    itm_id  INTEGER NOT NULL,
    dt_req  TEXT NOT NULL,
    dt_paid TEXT,
    amt     NUMERIC NOT NULL,
    rsn     TEXT
);

CREATE TABLE cmpgn (
    cmp_id  INTEGER PRIMARY KEY,
    cmp_nm  TEXT NOT NULL,
    media   TEXT NOT NULL,
    dt_strt TEXT NOT NULL,
    dt_end  TEXT,
    bdgt    NUMERIC
);

CREATE TABLE ad_wk (
    cmp_id  INTEGER NOT NULL REFERENCES cmpgn (cmp_id),
    wk_strt TEXT NOT NULL,
    impr    INTEGER NOT NULL,
    clk     INTEGER NOT NULL,
    spnd    NUMERIC NOT NULL,
    rev     NUMERIC NOT NULL,
    PRIMARY KEY (cmp_id, wk_strt)
);

CREATE TABLE vst (
    vst_id  INTEGER PRIMARY KEY,
    shp_id  INTEGER NOT NULL REFERENCES shp (shp_id),
    vst_ts  TEXT NOT NULL,
    dvc     TEXT NOT NULL,
    src     TEXT,
    dur_sec INTEGER NOT NULL,
    cart_fl INTEGER NOT NULL,
    ord_no  INTEGER
);

CREATE TABLE opp (
    opp_id   INTEGER PRIMARY KEY,
    schl_nm  TEXT NOT NULL,
    rgn      TEXT NOT NULL,
    cust_id  INTEGER,
    rep_nm   TEXT,
    stg      TEXT NOT NULL,
    est_amt  NUMERIC NOT NULL,
    fin_amt  NUMERIC,
    dt_crtd  TEXT NOT NULL,
    dt_cls   TEXT
);

INSERT INTO shp VALUES
    (1, 'Bastelhaus', 'DE', 'own', '2019-03-01', NULL), (2, 'Krea Corner', 'NL', 'own', '2021-05-10', NULL),
    (3, 'Petit Atelier', 'FR', 'marketplace', '2022-02-14', NULL), (4, 'Glue and Glitter', 'IE', 'own', '2022-01-20', NULL),
    (5, 'Toy Attic', 'IE', 'marketplace', '2020-09-01', '2024-06-30'), (6, 'Knutselkist', 'BE', 'marketplace', '2023-04-03', NULL),
    (7, 'Hobby Loft', 'AT', 'own', '2025-10-27', NULL);

INSERT INTO itm VALUES
    (101, 'Acrylic Paint Set 24', 'Paint', 'Colora', 24.9, 11.2, 6, 1, '2019-03-01'),
    (102, 'Watercolour Pan 12', 'Paint', 'Colora', 12.5, 5.1, 4, 1, '2019-03-01'),
    (103, 'Finger Paint Tub', 'Paint', 'Smear', 9.8, 3.9, 2, 1, '2020-02-11'),
    (104, 'Chalk Markers', 'Paint', NULL, 14.2, 6.6, NULL, 0, '2021-07-01'),
    (111, 'Origami Paper 200', 'Paper', 'Foldwell', 7.9, 2.4, 5, 1, '2019-03-01'),
    (112, 'Card Stock A4', 'Paper', 'Foldwell', 11.4, 4.8, NULL, 1, '2019-06-15'),
    (113, 'Tissue Paper Roll', 'Paper', NULL, 4.5, 1.3, NULL, 1, '2022-03-21'),
    (121, 'Wool Bundle Pastel', 'Textile', 'Lanette', 21.0, 10.5, 8, 1, '2020-09-10'),
    (122, 'Felt Sheets 40', 'Textile', 'Lanette', 15.6, 6.9, 5, 1, '2020-09-10'),
    (123, 'Sewing Starter Box', 'Textile', 'Needly', 34.5, 17.8, 8, 1, '2021-11-02'),
    (124, 'Macrame Cord', 'Textile', NULL, 13.3, 5.9, NULL, 0, '2022-05-05'),
    (131, 'Wooden Train', 'Toys', 'Timbo', 39.9, 21.5, 3, 1, '2019-03-01'),
    (132, 'Marble Run', 'Toys', 'Timbo', 54.0, 29.0, 5, 1, '2020-10-01'),
    (133, 'Puppet Theatre', 'Toys', 'Fabula', 64.5, 38.0, 4, 1, '2021-09-15'),
    (134, 'Shape Sorter', 'Toys', 'Timbo', 19.9, 8.2, 1, 1, '2023-01-16'),
    (135, 'Robot Kit Junior', 'Toys', 'Voltino', 79.0, 47.5, 8, 1, '2024-03-04'),
    (141, 'Bead Mix 1 kg', 'Beads', 'Perlina', 18.4, 7.7, 4, 1, '2019-03-01'),
    (142, 'Letter Beads', 'Beads', 'Perlina', 9.2, 3.1, 4, 1, '2021-04-12'),
    (143, 'Jewellery Wire', 'Beads', NULL, 6.8, 2.2, 8, 1, '2022-08-22'),
    (151, 'Safety Scissors', 'Tools', 'Needly', 5.6, 1.9, 3, 1, '2019-03-01'),
    (152, 'Glue Gun', 'Tools', 'Voltino', 17.9, 8.8, 10, 1, '2020-01-20'),
    (153, 'Cutting Mat A3', 'Tools', NULL, 16.5, 7.4, NULL, 1, '2023-02-27'),
    (154, 'Leather Punch', 'Tools', 'Needly', 28.0, 15.0, 12, 0, '2021-03-03');

INSERT INTO cmpgn VALUES
    (1, 'Spring Paint Days', 'search', '2023-03-06', '2023-05-14', 4200), (2, 'Back to School 23', 'social', '2023-08-07', '2023-10-01', 5500),
    (3, 'Advent Box 23', 'display', '2023-11-06', '2023-12-24', 6000), (4, 'Easter Eggs 24', 'social', '2024-02-26', '2024-04-07', 3600),
    (5, 'Rainy Summer', 'video', '2024-06-10', '2024-08-18', NULL), (6, 'Back to School 24', 'search', '2024-08-05', '2024-09-29', 6500),
    (7, 'Advent Box 24', 'display', '2024-11-04', '2024-12-24', 7200), (8, 'Marble Mania', 'video', '2025-02-03', '2025-04-13', 5200),
    (9, 'Teacher Deals', 'email', '2025-01-13', NULL, NULL), (10, 'Always On Search', 'search', '2024-01-08', NULL, 24000),
    (11, 'Back to School 25', 'social', '2025-08-04', '2025-09-28', 7000), (12, 'Advent Box 25', 'display', '2025-12-01', NULL, 8000);

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE toss AS
WITH RECURSIVE roll (i, x) AS (
    SELECT 0, 77120461
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM roll WHERE i < 8 * 900 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM roll GROUP BY i / 8;

INSERT INTO cust
SELECT n + 1,
       CASE seg WHEN 'SCH' THEN json_extract('["Oak Hill","Lindenhof","Saint Brigid","De Regenboog","Jean Moulin","Riverside","Am Markt","Harbour View"]', '$[' || (b % 8) || ']') || ' ' || json_extract('["Primary","Kindergarten","School"]', '$[' || (c % 3) || ']')
                WHEN 'RSL' THEN json_extract('["Pinto","Wolke","Marl","Tilda","Quill"]', '$[' || (b % 5) || ']') || json_extract('[" Toys"," Crafts"," Trading"]', '$[' || (c % 3) || ']')
                ELSE json_extract('["Anna","Bram","Chloe","Dirk","Eva","Fionn","Greta","Hugo","Ines","Jonas","Kaat","Liam","Maud"]', '$[' || (b % 13) || ']') || ' ' || json_extract('["Adler","Brandt","Claes","Dupont","Egan","Fuchs","Girard","Hendriks","Jansen","Keane","Lenz"]', '$[' || (c % 11) || ']') END,
       seg, CASE WHEN d % 12 = 0 THEN NULL ELSE json_extract('["DE","DE","DE","NL","NL","FR","IE","BE","AT"]', '$[' || (e % 9) || ']') END,
       date('2021-11-01', '+' || (n * 1440 / 110 + f % 20) || ' days'), g % 5 < 2
FROM (SELECT t.*, CASE WHEN a % 10 < 6 THEN 'PRV' WHEN a % 10 < 9 THEN 'SCH' ELSE 'RSL' END AS seg FROM toss t WHERE n < 110);

-- Orders: customers who signed up by then, more of them every year.
INSERT INTO ord
SELECT row_number() OVER (ORDER BY ts, n) + 50000, 1 + (c * 7 + d) % max(6, min(108, CAST(julianday(ts) - julianday('2021-11-01') AS INTEGER) * 110 / 1440 - 4)),
       CASE WHEN ts < '2023-04-03' THEN json_extract('[1,1,1,2,2,3,4,5]', '$[' || (e % 8) || ']') WHEN ts < '2024-06-30' THEN json_extract('[1,1,1,2,2,3,5,6,4]', '$[' || (e % 9) || ']') ELSE json_extract('[1,1,2,2,3,3,4,4,6]', '$[' || (e % 9) || ']') END,
       ts, json_extract('["web","web","web","app","app","phone","mail"]', '$[' || (f % 7) || ']'),
       CASE WHEN g % 13 = 0 THEN 'CANC' WHEN ts > '2025-11-08' THEN 'OPEN' WHEN ts > '2025-10-30' THEN 'SENT' WHEN h % 61 = 3 THEN 'SENT' ELSE 'DELIV' END,
       CASE WHEN h % 6 = 0 THEN json_extract('["WELCOME10","WELCOME10","SCHOOL5","XMAS15"]', '$[' || (h / 6 % 4) || ']') END, 0,
       CASE WHEN b % 9 = 0 THEN NULL ELSE json_extract('[0,3.9,4.9,6.5]', '$[' || (b % 4) || ']') END, date(ts, '+' || (3 + a % 4) || ' days'), NULL
FROM (SELECT t.*, date('2022-01-10', '+' || CAST(1425 * sqrt((t.n + 8) / 468.0) - 20 AS INTEGER) || ' days') || printf(' %02d:%02d', 7 + (t.a + t.b) % 16, t.d % 60) AS ts FROM toss t WHERE t.n < 460)
WHERE ts < '2025-11-15';

INSERT INTO ord_ln
SELECT o.ord_no, k.n + 1, i.itm_id, 1 + (t.b + k.n * 3) % CASE c.seg WHEN 'PRV' THEN 3 ELSE 12 END,
       round(i.lst_prc * (88 + 4 * (CAST(strftime('%Y', o.ord_ts) AS INTEGER) - 2022)) / 100.0, 2)
FROM ord o JOIN cust c ON c.cust_id = o.cust_id JOIN toss t ON t.n = o.ord_no - 49990 JOIN toss k ON k.n < 1 + t.c % 3
JOIN (SELECT itm_id, lst_prc, dt_intro, row_number() OVER (ORDER BY itm_id) - 1 AS r FROM itm) i
  ON i.r = (t.d + k.n * 7 + CASE WHEN o.ord_ts > '2024-08' THEN t.e % 4 ELSE 0 END) % 22 AND i.dt_intro < o.ord_ts;
DELETE FROM ord WHERE ord_no NOT IN (SELECT ord_no FROM ord_ln);
UPDATE ord SET tot_amt = (SELECT round(sum(l.qty * l.unit_prc) * CASE WHEN ord.vchr_cd = 'XMAS15' THEN 0.85 WHEN ord.vchr_cd = 'SCHOOL5' THEN 0.95 WHEN ord.vchr_cd IS NOT NULL THEN 0.9 ELSE 1 END, 2) FROM ord_ln l WHERE l.ord_no = ord.ord_no);
UPDATE ord SET dt_dlvd = (SELECT date(ord.ord_ts, '+' || (2 + t.f % 4 + CASE WHEN t.g % 6 = 0 THEN 4 ELSE 0 END) || ' days') FROM toss t WHERE t.n = ord.ord_no - 49980) WHERE stat = 'DELIV';

INSERT INTO rfnd
SELECT row_number() OVER (ORDER BY dt, ord_no) + 900, ord_no, itm_id, dt,
       CASE WHEN d % 7 = 0 AND dt > '2025-06-01' OR d % 19 = 0 THEN NULL ELSE min('2025-11-14', date(dt, '+' || (1 + e % 11) || ' days')) END, amt,
       CASE WHEN f % 8 = 0 THEN NULL ELSE json_extract('["damaged","damaged","wrong item","did not like","late","late","missing parts"]', '$[' || (f % 7) || ']') END
FROM (SELECT o.ord_no, l.itm_id, t.d, t.e, t.f, min('2025-11-14', date(o.dt_dlvd, '+' || (1 + t.c % 20) || ' days')) AS dt, round(l.unit_prc * (1 + t.g % l.qty), 2) AS amt
      FROM ord o JOIN ord_ln l ON l.ord_no = o.ord_no JOIN toss t ON t.n = (o.ord_no * 3 + l.ln_no * 101) % 900
      WHERE o.stat = 'DELIV' AND t.b % 9 = 0);

INSERT INTO ad_wk
SELECT cmp_id, wk, impr, clk, round(clk * cpc, 2), round(clk * cpc * (40 + d % 400) / 100.0, 2)
FROM (SELECT c.cmp_id, date(c.dt_strt, '+' || (w.n * step) || ' days') AS wk, t.d, 4000 + t.a % 26000 AS impr, CAST(40 + (t.b % 900) * CASE c.media WHEN 'display' THEN 0.4 WHEN 'video' THEN 0.6 ELSE 1 END AS INTEGER) AS clk,
             CASE c.media WHEN 'search' THEN 0.52 WHEN 'social' THEN 0.38 WHEN 'video' THEN 0.29 WHEN 'email' THEN 0.11 ELSE 0.44 END + t.c % 15 / 100.0 AS cpc
      FROM (SELECT cmpgn.*, CASE cmp_id WHEN 10 THEN 14 ELSE 7 END AS step FROM cmpgn) c JOIN toss w ON w.n < 60 JOIN toss t ON t.n = (c.cmp_id * 67 + w.n) % 900
      WHERE date(c.dt_strt, '+' || (w.n * step) || ' days') <= coalesce(c.dt_end, '2025-11-10') AND date(c.dt_strt, '+' || (w.n * step) || ' days') <= '2025-11-10');

INSERT INTO vst
SELECT row_number() OVER (ORDER BY ts, n) + 300000, shp, ts, dvc, src, dur, cart, NULL
FROM (SELECT t.n, json_extract('[1,1,2,2,3,4,6]', '$[' || (t.a % 7) || ']') AS shp,
             date('2024-01-02', '+' || (t.n * 682 / 420) || ' days') || printf(' %02d:%02d', CASE WHEN t.b % 3 = 0 THEN 19 + t.b % 4 ELSE 6 + t.c % 18 END, t.d % 60) AS ts,
             json_extract('["mobile","mobile","mobile","desktop","desktop","tablet","tv"]', '$[' || (t.e % 7) || ']') AS dvc,
             CASE WHEN t.f % 11 = 0 THEN NULL ELSE json_extract('["search","search","social","email","direct","partner"]', '$[' || (t.f % 6) || ']') END AS src,
             8 + t.g % 900 AS dur, t.h % 10 < CASE t.e % 7 WHEN 3 THEN 6 WHEN 4 THEN 6 WHEN 6 THEN 1 ELSE 4 END AS cart
      FROM toss t WHERE t.n < 420);
UPDATE vst SET ord_no = (SELECT o.ord_no FROM ord o WHERE o.shp_id = vst.shp_id AND date(o.ord_ts) >= date(vst.vst_ts) ORDER BY o.ord_no LIMIT 1)
WHERE cart_fl = 1 AND (SELECT t.c % 5 FROM toss t WHERE t.n = (vst.vst_id * 2) % 900) < CASE dvc WHEN 'desktop' THEN 3 ELSE 2 END;

INSERT INTO opp
SELECT n + 1, school, rgn, CASE WHEN c % 3 = 0 THEN (SELECT max(k.cust_id) FROM cust k WHERE k.seg = 'SCH' AND k.cust_id <= 5 + q.f % 104) END,
       CASE WHEN d % 13 = 0 THEN NULL ELSE json_extract('["Nora Beck","Tom Visser","Aoife Byrne","Luc Martin","Sven Holt"]', '$[' || (d % 5) || ']') END,
       stg, est, CASE WHEN stg = 'WON' THEN round(est * (80 + f % 30) / 100.0, 0) END, crtd,
       CASE WHEN stg IN ('WON', 'LST') THEN min('2025-11-13', date(crtd, '+' || (9 + g % 110) || ' days')) END
FROM (SELECT t.*, date('2022-09-05', '+' || (t.n * 1150 / 130) || ' days') AS crtd, 400 + 50 * (t.e % 120) AS est,
             json_extract('["North","North","South","East","West"]', '$[' || (t.b % 5) || ']') AS rgn,
             json_extract('["Birch Lane","Elm Park","Sankt Anna","Meadow","Vauban","Lakeside","Old Mill","Rosengarten","Het Anker","Castle Road"]', '$[' || (t.a % 10) || ']') || json_extract('[" Primary"," Nursery"," College"]', '$[' || (t.h % 3) || ']') AS school,
             CASE WHEN t.n > 118 THEN json_extract('["NEW","NEW","QUO","NEG"]', '$[' || (t.h % 4) || ']') WHEN t.n > 95 AND t.h % 3 = 0 THEN json_extract('["QUO","NEG"]', '$[' || (t.g % 2) || ']') WHEN t.h % 9 < 4 THEN 'WON' WHEN t.h % 31 = 5 THEN 'NEG' ELSE 'LST' END AS stg
      FROM toss t WHERE t.n < 130) q;

DROP TABLE toss;
