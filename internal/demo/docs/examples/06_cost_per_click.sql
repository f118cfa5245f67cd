-- What did a click cost in each marketing channel in 2025, leaving out the days without a click count?
SELECT channel,
       sum(spend) AS spend,
       sum(clicks) AS clicks,
       round(sum(spend) / sum(clicks), 3) AS cost_per_click
FROM marketing_spend
WHERE spend_date >= DATE '2025-01-01' AND clicks IS NOT NULL
GROUP BY channel
ORDER BY cost_per_click
