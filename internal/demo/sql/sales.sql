-- Sales to clubs, shops and schools, from first contact to signature.
INSERT INTO opportunities
SELECT n AS opportunity_id,
       one_of('deal/place', n, cities) || ' '
           || one_of('deal/kind', n, ['Alpine Club', 'Scouts', 'Outdoor School', 'Sports', 'Mountain Rescue', 'Climbing Hall', 'Campsite']) AS account_name,
       region_id,
       one_of('deal/owner', n, ['Marta Nowak', 'Marta Nowak', 'Jonas Weber', 'Jonas Weber', 'Sofia Almeida', 'Eoin Kelly', 'Eoin Kelly ', NULL]) AS "ownerName",
       stage,
       money(amount_cents),
       CASE stage WHEN 'closed_won' THEN 100 WHEN 'closed_lost' THEN 0 WHEN 'prospecting' THEN 10
                  WHEN 'qualification' THEN 25 WHEN 'proposal' THEN 50 ELSE 75 END AS probability,
       created_at,
       if(chance('deal/no date', n, 7), NULL, created_at::DATE + spread('deal/plan', n, 30, 120)::INTEGER) AS expected_close,
       if(is_closed, decided_at, NULL) AS closed_at,
       if(stage = 'closed_lost', one_of('deal/lost', n, ['price', 'price', 'timing', 'competitor', 'no decision', NULL]), NULL) AS lost_reason
FROM (
    SELECT *,
           if(is_closed, if(chance('deal/won', n, 36), 'closed_won', 'closed_lost'),
              one_of('deal/stage', n, ['prospecting', 'qualification', 'qualification', 'proposal', 'negotiation'])) AS stage
    FROM (
        SELECT n, region_id, cities,
               day + to_seconds(spread('deal/second', n, 28800, 61200)) AS created_at,
               created_at + to_days(spread('deal/days', n, 15, 110)::INTEGER) + to_seconds(dice('deal/decided', n, 14400)) AS decided_at,
               decided_at < getvariable('last_day') + INTERVAL 1 DAY AS is_closed,
               -- Many small deals and a few large ones.
               100000 + dice('deal/size', n, 1 + dice('deal/scale', n, 6000000)) AS amount_cents
        FROM (
            SELECT row_number() OVER (ORDER BY n) AS n, day, region_id, cities
            FROM (SELECT day, region_id, cities, ordinal * 1000000 + n * 100 + unnest(range(whole('deal/day', n,
                             46 * share * growth * if(isodow(day) > 5, 10, 100) // 100000))) AS n
                  FROM demand)
        )
    )
)
ORDER BY n;
