-- The audit under the names by which people look for it, with what each
-- question took. household_id is the tenant: whose data it was.

CREATE TABLE analysis_queries (
    seq           INTEGER PRIMARY KEY AUTOINCREMENT,
    id            TEXT NOT NULL UNIQUE,
    session       TEXT NOT NULL REFERENCES sessions (id),
    household_id  TEXT NOT NULL,
    user_id       TEXT NOT NULL,
    source        TEXT NOT NULL,
    question      TEXT NOT NULL,
    status        TEXT NOT NULL CHECK (status IN ('open', 'success', 'failed', 'declined', 'canceled')),
    final_sql     TEXT NOT NULL,
    final_answer  TEXT NOT NULL,
    model         TEXT NOT NULL,
    cell_id       TEXT REFERENCES cells (id),
    attempt_count INTEGER NOT NULL DEFAULT 0,
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cost_usd      REAL NOT NULL,
    plan_ms       REAL NOT NULL,
    check_ms      REAL NOT NULL,
    execute_ms    REAL NOT NULL,
    chart_ms      REAL NOT NULL,
    narrate_ms    REAL NOT NULL,
    total_ms      REAL NOT NULL,
    created_at    TEXT NOT NULL,
    updated_at    TEXT NOT NULL
) STRICT;
CREATE INDEX analysis_queries_of_session ON analysis_queries (session, seq);

CREATE TABLE analysis_query_attempts (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    analysis_query_id TEXT NOT NULL REFERENCES analysis_queries (id),
    attempt_number    INTEGER NOT NULL,
    generated_sql     TEXT NOT NULL,
    validation_ok     INTEGER NOT NULL CHECK (validation_ok IN (0, 1)),
    validation_reason TEXT NOT NULL,
    execution_ok      INTEGER NOT NULL CHECK (execution_ok IN (0, 1)),
    db_error          TEXT NOT NULL,
    llm_reason        TEXT NOT NULL,
    execution_ms      REAL NOT NULL,
    row_count         INTEGER NOT NULL,
    input_tokens      INTEGER NOT NULL,
    output_tokens     INTEGER NOT NULL,
    created_at        TEXT NOT NULL,
    UNIQUE (analysis_query_id, attempt_number)
) STRICT;

-- attempt_count is what is there, and cannot be made to say anything else. The
-- second trigger is for REPLACE, which makes a row anew.
CREATE TRIGGER attempts_counted AFTER INSERT ON analysis_query_attempts BEGIN
    UPDATE analysis_queries
        SET attempt_count = (SELECT count(*) FROM analysis_query_attempts WHERE analysis_query_id = new.analysis_query_id)
        WHERE id = new.analysis_query_id;
END;
CREATE TRIGGER attempts_of_new_counted AFTER INSERT ON analysis_queries
    WHEN new.attempt_count <> (SELECT count(*) FROM analysis_query_attempts WHERE analysis_query_id = new.id)
BEGIN
    UPDATE analysis_queries
        SET attempt_count = (SELECT count(*) FROM analysis_query_attempts WHERE analysis_query_id = new.id)
        WHERE id = new.id;
END;
CREATE TRIGGER attempt_count_true BEFORE UPDATE OF attempt_count ON analysis_queries
    WHEN new.attempt_count <> (SELECT count(*) FROM analysis_query_attempts WHERE analysis_query_id = old.id)
    BEGIN SELECT RAISE(ABORT, 'attempt_count is the number of attempts'); END;

INSERT INTO analysis_queries
    (seq, id, session, household_id, user_id, source, question, status, final_sql, final_answer, model, cell_id,
     input_tokens, output_tokens, cost_usd, plan_ms, check_ms, execute_ms, chart_ms, narrate_ms, total_ms, created_at, updated_at)
    SELECT q.seq, q.id, q.session, q.tenant, q.user, s.source, q.question, q.status, q.final_sql, q.answer, '', NULL,
           0, 0, 0, 0, 0, 0, 0, 0, 0, q.created_at, q.updated_at
    FROM queries q JOIN sessions s ON s.id = q.session;

INSERT INTO analysis_query_attempts
    (analysis_query_id, attempt_number, generated_sql, validation_ok, validation_reason, execution_ok, db_error, llm_reason,
     execution_ms, row_count, input_tokens, output_tokens, created_at)
    SELECT a.query, a.number, a.sql, a.validation_ok, a.validation_reason, a.execution_ok, a.db_error, a.reason,
           0, 0, 0, 0, a.created_at
    FROM attempts a JOIN queries q ON q.id = a.query ORDER BY q.seq, a.number;

DROP TABLE attempts;
DROP TABLE queries;

-- What is recorded stays as it is, whichever program holds the file.
CREATE TRIGGER attempts_stay BEFORE UPDATE ON analysis_query_attempts BEGIN SELECT RAISE(ABORT, 'attempts never change'); END;
CREATE TRIGGER attempts_last BEFORE DELETE ON analysis_query_attempts BEGIN SELECT RAISE(ABORT, 'attempts are never deleted'); END;
CREATE TRIGGER queries_last BEFORE DELETE ON analysis_queries BEGIN SELECT RAISE(ABORT, 'queries are never deleted'); END;
CREATE TRIGGER queries_settled
    BEFORE UPDATE OF status, final_sql, final_answer, model, cell_id, input_tokens, output_tokens, cost_usd,
        plan_ms, check_ms, execute_ms, chart_ms, narrate_ms, total_ms, updated_at ON analysis_queries
    WHEN old.status <> 'open'
    BEGIN SELECT RAISE(ABORT, 'settled queries never change'); END;
CREATE TRIGGER queries_asked
    BEFORE UPDATE OF seq, id, session, household_id, user_id, source, question, created_at ON analysis_queries
    BEGIN SELECT RAISE(ABORT, 'what was asked never changes'); END;

-- REPLACE deletes without asking the triggers above.
CREATE TRIGGER attempts_once BEFORE INSERT ON analysis_query_attempts
    WHEN EXISTS (SELECT 1 FROM analysis_query_attempts
        WHERE id = new.id OR (analysis_query_id = new.analysis_query_id AND attempt_number = new.attempt_number))
    BEGIN SELECT RAISE(ABORT, 'attempts are never replaced'); END;
CREATE TRIGGER queries_once BEFORE INSERT ON analysis_queries
    WHEN EXISTS (SELECT 1 FROM analysis_queries WHERE (seq = new.seq OR id = new.id) AND status <> 'open')
    BEGIN SELECT RAISE(ABORT, 'settled queries are never replaced'); END;
