-- A vet group with three surgeries: billing extract, one row per procedure; visit fields (pet, owner, vet, visit total, paid on) repeat on each procedure of the visit.
CREATE TABLE VisitProcedures (VisitNo INTEGER, VisitStart TIMESTAMP, Surgery TEXT, Vet TEXT, VisitType TEXT, PetID TEXT, PetName TEXT, Species TEXT, PetBorn DATE, Owner TEXT, WeightKg REAL, Procedure TEXT, ProcGroup TEXT, Minutes INTEGER, Fee REAL, VisitTotal REAL, Insured TEXT, PaidOn DATE);
INSERT INTO VisitProcedures
SELECT 7000 + k, ts, surg, vet, vt, 'P' || (100 + pn), pet, sp, born, owner, CASE WHEN g % 11 = 0 THEN NULL ELSE round(CASE sp WHEN 'dog' THEN 6 + pn % 30 WHEN 'cat' THEN 3 + (pn % 6) * 0.5 WHEN 'rabbit' THEN 1.6 + (pn % 4) * 0.3 ELSE 0.1 + (pn % 5) * 0.08 END + (g % 7) * 0.1, 1) END,
 proc, grp, mins, fee, 0, ins, CASE WHEN h % 14 = 0 THEN NULL ELSE date(ts, '+' || CASE WHEN h % 3 = 0 THEN h % 45 ELSE 0 END || ' days') END
FROM (
 SELECT v.*, CASE WHEN i.n = 0 THEN CASE vt WHEN 'emergency' THEN 'Emergency consult' ELSE 'Consultation' END ELSE pick(l.a + i.n, 'Vaccination','Blood panel','X-ray','Dental scaling','Microchip','Nail clip','Wound care','Ultrasound','Neutering','Vaccination','Worming','Blood panel') END AS proc,
  CASE WHEN i.n = 0 THEN 'Consult' ELSE pick(l.a + i.n, 'Prevention','Diagnostics','Diagnostics','Dental','Prevention','Care','Surgery','Diagnostics','Surgery','Prevention','Prevention','Diagnostics') END AS grp,
  CASE WHEN i.n = 0 THEN 15 + (l.b % 3) * 5 ELSE pick(l.a + i.n, 5,10,20,45,5,10,25,30,60,5,5,10) + l.b % 6 END AS mins,
  CASE WHEN i.n = 0 THEN CASE vt WHEN 'emergency' THEN 95.0 WHEN 'follow-up' THEN 28.0 ELSE 46.0 END ELSE pick(l.a + i.n, 58.0, 84.5, 120.0, 210.0, 35.0, 14.0, 65.0, 145.0, 260.0, 58.0, 18.5, 84.5) END AS fee
 FROM (SELECT row_number() OVER (ORDER BY ts, n) AS k, t.* FROM (
   SELECT n, f, g, h, pn, day(c, '2023-11-20', 726) || ' ' || printf('%02d:%02d:00', pick(d, 9,10,11,14,15,16,17,10,20), (e % 4) * 15) AS ts, pick(b, 'Harbour Street','Moorside','Harbour Street','Station Yard') AS surg,
    pick(h / 17, 'Dr Okafor','Dr Lindqvist','Dr Bell','Dr Amari','Dr Okafor','Dr Varga') AS vet, CASE WHEN e % 9 = 0 THEN 'emergency' WHEN e % 4 = 1 THEN 'follow-up' ELSE 'routine' END AS vt,
    pick(pn, 'Biscuit','Monty','Pixie','Olaf','Treacle','Juno','Widget','Nacho','Hazel','Bruno','Dot','Sable','Mango') AS pet, pick(pn, 'dog','cat','dog','cat','rabbit','dog','cat','dog','budgie') AS sp,
    CASE WHEN pn % 15 = 4 THEN NULL ELSE date('2010-02-11', '+' || ((pn * 397) % 5000) || ' days') END AS born, pick(pn * 3 / 4, 'R. Abbott','S. Choudhury','T. Dray','U. Eskdale','V. Finch','W. Gough','X. Hollis','Y. Imrie','Z. Jolley','A. Kemble','B. Larkin','C. Mott','D. Nuttall','E. Oram','F. Pell','G. Quill','H. Rudge','I. Skelton','J. Trask','K. Usher','L. Venn','M. Wragg','N. Yates','O. Zeller') || CASE WHEN pn % 96 > 31 AND pn % 96 < 64 THEN ' jr' WHEN pn % 96 >= 64 THEN ' & Co' ELSE '' END AS owner,
    CASE WHEN pn % 5 = 0 THEN 'yes' WHEN pn % 5 = 3 THEN NULL ELSE 'no' END AS ins, 1 + (f % 4) * (f % 5) / 4 AS np
   FROM (SELECT *, ((a % 110) * (50 + g % 60)) / 110 AS pn FROM rolls WHERE n BETWEEN 1200 AND 1540)) t) v
 JOIN rolls i ON i.n < v.np JOIN rolls l ON l.n = 1600 + v.k * 6);
UPDATE VisitProcedures SET VisitTotal = (SELECT SUM(x.Fee) FROM VisitProcedures x WHERE x.VisitNo = VisitProcedures.VisitNo);
