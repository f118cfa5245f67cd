-- Spanish haulier's telematics export: one row per vehicle and trip; Spanish headers, odometer is a running counter.
CREATE TABLE viajes_2023_2025 (
  "Matrícula" TEXT, "Tipo vehículo" TEXT, "Conductor" TEXT, "Base" TEXT, "Fecha salida" TEXT, "Fecha llegada" TEXT, "Origen" TEXT, "Destino" TEXT, "Cliente" TEXT,
  "Km recorridos" INTEGER, "Odómetro" INTEGER, "Litros" REAL, "Precio litro" REAL, "Peajes (EUR)" REAL, "Frenadas bruscas" INTEGER, "Vel. máx" INTEGER, "Ralentí (min)" INTEGER, "Carga (t)" REAL, "Vacío" TEXT, "Incidencia" TEXT
);
INSERT INTO viajes_2023_2025
SELECT m, pick(v, 'Tráiler','Tráiler','Rígido','Furgoneta','Rígido','Tráiler'), CASE WHEN f % 29 = 0 THEN NULL ELSE pick(v + (c % 5 = 0), 'J. Ortega','M. Ruiz','L. Pardo','A. Nieto','C. Vidal','R. Soler') END, pick(v, 'Zaragoza','Zaragoza','Valencia','Valencia','Bilbao','Bilbao'),
  dt || ' ' || printf('%02d:%02d', 4 + e % 15, g % 60), strftime('%Y-%m-%d %H:%M', dt || ' ' || printf('%02d:%02d', 4 + e % 15, g % 60), '+' || CAST(km * 60 / (pick(v, 68,70,62,75,60,66)) + h % 50 AS INTEGER) || ' minutes'),
  pick(v, 'Zaragoza','Zaragoza','Valencia','Valencia','Bilbao','Bilbao'), pick(b, 'Madrid','Barcelona','Sevilla','Lyon','Porto','Murcia','Toulouse'), CASE WHEN vac THEN NULL ELSE pick(c, 'Cítricos Levante','Aceros Ebro','Hiper Plus','Muebles Roca','Cerámicas Sol') END,
  km, SUM(km) OVER (PARTITION BY m ORDER BY dt, n) + pick(v, 210400, 185300, 96200, 41800, 133900, 302100),
  round(km * (pick(v, 29.5, 31.2, 22.4, 10.1, 24.0, 33.6) - CASE WHEN vac THEN 3 ELSE 0 END + (f % 40) / 10.0) / 100, 1), round(1.38 + (h % 30) / 100.0, 3), CASE WHEN b % 7 IN (1,3,6) THEN round(12 + g % 55 + 0.4, 2) ELSE 0 END,
  CASE WHEN v = 3 THEN 4 ELSE 0 END + f % 6, 82 + g % 30 + CASE WHEN v = 3 THEN 14 ELSE 0 END, e % 95, CASE WHEN vac THEN 0 ELSE round(pick(v, 22, 23, 9, 1.1, 8, 24) * (40 + h % 60) / 100.0, 1) END, CASE WHEN vac THEN 'Sí' ELSE 'No' END,
  CASE WHEN h % 25 = 0 THEN 'Avería' WHEN h % 33 = 0 THEN 'Accidente' WHEN h % 19 = 0 THEN 'Retraso cliente' END
FROM (SELECT *, day(a, '2023-02-01', 1000) AS dt, d % 6 AS v, pick(d, '4821 KLM','7730 LBC','1194 JXN','9052 MDR','3367 KTS','5518 HPB') AS m, pick(b, 315, 308, 740, 830, 690, 480, 410) + g % 40 AS km, (e % 5 = 0) AS vac FROM rolls WHERE n BETWEEN 1300 AND 1580);
