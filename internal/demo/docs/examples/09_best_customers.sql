-- Who are the ten customers with the highest revenue, and which support rating do they give on average?
SELECT c.full_name, v.segment, v.orders, v.revenue, round(avg(t.rating), 1) AS average_rating
FROM customer_value v
JOIN customers c ON c.customer_id = v.customer_id
LEFT JOIN support_tickets t ON t.customer_id = v.customer_id
GROUP BY c.customer_id, c.full_name, v.segment, v.orders, v.revenue
ORDER BY v.revenue DESC, c.full_name
LIMIT 10
