-- An invented consultancy: what it bills, what is paid, and what it spends.

CREATE TABLE clients (
    client_id INTEGER PRIMARY KEY, client_name TEXT NOT NULL, city TEXT NOT NULL, industry TEXT NOT NULL
);
CREATE TABLE invoices (
    invoice_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (client_id), issued_on TEXT NOT NULL, paid_on TEXT,
    billed_amount NUMERIC NOT NULL, paid_amount NUMERIC NOT NULL, discount NUMERIC NOT NULL, status TEXT NOT NULL
);
CREATE TABLE expenses (
    expense_id INTEGER PRIMARY KEY, spent_on TEXT NOT NULL, kind TEXT NOT NULL, cost NUMERIC NOT NULL
);

INSERT INTO clients VALUES
(1,'Abel & Sons','Lyon','retail'),(2,'Birch Foods','Ghent','food'),(3,'Corva','Lyon','energy'),(4,'Delmar','Porto','retail'),
(5,'Elkton','Ghent','energy'),(6,'Farrow','Porto','food'),(7,'Gildan','Lyon','retail'),(8,'Hollis','Ghent','food');

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 160)
INSERT INTO invoices
SELECT i, 1 + i * 5 % 8, date('2024-01-03', '+' || (i * 3) || ' days'),
       CASE WHEN i % 7 IN (2, 5) THEN NULL ELSE date('2024-01-03', '+' || (i * 3 + 6 + i * 11 % 29 + 5 * (i * 5 % 8)) || ' days') END,
       400 + i * 37 % 900, CASE i % 7 WHEN 2 THEN 0 WHEN 5 THEN 100 + i % 50 ELSE 400 + i * 37 % 900 END, i * 13 % 40,
       CASE i % 7 WHEN 2 THEN 'unpaid' WHEN 5 THEN 'partly paid' ELSE 'paid' END
FROM n;

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO expenses
SELECT i, date('2024-01-05', '+' || (i * 5) || ' days'),
       CASE i % 4 WHEN 0 THEN 'travel' WHEN 1 THEN 'software' WHEN 2 THEN 'rent' ELSE 'training' END, 50 + i * 29 % 400
FROM n;
