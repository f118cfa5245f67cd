// Package engine is SQLite in a worker process: one file, opened read-only
// under an authorizer that refuses all but reading tables with safe functions,
// with bounds on memory and the size of values. On Linux the kernel keeps the
// process from other files and from the network as well.
package engine

import (
	"context"
	"database/sql/driver"
	"errors"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/fault"
	guardsqlite "github.com/plumbdata/plumb/internal/guard/sqlite"
	"github.com/plumbdata/plumb/internal/source/worker/serve"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
)

// database is the open file.
type database struct {
	file file
	conn *connection
}

// Open implements serve.Open. The process is confined once the file is open:
// SQLite may have to make the files of a write-ahead log beside it, and may
// make no others.
func Open(ctx context.Context, s wire.Session) (serve.Database, *wire.Failure) {
	d := &database{file: file{path: s.Path, memory: s.Memory}}
	var err error
	if d.conn, err = d.file.open(ctx); err != nil {
		return nil, failed(err)
	}
	if err := serve.Confine(serve.Bounds{
		Memory: s.Memory,
		Read:   []string{s.Path, s.Path + "-wal", s.Path + "-journal", "/dev/urandom"},
		Write:  []string{s.Path + "-shm"},
		Temp:   s.Temp,
	}); err != nil {
		return nil, failed(err)
	}
	return d, nil
}

// Run implements serve.Database.
func (d *database) Run(ctx context.Context, s wire.Statement, out *serve.Answer) *wire.Failure {
	defer func() { d.conn.policy = nil }()
	var rows *decoder
	err := patiently(ctx, func() (err error) {
		rows, err = d.start(ctx, s)
		return err
	})
	if err != nil {
		return failed(err)
	}
	defer rows.close()
	return failed(rows.read(out))
}

// start prepares the statement and reads its first rows.
func (d *database) start(ctx context.Context, s wire.Statement) (*decoder, error) {
	allowed := policy(guardsqlite.Refuse)
	if s.Catalog {
		allowed = readCatalog
	}
	stmt, err := d.conn.prepare(s.SQL, allowed, s.Bytes)
	if err != nil {
		return nil, err
	}
	args := make([]driver.NamedValue, len(s.Args))
	for i, a := range s.Args {
		args[i] = driver.NamedValue{Ordinal: i + 1, Value: a}
	}
	rows, err := stmt.QueryContext(ctx, args)
	if err != nil {
		_ = stmt.Close() // repeats the error
		return nil, err
	}
	dec := newDecoder(stmt, rows.(*sqlite3.SQLiteRows))
	if err := dec.lookAhead(); err != nil {
		dec.close()
		return nil, err
	}
	return dec, nil
}

// Probe attempts to make a table, on a connection that is opened like the
// other but has no authorizer: the read-only file alone must refuse it.
func (d *database) Probe(ctx context.Context) *wire.Failure {
	return failed(patiently(ctx, func() error {
		c, err := d.file.connect()
		if err != nil {
			return err
		}
		defer c.Close()
		if _, err = c.Exec("PRAGMA query_only = OFF; CREATE TABLE plumb_write_probe (x)", nil); err == nil {
			_, err = c.Exec("DROP TABLE plumb_write_probe", nil)
			return fault.Wrap(err, fault.Writable, "the SQLite file %s was opened read-only, and yet a table could be created in it", d.file.path).
				WithHint("make a copy of the file that you may only read: cp %[1]s copy.db && chmod a-w copy.db", d.file.path)
		}
		var e sqlite3.Error
		if errors.As(err, &e) && e.Code == sqlite3.ErrReadonly {
			return nil
		}
		return err
	}))
}
