package model

import (
	"fmt"
	"reflect"
	"strings"
)

// field is a property of a struct, as JSON sees it.
type field struct {
	name     string
	kind     reflect.Type
	optional bool
	hints    hints
}

// fieldsOf lists the properties of a struct in their order; those of embedded
// structs count as its own.
func fieldsOf(t reflect.Type) ([]field, error) {
	var list []field
	seen := map[string]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" && options == "" {
			continue
		}
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			inner, err := fieldsOf(f.Type)
			if err != nil {
				return nil, err
			}
			list = append(list, inner...)
			continue
		}
		if !f.IsExported() {
			continue
		}
		h, err := readHints(f.Tag.Get("schema"))
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.Name, err)
		}
		if name == "" {
			name = f.Name
		}
		optional := f.Type.Kind() == reflect.Pointer
		for option := range strings.SplitSeq(options, ",") {
			switch option {
			case "omitempty", "omitzero":
				optional = true
			case "string":
				return nil, fmt.Errorf("field %s: numbers as strings are not supported", f.Name)
			}
		}
		list = append(list, field{name: name, kind: f.Type, optional: optional, hints: h})
	}
	for _, f := range list {
		if seen[f.name] {
			return nil, fmt.Errorf("two fields are named %s", f.name)
		}
		seen[f.name] = true
	}
	return list, nil
}

// withoutNulls drops the properties that may be left out and are null, since
// many models write null for nothing. Values are those of a JSON decoder; their
// depth is bounded by the type's.
func withoutNulls(t reflect.Type, value any) {
	t = pointedTo(t)
	switch v := value.(type) {
	case map[string]any:
		if t.Kind() == reflect.Map {
			for _, e := range v {
				withoutNulls(t.Elem(), e)
			}
		}
		if t.Kind() != reflect.Struct || t == timeType {
			return
		}
		fields, err := fieldsOf(t)
		if err != nil {
			return // the schema, which is made first, has said so
		}
		for _, f := range fields {
			e, there := v[f.name]
			switch {
			case there && e == nil && f.optional:
				delete(v, f.name)
			case there:
				withoutNulls(f.kind, e)
			}
		}
	case []any:
		if t.Kind() == reflect.Slice {
			for _, e := range v {
				withoutNulls(t.Elem(), e)
			}
		}
	}
}
