-- What is known: memories, terms, corrections, rules, verified questions. Records
-- change and are removed, unlike all else.

CREATE TABLE records (
    kind       TEXT NOT NULL,
    owner      TEXT NOT NULL,
    id         TEXT NOT NULL,
    scope      TEXT NOT NULL,
    body       TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (kind, owner, id)
) STRICT;
