-- A hobby investor's folder: daily closes of invented listed companies, my trades, and a list of tickers with sectors. sym / Ticker / ticker are the same thing.
CREATE TABLE daily_prices ("date" TEXT, sym TEXT, "open" REAL, high REAL, low REAL, "close" REAL, vol INTEGER);
CREATE TABLE my_trades ("Trade #" INTEGER, "Trade date" TEXT, "Ticker" TEXT, "B/S" TEXT, "Shares" INTEGER, "Price" REAL, "Fee" REAL, "Broker" TEXT);
CREATE TABLE tickers (ticker TEXT, company TEXT, sector TEXT, exchange TEXT, country TEXT, dividend_yield REAL, listed_year INTEGER);
INSERT INTO tickers VALUES ('HLVT','Helvetia Turbines','Energy','SWX','CH',0.031,1998),('NRDX','Nordex Pulp','Materials','OMX','SE',0.044,1987),('QBIT','Qubit Foundry','Technology','NASDAQ','US',NULL,2019),('MRSL','Marsala Foods','Consumer','BIT','IT',0.027,2004),('ALPN','Alpine Rail','Industrials','SWX','CH',0.018,2011),('VELO','Velo Motion','Consumer','XETRA','DE',NULL,2021),('SLRZ','Solarize','Energy','NASDAQ','US',0.005,2015),('GRNV','Grenville Bank','Financials','LSE','GB',0.056,1972),('TRDC','Tradecraft Media','Technology','LSE','GB',0.012,2009);
CREATE TEMP TABLE b AS SELECT ticker, rowid AS k, pick(rowid,48,112,31,205,18,66,9,74,140) * 1.0 AS base, pick(rowid,-0.02,0.05,0.03,0.22,-0.04,0.01,-0.11,0.12,0.04) AS drift FROM tickers WHERE ticker <> 'TRDC';
INSERT INTO daily_prices
SELECT dd, ticker, round(cc * (1 + ((r.b % 200) - 100) / 10000.0), 2), round(cc * (1.008 + (r.c % 180) / 10000.0), 2), round(cc * (0.992 - (r.d % 180) / 10000.0), 2), round(cc, 2), CASE WHEN r.h % 61 = 0 THEN NULL ELSE 20000 + r.e % 90000 + CASE WHEN ticker = 'QBIT' THEN 150000 ELSE 0 END END
FROM (SELECT b.*, i.i, date('2024-01-02', '+' || (i.i * 14 + (i.i % 5)) || ' days') AS dd, base * (1 + drift * i.i / 12.0 + 0.07 * ((i.i * k * 7 + k * 3) % 11 - 5) / 5.0) AS cc FROM b JOIN (SELECT n AS i FROM rolls WHERE n < 45) i) x JOIN rolls r ON r.n = x.i * 8 + x.k;
INSERT INTO my_trades
SELECT n + 1, day(a,'2024-01-08',600), t, CASE WHEN n % 3 = 2 THEN 'S' ELSE 'B' END, 5 * (1 + c % 16), round((SELECT base FROM b WHERE ticker = t) * (0.9 + (d % 300) / 1000.0), 2), CASE WHEN e % 4 = 0 THEN 0 ELSE round(1.5 + (e % 90) / 10.0, 2) END, pick(f,'Flatex','Degiro','Degiro','Saxo')
FROM (SELECT *, pick(b,'HLVT','QBIT','QBIT','MRSL','ALPN','SLRZ','GRNV','HLVT','NRDX') AS t FROM rolls WHERE n BETWEEN 0 AND 89);
DROP TABLE b;
