package engine

import (
	"encoding/json"
	"strings"

	duckdb "github.com/duckdb/duckdb-go-bindings"

	"github.com/plumbdata/plumb/internal/table"
)

// appendJSON writes a value as JSON: lists and arrays as arrays, structs as
// objects, maps as objects with their keys as text, a union as an object with
// the member's name. Numbers keep all their digits; NaN and infinities are
// texts. It stops somewhere after limit bytes.
func (t *typ) appendJSON(b []byte, v *vector, row, limit int) []byte {
	if !v.valid(row) {
		return append(b, "null"...)
	}
	switch t.id {
	case duckdb.TypeList:
		e := at[entry](v, row)
		return t.appendList(b, v, int(e.offset), int(e.length), limit)
	case duckdb.TypeArray:
		return t.appendList(b, v, row*t.size, t.size, limit)
	case duckdb.TypeMap:
		return t.appendMap(b, v, at[entry](v, row), limit)
	case duckdb.TypeStruct:
		b = append(b, '{')
		for i, c := range t.children {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendQuoted(b, t.labels[i]), ':')
			if b = c.appendJSON(b, &v.children[i], row, limit); len(b) > limit {
				return b
			}
		}
		return append(b, '}')
	case duckdb.TypeUnion:
		tag := int(at[uint8](v, row))
		b = append(appendQuoted(append(b, '{'), t.labels[tag]), ':')
		return append(t.children[tag].appendJSON(b, &v.children[tag], row, limit), '}')
	}
	return appendScalar(b, t.value(v, row, limit))
}

func (t *typ) appendList(b []byte, v *vector, from, count, limit int) []byte {
	b = append(b, '[')
	for i := range count {
		if i > 0 {
			b = append(b, ',')
		}
		if b = t.children[0].appendJSON(b, &v.children[0], from+i, limit); len(b) > limit {
			return b
		}
	}
	return append(b, ']')
}

func (t *typ) appendMap(b []byte, v *vector, e entry, limit int) []byte {
	key, value := t.children[0], t.children[1]
	b = append(b, '{')
	for i := int(e.offset); i < int(e.offset+e.length); i++ {
		if i > int(e.offset) {
			b = append(b, ',')
		}
		var name string
		if key.children != nil {
			name = string(key.appendJSON(nil, &v.children[0], i, limit))
		} else {
			name = key.value(&v.children[0], i, limit).String()
		}
		b = append(appendQuoted(b, name), ':')
		if b = value.appendJSON(b, &v.children[1], i, limit); len(b) > limit {
			return b
		}
	}
	return append(b, '}')
}

func appendScalar(b []byte, v table.Value) []byte {
	switch v.Kind() {
	case table.Null:
		return append(b, "null"...)
	case table.Bool, table.Int, table.Decimal:
		return append(b, v.String()...)
	case table.Float:
		if text := v.String(); !strings.ContainsAny(text, "NI") {
			return append(b, text...)
		}
	case table.JSON:
		if json.Valid([]byte(v.Raw())) {
			return append(b, v.Raw()...)
		}
	}
	return appendQuoted(b, v.String())
}

func appendQuoted(b []byte, s string) []byte {
	quoted, err := table.PlainJSON(s)
	if err != nil { // strings always encode
		return append(b, `""`...)
	}
	return append(b, quoted...)
}
