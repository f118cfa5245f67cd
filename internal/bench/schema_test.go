//go:build bench

package bench

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/postgres"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

// schemaFigures reads PostgreSQL databases of many tables, cold and cached.
func schemaFigures(t *testing.T) []figure {
	hundred := readSchema(t, 100)
	many := readSchema(t, 10_000)
	return []figure{
		{"schema of 100 PostgreSQL tables, cold", short(hundred.cold), short(hundred.plain) + " for information_schema.columns by bare pgx", "1 s", hundred.cold < time.Second},
		{"schema of 10,000 PostgreSQL tables of 10 columns, cold", short(many.cold), short(many.plain) + " for information_schema.columns by bare pgx", "10 s", many.cold < 10*time.Second},
		{"the same from the cache, with the check for changes", short(many.cached), short(many.plain) + " as above", "0.5 s", many.cached < 500*time.Millisecond},
		{"memory of the process that read it", fmt.Sprintf("%d MB", many.memory>>20), fmt.Sprintf("%d MB before", many.before>>20), "500 MB", many.memory < 500<<20},
	}
}

type reading struct {
	cold, cached, plain time.Duration
	before, memory      int64
}

func readSchema(t *testing.T, count int) reading {
	server := pgtest.Start(t)
	db := server.NewDatabase(t)
	const batch = 250
	for from := 0; from < count; from += batch {
		server.Exec(t, db, fmt.Sprintf(`DO $$ BEGIN FOR i IN %d..%d LOOP
			EXECUTE format('CREATE TABLE t%%s (id integer PRIMARY KEY, parent_id integer, name text NOT NULL, status text DEFAULT ''open'',
				amount numeric(12,2), ratio double precision, day date, at timestamptz, active boolean, note varchar(100))', i);
			EXECUTE format('INSERT INTO t%%s SELECT n, n, ''name '' || n, (ARRAY[''open'', ''paid'', ''lost''])[1 + mod(n, 3)], n * 1.5, n / 7.0,
				date ''2024-01-01'' + n, now(), mod(n, 2) = 0, NULL FROM generate_series(1, 20) n', i);
		END LOOP; END $$`, from, min(from+batch, count)-1))
	}
	server.Exec(t, db, "ANALYZE")
	runtime.GC()
	debug.FreeOSMemory()
	out := reading{before: processTree()}
	spec := connection.Spec{
		Driver: postgres.Driver, Config: source.Config{DSN: server.DSN(db), Name: "bench"}, Identity: "bench",
		Cache: schema.Cache{Dir: t.TempDir()}, Refresh: time.Hour, Now: time.Now,
	}
	read := func(need connection.Depth) func() error {
		return func() error {
			c, err := connection.Open(t.Context(), spec)
			if err != nil {
				return err
			}
			defer c.Close()
			s, err := c.Schema(t.Context(), need)
			if err == nil && len(s.Tables) != count {
				err = fmt.Errorf("found %d tables", len(s.Tables))
			}
			return err
		}
	}
	peak, stop := watch(processTree)
	out.cold = median(t, 1, read(connection.Fresh))
	out.cached = median(t, 3, read(connection.Full))
	stop()
	out.memory = *peak
	out.plain = median(t, 3, func() error { return readPlainly(t.Context(), server.DSN(db)) })
	return out
}

func readPlainly(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	rows, err := conn.Query(ctx, `SELECT table_schema, table_name, column_name, data_type, is_nullable, column_default
		FROM information_schema.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`)
	if err != nil {
		return err
	}
	for rows.Next() {
		if _, err := rows.Values(); err != nil {
			return err
		}
	}
	return rows.Err()
}
