// Package sqlite keeps the store in one SQLite file: Plumb's embedded default.
//
// A write is on disk when it is acknowledged (write-ahead log, synced at every
// commit); a process killed at any point leaves a readable store with every
// acknowledged batch, whole. Several processes may use one file: writers take
// turns and wait for each other within a limit, readers never wait. The file
// must be on a local disk, because the write-ahead log shares memory.
package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// Options are the limits of a store; the zero value has the defaults.
type Options struct {
	LockWait time.Duration // how long a write waits for other writers; default 10 s
	Readers  int           // connections for reading; default 4
}

// Store is a store in one SQLite file.
type Store struct {
	path     string
	lockWait time.Duration
	writer   *sql.DB // one connection: writers of this process queue for it
	readers  *sql.DB
}

var _ store.Store = (*Store)(nil)

// Open opens the store in the file at path. What is missing is created: the
// folder for its owner only, the file likewise, the tables in their newest
// form. A store made by a newer Plumb is refused and left as it is.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	s := &Store{path: path, lockWait: cmp.Or(o.LockWait, 10*time.Second)}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, s.fault(err)
	}
	s.path = abs
	if s.writer, err = s.create(ctx); err != nil {
		return nil, s.fault(err)
	}
	s.writer.SetMaxOpenConns(1)
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(s.fault(err), s.writer.Close())
	}
	s.readers = sql.OpenDB(s.connector(readOnly))
	s.readers.SetMaxOpenConns(cmp.Or(o.Readers, 4))
	s.readers.SetMaxIdleConns(cmp.Or(o.Readers, 4))
	return s, nil
}

// Close ends the store's connections. It waits for reads and writes that have
// begun.
func (s *Store) Close() error {
	// The writer is last to close, so that it can fold the log into the file.
	err := errors.Join(s.readers.Close(), s.writer.Close())
	if err != nil {
		return s.fault(err)
	}
	return nil
}

// Check reads the whole file and reports the first thing that is wrong in it.
func (s *Store) Check(ctx context.Context) error {
	var finding string
	if err := s.readers.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&finding); err != nil {
		return s.fault(err)
	}
	if finding != "ok" {
		return damagedError(s.path, errors.New(finding))
	}
	var table string
	err := s.readers.QueryRowContext(ctx, `SELECT "table" FROM pragma_foreign_key_check`).Scan(&table)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return s.fault(err)
	}
	return damagedError(s.path, fault.New(fault.Store, "a row of %s refers to one that is missing", table))
}
