-- What is in the sales pipeline, by stage, and what is it worth when weighted by probability?
SELECT stage,
       count(*) AS deals,
       sum(amount) AS amount,
       round(sum(amount * probability / 100.0), 2) AS weighted_amount
FROM opportunities
WHERE stage NOT IN ('closed_won', 'closed_lost')
GROUP BY stage
ORDER BY weighted_amount DESC
