package duckdb_test

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

const (
	million    = 1_000_000
	millionSQL = `CREATE TABLE sales AS SELECT i AS id, (i * 7919 % 1000)::INTEGER AS customer, (i % 10000) / 100.0 AS amount,
		(i % 99991 / 100.0)::DECIMAL(18,2) AS price, ['north', 'south', 'east', 'west'][1 + i % 4] AS region, 'order number ' || i AS note,
		DATE '2022-01-01' + (i % 1000)::INTEGER AS day, TIMESTAMP '2022-01-01 08:00:00' + INTERVAL (i) SECOND AS placed, i % 3 = 0 AS paid
		FROM range(1000000) AS t(i)`
	readMillion = "SELECT id, customer, amount, price, region, note, day, placed, paid FROM sales"
)

// BenchmarkStreamMillion reads a million rows through the worker process and
// works out their hash; BenchmarkStreamMillionBare reads the same rows with
// the bare driver in this process, and throws them away.
func BenchmarkStreamMillion(b *testing.B) {
	path := filepath.Join(b.TempDir(), "million.duckdb")
	create(b, path, millionSQL)
	s := openFile(b, source.Config{DSN: path})
	statement := unguarded(b, readMillion)
	for b.Loop() {
		r, err := s.Query(b.Context(), statement, source.Limits{Time: time.Minute, Rows: 10 * million, Bytes: 1 << 40})
		if err != nil {
			b.Fatal(err)
		}
		h := table.NewHasher(r.Columns())
		count := 0
		for row, err := range r.Rows() {
			if err != nil {
				b.Fatal(err)
			}
			h.Add(row)
			count++
		}
		if h.Sum() == "" || count != million {
			b.Fatalf("read %d rows", count)
		}
	}
}

func BenchmarkStreamMillionBare(b *testing.B) {
	path := filepath.Join(b.TempDir(), "million.duckdb")
	create(b, path, millionSQL)
	db, err := sql.Open("duckdb", path+"?access_mode=read_only&threads=2")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	for b.Loop() {
		rows, err := db.QueryContext(b.Context(), readMillion)
		if err != nil {
			b.Fatal(err)
		}
		cells := make([]any, 9)
		pointers := make([]any, len(cells))
		for i := range cells {
			pointers[i] = &cells[i]
		}
		count := 0
		for rows.Next() {
			if err := rows.Scan(pointers...); err != nil {
				b.Fatal(err)
			}
			count++
		}
		if err := rows.Close(); err != nil || count != million {
			b.Fatalf("read %d rows, %v", count, err)
		}
	}
}

// BenchmarkColdStart is the time from opening a source to its first row, with
// the start of a worker process.
func BenchmarkColdStart(b *testing.B) {
	path := filepath.Join(b.TempDir(), "small.duckdb")
	create(b, path, "CREATE TABLE t AS SELECT 1 AS n")
	statement := unguarded(b, "SELECT n FROM t")
	for b.Loop() {
		s := openFile(b, source.Config{DSN: path})
		r, err := s.Query(b.Context(), statement, source.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := r.Next(); err != nil {
			b.Fatal(err)
		}
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
