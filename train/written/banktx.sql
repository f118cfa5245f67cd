-- Bank transactions as exported: signed cents (negative = money out), balance after booking in cents, three accounts.
CREATE TABLE tx_export (TxnID TEXT, Acct TEXT, BookedOn TEXT, ValueDate TEXT, AmtCents INTEGER, BalAfterCents INTEGER, Payee TEXT, Cat TEXT, TxnType TEXT, Recurring TEXT, Memo TEXT, CardLast4 TEXT);
CREATE TEMP TABLE t0 AS
SELECT 'X' AS k, r.n AS s, pick(r.a,'Giro','Giro','Joint','Giro','Joint','Joint') AS acct, day(r.b,'2023-01-01',1035) AS d, r.c % 3 AS lag,
 CASE WHEN r.g % 29 = 0 THEN 1 ELSE -1 END * (pick(p,1800,3500,5500,900,4200,2600,6000,1500,12000,3000,8000) + r.e % pick(p,6500,4000,4500,900,9000,5000,100,2400,40000,2500,9000)) AS amt,
 CASE p WHEN 0 THEN pick(r.f,'Lidl','Edeka','Rewe','Aldi') WHEN 1 THEN pick(r.f,'Trattoria Nino','Sushi Kado','Burgerhaus') WHEN 2 THEN pick(r.f,'Shell','Aral','Deutsche Bahn') WHEN 3 THEN pick(r.f,'Backhaus','Cafe Luna') WHEN 4 THEN pick(r.f,'Zalando','Amazon','Decathlon','IKEA') WHEN 5 THEN pick(r.f,'Apotheke am Markt','Dr. Weiss') WHEN 6 THEN 'ATM Sparkasse' WHEN 7 THEN pick(r.f,'Kino Atlas','Steam','Museum Pass') WHEN 8 THEN pick(r.f,'Booking.com','Ryanair','Airbnb') WHEN 9 THEN pick(r.f,'dm Drogerie','Rossmann') ELSE pick(r.f,'Obi','Hornbach') END AS payee,
 pick(p,'Groceries','Eating out','Transport','Coffee','Shopping','Health','Cash','Leisure','Travel','Drugstore','Home') AS cat, CASE p WHEN 6 THEN 'ATM' ELSE 'CARD' END AS typ, 'f' AS rec, CASE WHEN r.h % 4 = 0 THEN pick(r.h / 4,'birthday','split with Jo','office','gift','weekend') END AS memo
FROM (SELECT *, pick(a / 6,0,1,0,2,3,4,0,5,6,7,0,8,9,1,10,4) AS p FROM rolls WHERE n < 1000) r;
INSERT INTO t0 SELECT 'S', n, 'Giro', date('2023-01-28','+' || n || ' months'), 0, CASE WHEN n < 14 THEN 205000 ELSE 223500 END, 'Nordlicht GmbH', 'Salary', 'TRF', 't', 'Gehalt' FROM rolls WHERE n < 34;
INSERT INTO t0 SELECT 'P', n, 'Joint', date('2023-01-15','+' || n || ' months'), 0, 215000, 'Own transfer Jo', 'Transfer in', 'TRF', 't', NULL FROM rolls WHERE n < 34;
INSERT INTO t0 SELECT 'R', n, 'Joint', date('2023-01-03','+' || n || ' months'), 0, CASE WHEN n < 20 THEN -98000 ELSE -104500 END, 'Hausverwaltung Pohl', 'Rent', 'SO', 't', 'Miete' FROM rolls WHERE n < 34;
INSERT INTO t0 SELECT 'U', n, 'Joint', date('2023-01-10','+' || n || ' months'), 1, -6500 - CASE WHEN n % 12 IN (0,1,2,10,11) THEN 4200 ELSE 0 END - h % 900, 'Stadtwerke', 'Utilities', 'DD', 't', NULL FROM rolls WHERE n < 34;
INSERT INTO t0 SELECT 'I', n, 'Giro', date('2023-01-05','+' || n || ' months'), 1, -1299 - CASE WHEN n > 15 THEN 200 ELSE 0 END, 'Streamly', 'Subscriptions', 'DD', 't', NULL FROM rolls WHERE n < 34;
INSERT INTO t0 SELECT 'V', n, 'Savings', date('2023-01-29','+' || n || ' months'), 0, 20000 + n / 12 * 5000, 'Own transfer Giro', 'Transfer in', 'SO', 't', NULL FROM rolls WHERE n < 34;
INSERT INTO t0 SELECT 'F', n, 'Giro', date('2023-03-31','+' || (n * 3) || ' months'), 0, -1170, 'Bank', 'Fees', 'FEE', 't', NULL FROM rolls WHERE n < 11;
INSERT INTO t0 SELECT 'Z', n, 'Savings', date('2023-12-31','+' || (n * 6) || ' months'), 0, 3100 + c % 2000, 'Bank', 'Interest', 'INT', 't', NULL FROM rolls WHERE n < 4;
INSERT INTO tx_export
SELECT 'TX' || (400000 + row_number() OVER (ORDER BY d, k, s)), acct, d, date(d, '+' || CASE WHEN typ IN ('CARD','DD') THEN lag ELSE 0 END || ' days'), amt, 120000 + CASE acct WHEN 'Giro' THEN 80000 ELSE 0 END + SUM(amt) OVER (PARTITION BY acct ORDER BY d, k, s), payee, cat, typ, rec, memo, CASE WHEN typ = 'CARD' THEN CASE acct WHEN 'Giro' THEN '4471' ELSE '9023' END END FROM t0 ORDER BY d, k, s;
DROP TABLE t0;
