package model

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// schemaOf is the JSON schema of a Go struct, as Form tells. The same type always
// gives the same bytes, with properties in the order of the fields, for models
// fill them in that order.
func schemaOf[T any]() (json.RawMessage, error) {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("%s is not a struct", t)
	}
	var w schemaWriter
	if err := w.write(t, hints{}); err != nil {
		return nil, fmt.Errorf("schema of %s: %w", t, err)
	}
	return w.Bytes(), nil
}

// maxTypeDepth ends the schema of a type that contains itself.
const maxTypeDepth = 24

var (
	rawType  = reflect.TypeFor[json.RawMessage]()
	timeType = reflect.TypeFor[time.Time]()
	textType = reflect.TypeFor[encoding.TextUnmarshaler]()
	jsonType = reflect.TypeFor[json.Unmarshaler]()
)

type schemaWriter struct {
	bytes.Buffer
	depth int
}

// write appends the schema of a type.
func (w *schemaWriter) write(t reflect.Type, h hints) error {
	if w.depth++; w.depth > maxTypeDepth {
		return fmt.Errorf("%s contains itself", t)
	}
	defer func() { w.depth-- }()
	t = pointedTo(t)
	switch {
	case t == rawType, t.Kind() == reflect.Interface:
		return w.object(h, "", nil)
	case t == timeType:
		return w.object(h, "string", func() error { w.member("format", "date-time"); return nil })
	case reflect.PointerTo(t).Implements(textType):
		return w.object(h, "string", nil)
	case reflect.PointerTo(t).Implements(jsonType):
		return w.object(h, "", nil)
	}
	switch t.Kind() {
	case reflect.String:
		return w.object(h, "string", func() error { return w.bounds(h, "minLength", "maxLength") })
	case reflect.Bool:
		return w.object(h, "boolean", nil)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return w.object(h, "integer", func() error { return w.bounds(h, "minimum", "maximum") })
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if h.min == "" {
			h.min = "0"
		}
		return w.object(h, "integer", func() error { return w.bounds(h, "minimum", "maximum") })
	case reflect.Float32, reflect.Float64:
		return w.object(h, "number", func() error { return w.bounds(h, "minimum", "maximum") })
	case reflect.Slice:
		return w.list(t, h)
	case reflect.Map:
		return w.dictionary(t, h)
	case reflect.Struct:
		return w.structure(t, h)
	}
	return fmt.Errorf("%s has no JSON schema", t)
}

func pointedTo(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// object writes {"type": …, "description": …, "enum": …, and the rest}.
func (w *schemaWriter) object(h hints, kind string, rest func() error) error {
	w.WriteByte('{')
	if kind != "" {
		w.member("type", kind)
	}
	if h.description != "" {
		w.member("description", h.description)
	}
	if len(h.enum) > 0 {
		values, err := enumValues(kind, h.enum)
		if err != nil {
			return err
		}
		w.member("enum", values)
	}
	if rest != nil {
		if err := rest(); err != nil {
			return err
		}
	}
	w.WriteByte('}')
	return nil
}

// member writes a name and its value, and the comma before them.
func (w *schemaWriter) member(name string, value any) {
	w.name(name)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	// Strings, booleans, numbers and lists of them can always be encoded.
	_ = e.Encode(value)
	w.Truncate(w.Len() - 1) // the encoder's line break
}

func (w *schemaWriter) name(name string) {
	if w.Bytes()[w.Len()-1] != '{' {
		w.WriteByte(',')
	}
	w.WriteString(strconv.Quote(name))
	w.WriteByte(':')
}

func (w *schemaWriter) bounds(h hints, low, high string) error {
	for _, b := range []struct{ name, value string }{{low, h.min}, {high, h.max}} {
		if b.value == "" {
			continue
		}
		if _, err := strconv.ParseFloat(b.value, 64); err != nil {
			return fmt.Errorf("%q in a schema tag is not a number", b.value)
		}
		w.member(b.name, json.Number(b.value))
	}
	return nil
}

func enumValues(kind string, words []string) (any, error) {
	switch kind {
	case "string":
		return words, nil
	case "integer", "number":
		numbers := make([]json.Number, len(words))
		for i, word := range words {
			if _, err := strconv.ParseFloat(word, 64); err != nil {
				return nil, fmt.Errorf("%q in an enum is not a number", word)
			}
			numbers[i] = json.Number(word)
		}
		return numbers, nil
	}
	return nil, fmt.Errorf("an enum is for strings and numbers, not for %q", kind)
}

// list writes an array; an enum is about its items.
func (w *schemaWriter) list(t reflect.Type, h hints) error {
	if t.Elem().Kind() == reflect.Uint8 {
		return fmt.Errorf("%s has no JSON schema; use a string", t)
	}
	items := hints{enum: h.enum}
	h.enum = nil
	return w.object(h, "array", func() error {
		w.name("items")
		if err := w.write(t.Elem(), items); err != nil {
			return err
		}
		return w.bounds(h, "minItems", "maxItems")
	})
}

func (w *schemaWriter) dictionary(t reflect.Type, h hints) error {
	if t.Key().Kind() != reflect.String {
		return fmt.Errorf("%s has no JSON schema; keys must be strings", t)
	}
	return w.object(h, "object", func() error {
		w.name("additionalProperties")
		return w.write(t.Elem(), hints{})
	})
}

func (w *schemaWriter) structure(t reflect.Type, h hints) error {
	fields, err := fieldsOf(t)
	if err != nil {
		return err
	}
	return w.object(h, "object", func() error {
		required := []string{}
		w.name("properties")
		w.WriteByte('{')
		for _, f := range fields {
			w.name(f.name)
			if err := w.write(f.kind, f.hints); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			if !f.optional {
				required = append(required, f.name)
			}
		}
		w.WriteByte('}')
		w.member("required", required)
		w.member("additionalProperties", false)
		return nil
	})
}

// hints is what a schema tag says.
type hints struct {
	description string
	enum        []string
	min, max    string
}

func readHints(tag string) (hints, error) {
	var h hints
	for tag != "" {
		if d, ok := strings.CutPrefix(tag, "description="); ok {
			h.description = d
			break
		}
		var item string
		item, tag, _ = strings.Cut(tag, ",")
		key, value, _ := strings.Cut(item, "=")
		switch key {
		case "enum":
			h.enum = strings.Split(value, "|")
		case "min":
			h.min = value
		case "max":
			h.max = value
		default:
			return h, fmt.Errorf("a schema tag has description, enum, min and max, not %q", key)
		}
	}
	return h, nil
}
