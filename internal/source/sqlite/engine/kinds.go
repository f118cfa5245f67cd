package engine

import (
	"database/sql/driver"
	"math"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

// DeclaredKind is what values of a column are meant to be, by the name of its
// type, or Null where the name says nothing. SQLite itself only takes it as a
// suggestion.
func DeclaredKind(name string) table.Kind {
	name = strings.ToUpper(name)
	if base, _, ok := strings.Cut(name, "("); ok && !strings.HasPrefix(name, "TIMESTAMP") {
		name = base
	}
	name = strings.TrimSpace(name)
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(name, p) {
				return true
			}
		}
		return false
	}
	switch {
	case name == "" || name == "ANY" || has("INTERVAL", "POINT"):
		return table.Null
	case name == "TIMESTAMPTZ" || has("TIMESTAMP") && has("WITH TIME ZONE") && !has("WITHOUT"):
		return table.TimestampTZ
	case has("DATETIME", "TIMESTAMP"):
		return table.Timestamp
	case name == "DATE":
		return table.Date
	case name == "TIME":
		return table.Time
	case has("BOOL"):
		return table.Bool
	case has("INT"):
		return table.Int
	case has("UUID", "GUID"):
		return table.UUID
	case has("JSON"):
		return table.JSON
	case has("CHAR", "CLOB", "TEXT", "STRING", "ENUM"):
		return table.Text
	case has("BLOB", "BINARY", "BYTEA"):
		return table.Bytes
	case has("REAL", "FLOA", "DOUB"):
		return table.Float
	case has("DEC", "NUM", "MONEY"):
		return table.Decimal
	}
	return table.Null
}

// storageName is SQLite's own name for how it holds values of a kind.
func storageName(k table.Kind) string {
	switch k {
	case table.Int, table.Bool:
		return "INTEGER"
	case table.Float, table.Decimal:
		return "REAL"
	case table.Bytes:
		return "BLOB"
	}
	return "TEXT"
}

// decode makes a value of the hinted kind, or of the kind that SQLite holds if
// it is not one.
func decode(raw driver.Value, hint table.Kind) table.Value {
	switch v := raw.(type) {
	case int64:
		return decodeInt(v, hint)
	case float64:
		return decodeFloat(v, hint)
	case string:
		return decodeText(v, hint)
	case []byte:
		return table.NewBytes(v)
	}
	return table.Value{}
}

func decodeInt(v int64, hint table.Kind) table.Value {
	const exact = 1 << 53
	switch {
	case hint == table.Bool && (v == 0 || v == 1):
		return table.NewBool(v == 1)
	case hint == table.Decimal:
		return table.NewDecimal(v, 0)
	case hint == table.Float && v >= -exact && v <= exact:
		return table.NewFloat(float64(v))
	}
	return table.NewInt(v)
}

func decodeFloat(v float64, hint table.Kind) table.Value {
	const plain = 1e21 // larger ones have meaningless digits
	if hint == table.Decimal && math.Abs(v) < plain && (v == 0 || math.Abs(v) > 1/plain) {
		if d, ok := table.ParseDecimal(strconv.FormatFloat(v, 'f', -1, 64)); ok {
			return d
		}
	}
	return table.NewFloat(v)
}

// asText lists, by hint, what a text is tried for.
var asText = map[table.Kind][]table.Kind{
	table.Date:        {table.Date, table.Timestamp, table.TimestampTZ},
	table.Timestamp:   {table.Timestamp, table.TimestampTZ},
	table.TimestampTZ: {table.Timestamp, table.TimestampTZ}, // a zone is never invented
	table.Time:        {table.Time},
	table.UUID:        {table.UUID},
	table.JSON:        {table.JSON},
	table.Bool:        {table.Bool},
	table.Decimal:     {table.Decimal},
}

func decodeText(v string, hint table.Kind) table.Value {
	for _, k := range asText[hint] {
		if parsed, ok := table.Parse(k, v); ok {
			return parsed
		}
	}
	return table.NewText(v)
}

// Kinds counts what values are.
type Kinds [table.Bytes + 1]int

// Add counts a value of the kind.
func (s *Kinds) Add(k table.Kind) { s[k]++ }

// Settle is the kind of a column with such values: the hinted one if any value
// is of it, otherwise what they have in common.
func (s *Kinds) Settle(hint table.Kind) table.Kind {
	if hint != table.Null && s[hint] > 0 {
		return hint
	}
	found, several := table.Null, false
	for k, n := range s {
		if k := table.Kind(k); n > 0 && k != table.Null {
			several = several || found != table.Null
			found = k
		}
	}
	switch {
	case found == table.Null && hint != table.Null:
		return hint
	case found == table.Null:
		return table.Text
	case !several:
		return found
	case s[table.Int]+s[table.Float] > 0 && s.only(table.Int, table.Float):
		return table.Float
	}
	return table.Text
}

func (s *Kinds) only(allowed ...table.Kind) bool {
	rest := *s
	rest[table.Null] = 0
	for _, k := range allowed {
		rest[k] = 0
	}
	return rest == Kinds{}
}
