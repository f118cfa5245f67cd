package model

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/jsonschema"
)

// schemaOf is the JSON schema of a Go struct, as Form tells. The same type always
// gives the same bytes, with properties in the order of the fields, for models
// fill them in that order.
func schemaOf[T any]() (json.RawMessage, error) {
	s, err := jsonschema.Reflector{Refine: refine}.Of(reflect.TypeFor[T]())
	if err != nil {
		return nil, err
	}
	return s.Bytes(), nil
}

// refine adds what the schema tag of a field says: description, enum, min and
// max, the description last.
func refine(_ reflect.Type, f jsonschema.Field, s *jsonschema.Schema) error {
	for tag := f.Tag.Get("schema"); tag != ""; {
		if d, ok := strings.CutPrefix(tag, "description="); ok {
			s.Description = d
			return nil
		}
		var item string
		item, tag, _ = strings.Cut(tag, ",")
		key, value, _ := strings.Cut(item, "=")
		var err error
		switch key {
		case "enum":
			err = setEnum(s, strings.Split(value, "|"))
		case "min", "max":
			err = setBound(s, key, value)
		default:
			err = fmt.Errorf("a schema tag has description, enum, min and max, not %q", key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// setBound sets a bound of a number, or of the length of a text or a list.
func setBound(s *jsonschema.Schema, key, value string) error {
	if _, err := strconv.ParseFloat(value, 64); err != nil {
		return fmt.Errorf("%q in a schema tag is not a number", value)
	}
	var low, high *json.Number
	switch s.Type {
	case "string":
		low, high = &s.MinLength, &s.MaxLength
	case "integer", "number":
		low, high = &s.Minimum, &s.Maximum
	case "array":
		low, high = &s.MinItems, &s.MaxItems
	default:
		return fmt.Errorf("min and max are for strings, numbers and lists, not for %q", s.Type)
	}
	if key == "max" {
		low = high
	}
	*low = json.Number(value)
	return nil
}

// setEnum sets the values that are allowed; those of a list are its items'.
func setEnum(s *jsonschema.Schema, words []string) error {
	if s.Items != nil {
		s = s.Items
	}
	switch s.Type {
	case "string":
		s.Enum = words
	case "integer", "number":
		numbers := make([]json.Number, len(words))
		for i, word := range words {
			if _, err := strconv.ParseFloat(word, 64); err != nil {
				return fmt.Errorf("%q in an enum is not a number", word)
			}
			numbers[i] = json.Number(word)
		}
		s.Enum = numbers
	default:
		return fmt.Errorf("an enum is for strings and numbers, not for %q", s.Type)
	}
	return nil
}

// withoutNulls drops the properties that may be left out and are null, since
// many models write null for nothing. Values are those of a JSON decoder; their
// depth is bounded by the type's.
func withoutNulls(t reflect.Type, value any) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch v := value.(type) {
	case map[string]any:
		if t.Kind() == reflect.Map {
			for _, e := range v {
				withoutNulls(t.Elem(), e)
			}
		}
		if t.Kind() != reflect.Struct || t == reflect.TypeFor[time.Time]() {
			return
		}
		fields, err := jsonschema.Fields(t)
		if err != nil {
			return // the schema, which is made first, has said so
		}
		for _, f := range fields {
			e, there := v[f.Name]
			switch {
			case there && e == nil && f.Optional:
				delete(v, f.Name)
			case there:
				withoutNulls(f.Type, e)
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
