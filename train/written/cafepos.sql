-- Till export of a cafe: one sheet of receipts, one of receipt lines; cents; loyalty 'none' = no card.
CREATE TABLE receipts (RcptNo TEXT, OpenedAt TEXT, PaidAt TEXT, Till TEXT, Barista TEXT, PayMethod TEXT, EatIn INTEGER, Guests INTEGER, TotalCt INTEGER, TipCt INTEGER, LoyaltyNo TEXT, Voided TEXT);
CREATE TABLE rcpt_lines (RcptNo TEXT, LineNo INTEGER, Item TEXT, ItemGrp TEXT, Qty INTEGER, PriceCt INTEGER, DiscCt INTEGER);
CREATE TEMP TABLE rc AS SELECT 'R' || (70000 + n) AS no, n, a, b, c, d, e, f, g, h, day(a,'2024-09-01',425) AS dt, CASE WHEN b % 5 < 2 THEN pick(b / 5,8,9,9,10) WHEN b % 5 = 2 THEN 12 + b / 5 % 2 ELSE 7 + b / 5 % 12 END AS hr FROM rolls WHERE n < 950;
INSERT INTO rcpt_lines
SELECT rc.no, k.n + 1, pick(p,'Espresso','Flat White','Cappuccino','Latte','Filter Coffee','Chai','Green Tea','Orange Juice','Still Water','Croissant','Banana Bread','Cheesecake','Avocado Toast','Ham Bagel','Soup of the Day','Tap Water'),
 CASE WHEN p < 5 THEN 'Coffee' WHEN p < 7 THEN 'Tea' WHEN p IN (7,8,15) THEN 'Cold drinks' WHEN p < 12 THEN 'Bakery' ELSE 'Food' END, CASE WHEN r.b % 6 = 0 THEN 2 WHEN r.b % 31 = 1 THEN 4 ELSE 1 END,
 pick(p,240,380,360,390,310,420,330,450,250,280,390,460,890,760,690,0), CASE WHEN r.c % 9 = 0 AND p < 15 THEN 50 ELSE 0 END
FROM rc JOIN (SELECT n FROM rolls WHERE n < 6) k ON k.n <= rc.c % 5 / 3 + rc.d % 3 / 2 + CASE WHEN rc.d / 3 % 2 = 0 THEN rc.h % 4 ELSE 0 END JOIN (SELECT *, pick(a,1,2,4,9,0,3,10,12,1,5,2,13,11,8,15,9,3,6,7,14,1,4) AS p FROM rolls) r ON r.n = 1000 + rc.n * 4 + k.n;
INSERT INTO receipts
SELECT no, dt || printf(' %02d:%02d:00', hr, c / 7 % 60), strftime('%Y-%m-%d %H:%M:%S', dt || printf(' %02d:%02d:00', hr, c / 7 % 60), '+' || CASE WHEN d / 3 % 2 = 0 THEN 20 + e % 70 ELSE 1 + e % 9 END || ' minutes'), pick(e,'T1','T1','T2'), pick(f,'Mila','Tomasz','Mila','Ines','Kofi','Ines','Mila'), pm, CASE WHEN d / 3 % 2 = 0 THEN 1 ELSE 0 END, CASE WHEN d / 3 % 2 = 0 THEN 1 + h % 4 ELSE 1 END,
 tot, CASE WHEN pm = 'voucher' THEN 0 WHEN g % 3 = 0 THEN (tot / 1000 + 1) * (20 + g / 3 % 4 * 20) ELSE 0 END, CASE WHEN h / 4 % 3 > 0 THEN 'none' ELSE 'L' || (200 + CASE WHEN g % 4 = 0 THEN pick(g / 4,0,1,2,0,3,4,0,5,1) ELSE g / 4 % 75 END) END, CASE WHEN g % 41 = 0 THEN 'y' ELSE 'n' END
FROM (SELECT rc.*, pick(rc.g / 7,'card','card','cash','mobile','card','cash','mobile','voucher','card') AS pm, (SELECT SUM(Qty * PriceCt - DiscCt) FROM rcpt_lines l WHERE l.RcptNo = rc.no) AS tot FROM rc);
DROP TABLE rc;
