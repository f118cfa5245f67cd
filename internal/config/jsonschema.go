package config

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// SchemaFileName is the file beside config.yaml that tells editors its keys.
const SchemaFileName = "config.schema.json"

// JSONSchema describes a configuration file to editors: every key with its
// meaning, type and default.
func JSONSchema() []byte {
	s := objectSchema(root)
	s.Dialect, s.Title = "http://json-schema.org/draft-07/schema#", "Plumb configuration"
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil { // plain data always marshals
		return []byte("{}")
	}
	return append(b, '\n')
}

type jsonSchema struct {
	Dialect     string                `json:"$schema,omitempty"`
	Title       string                `json:"title,omitempty"`
	Description string                `json:"description,omitempty"`
	Type        any                   `json:"type"`
	Properties  map[string]jsonSchema `json:"properties,omitempty"`
	Names       *jsonSchema           `json:"propertyNames,omitempty"`
	Items       *jsonSchema           `json:"items,omitempty"`
	Additional  any                   `json:"additionalProperties,omitempty"` // false, or a schema
	Pattern     string                `json:"pattern,omitempty"`
	Enum        []string              `json:"enum,omitempty"`
	Minimum     *int                  `json:"minimum,omitempty"`
	Default     any                   `json:"default,omitempty"`
}

const (
	referencePattern = `^\$\{[A-Za-z_][A-Za-z0-9_]*(:-.*)?\}$`
	durationPattern  = `^([0-9]+(\.[0-9]*)?(ns|us|µs|ms|s|m|h))+$|` + referencePattern
	sizePattern      = `^[0-9]+(\.[0-9]+)? *([KkMmGgTt]?[Ii]?[Bb])?$|` + referencePattern
	decimalPattern   = `^[0-9]{1,4}(\.[0-9]{1,6})?$|` + referencePattern
	modelPattern     = `^[A-Za-z][A-Za-z0-9_-]*/[^ ]+$`
	namePattern      = `^[A-Za-z][A-Za-z0-9_-]{0,63}$`
)

func objectSchema(t reflect.Type) jsonSchema {
	s := jsonSchema{Type: "object", Properties: map[string]jsonSchema{}, Additional: false}
	for _, f := range fieldsOf(t) {
		s.Properties[f.key] = fieldSchema(f)
	}
	return s
}

// fieldSchema allows null everywhere: a key without a value leaves the default.
func fieldSchema(f field) jsonSchema {
	var s jsonSchema
	switch shapeOf(f.typ) {
	case list:
		s = jsonSchema{Type: []string{"array", "null"}, Items: &jsonSchema{Type: "string"}}
		if f.pairs {
			text := jsonSchema{Type: "string"}
			s.Items = &jsonSchema{Type: []string{"string", "object"}, Additional: false, Properties: map[string]jsonSchema{"provider": text, "model": text}}
		}
	case section:
		s = objectSchema(f.typ)
		s.Type = []string{"object", "null"}
	case named:
		item := objectSchema(f.typ.Elem())
		s = jsonSchema{Type: []string{"object", "null"}, Additional: item, Names: namesSchema(f)}
	default:
		s = scalarSchema(f)
	}
	s.Description = f.doc
	return s
}

// namesSchema describes the names under a key.
func namesSchema(f field) *jsonSchema {
	switch f.names {
	case "":
		return &jsonSchema{Type: "string", Pattern: namePattern}
	case modelNames:
		return &jsonSchema{Type: "string", Pattern: modelPattern}
	}
	return &jsonSchema{Type: "string", Enum: strings.Split(f.names, "|")}
}

func scalarSchema(f field) jsonSchema {
	var s jsonSchema
	switch reflect.Zero(f.typ).Interface().(type) {
	case time.Duration:
		s = jsonSchema{Type: []string{"string", "null"}, Pattern: durationPattern}
	case Size:
		s = jsonSchema{Type: []string{"string", "integer", "null"}, Pattern: sizePattern}
	case int:
		s = jsonSchema{Type: []string{"integer", "string", "null"}, Pattern: referencePattern}
		if n, err := strconv.Atoi(f.min); err == nil {
			s.Minimum = &n
		}
		if n, err := strconv.Atoi(f.preset); err == nil {
			s.Default = n
		}
		return s
	case bool:
		return jsonSchema{Type: []string{"boolean", "string", "null"}, Pattern: referencePattern}
	case Decimal:
		return jsonSchema{Type: []string{"number", "string", "null"}, Pattern: decimalPattern}
	default:
		s = jsonSchema{Type: []string{"string", "null"}}
		if len(f.enum) > 0 {
			s.Pattern = "^(" + strings.Join(f.enum, "|") + ")$|" + referencePattern
		}
	}
	if f.preset != "" {
		s.Default = f.preset
	}
	return s
}
