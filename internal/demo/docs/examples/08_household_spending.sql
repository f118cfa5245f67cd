-- How much did household 7 spend in each category in 2025?
SELECT category, count(*) AS expenses, sum(amount) AS amount
FROM expenses
WHERE household_id = 7 AND spent_on BETWEEN DATE '2025-01-01' AND DATE '2025-12-31'
GROUP BY category
ORDER BY amount DESC
