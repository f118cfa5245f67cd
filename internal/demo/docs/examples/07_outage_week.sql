-- What happened to visits and orders around the outage of November 2024?
WITH visits AS (
    SELECT CAST(started_at AT TIME ZONE 'UTC' AS DATE) AS day, count(*) AS visits
    FROM web_sessions
    GROUP BY day
),
sales AS (
    SELECT dt_ord AS day, count(*) AS orders, sum(order_total) AS order_value
    FROM orders
    GROUP BY dt_ord
)
SELECT v.day, v.visits, coalesce(s.orders, 0) AS orders, coalesce(s.order_value, 0) AS order_value
FROM visits v
LEFT JOIN sales s ON s.day = v.day
WHERE v.day BETWEEN DATE '2024-11-08' AND DATE '2024-11-17'
ORDER BY v.day
