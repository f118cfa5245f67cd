package index_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

// wide makes a SQLite file of many tables, each with keys, codes, names,
// dates and numbers.
func wide(t testing.TB, tables, rows int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "wide.sqlite")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	run := func(statement string) {
		t.Helper()
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for i := range tables {
		run(fmt.Sprintf(`CREATE TABLE thing_%d (thing_%d_id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES thing_%d, name TEXT, city TEXT, st_cd TEXT,
			note TEXT, opened_on TEXT, changed_at TEXT, amt DECIMAL, qty INTEGER, is_paid INTEGER, colour TEXT)`, i, i, max(0, i-1)))
		run(fmt.Sprintf(`INSERT INTO thing_%d WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			SELECT i, 1 + i %% 7, 'Name ' || i || ' of %d', 'City ' || i %% 300, substr('ABCX', 1 + i %% 4, 1), 'a longer note about ' || i * 7919,
			date('2020-01-01', '+' || i %% 2000 || ' days'), datetime('2020-01-01', '+' || i || ' hours'), i * 1.5, i %% 40, i %% 2,
			CASE i %% 3 WHEN 0 THEN 'red' WHEN 1 THEN 'green' ELSE 'blue' END FROM n`, i, rows, i))
	}
	return path
}

// BenchmarkBuild100Tables is the index of a database of 100 tables with
// 1,000,000 rows; the schema is known.
func BenchmarkBuild100Tables(b *testing.B) {
	path := wide(b, 100, 10_000)
	c, err := connection.Open(b.Context(), connection.Spec{
		Driver: sqlite.Driver, Config: source.Config{DSN: path, Name: "wide", Limits: source.Limits{}.OrDefault()},
		Identity: path, Cache: schema.Cache{Dir: b.TempDir()}, Refresh: time.Hour, Now: time.Now,
	})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	s, err := c.Schema(b.Context(), connection.Full)
	if err != nil {
		b.Fatal(err)
	}
	var x *index.Index
	for b.Loop() {
		if x, err = index.Build(b.Context(), s, index.FromConnection(c)); err != nil {
			b.Fatal(err)
		}
	}
	values, bytes := x.CountStored()
	b.ReportMetric(float64(values), "values")
	b.ReportMetric(float64(bytes), "valuebytes")
	if x.Cut != "" {
		b.Log("cut: ", x.Cut)
	}
	dir := b.TempDir()
	start := time.Now()
	if err := x.Save(dir, "k", ""); err != nil {
		b.Fatal(err)
	}
	saved := time.Since(start)
	start = time.Now()
	if _, _, err := index.Load(dir, "k"); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(saved.Milliseconds()), "save-ms")
	b.ReportMetric(float64(time.Since(start).Milliseconds()), "load-ms")
}

// BenchmarkMatch is one question against the same database.
func BenchmarkMatch(b *testing.B) {
	x, _ := build(b, wide(b, 100, 2_000))
	words := span.Words("How many red things named Name 17 of 42 in City 12 were opened since 2023 and not paid, by colour? " + strings.Repeat("really ", 10))
	for b.Loop() {
		x.Values(words)
		x.Names(words)
	}
}
