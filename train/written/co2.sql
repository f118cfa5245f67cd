-- Emissions file: one row per country and year, totals in kilotonnes by source, with population (persons) and GDP in million USD. Some years are missing values.
CREATE TABLE we_co2 (Country TEXT, ISO3 TEXT, Continent TEXT, Year INTEGER, CO2_kt REAL, Coal_kt REAL, Oil_kt REAL, Gas_kt REAL, Cement_kt REAL, Population INTEGER, GDP_musd REAL, EU_member TEXT);
INSERT INTO we_co2
SELECT cn, iso, co, yr, CASE WHEN ms THEN NULL ELSE round(tot, 1) END, CASE WHEN ms THEN NULL ELSE round(tot * cs, 1) END, CASE WHEN ms THEN NULL ELSE round(tot * (0.93 - cs) * 0.6, 1) END, CASE WHEN ms THEN NULL ELSE round(tot * (0.93 - cs) * 0.4, 1) END, CASE WHEN ms THEN NULL WHEN iso IN ('ISL', 'QAT') AND yr < 2000 THEN 0 ELSE round(tot * 0.07, 1) END, CAST(pop * (1 + gp * (yr - 1990)) AS INTEGER), CASE WHEN iso = 'UKR' AND yr > 2021 THEN NULL ELSE round(gdp * (1 + gg * (yr - 1990)) * (1 + (r % 70 - 35) / 1000.0), 0) END, eu
FROM (SELECT c.*, y.yr, r.a AS r, c.b0 * (1 + c.g * (y.yr - 1990)) * (1 + (r.a % 80 - 40) / 1000.0) * CASE y.yr WHEN 2020 THEN 0.93 WHEN 2009 THEN 0.96 ELSE 1 END AS tot, max(0.01, c.cs0 + c.cg * (y.yr - 1990)) AS cs, ((iso = 'UKR' AND yr > 2021) OR (iso = 'KEN' AND yr < 1993)) AS ms
FROM (SELECT 'China' AS cn, 'CHN' AS iso, 'Asia' AS co, 2484000.0 AS b0, 0.112 AS g, 0.78 AS cs0, -0.003 AS cg, 1135000000 AS pop, 0.0072 AS gp, 395000.0 AS gdp, 1.25 AS gg, 'no' AS eu
UNION ALL SELECT 'United States','USA','North America',5120000.0,-0.0005,0.36,-0.006,249000000,0.0104,5963000.0,0.105,'no'
UNION ALL SELECT 'India','IND','Asia',578000.0,0.118,0.66,0.001,870000000,0.0195,321000.0,0.29,'no'
UNION ALL SELECT 'Germany','DEU','Europe',1052000.0,-0.0115,0.47,-0.0055,79400000,0.0018,1770000.0,0.045,'yes'
UNION ALL SELECT 'United Kingdom','GBR','Europe',602000.0,-0.0142,0.41,-0.0118,57200000,0.0056,1090000.0,0.054,'no'
UNION ALL SELECT 'France','FRA','Europe',393000.0,-0.0071,0.21,-0.004,58000000,0.005,1269000.0,0.038,'yes'
UNION ALL SELECT 'Poland','POL','Europe',376000.0,-0.0052,0.76,-0.006,38000000,-0.0002,65000.0,0.27,'yes'
UNION ALL SELECT 'Spain','ESP','Europe',231000.0,0.0021,0.31,-0.0082,39000000,0.0073,535000.0,0.05,'yes'
UNION ALL SELECT 'Brazil','BRA','South America',219000.0,0.0365,0.18,-0.0012,149000000,0.0133,455000.0,0.1,'no'
UNION ALL SELECT 'Japan','JPN','Asia',1158000.0,-0.0012,0.28,0.0036,123500000,0.0004,3133000.0,0.012,'no'
UNION ALL SELECT 'Kenya','KEN','Africa',5900.0,0.085,0.05,0.002,23400000,0.0398,12200.0,0.24,'no'
UNION ALL SELECT 'South Africa','ZAF','Africa',313000.0,0.0112,0.83,-0.001,37600000,0.0177,126000.0,0.068,'no'
UNION ALL SELECT 'Nigeria','NGA','Africa',39000.0,0.071,0.02,0.0004,95000000,0.0398,54000.0,0.19,'no'
UNION ALL SELECT 'Qatar','QAT','Asia',12600.0,0.228,0.01,0,476000,0.142,7400.0,0.85,'no'
UNION ALL SELECT 'Iceland','ISL','Europe',2400.0,0.0128,0.12,-0.001,255000,0.0138,6500.0,0.1,'no'
UNION ALL SELECT 'Ukraine','UKR','Europe',706000.0,-0.0237,0.44,-0.004,51800000,-0.0068,81000.0,0.04,'no'
UNION ALL SELECT 'Australia','AUS','Oceania',278000.0,0.0124,0.54,-0.0054,17000000,0.0163,311000.0,0.12,'no'
UNION ALL SELECT 'Mexico','MEX','North America',317000.0,0.0135,0.07,0.0006,83900000,0.0156,262000.0,0.12,'no') c
JOIN (SELECT 1990 + n AS yr FROM rolls WHERE n < 34) y JOIN rolls r ON r.n = (y.yr - 1990) * 40 + unicode(c.iso) + unicode(substr(c.iso, 2)) * 3 + length(c.cn) * 5);
