package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/plumbdata/plumb/internal/fault"
)

// migrations are applied in the order of their names; a store's version
// (SQLite's user_version) is the number of those it has had. One that has been
// released never changes.
//
//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks the file as Plumb's ("PLMB").
const applicationID = 0x504c4d42

// prepare turns the write-ahead log on and brings the tables up to date.
func (s *Store) prepare(ctx context.Context) error {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	if err := s.recognise(ctx, len(names)); err != nil {
		return err
	}
	if err := s.keepLog(ctx); err != nil {
		return err
	}
	return s.transact(ctx, func(ctx context.Context, conn *sql.Conn) error {
		var version int
		if err := conn.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
			return err
		}
		switch { // once more: another process may have been here since
		case version > len(names):
			return s.tooNew(version, len(names))
		case version == len(names):
			return nil
		}
		for _, name := range names[version:] {
			text, err := migrations.ReadFile(name)
			if err != nil {
				return err
			}
			if _, err := conn.ExecContext(ctx, string(text)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		_, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d; PRAGMA application_id = %d", len(names), applicationID))
		return err
	})
}

// recognise refuses a store of a newer Plumb, or another program's database,
// before anything in it is touched.
func (s *Store) recognise(ctx context.Context, newest int) error {
	var id, version, objects int
	err := s.patiently(ctx, func() error {
		return s.writer.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
			FROM pragma_application_id, pragma_user_version`).Scan(&id, &version, &objects)
	})
	switch {
	case err != nil:
		return err
	case id != applicationID && (id != 0 || objects != 0):
		return fault.New(fault.Store, "%s is a database of another program, not a store of Plumb", s.path).
			WithHint("set PLUMB_HOME to a folder of its own")
	case version > newest:
		return s.tooNew(version, newest)
	}
	return nil
}

func (s *Store) tooNew(version, newest int) error {
	return fault.New(fault.Store, "the store %s was created by a newer Plumb (its version is %d, this Plumb supports up to %d)", s.path, version, newest).
		WithHint("update Plumb, or set PLUMB_HOME to another folder")
}

func (s *Store) keepLog(ctx context.Context) error {
	var mode string
	err := s.patiently(ctx, func() error {
		return s.writer.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode)
	})
	if err == nil && mode != "wal" {
		return fault.New(fault.Store, "the store %s cannot use a write-ahead log (SQLite chose %q)", s.path, mode).
			WithHint("put Plumb's home on a local disk: set PLUMB_HOME to a folder there")
	}
	return err
}
