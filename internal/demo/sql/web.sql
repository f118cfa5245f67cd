-- Visits to the shop's site: one behind each web order, and those that ended
-- without an order.
INSERT INTO web_sessions
SELECT row_number() OVER (ORDER BY started, order_id NULLS FIRST, n) AS session_id,
       started::TIMESTAMPTZ AS started_at,
       customer_id,
       region_id,
       one_of('visit/device', n, ['mobile', 'mobile', 'mobile', 'mobile', 'desktop', 'desktop', 'desktop', 'tablet']) AS device,
       one_of('visit/referrer', n, ['search', 'search', 'search', 'direct', 'direct', 'social', 'Social', 'email', 'affiliate', NULL, NULL]) AS referrer,
       page_views,
       -- A visit of one page has no measurable length.
       if(page_views = 1, NULL, page_views * spread('visit/pace', n, 8, 70)) AS duration_seconds,
       order_id IS NOT NULL AS converted,
       order_id
FROM (
    SELECT order_id AS n, ordered_at - to_seconds(spread('visit/before', order_id, 120, 2400)) AS started,
           customer_id, region_id, order_id,
           spread('visit/buying pages', order_id, 4, 24) AS page_views
    FROM headers
    WHERE channel = 'web'
    UNION ALL
    SELECT n,
           day + to_seconds(3600 * (spread('visit/hour', n, 6, 15) + dice('visit/later', n, 9)) + dice('visit/second', n, 3600)) AS started,
           m.customer_id, v.region_id, NULL AS order_id,
           if(chance('visit/bounce', n, 38), 1, 2 + dice('visit/pages', n, 1 + dice('visit/interest', n, 18))) AS page_views
    FROM (
        -- Fewer than one in five is logged in.
        SELECT *, if(chance('visit/known', n, 18), 1 + dice('visit/customer', n, customers), NULL) AS seniority
        FROM (
            SELECT day, region_id, customers,
                   n * 1000 + unnest(range(whole('visit/day', n,
                       2500 * share * growth * season * weekday * uptime // 1000000000 * spread('visit/luck', n, 85, 115) // 100))) AS n
            FROM demand
        )
    ) v
    LEFT JOIN members m ON m.region_id = v.region_id AND m.seniority = v.seniority
)
ORDER BY session_id;
