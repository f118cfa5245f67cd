package postgres

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/test/pgtest"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

// manyTables makes tables of ten columns with keys, defaults, comments and a
// hundred rows each.
func manyTables(b *testing.B, count int) (*pgtest.Server, string) {
	b.Helper()
	server := pgtest.Start(b)
	db := server.NewDatabase(b)
	const batch = 250
	for from := 0; from < count; from += batch {
		server.Exec(b, db, fmt.Sprintf(`DO $$ BEGIN FOR i IN %d..%d LOOP
			EXECUTE format('CREATE TABLE t%%s (id integer PRIMARY KEY, parent integer REFERENCES t%%s, name text NOT NULL, status text DEFAULT ''open'',
				amount numeric(12,2), ratio double precision, day date, at timestamptz, active boolean, note varchar(100))', i, greatest(i - 1, 0));
			EXECUTE format('INSERT INTO t%%s SELECT n, NULL, ''name '' || n, (ARRAY[''open'', ''paid'', ''lost''])[1 + mod(n, 3)], n * 1.5, n / 7.0,
				date ''2024-01-01'' + n, now(), mod(n, 2) = 0, NULL FROM generate_series(1, 100) n', i);
			EXECUTE format('COMMENT ON COLUMN t%%s.amount IS ''in euro''', i);
		END LOOP; END $$`, from, min(from+batch, count)-1))
	}
	grantReader(b, server, db)
	return server, db
}

func BenchmarkIntrospect100(b *testing.B) { benchmarkIntrospect(b, 100) }

func BenchmarkIntrospect10k(b *testing.B) { benchmarkIntrospect(b, 10_000) }

// benchmarkIntrospect looks at many tables, with and without statistics, beside
// the plainest way to read their columns.
func benchmarkIntrospect(b *testing.B, count int) {
	server, db := manyTables(b, count)
	dsn := server.DSNAs(reader, readerPassword, db)
	cold := func(b *testing.B, f source.Filter) {
		for b.Loop() {
			src := openDSN(b, dsn)
			s, err := src.Introspect(b.Context(), f)
			if err != nil {
				b.Fatal(err)
			}
			if len(s.Tables) != count || len(s.Tables[0].Columns) != 10 {
				b.Fatalf("found %d tables", len(s.Tables))
			}
			if err := src.Close(); err != nil {
				b.Fatal(err)
			}
			runtime.KeepAlive(s)
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.Sys)/1e6, "MB-process")
	}
	b.Run("fresh", func(b *testing.B) { cold(b, source.Filter{}) })
	server.Exec(b, db, "ANALYZE")
	b.Run("analysed", func(b *testing.B) { cold(b, source.Filter{}) })
	b.Run("structure", func(b *testing.B) { cold(b, source.Filter{Structure: true}) })
	b.Run("fingerprint", func(b *testing.B) {
		src := openDSN(b, dsn)
		for b.Loop() {
			if _, err := src.Fingerprint(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("baseline information_schema", func(b *testing.B) {
		for b.Loop() {
			if n := readColumnsPlainly(b, dsn); n != 10*count {
				b.Fatalf("found %d columns", n)
			}
		}
	})
}

func readColumnsPlainly(b *testing.B, dsn string) (columns int) {
	ctx := b.Context()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	rows, err := conn.Query(ctx, `SELECT table_schema, table_name, column_name, data_type, is_nullable, column_default
		FROM information_schema.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2, ordinal_position`)
	if err != nil {
		b.Fatal(err)
	}
	type column struct {
		schema, table, name, kind, nullable string
		value                               *string
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c column, err error) {
		return c, row.Scan(&c.schema, &c.table, &c.name, &c.kind, &c.nullable, &c.value)
	})
	if err != nil {
		b.Fatal(err)
	}
	return len(list)
}

// BenchmarkStream reads a hundred thousand rows of six columns through the
// adapter, and beside it with the bare driver.
func BenchmarkStream(b *testing.B) {
	server := pgtest.Start(b)
	src, db := fresh(b, server, `CREATE TABLE t AS SELECT n AS id, n * 1.25 AS amount, 'customer ' || n AS name, date '2024-01-01' + n % 365 AS day,
		now() AS at, n / 7.0::float8 AS ratio FROM generate_series(1, 100000) n`)
	const sql = "SELECT id, amount, name, day, at, ratio FROM t"
	b.Run("adapter", func(b *testing.B) {
		s := sourcetest.Unguarded(b, dialect, sql)
		b.ReportAllocs()
		for b.Loop() {
			r, err := src.Query(b.Context(), s, source.Limits{Rows: 1_000_000, Bytes: 1 << 30})
			if err != nil {
				b.Fatal(err)
			}
			rows := 0
			for _, err := range r.Rows() {
				if err != nil {
					b.Fatal(err)
				}
				rows++
			}
			if rows != 100_000 {
				b.Fatalf("got %d rows", rows)
			}
		}
	})
	b.Run("baseline pgx values", func(b *testing.B) {
		conn, err := pgx.Connect(b.Context(), server.DSN(db))
		if err != nil {
			b.Fatal(err)
		}
		defer conn.Close(context.WithoutCancel(b.Context()))
		b.ReportAllocs()
		for b.Loop() {
			rows, err := conn.Query(b.Context(), sql)
			if err != nil {
				b.Fatal(err)
			}
			for rows.Next() {
				if _, err := rows.Values(); err != nil {
					b.Fatal(err)
				}
			}
			if err := rows.Err(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
