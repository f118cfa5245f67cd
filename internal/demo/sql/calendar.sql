-- Every day of the story with what moves demand on it, in percent of a plain
-- day (growth in thousandths of the first day).
CREATE TEMP TABLE calendar AS
SELECT day,
       day - getvariable('first_day') AS ordinal,
       1000 + 700 * ordinal // (getvariable('last_day') - getvariable('first_day')) AS growth,
       -- January to December: summer camping, and a shorter winter peak.
       [104, 92, 84, 88, 104, 122, 130, 118, 90, 82, 96, 118][month(day)] AS season,
       -- Monday to Sunday: Saturday is the strongest day.
       [86, 84, 90, 95, 108, 132, 105][isodow(day)] AS weekday,
       if(day BETWEEN getvariable('outage_from') AND getvariable('outage_to'), 2, 100) AS uptime
FROM (SELECT unnest(generate_series(getvariable('first_day'), getvariable('last_day'), INTERVAL 1 DAY))::DATE AS day);
