package postgres

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/pgtest"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const (
	reader         = "reader"
	readerPassword = "s3cret reader"
)

// fresh makes a database with a login that may only read, and opens it.
func fresh(tb testing.TB, server *pgtest.Server, statements ...string) (src *Source, db string) {
	tb.Helper()
	db = server.NewDatabase(tb)
	server.Exec(tb, db, statements...)
	grantReader(tb, server, db)
	return openDSN(tb, server.DSNAs(reader, readerPassword, db)), db
}

func grantReader(tb testing.TB, server *pgtest.Server, db string) {
	tb.Helper()
	server.Exec(tb, db, `DO $$ DECLARE s text; BEGIN
		IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'reader') THEN
			CREATE ROLE reader LOGIN PASSWORD 's3cret reader';
		END IF;
		FOR s IN SELECT nspname FROM pg_namespace WHERE left(nspname, 3) <> 'pg_' AND nspname <> 'information_schema' LOOP
			EXECUTE format('GRANT USAGE ON SCHEMA %I TO reader', s);
			EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO reader', s);
		END LOOP;
	END $$`)
}

func openDSN(tb testing.TB, dsn string) *Source {
	tb.Helper()
	src, err := Driver.Open(tb.Context(), source.Config{DSN: dsn, Name: "test"})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := src.Close(); err != nil {
			tb.Error(err)
		}
	})
	return src.(*Source)
}

// ask asks the server as superuser, outside of the adapter.
func ask[T any](tb testing.TB, server *pgtest.Server, sql string, args ...any) T {
	tb.Helper()
	ctx := context.WithoutCancel(tb.Context())
	conn, err := pgx.Connect(ctx, server.Superuser())
	if err != nil {
		tb.Fatal(err)
	}
	defer conn.Close(ctx)
	var answer T
	if err := conn.QueryRow(ctx, sql, args...).Scan(&answer); err != nil {
		tb.Fatal(err)
	}
	return answer
}

func TestConformance(t *testing.T) {
	server := pgtest.Start(t)
	sourcetest.Run(t, sourcetest.Engine{
		Setup: func(tb testing.TB, statements ...string) *sourcetest.Database {
			src, db := fresh(tb, server, statements...)
			return &sourcetest.Database{
				Source:  src,
				Exec:    func(tb testing.TB, statements ...string) { server.Exec(tb, db, statements...) },
				Restart: server.Restart,
				Running: func(tb testing.TB) int {
					return ask[int](tb, server, `SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND usename = $2 AND state = 'active'`, db, reader)
				},
				Connections: func(tb testing.TB) int {
					return ask[int](tb, server, `SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND usename = $2`, db, reader)
				},
			}
		},
		SQL: sourcetest.SQL{
			Types: map[table.Kind]string{
				table.Bool: "boolean", table.Int: "bigint", table.Decimal: "numeric(12,2)", table.Float: "double precision",
				table.Text: "text", table.Date: "date", table.Time: "time", table.Timestamp: "timestamp",
				table.TimestampTZ: "timestamptz", table.Interval: "interval", table.UUID: "uuid", table.JSON: "jsonb", table.Bytes: "bytea",
			},
			Bytes: func(b []byte) string { return fmt.Sprintf(`'\x%x'`, b) },
			Numbers: func(expression string, count int) string {
				return fmt.Sprintf("SELECT %s FROM generate_series(1, %d) AS s (n)", expression, count)
			},
			Repeat: func(n int) string { return fmt.Sprintf("repeat('x', %d)", n) },
			Comment: func(table, column, text string) string {
				if column != "" {
					return fmt.Sprintf("COMMENT ON COLUMN %s.%s IS '%s'", table, column, text)
				}
				return fmt.Sprintf("COMMENT ON TABLE %s IS E'%s'", table, escape(text))
			},
			Schemas: true,
			Analyze: "ANALYZE",
		},
		Values: values18,
		Writes: writes,
	})
}
