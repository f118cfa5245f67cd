package sqlite

import (
	"database/sql/driver"
	"fmt"
	"io"
	"net/url"
	"testing"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

const streamed = "SELECT id, day, kind, amount FROM big"

func bigFile(b *testing.B, rows int) string {
	return newFile(b, "CREATE TABLE big (id INTEGER PRIMARY KEY, day TEXT, kind TEXT, amount REAL)",
		fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO big SELECT i, date('2000-01-01', (i / 100) || ' days'), 'kind ' || (i %% 7), i * 0.5 FROM n`, rows))
}

// BenchmarkStream reads a million rows and hashes them; the baseline is the
// driver alone.
func BenchmarkStream(b *testing.B) {
	const rows = 1_000_000
	path := bigFile(b, rows)
	b.Run("plumb", func(b *testing.B) {
		s := openFile(b, path)
		checked, err := guard.New(s.Grammar(), nil).Check(b.Context(), streamed)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			r, err := s.Query(b.Context(), checked, source.Limits{Rows: 2 * rows, Bytes: 1 << 40})
			if err != nil {
				b.Fatal(err)
			}
			h := table.NewHasher(r.Columns())
			n := 0
			for row, err := range r.Rows() {
				if err != nil {
					b.Fatal(err)
				}
				h.Add(row)
				n++
			}
			if h.Sum(); n != rows {
				b.Fatalf("%d rows", n)
			}
		}
	})
	b.Run("bare driver", func(b *testing.B) {
		address := url.URL{Scheme: "file", Path: path}
		c, err := (&sqlite3.SQLiteDriver{}).Open(address.String())
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close()
		values := make([]driver.Value, 4)
		for b.Loop() {
			found, err := c.(*sqlite3.SQLiteConn).QueryContext(b.Context(), streamed, nil)
			if err != nil {
				b.Fatal(err)
			}
			n := 0
			for err = found.Next(values); err == nil; err = found.Next(values) {
				n++
			}
			if _ = found.Close(); err != io.EOF || n != rows {
				b.Fatal(n, err)
			}
		}
	})
}

func BenchmarkIntrospect(b *testing.B) {
	const tables = 100
	statements := []string{"BEGIN"}
	for i := range tables {
		statements = append(statements,
			fmt.Sprintf("CREATE TABLE t%d (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c REAL, d DATE, e INTEGER, f TEXT, g TEXT, h NUMERIC, i TEXT UNIQUE)", i),
			fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO t%d SELECT i, 'a', i, i, '2024-01-01', i, 'x', i, i, i FROM n", i))
	}
	s := openFile(b, newFile(b, append(statements, "COMMIT")...))
	for name, f := range map[string]source.Filter{"whole": {}, "structure": {Structure: true}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				snapshot, err := s.Introspect(b.Context(), f)
				if err != nil || len(snapshot.Tables) != tables {
					b.Fatal(len(snapshot.Tables), err)
				}
			}
		})
	}
}

// BenchmarkQuery is what one small statement costs.
func BenchmarkQuery(b *testing.B) {
	s := openFile(b, bigFile(b, 100))
	checked, err := guard.New(s.Grammar(), nil).Check(b.Context(), "SELECT count(*) FROM big")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		r, err := s.Query(b.Context(), checked, source.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := r.ReadAll(); err != nil {
			b.Fatal(err)
		}
	}
}
