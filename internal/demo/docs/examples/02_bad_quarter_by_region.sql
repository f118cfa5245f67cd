-- Which regions lost revenue in the third quarter of 2024, compared with the year before?
WITH quarters AS (
    SELECT r.region_name,
           sum(CASE WHEN o.dt_ord BETWEEN DATE '2023-07-01' AND DATE '2023-09-30' THEN o.order_total END) AS revenue_2023_q3,
           sum(CASE WHEN o.dt_ord BETWEEN DATE '2024-07-01' AND DATE '2024-09-30' THEN o.order_total END) AS revenue_2024_q3
    FROM orders o
    JOIN regions r ON r.region_id = o.region_id
    WHERE o.status = 'completed'
    GROUP BY r.region_name
)
SELECT region_name, revenue_2023_q3, revenue_2024_q3,
       round(100.0 * revenue_2024_q3 / revenue_2023_q3 - 100, 1) AS change_percent
FROM quarters
ORDER BY change_percent
