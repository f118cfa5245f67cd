-- An invented online marketplace: small shops list goods, people order them,
-- some send them back. Money is in cents. Two keys are not declared
-- (orders.recipient_id, the buyer a present goes to, and refund.order_item_id),
-- and every run makes the same rows.

CREATE TABLE category (
    category_id        INTEGER PRIMARY KEY,
    category_name      TEXT NOT NULL,
    parent_category_id INTEGER REFERENCES category (category_id),
    commission_pct     REAL NOT NULL
);

-- seller_tier: B bronze, S silver, G gold
CREATE TABLE seller (
    seller_id             INTEGER PRIMARY KEY,
    shop_name             TEXT NOT NULL,
    country_code          TEXT NOT NULL,
    joined_on             TEXT NOT NULL,
    closed_on             TEXT,
    seller_tier           TEXT NOT NULL,
    is_business           INTEGER NOT NULL,
    referred_by_seller_id INTEGER REFERENCES seller (seller_id),
    support_email         TEXT
);

CREATE TABLE buyer (
    buyer_id          INTEGER PRIMARY KEY,
    full_name         TEXT NOT NULL,
    email             TEXT NOT NULL,
    city              TEXT,
    country_code      TEXT NOT NULL,
    signed_up_on      TEXT NOT NULL,
    birth_year        INTEGER,
    newsletter_opt_in INTEGER NOT NULL
);

CREATE TABLE order_status (
    status_code  INTEGER PRIMARY KEY,
    status_label TEXT NOT NULL,
    is_final     INTEGER NOT NULL
);

-- condition_code: N new, U used, R refurbished
CREATE TABLE listing (
    listing_id     INTEGER PRIMARY KEY,
    seller_id      INTEGER NOT NULL REFERENCES seller (seller_id),
    category_id    INTEGER NOT NULL REFERENCES category (category_id),
    sku            TEXT NOT NULL,
    title          TEXT NOT NULL,
    condition_code TEXT NOT NULL,
    price_cents    INTEGER NOT NULL,
    stock_qty      INTEGER NOT NULL,
    weight_grams   INTEGER,
    listed_on      TEXT NOT NULL,
    ended_on       TEXT
);

CREATE TABLE listing_price_history (
    listing_id  INTEGER NOT NULL REFERENCES listing (listing_id),
    valid_from  TEXT NOT NULL,
    valid_to    TEXT,
    price_cents INTEGER NOT NULL,
    PRIMARY KEY (listing_id, valid_from)
);

CREATE TABLE orders (
    order_id       INTEGER PRIMARY KEY,
    order_no       TEXT NOT NULL UNIQUE,
    buyer_id       INTEGER NOT NULL REFERENCES buyer (buyer_id),
    recipient_id   INTEGER,
    placed_at      TEXT NOT NULL,
    status_code    INTEGER NOT NULL REFERENCES order_status (status_code),
    payment_method TEXT NOT NULL,
    voucher_code   TEXT,
    shipping_cents INTEGER NOT NULL,
    total_cents    INTEGER NOT NULL,
    shipped_on     TEXT,
    delivered_on   TEXT
);

CREATE TABLE order_item (
    order_item_id    INTEGER PRIMARY KEY,
    order_id         INTEGER NOT NULL REFERENCES orders (order_id),
    listing_id       INTEGER NOT NULL REFERENCES listing (listing_id),
    quantity         INTEGER NOT NULL,
    unit_price_cents INTEGER NOT NULL,
    line_total_cents INTEGER NOT NULL,
    fee_cents        INTEGER NOT NULL,
    rating_stars     INTEGER
);

-- decision: A approved, D declined, P pending
CREATE TABLE refund (
    refund_id     INTEGER PRIMARY KEY,
    order_item_id INTEGER NOT NULL,
    reason        TEXT NOT NULL,
    requested_on  TEXT NOT NULL,
    decided_on    TEXT,
    decision      TEXT NOT NULL,
    amount_cents  INTEGER NOT NULL
);

INSERT INTO category VALUES
    (1, 'Home & Living', NULL, 10), (2, 'Fashion', NULL, 14), (3, 'Electronics', NULL, 7), (4, 'Toys & Games', NULL, 11),
    (5, 'Lighting', 1, 10), (6, 'Kitchenware', 1, 9.5), (7, 'Textiles', 1, 10),
    (8, 'Jewellery', 2, 15), (9, 'Bags', 2, 14), (10, 'Shoes', 2, 13.5),
    (11, 'Audio', 3, 7), (12, 'Cameras', 3, 6.5), (13, 'Board Games', 4, 11), (14, 'Plush Toys', 4, 12), (15, 'Garden', 1, 9);

INSERT INTO order_status VALUES
    (10, 'placed', 0), (20, 'paid', 0), (30, 'shipped', 0), (40, 'delivered', 1), (80, 'lost in transit', 1), (90, 'cancelled', 1);

INSERT INTO seller VALUES
    (1, 'Lumen & Oak', 'DE', '2021-08-12', NULL, 'G', 1, NULL, 'care@lumenoak.example'),
    (2, 'Copper Kettle', 'GB', '2021-09-03', NULL, 'G', 1, NULL, 'hello@copperkettle.example'),
    (3, 'Maison Perle', 'FR', '2021-09-30', NULL, 'G', 1, 1, 'bonjour@perle.example'),
    (4, 'Analogue Attic', 'DE', '2021-11-11', NULL, 'S', 0, 1, NULL),
    (5, 'Sole Brothers', 'IT', '2021-12-01', NULL, 'S', 1, 3, 'info@solebrothers.example'),
    (6, 'Meeple Manor', 'NL', '2022-01-17', NULL, 'G', 1, NULL, 'play@meeple.example'),
    (7, 'Wool & Willow', 'GB', '2022-02-08', NULL, 'S', 0, 2, 'wool@willow.example'),
    (8, 'Second Track', 'NL', '2022-03-21', NULL, 'B', 0, 6, NULL),
    (9, 'Casa Bolsa', 'ES', '2022-04-05', NULL, 'S', 1, 3, 'hola@casabolsa.example'),
    (10, 'Teddy Terrace', 'GB', '2022-06-14', NULL, 'B', 0, 2, NULL),
    (11, 'Northlight Cameras', 'SE', '2022-07-29', NULL, 'S', 1, 4, 'support@northlight.example'),
    (12, 'Pan and Pine', 'DE', '2022-09-09', NULL, 'B', 1, 1, 'post@panpine.example'),
    (13, 'Opal Studio', 'FR', '2022-10-26', NULL, 'B', 0, 3, NULL),
    (14, 'Glow Depot', 'PL', '2022-12-13', NULL, 'S', 1, NULL, 'biuro@glowdepot.example'),
    (15, 'Echo Parlour', 'IE', '2023-02-02', NULL, 'B', 0, 8, 'echo@parlour.example'),
    (16, 'Strap & Stitch', 'IT', '2023-03-16', NULL, 'S', 1, 5, 'ciao@strapstitch.example'),
    (17, 'The Linen Room', 'PT', '2023-05-22', NULL, 'S', 1, NULL, 'ola@linenroom.example'),
    (18, 'Dice & Deck', 'DE', '2023-08-01', NULL, 'B', 0, 6, 'dice@deck.example'),
    (19, 'Barefoot Bazaar', 'ES', '2023-10-10', NULL, 'B', 0, 9, NULL),
    (20, 'Silver Finch', 'GB', '2024-01-15', NULL, 'S', 1, 7, 'finch@silver.example'),
    (21, 'Kiln Kitchen', 'SE', '2024-04-18', NULL, 'B', 1, 11, 'hej@kiln.example'),
    (22, 'Huggable House', 'NL', '2024-08-27', NULL, 'B', 0, 10, 'hug@house.example'),
    (23, 'Retro Reel', 'DE', '2025-01-09', NULL, 'B', 0, 4, NULL),
    (24, 'Quiet Corner', 'FR', '2025-09-19', NULL, 'B', 1, NULL, 'quiet@corner.example');

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE dice AS
WITH RECURSIVE throw (i, x) AS (
    SELECT 0, 77003
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM throw WHERE i < 8 * 1000 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM throw GROUP BY i / 8;

INSERT INTO buyer
SELECT n + 1, fn || ' ' || ln,
       CASE WHEN fn || ln IN ('GwenHughes', 'NilsAbel') THEN lower(fn) || '.' || lower(ln) || '@post.example' ELSE lower(fn) || '.' || lower(ln) || (n + 1) || '@post.example' END,
       CASE WHEN d % 12 = 0 THEN NULL ELSE json_extract('["Hamburg","Berlin","Leeds","Bristol","Lyon","Utrecht","Milan","Malmö","Porto","Cork"]', '$[' || k || ']') END,
       json_extract('["DE","DE","GB","GB","FR","NL","IT","SE","PT","IE"]', '$[' || k || ']'),
       date('2021-09-15', '+' || (n * 10 + e % 9) || ' days'),
       CASE WHEN f % 6 = 0 THEN NULL ELSE 1955 + f % 51 END,
       CASE WHEN g % 5 < 2 THEN 1 ELSE 0 END
FROM (
    SELECT dice.*, c % 10 AS k,
           json_extract('["Ada","Bruno","Chiara","Dmitri","Esme","Farid","Gwen","Henrik","Ilse","Jorge","Kirsten","Leo","Marta","Nils","Olga","Priya","Quentin","Rosa"]', '$[' || (a % 18) || ']') AS fn,
           json_extract('["Abel","Brandt","Costa","Doyle","Ekman","Fournier","Gallo","Hughes","Ivanov","Jonker","Krause","Lowe","Moreau"]', '$[' || (b % 13) || ']') AS ln
    FROM dice WHERE n < 150
);

-- Listings come in order of their date; only shops that have joined list.
INSERT INTO listing
SELECT n + 1, seller_id, cat, printf('%s-%04d', json_extract('["LGT","KIT","TEX","JWL","BAG","SHO","AUD","CAM","BRD","PLU"]', '$[' || (cat - 5) || ']'), 1000 + n * 7),
       json_extract('["Vintage","Handmade","Classic","Mini","Large","Travel","Nordic"]', '$[' || (c % 7) || ']') || ' ' ||
       json_extract('[["desk lamp","pendant light","string lights"],["copper pan","tea kettle","chopping board"],["wool blanket","linen curtain","cushion cover"],["silver ring","pearl earrings","charm bracelet"],["leather tote","canvas backpack","clutch"],["leather sandals","suede boots","trainers"],["record player","bookshelf speaker","headphones"],["film camera","tripod","50mm lens"],["strategy game","chess set","card game"],["teddy bear","plush fox","plush whale"]]', '$[' || (cat - 5) || '][' || (d % 3) || ']'),
       CASE WHEN cat IN (11, 12) THEN json_extract('["U","U","R","N"]', '$[' || (e % 4) || ']') WHEN e % 6 = 0 THEN 'U' ELSE 'N' END,
       0, CASE WHEN f % 9 = 0 THEN 0 ELSE f % 60 END, CASE WHEN g % 8 = 0 THEN NULL ELSE 80 + g % 4200 END, day, NULL
FROM (
    SELECT dice.*, s.seller_id, dice.day,
           json_extract('[5,6,8,12,10,13,7,11,9,14,12,6,8,5,11,9,7,13,10,8,6,14,12,7]', '$[' || (s.seller_id - 1) || ']') AS cat
    FROM (SELECT dice.*, date('2021-12-20', '+' || (dice.n * 11 + dice.a % 8) || ' days') AS day FROM dice WHERE dice.n < 126) dice
    JOIN seller s ON s.seller_id = 1 + dice.b % (SELECT count(*) FROM seller j WHERE j.joined_on < dice.day)
);
UPDATE listing SET category_id = 12 WHERE seller_id = 4 AND listing_id % 2 = 0;
UPDATE listing SET category_id = 11, title = replace(title, 'film camera', 'record player'), sku = replace(sku, 'CAM', 'AUD') WHERE seller_id = 4 AND listing_id % 2 = 1 AND title LIKE '%film camera';

-- One to three prices each; the one without an end is the price of today.
INSERT INTO listing_price_history
SELECT listing_id, valid_from, lead(valid_from) OVER (PARTITION BY listing_id ORDER BY valid_from), price_cents
FROM (
    SELECT l.listing_id, date(l.listed_on, '+' || (v.k * (90 + d.b % 160)) || ' days') AS valid_from,
           CAST(round(base * (1 + v.k * CASE WHEN d.c % 3 = 0 THEN -0.08 ELSE 0.06 END)) AS INTEGER) * 100 - CASE WHEN d.e % 2 = 0 THEN 1 ELSE 50 END AS price_cents
    FROM listing l JOIN (SELECT 0 AS k UNION SELECT 1 UNION SELECT 2) v
    JOIN (SELECT dice.*, CASE (SELECT category_id FROM listing WHERE listing_id = dice.n - 199)
                 WHEN 11 THEN 70 + a % 180 WHEN 12 THEN 90 + a % 330 WHEN 10 THEN 45 + a % 90 WHEN 9 THEN 40 + a % 140
                 ELSE 14 + a % 62 END AS base FROM dice) d ON d.n = 199 + l.listing_id
    WHERE v.k <= d.d % 3
) WHERE valid_from < '2025-11-15';
UPDATE listing SET price_cents = (SELECT h.price_cents FROM listing_price_history h WHERE h.listing_id = listing.listing_id AND h.valid_to IS NULL);

-- The later of two thrown days, so that business grows.
INSERT INTO orders
SELECT n + 1, 'MP-' || (20000 + n * 3), buyer_id,
       CASE WHEN f % 11 = 0 AND 1 + g % 150 <> buyer_id THEN 1 + g % 150 END,
       day || ' ' || printf('%02d:%02d:%02d', 7 + g % 16, h % 60, e % 60),
       CASE WHEN day > '2025-11-11' THEN json_extract('[10,20,20,90]', '$[' || (f % 4) || ']')
            WHEN day > '2025-11-04' THEN json_extract('[20,30,30,30]', '$[' || (f % 4) || ']')
            WHEN f % 13 = 0 THEN 90 WHEN f % 71 = 1 THEN 80 ELSE 40 END,
       json_extract('["card","card","card","paypal","paypal","bank transfer","klarna"]', '$[' || (e % 7) || ']'),
       CASE WHEN h % 9 = 0 THEN json_extract('["WELCOME10","SPRING5","FREESHIP"]', '$[' || (h % 3) || ']') WHEN h % 9 = 1 THEN json_extract('["WELCOME10","SPRING5","FREESHIP"]', '$[' || (g % 3) || ']') END,
       json_extract('[0,390,390,490,490,690,1290]', '$[' || (d % 7) || ']'), 0, NULL, NULL
FROM (
    SELECT d.*, 1 + d.c % (SELECT count(*) FROM buyer b WHERE b.signed_up_on < d.day AND b.buyer_id < 144) AS buyer_id
    FROM (SELECT row_number() OVER (ORDER BY late, n) - 1 AS n, c, d, e, f, g, h,
                 date('2022-01-03', '+' || (late * 1411 / 32768) || ' days') AS day
          FROM (SELECT dice.*, CASE WHEN h % 16 = 3 THEN 32767 - b % 1100 ELSE max(a, b) END AS late FROM dice WHERE n >= 340 AND n < 880)) d
);
UPDATE orders SET shipped_on = date(placed_at, '+' || (1 + (order_id * 37 + shipping_cents) % 4) || ' days') WHERE status_code IN (30, 40, 80);
UPDATE orders SET shipped_on = '2025-11-14' WHERE shipped_on > '2025-11-14';
UPDATE orders SET delivered_on = min('2025-11-14', date(shipped_on, '+' || (1 + (order_id * 53) % 6 + CASE WHEN shipping_cents = 0 THEN 3 ELSE 0 END) || ' days')) WHERE status_code = 40;

-- One to three lines an order, at the price of that day; every 11th listing never sells.
INSERT INTO order_item
SELECT row_number() OVER (ORDER BY o.order_id, k), o.order_id, p.listing_id, p.qty, h.price_cents, p.qty * h.price_cents,
       CAST(round(p.qty * h.price_cents * c.commission_pct / 100) AS INTEGER),
       CASE WHEN o.status_code = 40 AND p.r % 5 < 3 THEN json_extract('[5,5,5,4,4,5,3,4,2,1]', '$[' || (p.r / 5 % 10) || ']') END
FROM (
    SELECT o.order_id AS oid, v.k, d.f + 7 * v.k AS r,
           CASE WHEN (d.e + v.k * 5) % 6 = 0 THEN 2 WHEN (d.e + v.k * 5) % 23 = 1 THEN 4 ELSE 1 END AS qty,
           1 + (d.b + v.k * 31) % (SELECT count(*) FROM listing l WHERE l.listed_on <= date(o.placed_at)) AS listing_id
    FROM orders o JOIN dice d ON d.n = 999 - o.order_id JOIN (SELECT 0 AS k UNION SELECT 1 UNION SELECT 2) v ON v.k <= json_extract('[0,0,0,1,1,2]', '$[' || (d.a % 6) || ']')
) p JOIN orders o ON o.order_id = p.oid
JOIN listing l ON l.listing_id = p.listing_id JOIN category c ON c.category_id = l.category_id
JOIN listing_price_history h ON h.listing_id = p.listing_id AND h.valid_from <= date(o.placed_at) AND (h.valid_to IS NULL OR h.valid_to > date(o.placed_at))
WHERE p.listing_id % 11 <> 0;
DELETE FROM orders WHERE order_id NOT IN (SELECT order_id FROM order_item);
UPDATE orders SET total_cents = shipping_cents + (SELECT sum(i.line_total_cents) FROM order_item i WHERE i.order_id = orders.order_id);

-- Some listings and two shops end, after their last sale.
UPDATE seller SET closed_on = date((SELECT max(o.placed_at) FROM orders o JOIN order_item i ON i.order_id = o.order_id JOIN listing l ON l.listing_id = i.listing_id WHERE l.seller_id = seller.seller_id), '+1 day')
WHERE seller_id IN (13, 19);
UPDATE listing SET ended_on = max(date(listed_on, '+60 days'), coalesce((SELECT date(max(o.placed_at), '+9 days') FROM orders o JOIN order_item i ON i.order_id = o.order_id WHERE i.listing_id = listing.listing_id), listed_on))
WHERE listing_id % 5 = 2;
UPDATE listing SET ended_on = (SELECT closed_on FROM seller WHERE seller_id = listing.seller_id) WHERE seller_id IN (13, 19);
UPDATE listing SET ended_on = NULL WHERE ended_on > '2025-11-15';

INSERT INTO refund
SELECT row_number() OVER (ORDER BY requested_on, order_item_id), order_item_id, reason, requested_on,
       CASE WHEN requested_on > '2025-10-22' THEN NULL ELSE date(requested_on, '+' || (1 + k % 9) || ' days') END,
       CASE WHEN requested_on > '2025-10-22' THEN 'P' WHEN k % 5 = 0 THEN 'D' ELSE 'A' END,
       CASE WHEN k % 4 = 0 THEN line_total_cents / 2 ELSE line_total_cents END
FROM (
    SELECT i.order_item_id, i.line_total_cents, d.c AS k,
           json_extract('["damaged","damaged","not as described","changed mind","changed mind","late delivery","wrong item"]', '$[' || (d.d % 7) || ']') AS reason,
           date(o.delivered_on, '+' || (1 + d.b % 15) || ' days') AS requested_on
    FROM order_item i JOIN orders o ON o.order_id = i.order_id JOIN dice d ON d.n = i.order_item_id
    WHERE o.delivered_on IS NOT NULL AND (d.a % 8 = 0 OR i.rating_stars <= 2 AND d.a % 2 = 0)
) WHERE requested_on < '2025-11-15';

DROP TABLE dice;
