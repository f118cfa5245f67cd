package engine

import (
	"fmt"
	"strings"

	duckdb "github.com/duckdb/duckdb-go-bindings"

	"github.com/plumbdata/plumb/internal/table"
)

// typ is a DuckDB type, taken apart once for each statement.
type typ struct {
	id       duckdb.Type
	name     string // as DuckDB writes it
	json     bool   // a VARCHAR that holds JSON
	internal duckdb.Type
	scale    uint8
	size     int      // of an ARRAY
	labels   []string // of an ENUM, a STRUCT's fields, a UNION's members
	children []*typ
}

var plainTypes = map[duckdb.Type]struct {
	name string
	kind table.Kind
}{
	duckdb.TypeBoolean:     {"BOOLEAN", table.Bool},
	duckdb.TypeTinyInt:     {"TINYINT", table.Int},
	duckdb.TypeSmallInt:    {"SMALLINT", table.Int},
	duckdb.TypeInteger:     {"INTEGER", table.Int},
	duckdb.TypeBigInt:      {"BIGINT", table.Int},
	duckdb.TypeUTinyInt:    {"UTINYINT", table.Int},
	duckdb.TypeUSmallInt:   {"USMALLINT", table.Int},
	duckdb.TypeUInteger:    {"UINTEGER", table.Int},
	duckdb.TypeUBigInt:     {"UBIGINT", table.Int},
	duckdb.TypeHugeInt:     {"HUGEINT", table.Int},
	duckdb.TypeUHugeInt:    {"UHUGEINT", table.Int},
	duckdb.TypeBigNum:      {"BIGNUM", table.Int},
	duckdb.TypeFloat:       {"FLOAT", table.Float},
	duckdb.TypeDouble:      {"DOUBLE", table.Float},
	duckdb.TypeVarchar:     {"VARCHAR", table.Text},
	duckdb.TypeBit:         {"BIT", table.Text},
	duckdb.TypeTimeTZ:      {"TIME WITH TIME ZONE", table.Text},
	duckdb.TypeBlob:        {"BLOB", table.Bytes},
	duckdb.TypeDate:        {"DATE", table.Date},
	duckdb.TypeTime:        {"TIME", table.Time},
	duckdb.TypeTimeNS:      {"TIME_NS", table.Time},
	duckdb.TypeTimestamp:   {"TIMESTAMP", table.Timestamp},
	duckdb.TypeTimestampS:  {"TIMESTAMP_S", table.Timestamp},
	duckdb.TypeTimestampMS: {"TIMESTAMP_MS", table.Timestamp},
	duckdb.TypeTimestampNS: {"TIMESTAMP_NS", table.Timestamp},
	duckdb.TypeTimestampTZ: {"TIMESTAMP WITH TIME ZONE", table.TimestampTZ},
	duckdb.TypeInterval:    {"INTERVAL", table.Interval},
	duckdb.TypeUUID:        {"UUID", table.UUID},
	duckdb.TypeSQLNull:     {"NULL", table.Null},
	duckdb.TypeGeometry:    {"GEOMETRY", table.Text},
	duckdb.TypeVariant:     {"VARIANT", table.JSON},
}

func newType(logical duckdb.LogicalType) *typ {
	t := &typ{id: duckdb.GetTypeId(logical)}
	t.name = plainTypes[t.id].name
	child := func(l duckdb.LogicalType) *typ {
		defer duckdb.DestroyLogicalType(&l)
		return newType(l)
	}
	switch t.id {
	case duckdb.TypeDecimal:
		t.scale, t.internal = duckdb.DecimalScale(logical), duckdb.DecimalInternalType(logical)
		t.name = fmt.Sprintf("DECIMAL(%d,%d)", duckdb.DecimalWidth(logical), t.scale)
	case duckdb.TypeEnum:
		t.internal = duckdb.EnumInternalType(logical)
		quoted := make([]string, duckdb.EnumDictionarySize(logical))
		t.labels = make([]string, len(quoted))
		for i := range quoted {
			t.labels[i] = duckdb.EnumDictionaryValue(logical, duckdb.IdxT(i))
			quoted[i] = literal(t.labels[i])
		}
		t.name = "ENUM(" + strings.Join(quoted, ", ") + ")"
	case duckdb.TypeList:
		t.children = []*typ{child(duckdb.ListTypeChildType(logical))}
		t.name = t.children[0].name + "[]"
	case duckdb.TypeArray:
		t.children = []*typ{child(duckdb.ArrayTypeChildType(logical))}
		t.size = int(duckdb.ArrayTypeArraySize(logical))
		t.name = fmt.Sprintf("%s[%d]", t.children[0].name, t.size)
	case duckdb.TypeMap:
		t.children = []*typ{child(duckdb.MapTypeKeyType(logical)), child(duckdb.MapTypeValueType(logical))}
		t.name = "MAP(" + t.children[0].name + ", " + t.children[1].name + ")"
	case duckdb.TypeStruct:
		for i := range duckdb.StructTypeChildCount(logical) {
			t.member(duckdb.StructTypeChildName(logical, i), child(duckdb.StructTypeChildType(logical, i)))
		}
		t.name = "STRUCT(" + t.members() + ")"
	case duckdb.TypeUnion:
		for i := range duckdb.UnionTypeMemberCount(logical) {
			t.member(duckdb.UnionTypeMemberName(logical, i), child(duckdb.UnionTypeMemberType(logical, i)))
		}
		t.name = "UNION(" + t.members() + ")"
	}
	if alias := duckdb.LogicalTypeGetAlias(logical); alias != "" {
		t.name = alias
		t.json = alias == "JSON" && t.id == duckdb.TypeVarchar
	}
	return t
}

func (t *typ) member(label string, child *typ) {
	t.labels = append(t.labels, label)
	t.children = append(t.children, child)
}

func (t *typ) members() string {
	parts := make([]string, len(t.labels))
	for i, l := range t.labels {
		if l == "" || strings.Trim(l, "abcdefghijklmnopqrstuvwxyz_0123456789") != "" {
			l = `"` + strings.ReplaceAll(l, `"`, `""`) + `"`
		}
		parts[i] = l + " " + t.children[i].name
	}
	return strings.Join(parts, ", ")
}

func (t *typ) kind() table.Kind {
	switch t.id {
	case duckdb.TypeDecimal:
		return table.Decimal
	case duckdb.TypeEnum:
		return table.Text
	case duckdb.TypeList, duckdb.TypeArray, duckdb.TypeMap, duckdb.TypeStruct, duckdb.TypeUnion:
		return table.JSON
	}
	if t.json {
		return table.JSON
	}
	return plainTypes[t.id].kind
}

// readable reports whether values of the type can be decoded from a vector.
func (t *typ) readable() bool {
	switch t.id {
	case duckdb.TypeGeometry, duckdb.TypeVariant:
		return false
	case duckdb.TypeDecimal, duckdb.TypeEnum:
		return true
	case duckdb.TypeList, duckdb.TypeArray, duckdb.TypeMap, duckdb.TypeStruct, duckdb.TypeUnion:
		for _, c := range t.children {
			if !c.readable() {
				return false
			}
		}
		return true
	}
	_, known := plainTypes[t.id]
	return known
}
