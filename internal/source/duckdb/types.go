package duckdb

import (
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

var kinds = map[string]table.Kind{
	"BOOLEAN": table.Bool,
	"TINYINT": table.Int, "SMALLINT": table.Int, "INTEGER": table.Int, "BIGINT": table.Int, "HUGEINT": table.Int,
	"UTINYINT": table.Int, "USMALLINT": table.Int, "UINTEGER": table.Int, "UBIGINT": table.Int, "UHUGEINT": table.Int, "BIGNUM": table.Int,
	"FLOAT": table.Float, "DOUBLE": table.Float,
	"DATE": table.Date, "TIME": table.Time, "TIME_NS": table.Time,
	"TIMESTAMP": table.Timestamp, "TIMESTAMP_S": table.Timestamp, "TIMESTAMP_MS": table.Timestamp, "TIMESTAMP_NS": table.Timestamp,
	"TIMESTAMP WITH TIME ZONE": table.TimestampTZ,
	"INTERVAL":                 table.Interval, "UUID": table.UUID, "BLOB": table.Bytes,
	"JSON": table.JSON, "VARIANT": table.JSON,
	`"NULL"`: table.Null,
}

// kindOf is what the values of a column are, from the name of its type in
// DuckDB's catalog.
func kindOf(native string) table.Kind {
	if k, ok := kinds[native]; ok {
		return k
	}
	switch {
	case strings.HasSuffix(native, "]"), strings.HasPrefix(native, "STRUCT("), strings.HasPrefix(native, "MAP("), strings.HasPrefix(native, "UNION("):
		return table.JSON
	case strings.HasPrefix(native, "DECIMAL("):
		return table.Decimal
	}
	return table.Text // VARCHAR, ENUM, BIT, GEOMETRY, times with an offset
}

// shortType bounds the name of a type: an enum's has all its values.
func shortType(native string) string {
	const most = 200
	if len(native) <= most {
		return native
	}
	return strings.ToValidUTF8(native[:most], "") + "…"
}
