-- Documents, the passages that they are cut into, and the words by which these are
-- found. Unlike what happened, documents change and go.

CREATE TABLE document_sources (
    owner        TEXT NOT NULL, -- '' is everybody's
    name         TEXT NOT NULL,
    place        TEXT NOT NULL,
    options      TEXT NOT NULL,
    created_at   TEXT NOT NULL,
    refreshed_at TEXT,
    PRIMARY KEY (owner, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
    seq      INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: postings outlive their document
    id       TEXT NOT NULL UNIQUE,
    owner    TEXT NOT NULL,
    source   TEXT NOT NULL,
    address  TEXT NOT NULL,
    title    TEXT NOT NULL,
    type     TEXT NOT NULL,
    day      TEXT NOT NULL,
    mark     TEXT NOT NULL,
    hash     TEXT NOT NULL,
    size     INTEGER NOT NULL,
    read_at  TEXT NOT NULL,
    details  TEXT NOT NULL,
    passages INTEGER NOT NULL,
    length   INTEGER NOT NULL, -- terms of all passages
    postings INTEGER NOT NULL,
    FOREIGN KEY (owner, source) REFERENCES document_sources (owner, name)
) STRICT;
CREATE INDEX documents_chosen ON documents (owner, source, type, day, passages, length); -- all that a search reads of them

-- What documents say is read seldom, and long.
CREATE TABLE document_bodies (
    document INTEGER PRIMARY KEY REFERENCES documents (seq) ON DELETE CASCADE,
    body     TEXT NOT NULL
) STRICT;

CREATE TABLE passages (
    seq         INTEGER PRIMARY KEY,
    document    INTEGER NOT NULL REFERENCES documents (seq) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    id          TEXT NOT NULL UNIQUE,
    kind        TEXT NOT NULL,
    path        TEXT NOT NULL, -- a JSON array
    context     TEXT NOT NULL,
    text        TEXT NOT NULL,
    page        INTEGER NOT NULL,
    sheet       TEXT NOT NULL,
    from_block  INTEGER NOT NULL,
    from_offset INTEGER NOT NULL,
    to_block    INTEGER NOT NULL,
    to_offset   INTEGER NOT NULL,
    hash        TEXT NOT NULL,
    placed      TEXT NOT NULL DEFAULT '', -- where its vector has been placed
    UNIQUE (document, number)
) STRICT;
CREATE INDEX passages_by_hash ON passages (hash);
CREATE INDEX passages_by_place ON passages (placed);

-- Where terms stand. What is written together is a segment; segments of a level are
-- merged into one of the next, so that a search reads few rows and a write touches few
-- pages. Postings of documents that are no more are dropped on the way.
CREATE TABLE posting_segments (
    segment  INTEGER PRIMARY KEY AUTOINCREMENT,
    level    INTEGER NOT NULL,
    postings INTEGER NOT NULL
) STRICT;

-- For each passage that has the term: documents.seq, the passage's number, how often the
-- term stands there, and how many terms the passage has, as varints.
CREATE TABLE postings (
    segment INTEGER NOT NULL,
    term    TEXT NOT NULL,
    places  BLOB NOT NULL,
    PRIMARY KEY (segment, term)
) STRICT, WITHOUT ROWID;

CREATE TABLE embeddings (
    seq    INTEGER PRIMARY KEY,
    model  TEXT NOT NULL,
    hash   TEXT NOT NULL, -- of the text
    vector BLOB NOT NULL, -- numbers of 32 bits, little-endian
    UNIQUE (model, hash)
) STRICT;

-- Passages whose vectors still have to be removed from where they were placed.
CREATE TABLE gone_passages (
    id    TEXT NOT NULL,
    owner TEXT NOT NULL,
    PRIMARY KEY (id, owner)
) STRICT, WITHOUT ROWID;
