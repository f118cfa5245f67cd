-- The household book: an app in which families keep their expenses. Each
-- household is a tenant and may see its own rows only.
INSERT INTO households
SELECT n AS household_id,
       'The ' || one_of('household/name', n, ['Ahlgren', 'Berg', 'Conti', 'Doyle', 'Esposito', 'Falk', 'Greco', 'Holm', 'Ito', 'Jensen', 'Keane', 'Lund'])
           || ' household' AS household_name,
       spread('household/members', n, 1, 6) AS members,
       if(chance('household/no budget', n, 15), NULL, money(100 * 50 * spread('household/budget', n, 24, 90))) AS monthly_budget,
       getvariable('first_day') - spread('household/joined', n, 1, 365)::INTEGER AS joined_on
FROM range(1, 41) AS t (n)
ORDER BY n;

-- cents: the usual amount; month_day: for what is paid once a month.
CREATE TEMP TABLE habits AS
SELECT * FROM (VALUES
    (1, 'groceries',        40, NULL, 5200, ['Green Grocer', 'Market Hall', 'Corner Shop', 'market hall']),
    (2, 'dining',           14, NULL, 3400, ['Café Lind', 'Noodle Bar', 'Pizzeria Roma', NULL]),
    (3, 'transport',        22, NULL, 1800, ['City Rail', 'Fuel Stop', 'CITY RAIL']),
    (4, 'children',          8, NULL, 2900, ['Toy Box', 'School Office']),
    (5, 'health',            5, NULL, 3100, ['Pharmacy Linden', 'Dr. Amari']),
    (6, 'outdoor & sports',  6, NULL, 7800, ['Tarnfell', 'Tarnfell ', 'TARNFELL', 'Swim Hall']),
    (7, 'travel',            3, NULL, 21000, ['Ferry Line', 'Hostel Union', 'City Rail']),
    (8, 'rent',              0, 1,    98000, ['Landlord']),
    (9, 'utilities',         0, 15,   14500, ['Power & Water'])
) AS t (habit, category, percent, month_day, cents, merchants);

-- The import of one household ran twice for one month: its rows are there twice.
INSERT INTO expenses
SELECT row_number() OVER (ORDER BY day, household_id, habit, copy) AS expense_id,
       household_id, day AS spent_on, category,
       one_of('expense/merchant', n, merchants) AS merchant,
       money(cents * if(month_day IS NULL, spread('expense/luck', n, 30, 190), 100)
           * (70 + 15 * members) * (1000 + ordinal // 12) // 10000000) AS amount,
       one_of('expense/method', n, ['card', 'card', 'card', 'transfer', 'cash', NULL]) AS payment_method,
       chance('expense/shared', n, 64) AS is_shared,
       one_of('expense/note', n, [NULL, NULL, NULL, NULL, NULL, NULL, 'weekly shop', 'birthday', 'see receipt']) AS note
FROM (SELECT *, (ordinal * 64 + household_id) * 16 + habit AS n FROM calendar CROSS JOIN households CROSS JOIN habits)
CROSS JOIN (VALUES (1), (2)) AS copies (copy)
WHERE coalesce(day(day) = month_day, chance('expense', n, percent))
  AND (copy = 1 OR household_id = getvariable('twice_household')
                   AND day BETWEEN getvariable('twice_from') AND getvariable('twice_to'))
ORDER BY expense_id;
