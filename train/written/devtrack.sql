-- An invented software house: issues, releases, hours, support cases and what
-- clients pay. Three keys are not declared (client.accountManagerId,
-- worklog.issueId, supportCase.ownerId), and every run makes the same rows.
-- statusCode: O open, P in progress, R resolved, C closed, W won't fix.
-- channelCode: EM email, PH phone, CH chat, WB web form.
-- roleCode: DEV developer, QA tester, PM product manager, SUP support.

CREATE TABLE teamMember (
    memberId    INTEGER PRIMARY KEY,
    fullName    TEXT NOT NULL,
    roleCode    TEXT NOT NULL,
    teamName    TEXT NOT NULL,
    hiredOn     TEXT NOT NULL,
    leftOn      TEXT,
    managerId   INTEGER REFERENCES teamMember (memberId),
    weeklyHours INTEGER NOT NULL
);

CREATE TABLE product (
    productId    INTEGER PRIMARY KEY,
    productName  TEXT NOT NULL,
    productLine  TEXT NOT NULL,
    launchedOn   TEXT NOT NULL,
    isOpenSource INTEGER NOT NULL
);

CREATE TABLE "release" (
    releaseId   INTEGER PRIMARY KEY,
    productId   INTEGER NOT NULL REFERENCES product (productId),
    versionNo   TEXT NOT NULL,
    releaseType TEXT NOT NULL,
    plannedOn   TEXT NOT NULL,
    shippedOn   TEXT
);

CREATE TABLE client (
    clientId         INTEGER PRIMARY KEY,
    clientName       TEXT NOT NULL,
    country          TEXT NOT NULL,
    planCode         TEXT NOT NULL,
    signedOn         TEXT NOT NULL,
    churnedOn        TEXT,
    accountManagerId INTEGER
);

CREATE TABLE clientContract (
    contractId      INTEGER PRIMARY KEY,
    clientId        INTEGER NOT NULL REFERENCES client (clientId),
    validFrom       TEXT NOT NULL,
    validTo         TEXT,
    monthlyFeeCents INTEGER NOT NULL,
    seatCount       INTEGER NOT NULL
);

CREATE TABLE severity (
    severityCode  TEXT PRIMARY KEY,
    severityLabel TEXT NOT NULL,
    targetDays    INTEGER NOT NULL
);

CREATE TABLE issue (
    issueId          INTEGER PRIMARY KEY,
    issueKey         TEXT NOT NULL,
    productId        INTEGER NOT NULL REFERENCES product (productId),
    title            TEXT NOT NULL,
    issueType        TEXT NOT NULL,
    severityCode     TEXT REFERENCES severity (severityCode),
    statusCode       TEXT NOT NULL,
    reporterId       INTEGER NOT NULL REFERENCES teamMember (memberId),
    assigneeId       INTEGER REFERENCES teamMember (memberId),
    createdAt        TEXT NOT NULL,
    resolvedAt       TEXT,
    dueOn            TEXT,
    storyPoints      INTEGER,
    foundInReleaseId INTEGER REFERENCES "release" (releaseId),
    fixedInReleaseId INTEGER REFERENCES "release" (releaseId),
    parentIssueId    INTEGER REFERENCES issue (issueId)
);

CREATE TABLE supportCase (
    caseId        INTEGER PRIMARY KEY,
    clientId      INTEGER NOT NULL REFERENCES client (clientId),
    productId     INTEGER NOT NULL REFERENCES product (productId),
    issueId       INTEGER REFERENCES issue (issueId),
    ownerId       INTEGER,
    channelCode   TEXT NOT NULL,
    openedAt      TEXT NOT NULL,
    closedAt      TEXT,
    firstReplyMin INTEGER,
    satisfaction  INTEGER,
    isEscalated   INTEGER NOT NULL
);

CREATE TABLE worklog (
    worklogId    INTEGER PRIMARY KEY,
    issueId      INTEGER NOT NULL,
    memberId     INTEGER NOT NULL REFERENCES teamMember (memberId),
    workedOn     TEXT NOT NULL,
    minutesSpent INTEGER NOT NULL,
    isBillable   INTEGER NOT NULL
);

INSERT INTO teamMember VALUES
    (1, 'Marta Oliveira', 'PM', 'Atlas', '2017-03-01', NULL, NULL, 40),
    (2, 'Henrik Dahl', 'PM', 'Borealis', '2018-08-15', NULL, 1, 40),
    (3, 'Priya Raman', 'DEV', 'Atlas', '2019-01-07', NULL, 1, 40),
    (4, 'Tomasz Wilk', 'DEV', 'Atlas', '2020-05-04', NULL, 3, 40),
    (5, 'Leila Haddad', 'DEV', 'Atlas', '2021-09-01', NULL, 3, 32),
    (6, 'Gavin Moss', 'DEV', 'Borealis', '2019-11-18', '2024-06-30', 2, 40),
    (7, 'Yuki Mori', 'DEV', 'Borealis', '2020-02-03', NULL, 2, 40),
    (8, 'Sofia Brandt', 'DEV', 'Borealis', '2022-04-01', NULL, 7, 36),
    (9, 'Callum Reid', 'DEV', 'Core', '2021-01-11', NULL, 1, 40),
    (10, 'Nadia Petrov', 'DEV', 'Core', '2022-10-17', NULL, 9, 40),
    (11, 'Ibrahim Sesay', 'DEV', 'Core', '2023-06-05', NULL, 9, 40),
    (12, 'Elin Sundberg', 'QA', 'Atlas', '2020-08-24', NULL, 3, 40),
    (13, 'Bruno Carvalho', 'QA', 'Borealis', '2021-05-10', '2025-02-28', 2, 40),
    (14, 'Mei Ling Chua', 'QA', 'Core', '2023-02-13', NULL, 9, 30),
    (15, 'Dermot Walsh', 'SUP', 'Care', '2018-05-22', NULL, 1, 40),
    (16, 'Anja Vogel', 'SUP', 'Care', '2020-10-05', NULL, 15, 40),
    (17, 'Kwame Asante', 'SUP', 'Care', '2022-03-14', NULL, 15, 40),
    (18, 'Rosa Iglesias', 'SUP', 'Care', '2023-09-04', NULL, 15, 24),
    (19, 'Peter Blom', 'SUP', 'Care', '2019-06-03', '2023-12-31', 15, 40),
    (20, 'Jana Horak', 'DEV', 'Core', '2025-08-01', NULL, 9, 40),
    (21, 'Olu Adeyemi', 'PM', 'Core', '2024-02-19', NULL, 1, 40);

INSERT INTO product VALUES
    (1, 'LedgerLane', 'Finance', '2018-04-12', 0),
    (2, 'PayPulse', 'Finance', '2020-09-30', 0),
    (3, 'StockNest', 'Operations', '2019-06-18', 0),
    (4, 'RosterKit', 'Operations', '2021-11-02', 0),
    (5, 'HookRelay', 'Platform', '2022-02-01', 1),
    (6, 'PixelDraft', 'Platform', '2025-10-20', 1);

INSERT INTO severity VALUES ('S1', 'Blocker', 3), ('S2', 'Major', 14), ('S3', 'Minor', 45), ('S4', 'Cosmetic', 120);

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE luck AS
WITH RECURSIVE roll (i, x) AS (
    SELECT 0, 77120419
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM roll WHERE i < 8 * 900 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM roll GROUP BY i / 8;

INSERT INTO "release"
SELECT p.productId * 100 + l.n, p.productId, (1 + l.n / 4) || '.' || (l.n % 4),
       CASE l.n % 4 WHEN 0 THEN 'major' WHEN 3 THEN 'patch' ELSE 'minor' END,
       date('2022-02-08', '+' || (l.n * 150 + p.productId * 13) || ' days'),
       CASE WHEN l.n < 9 THEN date('2022-02-08', '+' || (l.n * 150 + p.productId * 13 + l.a % 33 - 4 + l.n % 2 + p.productId * (l.b % 4)) || ' days') END
FROM product p JOIN luck l ON l.n < 10
WHERE p.productId < 6;

INSERT INTO client
SELECT n + 1,
       json_extract('["Alder","Brightwater","Calypso","Dunmore","Evergreen","Foxglove","Granite","Harbour","Ivory","Juniper","Kestrel","Lumen","Meridian","Northgate","Orchard"]', '$[' || (n % 15) || ']') || ' ' ||
       json_extract('["Foods","Logistics","Clinics","Retail"]', '$[' || (n / 15 % 4) || ']'),
       json_extract('["Germany","Germany","France","Netherlands","Sweden","Spain","Ireland","Ireland","Poland"]', '$[' || (a % 9) || ']'),
       CASE WHEN n % 9 = 4 THEN 'FREE' WHEN b % 5 < 3 THEN 'STD' ELSE 'ENT' END,
       date('2022-01-05', '+' || (n * 22 + c % 15) || ' days'),
       CASE WHEN n < 52 AND d % 6 = 0 THEN date('2022-01-05', '+' || min(n * 22 + 200 + e % 500, 1390) || ' days') END,
       CASE WHEN f % 8 = 0 THEN NULL ELSE json_extract('[1,2,15,21]', '$[' || (g % 4) || ']') END
FROM luck WHERE n < 60;

-- A contract is renewed with another fee after some 300 days, up to three times.
INSERT INTO clientContract
WITH step AS (
    SELECT c.clientId, c.planCode, c.churnedOn, k.n AS k,
           date(c.signedOn, '+' || (k.n * (280 + l.h % 120)) || ' days') AS validFrom,
           date(c.signedOn, '+' || ((k.n + 1) * (280 + l.h % 120)) || ' days') AS nextFrom, l.a, l.b
    FROM client c JOIN luck l ON l.n = c.clientId + 100 JOIN luck k ON k.n < 4
    WHERE c.planCode <> 'FREE'
)
SELECT row_number() OVER (ORDER BY clientId, k), clientId, validFrom,
       CASE WHEN churnedOn IS NOT NULL AND churnedOn <= nextFrom THEN churnedOn
            WHEN k < 3 AND nextFrom < '2025-11-01' THEN date(nextFrom, '-1 day') END,
       (CASE planCode WHEN 'ENT' THEN 89000 + a % 40 * 2500 ELSE 19900 + a % 20 * 1000 END) * (100 + k * (3 + b % 8)) / 100,
       (CASE planCode WHEN 'ENT' THEN 40 + a % 60 ELSE 5 + a % 20 END) + k * (b % 7 - 1)
FROM step
WHERE validFrom < coalesce(churnedOn, '2025-11-01') AND validFrom < '2025-11-01';

INSERT INTO issue
SELECT n + 1, json_extract('["LL","PP","SN","RK","HR"]', '$[' || (productId - 1) || ']') || '-' || (n + 1), productId,
       json_extract('["Login","Export","Invoice list","Search","Dashboard","API token","Calendar","Push message","CSV import","Dark mode","Audit log","Password reset"]', '$[' || (b % 12) || ']') || ' ' ||
       CASE issueType WHEN 'bug' THEN json_extract('["crashes","times out","shows wrong total","is slow","fails on Safari","loses data"]', '$[' || (c % 6) || ']')
                      WHEN 'feature' THEN json_extract('["for admins","with filters","on mobile","in bulk"]', '$[' || (c % 4) || ']')
                      ELSE json_extract('["clean-up","upgrade","documentation"]', '$[' || (c % 3) || ']') END,
       issueType,
       CASE WHEN issueType = 'bug' THEN json_extract('["S1","S2","S2","S3","S3","S3","S4"]', '$[' || (d % 7) || ']') END,
       statusCode, reporterId, assigneeId, day || printf(' %02d:%02d', 7 + e % 12, f % 60),
       CASE WHEN statusCode IN ('R', 'C', 'W') THEN date(day, '+' || (1 + took) || ' days') || printf(' %02d:%02d', 9 + g % 9, h % 60) END,
       CASE WHEN f % 4 > 0 THEN date(day, '+' || (10 + g % 50) || ' days') END,
       CASE WHEN g % 6 = 0 THEN NULL ELSE json_extract('[1,2,3,3,5,5,8,13]', '$[' || (f % 8) || ']') END,
       NULL, NULL, NULL
FROM (
    SELECT s.*, CASE WHEN date(day, '+' || (1 + took) || ' days') > '2025-11-14' THEN json_extract('["O","P"]', '$[' || (h % 2) || ']')
                     WHEN h % 9 = 0 THEN 'O' WHEN h % 17 = 0 THEN 'P' WHEN h % 11 = 1 THEN 'W' WHEN h % 4 = 2 THEN 'R' ELSE 'C' END AS statusCode,
           json_extract('["bug","bug","bug","feature","feature","task"]', '$[' || (c / 7 % 6) || ']') AS issueType
    FROM (
        SELECT l.*, 1 + (l.a / 3) % 5 AS productId, date('2022-01-10', '+' || max(l.a % 1404, l.g % 1404) || ' days') AS day,
               CASE WHEN l.d % 5 = 0 THEN 60 + l.b % 90 ELSE l.b % 35 END AS took,
               json_extract('[1,2,12,12,13,14,15,16,16,17,3,9]', '$[' || (l.e / 5 % 12) || ']') AS reporterId,
               CASE WHEN l.f % 13 = 0 THEN NULL ELSE json_extract('[3,3,4,5,6,7,7,8,9,10,11]', '$[' || (l.b / 11 % 11) || ']') END AS assigneeId
        FROM luck l WHERE l.n < 430
    ) s
);

UPDATE issue SET assigneeId = 4 WHERE assigneeId = 6 AND createdAt > '2024-06-01';
UPDATE issue SET assigneeId = 3 WHERE assigneeId = 10 AND createdAt < '2022-10-17' OR assigneeId = 11 AND createdAt < '2023-06-05';
UPDATE issue SET reporterId = 12 WHERE reporterId = 13 AND createdAt > '2025-02-28' OR reporterId = 14 AND createdAt < '2023-02-13';
UPDATE issue SET parentIssueId = (SELECT p.issueId FROM issue p WHERE p.productId = issue.productId AND p.issueType = 'feature' AND p.createdAt < issue.createdAt ORDER BY p.createdAt DESC LIMIT 1)
WHERE issueId % 7 = 3;
UPDATE issue SET foundInReleaseId = (SELECT max(r.releaseId) FROM "release" r WHERE r.productId = issue.productId AND r.shippedOn <= issue.createdAt)
WHERE issueType = 'bug' AND issueId % 8 <> 0;
UPDATE issue SET fixedInReleaseId = (SELECT min(r.releaseId) FROM "release" r WHERE r.productId = issue.productId AND r.shippedOn >= issue.resolvedAt)
WHERE statusCode IN ('R', 'C');

INSERT INTO supportCase
SELECT row_number() OVER (ORDER BY openedAt) + 5000, clientId, productId,
       CASE WHEN d % 3 = 0 THEN (SELECT i.issueId FROM issue i WHERE i.productId = s.productId AND i.issueType = 'bug' AND i.createdAt < s.openedAt ORDER BY i.createdAt DESC LIMIT 1) END,
       CASE WHEN e % 19 = 0 THEN NULL WHEN openedAt < '2023-09-04' THEN json_extract('[15,16,17,19]', '$[' || (e % 4) || ']') ELSE json_extract('[15,16,16,17,18]', '$[' || (e % 5) || ']') END,
       json_extract('["EM","EM","EM","PH","CH","CH","WB"]', '$[' || (f % 7) || ']'), openedAt,
       CASE WHEN shut < '2025-11-15' AND h % 15 > 0 THEN shut END,
       CASE WHEN g % 14 = 0 THEN NULL ELSE 3 + g % 240 + h % 90 END,
       CASE WHEN shut < '2025-11-15' AND h % 15 > 0 AND b % 5 < 3 THEN json_extract('[1,2,3,4,4,5,5,5]', '$[' || (c % 8) || ']') END,
       CASE WHEN h % 10 = 3 THEN 1 ELSE 0 END
FROM (
    SELECT l.*, k.clientId, 1 + l.d / 7 % 5 AS productId,
           date(k.signedOn, '+' || (3 + max(l.b, l.g) % span) || ' days') || printf(' %02d:%02d', 8 + l.e % 10, l.f % 60) AS openedAt,
           date(k.signedOn, '+' || (3 + max(l.b, l.g) % span + l.a % 9) || ' days') || printf(' %02d:%02d', 18 + l.c % 4, l.h % 60) AS shut
    FROM luck l JOIN (SELECT c.*, CAST(julianday(coalesce(churnedOn, '2025-11-14')) - julianday(signedOn) AS INTEGER) - 3 AS span FROM client c WHERE clientId < 57) k
      ON k.clientId = 1 + (l.a + l.c / 3) % 56
    WHERE l.n BETWEEN 300 AND 769 AND k.span > 10 AND k.clientId % 14 <> 5
) s;

INSERT INTO worklog
SELECT l.n + 1, i.issueId,
       CASE WHEN l.b % 6 = 0 THEN json_extract('[12,13,14]', '$[' || (l.c % 3) || ']') ELSE i.assigneeId END,
       date(i.createdAt, '+' || (l.d % (1 + CAST(julianday(coalesce(date(i.resolvedAt), min(date(i.createdAt, '+20 days'), '2025-11-14'))) - julianday(date(i.createdAt)) AS INTEGER))) || ' days'),
       15 * (1 + l.e % 24), CASE WHEN l.f % 3 = 0 THEN 1 ELSE 0 END
FROM luck l JOIN issue i ON i.issueId = 1 + (l.a + l.g) % 420
WHERE i.assigneeId IS NOT NULL;
UPDATE worklog SET memberId = 12 WHERE memberId = 13 AND workedOn > '2025-02-28' OR memberId = 14 AND workedOn < '2023-02-13';

DROP TABLE luck;
