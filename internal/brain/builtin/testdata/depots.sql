-- An invented shop whose regions have depots in towns where customers live, too.

CREATE TABLE regions (region_id INTEGER PRIMARY KEY, region_name TEXT NOT NULL, depot_city TEXT NOT NULL);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, customer_name TEXT NOT NULL, city TEXT NOT NULL);
CREATE TABLE orders (
    order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
    region_id INTEGER NOT NULL REFERENCES regions (region_id), ordered_on TEXT NOT NULL, order_total NUMERIC NOT NULL
);

INSERT INTO regions VALUES (1,'North','Nordhavn'),(2,'South','Castelo'),(3,'West','Isfjord');

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO customers SELECT i, 'Customer ' || i, CASE i % 5 WHEN 0 THEN 'Nordhavn' WHEN 1 THEN 'Castelo' WHEN 2 THEN 'Isfjord' ELSE 'Lindau' END FROM n;

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
INSERT INTO orders SELECT i, 1 + i * 7 % 60, 1 + i % 3, date('2024-01-02', '+' || i || ' days'), 20 + i * 37 % 700 FROM n;
