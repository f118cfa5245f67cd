-- Visitor survey of a town's swimming baths: one row per respondent, the headers are the full questions, multiple choice in columns of Checked / Not checked.
CREATE TABLE "Leisure centre survey 2025" ("Response ID" INTEGER, "Date submitted" DATE, "Q1. Which centre do you visit most often?" TEXT, "Q2. How often do you come?" TEXT, "Q3. How do you usually travel to the centre?" TEXT, "Q4. How long does the journey take you (minutes)?" INTEGER, "Q5. Overall, how satisfied are you with the centre?" TEXT, "Q6. How would you rate the cleanliness of the changing rooms?" TEXT, "Q7. How would you rate the water temperature?" TEXT, "Q8. How far do you agree: the entrance price is good value?" TEXT, "Q9. How far do you agree: the staff are friendly?" TEXT, "Q10. How likely are you to recommend us to a friend? (0-10)" INTEGER, "Q11. What do you use? [Main pool]" TEXT, "Q11. What do you use? [Gym]" TEXT, "Q11. What do you use? [Sauna]" TEXT, "Q11. What do you use? [Café]" TEXT, "Q12. What do you spend per visit, apart from the ticket (€)?" REAL, "Q13. Do you hold a season ticket?" TEXT, "Q14. What is your age?" INTEGER, "Q15. Gender" TEXT, "Q16. How many children under 14 usually come with you?" INTEGER, "Q17. What should we improve first?" TEXT, "Language of questionnaire" TEXT);
INSERT INTO "Leisure centre survey 2025"
SELECT 3001 + n, day(n * 23 / 100 + a % 3, '2025-03-03', 190), cc,
 pick(b, 'Several times a week','Once a week','Once a week','A few times a month','A few times a month','Less often','First visit','Several times a week','Once a week'),
 CASE WHEN cc = 'Hafenbad' AND d % 3 = 0 THEN 'Bicycle' ELSE pick(d, 'Car','Car','Bus or tram','On foot','Bicycle','Car','Bicycle','Bus or tram','Other') END,
 CASE WHEN e % 17 = 0 THEN NULL ELSE 3 + e % 19 + CASE WHEN e % 7 = 0 THEN 25 ELSE 0 END END,
 CASE WHEN f % 29 = 0 THEN NULL ELSE pick(f + (cc = 'Lindenbad') * 2 * (g % 2), 'Satisfied','Very satisfied','Satisfied','Very satisfied','Neutral','Satisfied','Dissatisfied','Very dissatisfied','Satisfied','Very satisfied','Neutral') END,
 CASE WHEN g % 19 = 0 THEN NULL ELSE pick(g + (cc = 'Nordbad'), 'Good','Fair','Poor','Good','Very good','Fair','Good','Very poor','Fair') END,
 pick(h, 'Just right','Too cold','Just right','Just right','Too warm','Too cold','Just right'),
 CASE WHEN a % 23 = 0 THEN NULL ELSE pick(a + e, 'Agree','Neither agree nor disagree','Disagree','Agree','Strongly agree','Strongly disagree','Agree','Disagree') END,
 CASE WHEN b % 31 = 0 THEN NULL ELSE pick(b + c1, 'Strongly agree','Agree','Agree','Strongly agree','Neither agree nor disagree','Disagree','Agree') END,
 CASE WHEN d % 13 = 0 THEN NULL ELSE pick(d + f, 8,9,10,7,8,6,9,5,10,8,3,7,9,0,8,10) END,
 pick(a + h, 'Checked','Checked','Checked','Not checked'), pick(b + h, 'Not checked','Checked','Not checked'), pick(e + h, 'Not checked','Not checked','Checked','Not checked','Not checked'), pick(f + h, 'Checked','Not checked','Not checked','Checked','Not checked'),
 CASE WHEN h % 9 = 0 THEN NULL WHEN h % 4 = 0 THEN 0 ELSE round((h % 140) / 10.0 + 0.5, 1) END,
 pick(g + a, 'Yes','No','No','Yes','No'), CASE WHEN b % 37 = 0 THEN NULL ELSE 14 + (b / 7) % 30 + (c1 % 32) END,
 pick(h + b, 'Female','Male','Female','Male','Female','Non-binary','Female','Male','Prefer not to say'), CASE WHEN f % 3 = 0 THEN 1 + f % 4 ELSE 0 END,
 CASE WHEN g % 6 = 0 THEN NULL ELSE pick(g / 3, 'Opening hours','Showers','Lockers','Prices','Parking','Opening hours','Showers','Prices','More courses') END,
 pick(e / 5, 'German','German','German','English','Turkish','German','English')
FROM (SELECT *, c AS c1, d AS d1, pick(c, 'Hafenbad','Nordbad','Hafenbad','Lindenbad','Aquarella','Nordbad','Hafenbad','Waldfreibad') AS cc FROM rolls) x
JOIN (SELECT n AS m FROM rolls) y ON y.m = x.n WHERE n < 820;
