-- An invented electronics retailer: sales on the web, in shops and by phone,
-- goods and their makers, stock counts, repairs, newsletters and visits to the
-- web site. Three keys are not declared (product_book.maker_no,
-- stock_book.shop_code, visit_book.mail_no), and every run makes the same rows.
-- sale_book.how_paid: CRD card, CSH cash, INV invoice, PPL PayPal. shop_code is
-- null unless sold in a shop, buyer_no is null for people who just walk in.

CREATE TABLE maker_book (
    maker_no         INTEGER PRIMARY KEY,
    maker_name       TEXT NOT NULL,
    home_country     TEXT NOT NULL,
    delivers_in_days INTEGER,
    contract_till    TEXT
);

CREATE TABLE product_book (
    product_no    INTEGER PRIMARY KEY,
    product_name  TEXT NOT NULL,
    kind_of_goods TEXT NOT NULL,
    maker_no      INTEGER,
    list_price    NUMERIC NOT NULL,
    buying_price  NUMERIC NOT NULL,
    offered_since TEXT NOT NULL,
    dropped_on    TEXT
);

CREATE TABLE buyer_book (
    buyer_no   INTEGER PRIMARY KEY,
    full_name  TEXT NOT NULL,
    home_town  TEXT,
    joined_on  TEXT NOT NULL,
    club_level TEXT,
    gets_mail  TEXT NOT NULL
);

CREATE TABLE shop_book (
    shop_code   TEXT PRIMARY KEY,
    shop_name   TEXT NOT NULL,
    area        TEXT NOT NULL,
    floor_space INTEGER NOT NULL,
    opened_on   TEXT NOT NULL,
    shut_on     TEXT
);

CREATE TABLE sale_book (
    sale_no      INTEGER PRIMARY KEY,
    sold_at      TEXT NOT NULL,
    sold_via     TEXT NOT NULL,
    shop_code    TEXT REFERENCES shop_book (shop_code),
    buyer_no     INTEGER REFERENCES buyer_book (buyer_no),
    product_no   INTEGER NOT NULL REFERENCES product_book (product_no),
    pieces       INTEGER NOT NULL,
    amount_paid  NUMERIC NOT NULL,
    how_paid     TEXT NOT NULL,
    came_back_on TEXT
);

CREATE TABLE stock_book (
    count_no      INTEGER PRIMARY KEY,
    counted_on    TEXT NOT NULL,
    shop_code     TEXT NOT NULL,
    product_no    INTEGER NOT NULL REFERENCES product_book (product_no),
    pieces_there  INTEGER NOT NULL,
    pieces_wanted INTEGER NOT NULL
);

CREATE TABLE repair_book (
    repair_no      INTEGER PRIMARY KEY,
    buyer_no       INTEGER NOT NULL REFERENCES buyer_book (buyer_no),
    product_no     INTEGER NOT NULL REFERENCES product_book (product_no),
    shop_code      TEXT NOT NULL REFERENCES shop_book (shop_code),
    brought_in_on  TEXT NOT NULL,
    promised_for   TEXT NOT NULL,
    done_on        TEXT,
    fetched_on     TEXT,
    charge         NUMERIC,
    under_warranty TEXT NOT NULL
);

CREATE TABLE mail_book (
    mail_no      INTEGER PRIMARY KEY,
    mailed_on    TEXT NOT NULL,
    subject_line TEXT NOT NULL,
    theme        TEXT NOT NULL,
    mailed_to    INTEGER NOT NULL,
    clicks       INTEGER NOT NULL,
    signed_off   INTEGER NOT NULL,
    cost_of_mail NUMERIC NOT NULL
);

CREATE TABLE visit_book (
    visit_no      INTEGER PRIMARY KEY,
    came_at       TEXT NOT NULL,
    device        TEXT NOT NULL,
    came_from     TEXT NOT NULL,
    mail_no       INTEGER,
    minutes_there INTEGER,
    bought        TEXT NOT NULL
);

INSERT INTO maker_book VALUES
    (1, 'Axion', 'South Korea', 21, '2026-06-30'), (2, 'Brevo Labs', 'Germany', 6, NULL), (3, 'Cortina', 'Italy', 9, '2025-12-31'),
    (4, 'Denzan', 'Japan', 28, '2027-03-31'), (5, 'Elektra Nord', 'Sweden', 8, '2024-12-31'), (6, 'Fujimori', 'Japan', NULL, '2026-01-31'),
    (7, 'Gigaset Works', 'Germany', 5, NULL), (8, 'Hollis', 'United Kingdom', 14, '2023-06-30');

INSERT INTO product_book VALUES
    (101, 'Axion One', 'phones', 1, 649, 470, '2022-01-10', NULL), (102, 'Axion Mini', 'phones', 1, 399, 290, '2022-03-01', '2025-02-28'),
    (103, 'Denzan Z5', 'phones', 4, 799, 560, '2023-05-15', NULL), (104, 'Gigaset Home', 'phones', 7, 89, 51, '2022-01-10', NULL),
    (111, 'Brevo Book 13', 'laptops', 2, 999, 760, '2022-02-01', NULL), (112, 'Brevo Book 15', 'laptops', 2, 1249, 940, '2022-09-01', NULL),
    (113, 'Fujimori Air', 'laptops', 6, 1399, 1090, '2022-01-10', '2024-08-31'), (114, 'Denzan Flip', 'laptops', 4, 849, 690, '2024-02-01', NULL),
    (121, 'Hollis Buds', 'audio', 8, 129, 70, '2022-01-10', NULL), (122, 'Elektra Boom', 'audio', 5, 199, 122, '2022-04-01', NULL),
    (123, 'Cortina Soundbar', 'audio', 3, 329, 215, '2023-01-15', NULL), (124, 'Hollis Studio', 'audio', 8, 279, 170, '2022-06-01', '2023-12-31'),
    (131, 'Cortina Espresso', 'kitchen', 3, 459, 300, '2022-01-10', NULL), (132, 'Elektra Mixer', 'kitchen', 5, 119, 66, '2022-01-10', NULL),
    (133, 'Brevo Airfryer', 'kitchen', 2, 149, 88, '2022-10-01', NULL), (134, 'Cortina Toaster', 'kitchen', 3, 69, 35, '2022-01-10', NULL),
    (141, 'Axion View 55', 'televisions', 1, 899, 680, '2022-01-10', NULL), (142, 'Denzan Vista 65', 'televisions', 4, 1499, 1180, '2023-09-01', NULL),
    (143, 'Fujimori Slim 43', 'televisions', 6, 499, 390, '2022-01-10', '2025-06-30'), (151, 'PlayCube', 'gaming', 4, 449, 395, '2022-11-01', NULL),
    (152, 'PlayCube Pad', 'gaming', 4, 59, 31, '2022-11-01', NULL), (153, 'Racer Wheel', 'gaming', NULL, 239, 160, '2024-04-01', NULL),
    (161, 'Volt Cable Set', 'bits and pieces', NULL, 19, 5, '2022-01-10', NULL), (162, 'Volt Charger', 'bits and pieces', NULL, 29, 9, '2022-01-10', NULL),
    (163, 'Brevo Camera', 'bits and pieces', 2, 89, 55, '2025-10-20', NULL);

INSERT INTO shop_book VALUES
    ('HAR', 'Harbour Street', 'north', 420, '2011-03-01', NULL), ('MIL', 'Mill Lane', 'north', 260, '2015-10-05', NULL),
    ('OLD', 'Old Market', 'south', 510, '2008-05-20', NULL), ('PAR', 'Park Centre', 'south', 780, '2019-09-12', NULL),
    ('RIV', 'Riverside', 'west', 340, '2013-04-15', '2024-05-31'), ('STA', 'Station Hall', 'east', 190, '2023-03-01', NULL),
    ('TOW', 'Tower Square', 'east', 600, '2025-10-30', NULL);

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE toss AS
WITH RECURSIVE roll (i, x) AS (
    SELECT 0, 90417763
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM roll WHERE i < 8 * 1000 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM roll GROUP BY i / 8;

INSERT INTO buyer_book
SELECT n + 501,
       json_extract('["Adam","Beth","Carl","Dora","Evan","Fay","Glen","Hope","Ivan","Joan","Kurt","Lily","Mona","Neil"]', '$[' || (n % 14) || ']') || ' ' ||
       json_extract('["Archer","Barnes","Cole","Dunn","Ellis","Frost","Grant","Hale","Irwin","Judd","Kemp"]', '$[' || (n % 11) || ']'),
       CASE WHEN a % 13 > 0 THEN json_extract('["Ashford","Ashford","Belham","Corley","Denby","Denby","Elmsford"]', '$[' || (b % 7) || ']') END,
       date('2021-11-01', '+' || (n * 11 + c % 9) || ' days'),
       CASE WHEN d % 5 > 0 THEN json_extract('["basic","basic","plus","gold"]', '$[' || (d % 4) || ']') END,
       CASE WHEN e % 3 > 0 THEN 'Y' ELSE 'N' END
FROM toss WHERE n < 125;

INSERT INTO mail_book
SELECT n + 1, date('2022-02-03', '+' || (n * 34 + a % 5) || ' days'),
       json_extract('["Deals of the month","New in store","Weekend special","Your club news","Last chance"]', '$[' || (b % 5) || ']') || ' #' || (n + 1),
       json_extract('["offers","news","club"]', '$[' || (c % 3) || ']'),
       1800 + n * 65 + d % 300, 90 + n * 5 + e % 160, 4 + f % 22, round(40 + n * 1.5 + g % 3000 / 100.0, 2)
FROM toss WHERE n < 41;

INSERT INTO sale_book
SELECT row_number() OVER (ORDER BY at, n) + 8000, at, via, shop,
       CASE WHEN via <> 'shop' OR h % 3 > 0 THEN 501 + (s.n * 37 + s.b) % (SELECT count(*) FROM buyer_book q WHERE q.joined_on <= date(s.at)) END,
       p.product_no, k, round(k * p.list_price * CASE WHEN e % 6 = 0 THEN 0.85 WHEN e % 6 = 1 THEN 0.9 ELSE 1 END, 2),
       CASE via WHEN 'shop' THEN json_extract('["CRD","CRD","CSH","CSH"]', '$[' || (f % 4) || ']') ELSE json_extract('["CRD","PPL","PPL","INV"]', '$[' || (f % 4) || ']') END,
       CASE WHEN g % CASE via WHEN 'web' THEN 8 ELSE 19 END = 0 AND date(at, '+' || (2 + g % 24) || ' days') < '2025-11-15' THEN date(at, '+' || (2 + g % 24) || ' days') END
FROM (
    SELECT u.*, CASE WHEN u.via = 'shop' THEN CASE WHEN u.shop0 = 'RIV' AND u.at > '2024-05-30' THEN 'PAR' WHEN u.shop0 = 'STA' AND u.at < '2023-03-02' THEN 'OLD' ELSE u.shop0 END END AS shop
    FROM (
        SELECT t.*, date('2022-01-12', '+' || (CAST(1398 * sqrt(t.n / 620.0) * 0.35 + 1398 * t.n / 620.0 * 0.65 AS INTEGER) + t.a % 4) || ' days') || printf(' %02d:%02d', 8 + (t.b + t.c) % 14, t.d % 60) AS at,
               CASE WHEN (t.c + t.n / 60) % 12 < 5 THEN 'web' WHEN (t.c + t.n / 60) % 12 < 11 THEN 'shop' ELSE 'phone' END AS via,
               json_extract('["HAR","HAR","MIL","OLD","OLD","PAR","PAR","PAR","RIV","STA"]', '$[' || (t.d % 10) || ']') AS shop0,
               CASE WHEN t.h % 7 = 0 THEN 2 WHEN t.h % 17 = 1 THEN 3 ELSE 1 END AS k
        FROM toss t WHERE t.n < 620
    ) u
) s
JOIN product_book p ON p.product_no = json_extract('[101,101,102,103,103,104,111,112,113,114,121,121,122,123,124,131,132,133,134,141,142,143,151,151,152,153,161,161,162]', '$[' || ((s.a / 5) % 29) || ']')
WHERE p.offered_since <= s.at AND (p.dropped_on IS NULL OR p.dropped_on > s.at);

INSERT INTO stock_book
SELECT row_number() OVER (ORDER BY q.on_day, s.shop_code, p.product_no), q.on_day, s.shop_code, p.product_no, t.a % 23, 4 + t.b % 12
FROM (SELECT '2024-12-31' AS on_day UNION ALL SELECT '2025-06-30' UNION ALL SELECT '2025-09-30' UNION ALL SELECT '2025-10-31') q
JOIN shop_book s ON s.shut_on IS NULL AND s.opened_on < '2025-01-01' JOIN product_book p ON p.offered_since <= q.on_day AND (p.dropped_on IS NULL OR p.dropped_on > q.on_day)
JOIN toss t ON t.n = (p.product_no * 7 + unicode(s.shop_code) * 13 + CAST(strftime('%m', q.on_day) AS INTEGER) * 31) % 1000
WHERE t.c % 3 > 0;

INSERT INTO repair_book
SELECT row_number() OVER (ORDER BY came, n) + 300, buyer_no, product_no, shop, came, promised, done,
       CASE WHEN done IS NOT NULL AND date(done, '+' || (g % 12) || ' days') < '2025-11-14' AND h % 15 > 0 THEN date(done, '+' || (g % 12) || ' days') END,
       CASE WHEN warr = 'N' AND done IS NOT NULL THEN round(15 + e % 14000 / 100.0, 2) END, warr
FROM (
    SELECT t.n, t.e, t.g, t.h, s.buyer_no, s.product_no, came, date(came, '+' || (5 + t.b % 6) || ' days') AS promised,
           CASE WHEN date(came, '+' || (2 + t.c % 13) || ' days') < '2025-11-12' AND t.d % 40 > 0 THEN date(came, '+' || (2 + t.c % 13) || ' days') END AS done,
           CASE WHEN t.f % 5 < 2 THEN 'Y' ELSE 'N' END AS warr,
           CASE WHEN came > '2024-05-25' THEN json_extract('["HAR","MIL","OLD","PAR","STA"]', '$[' || (t.h % 5) || ']') ELSE json_extract('["HAR","MIL","OLD","PAR","RIV"]', '$[' || (t.h % 5) || ']') END AS shop
    FROM (SELECT u.*, date('2022-03-05', '+' || (u.n * 1345 / 190 + u.a % 5) || ' days') AS came FROM toss u WHERE u.n < 190) t
    JOIN sale_book s ON s.sale_no = 8001 + (t.n * 560 / 190 + t.b) % (20 + t.n * 500 / 190) AND s.buyer_no IS NOT NULL AND date(s.sold_at) < came
);

INSERT INTO visit_book
SELECT row_number() OVER (ORDER BY at, n), at, dev, src, CASE WHEN src = 'mail' THEN (SELECT max(m.mail_no) FROM mail_book m WHERE m.mailed_on <= date(at)) END,
       CASE WHEN e % 11 > 0 THEN 1 + f % 18 END,
       CASE WHEN g % CASE dev WHEN 'desktop' THEN 5 WHEN 'tablet' THEN 8 ELSE 11 END = 0 THEN 'Y' ELSE 'N' END
FROM (
    SELECT t.*, date('2022-03-01', '+' || ((t.n - 500) * 1350 / 450 + t.a % 5) || ' days') || printf(' %02d:%02d', 6 + max((t.b + t.d) % 17, t.c % 17), t.h % 60) AS at,
           json_extract('["mobile","mobile","mobile","desktop","desktop","tablet","kiosk"]', '$[' || (t.d % 7) || ']') AS dev,
           json_extract('["search","search","ads","mail","social","direct"]', '$[' || (t.h % 6) || ']') AS src
    FROM toss t WHERE t.n BETWEEN 500 AND 949
);

DROP TABLE toss;
