-- Questions and complaints: about an order, or about nothing in particular.
-- The outage and the strike made many people write.
INSERT INTO support_tickets
SELECT row_number() OVER (ORDER BY opened_at, customer_id, n) AS ticket_id,
       customer_id, order_id, opened_at,
       if(closed_at < getvariable('last_day') + INTERVAL 1 DAY AND NOT chance('ticket/forgotten', n, 3), closed_at, NULL) AS closed_at,
       team AS "group",
       if(urgent, 'high', one_of('ticket/priority', n, ['low', 'normal', 'normal', 'normal', 'high'])) AS priority,
       CASE team WHEN 'delivery' THEN one_of('ticket/delivery', n, ['Where is my parcel?', 'Parcel arrived damaged', 'Wrong address on parcel'])
                 WHEN 'billing' THEN one_of('ticket/billing', n, ['Refund not received', 'Invoice needed', 'Charged twice'])
                 WHEN 'product' THEN one_of('ticket/product', n, ['Which size fits?', 'Part missing', 'Broken after first use'])
                 ELSE one_of('ticket/website', n, ['Cannot log in', 'Checkout does not work', 'Page shows an error']) END AS subject,
       if(chance('ticket/unrated', n, 56), NULL,
          one_of('ticket/rating', n, if(urgent, [1, 1, 2, 2, 3, 4], [1, 2, 3, 4, 4, 4, 5, 5, 5, 5]))) AS rating
FROM (
    SELECT *, opened_at + to_seconds(spread('ticket/work', n, 1800, 86400 * if(urgent, 9, 4))) AS closed_at
    FROM (
        SELECT order_id AS n, customer_id, order_id, strike AS urgent,
               ordered_at + to_seconds(spread('ticket/after', order_id, 3600, 864000)) AS opened_at,
               one_of('ticket/team', order_id, if(strike, ['delivery', 'delivery', 'delivery', 'billing'],
                   ['delivery', 'delivery', 'billing', 'product', 'product'])) AS team
        FROM headers
        WHERE chance('ticket/about order', order_id, if(strike, 34, 13))
        UNION ALL
        SELECT n, 1 + dice('ticket/customer', n, customers) AS customer_id, NULL AS order_id, uptime < 100 AS urgent,
               day + to_seconds(spread('ticket/second', n, 25200, 79200)) AS opened_at,
               if(urgent, 'website', one_of('ticket/general team', n, ['website', 'website', 'product', 'billing'])) AS team
        FROM (
            -- Customers are numbered by sign-up, so any number up to theirs is known by then.
            SELECT day, uptime, sum(customers)::BIGINT AS customers,
                   10000000 + ordinal * 1000 + unnest(range(whole('ticket/day', ordinal, if(uptime < 100, 140000, 2 * growth)))) AS n
            FROM demand
            GROUP BY day, ordinal, uptime, growth
        )
    )
)
WHERE opened_at < getvariable('last_day') + INTERVAL 1 DAY
ORDER BY ticket_id;
