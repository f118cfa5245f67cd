-- Orders and their lines. Lines are drawn first, because an order carries the
-- total of its lines.

CREATE TEMP TABLE drafts AS
SELECT row_number() OVER (ORDER BY ordered_at, n) AS order_id, *
FROM (
    SELECT *,
           -- Between eight in the morning and ten at night, most around two.
           day + to_seconds(3600 * (spread('order/hour', n, 8, 15) + dice('order/later', n, 7)) + dice('order/second', n, 3600)) AS ordered_at
    FROM (
        SELECT day, region_id, strike, customers,
               n * 1000 + unnest(range(whole('order/day', n,
                   382 * share * growth * season * weekday * uptime // 1000000000
                   * spread('order/luck', n, 82, 118) * if(strike, 40, 100) // 10000))) AS n
        FROM demand
    )
);

-- The customer is drawn from those of the region who had signed up by then:
-- one time in three among the newest tenth, otherwise rather an old hand.
CREATE TEMP TABLE buyers AS
SELECT d.*, m.customer_id, m.segment
FROM (
    SELECT *,
           CASE WHEN chance('order/newcomer', order_id, 33)
                THEN customers - dice('order/newest', order_id, customers // 10)
                ELSE 1 + dice('order/oldest', order_id, 1 + dice('order/old', order_id, customers)) END AS seniority
    FROM drafts
) d
JOIN members m ON m.region_id = d.region_id AND m.seniority = d.seniority;

CREATE TEMP TABLE headers AS
SELECT order_id, customer_id, segment, region_id, day, ordered_at, strike,
       one_of('order/channel', order_id, ['web', 'web', 'web', 'web', 'web', 'store', 'store', 'store', 'store', 'phone']) AS channel,
       -- The orders of the last three days are still on their way.
       CASE WHEN chance('order/cancelled', order_id, 5) THEN 'cancelled'
            WHEN day > getvariable('last_day') - 3 THEN 'pending'
            ELSE 'completed' END AS status,
       if(chance('order/promo', order_id, 12), one_of('order/code', order_id, ['WELCOME10', 'TRAIL10', 'club10']), NULL) AS promo_code
FROM buyers;

-- A shelf for each day: every product on sale holds a stretch of tickets as
-- long as its appeal, and a ticket is drawn for each line.
CREATE TEMP TABLE shelves AS
SELECT day, product_id, list_price, category_id,
       sum(appeal) OVER (PARTITION BY day ORDER BY product_id) - appeal AS first_ticket,
       sum(appeal) OVER (PARTITION BY day) AS tickets
FROM (
    SELECT c.day, p.product_id, p.list_price, p.category_id,
           k.months[month(c.day)] * spread('product/appeal', p.product_id, 30, 100)
           -- A launch takes most of a year to reach its full appeal.
           * if(p.launched_on = getvariable('launch_day'), least(110, 10 + (c.day - p.launched_on) // 3), 100) AS appeal
    FROM calendar c
    JOIN products p ON c.day BETWEEN p.launched_on AND coalesce(p.discontinued_on, c.day)
    JOIN catalogue k USING (category_id)
);

CREATE TEMP TABLE lines AS
SELECT d.order_id, d.line_no, s.product_id, s.category_id, d.quantity,
       -- Prices rose once; before, everything cost six per cent less.
       (100 * s.list_price)::BIGINT * if(d.day < getvariable('price_rise_day'), 94, 100) // 100 AS price_cents,
       if(d.promo_code IS NULL, 0, d.quantity * price_cents // 10) AS discount_cents,
       d.quantity * price_cents - discount_cents AS line_cents
FROM (
    SELECT *, dice('line/product', n, tickets) AS ticket,
           one_of('line/quantity', n, if(segment = 'business', [1, 2, 2, 3, 4, 6], [1, 1, 1, 1, 1, 1, 1, 2, 2, 3])) AS quantity
    FROM (
        SELECT *, order_id * 8 + line_no AS n
        FROM (SELECT order_id, day, segment, promo_code,
                     unnest(range(1, 1 + one_of('order/lines', order_id, [1, 1, 1, 2, 2, 2, 2, 3, 3, 4]))) AS line_no
              FROM headers)
    )
    JOIN (SELECT DISTINCT day, tickets FROM shelves) USING (day)
) d
ASOF JOIN shelves s ON s.day = d.day AND d.ticket >= s.first_ticket;

INSERT INTO orders
SELECT h.order_id, h.customer_id, h.region_id, h.day, h.ordered_at, h.channel, h.status, h.promo_code,
       money(if(t.cents >= 10000, 0, 590)) AS shipping_fee,
       money(t.cents) AS order_total
FROM headers h
JOIN (SELECT order_id, sum(line_cents)::BIGINT AS cents FROM lines GROUP BY order_id) t USING (order_id)
ORDER BY h.order_id;
