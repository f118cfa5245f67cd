package files_test

import (
	"database/sql"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

// TestConformance makes tables in a DuckDB in memory and saves each as a
// Parquet file.
func TestConformance(t *testing.T) {
	sourcetest.Run(t, sourcetest.Engine{
		NoKeys: true, NoViews: true, PlainTables: true,
		Setup: func(tb testing.TB, statements ...string) *sourcetest.Database {
			dir := tb.TempDir()
			if len(statements) == 0 { // a source has at least one file
				statements = []string{"CREATE TABLE numbers (n INTEGER)"}
			}
			export(tb, dir, statements)
			s := open(tb, dir)
			return &sourcetest.Database{
				Source:      s,
				Running:     func(testing.TB) int { return s.Workers().Running() },
				Connections: func(testing.TB) int { return len(s.Workers().Processes()) },
				Restart:     func(tb testing.TB) { sourcetest.Kill(tb, s.Workers().Processes()) },
			}
		},
		SQL: sourcetest.SQL{
			Types: map[table.Kind]string{
				table.Bool: "BOOLEAN", table.Int: "BIGINT", table.Decimal: "DECIMAL(18,4)", table.Float: "DOUBLE",
				table.Text: "VARCHAR", table.Date: "DATE", table.Timestamp: "TIMESTAMP", table.Bytes: "BLOB",
				table.Time: "TIME", table.TimestampTZ: "TIMESTAMPTZ", table.UUID: "UUID", table.JSON: "JSON",
			},
			Bytes: func(b []byte) string { return "from_hex('" + hex.EncodeToString(b) + "')" },
			Numbers: func(expression string, count int) string {
				return fmt.Sprintf("SELECT %s FROM range(1, %d) AS t(n)", expression, count+1)
			},
			Repeat: func(n int) string { return fmt.Sprintf("repeat('x', %d)", n) },
		},
		Values: []sourcetest.Value{
			{Type: "BOOLEAN", Literal: "true", Kind: table.Bool, Want: "true"},
			{Type: "BIGINT", Literal: "9223372036854775807", Kind: table.Int, Want: "9223372036854775807"},
			{Type: "DECIMAL(38,10)", Literal: "-1234567890123456789012345678.0123456789", Kind: table.Decimal, Want: "-1234567890123456789012345678.0123456789"},
			{Type: "DOUBLE", Literal: "0.1", Kind: table.Float, Want: "0.1"},
			{Type: "VARCHAR", Literal: "'Zoë 日本 🙂'", Kind: table.Text, Want: "Zoë 日本 🙂"},
			{Type: "BLOB", Literal: `'\xFF'::BLOB`, Kind: table.Bytes, Want: "/w=="},
			{Type: "DATE", Literal: "'1969-12-31'", Kind: table.Date, Want: "1969-12-31"},
			{Type: "TIMESTAMP", Literal: "'2024-02-29 12:34:56.789'", Kind: table.Timestamp, Want: "2024-02-29T12:34:56.789"},
		},
		Writes: []string{
			"INSERT INTO orders (id) VALUES (1)", "CREATE TABLE more (id INTEGER)", "DROP VIEW orders", "SET threads = 8",
			"COPY (SELECT 1) TO 'out.csv'", "ATTACH ':memory:' AS more", "SELECT * FROM read_text('/etc/hostname')",
		},
	})
}

// export runs the statements and saves every table in the folder.
func export(tb testing.TB, dir string, statements []string) {
	tb.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, s := range statements {
		if _, err := db.ExecContext(tb.Context(), s); err != nil {
			tb.Fatalf("%s: %v", s, err)
		}
	}
	found, err := db.QueryContext(tb.Context(), `SELECT table_name FROM duckdb_tables()`)
	if err != nil {
		tb.Fatal(err)
	}
	var names []string
	for found.Next() {
		var name string
		if err := found.Scan(&name); err != nil {
			tb.Fatal(err)
		}
		names = append(names, name)
	}
	if err := found.Close(); err != nil {
		tb.Fatal(err)
	}
	for _, n := range names {
		path := filepath.Join(dir, n+".parquet")
		statement := fmt.Sprintf(`COPY %s TO %s (FORMAT parquet)`, duckdb.Identifier(n), duckdb.Literal(path))
		if _, err := db.ExecContext(tb.Context(), statement); err != nil {
			tb.Fatalf("%s: %v", statement, err)
		}
	}
}
