-- One row for each day, channel and region.
INSERT INTO marketing_spend
SELECT day AS spend_date, channel, region_id,
       CASE WHEN day BETWEEN getvariable('launch_day') AND getvariable('launch_day') + 60 AND channel IN ('social', 'display')
            THEN getvariable('launch_product') || ' launch'
            WHEN month(day) IN (5, 6, 7, 8) THEN 'Summer ' || year(day)
            WHEN month(day) IN (11, 12) THEN 'Winter ' || year(day)
            WHEN month(day) IN (1, 2) THEN 'Winter ' || (year(day) - 1)
            ELSE 'Brand' END AS "Campaign Name",
       money(cents) AS spend,
       -- The click counter was broken for two weeks; the money was spent all the same.
       if(counted, clicks * spread('spend/reach', n, 22, 60), NULL) AS impressions,
       if(counted, clicks, NULL) AS clicks
FROM (
    SELECT *, cents // spread('spend/price of a click', n, dear, 2 * dear) AS clicks,
           day NOT BETWEEN getvariable('tracking_gap_from') AND getvariable('tracking_gap_to') AS counted
    FROM (
        SELECT day, region_id, channel, dear, n * 8 + place AS n,
               euros * share * growth * season // 100000 * spread('spend/luck', n * 8 + place, 85, 115) // 100 AS cents
        FROM demand
        CROSS JOIN (VALUES (1, 'search', 420, 38), (2, 'social', 310, 24), (3, 'email', 45, 5), (4, 'display', 160, 30), (5, 'affiliates', 120, 26))
            AS t (place, channel, euros, dear)
    )
)
ORDER BY spend_date, channel, region_id;
