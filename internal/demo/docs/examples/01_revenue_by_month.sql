-- How has revenue developed month by month?
SELECT date_trunc('month', dt_ord) AS month,
       sum(order_total) AS revenue
FROM orders
WHERE status = 'completed'
GROUP BY month
ORDER BY month
