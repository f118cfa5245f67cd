package jsonschema

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// Reflector describes structs by their fields: what may be left out is
// optional, and what has no field is not allowed.
type Reflector struct {
	// Refine adds to the schema of a field what its type does not say. It may be
	// nil.
	Refine func(owner reflect.Type, f Field, s *Schema) error
	// Define describes each struct once, under $defs, and refers to it. Without
	// it, structs are described where they are, and may not contain themselves.
	Define bool

	definitions Properties
	defined     map[string]reflect.Type // of the definitions, by name
	depth       int
}

// maxDepth ends the schema of a type that contains itself.
const maxDepth = 24

// Of describes a struct.
func (r Reflector) Of(t reflect.Type) (*Schema, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("%s is not a struct", t)
	}
	s, err := r.structure(t)
	if err != nil {
		return nil, fmt.Errorf("schema of %s: %w", t, err)
	}
	s.Definitions = r.definitions
	return s, nil
}

var (
	rawType  = reflect.TypeFor[json.RawMessage]()
	timeType = reflect.TypeFor[time.Time]()
	textType = reflect.TypeFor[encoding.TextUnmarshaler]()
	jsonType = reflect.TypeFor[json.Unmarshaler]()
)

func (r *Reflector) describe(t reflect.Type) (*Schema, error) {
	if r.depth++; r.depth > maxDepth {
		return nil, fmt.Errorf("%s contains itself", t)
	}
	defer func() { r.depth-- }()
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == timeType:
		return &Schema{Type: "string", Format: "date-time"}, nil
	case t == rawType, t.Kind() == reflect.Interface:
		return &Schema{}, nil
	case reflect.PointerTo(t).Implements(textType):
		return &Schema{Type: "string"}, nil
	case reflect.PointerTo(t).Implements(jsonType):
		return &Schema{}, nil
	}
	switch t.Kind() {
	case reflect.String:
		return &Schema{Type: "string"}, nil
	case reflect.Bool:
		return &Schema{Type: "boolean"}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &Schema{Type: "integer"}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &Schema{Type: "integer", Minimum: "0"}, nil
	case reflect.Float32, reflect.Float64:
		return &Schema{Type: "number"}, nil
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return nil, fmt.Errorf("%s has no JSON schema; use a string", t)
		}
		items, err := r.describe(t.Elem())
		return &Schema{Type: "array", Items: items}, err
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			return nil, fmt.Errorf("%s has no JSON schema; keys must be strings", t)
		}
		values, err := r.describe(t.Elem())
		return &Schema{Type: "object", Additional: values}, err
	case reflect.Struct:
		if r.Define {
			return r.define(t)
		}
		return r.structure(t)
	}
	return nil, fmt.Errorf("%s has no JSON schema", t)
}

// define describes a struct under $defs, where it may refer to itself.
func (r *Reflector) define(t reflect.Type) (*Schema, error) {
	reference := &Schema{Ref: "#/$defs/" + t.Name()}
	switch r.defined[t.Name()] {
	case nil:
	case t:
		return reference, nil
	default:
		return nil, fmt.Errorf("two types are named %s", t.Name())
	}
	if r.defined == nil {
		r.defined = map[string]reflect.Type{}
	}
	r.defined[t.Name()] = t
	defined := &Schema{}
	r.definitions = append(r.definitions, Property{t.Name(), defined})
	s, err := r.structure(t)
	if err != nil {
		return nil, err
	}
	*defined = *s
	return reference, nil
}

func (r *Reflector) structure(t reflect.Type) (*Schema, error) {
	fields, err := Fields(t)
	if err != nil {
		return nil, err
	}
	s := &Schema{Type: "object", Properties: Properties{}, Required: []string{}, Additional: false}
	for _, f := range fields {
		property, err := r.describe(f.Type)
		if err == nil && r.Refine != nil {
			err = r.Refine(t, f, property)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		s.Properties = append(s.Properties, Property{f.Name, property})
		if !f.Optional {
			s.Required = append(s.Required, f.Name)
		}
	}
	return s, nil
}

// Field is a property of a struct, as JSON sees it.
type Field struct {
	Name     string
	Type     reflect.Type
	Tag      reflect.StructTag
	Optional bool
}

// Fields lists the properties of a struct in their order; those of embedded
// structs count as its own.
func Fields(t reflect.Type) ([]Field, error) {
	var list []Field
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" && options == "" {
			continue
		}
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			inner, err := Fields(f.Type)
			if err != nil {
				return nil, err
			}
			list = append(list, inner...)
			continue
		}
		if !f.IsExported() {
			continue
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
		list = append(list, Field{Name: name, Type: f.Type, Tag: f.Tag, Optional: optional})
	}
	seen := map[string]bool{}
	for _, f := range list {
		if seen[f.Name] {
			return nil, fmt.Errorf("two fields are named %s", f.Name)
		}
		seen[f.Name] = true
	}
	return list, nil
}
