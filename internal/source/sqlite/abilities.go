package sqlite

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite/engine"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
)

// Fingerprint is SQLite's own count of schema changes, and the size and time
// of the file and of its write-ahead log.
func (s *Source) Fingerprint(ctx context.Context) (string, error) {
	version, err := s.schemaVersion(ctx)
	if err != nil {
		return "", err
	}
	mark := fmt.Sprintf("schema %d", version)
	for _, path := range []string{s.path, s.path + "-wal"} {
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

// ProbeWrite attempts to make a table.
func (s *Source) ProbeWrite(ctx context.Context) error { return s.workers.ProbeWrite(ctx) }

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
		engine.Identifier(from.Column), engine.Identifier(from.Table), includedRows, includedValues, engine.Identifier(to.Column), engine.Identifier(to.Table))
	t, err := s.read(ctx, wire.Statement{SQL: sql}, source.Limits{Time: source.Patient(ctx, includedTime), Rows: 1, Bytes: 1 << 10})
	if err != nil {
		return 0, 0, err
	}
	all, _ := t.Rows[0][0].Int64()
	known, _ := t.Rows[0][1].Int64()
	return int(all), int(known), nil
}
