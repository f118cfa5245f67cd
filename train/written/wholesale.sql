-- An invented wholesale distributor of catering and workshop supplies: four
-- years of orders, stock in four warehouses, and transfers between them. Money
-- is in cents, codes mostly have no lookup table, two keys are not declared
-- (ord.no_rep, stock.no_art), and every run makes the same rows.

CREATE TABLE rep (
    no_rep    INTEGER PRIMARY KEY,
    nm_rep    TEXT NOT NULL,
    nm_region TEXT NOT NULL,
    dt_hired  TEXT NOT NULL,
    dt_left   TEXT,
    no_mgr    INTEGER REFERENCES rep (no_rep)
);

CREATE TABLE cust (
    no_cust    INTEGER PRIMARY KEY,
    nm_cust    TEXT NOT NULL,
    cd_seg     TEXT NOT NULL, -- RET retail, HOR hospitality, IND industry, PUB public sector
    nm_city    TEXT NOT NULL,
    cd_ctry    TEXT NOT NULL,
    no_rep     INTEGER REFERENCES rep (no_rep),
    dt_since   TEXT NOT NULL,
    ct_limit   INTEGER,
    fl_blocked TEXT NOT NULL
);

CREATE TABLE prod_cat (
    cd_cat TEXT PRIMARY KEY,
    nm_cat TEXT NOT NULL
);

CREATE TABLE prod (
    no_art   INTEGER PRIMARY KEY,
    nm_prod  TEXT NOT NULL,
    cd_cat   TEXT NOT NULL REFERENCES prod_cat (cd_cat),
    ct_list  INTEGER NOT NULL,
    ct_cost  INTEGER NOT NULL,
    kg_unit  REAL,
    fl_disc  TEXT NOT NULL, -- Y: discontinued
    dt_intro TEXT NOT NULL
);

CREATE TABLE whse (
    cd_wh   TEXT PRIMARY KEY,
    nm_wh   TEXT NOT NULL,
    nm_city TEXT NOT NULL,
    m2_area INTEGER NOT NULL
);

CREATE TABLE ord (
    no_ord     INTEGER PRIMARY KEY,
    no_cust    INTEGER NOT NULL REFERENCES cust (no_cust),
    no_rep     INTEGER, -- who took the order; none for the web shop
    dt_ord     TEXT NOT NULL,
    dt_req     TEXT NOT NULL,
    dt_ship    TEXT,
    cd_stat    TEXT NOT NULL, -- N new, P picking, S shipped, X cancelled
    cd_chan    TEXT NOT NULL, -- EDI, WEB, TEL
    cd_wh      TEXT NOT NULL REFERENCES whse (cd_wh),
    ct_total   INTEGER NOT NULL,
    ct_freight INTEGER NOT NULL
);

CREATE TABLE ord_line (
    no_ord   INTEGER NOT NULL REFERENCES ord (no_ord),
    no_line  INTEGER NOT NULL,
    no_art   INTEGER NOT NULL REFERENCES prod (no_art),
    qty_ord  INTEGER NOT NULL,
    qty_dlv  INTEGER,
    ct_unit  INTEGER NOT NULL,
    pct_disc INTEGER NOT NULL,
    ct_net   INTEGER NOT NULL,
    PRIMARY KEY (no_ord, no_line)
);

CREATE TABLE stock (
    cd_wh    TEXT NOT NULL REFERENCES whse (cd_wh),
    no_art   INTEGER NOT NULL,
    qty_hand INTEGER NOT NULL,
    qty_min  INTEGER NOT NULL,
    dt_count TEXT,
    PRIMARY KEY (cd_wh, no_art)
);

CREATE TABLE xfer (
    no_xfer    INTEGER PRIMARY KEY,
    cd_wh_from TEXT NOT NULL REFERENCES whse (cd_wh),
    cd_wh_to   TEXT NOT NULL REFERENCES whse (cd_wh),
    no_art     INTEGER NOT NULL REFERENCES prod (no_art),
    qty_moved  INTEGER NOT NULL,
    dt_sent    TEXT NOT NULL,
    dt_recv    TEXT
);

INSERT INTO rep VALUES
    (1, 'Margit Olsen', 'North', '2011-03-01', NULL, NULL),
    (2, 'Pieter Vos', 'West', '2014-09-15', NULL, 1),
    (3, 'Salma Haddad', 'South', '2016-02-01', NULL, 1),
    (4, 'Gregor Lind', 'North', '2018-05-14', '2024-06-30', 1),
    (5, 'Joana Freitas', 'South', '2019-10-01', NULL, 3),
    (6, 'Tibor Kovacs', 'East', '2021-01-11', NULL, 2),
    (7, 'Ruth Aldridge', 'West', '2022-08-22', NULL, 2),
    (8, 'Emil Sandberg', 'North', '2024-07-01', NULL, 1),
    (9, 'Noor Bakker', 'East', '2025-09-01', NULL, 2);

INSERT INTO prod_cat VALUES
    ('GLS', 'Glassware'), ('CUT', 'Cutlery'), ('CLN', 'Cleaning'),
    ('PKG', 'Packaging'), ('TLS', 'Hand tools'), ('SAF', 'Safety wear'), ('FRN', 'Furniture');

INSERT INTO whse VALUES
    ('ROT', 'Rotterdam Harbour', 'Rotterdam', 8200),
    ('KOL', 'Cologne Depot', 'Cologne', 5400),
    ('LIL', 'Lille Crossdock', 'Lille', 3100),
    ('AAR', 'Aarhus Store', 'Aarhus', 2600);

INSERT INTO prod VALUES
    (2001, 'Wine glass 35cl', 'GLS', 390, 210, 0.18, 'N', '2019-02-01'),
    (2002, 'Beer glass 50cl', 'GLS', 340, 170, 0.31, 'N', '2019-02-01'),
    (2003, 'Champagne flute', 'GLS', 480, 265, 0.15, 'N', '2020-05-10'),
    (2004, 'Water carafe 1l', 'GLS', 890, 520, 0.62, 'N', '2021-03-15'),
    (2005, 'Espresso cup', 'GLS', 290, 140, 0.14, 'Y', '2018-06-01'),
    (2006, 'Table knife', 'CUT', 260, 120, 0.09, 'N', '2018-01-15'),
    (2007, 'Table fork', 'CUT', 210, 95, 0.06, 'N', '2018-01-15'),
    (2008, 'Soup spoon', 'CUT', 210, 98, 0.07, 'N', '2018-01-15'),
    (2009, 'Steak knife', 'CUT', 640, 350, 0.11, 'N', '2021-09-01'),
    (2010, 'Cake server', 'CUT', 720, 410, 0.16, 'Y', '2019-11-01'),
    (2011, 'Floor cleaner 10l', 'CLN', 2450, 1480, 10.4, 'N', '2018-04-01'),
    (2012, 'Glass cleaner 5l', 'CLN', 1390, 760, 5.2, 'N', '2018-04-01'),
    (2013, 'Degreaser 10l', 'CLN', 3180, 1990, 10.9, 'N', '2020-01-20'),
    (2014, 'Hand soap 5l', 'CLN', 1120, 590, 5.1, 'N', '2020-03-30'),
    (2015, 'Microfibre cloth 10-pack', 'CLN', 850, 380, 0.4, 'N', '2022-02-14'),
    (2016, 'Carton box M', 'PKG', 95, 48, 0.35, 'N', '2018-01-15'),
    (2017, 'Carton box L', 'PKG', 145, 77, 0.52, 'N', '2018-01-15'),
    (2018, 'Stretch film roll', 'PKG', 990, 640, 2.3, 'N', '2018-09-01'),
    (2019, 'Paper bag 500-pack', 'PKG', 2890, 1820, 6.8, 'N', '2023-01-09'),
    (2020, 'Bubble wrap 100m', 'PKG', 3450, 2310, 4.1, 'Y', '2018-09-01'),
    (2021, 'Claw hammer', 'TLS', 1890, 980, 0.72, 'N', '2019-07-01'),
    (2022, 'Screwdriver set', 'TLS', 2990, 1620, 0.95, 'N', '2019-07-01'),
    (2023, 'Cordless drill', 'TLS', 12900, 8350, 1.8, 'N', '2022-10-03'),
    (2024, 'Tape measure 8m', 'TLS', 1250, 560, 0.33, 'N', '2020-08-17'),
    (2025, 'Pipe wrench', 'TLS', 3490, 2050, 1.6, 'N', '2021-04-26'),
    (2026, 'Utility knife', 'TLS', 790, 310, 0.12, 'N', '2023-06-05'),
    (2027, 'Hard hat', 'SAF', 1690, 870, 0.41, 'N', '2019-03-18'),
    (2028, 'Safety goggles', 'SAF', 990, 430, 0.08, 'N', '2019-03-18'),
    (2029, 'Cut-proof gloves', 'SAF', 1450, 720, 0.1, 'N', '2021-11-29'),
    (2030, 'Hi-vis jacket', 'SAF', 3890, 2240, 0.68, 'N', '2022-01-10'),
    (2031, 'Safety boots', 'SAF', 8900, 5300, 1.5, 'N', '2022-01-10'),
    (2032, 'Ear defenders', 'SAF', 2190, 1150, NULL, 'N', '2024-03-04'),
    (2033, 'Folding table', 'FRN', 7900, 5100, 14.5, 'N', '2020-02-03'),
    (2034, 'Stacking chair', 'FRN', 4600, 2870, 4.9, 'N', '2020-02-03'),
    (2035, 'Bar stool', 'FRN', 6900, 4480, 6.3, 'N', '2025-10-20'),
    (2036, 'Parasol 3m', 'FRN', 15900, 10800, NULL, 'N', '2025-10-20');

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE dice AS
WITH RECURSIVE throw (i, x) AS (
    SELECT 0, 19770613
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM throw WHERE i < 8 * 1400 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM throw GROUP BY i / 8;

-- The name says the trade; one hotel was entered twice, as 1018 and 1067.
INSERT INTO cust
SELECT 1001 + n,
       CASE n WHEN 66 THEN 'Hotel Marigold' WHEN 17 THEN 'Hotel Marigold' ELSE
       json_extract('["Hotel","Bistro","Cafe","Brasserie","Hardware","Homestore","Builders","Metalworks","School","Clinic"]', '$[' || (n % 10) || ']') || ' ' ||
       json_extract('["Anker","Bellevue","Castor","Delfin","Estrella","Falken","Granit"]', '$[' || (n / 10) || ']') END,
       json_extract('["HOR","HOR","HOR","HOR","RET","RET","IND","IND","PUB","PUB"]', '$[' || CASE WHEN n IN (17, 66) THEN 0 ELSE n % 10 END || ']'),
       json_extract('["Rotterdam","Utrecht","Cologne","Bonn","Lille","Ghent","Aarhus","Odense","Antwerp","Hamburg"]', '$[' || (a % 10) || ']'),
       json_extract('["NL","NL","DE","DE","FR","BE","DK","DK","BE","DE"]', '$[' || (a % 10) || ']'),
       CASE WHEN b % 13 = 0 THEN NULL ELSE json_extract('[2,3,5,6,7,8,2,3]', '$[' || (c % 8) || ']') END,
       date('2015-01-10', '+' || (d % 3900) || ' days'),
       CASE WHEN e % 8 = 0 THEN NULL ELSE (1 + f % 20) * 250000 END,
       CASE WHEN g % 12 = 0 THEN 'Y' ELSE 'N' END
FROM dice WHERE n < 70;

-- Business grows: a throw that falls into the first two years is often moved on.
INSERT INTO ord
SELECT 50001 + row_number() OVER (ORDER BY s.day, s.n), no_cust,
       CASE WHEN chan = 'WEB' THEN NULL
            WHEN s.day <= '2022-08-22' THEN json_extract('[2,3,4,5,6]', '$[' || (s.e % 5) || ']')
            WHEN s.day <= '2024-06-30' THEN json_extract('[2,3,4,5,6,7]', '$[' || (s.e % 6) || ']')
            ELSE json_extract('[2,3,5,6,7,8,3,2]', '$[' || (s.e % 8) || ']') END,
       s.day, date(s.day, '+' || (4 + s.f % 8) || ' days'),
       CASE WHEN stat = 'S' THEN date(s.day, '+' || (1 + s.g % 11) || ' days') END,
       stat, chan, json_extract('["ROT","ROT","KOL","KOL","LIL","AAR"]', '$[' || (s.h % 6) || ']'),
       0, CASE WHEN s.h % 4 = 0 THEN 0 ELSE 1500 + s.f % 60 * 50 END
FROM (
    SELECT t.*, CASE WHEN t.c % 13 = 0 THEN 'X' WHEN t.day > '2025-11-03' THEN CASE WHEN t.g % 2 = 0 THEN 'N' ELSE 'P' END
                     WHEN t.day > '2025-09-15' AND t.g % 9 = 0 THEN 'P' ELSE 'S' END AS stat
    FROM (
        SELECT n, c, e, f, g, h, 1001 + CASE WHEN d % 3 = 0 THEN d % 20 ELSE d % 64 END AS no_cust,
               date('2022-01-03', '+' || CASE WHEN a % 1413 < 700 AND b % 5 < 2 THEN a % 1413 + 700 ELSE a % 1413 END || ' days') AS day,
               json_extract('["EDI","EDI","TEL","TEL","TEL","WEB","WEB"]', '$[' || (b % 7) || ']') AS chan
        FROM dice WHERE n < 520
    ) t
) s;

INSERT INTO ord_line
SELECT o.no_ord, row_number() OVER (PARTITION BY o.no_ord ORDER BY d.n), p.no_art, q,
       CASE WHEN o.cd_stat = 'S' THEN CASE WHEN d.f % 10 = 0 THEN q - 1 - q / 4 ELSE q END END,
       p.ct_list, disc, CAST(round(q * p.ct_list * (100 - disc) / 100.0) AS INTEGER)
FROM (
    SELECT n, f, 50002 + a % 520 AS no_ord, 2001 + b % 34 AS no_art,
           CASE WHEN c % 3 = 0 THEN 5 * (1 + d % 24) ELSE 2 + d % 30 END AS q,
           json_extract('[0,0,0,5,5,10,15]', '$[' || (e % 7) || ']') AS disc
    FROM dice WHERE n BETWEEN 520 AND 1399
    UNION ALL
    SELECT n, g, 50002 + n, 2001 + (b + f) % 34, 4 + d % 40, json_extract('[0,0,5,10]', '$[' || (h % 4) || ']')
    FROM dice WHERE n < 520
) d JOIN ord o ON o.no_ord = d.no_ord JOIN prod p ON p.no_art = d.no_art AND p.dt_intro <= o.dt_ord;

UPDATE ord SET ct_total = coalesce((SELECT sum(ct_net) FROM ord_line l WHERE l.no_ord = ord.no_ord), 0);
DELETE FROM ord WHERE ct_total = 0;

-- Nobody orders before they are a customer.
UPDATE cust SET dt_since = min(dt_since, coalesce((SELECT min(dt_ord) FROM ord o WHERE o.no_cust = cust.no_cust), dt_since));

INSERT INTO stock
SELECT w.cd_wh, p.no_art, CASE WHEN a % 9 = 0 THEN 0 ELSE b % 260 END, 10 * (1 + c % 9),
       CASE WHEN d % 11 = 0 THEN NULL ELSE date('2025-11-14', '-' || (e % 330) || ' days') END
FROM (SELECT cd_wh, row_number() OVER (ORDER BY cd_wh) - 1 AS k FROM whse) w
JOIN prod p JOIN dice ON dice.n = 400 + k * 36 + p.no_art - 2001
WHERE p.no_art < 2036 AND NOT (w.cd_wh = 'AAR' AND p.no_art % 3 = 0);

INSERT INTO xfer
SELECT 9001 + row_number() OVER (ORDER BY sent, n), f, t, art, qty, sent,
       CASE WHEN sent > '2025-11-08' OR h % 37 = 0 THEN NULL ELSE date(sent, '+' || (1 + g % 6) || ' days') END
FROM (
    SELECT n, g, h, json_extract('["ROT","ROT","KOL","LIL","AAR"]', '$[' || (a % 5) || ']') AS f,
           json_extract('["KOL","LIL","AAR","ROT","KOL"]', '$[' || (b % 5) || ']') AS t,
           2001 + c % 33 AS art, 10 * (1 + d % 20) AS qty, date('2023-02-01', '+' || (e % 1018) || ' days') AS sent
    FROM dice WHERE n BETWEEN 900 AND 1079
) WHERE f <> t;

DROP TABLE dice;
