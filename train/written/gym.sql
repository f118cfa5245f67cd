-- An invented chain of gyms: members and the plans they held over time, a
-- class timetable with stand-in trainers, bookings and door check-ins. Two keys
-- are not declared (checkin.clubid, session.substituteid), and every run makes
-- the same rows.

CREATE TABLE club (
    clubid     INTEGER PRIMARY KEY,
    clubname   TEXT NOT NULL,
    city       TEXT NOT NULL,
    opened     TEXT NOT NULL,
    closed     TEXT,
    floorsqm   INTEGER NOT NULL,
    open24h    INTEGER NOT NULL
);

CREATE TABLE plan (
    plancode   TEXT PRIMARY KEY,
    planname   TEXT NOT NULL,
    monthlyfee NUMERIC NOT NULL,
    minmonths  INTEGER NOT NULL,
    classesin  INTEGER NOT NULL -- 1: classes are included
);

CREATE TABLE member (
    memberid   INTEGER PRIMARY KEY,
    firstname  TEXT NOT NULL,
    lastname   TEXT NOT NULL,
    gender     TEXT,
    birthdate  TEXT,
    email      TEXT,
    homeclubid INTEGER NOT NULL REFERENCES club (clubid),
    joindate   TEXT NOT NULL,
    leavedate  TEXT,
    referredby INTEGER REFERENCES member (memberid)
);

-- One row for each time a member was on a plan; open ends are current.
CREATE TABLE membership (
    membershipid INTEGER PRIMARY KEY,
    memberid     INTEGER NOT NULL REFERENCES member (memberid),
    plancode     TEXT NOT NULL REFERENCES plan (plancode),
    validfrom    TEXT NOT NULL,
    validto      TEXT,
    feepaid      NUMERIC NOT NULL -- per month
);

CREATE TABLE trainer (
    trainerid   INTEGER PRIMARY KEY,
    trainername TEXT NOT NULL,
    hiredate    TEXT NOT NULL,
    leftdate    TEXT,
    hourlyrate  NUMERIC NOT NULL,
    mainclubid  INTEGER REFERENCES club (clubid),
    mentorid    INTEGER REFERENCES trainer (trainerid)
);

CREATE TABLE classtype (
    typecode  TEXT PRIMARY KEY,
    typename  TEXT NOT NULL,
    minutes   INTEGER NOT NULL,
    intensity TEXT NOT NULL -- L low, M medium, H high
);

CREATE TABLE session (
    sessionid    INTEGER PRIMARY KEY,
    typecode     TEXT NOT NULL REFERENCES classtype (typecode),
    clubid       INTEGER NOT NULL REFERENCES club (clubid),
    trainerid    INTEGER NOT NULL REFERENCES trainer (trainerid),
    substituteid INTEGER, -- the trainer who stood in
    startsat     TEXT NOT NULL,
    capacity     INTEGER NOT NULL,
    status       TEXT NOT NULL -- P planned, H held, C cancelled
);

CREATE TABLE booking (
    bookingid INTEGER PRIMARY KEY,
    sessionid INTEGER NOT NULL REFERENCES session (sessionid),
    memberid  INTEGER NOT NULL REFERENCES member (memberid),
    bookedon  TEXT NOT NULL,
    outcome   TEXT, -- A attended, N no-show, W withdrawn; none yet for what is to come
    dropinfee NUMERIC,
    rating    INTEGER
);

CREATE TABLE checkin (
    checkinid  INTEGER PRIMARY KEY,
    memberid   INTEGER NOT NULL REFERENCES member (memberid),
    clubid     INTEGER NOT NULL,
    checkedin  TEXT NOT NULL,
    checkedout TEXT
);

INSERT INTO club VALUES
    (1, 'Ironworks', 'Leeds', '2015-04-11', NULL, 1850, 1),
    (2, 'Riverside', 'York', '2017-09-02', NULL, 1240, 0),
    (3, 'Mill Lane', 'Leeds', '2019-01-19', NULL, 980, 0),
    (4, 'Dockyard', 'Hull', '2021-06-05', NULL, 1610, 1),
    (5, 'Old Brewery', 'Sheffield', '2022-10-01', NULL, 1420, 1),
    (6, 'Station Yard', 'Bradford', '2018-03-24', '2024-08-31', 760, 0);

INSERT INTO plan VALUES
    ('OFF', 'Off-Peak', 22, 1, 0),
    ('BAS', 'Basic', 29, 1, 0),
    ('PLU', 'Plus', 42, 6, 1),
    ('STU', 'Student', 19.5, 1, 0),
    ('PRE', 'Premium', 59, 12, 1),
    ('COR', 'Corporate', 35, 12, 1),
    ('DAY', 'Daytime Senior', 18, 1, 1);

INSERT INTO trainer VALUES
    (1, 'Helen Marsh', '2015-04-01', NULL, 34, 1, NULL),
    (2, 'Dwayne Ellis', '2016-08-15', NULL, 32, 1, 1),
    (3, 'Agnieszka Nowak', '2017-09-01', NULL, 31.5, 2, 1),
    (4, 'Sunil Rao', '2019-01-14', NULL, 28, 3, 2),
    (5, 'Bethany Clough', '2020-02-03', '2024-08-31', 26, 6, 2),
    (6, 'Marcus Oyelaran', '2021-05-17', NULL, 27.5, 4, 3),
    (7, 'Ingrid Falk', '2022-09-12', NULL, 27, 5, 3),
    (8, 'Liam Thackray', '2023-11-06', NULL, 24, 4, 6),
    (9, 'Priti Desai', '2025-03-03', NULL, 23, 5, 7),
    (10, 'Owen Sykes', '2025-10-27', NULL, 22, NULL, 4);

INSERT INTO classtype VALUES
    ('YOG', 'Yoga Flow', 60, 'L'), ('SPN', 'Spin', 45, 'H'), ('HII', 'HIIT Blast', 30, 'H'),
    ('PIL', 'Pilates', 50, 'L'), ('BOX', 'Boxfit', 55, 'H'), ('AQU', 'Aqua Fit', 40, 'M'),
    ('BPM', 'Body Pump', 60, 'M'), ('STR', 'Stretch & Relax', 30, 'L'), ('ZUM', 'Zumba', 50, 'M');

-- Numbers that look thrown: row n holds eight of them, from 0 to 32767.
CREATE TABLE dice AS
WITH RECURSIVE throw (i, x) AS (
    SELECT 0, 40961223
    UNION ALL
    SELECT i + 1, (x * 1103515245 + 12345) % 2147483648 FROM throw WHERE i < 8 * 1500 - 1
)
SELECT i / 8 AS n,
       max(CASE i % 8 WHEN 0 THEN x / 65536 END) AS a, max(CASE i % 8 WHEN 1 THEN x / 65536 END) AS b,
       max(CASE i % 8 WHEN 2 THEN x / 65536 END) AS c, max(CASE i % 8 WHEN 3 THEN x / 65536 END) AS d,
       max(CASE i % 8 WHEN 4 THEN x / 65536 END) AS e, max(CASE i % 8 WHEN 5 THEN x / 65536 END) AS f,
       max(CASE i % 8 WHEN 6 THEN x / 65536 END) AS g, max(CASE i % 8 WHEN 7 THEN x / 65536 END) AS h
FROM throw GROUP BY i / 8;

INSERT INTO member
SELECT 101 + k, first, last, gender, birth, mail, home, joined,
       CASE WHEN e % 5 = 0 AND date(joined, '+' || (90 + f % 600) || ' days') < '2025-11-15' THEN date(joined, '+' || (90 + f % 600) || ' days') END,
       CASE WHEN k > 8 AND g % 4 = 0 THEN 101 + CASE WHEN h % 3 = 0 THEN 4 ELSE h % (k - 1) END END
FROM (
    SELECT row_number() OVER (ORDER BY joined, n) - 1 AS k, t.*
    FROM (
        SELECT n, e, f, g, h,
               json_extract('["Amelia","Oscar","Zara","George","Freya","Yusuf","Ruby","Callum","Sophie","Dan","Niamh","Kofi","Tess"]', '$[' || (a % 13) || ']') AS first,
               json_extract('["Hartley","Khan","Barker","Whitaker","Osei","Lister","Patel","Naylor","Dyson","Ward","Kaczmarek"]', '$[' || (b % 11) || ']') AS last,
               CASE WHEN h % 17 = 0 THEN NULL ELSE json_extract('["F","M","F","M","F","M","F","M","F","M","F","M","F"]', '$[' || (a % 13) || ']') END AS gender,
               CASE WHEN c % 10 = 0 THEN NULL ELSE date('1952-03-01', '+' || (c % 19800) || ' days') END AS birth,
               CASE WHEN d % 7 = 0 THEN NULL ELSE 'm' || (n + 500) || '@' || json_extract('["example.com","example.org","mail.example.net"]', '$[' || (d % 3) || ']') END AS mail,
               json_extract('[1,1,1,2,2,3,4,4,5,5]', '$[' || (e % 10) || ']') AS home,
               date('2022-01-05', '+' || CASE WHEN f % 1400 < 500 AND g % 3 = 0 THEN f % 1400 + 700 ELSE f % 1400 END || ' days') AS joined
        FROM dice WHERE n < 150
    ) t
);
UPDATE member SET homeclubid = 6 WHERE memberid % 3 > 0 AND leavedate < '2024-09-01';
UPDATE member SET homeclubid = 3 WHERE homeclubid = 5 AND joindate < '2022-10-01';

-- Everybody starts on one plan; some change, at a new fee, once or twice.
INSERT INTO membership
SELECT row_number() OVER (ORDER BY start, memberid, step), memberid, p.plancode, start, stop,
       CASE WHEN start < '2024-01-01' THEN p.monthlyfee - 2 ELSE p.monthlyfee END
FROM (
    SELECT memberid, step, start,
           coalesce(date(lead(start) OVER (PARTITION BY memberid ORDER BY step), '-1 day'), leavedate) AS stop,
           json_extract('["OFF","BAS","BAS","BAS","PLU","PLU","STU","PRE","COR","DAY","PLU"]', '$[' || ((k + step * 3) % 11) || ']') AS plancode
    FROM (
        SELECT m.memberid, m.leavedate, s.step, d.a AS k,
               date(m.joindate, '+' || (s.step * (70 + d.b % 260)) || ' days') AS start
        FROM member m JOIN dice d ON d.n = 200 + m.memberid - 101
        JOIN (SELECT 0 AS step UNION ALL SELECT 1 UNION ALL SELECT 2) s
        WHERE s.step = 0 OR (s.step = 1 AND d.c % 5 < 2) OR (s.step = 2 AND d.c % 10 = 0)
    ) WHERE start < coalesce(leavedate, '2025-11-15')
) x JOIN plan p ON p.plancode = x.plancode;

-- The timetable reaches two weeks past mid November 2025.
INSERT INTO session
SELECT row_number() OVER (ORDER BY day, hour, n), type, club, trainer,
       CASE WHEN g % 11 = 0 AND day > '2023-01-01' THEN CASE trainer WHEN 7 THEN 4 WHEN 2 THEN 6 WHEN 1 THEN 2 ELSE 7 END END,
       day || ' ' || printf('%02d:%02d', hour, 15 * (h % 4)), capacity,
       CASE WHEN f % 14 = 0 THEN 'C' WHEN day > '2025-11-15' THEN 'P' ELSE 'H' END
FROM (
    SELECT n, f, g, h, day, 6 + CASE WHEN d % 3 = 0 THEN d % 6 ELSE 11 + d % 4 END AS hour,
           json_extract('["YOG","YOG","SPN","SPN","SPN","HII","PIL","BOX","BPM","BPM","AQU","STR"]', '$[' || (b % 12) || ']') AS type,
           CASE WHEN c % 8 = 7 AND day < '2024-08-31' THEN 6 WHEN day < '2022-10-01' THEN 1 + c % 4 ELSE 1 + c % 5 END AS club,
           CASE WHEN day < '2022-09-12' THEN 1 + e % 6
                WHEN day < '2024-08-31' THEN 1 + e % 7
                WHEN day < '2025-03-03' THEN json_extract('[1,2,3,4,6,7,8]', '$[' || (e % 7) || ']')
                ELSE json_extract('[1,2,3,4,6,7,8,9]', '$[' || (e % 8) || ']') END AS trainer,
           json_extract('[12,15,16,20,24]', '$[' || (g % 5) || ']') AS capacity
    FROM (SELECT *, CASE WHEN n >= 630 THEN date('2025-10-20', '+' || (a % 41) || ' days')
                         ELSE date('2022-02-01', '+' || CASE WHEN a % 1397 < 450 AND h % 3 > 0 THEN a % 1397 + 800 ELSE a % 1397 END || ' days') END AS day
          FROM dice WHERE n BETWEEN 350 AND 679)
);

INSERT INTO booking
SELECT row_number() OVER (ORDER BY bookedon, n), sessionid, memberid, bookedon, outcome,
       CASE WHEN classesin = 0 AND outcome IN ('A', 'N') THEN json_extract('[5,5,6,7.5]', '$[' || (f % 4) || ']') END,
       CASE WHEN outcome = 'A' AND g % 3 = 0 THEN json_extract('[5,5,4,4,4,3,2,1]', '$[' || (h % 8) || ']') END
FROM (
    SELECT d.n, d.f, d.g, d.h, s.sessionid, m.memberid, min(date(s.startsat, '-' || (d.c % 10) || ' days'), '2025-11-14') AS bookedon, p.classesin,
           CASE WHEN s.status = 'P' THEN CASE WHEN d.d % 10 = 0 THEN 'W' END
                WHEN s.status = 'C' THEN 'W'
                WHEN d.d % 9 = 0 THEN 'N' WHEN d.d % 10 = 0 THEN 'W' ELSE 'A' END AS outcome
    FROM dice d JOIN session s ON s.sessionid = 1 + d.a % 330
    JOIN member m ON m.memberid = 101 + CASE WHEN d.e % 3 = 0 THEN d.b % 40 ELSE d.b % 150 END
    JOIN membership k ON k.memberid = m.memberid AND k.validfrom <= date(s.startsat) AND (k.validto IS NULL OR k.validto >= date(s.startsat))
    JOIN plan p ON p.plancode = k.plancode
    WHERE d.n < 1300 AND m.memberid % 13 <> 0
);

INSERT INTO checkin
SELECT row_number() OVER (ORDER BY t, n), memberid, club, t,
       CASE WHEN g % 23 = 0 THEN NULL ELSE datetime(t, '+' || (25 + f % 95) || ' minutes') END
FROM (
    SELECT d.n, d.f, d.g, m.memberid,
           CASE WHEN d.h % 5 = 0 AND m.homeclubid <> 6 THEN 1 + d.h % 4 ELSE m.homeclubid END AS club,
           date(m.joindate, '+' || (d.c % CAST(1 + julianday(coalesce(m.leavedate, '2025-11-15')) - julianday(m.joindate) AS INTEGER)) || ' days')
           || ' ' || printf('%02d:%02d:00', CASE WHEN d.d % 4 = 0 THEN 9 + d.d % 6 WHEN d.d % 4 = 1 THEN 6 + d.d % 3 ELSE 16 + d.d % 4 END, d.e % 60) AS t
    FROM dice d JOIN member m ON m.memberid = 101 + d.a % 146
    WHERE d.n BETWEEN 600 AND 1499
);

DROP TABLE dice;
