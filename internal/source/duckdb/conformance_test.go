package duckdb_test

import (
	"encoding/hex"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

func TestConformance(t *testing.T) {
	sourcetest.Run(t, sourcetest.Engine{
		Setup: func(tb testing.TB, statements ...string) *sourcetest.Database {
			path := filepath.Join(tb.TempDir(), "test.duckdb")
			create(tb, path, statements...)
			s := openFile(tb, source.Config{DSN: "duckdb:" + path, Memory: 256 << 20})
			return &sourcetest.Database{
				Source: s,
				Exec: func(tb testing.TB, statements ...string) {
					sourcetest.Kill(tb, s.Workers().Processes()) // one that is idle still holds the file's lock
					create(tb, path, statements...)
				},
				Running:     func(testing.TB) int { return s.Workers().Running() },
				Connections: func(testing.TB) int { return len(s.Workers().Processes()) },
				Restart:     func(tb testing.TB) { sourcetest.Kill(tb, s.Workers().Processes()) },
			}
		},
		SQL: sourcetest.SQL{
			Types: map[table.Kind]string{
				table.Bool: "BOOLEAN", table.Int: "BIGINT", table.Decimal: "DECIMAL(18,4)", table.Float: "DOUBLE",
				table.Text: "VARCHAR", table.Date: "DATE", table.Timestamp: "TIMESTAMP", table.Bytes: "BLOB",
				table.Time: "TIME", table.TimestampTZ: "TIMESTAMPTZ", table.Interval: "INTERVAL", table.UUID: "UUID", table.JSON: "JSON",
			},
			Bytes: func(b []byte) string { return "from_hex('" + hex.EncodeToString(b) + "')" },
			Numbers: func(expression string, count int) string {
				return fmt.Sprintf("SELECT %s FROM range(1, %d) AS t(n)", expression, count+1)
			},
			Repeat: func(n int) string { return fmt.Sprintf("repeat('x', %d)", n) },
			Comment: func(name, column, text string) string {
				kind, target := "TABLE", name
				if column != "" {
					kind, target = "COLUMN", name+"."+column
				}
				return fmt.Sprintf("COMMENT ON %s %s IS '%s'", kind, target, doubled(text))
			},
			Schemas: true,
		},
		Values: values,
		Writes: writes,
	})
}
