package session

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/table"
)

// CellSchema is the JSON schema of a cell.
func CellSchema() []byte { return SchemaOf(Cell{}, "Plumb cell", cellWords) }

// SchemaOf describes the JSON of a struct, and of the structs in it, from
// their fields: what is left out when it is empty is optional, and what has no
// field is not allowed. Words say what fields mean, by "Type.key".
func SchemaOf(v any, title string, words map[string]string) []byte {
	all := maps.Clone(cellWords)
	maps.Copy(all, words)
	w := schemaWriter{words: all, defs: map[string]any{}}
	root := w.object(reflect.TypeOf(v))
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = title
	if len(w.defs) > 0 {
		root["$defs"] = w.defs
	}
	b, err := json.MarshalIndent(root, "", "  ")
	if err != nil { // plain data always marshals
		return []byte("{}")
	}
	return append(b, '\n')
}

type schemaWriter struct {
	words map[string]string
	defs  map[string]any // of structs, by name
}

func (w *schemaWriter) object(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "" || key == "-" || !f.IsExported() {
			continue
		}
		name := t.Name() + "." + key
		property := w.value(f.Type, name)
		if text := w.words[name]; text != "" {
			property["description"] = text
		}
		properties[key] = property
		if !strings.Contains(options, "omit") {
			required = append(required, key)
		}
	}
	o := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		o["required"] = required
	}
	return o
}

func (w *schemaWriter) value(t reflect.Type, name string) map[string]any {
	if special, ok := schemaForms[name]; ok {
		return maps.Clone(special)
	}
	switch {
	case t == reflect.TypeFor[time.Time]():
		return map[string]any{"type": "string", "format": "date-time"}
	case t == reflect.TypeFor[json.RawMessage]():
		return map[string]any{}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.value(t.Elem(), name)
	case reflect.Struct:
		if _, ok := w.defs[t.Name()]; !ok {
			w.defs[t.Name()] = nil // a struct may hold itself
			w.defs[t.Name()] = w.object(t)
		}
		return map[string]any{"$ref": "#/$defs/" + t.Name()}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": w.value(t.Elem(), name+"[]")}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	}
	return map[string]any{"type": "string"}
}

// schemaForms are the fields that hold less than their types allow.
var schemaForms = map[string]map[string]any{
	"Cell.id":                       {"type": "string", "minLength": 1},
	"Reading.outcome":               oneOf("sure", "likely", "unsure", "declined", "edited", "failed"),
	"Reading.confidence":            {"type": "number", "minimum": 0, "maximum": 1},
	"Attempt.status":                oneOf("ran", "refused", "failed"),
	"Result.row_count":              {"type": "integer", "minimum": 0},
	"Result.column_types[]":         oneOf(kinds()...),
	"Result.data":                   {"type": "array", "maxItems": MaxRows, "items": map[string]any{"type": "array"}},
	"Chart.spec":                    {"type": "object"},
	"Chart.plan":                    {"type": "object"},
	"DataReference.rows[]":          {"type": "integer", "minimum": 0},
	"DataReference.among[]":         {"type": "integer", "minimum": 0},
	"DataReference.query":           {"type": "integer", "minimum": 1},
	"Evidence.number":               {"type": "integer", "minimum": 1},
	"Evidence.row_count":            {"type": "integer", "minimum": 0},
	"Evidence.data_hash":            {"type": "string", "pattern": "^sha256:"},
	"Diagnostic.severity":           oneOf("error", "warning", "info"),
	"Metadata.now":                  {"type": "string", "format": "date"},
	"Metadata.retry_count":          {"type": "integer", "minimum": 0},
	"WhatIf.sample_size":            {"type": "integer", "minimum": 0},
	"Result.data_hash":              {"type": "string", "pattern": "^sha256:"},
	"Metadata.cost_usd":             {"type": "number", "minimum": 0},
	"Tokens.input":                  {"type": "integer", "minimum": 0},
	"Tokens.output":                 {"type": "integer", "minimum": 0},
	"Lineage.conversation_position": {"type": "integer", "minimum": 0},
	"Metadata.agent_steps":          {"type": "integer", "minimum": 0},
	"Other.probability":             {"type": "number", "minimum": 0, "maximum": 1},
	"Result.execution_time_ms":      {"type": "integer", "minimum": 0},
}

func oneOf(values ...string) map[string]any { return map[string]any{"enum": values} }

func kinds() []string {
	var names []string
	for k := table.Null; k.String() != "unknown"; k++ {
		names = append(names, k.String())
	}
	return slices.Clip(names)
}
