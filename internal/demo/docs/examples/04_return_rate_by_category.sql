-- Which categories are returned most often?
SELECT c.category_name,
       count(*) AS lines,
       count(t.return_id) AS returned,
       round(100.0 * count(t.return_id) / count(*), 1) AS return_rate_percent
FROM order_items i
JOIN products p ON p.product_id = i.product_id
JOIN categories c ON c.category_id = p.category_id
LEFT JOIN returns t ON t.order_id = i.order_id AND t.line_no = i.line_no
GROUP BY c.category_name
ORDER BY return_rate_percent DESC
