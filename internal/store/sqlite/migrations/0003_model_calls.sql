-- What calls of language models took. A call outside of a session, such as a
-- test of a model, has none.

CREATE TABLE model_calls (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    session        TEXT NOT NULL,
    task           TEXT NOT NULL,
    complex        INTEGER NOT NULL CHECK (complex IN (0, 1)),
    model          TEXT NOT NULL,
    step           INTEGER NOT NULL,
    input_tokens   INTEGER NOT NULL,
    output_tokens  INTEGER NOT NULL,
    cached_tokens  INTEGER NOT NULL,
    waited_ms      REAL NOT NULL,
    first_token_ms REAL NOT NULL,
    total_ms       REAL NOT NULL,
    tries          INTEGER NOT NULL,
    priced         INTEGER NOT NULL CHECK (priced IN (0, 1)),
    cost_usd       REAL NOT NULL,
    fault          TEXT NOT NULL,
    occurred_at    TEXT NOT NULL
) STRICT;
CREATE INDEX model_calls_by_time ON model_calls (occurred_at);

CREATE TRIGGER model_calls_stay BEFORE UPDATE ON model_calls BEGIN SELECT RAISE(ABORT, 'calls never change'); END;
