-- An invented vendor of software by subscription: accounts and what they
-- subscribe to and use, support cases, and the way from a marketing touch over
-- a lead to a deal. Four keys are not declared (cds_account.acc_owner,
-- cds_lead.led_account, cds_deal.dea_seller, cds_case.cas_agent), and every
-- run makes the same rows. acc_size: S small, M medium, L large. cas_prio: 1 is
-- the most urgent, 4 the least.

CREATE TABLE cds_staff (
    stf_id    INTEGER PRIMARY KEY,
    stf_name  TEXT NOT NULL,
    stf_team  TEXT NOT NULL,
    stf_hired TEXT NOT NULL,
    stf_left  TEXT,
    stf_boss  INTEGER REFERENCES cds_staff (stf_id)
);

CREATE TABLE cds_plan (
    pln_code      TEXT PRIMARY KEY,
    pln_name      TEXT NOT NULL,
    pln_price     NUMERIC NOT NULL,
    pln_max_seats INTEGER,
    pln_withdrawn TEXT
);

CREATE TABLE cds_account (
    acc_id       INTEGER PRIMARY KEY,
    acc_name     TEXT NOT NULL,
    acc_country  TEXT NOT NULL,
    acc_industry TEXT,
    acc_size     TEXT NOT NULL,
    acc_signup   TEXT NOT NULL,
    acc_owner    INTEGER,
    acc_vip      INTEGER NOT NULL
);

CREATE TABLE cds_subscription (
    sub_id      INTEGER PRIMARY KEY,
    sub_account INTEGER NOT NULL REFERENCES cds_account (acc_id),
    sub_plan    TEXT NOT NULL REFERENCES cds_plan (pln_code),
    sub_start   TEXT NOT NULL,
    sub_end     TEXT,
    sub_seats   INTEGER NOT NULL,
    sub_fee     NUMERIC NOT NULL,
    sub_billing TEXT NOT NULL,
    sub_quit    TEXT
);

CREATE TABLE cds_usage (
    usg_sub     INTEGER NOT NULL REFERENCES cds_subscription (sub_id),
    usg_month   TEXT NOT NULL,
    usg_logins  INTEGER NOT NULL,
    usg_calls   INTEGER,
    usg_storage NUMERIC,
    PRIMARY KEY (usg_sub, usg_month)
);

CREATE TABLE cds_case (
    cas_id      INTEGER PRIMARY KEY,
    cas_account INTEGER NOT NULL REFERENCES cds_account (acc_id),
    cas_agent   INTEGER,
    cas_opened  TEXT NOT NULL,
    cas_replied TEXT,
    cas_closed  TEXT,
    cas_prio    INTEGER NOT NULL,
    cas_topic   TEXT,
    cas_via     TEXT NOT NULL,
    cas_reopen  INTEGER NOT NULL
);

CREATE TABLE cds_lead (
    led_id      INTEGER PRIMARY KEY,
    led_company TEXT NOT NULL,
    led_country TEXT NOT NULL,
    led_source  TEXT,
    led_created TEXT NOT NULL,
    led_status  TEXT NOT NULL,
    led_account INTEGER
);

CREATE TABLE cds_deal (
    dea_id     INTEGER PRIMARY KEY,
    dea_lead   INTEGER NOT NULL REFERENCES cds_lead (led_id),
    dea_seller INTEGER,
    dea_plan   TEXT NOT NULL REFERENCES cds_plan (pln_code),
    dea_value  NUMERIC NOT NULL,
    dea_list   NUMERIC NOT NULL,
    dea_opened TEXT NOT NULL,
    dea_closed TEXT,
    dea_stage  TEXT NOT NULL,
    dea_rival  TEXT
);

CREATE TABLE cds_touch (
    tch_id      INTEGER PRIMARY KEY,
    tch_lead    INTEGER NOT NULL REFERENCES cds_lead (led_id),
    tch_at      TEXT NOT NULL,
    tch_channel TEXT NOT NULL,
    tch_device  TEXT,
    tch_clicked INTEGER NOT NULL,
    tch_cost    NUMERIC
);

INSERT INTO cds_staff VALUES
    (1, 'Harriet Osei', 'Management', '2017-01-09', NULL, NULL),
    (2, 'Noel Castell', 'Sales', '2018-03-05', NULL, 1), (3, 'Bianca Roth', 'Sales', '2019-08-19', NULL, 2),
    (4, 'Uwe Tamm', 'Sales', '2020-02-03', '2024-09-30', 2), (5, 'Salma Idrissi', 'Sales', '2022-05-02', NULL, 2),
    (6, 'Jude Okafor', 'Sales', '2024-10-14', NULL, 2), (7, 'Mette Dahl', 'Support', '2018-11-12', NULL, 1),
    (8, 'Ciaran Walsh', 'Support', '2020-06-22', NULL, 7), (9, 'Pia Lombardi', 'Support', '2021-04-06', '2025-02-28', 7),
    (10, 'Arjun Nair', 'Support', '2022-01-17', NULL, 7), (11, 'Zoe Marchetti', 'Support', '2024-03-11', NULL, 7),
    (12, 'Lars Eklund', 'Marketing', '2019-09-30', NULL, 1), (13, 'Dana Whitlock', 'Marketing', '2023-06-01', NULL, 12),
    (14, 'Emeka Cole', 'Support', '2025-10-20', NULL, 7);

INSERT INTO cds_plan VALUES
    ('STA', 'Starter', 29, 5, NULL), ('TEA', 'Team', 89, 25, NULL), ('BUS', 'Business', 240, 100, NULL),
    ('ENT', 'Enterprise', 690, NULL, NULL), ('LIT', 'Lite', 15, 3, '2023-12-31'), ('EDU', 'Campus', 45, 60, NULL),
    ('GOV', 'Public Sector', 310, 150, NULL);

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE toss AS
WITH RECURSIVE roll (i, x) AS (
    SELECT 0, 40499317
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM roll WHERE i < 8 * 1400 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM roll GROUP BY i / 8;

INSERT INTO cds_account
SELECT 101 + n,
       json_extract('["Northwind","Alder","Blue Heron","Cobalt","Dovetail","Evergreen","Foxglove","Granite","Harbour","Ironbark","Juniper","Kestrel","Larkspur","Meridian","Nimbus","Opal","Pinecrest","Quarry"]', '$[' || (n % 18) || ']') || ' ' ||
       json_extract('["Labs","Foods","Logistics","Clinics"]', '$[' || (n / 18) || ']'),
       json_extract('["DE","DE","FR","GB","GB","US","US","US","NL","ES"]', '$[' || (a % 10) || ']'),
       CASE WHEN b % 9 = 0 THEN NULL ELSE json_extract('["Health","Retail","Software","Logistics","Education","Finance"]', '$[' || (b % 6) || ']') END,
       json_extract('["S","S","S","M","M","L"]', '$[' || (c % 6) || ']'),
       date('2022-01-11', '+' || (n * 1330 / 64 + d % 20) || ' days'),
       CASE WHEN e % 8 = 0 THEN NULL ELSE json_extract('[2,3,3,4,5,6]', '$[' || (e % 6) || ']') END,
       f % 5 = 0
FROM toss WHERE n < 66;

INSERT INTO cds_subscription
SELECT row_number() OVER (ORDER BY beg, n) + 500, acc, plan, beg,
       CASE WHEN fin < '2025-11-10' THEN fin END, seats,
       round((SELECT p.pln_price FROM cds_plan p WHERE p.pln_code = plan) * (1 + seats / 10) * (100 - f % 4 * 5) / 100.0, 2),
       CASE WHEN g % 3 = 0 THEN 'annual' ELSE 'monthly' END,
       CASE WHEN fin < '2025-11-10' AND h % 6 > 0 THEN json_extract('["price","price","missing feature","competitor","closed down","switched plan","switched plan"]', '$[' || (h % 7) || ']') END
FROM (
    SELECT t.*, a.acc_id AS acc, date(a.acc_signup, '+' || CASE WHEN t.n < 166 THEN t.a % 25 ELSE 120 + t.a % 400 END || ' days') AS beg,
           date(a.acc_signup, '+' || CASE WHEN t.n < 166 THEN 150 + t.b % 1200 ELSE 600 + t.b % 800 END || ' days') AS fin,
           CASE a.acc_size WHEN 'S' THEN CASE WHEN a.acc_signup < '2023-09-01' AND t.c % 3 = 0 THEN 'LIT' ELSE json_extract('["STA","STA","TEA","EDU"]', '$[' || (t.d % 4) || ']') END
                WHEN 'M' THEN json_extract('["TEA","BUS","BUS"]', '$[' || (t.d % 3) || ']') ELSE json_extract('["BUS","ENT","ENT"]', '$[' || (t.d % 3) || ']') END AS plan,
           CASE a.acc_size WHEN 'S' THEN 1 + t.e % 6 WHEN 'M' THEN 8 + t.e % 40 ELSE 40 + t.e % 150 END AS seats
    FROM toss t JOIN cds_account a ON a.acc_id = 101 + CASE WHEN t.n < 166 THEN t.n - 100 ELSE (t.n - 166) * 2 END
    WHERE t.n BETWEEN 100 AND 195 AND t.h % 19 > 0
) WHERE beg < '2025-11-12';

INSERT INTO cds_usage
SELECT s.sub_id, m.mon, 4 + s.sub_seats * (6 + t.a % 17), CASE WHEN t.b % 6 = 0 THEN NULL ELSE s.sub_seats * (20 + t.c % 300) END,
       CASE WHEN t.d % 15 = 0 THEN NULL ELSE round(s.sub_seats * (3 + t.e % 50) / 10.0, 1) END
FROM cds_subscription s
JOIN (SELECT n, date('2022-02-01', '+' || n || ' months') AS mon FROM toss WHERE n < 45) m ON m.mon >= s.sub_start AND m.mon < coalesce(s.sub_end, '2025-11-01')
JOIN toss t ON t.n = (s.sub_id * 31 + m.n * 17) % 1400
WHERE (s.sub_id + m.n) % 4 = 0;

INSERT INTO cds_case
SELECT row_number() OVER (ORDER BY opened, n) + 9000, acc, CASE WHEN b % 14 = 0 THEN NULL WHEN opened < '2024-03-11' THEN 7 + b % 4 WHEN opened < '2025-02-28' THEN 7 + b % 5 ELSE json_extract('[7,8,10,11]', '$[' || (b % 4) || ']') END,
       opened, CASE WHEN c % 13 > 0 THEN strftime('%Y-%m-%d %H:%M', opened, '+' || (5 + d % CASE WHEN prio < 3 THEN 240 ELSE 1900 END) || ' minutes') END,
       CASE WHEN c % 13 > 0 AND fin < '2025-11-14' AND e % 21 > 0 THEN fin END, prio,
       CASE WHEN f % 10 = 0 THEN NULL ELSE json_extract('["login","billing","billing","export","api","performance"]', '$[' || (f % 6) || ']') END,
       json_extract('["email","email","chat","chat","phone"]', '$[' || (g % 5) || ']'), h % 9 = 0
FROM (
    SELECT t.*, a.acc_id AS acc, 1 + t.e % 4 AS prio,
           date(a.acc_signup, '+' || (t.b * 31 % CAST(julianday('2025-11-13') - julianday(a.acc_signup) AS INTEGER)) || ' days') || printf(' %02d:%02d', CASE WHEN t.f % 6 = 0 THEN 18 + t.g % 5 ELSE 8 + t.g % 9 END, t.h % 60) AS opened,
           strftime('%Y-%m-%d %H:%M', date(a.acc_signup, '+' || (t.b * 31 % CAST(julianday('2025-11-13') - julianday(a.acc_signup) AS INTEGER)) || ' days'), '+' || (1 + t.d % 11) || ' days', '+' || (9 + t.h % 8) || ' hours') AS fin
    FROM toss t JOIN cds_account a ON a.acc_id = 101 + CASE WHEN t.a % 3 = 0 THEN t.c % 12 ELSE t.c % 62 END
    WHERE t.n BETWEEN 200 AND 479
);

INSERT INTO cds_lead
SELECT 3001 + n - 500,
       json_extract('["Amber","Birch","Crown","Delta","Ember","Falcon","Glacier","Helix","Indigo","Jade","Krypton"]', '$[' || (a % 11) || ']') || ' ' ||
       json_extract('["Group","Partners","Systems","Trading","Studio","Media","Works"]', '$[' || (b % 7) || ']'),
       json_extract('["DE","DE","FR","GB","US","US","NL"]', '$[' || (c % 7) || ']'),
       CASE WHEN d % 12 = 0 THEN NULL ELSE json_extract('["website","website","referral","webinar","trade fair","partner"]', '$[' || (d % 6) || ']') END,
       date('2022-01-20', '+' || ((n - 500) * 1380 / 190 + e % 9) || ' days'),
       CASE WHEN n > 680 AND f % 2 = 0 THEN 'new' ELSE json_extract('["qualified","qualified","qualified","dropped","nurture","qualified"]', '$[' || (f % 6) || ']') END,
       CASE WHEN n < 670 AND f % 6 IN (0, 1) AND g % 2 = 0 THEN 101 + (n - 500) * 60 / 190 END
FROM toss WHERE n BETWEEN 500 AND 689;

INSERT INTO cds_deal
SELECT row_number() OVER (ORDER BY opened, n) + 800, led_id,
       CASE WHEN a % 25 = 0 THEN NULL WHEN opened < '2024-09-01' THEN 2 + b % 4 ELSE json_extract('[2,3,5,6]', '$[' || (b % 4) || ']') END,
       plan, round(list * (100 - c % 6 * 4) / 100.0), list, opened,
       CASE WHEN stage <> 'open' THEN min(date(opened, '+' || (9 + d % 95) || ' days'), '2025-11-12') END, stage,
       CASE WHEN stage = 'lost' AND e % 3 > 0 THEN json_extract('["Helpwise","Zendo","Freshly","in-house"]', '$[' || (e % 4) || ']') END
FROM (
    SELECT t.*, l.led_id, date(l.led_created, '+' || (4 + t.f % 30) || ' days') AS opened,
           json_extract('["TEA","TEA","BUS","BUS","ENT","STA","EDU"]', '$[' || (t.g % 7) || ']') AS plan,
           CASE t.g % 7 WHEN 0 THEN 1000 WHEN 1 THEN 1400 WHEN 2 THEN 4200 WHEN 3 THEN 5600 WHEN 4 THEN 14000 WHEN 5 THEN 380 ELSE 900 END + t.h % 40 * 25 AS list,
           CASE WHEN l.led_created > '2025-07-20' AND t.a % 5 < 3 OR t.a % 17 = 0 THEN 'open' WHEN l.led_account IS NOT NULL OR t.b % 5 = 0 THEN 'won' ELSE 'lost' END AS stage
    FROM toss t JOIN cds_lead l ON l.led_id = 3001 + (t.n - 700)
    WHERE t.n BETWEEN 700 AND 889 AND l.led_status = 'qualified'
) WHERE opened < '2025-11-12';

INSERT INTO cds_touch
SELECT row_number() OVER (ORDER BY at, n) + 20000, led_id, at, channel, CASE WHEN channel = 'event' OR c % 11 = 0 THEN NULL ELSE json_extract('["mobile","mobile","desktop","desktop","tablet"]', '$[' || (c % 5) || ']') END,
       d % 10 < CASE channel WHEN 'ads' THEN 2 WHEN 'webinar' THEN 5 ELSE 3 END,
       CASE channel WHEN 'email' THEN NULL WHEN 'ads' THEN round(1 + e % 900 / 100.0, 2) WHEN 'event' THEN 60 + e % 80 ELSE round(3 + e % 1500 / 100.0, 2) END
FROM (
    SELECT t.*, l.led_id, json_extract('["email","email","email","ads","ads","webinar","event","social","social"]', '$[' || (t.b % 9) || ']') AS channel,
           max(min(date(l.led_created, '-' || (t.f % 60) || ' days'), '2025-11-14'), '2022-01-03') || printf(' %02d:%02d', 6 + (t.g + t.h) % 17, t.h % 60) AS at
    FROM toss t JOIN cds_lead l ON l.led_id = 3001 + t.a % 186
    WHERE t.n BETWEEN 900 AND 1399
);

DROP TABLE toss;
