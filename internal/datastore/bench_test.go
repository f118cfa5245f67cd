package datastore

import (
	"database/sql"
	"fmt"
	"io"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/plumbdata/plumb/internal/guard"
	guardduckdb "github.com/plumbdata/plumb/internal/guard/duckdb"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/table"
)

// Handing a million rows from one step to the next, beside what DuckDB does with a table of
// its own: reading all of them, aggregating them, and making another table of them. Both run in
// the same kind of worker process.
//
//	go test -run=- -bench=. -benchtime=5x ./internal/datastore

const (
	million      = 1_000_000
	readSQL      = "SELECT * FROM sales"
	aggregateSQL = "SELECT region, sum(price) AS price, avg(amount) AS amount, count(DISTINCT customer) AS customers, max(note) AS note FROM sales GROUP BY region ORDER BY region"
)

// sales gives a million rows.
type sales struct{ n int64 }

var salesColumns = []table.Column{
	{Name: "id", Kind: table.Int}, {Name: "customer", Kind: table.Int}, {Name: "amount", Kind: table.Float}, {Name: "price", Kind: table.Decimal},
	{Name: "region", Kind: table.Text}, {Name: "note", Kind: table.Text}, {Name: "day", Kind: table.Date}, {Name: "placed", Kind: table.Timestamp}, {Name: "paid", Kind: table.Bool},
}

func (s *sales) reader() *table.Reader { return table.NewReader(salesColumns, s, table.Limits{}) }

func (s *sales) Next() (table.Row, error) {
	i := s.n
	if i == million {
		return nil, io.EOF
	}
	s.n++
	return table.Row{
		table.NewInt(i), table.NewInt(i * 7919 % 1000), table.NewFloat(float64(i%10000) / 100), table.NewDecimal(i%99991, 2),
		table.NewText([]string{"north", "south", "east", "west"}[i%4]), table.NewText(fmt.Sprint("order number ", i)),
		table.NewDate(18993 + i%1000), table.NewTimestamp(1_641_024_000_000_000+i*1_000_000, 0), table.NewBool(i%3 == 0),
	}, nil
}

func (s *sales) Close() error { return nil }

// millionStore is a store with the rows in it.
func millionStore(b *testing.B) *Store {
	b.Helper()
	s := open(b, b.TempDir(), Limits{})
	if _, err := s.Put(b.Context(), Record{Name: "sales", Step: 1}, (&sales{}).reader()); err != nil {
		b.Fatal(err)
	}
	return s
}

// nativeFile is a DuckDB file with the same rows in a table of its own.
func nativeFile(b *testing.B) string {
	b.Helper()
	s := millionStore(b)
	c, err := s.current()
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "native.duckdb")
	db, err := sql.Open("duckdb", path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(b.Context(), "CREATE TABLE sales AS "+viewQuery(s.path(tablesFolder, c.Tables[0].File), c.Tables[0].Columns)); err != nil {
		b.Fatal(err)
	}
	return path
}

func benchmarkStore(b *testing.B, sql string, rows int) {
	s := millionStore(b)
	query(b, s, "SELECT 1") // workers are warm in both
	for b.Loop() {
		r, err := s.Query(b.Context(), sql, allRows)
		if err != nil {
			b.Fatal(err)
		}
		count(b, r, rows)
	}
}

func benchmarkNative(b *testing.B, sql string, rows int) {
	s, err := duckdb.Open(b.Context(), source.Config{DSN: nativeFile(b), Memory: 512 << 20})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	q, err := guard.New(guardduckdb.New(), nil).Check(b.Context(), sql)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		r, err := s.Query(b.Context(), q, allRows)
		if err != nil {
			b.Fatal(err)
		}
		count(b, r, rows)
	}
}

func count(b *testing.B, r *table.Reader, want int) {
	b.Helper()
	n := 0
	for _, err := range r.Rows() {
		if err != nil {
			b.Fatal(err)
		}
		n++
	}
	if n != want {
		b.Fatalf("got %d rows", n)
	}
}

func BenchmarkReadMillion(b *testing.B)            { benchmarkStore(b, readSQL, million) }
func BenchmarkReadMillionNative(b *testing.B)      { benchmarkNative(b, readSQL, million) }
func BenchmarkAggregateMillion(b *testing.B)       { benchmarkStore(b, aggregateSQL, 4) }
func BenchmarkAggregateMillionNative(b *testing.B) { benchmarkNative(b, aggregateSQL, 4) }

// BenchmarkMakeMillion includes the start of a worker, the guard, and what makes the table
// durable.
func BenchmarkMakeMillion(b *testing.B) {
	s := millionStore(b)
	for b.Loop() {
		if r, err := s.Make(b.Context(), Record{Name: "copy", Step: 2}, readSQL); err != nil || r.Rows != million {
			b.Fatal(r.Rows, err)
		}
	}
}

// BenchmarkMakeMillionNative makes a table in a DuckDB file, in a worker that is running already.
func BenchmarkMakeMillionNative(b *testing.B) {
	s := millionStore(b)
	c, err := s.current()
	if err != nil {
		b.Fatal(err)
	}
	file := s.path(tablesFolder, c.Tables[0].File)
	native := duckdb.NewBuilder(source.Config{Memory: 512 << 20}, filepath.Join(b.TempDir(), "native.duckdb"), []string{file})
	defer native.Close()
	ask := func(sql string) {
		if _, err := native.Ask(b.Context(), sql); err != nil {
			b.Fatal(err)
		}
	}
	ask("CREATE TABLE sales AS " + viewQuery(file, c.Tables[0].Columns))
	for b.Loop() {
		ask("CREATE OR REPLACE TABLE copy AS " + readSQL)
		ask("CHECKPOINT")
	}
}

func BenchmarkPutMillion(b *testing.B) {
	s := open(b, b.TempDir(), Limits{})
	for b.Loop() {
		if r, err := s.Put(b.Context(), Record{Name: "sales", Step: 1}, (&sales{}).reader()); err != nil || r.Rows != million {
			b.Fatal(r.Rows, err)
		}
	}
}

// BenchmarkFirstQuery is what a statement costs after a table was written: the views are made again, and a worker
// is started.
func BenchmarkFirstQuery(b *testing.B) {
	s := open(b, b.TempDir(), Limits{})
	for b.Loop() {
		b.StopTimer()
		put(b, s, 1, "t", numbers(1))
		b.StartTimer()
		r, err := s.Query(b.Context(), "SELECT * FROM t", source.Limits{Time: time.Minute}.OrDefault())
		if err != nil {
			b.Fatal(err)
		}
		count(b, r, 1)
	}
}
