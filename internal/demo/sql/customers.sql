-- Customers, numbered in the order in which they signed up: those from before
-- the story begins, then more every year.

CREATE TEMP TABLE signups AS
SELECT row_number() OVER (ORDER BY day, place) AS n, day
FROM (
    SELECT getvariable('first_day') - 1 - (730 * place // 4500)::INTEGER AS day, place
    FROM range(4500) AS t (place)
    UNION ALL
    SELECT day, unnest(range(whole('signup', ordinal, 10 * growth * season * weekday * uptime // 1000000))) AS place
    FROM calendar
);

INSERT INTO customers
SELECT n AS customer_id,
       uuid_of('customer ' || n) AS customer_uuid,
       first_name || ' ' || last_name AS full_name,
       if(chance('customer/email missing', n, 4), NULL,
          lower(strip_accents(first_name) || '.' || n || '@example.com')) AS email,
       region_id,
       -- Typed by hand: some in capitals, some with a space at the end.
       CASE dice('customer/typing', n, 20) WHEN 0 THEN upper(town) WHEN 1 THEN town || ' ' WHEN 2 THEN NULL ELSE town END AS city,
       one_of('customer/segment', n, ['consumer', 'consumer', 'consumer', 'consumer', 'consumer', 'consumer', 'consumer', 'club', 'club', 'business']) AS segment,
       CASE WHEN chance('customer/birth year missing', n, 28) THEN NULL
            WHEN chance('customer/birth year unknown', n, 2) THEN 1900
            ELSE spread('customer/birth year', n, 1945, 1984) + dice('customer/younger', n, 22) END AS birth_year,
       day AS signup_date,
       one_of('customer/newsletter', n, [true, true, false, false, NULL]) AS newsletter
FROM (
    SELECT *,
           one_of('customer/first name', n, ['Anna', 'Ben', 'Chloé', 'Daan', 'Elif', 'Finn', 'Greta', 'Hugo', 'Inês', 'Jakub', 'Kai',
               'Léa', 'Łukasz', 'Maja', 'Nils', 'Olga', 'Pablo', 'Rosa', 'Søren', 'Tomáš', 'Uma', 'Vera', 'Will', 'Zoë']) AS first_name,
           one_of('customer/last name', n, ['Andersen', 'Bauer', 'Costa', 'Dubois', 'Eriksen', 'Fischer', 'García', 'Hansen', 'Ivanova',
               'Jansen', 'Kowalski', 'Lindqvist', 'Moreau', 'Novák', 'O''Brien', 'Petrov', 'Rossi', 'Schmidt', 'Þórsson', 'Virtanen', 'Walsh']) AS last_name,
           one_of('customer/town', n, cities) AS town
    FROM (SELECT *, one_of('customer/region', n, [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5]) AS home FROM signups)
    JOIN territories ON region_id = home
)
ORDER BY n;

-- Customers of a region by seniority, to draw one of those who had signed up
-- by a given day.
CREATE TEMP TABLE members AS
SELECT customer_id, region_id, segment, signup_date,
       row_number() OVER (PARTITION BY region_id ORDER BY customer_id) AS seniority
FROM customers;
