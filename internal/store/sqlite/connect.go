package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"
)

// busyStep is how long SQLite itself waits for a lock. It cannot be cancelled
// meanwhile, so it is short, and patiently repeats it.
const busyStep = 100 * time.Millisecond

type access bool

const (
	readOnly  access = false
	readWrite access = true
)

// connector opens connections without a name in the global list of drivers.
type connector struct{ dsn string }

func (c connector) Connect(context.Context) (driver.Conn, error) { return c.Driver().Open(c.dsn) }

func (connector) Driver() driver.Driver { return &sqlite3.SQLiteDriver{ConnectHook: settle} }

// settle sets what a DSN cannot: how much of the log stays on disk after a
// burst, a sync that reaches the disk on macOS too (elsewhere any does), that
// what is removed is overwritten, and the one function that SQLite lacks.
func settle(c *sqlite3.SQLiteConn) error {
	if err := c.RegisterFunc(foldFunction, fold, true); err != nil {
		return err
	}
	_, err := c.Exec("PRAGMA journal_size_limit = 67108864; PRAGMA secure_delete = 1; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1", nil)
	return err
}

func (s *Store) connector(a access) connector {
	settings := url.Values{
		"mode":             {"rw"}, // readers too: the log's shared memory is written by all
		"_busy_timeout":    {strconv.FormatInt(busyStep.Milliseconds(), 10)},
		"_synchronous":     {"FULL"},
		"_foreign_keys":    {"1"},
		"_stmt_cache_size": {"16"},
	}
	if a == readOnly {
		settings.Set("_query_only", "1")
		settings.Set("_busy_timeout", strconv.FormatInt(s.lockWait.Milliseconds(), 10))
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(s.path), RawQuery: settings.Encode()}
	return connector{dsn: u.String()}
}

// creating holds other stores of this process back while one makes its file:
// POSIX drops all of a process's locks on a file when it closes any descriptor
// of it, also those that SQLite holds.
var creating sync.Mutex

// create makes folder and file if they are missing, for their owner only (the
// log's files take over the mode of the main one), and opens the file.
func (s *Store) create(ctx context.Context) (*sql.DB, error) {
	creating.Lock()
	defer creating.Unlock()
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return nil, err
	}
	switch f, err := os.OpenFile(s.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); {
	case err == nil:
		if err := f.Close(); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrExist):
		return nil, err
	}
	db := sql.OpenDB(s.connector(readWrite))
	// What a new connection sets needs the file, which another process may be
	// making or recovering.
	if err := s.patiently(ctx, func() error { return db.PingContext(ctx) }); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// patiently repeats what found the file locked, until it is done, the lock
// wait is over, or the context ends.
func (s *Store) patiently(ctx context.Context, do func() error) error {
	const pause = 5 * time.Millisecond // SQLite does not always wait by itself
	waiting, cancel := context.WithTimeout(ctx, s.lockWait)
	defer cancel()
	for {
		err := do()
		if !isLocked(err) {
			return err
		}
		select {
		case <-time.After(pause):
		case <-waiting.Done():
			return errors.Join(ctx.Err(), err)
		}
	}
}
