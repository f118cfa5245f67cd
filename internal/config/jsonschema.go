package config

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/jsonschema"
)

// SchemaFileName is the file beside config.yaml that tells editors its keys.
const SchemaFileName = "config.schema.json"

// JSONSchema describes a configuration file to editors: every key with its
// meaning, type and default.
func JSONSchema() []byte {
	s := objectSchema(root)
	s.Dialect, s.Title = "http://json-schema.org/draft-07/schema#", "Plumb configuration"
	return s.Text()
}

const (
	referencePattern = `^\$\{[A-Za-z_][A-Za-z0-9_]*(:-.*)?\}$`
	durationPattern  = `^([0-9]+(\.[0-9]*)?(ns|us|µs|ms|s|m|h))+$|` + referencePattern
	sizePattern      = `^[0-9]+(\.[0-9]+)? *([KkMmGgTt]?[Ii]?[Bb])?$|` + referencePattern
	decimalPattern   = `^[0-9]{1,4}(\.[0-9]{1,6})?$|` + referencePattern
	modelPattern     = `^[A-Za-z][A-Za-z0-9_-]*/[^ ]+$`
	namePattern      = `^[A-Za-z][A-Za-z0-9_-]{0,63}$`
)

func objectSchema(t reflect.Type) jsonschema.Schema {
	s := jsonschema.Schema{Type: "object", Additional: false}
	for _, f := range fieldsOf(t) {
		property := fieldSchema(f)
		s.Properties = append(s.Properties, jsonschema.Property{Name: f.key, Schema: &property})
	}
	return s
}

// fieldSchema allows null everywhere: a key without a value leaves the default.
func fieldSchema(f field) jsonschema.Schema {
	var s jsonschema.Schema
	switch shapeOf(f.typ) {
	case list:
		s = jsonschema.Schema{Type: []string{"array", "null"}, Items: &jsonschema.Schema{Type: "string"}}
		if f.pairs {
			text := &jsonschema.Schema{Type: "string"}
			s.Items = &jsonschema.Schema{Type: []string{"string", "object"}, Additional: false, Properties: jsonschema.Properties{{Name: "provider", Schema: text}, {Name: "model", Schema: text}}}
		}
	case section:
		s = objectSchema(f.typ)
		s.Type = []string{"object", "null"}
	case named:
		item := objectSchema(f.typ.Elem())
		s = jsonschema.Schema{Type: []string{"object", "null"}, Additional: item, PropertyNames: namesSchema(f)}
	default:
		s = scalarSchema(f)
	}
	s.Description = f.doc
	return s
}

// namesSchema describes the names under a key.
func namesSchema(f field) *jsonschema.Schema {
	switch f.names {
	case "":
		return &jsonschema.Schema{Type: "string", Pattern: namePattern}
	case modelNames:
		return &jsonschema.Schema{Type: "string", Pattern: modelPattern}
	}
	return &jsonschema.Schema{Type: "string", Enum: strings.Split(f.names, "|")}
}

func scalarSchema(f field) jsonschema.Schema {
	var s jsonschema.Schema
	switch reflect.Zero(f.typ).Interface().(type) {
	case time.Duration:
		s = jsonschema.Schema{Type: []string{"string", "null"}, Pattern: durationPattern}
	case Size:
		s = jsonschema.Schema{Type: []string{"string", "integer", "null"}, Pattern: sizePattern}
	case int:
		s = jsonschema.Schema{Type: []string{"integer", "string", "null"}, Pattern: referencePattern}
		s.Minimum = json.Number(f.min)
		if n, err := strconv.Atoi(f.preset); err == nil {
			s.Default = n
		}
		return s
	case bool:
		return jsonschema.Schema{Type: []string{"boolean", "string", "null"}, Pattern: referencePattern}
	case Decimal:
		return jsonschema.Schema{Type: []string{"number", "string", "null"}, Pattern: decimalPattern}
	default:
		s = jsonschema.Schema{Type: []string{"string", "null"}}
		if len(f.enum) > 0 {
			s.Pattern = "^(" + strings.Join(f.enum, "|") + ")$|" + referencePattern
		}
	}
	if f.preset != "" {
		s.Default = f.preset
	}
	return s
}
