-- Invoice lines exported by a tea wholesaler; one row per invoice line; negative Qty = return, whole invoice then CANCELLED.
CREATE TABLE invoice_lines (InvNo TEXT, StkCode TEXT, Descr TEXT, Qty INTEGER, InvTimestamp TEXT, UnitPriceGBP REAL, CustNo INTEGER, Ctry TEXT, Status TEXT, GiftWrap TEXT);
INSERT INTO invoice_lines
SELECT CASE WHEN canc THEN 'C' ELSE '' END || (536000 + i), pick(p,'TB101','TB102','TB103','GR201','GR202','OO301','HB401','HB402','HB403','MT501','PT601','PT602','CU701','CU702','TN801','ST901','GS950','POST'),
 pick(p,'ENGLISH BREAKFAST 50 BAGS','EARL GREY 50 BAGS','DECAF BLACK 40 BAGS','SENCHA LOOSE 100G','JASMINE PEARLS 100G','MILK OOLONG 100G','CHAMOMILE 20 BAGS','PEPPERMINT 20 BAGS','ROOIBOS VANILLA 20 BAGS','MATCHA TIN 30G','RED ENAMEL TEAPOT','GLASS TEAPOT 1L','BONE CHINA CUP','TRAVEL MUG','RETRO TEA TIN','STAINLESS STRAINER','GIFT SET DELUXE','POSTAGE'),
 CASE WHEN canc THEN -1 * pick(c,1,2,6,3,12) ELSE CASE WHEN p = 17 THEN 1 ELSE pick(c,6,12,24,1,2,48,10,3,12) * CASE WHEN strftime('%m',dt) IN ('11','12') THEN 2 ELSE 1 END END END,
 dt || ' ' || tm, CASE WHEN p < 17 AND e % 37 = 0 THEN 0.0 ELSE pick(p,3.25,3.45,3.95,6.5,8.25,9.1,2.1,2.1,2.4,14.95,12.75,16.95,4.25,7.95,3.75,2.95,29.95,18.0) END,
 cust, CASE WHEN cust IS NULL THEN CASE WHEN i % 3 = 0 THEN 'Unspecified' ELSE 'United Kingdom' END ELSE pick(cust * 7,'United Kingdom','Germany','United Kingdom','France','EIRE','United Kingdom','Netherlands','Spain','United Kingdom','Norway','United Kingdom') END,
 CASE WHEN canc THEN 'CANCELLED' ELSE 'OK' END, CASE WHEN f % 7 = 0 THEN 'Y' WHEN f % 31 = 1 THEN NULL ELSE 'N' END
FROM (SELECT r.n, r.c, r.e, r.f, i.n - 2000 AS i, CASE WHEN r.a % 5 = 0 THEN r.b % 4 ELSE r.a / 5 % 18 END AS p, i.d % 8 = 0 AS canc, day((i.n - 2000) * 2 + i.h % 9,'2023-06-01',860) AS dt, printf('%02d:%02d:00', 7 + (i.f % 7 + i.g % 6), i.h % 60) AS tm, CASE WHEN i.e % 9 = 0 THEN NULL WHEN i.b % 3 = 0 THEN 12300 + i.b / 3 % 12 ELSE 12300 + i.b / 3 % 140 END AS cust
 FROM rolls r JOIN rolls i ON i.n = 2000 + (CASE WHEN r.d % 4 = 0 THEN r.d / 4 % 420 ELSE r.n / 4 END) WHERE r.n < 1680);
