-- An invented food wholesaler that drives to its customers: orders become
-- deliveries on tours, deliveries become invoices, some of them claims; sales
-- reps write quotations. Four keys are not declared (CUSTMR.REP_NO,
-- DLVRY.TOUR_NO, CLM.ART_NO, QUOT.REP_NO), and every run makes the same rows.
-- CUSTMR.CUST_GRP: RST restaurant, HTL hotel, CNT canteen, RTL retail.
-- DLVRY.DLV_STAT: D delivered, X cancelled, O open. QUOT.STAT: W won, L lost,
-- O open. CLM.RSN_CD: DMG damaged, SHT short, QLT quality, LTE late, WRG wrong.

CREATE TABLE SLSREP (
    REP_NO  INTEGER PRIMARY KEY,
    REP_NM  TEXT NOT NULL,
    REGN    TEXT NOT NULL,
    DT_STRT TEXT NOT NULL,
    DT_END  TEXT,
    TGT_YR  INTEGER,
    MGR_NO  INTEGER REFERENCES SLSREP (REP_NO)
);

CREATE TABLE CUSTMR (
    CUST_NO  INTEGER PRIMARY KEY,
    CUST_NM  TEXT NOT NULL,
    CUST_GRP TEXT NOT NULL,
    CITY     TEXT,
    REP_NO   INTEGER,
    CR_LIM   INTEGER,
    PAY_DAYS INTEGER NOT NULL,
    BIO_FL   TEXT NOT NULL,
    DT_OPN   TEXT NOT NULL,
    DT_CLSD  TEXT
);

CREATE TABLE ART (
    ART_NO   TEXT PRIMARY KEY,
    ART_DSC  TEXT NOT NULL,
    ART_GRP  TEXT NOT NULL,
    TMP_CLS  TEXT NOT NULL,
    UOM      TEXT NOT NULL,
    PRC_LST  NUMERIC NOT NULL,
    PRC_BUY  NUMERIC NOT NULL,
    DT_DELST TEXT
);

CREATE TABLE TOUR (
    TOUR_NO  INTEGER PRIMARY KEY,
    TOUR_DT  TEXT NOT NULL,
    DEPOT_CD TEXT NOT NULL,
    DRVR_NM  TEXT,
    VEH_CD   TEXT NOT NULL,
    KM       INTEGER,
    FUEL_L   NUMERIC,
    T_OUT    TEXT NOT NULL,
    T_BACK   TEXT
);

CREATE TABLE DLVRY (
    DLV_NO   INTEGER PRIMARY KEY,
    CUST_NO  INTEGER NOT NULL REFERENCES CUSTMR (CUST_NO),
    TOUR_NO  INTEGER,
    ORD_CHN  TEXT,
    TS_ORD   TEXT NOT NULL,
    DT_PRM   TEXT NOT NULL,
    DT_DLV   TEXT,
    DLV_STAT TEXT NOT NULL
);

CREATE TABLE DLV_POS (
    DLV_NO  INTEGER NOT NULL REFERENCES DLVRY (DLV_NO),
    POS_NO  INTEGER NOT NULL,
    ART_NO  TEXT NOT NULL REFERENCES ART (ART_NO),
    QTY_ORD INTEGER NOT NULL,
    QTY_DLV INTEGER,
    PRC_NET NUMERIC NOT NULL,
    PRIMARY KEY (DLV_NO, POS_NO)
);

CREATE TABLE INVC (
    INV_NO  TEXT PRIMARY KEY,
    DLV_NO  INTEGER NOT NULL REFERENCES DLVRY (DLV_NO),
    INV_DT  TEXT NOT NULL,
    DUE_DT  TEXT NOT NULL,
    AMT_NET NUMERIC NOT NULL,
    AMT_VAT NUMERIC NOT NULL,
    DT_PAID TEXT,
    DUN_LVL INTEGER NOT NULL
);

CREATE TABLE CLM (
    CLM_NO  INTEGER PRIMARY KEY,
    DLV_NO  INTEGER NOT NULL REFERENCES DLVRY (DLV_NO),
    ART_NO  TEXT,
    RSN_CD  TEXT,
    DT_CLM  TEXT NOT NULL,
    AMT_CLM NUMERIC NOT NULL,
    AMT_CRD NUMERIC,
    DT_CLSD TEXT
);

CREATE TABLE QUOT (
    QUO_NO   INTEGER PRIMARY KEY,
    CUST_NO  INTEGER NOT NULL REFERENCES CUSTMR (CUST_NO),
    REP_NO   INTEGER NOT NULL,
    DT_QUO   TEXT NOT NULL,
    VLD_TO   TEXT NOT NULL,
    AMT_QUO  NUMERIC NOT NULL,
    STAT     TEXT NOT NULL,
    DT_DECD  TEXT,
    LOST_RSN TEXT
);

INSERT INTO SLSREP VALUES
    (1, 'Gerda Hollmann', 'NORTH', '2012-02-01', NULL, NULL, NULL),
    (2, 'Piet Vandersloot', 'NORTH', '2018-09-01', NULL, 42000, 1),
    (3, 'Yasmin Baptiste', 'SOUTH', '2019-05-15', NULL, 48000, 1),
    (4, 'Orla Keane', 'SOUTH', '2021-01-04', NULL, 36000, 3),
    (5, 'Tibor Szalai', 'EAST', '2016-11-01', '2024-06-30', 40000, 1),
    (6, 'Mila Anders', 'EAST', '2024-05-01', NULL, 30000, 1),
    (7, 'Rocco Fabbri', 'WEST', '2020-03-16', NULL, 45000, 3),
    (8, 'Ines Quandt', 'WEST', '2022-08-01', '2025-03-31', 28000, 7),
    (9, 'Duc Pham', 'SOUTH', '2025-09-01', NULL, 15000, 3);

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE TOSS AS
WITH RECURSIVE roll (i, x) AS (
    SELECT 0, 71930251
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM roll WHERE i < 8 * 900 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM roll GROUP BY i / 8;

INSERT INTO CUSTMR
SELECT 4001 + n,
       json_extract('["Trattoria Lucia","Hotel Bellevue","Kantine Nordwerk","Feinkost Adler","Bistro Olive","Gasthof Linde","Hotel Seeblick","Mensa Campus West","Biomarkt Sonnenhof","Sushi Kaito","Brasserie Duval","Parkhotel Residenz","Klinikum Ostend","Corner Deli","Taverna Rhodos","Burger Depot","Grand Hotel Tivoli","Schulzentrum Mitte","Dorfladen Eichen","Steakhaus Pampa","Vegan Garden","Motel Rastenberg","Werkskantine Alba","Hofladen Krume","Pho Saigon","Cafe Mozart","Hotel Alpenrose","Seniorenheim Birke","Kiosk Plaza","Osteria Verde","Pizzeria Vesuvio","Curry Palace","Kurhotel Quellbad","Betriebskasino Hafen","Fischmarkt Jansen","Tapas Bar Sol","Weinstube Rebland","Schlosshotel Hohenfels","Kita Regenbogen","Unverpackt Laden","Crepe Atelier","Ramen Tokyo"]', '$[' || n || ']'),
       json_extract('["RST","HTL","CNT","RTL","RST","RST","HTL","CNT","RTL","RST","RST","HTL","CNT","RTL","RST","RST","HTL","CNT","RTL","RST","RST","HTL","CNT","RTL","RST","RST","HTL","CNT","RTL","RST","RST","RST","HTL","CNT","RTL","RST","RST","HTL","CNT","RTL","RST","RST"]', '$[' || n || ']'),
       CASE WHEN h % 14 = 0 THEN NULL ELSE json_extract('["Bremen","Lyon","Graz","Bremen","Metz","Ulm","Graz","Linz","Ulm"]', '$[' || (a % 9) || ']') END,
       CASE WHEN b % 11 = 0 THEN NULL ELSE json_extract('[2,2,3,3,4,6,7,7,8,5]', '$[' || (c % 10) || ']') END,
       CASE WHEN d % 7 = 0 THEN NULL ELSE 2000 + 500 * (d % 17) END,
       json_extract('[14,14,30,30,30,10]', '$[' || (e % 6) || ']'),
       CASE WHEN f % 3 = 0 THEN 'Y' ELSE 'N' END,
       CASE WHEN n < 30 THEN date('2018-01-10', '+' || (g % 1450) || ' days') ELSE date('2022-04-01', '+' || ((n - 30) * 115) || ' days') END,
       CASE WHEN n IN (5, 15, 21, 28) THEN date('2024-03-12', '+' || (n * 17) || ' days') END
FROM TOSS WHERE n < 42;

INSERT INTO ART VALUES
    ('D10', 'Butter unsalted 10kg', 'DAIRY', 'C', 'BOX', 68.5, 52, NULL), ('D11', 'Mozzarella 3kg', 'DAIRY', 'C', 'BAG', 24.9, 17.4, NULL),
    ('D12', 'Cream 35% 5l', 'DAIRY', 'C', 'CAN', 19.8, 14.1, NULL), ('D13', 'Oat drink 12x1l', 'DAIRY', 'A', 'BOX', 17.4, 11.2, NULL),
    ('D14', 'Parmesan wheel half', 'DAIRY', 'C', 'PC', 189, 151, NULL), ('D15', 'Quark 10kg', 'DAIRY', 'C', 'PAIL', 27.5, 20.9, '2024-10-31'),
    ('M20', 'Beef mince 5kg', 'MEAT', 'C', 'BAG', 46, 35.8, NULL), ('M21', 'Chicken breast 5kg', 'MEAT', 'C', 'BOX', 39.9, 30.2, NULL),
    ('M22', 'Pork shoulder 8kg', 'MEAT', 'C', 'BOX', 51.2, 40.6, NULL), ('M23', 'Duck legs 4kg', 'MEAT', 'F', 'BOX', 44.4, 33, NULL),
    ('M24', 'Rump steak 6kg', 'MEAT', 'C', 'BOX', 132, 108, NULL), ('F30', 'Salmon fillet 3kg', 'FISH', 'C', 'BOX', 74, 59.5, NULL),
    ('F31', 'Prawns 2kg', 'FISH', 'F', 'BOX', 41, 31.3, NULL), ('F32', 'Cod portions 5kg', 'FISH', 'F', 'BOX', 63.7, 49.9, NULL),
    ('F33', 'Eel smoked 1kg', 'FISH', 'C', 'PC', 48, 40.5, '2023-12-31'), ('S40', 'Rice basmati 20kg', 'DRY', 'A', 'BAG', 38.2, 27.7, NULL),
    ('S41', 'Flour type 550 25kg', 'DRY', 'A', 'BAG', 21.3, 15.2, NULL), ('S42', 'Olive oil 5l', 'DRY', 'A', 'CAN', 44.8, 37.9, NULL),
    ('S43', 'Penne 10kg', 'DRY', 'A', 'BOX', 19.6, 13.3, NULL), ('S44', 'Tomatoes peeled 6x2kg', 'DRY', 'A', 'BOX', 22.6, 16.4, NULL),
    ('S45', 'Sugar 10kg', 'DRY', 'A', 'BAG', 12.4, 9.6, NULL), ('S46', 'Saffron 10g', 'DRY', 'A', 'PC', 58, 46, NULL),
    ('P50', 'Potatoes waxy 25kg', 'PRODUCE', 'A', 'BAG', 18.9, 11.5, NULL), ('P51', 'Salad mix 2kg', 'PRODUCE', 'C', 'BOX', 13.8, 8.1, NULL),
    ('P52', 'Avocado tray', 'PRODUCE', 'C', 'TRAY', 26.6, 20, NULL), ('P53', 'Lemons 5kg', 'PRODUCE', 'C', 'BOX', 14.2, 9.3, NULL),
    ('P54', 'Mushrooms 3kg', 'PRODUCE', 'C', 'BOX', 15.5, 10.8, NULL), ('P55', 'White asparagus 5kg', 'PRODUCE', 'C', 'BOX', 49, 36.2, NULL),
    ('Z60', 'French fries 10kg', 'FROZEN', 'F', 'BOX', 23.4, 15.7, NULL), ('Z61', 'Peas 10kg', 'FROZEN', 'F', 'BOX', 20.1, 13.9, NULL),
    ('Z62', 'Vanilla ice cream 5l', 'FROZEN', 'F', 'TUB', 25.9, 16.6, NULL), ('Z63', 'Puff pastry 5kg', 'FROZEN', 'F', 'BOX', 28.8, 20.4, NULL),
    ('Z64', 'Berry mix 5kg', 'FROZEN', 'F', 'BAG', 31.7, 24.1, NULL), ('Z65', 'Apple strudel 24pc', 'FROZEN', 'F', 'BOX', 35.2, 24.8, '2025-05-31');

INSERT INTO TOUR
SELECT 601 + n, dt, depot,
       CASE WHEN c % 19 = 0 THEN NULL ELSE json_extract('["J. Broda","S. Ilic","K. Weiher","A. Toure","L. Nemec"]', '$[' || (b % 5) || ']') END,
       json_extract('["LKW-11","LKW-12","LKW-14","VAN-03","VAN-05"]', '$[' || (c % 5) || ']'),
       CASE WHEN dt > '2025-11-14' OR d % 23 = 0 THEN NULL ELSE 60 + d % 190 END,
       CASE WHEN dt > '2025-11-14' OR e % 9 = 0 THEN NULL ELSE round((60 + d % 190) * (18 + e % 11) / 100.0, 1) END,
       dt || printf(' %02d:%02d', 4 + f % 4, 15 * (g % 4)),
       CASE WHEN dt > '2025-11-13' OR h % 29 = 0 THEN NULL ELSE dt || printf(' %02d:%02d', 11 + h % 8, 10 * (f % 6)) END
FROM (
    SELECT t.*, date('2022-01-17', '+' || (t.n * 1415 / 190 + t.a % 4) || ' days') AS dt,
           json_extract('["BRM","ULM","GRZ","ULM","BRM","MTZ"]', '$[' || (t.a / 7 % 6) || ']') AS depot
    FROM TOSS t WHERE t.n < 190
);

INSERT INTO DLVRY
SELECT row_number() OVER (ORDER BY ord, n) + 88000, cust,
       CASE WHEN b % 8 = 0 THEN NULL ELSE TOUR_NO END,
       CASE WHEN c % 17 = 0 THEN NULL ELSE json_extract('["WEB","WEB","WEB","PHONE","PHONE","EDI","EDI","REP"]', '$[' || (c % 8) || ']') END,
       ord, prm,
       CASE WHEN stat = 'D' THEN max(min(date(prm, printf('%+d days', CASE WHEN e % 4 = 0 THEN 1 + f % 6 ELSE -(f % 5 = 0) END)), '2025-11-14'), date(ord)) END,
       stat
FROM (
    SELECT t.*, o.TOUR_NO, o.TOUR_DT AS prm, 4001 + CASE WHEN t.d % 3 = 0 THEN t.g % 10 ELSE t.g % 40 END AS cust,
           date(min(o.TOUR_DT, '2025-11-15'), '-' || (1 + t.f % 6) || ' days') || printf(' %02d:%02d', CASE WHEN t.a % 3 = 0 THEN 6 + t.h % 5 ELSE 8 + t.h % 13 END, t.g % 60) AS ord,
           CASE WHEN o.TOUR_DT > '2025-11-14' OR (o.TOUR_DT > '2025-10-20' AND t.h % 4 = 0) THEN 'O' WHEN t.h % 15 = 3 THEN 'X' ELSE 'D' END AS stat
    FROM TOSS t JOIN TOUR o ON o.TOUR_NO = 601 + CASE WHEN t.b % 3 = 0 THEN max(t.a % 190, t.e * 2 % 190) ELSE t.a % 190 END
    WHERE t.n BETWEEN 200 AND 579
) WHERE cust IN (SELECT CUST_NO FROM CUSTMR WHERE DT_OPN < date(ord) AND (DT_CLSD IS NULL OR DT_CLSD > date(ord)));

INSERT INTO DLV_POS
SELECT v.DLV_NO, k.n + 1, x.ART_NO, q.qty,
       CASE WHEN v.DLV_STAT <> 'D' THEN NULL WHEN k.c % 11 = (t.a + k.n) % 11 THEN q.qty - 1 - t.b % 2 ELSE q.qty END,
       round(x.PRC_LST * (100 - CASE WHEN t.c % 4 = 0 THEN 8 WHEN t.c % 4 = 1 THEN 3 ELSE 0 END + (CAST(strftime('%Y', v.TS_ORD) AS INTEGER) - 2024) * 4) / 100.0, 2)
FROM DLVRY v JOIN TOSS t ON t.n = v.DLV_NO - 88000 JOIN TOSS k ON k.n < 1 + t.h % 4
JOIN (SELECT ART_NO, PRC_LST, DT_DELST, row_number() OVER (ORDER BY ART_NO) - 1 AS i FROM ART) x ON x.i = (t.d + k.n * (5 + t.e % 6)) % 33
JOIN (SELECT n, 2 + g % 14 AS qty FROM TOSS) q ON q.n = (t.f + k.n * 7) % 900
WHERE x.DT_DELST IS NULL OR x.DT_DELST > date(v.TS_ORD);

INSERT INTO INVC
SELECT 'R' || substr(d, 3, 2) || '-' || printf('%04d', row_number() OVER (ORDER BY d, DLV_NO)), DLV_NO, d, due, net, round(net * 0.07, 2), paid,
       CASE WHEN coalesce(paid, '2025-11-15') <= due THEN 0 WHEN julianday(coalesce(paid, '2025-11-15')) - julianday(due) > 45 THEN 2 WHEN julianday(coalesce(paid, '2025-11-15')) - julianday(due) > 14 THEN 1 ELSE 0 END
FROM (
    SELECT v.DLV_NO, v.DT_DLV AS d, date(v.DT_DLV, '+' || c.PAY_DAYS || ' days') AS due,
           (SELECT round(sum(p.QTY_DLV * p.PRC_NET), 2) FROM DLV_POS p WHERE p.DLV_NO = v.DLV_NO) AS net,
           CASE WHEN t.b % 24 = 0 OR date(v.DT_DLV, '+' || (3 + t.c % 52) || ' days') > '2025-11-14' THEN NULL ELSE date(v.DT_DLV, '+' || (3 + t.c % 52) || ' days') END AS paid
    FROM DLVRY v JOIN CUSTMR c ON c.CUST_NO = v.CUST_NO JOIN TOSS t ON t.n = v.DLV_NO - 87700
    WHERE v.DLV_STAT = 'D'
) WHERE net IS NOT NULL;

INSERT INTO CLM
SELECT row_number() OVER (ORDER BY dt, DLV_NO) + 300, DLV_NO, CASE WHEN rsn = 'LTE' OR b % 9 = 0 THEN NULL ELSE art END, rsn, dt, amt,
       CASE WHEN closed IS NULL THEN NULL WHEN c % 4 = 0 THEN 0 WHEN c % 4 = 1 THEN round(amt / 2, 2) ELSE amt END, closed
FROM (
    SELECT v.DLV_NO, t.b, t.c, date(v.DT_DLV, '+' || (t.d % 6) || ' days') AS dt,
           CASE WHEN t.e % 15 = 0 THEN NULL ELSE json_extract('["DMG","DMG","SHT","SHT","QLT","QLT","QLT","LTE","WRG"]', '$[' || (t.f % 9) || ']') END AS rsn,
           (SELECT p.ART_NO FROM DLV_POS p WHERE p.DLV_NO = v.DLV_NO ORDER BY p.POS_NO LIMIT 1) AS art,
           round(12 + t.g % 9000 / 50.0, 2) AS amt,
           CASE WHEN t.h % 8 = 0 OR date(v.DT_DLV, '+' || (7 + t.h % 30) || ' days') > '2025-11-14' THEN NULL ELSE date(v.DT_DLV, '+' || (7 + t.h % 30) || ' days') END AS closed
    FROM DLVRY v JOIN TOSS t ON t.n = v.DLV_NO - 87500
    WHERE v.DLV_STAT = 'D' AND t.a % 3 = 0 AND date(v.DT_DLV, '+6 days') < '2025-11-15'
);

INSERT INTO QUOT
SELECT row_number() OVER (ORDER BY dt, n) + 7000, 4001 + g % 39, rep, dt, date(dt, '+30 days'), amt, stat,
       CASE WHEN stat <> 'O' THEN min(date(dt, '+' || (2 + f % 40) || ' days'), '2025-11-13') END,
       CASE WHEN stat = 'L' AND e % 5 > 0 THEN json_extract('["price","price","range","competitor","delivery window"]', '$[' || (h % 5) || ']') END
FROM (
    SELECT t.*, date('2022-02-07', '+' || ((t.n - 650) * 1370 / 185) || ' days') AS dt, 400 + t.c % 60 * 110 AS amt,
           CASE WHEN (t.n - 650) > 120 THEN json_extract('[2,3,4,6,7,7]', '$[' || (t.a % 6) || ']') ELSE json_extract('[2,3,4,5,7,8]', '$[' || (t.a % 6) || ']') END AS rep,
           CASE WHEN t.n > 826 AND t.b % 3 > 0 OR t.b % 13 = 0 THEN 'O' WHEN t.b % 20 < 9 THEN 'W' ELSE 'L' END AS stat
    FROM TOSS t WHERE t.n BETWEEN 650 AND 834
);

DROP TABLE TOSS;
