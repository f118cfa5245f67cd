-- Pharmacy wholesale, rows are totals: region x product group x month, one amount column, Spanish headers and month names. 2025 up to September.
CREATE TABLE ventas_farma (Anio INTEGER, Mes TEXT, Region TEXT, Producto TEXT, Importe_EUR REAL);
INSERT INTO ventas_farma
SELECT 2022 + m / 12, pick(m,'Enero','Febrero','Marzo','Abril','Mayo','Junio','Julio','Agosto','Septiembre','Octubre','Noviembre','Diciembre'),
 pick(rg,'Norte','Sur','Centro','Levante','Galicia','Islas'), pick(pr,'Analgésicos','Antibióticos','Vacunas','Antialérgicos','Dermatología','Vitaminas','Insulinas'),
 CASE WHEN n % 211 = 17 THEN NULL ELSE ROUND(pick(rg,9200,7400,12800,6100,3900,2500) * pick(pr,1.5,1.1,0.7,0.6,0.8,0.5,1.9) * (1 + m * pick(pr,0.004,-0.003,0.01,0.002,0.006,0.015,0.008)) *
  CASE pr WHEN 2 THEN CASE WHEN m % 12 IN (8,9,10) THEN 3.2 ELSE 0.6 END WHEN 3 THEN CASE WHEN m % 12 IN (3,4,5) THEN 2.6 ELSE 0.7 END WHEN 1 THEN CASE WHEN m % 12 IN (0,1,11) THEN 1.5 ELSE 0.9 END WHEN 4 THEN CASE WHEN m % 12 IN (5,6,7) THEN 1.7 ELSE 0.9 END ELSE 1.0 END * (0.85 + r.a % 300 / 1000.0), 2) END
FROM (SELECT r.*, r.n / 42 AS m, r.n % 6 AS rg, r.n / 6 % 7 AS pr FROM rolls r WHERE r.n < 1890) r;
