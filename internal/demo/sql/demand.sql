-- What moves each region on each day: the calendar, the region's share, the
-- strike in the bad quarter, and how many customers it has by then. The key n
-- is different for every row.
CREATE TEMP TABLE demand AS
SELECT d.*, m.customers
FROM (
    SELECT c.*, r.region_id, r.share, r.cities,
           r.region_id * 2000 + c.ordinal AS n,
           r.region_id = getvariable('bad_region_id')
               AND c.day BETWEEN getvariable('bad_quarter_from') AND getvariable('bad_quarter_to') AS strike
    FROM calendar c CROSS JOIN territories r
) d
ASOF JOIN (SELECT region_id, signup_date, max(seniority) AS customers FROM members GROUP BY ALL) m
  ON m.region_id = d.region_id AND d.day >= m.signup_date;
