-- Times are text in UTC with six decimals ("2026-02-06T14:30:00.000000Z"), so
-- that they sort as text and read well in any SQLite tool.

CREATE TABLE sessions (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    id         TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    source     TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;

-- AUTOINCREMENT: an id is never given twice, whatever happens to its row.
CREATE TABLE events (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL REFERENCES sessions (id),
    kind    TEXT NOT NULL,
    at      TEXT NOT NULL,
    payload TEXT NOT NULL
) STRICT;
CREATE INDEX events_of_session ON events (session, id);

CREATE TABLE cells (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    id         TEXT NOT NULL UNIQUE,
    session    TEXT NOT NULL REFERENCES sessions (id),
    position   INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    hash       TEXT NOT NULL,
    body       TEXT NOT NULL,
    UNIQUE (session, position)
) STRICT;

CREATE TABLE queries (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    id         TEXT NOT NULL UNIQUE,
    session    TEXT NOT NULL REFERENCES sessions (id),
    tenant     TEXT NOT NULL,
    user       TEXT NOT NULL,
    question   TEXT NOT NULL,
    status     TEXT NOT NULL CHECK (status IN ('open', 'success', 'failed')),
    final_sql  TEXT NOT NULL,
    answer     TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX queries_of_session ON queries (session, seq);

CREATE TABLE attempts (
    query             TEXT NOT NULL REFERENCES queries (id),
    number            INTEGER NOT NULL,
    sql               TEXT NOT NULL,
    validation_ok     INTEGER NOT NULL CHECK (validation_ok IN (0, 1)),
    validation_reason TEXT NOT NULL,
    execution_ok      INTEGER NOT NULL CHECK (execution_ok IN (0, 1)),
    db_error          TEXT NOT NULL,
    reason            TEXT NOT NULL,
    created_at        TEXT NOT NULL,
    PRIMARY KEY (query, number)
) STRICT, WITHOUT ROWID;

-- What is recorded stays as it is, whichever program holds the file.
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events never change'); END;
CREATE TRIGGER events_last BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER cells_stay BEFORE UPDATE ON cells BEGIN SELECT RAISE(ABORT, 'cells never change'); END;
CREATE TRIGGER cells_last BEFORE DELETE ON cells BEGIN SELECT RAISE(ABORT, 'cells are never deleted'); END;
CREATE TRIGGER attempts_stay BEFORE UPDATE ON attempts BEGIN SELECT RAISE(ABORT, 'attempts never change'); END;
CREATE TRIGGER attempts_last BEFORE DELETE ON attempts BEGIN SELECT RAISE(ABORT, 'attempts are never deleted'); END;
CREATE TRIGGER sessions_last BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'sessions are never deleted'); END;
CREATE TRIGGER queries_last BEFORE DELETE ON queries BEGIN SELECT RAISE(ABORT, 'queries are never deleted'); END;
CREATE TRIGGER queries_settled BEFORE UPDATE ON queries
    WHEN old.status <> 'open'
    BEGIN SELECT RAISE(ABORT, 'settled queries never change'); END;
CREATE TRIGGER queries_asked
    BEFORE UPDATE OF seq, id, session, tenant, user, question, created_at ON queries
    BEGIN SELECT RAISE(ABORT, 'what was asked never changes'); END;

-- REPLACE deletes without asking the triggers above.
CREATE TRIGGER events_once BEFORE INSERT ON events
    WHEN EXISTS (SELECT 1 FROM events WHERE id = new.id)
    BEGIN SELECT RAISE(ABORT, 'events are never replaced'); END;
CREATE TRIGGER cells_once BEFORE INSERT ON cells
    WHEN EXISTS (SELECT 1 FROM cells WHERE seq = new.seq OR id = new.id OR (session = new.session AND position = new.position))
    BEGIN SELECT RAISE(ABORT, 'cells are never replaced'); END;
CREATE TRIGGER attempts_once BEFORE INSERT ON attempts
    WHEN EXISTS (SELECT 1 FROM attempts WHERE query = new.query AND number = new.number)
    BEGIN SELECT RAISE(ABORT, 'attempts are never replaced'); END;
CREATE TRIGGER queries_once BEFORE INSERT ON queries
    WHEN EXISTS (SELECT 1 FROM queries WHERE (seq = new.seq OR id = new.id) AND status <> 'open')
    BEGIN SELECT RAISE(ABORT, 'settled queries are never replaced'); END;
