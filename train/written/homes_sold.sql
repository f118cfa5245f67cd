-- An estate agency's listing export: one row per property listed, sold or not; prices in thousands, dates of listing, offer, closing.
CREATE TABLE listings_export_q3 (
  MLS INTEGER, Address TEXT, Neighborhood TEXT, PropType TEXT, Beds INTEGER, Baths REAL, SqFt INTEGER, LotAcres REAL, YrBuilt INTEGER, ListDate TEXT, ListPrice_k REAL, PriceCuts INTEGER,
  OfferDate TEXT, CloseDate TEXT, SalePrice_k REAL, Status TEXT, ListingAgent TEXT, BuyersAgent TEXT, CommissionPct REAL, HOA_month REAL, Garage TEXT, Pool TEXT, Showings INTEGER, Condition TEXT
);
INSERT INTO listings_export_q3
SELECT 410200 + n, (12 + c % 880) || ' ' || pick(c, 'Alder Ln','Birch St','Cove Rd','Dune Way','Elm Ct','Ferry St','Grove Ave'), nb, ty, beds, 1 + (f % 5) * 0.5, sq, CASE ty WHEN 'Condo' THEN NULL ELSE round(0.08 + (g % 90) / 100.0, 2) END, 1921 + h % 103, ld, lp, cuts,
  CASE WHEN st IN ('Sold','Pending') THEN date(ld, '+' || (dom - 30) || ' days') END, CASE WHEN st = 'Sold' THEN date(ld, '+' || dom || ' days') END, CASE WHEN st = 'Sold' THEN round(lp * (1.03 - cuts * 0.025 - (h % 40) / 1000.0), 1) END, st,
  pick(d, 'Nora Whitlock','Ben Castellano','Priya Menon','Gus Lindholm','Tara Boone'), CASE WHEN st IN ('Sold','Pending') AND g % 9 > 0 THEN pick(g, 'Priya Menon','Ben Castellano','outside','Tara Boone','outside','Nora Whitlock') END, pick(e, 5, 5.5, 6, 5), CASE ty WHEN 'Condo' THEN 180 + g % 320 WHEN 'Townhouse' THEN 90 + g % 110 END,
  CASE WHEN f % 3 = 0 THEN 'None' WHEN f % 3 = 1 THEN '1-car' ELSE '2-car' END, CASE WHEN g % 7 = 0 THEN 'Yes' ELSE 'No' END, CASE WHEN h % 20 = 0 THEN NULL ELSE 2 + h % 31 END, CASE WHEN f % 14 = 0 THEN NULL ELSE pick(f, 'Good','Fair','Excellent','Needs work','Good') END
FROM (SELECT *, ROUND(pick(b, 165, 240, 310, 205, 390) * (0.5 + sq / 1900.0) + e % 37, 1) AS lp, CASE WHEN ld > '2025-08-20' THEN pick(f, 'Active','Pending','Active') WHEN f % 11 = 0 THEN 'Withdrawn' WHEN f % 13 = 0 THEN 'Expired' ELSE 'Sold' END AS st, 34 + g % 95 + cuts * 21 AS dom
  FROM (SELECT *, day(a, '2023-01-09', 1000) AS ld, pick(b, 'Old Mill','Harbor View','Lakeside','Cedar Flats','Summit') AS nb, pick(c / 3, 'House','House','Condo','Townhouse','House') AS ty, 1 + d % 5 AS beds, 700 + (d % 5) * 420 + e % 600 AS sq, CASE WHEN h % 5 < 3 THEN 0 ELSE h % 4 END AS cuts FROM rolls WHERE n BETWEEN 3500 AND 3790));
