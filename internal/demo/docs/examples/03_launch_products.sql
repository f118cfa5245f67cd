-- How did the Packrafting products sell in each quarter since their launch?
SELECT date_trunc('quarter', o.dt_ord) AS quarter,
       p.product_name,
       sum(i.quantity) AS pieces,
       sum(i.line_total) AS revenue
FROM order_items i
JOIN orders o ON o.order_id = i.order_id
JOIN products p ON p.product_id = i.product_id
JOIN categories c ON c.category_id = p.category_id
WHERE c.category_name = 'Packrafting' AND o.status = 'completed'
GROUP BY quarter, p.product_name
ORDER BY quarter, revenue DESC
