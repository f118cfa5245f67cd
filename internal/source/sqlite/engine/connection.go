package engine

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/guard"
	guardsqlite "github.com/plumbdata/plumb/internal/guard/sqlite"
)

const (
	// busyStep is how long SQLite itself waits for a lock. It cannot be
	// cancelled meanwhile, so it is short, and patiently repeats it.
	busyStep = 50 * time.Millisecond
	// BusyWait is how long a lock is waited for.
	BusyWait = 5 * time.Second

	maxLength  = 1_000_000_000 // SQLite's own limit of a value
	lengthPlus = 64 << 10      // what a value may exceed the byte limit by inside the engine

	// leastLength is what a value may have whatever the byte limit is: it may
	// be shortened before it is a result.
	leastLength = 16 << 20
)

// file is a database file and how it is opened.
type file struct {
	path   string
	memory int64
}

// connection is an open file under the authorizer. It is used by one goroutine
// at a time.
type connection struct {
	*sqlite3.SQLiteConn
	policy  policy
	refusal error // the first thing that the policy refused
	selects bool  // the statement asks for rows
}

// policy decides, in the terms of SQLite's authorizer, what a statement may do.
type policy func(op int, name, detail, database string) error

// readCatalog is the policy for Plumb's own questions about the schema.
func readCatalog(op int, name, detail, database string) error {
	switch op {
	case sqlite3.SQLITE_READ:
		return nil
	case sqlite3.SQLITE_PRAGMA:
		switch name {
		case "table_list", "table_xinfo", "foreign_key_list", "index_list", "index_info", "schema_version":
			return nil
		}
	}
	return guardsqlite.Refuse(op, name, detail, database)
}

// open makes a connection that can only read.
func (f *file) open(ctx context.Context) (*connection, error) {
	var raw *sqlite3.SQLiteConn
	err := patiently(ctx, func() (err error) {
		raw, err = f.connect()
		return err
	})
	if err != nil {
		return nil, err
	}
	c := &connection{SQLiteConn: raw}
	if err = c.harden(f.memory); err == nil {
		err = patiently(ctx, c.meetModules)
	}
	if err != nil {
		return nil, errors.Join(err, raw.Close())
	}
	return c, nil
}

// connect opens the file read-only. Where the files of its write-ahead log can
// neither be found nor made, nobody is writing, and it counts as immutable.
func (f *file) connect() (*sqlite3.SQLiteConn, error) {
	c, err := f.dial(false)
	if unwritableFolder(err) && f.isCheckpointed() {
		return f.dial(true)
	}
	return c, err
}

func (f *file) dial(immutable bool) (*sqlite3.SQLiteConn, error) {
	settings := url.Values{
		"mode":          {"ro"},
		"_query_only":   {"1"},
		"_busy_timeout": {strconv.FormatInt(busyStep.Milliseconds(), 10)},
	}
	if immutable {
		settings.Set("immutable", "1")
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(f.path), RawQuery: settings.Encode()}
	c, err := (&sqlite3.SQLiteDriver{}).Open(address.String())
	if err != nil {
		return nil, err
	}
	return c.(*sqlite3.SQLiteConn), nil
}

// isCheckpointed reports whether there is no write-ahead log beside the file.
func (f *file) isCheckpointed() bool {
	info, err := os.Stat(f.path + "-wal")
	return errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0
}

func unwritableFolder(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrCantOpen || e.ExtendedCode == sqlite3.ErrReadonlyCantLock || e.Code == sqlite3.ErrReadonly)
}

// harden sets bounds that no statement can lift: once the authorizer is in
// place, pragmas are refused.
func (c *connection) harden(memory int64) error {
	for id, most := range map[int]int{
		sqlite3.SQLITE_LIMIT_ATTACHED:            0,
		sqlite3.SQLITE_LIMIT_SQL_LENGTH:          1_000_000,
		sqlite3.SQLITE_LIMIT_EXPR_DEPTH:          1000,
		sqlite3.SQLITE_LIMIT_COMPOUND_SELECT:     500,
		sqlite3.SQLITE_LIMIT_VDBE_OP:             5_000_000,
		sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 10_000,
		sqlite3.SQLITE_LIMIT_WORKER_THREADS:      0,
		sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH:       1,
	} {
		c.SetLimit(id, most)
	}
	// Sorting in memory is bounded by the heap; files beside the database
	// would not be.
	if _, err := c.Exec(fmt.Sprintf(`PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;
		PRAGMA temp_store = MEMORY; PRAGMA hard_heap_limit = %d; PRAGMA query_only = ON`, memory), nil); err != nil {
		return err
	}
	// The first use of local time reads the zone's file, which a confined
	// process cannot.
	if _, err := c.Exec("SELECT datetime('now', 'localtime')", nil); err != nil {
		return err
	}
	c.RegisterAuthorizer(func(op int, name, detail, database string) int {
		c.selects = c.selects || op == sqlite3.SQLITE_SELECT
		err := errNoPolicy
		if c.policy != nil {
			err = c.policy(op, name, detail, database)
		}
		if err == nil {
			return sqlite3.SQLITE_OK
		}
		if c.refusal == nil {
			c.refusal = err
		}
		return sqlite3.SQLITE_DENY
	})
	return nil
}

// meetModules has SQLite connect to the modules behind virtual tables. Some,
// such as R-trees, prepare statements for writing when they are first met, and
// none may do so once statements of people run. Nothing is executed here.
func (c *connection) meetModules() error {
	const most = 200
	c.policy = readCatalog
	rows, err := c.Query(fmt.Sprintf("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage = 0 LIMIT %d", most), nil)
	if err != nil {
		return err
	}
	var names []string
	value := make([]driver.Value, 1)
	for err = rows.Next(value); err == nil; err = rows.Next(value) {
		if name, ok := value[0].(string); ok {
			names = append(names, name)
		}
	}
	_ = rows.Close() // repeats the error
	if err != io.EOF {
		return err
	}
	c.policy = func(int, string, string, string) error { return nil }
	for _, name := range names {
		// A table whose module is missing cannot be read later either.
		if stmt, err := c.Prepare("SELECT 1 FROM " + Identifier(name)); err == nil {
			_ = stmt.Close()
		}
	}
	c.policy = nil
	return nil
}

var errNoPolicy = errors.New("the connection is not in use")

// prepare has SQLite compile a statement under a policy. What does not only
// read is refused even if the policy would let it pass.
func (c *connection) prepare(sql string, p policy, bytes int64) (*sqlite3.SQLiteStmt, error) {
	c.policy, c.refusal, c.selects = p, nil, false
	c.SetLimit(sqlite3.SQLITE_LIMIT_LENGTH, int(min(max(bytes, leastLength)+lengthPlus, maxLength)))
	prepared, err := c.Prepare(sql)
	if err != nil {
		if c.refusal != nil {
			return nil, c.refusal
		}
		return nil, err
	}
	stmt := prepared.(*sqlite3.SQLiteStmt)
	// The driver must not be given a statement that is only a comment: it has
	// none then, and does not look.
	if !c.selects || !stmt.Readonly() {
		_ = stmt.Close()
		return nil, guard.Reject("the statement does not only ask for rows").WithHint("write a SELECT")
	}
	return stmt, nil
}

// patiently repeats what found the file locked, until it is done, the wait is
// over, or the context ends.
func patiently(ctx context.Context, do func() error) error {
	const pause = 10 * time.Millisecond
	end := time.NewTimer(BusyWait)
	defer end.Stop()
	for {
		err := do()
		if !locked(err) {
			return err
		}
		select {
		case <-time.After(pause):
		case <-end.C:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// locked is true when a writer, or a recovery, was in the way.
func locked(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked || e.Code == sqlite3.ErrProtocol)
}

// Identifier writes a name so that it can only be a name: in double quotes
// SQLite would take an unknown one for a text.
func Identifier(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
