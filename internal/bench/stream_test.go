//go:build bench

package bench

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/source/postgres"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

const million = 1_000_000

// millionSales makes as many rows of 9 columns.
const millionSales = `CREATE TABLE sales AS SELECT i AS id, (i * 7919 % 1000)::INTEGER AS customer, (i % 10000) / 100.0 AS amount,
	(i % 99991 / 100.0)::DECIMAL(18,2) AS price, ['north', 'south', 'east', 'west'][1 + i % 4] AS region, 'order number ' || i AS note,
	DATE '2022-01-01' + (i % 1000)::INTEGER AS day, TIMESTAMP '2022-01-01 08:00:00' + INTERVAL (i) SECOND AS placed, i % 3 = 0 AS paid
	FROM range(1000000) AS t(i)`

func streamFigures(t *testing.T) []figure {
	path := filepath.Join(t.TempDir(), "million.duckdb")
	makeDuckDB(t, path, millionSales)
	src := openSource(t, duckdb.Driver, path)
	ours := median(t, 5, func() error {
		r := query(t, src, "SELECT * FROM sales", source.Limits{Time: time.Minute, Rows: 10 * million, Bytes: 1 << 40})
		h, n := table.NewHasher(r.Columns()), 0
		for row, err := range r.Rows() {
			if err != nil {
				return err
			}
			h.Add(row)
			n++
		}
		if h.Sum() == "" || n != million {
			return fmt.Errorf("read %d rows", n)
		}
		return nil
	})
	db, err := sql.Open("duckdb", path+"?access_mode=read_only&threads=2")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	bare := median(t, 5, func() error { return scanAll(db, "SELECT * FROM sales", 9) })
	return []figure{{
		what: "stream a million rows of 9 columns from DuckDB and hash them",
		ours: short(ours), baseline: short(bare) + " for the bare driver, without hashing",
		limit: "2 × the bare driver", kept: ours < 2*bare,
	}}
}

func scanAll(db *sql.DB, text string, columns int) error {
	rows, err := db.Query(text)
	if err != nil {
		return err
	}
	defer rows.Close()
	cells, into := make([]any, columns), make([]any, columns)
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
	}
	return rows.Err()
}

// capFigures asks for 10 GB and takes 16 MiB of it.
func capFigures(t *testing.T) []figure {
	path := filepath.Join(t.TempDir(), "small.duckdb")
	makeDuckDB(t, path, "CREATE TABLE t AS SELECT 1 AS n")
	server := pgtest.Shared(t)
	pgDB := server.NewDatabase(t)
	var out []figure
	for _, c := range []struct {
		name string
		src  source.Source
		text string
	}{
		{"DuckDB", openSource(t, duckdb.Driver, path), "SELECT a.range, repeat('x', 1000) AS filler FROM range(100000) a, range(100) b"},
		{"PostgreSQL", openSource(t, postgres.Driver, server.DSN(pgDB)), "SELECT a, repeat('x', 1000) AS filler FROM generate_series(1, 100000) a, generate_series(1, 100) b"},
	} {
		small := query(t, c.src, "SELECT 1 AS n", source.Limits{})
		if _, err := small.ReadAll(); err != nil {
			t.Fatal(err)
		}
		before := processTree()
		peak, stop := watch(processTree)
		r := query(t, c.src, c.text, source.Limits{Time: time.Minute, Rows: 100 * million})
		read, err := r.ReadAll()
		stop()
		if err != nil || read.Truncated != table.ByBytes {
			t.Fatalf("%s: %v, truncated %q", c.name, err, read.Truncated)
		}
		growth := *peak - before
		out = append(out, figure{
			what: "memory for a 10 GB result of " + c.name + " under the cap of 16 MiB",
			ours: fmt.Sprintf("+%d MB", growth>>20), baseline: fmt.Sprintf("%d rows kept of 10,000,000", len(read.Rows)),
			limit: "256 MB", kept: growth < 256<<20,
		})
	}
	return out
}

func openSource(t *testing.T, d source.Driver, dsn string) source.Source {
	t.Helper()
	s, err := d.Open(context.WithoutCancel(t.Context()), source.Config{DSN: dsn, Name: "bench"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func query(t *testing.T, s source.Source, text string, l source.Limits) *table.Reader {
	t.Helper()
	statement, err := guard.New(s.Grammar(), nil).Check(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Query(t.Context(), statement, l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// watch samples the memory of this process and its workers until stopped.
func watch(measure func() int64) (peak *int64, stop func()) {
	peak = new(int64)
	end, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			*peak = max(*peak, measure())
			select {
			case <-end:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return peak, func() { close(end); <-done }
}

// processTree is the resident memory of this process and its DuckDB workers,
// in bytes. Servers that tests start are not Plumb's.
func processTree() (bytes int64) {
	entries, _ := os.ReadDir("/proc")
	self := os.Getpid()
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, _ := os.ReadFile(filepath.Join("/proc", e.Name(), "stat"))
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		name, _ := os.Readlink(filepath.Join("/proc", e.Name(), "exe"))
		own, _ := os.Executable()
		if pid != self && (len(fields) < 2 || fields[1] != strconv.Itoa(self) || name != own) {
			continue
		}
		bytes += resident(e.Name())
	}
	return bytes
}

// ownMemory is the resident memory of this process alone.
func ownMemory() int64 { return resident("self") }

func resident(process string) int64 {
	statm, _ := os.ReadFile(filepath.Join("/proc", process, "statm"))
	f := strings.Fields(string(statm))
	if len(f) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(f[1], 10, 64)
	return pages * int64(os.Getpagesize())
}
