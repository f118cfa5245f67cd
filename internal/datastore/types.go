package datastore

import (
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// Some types of DuckDB are written to Parquet with a loss, or as another type: a
// HUGEINT becomes a DOUBLE, an INTERVAL loses its microseconds and its sign. Their values are
// stored as text, and the table's view makes them what they were.

// asText is what a column is in the file then.
const asText = "VARCHAR"

// inParquet are the types that Parquet keeps as they are.
var inParquet = map[string]bool{
	"BOOLEAN": true, "TINYINT": true, "SMALLINT": true, "INTEGER": true, "BIGINT": true,
	"UTINYINT": true, "USMALLINT": true, "UINTEGER": true, "UBIGINT": true,
	"FLOAT": true, "DOUBLE": true, "VARCHAR": true, "BLOB": true, "UUID": true, "JSON": true,
	"DATE": true, "TIME": true, "TIMESTAMP": true, "TIMESTAMP_NS": true, "TIMESTAMP WITH TIME ZONE": true,
}

// isLarge reports whether a type is one of whole numbers that may not fit into eight
// bytes.
func isLarge(native string) bool {
	return native == "HUGEINT" || native == "UHUGEINT" || native == "BIGNUM"
}

// isNested reports whether values have parts. Such a column is stored as JSON, which it
// is for whoever reads it.
func isNested(native string) bool {
	for _, prefix := range []string{"STRUCT(", "MAP(", "UNION("} {
		if strings.HasPrefix(native, prefix) {
			return true
		}
	}
	return strings.HasSuffix(native, "]") || native == "VARIANT"
}

// keep says how a value of a type, given as an expression, is written to a file. Large
// numbers are BIGINT where narrow is set, which fails if one does not fit.
func keep(expression string, c Column, narrow bool) (string, Column) {
	cast := func(native string) string { return fmt.Sprintf("CAST(%s AS %s)", expression, native) }
	switch native := c.Type; {
	case inParquet[native], strings.HasPrefix(native, "DECIMAL("):
		return expression, c
	case native == "TIMESTAMP_S", native == "TIMESTAMP_MS":
		c.Type = "TIMESTAMP"
		return cast(c.Type), c
	case isLarge(native) && narrow:
		c.Type = "BIGINT"
		return cast(c.Type), c
	case isLarge(native), native == "TIME_NS":
		c.Stored = asText
		return cast(asText), c
	case native == "INTERVAL":
		c.Stored = asText
		// Text that does not read back fails here, rather than when the table is read.
		return fmt.Sprintf("CAST(CAST(CAST(%s AS VARCHAR) AS INTERVAL) AS VARCHAR)", expression), c
	case isNested(native):
		c.Type = "JSON"
		return fmt.Sprintf("to_json(%s)", expression), c
	case native == `"NULL"`:
		c.Type = "INTEGER"
		return cast(c.Type), c
	}
	c.Type = asText // enumerations, bits, times with an offset
	return cast(c.Type), c
}

// viewQuery reads a table's file as statements see it.
func viewQuery(path string, columns []Column) string {
	parts := make([]string, len(columns))
	plain := true
	for i, c := range columns {
		parts[i] = duckdb.Identifier(c.Name)
		if c.Stored != "" {
			plain = false
			parts[i] = fmt.Sprintf("CAST(%s AS %s) AS %[1]s", parts[i], c.Type)
		}
	}
	what := "*"
	if !plain {
		what = strings.Join(parts, ", ")
	}
	return fmt.Sprintf("SELECT %s FROM read_parquet(%s, hive_partitioning = false)", what, duckdb.Literal(path))
}
