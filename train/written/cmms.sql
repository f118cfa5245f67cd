-- App database of a maintenance system: assets in a tree, work orders with requester and assignee, parts used, meter readings.
CREATE TABLE site (site_id INTEGER PRIMARY KEY, site_name TEXT, country_code TEXT);
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, full_name TEXT, role TEXT, site_id INTEGER REFERENCES site, hourly_cost REAL, active INTEGER);
CREATE TABLE asset (asset_id INTEGER PRIMARY KEY, tag TEXT, asset_name TEXT, category TEXT, site_id INTEGER REFERENCES site, parent_asset_id INTEGER REFERENCES asset, purchase_date TEXT, purchase_price REAL, criticality TEXT, retired_on TEXT);
CREATE TABLE work_order (wo_id INTEGER PRIMARY KEY, asset_id INTEGER REFERENCES asset, requested_by INTEGER REFERENCES staff, assigned_to INTEGER REFERENCES staff, wo_type TEXT, priority INTEGER, title TEXT, opened_at TEXT, due_date TEXT, closed_at TEXT, labor_hours REAL, state TEXT);
CREATE TABLE part (part_id INTEGER PRIMARY KEY, part_name TEXT, unit_cost REAL, on_hand INTEGER, min_stock INTEGER);
CREATE TABLE wo_part (wo_id INTEGER REFERENCES work_order, part_id INTEGER REFERENCES part, qty INTEGER);
CREATE TABLE meter_reading (reading_id INTEGER PRIMARY KEY, asset_id INTEGER REFERENCES asset, read_on TEXT, run_hours INTEGER);
INSERT INTO site VALUES (1,'Gdynia Mill','PL'),(2,'Porto Mill','PT'),(3,'Cork Packing','IE');
INSERT INTO staff VALUES (1,'Marek Zielony','Technician',1,24,1),(2,'Ewa Lis','Supervisor',1,33,1),(3,'Tiago Couto','Technician',2,19.5,1),(4,'Sofia Prata','Technician',2,21,1),(5,'Nuno Reis','Operator',2,15,1),
 (6,'Aoife Byrne','Technician',3,31,1),(7,'Sean Dolan','Operator',3,22,1),(8,'Jan Wrona','Operator',1,16,1),(9,'Piotr Kos','Technician',1,23,0),(10,'Rita Vaz','Supervisor',2,29,1),(11,'Conor Daly','Supervisor',3,38,1);
INSERT INTO asset VALUES (1,'GD-LINE1','Rolling line 1','Line',1,NULL,'2012-05-10',840000,'A',NULL),(2,'GD-PMP-01','Feed pump','Pump',1,1,'2016-03-01',12500,'B',NULL),(3,'GD-MOT-01','Main drive','Motor',1,1,'2012-05-10',45800,'A',NULL),
 (4,'GD-CMP-01','Air compressor','Compressor',1,NULL,'2009-11-20',28900,'B','2024-09-30'),(5,'GD-CMP-02','Air compressor new','Compressor',1,NULL,'2024-08-12',36400,'B',NULL),(6,'PO-LINE1','Pulp line','Line',2,NULL,'2015-01-15',1250000,'A',NULL),
 (7,'PO-PMP-01','Slurry pump','Pump',2,6,'2019-07-07',18700,'A',NULL),(8,'PO-PMP-02','Wash pump','Pump',2,6,'2020-02-28',9400,'C',NULL),(9,'PO-CNV-01','Bale conveyor','Conveyor',2,6,'2015-01-15',31000,'B',NULL),
 (10,'PO-BLR-01','Steam boiler','Boiler',2,NULL,'2011-09-05',210000,'A',NULL),(11,'CK-WRP-01','Wrapper','Packaging',3,NULL,'2021-04-19',98000,'B',NULL),(12,'CK-PAL-01','Palletiser','Packaging',3,NULL,'2018-06-11',145000,'A',NULL),
 (13,'CK-CNV-01','Outfeed conveyor','Conveyor',3,12,'2018-06-11',17500,'C',NULL),(14,'CK-FLT-01','Forklift 1','Vehicle',3,NULL,'2022-12-01',33900,'C',NULL),(15,'CK-FLT-02','Forklift 2','Vehicle',3,NULL,NULL,NULL,'C',NULL);
INSERT INTO part VALUES (1,'V-belt',14.5,32,10),(2,'Bearing 6205',9.8,41,20),(3,'Mechanical seal',186,3,4),(4,'Hydraulic oil 20l',92,6,6),(5,'Filter element',37.4,12,8),(6,'Contactor',58,2,3),(7,'Proximity sensor',44.9,9,5),(8,'Drive chain 5m',129,1,2),(9,'Gasket set',23,18,5),(10,'Control board',640,0,1);
INSERT INTO work_order
SELECT row_number() OVER (ORDER BY op, n) + 5000, ast,
 CASE st WHEN 1 THEN pick(e, 8, 2, 1) WHEN 2 THEN pick(e, 5, 10, 5) ELSE pick(e, 7, 11, 7) END,
 CASE WHEN f % 19 = 0 THEN NULL ELSE CASE st WHEN 1 THEN CASE WHEN op < '2024-06-01' THEN pick(f, 1, 9, 1) ELSE 1 END WHEN 2 THEN pick(f, 3, 4, 3) ELSE 6 END END,
 typ, CASE WHEN typ = 'breakdown' THEN pick(g, 1, 1, 2) ELSE pick(g, 2, 3, 3, 4) END,
 CASE typ WHEN 'preventive' THEN pick(h, 'Lubrication round','Quarterly inspection','Filter change') WHEN 'breakdown' THEN pick(h, 'Does not start','Leak','Belt torn','Overheating','Sensor fault','Strange noise') WHEN 'inspection' THEN 'Legal inspection' ELSE pick(h, 'Install guard','Repaint','Relocate') END,
 op, date(op, '+' || CASE typ WHEN 'breakdown' THEN 2 WHEN 'preventive' THEN 14 ELSE 30 END || ' days'),
 CASE WHEN clo < '2025-11-14' AND stt IS NOT 'cancelled' THEN clo END, CASE WHEN clo < '2025-11-14' AND stt IS NOT 'cancelled' THEN round(0.5 + (d % 40) / 4.0 + CASE WHEN typ = 'breakdown' THEN 2.5 ELSE 0 END, 2) END,
 CASE WHEN stt = 'cancelled' THEN 'cancelled' WHEN clo < '2025-11-14' THEN 'closed' WHEN f % 2 = 0 THEN 'in progress' ELSE 'open' END
FROM (SELECT x.*, datetime(op, '+' || (CASE typ WHEN 'breakdown' THEN 2 + d % 130 WHEN 'preventive' THEN 24 + d % 420 ELSE 100 + d % 900 END) || ' hours') AS clo, CASE WHEN e % 21 = 0 THEN 'cancelled' END AS stt, (SELECT site_id FROM asset WHERE asset_id = ast) AS st
 FROM (SELECT n, d, e, f, g, h, pick(b, 1,2,2,3,6,7,7,7,8,9,9,10,11,11,12,12,13,14,CASE WHEN c % 2 = 0 THEN 4 ELSE 5 END) AS ast, pick(c, 'breakdown','breakdown','breakdown','preventive','preventive','preventive','inspection','improvement') AS typ,
  day(a, '2023-01-03', 1045) || ' ' || printf('%02d:%02d:00', 6 + e % 13, f % 60) AS op FROM rolls WHERE n BETWEEN 1000 AND 1299) x);
UPDATE work_order SET asset_id = 5 WHERE asset_id = 4 AND opened_at > '2024-09-30';
UPDATE work_order SET asset_id = 4 WHERE asset_id = 5 AND opened_at < '2024-08-12';
UPDATE work_order SET state = 'closed', closed_at = datetime(opened_at, '+6 days'), labor_hours = 3.25 WHERE state IN ('open','in progress') AND opened_at < '2025-07-01';
INSERT INTO wo_part SELECT w.wo_id, pick(r.c, 1,2,2,3,4,5,5,6,7,9,9,8), 1 + r.d % 4 FROM work_order w JOIN rolls r ON r.n = w.wo_id - 4000 WHERE w.state = 'closed' AND w.wo_type IN ('breakdown','preventive') AND r.e % 3 > 0;
INSERT INTO wo_part SELECT w.wo_id, pick(r.f, 2,5,9,1), 1 + r.g % 2 FROM work_order w JOIN rolls r ON r.n = w.wo_id - 3000 WHERE w.state = 'closed' AND w.wo_type = 'breakdown' AND r.e % 4 = 0 AND w.wo_id NOT IN (SELECT wo_id FROM wo_part WHERE part_id IN (2,5,9,1));
INSERT INTO meter_reading SELECT row_number() OVER (ORDER BY a.asset_id, r.n), a.asset_id, date('2024-01-31', '+' || (r.n * 30) || ' days'), 1200 * a.asset_id + r.n * (300 + a.asset_id * 11) + r.a % 90 FROM asset a JOIN rolls r ON r.n < 22 WHERE a.asset_id IN (1,3,6,7,10,11,12);
