-- Issues of a few open-source repositories flattened from the API's JSON; labels in a child table.
CREATE TABLE issues (id INTEGER, number INTEGER, owner TEXT, repo TEXT, title TEXT, state TEXT, state_reason TEXT, author_login TEXT, author_association TEXT, closed_by_login TEXT, assignee_login TEXT, created_at TEXT, closed_at TEXT, time_to_close_seconds INTEGER, comments_count INTEGER, reactions_total INTEGER, body_length INTEGER, was_reopened INTEGER, locked INTEGER, is_bot INTEGER, milestone_title TEXT, closing_pr_number INTEGER, closing_pr_state TEXT);
CREATE TABLE issue_labels (issue_id INTEGER, label_name TEXT);
INSERT INTO issues
SELECT 1800000 + n * 7, 100 + n, CASE rp WHEN 'tidegrid' THEN 'harborlab' WHEN 'tidegrid-docs' THEN 'harborlab' WHEN 'pebble-cli' THEN 'pebbleworks' WHEN 'pebble-server' THEN 'pebbleworks' ELSE 'mlowen' END, rp,
 pick(b,'Crash on startup','Docs typo in','Feature request:','Slow response from','Cannot install','Wrong result in','Memory leak in','Support for') || ' ' || pick(c / 7,'parser','config loader','Windows','cache','login page','export','scheduler','dark mode'),
 st, CASE WHEN st = 'closed' THEN pick(d / 3,'completed','completed','completed','not_planned','duplicate') END, au, CASE WHEN au IN ('mlowen','kaja-r','tobiasfn') THEN 'MEMBER' WHEN au IN ('renobot','stalebot') THEN 'NONE' ELSE pick(e / 5,'CONTRIBUTOR','NONE','NONE') END,
 CASE WHEN st = 'closed' THEN CASE WHEN f % 5 = 0 AND au NOT IN ('ghost','pixelpaula','hugo-b') THEN au ELSE pick(f / 5,'mlowen','kaja-r','tobiasfn','mlowen','stalebot','dchaudhri') END END,
 CASE WHEN g % 5 < 2 THEN NULL ELSE pick(g / 5,'mlowen','kaja-r','tobiasfn','dchaudhri','kaja-r') END,
 cr, CASE WHEN st = 'closed' THEN datetime(cr, '+' || sec || ' seconds') END, CASE WHEN st = 'closed' THEN sec END,
 CASE WHEN h % 6 = 0 THEN 0 WHEN h % 31 = 0 THEN 30 + h % 45 ELSE h % 14 END, CASE WHEN a % 3 = 0 THEN 0 ELSE a % 29 END, CASE WHEN b % 23 = 0 THEN 0 ELSE 40 + b % 5200 END, CASE WHEN c % 11 = 0 THEN 1 ELSE 0 END, CASE WHEN d % 19 = 0 THEN 1 ELSE 0 END, CASE WHEN au IN ('renobot','stalebot') THEN 1 ELSE 0 END,
 CASE WHEN e % 3 = 0 THEN pick(e / 3,'v1.0','v1.1','v2.0','v2.1') END, CASE WHEN st = 'closed' AND f % 3 > 0 THEN 2000 + f % 900 END, CASE WHEN st = 'closed' AND f % 3 > 0 THEN pick(h / 9,'MERGED','MERGED','MERGED','CLOSED','OPEN') END
FROM (SELECT r.*, pick(r.a / 3,'tidegrid','tidegrid','pebble-cli','pebble-server','tidegrid-docs','inkwell') AS rp, CASE WHEN r.b % 10 < 3 THEN 'open' ELSE 'closed' END AS st,
 pick(r.c / 3,'mlowen','kaja-r','tobiasfn','renobot','ada-quist','jpnguyen','sam0x','wiremeow','o-lindh','fzeller','dchaudhri','ada-quist','jpnguyen','stalebot','ghost','pixelpaula','hugo-b','nat-ito') AS au,
 day(r.d,'2023-03-01',900) || ' ' || printf('%02d:%02d:%02d', (r.g / 11) % 24, r.h % 60, r.e % 60) AS cr,
 CASE WHEN r.h % 7 = 0 THEN 600 + r.e % 40000 WHEN r.a % 3 = 0 THEN 86400 + r.e * 3 % 5000000 ELSE 7200 + r.e % 900000 END AS sec FROM rolls r WHERE r.n < 720);
INSERT INTO issue_labels SELECT id, pick(id / 7 * 13 + number * 5,'bug','enhancement','documentation','bug','question','performance','good first issue') FROM issues WHERE number % 6 > 0;
INSERT INTO issue_labels SELECT id, pick(body_length,'needs triage','help wanted','wontfix','regression','windows','needs triage') FROM issues WHERE number % 5 IN (1,3);
