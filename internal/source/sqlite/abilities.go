package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/fault"
	guardsqlite "github.com/plumbdata/plumb/internal/guard/sqlite"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
)

// Fingerprint is SQLite's own count of schema changes, and the size and time
// of the file and of its write-ahead log.
func (s *Source) Fingerprint(ctx context.Context) (string, error) {
	version, err := s.schemaVersion(ctx)
	if err != nil {
		return "", err
	}
	mark := fmt.Sprintf("schema %d", version)
	for _, path := range []string{s.file.path, s.file.path + "-wal"} {
		if info, err := os.Stat(path); err == nil && info.Size() > 0 {
			mark += fmt.Sprintf(", %d bytes of %d", info.Size(), info.ModTime().UnixNano())
		}
	}
	return mark, nil
}

func (s *Source) schemaVersion(ctx context.Context) (int64, error) {
	rows, err := s.ask(ctx, "SELECT schema_version FROM pragma_schema_version")
	if err != nil {
		return 0, err
	}
	if len(rows) != 1 {
		return 0, fault.New(fault.Internal, "SQLite has no schema version")
	}
	n, _ := rows[0][0].Int64()
	return n, nil
}

// ProbeWrite attempts to make a table, on a connection that is opened like all
// others but has no authorizer: the read-only file alone must refuse it.
func (s *Source) ProbeWrite(ctx context.Context) error {
	return patiently(ctx, func() error {
		c, err := s.file.connect()
		if err != nil {
			return s.explain(ctx, task{}, err)
		}
		defer c.Close()
		if _, err = c.Exec("PRAGMA query_only = OFF; CREATE TABLE plumb_write_probe (x)", nil); err == nil {
			_, err = c.Exec("DROP TABLE plumb_write_probe", nil)
			return fault.Wrap(err, fault.Writable, "the SQLite file %s was opened read-only, and yet a table could be made in it", s.file.path).
				WithHint("make a copy of the file that you may only read: cp %[1]s copy.db && chmod a-w copy.db", s.file.path)
		}
		var e sqlite3.Error
		if errors.As(err, &e) && e.Code == sqlite3.ErrReadonly {
			return nil
		}
		if locked(err) {
			return err
		}
		return s.explain(ctx, task{}, err)
	})
}

// Bounds of one comparison of two columns.
const (
	includedValues = 1000   // distinct values that are looked for
	includedRows   = 10_000 // rows that they are taken from
	includedTime   = 2 * time.Second
)

// Included implements source.Includer.
func (s *Source) Included(ctx context.Context, from, to schema.ColumnRef) (sampled, found int, err error) {
	sql := fmt.Sprintf(`WITH sample(v) AS (SELECT DISTINCT v FROM (SELECT %[1]s AS v FROM %[2]s WHERE %[1]s IS NOT NULL LIMIT %[3]d) LIMIT %[4]d)
		SELECT count(*), count(*) FILTER (WHERE v IN (SELECT %[5]s FROM %[6]s)) FROM sample`,
		identifier(from.Column), identifier(from.Table), includedRows, includedValues, identifier(to.Column), identifier(to.Table))
	r, err := s.run(ctx, task{sql: sql, policy: guardsqlite.Refuse, limits: source.Limits{Time: includedTime, Rows: 1, Bytes: 1 << 10}})
	if err != nil {
		return 0, 0, err
	}
	t, err := r.ReadAll()
	if err != nil {
		return 0, 0, err
	}
	all, _ := t.Rows[0][0].Int64()
	known, _ := t.Rows[0][1].Int64()
	return int(all), int(known), nil
}
