package sqlite

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"path/filepath"
	"testing"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

const memory = 512 << 20

func TestMain(m *testing.M) {
	RunWorkerIfAsked()
	m.Run()
}

// write runs statements in a file with a connection that may do anything.
func write(tb testing.TB, path string, statements ...string) {
	tb.Helper()
	address := url.URL{Scheme: "file", Path: path}
	c, err := (&sqlite3.SQLiteDriver{}).Open(address.String())
	if err != nil {
		tb.Fatal(err)
	}
	defer c.Close()
	for _, sql := range statements {
		if _, err := c.(*sqlite3.SQLiteConn).Exec(sql, nil); err != nil {
			tb.Fatalf("%s: %v", sql, err)
		}
	}
}

// newFile makes a database file and writes to it.
func newFile(tb testing.TB, statements ...string) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "data & more?.db")
	write(tb, path, append([]string{"PRAGMA user_version = 1"}, statements...)...)
	return path
}

func openFile(tb testing.TB, path string) *Source {
	tb.Helper()
	s, err := Driver.Open(tb.Context(), source.Config{DSN: "sqlite:" + path, Memory: memory})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Errorf("closing: %v", err)
		}
	})
	return s.(*Source)
}

func setup(journal string) func(tb testing.TB, statements ...string) *sourcetest.Database {
	return func(tb testing.TB, statements ...string) *sourcetest.Database {
		tb.Helper()
		path := newFile(tb, append([]string{"PRAGMA journal_mode = " + journal}, statements...)...)
		s := openFile(tb, path)
		return &sourcetest.Database{
			Source:      s,
			Exec:        func(tb testing.TB, statements ...string) { write(tb, path, statements...) },
			Running:     func(testing.TB) int { return s.Workers().Running() },
			Connections: func(testing.TB) int { return len(s.Workers().Processes()) },
			Restart:     func(tb testing.TB) { sourcetest.Kill(tb, s.Workers().Processes()) },
		}
	}
}

func TestConformance(t *testing.T) {
	for _, journal := range []string{"DELETE", "WAL"} {
		t.Run(journal, func(t *testing.T) { sourcetest.Run(t, suite(setup(journal))) })
	}
}

func suite(setup func(testing.TB, ...string) *sourcetest.Database) sourcetest.Engine {
	return sourcetest.Engine{
		Setup: setup,
		SQL: sourcetest.SQL{
			Types: map[table.Kind]string{
				table.Bool: "BOOLEAN", table.Int: "BIGINT", table.Decimal: "DECIMAL(12, 2)", table.Float: "DOUBLE", table.Text: "TEXT",
				table.Date: "DATE", table.Timestamp: "TIMESTAMP", table.Bytes: "BLOB",
				table.Time: "TIME", table.TimestampTZ: "TIMESTAMPTZ", table.UUID: "UUID", table.JSON: "JSON",
			},
			Bytes: func(b []byte) string { return "x'" + hex.EncodeToString(b) + "'" },
			Numbers: func(expression string, count int) string {
				return fmt.Sprintf("WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < %d) SELECT %s FROM counted", count, expression)
			},
			Repeat:  func(n int) string { return fmt.Sprintf("replace(hex(zeroblob(%d)), '00', 'x')", n) },
			Analyze: "ANALYZE",
		},
		Values: values,
		Writes: []string{
			"DELETE FROM orders", "UPDATE orders SET revenue = 0", "INSERT INTO orders (id, customer_id) VALUES (10000, 1)", "INSERT INTO orders SELECT * FROM orders RETURNING id",
			"DROP TABLE orders", "CREATE TABLE mine (x INTEGER)", "CREATE TEMP TABLE mine (x INTEGER)", "CREATE VIEW mine AS SELECT 1", "ALTER TABLE orders ADD COLUMN x INTEGER",
			"ATTACH ':memory:' AS other", "ATTACH 'other.db' AS other", "VACUUM INTO 'copy.db'", "VACUUM", "REINDEX", "ANALYZE", "BEGIN IMMEDIATE", "SAVEPOINT x",
			"PRAGMA query_only = OFF", "PRAGMA writable_schema = ON", "PRAGMA journal_mode = OFF", "PRAGMA hard_heap_limit = 0", "PRAGMA table_info(orders)",
			"SELECT sql FROM sqlite_schema", "SELECT * FROM pragma_database_list", "SELECT load_extension('x')", "SELECT sqlite_version()",
			"WITH gone AS (SELECT 1) DELETE FROM orders", "-- nothing",
		},
	}
}

var values = []sourcetest.Value{
	{Type: "INTEGER", Literal: "42", Kind: table.Int, Want: "42"},
	{Type: "TINYINT", Literal: "-1", Kind: table.Int, Want: "-1"},
	{Type: "UNSIGNED BIG INT", Literal: "9223372036854775807", Kind: table.Int, Want: "9223372036854775807"},
	{Type: "REAL", Literal: "1", Kind: table.Float, Want: "1"},
	{Type: "DOUBLE PRECISION", Literal: "1e-7", Kind: table.Float, Want: "1e-07"},
	{Type: "FLOAT", Literal: "9e999", Kind: table.Float, Want: "Infinity"},
	{Type: "NUMERIC", Literal: "0.1", Kind: table.Decimal, Want: "0.1"},
	{Type: "DECIMAL(10,2)", Literal: "12.5", Kind: table.Decimal, Want: "12.5"},
	{Type: "NUMERIC(20)", Literal: "7", Kind: table.Decimal, Want: "7"},
	{Type: "MONEY", Literal: "-99.95", Kind: table.Decimal, Want: "-99.95"},
	{Type: "TEXT", Literal: "'Zoë'", Kind: table.Text, Want: "Zoë"},
	{Type: "VARCHAR(20)", Literal: "'007'", Kind: table.Text, Want: "007"},
	{Type: "NVARCHAR(5)", Literal: "'日本'", Kind: table.Text, Want: "日本"},
	{Type: "CLOB", Literal: "''", Kind: table.Text, Want: ""},
	{Type: "STRING", Literal: "'abc'", Kind: table.Text, Want: "abc"},
	{Type: "BLOB", Literal: "x'00ff'", Kind: table.Bytes, Want: "AP8="},
	{Type: "VARBINARY(4)", Literal: "x''", Kind: table.Bytes, Want: ""},
	{Type: "BOOLEAN", Literal: "TRUE", Kind: table.Bool, Want: "true"},
	{Type: "BOOL", Literal: "0", Kind: table.Bool, Want: "false"},
	{Type: "DATE", Literal: "'2024-02-29'", Kind: table.Date, Want: "2024-02-29"},
	{Type: "TIME", Literal: "'13:30'", Kind: table.Time, Want: "13:30:00"},
	{Type: "DATETIME", Literal: "'2024-02-29 13:30:00.25'", Kind: table.Timestamp, Want: "2024-02-29T13:30:00.25"},
	{Type: "TIMESTAMP", Literal: "'2024-02-29T13:30'", Kind: table.Timestamp, Want: "2024-02-29T13:30:00"},
	{Type: "TIMESTAMP WITH TIME ZONE", Literal: "'2024-02-29 13:30:00+02:00'", Kind: table.TimestampTZ, Want: "2024-02-29T11:30:00Z"},
	{Type: "UUID", Literal: "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", Kind: table.UUID, Want: "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
	{Type: "JSON", Literal: `'{"a": [1, 2]}'`, Kind: table.JSON, Want: `{"a": [1, 2]}`},
	// What does not fit its type stays what it is.
	{Type: "INTEGER", Literal: "'many'", Kind: table.Text, Want: "many"},
	{Type: "INTEGER", Literal: "1.5", Kind: table.Float, Want: "1.5"},
	{Type: "DATE", Literal: "'soon'", Kind: table.Text, Want: "soon"},
	{Type: "DATE", Literal: "'2024-02-30'", Kind: table.Text, Want: "2024-02-30"},
	{Type: "DATE", Literal: "'2024-02-29 08:00:00'", Kind: table.Timestamp, Want: "2024-02-29T08:00:00"},
	{Type: "DATE", Literal: "19782", Kind: table.Int, Want: "19782"},
	{Type: "TIMESTAMP", Literal: "1709212200", Kind: table.Int, Want: "1709212200"},
	{Type: "DATETIME", Literal: "'2024-02-29T13:30:00Z'", Kind: table.TimestampTZ, Want: "2024-02-29T13:30:00Z"},
	{Type: "TIMESTAMPTZ", Literal: "'2024-02-29 13:30:00'", Kind: table.Timestamp, Want: "2024-02-29T13:30:00"},
	{Type: "BOOLEAN", Literal: "2", Kind: table.Int, Want: "2"},
	{Type: "JSON", Literal: "'{broken'", Kind: table.Text, Want: "{broken"},
	{Type: "UUID", Literal: "x'00'", Kind: table.Bytes, Want: "AA=="},
	{Type: "BLOB", Literal: "'text'", Kind: table.Text, Want: "text"},
	{Type: "NUMERIC", Literal: "9e999", Kind: table.Float, Want: "Infinity"},
	{Type: "ANY", Literal: "3", Kind: table.Int, Want: "3"},
}
