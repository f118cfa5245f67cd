-- Survey-tool export of a public library's user survey: codes with the item in square brackets, Likert answers in words, tick boxes Checked / Not checked, start and end stamps.
CREATE TABLE "library_user_survey" ("RespID" TEXT, "Started" TIMESTAMP, "Completed" TIMESTAMP, "Collector" TEXT, "Q1 [Home branch]" TEXT, "Q2 [Visits in last 3 months]" INTEGER, "Q3_1 [Reasons: Borrow books]" TEXT, "Q3_2 [Reasons: Study or work]" TEXT, "Q3_3 [Reasons: Children's events]" TEXT, "Q3_4 [Reasons: Computers and printing]" TEXT, "Q3_5 [Reasons: Reservation pick-up]" TEXT, "Q4 [Overall satisfaction]" TEXT, "Q5_1 [Opening hours suit me]" TEXT, "Q5_2 [Staff are helpful]" TEXT, "Q5_3 [Enough quiet places]" TEXT, "Q5_4 [Choice of new titles is good]" TEXT, "Q6 [Website score 0-10]" INTEGER, "Q7 [Recommend 0-10]" INTEGER, "Q8 [Uses e-lending]" TEXT, "Q9 [Preferred late opening day]" TEXT, "Q10 [Year of birth]" INTEGER, "Q11 [Working status]" TEXT, "Q12 [Postcode area]" TEXT, "Q13 [Would pay higher annual fee]" TEXT, "Q14 [Max. annual fee, DKK]" REAL, "Q15 [Consent to follow-up]" TEXT);
INSERT INTO "library_user_survey"
SELECT 'R-' || (1000 + n), ts, CASE WHEN a % 12 = 0 THEN NULL ELSE datetime(ts, '+' || (3 + b % 9 + (b % 10 = 0) * 20) || ' minutes', '+' || (c % 60) || ' seconds') END, md, br,
 CASE WHEN d % 5 = 0 THEN 0 ELSE d % 14 + (d % 30 = 1) * 20 END,
 pick(e, 'Checked','Checked','Not checked','Checked'), pick(f, 'Not checked','Checked','Not checked'), pick(g, 'Not checked','Not checked','Not checked','Checked','Not checked'), pick(h, 'Not checked','Checked','Not checked','Not checked'), pick(h / 3, 'Checked','Not checked'),
 CASE WHEN a % 12 = 0 THEN NULL ELSE pick(a / 7 + (br = 'Harbour'), 'Satisfied','Very satisfied','Satisfied','Very satisfied','Neither','Dissatisfied','Satisfied','Very satisfied','Very dissatisfied') END,
 CASE WHEN b % 14 = 0 THEN NULL ELSE pick(b / 7, 'Agree','Disagree','Strongly agree','Neutral','Disagree','Agree','Strongly disagree','Agree') END,
 CASE WHEN c % 16 = 0 THEN NULL ELSE pick(c / 7, 'Strongly agree','Agree','Strongly agree','Agree','Neutral','Agree','Disagree') END,
 CASE WHEN d % 13 = 0 THEN NULL ELSE pick(d / 7 + (br = 'Central') * 2, 'Agree','Neutral','Disagree','Strongly disagree','Agree','Strongly agree','Disagree') END,
 CASE WHEN e % 15 = 0 THEN NULL ELSE pick(e / 7, 'Agree','Neutral','Agree','Strongly agree','Disagree','Don''t know','Agree') END,
 CASE WHEN f % 8 = 0 THEN NULL ELSE pick(f / 7, 6,7,5,8,7,9,4,6,8,10,2,7,3) END, CASE WHEN a % 12 = 0 THEN NULL ELSE pick(g / 7, 9,8,10,8,7,9,10,6,8,9,5,10,1) END,
 pick(h / 11, 'Yes, often','No','Yes, sometimes','No','No, but I would like to','Yes, sometimes'),
 CASE WHEN b % 6 = 0 THEN NULL ELSE pick(b / 11, 'Tuesday','Thursday','Thursday','Monday','Wednesday','Saturday') END,
 CASE WHEN c % 20 = 0 THEN NULL ELSE 1941 + (c / 11) % 40 + d % 29 END,
 pick(e / 11, 'Employed full-time','Retired','Student','Employed part-time','Employed full-time','Unemployed','Retired','Parental leave'),
 pick(f / 11, '8000','8200','8210','8000','8240','8220','8000','8270'), pick(g / 11, 'No','Maybe','No','Yes','Maybe','No'),
 CASE WHEN h % 3 = 0 THEN NULL ELSE pick(h / 13, 100,150,200,50,0,250,100,300,200) END, pick(a / 13, 'No','Yes','No')
FROM (SELECT *, datetime('2025-09-15', '+' || (n * 40 / 640 + a % 3) || ' days', '+' || (8 + b % 14) || ' hours', '+' || (c % 60) || ' minutes') AS ts,
 pick(d / 3, 'Web link','Newsletter','Tablet in branch','Web link','Paper','Newsletter') AS md, pick(e / 5, 'Central','Harbour','Central','Northgate','Vesterbro','Central','Harbour','Mobile library') AS br FROM rolls) WHERE n < 640;
