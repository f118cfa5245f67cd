package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// shape is a Go type with its schema, ready to check values.
type shape struct {
	kind   reflect.Type
	schema json.RawMessage
	check  *jsonschema.Schema
}

func shapeOf[T any]() (*shape, error) {
	text, err := schemaOf[T]()
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("the schema of %s cannot be read: %w", reflect.TypeFor[T](), err)
	}
	const name = "plumb:answer"
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7) // it knows every keyword that Schema writes, and compiles in two thirds of the time
	c.AssertFormat()
	if err := c.AddResource(name, document); err != nil {
		return nil, fmt.Errorf("the schema of %s cannot be used: %w", reflect.TypeFor[T](), err)
	}
	check, err := c.Compile(name)
	if err != nil {
		return nil, fmt.Errorf("the schema of %s cannot be compiled: %w", reflect.TypeFor[T](), err)
	}
	return &shape{kind: reflect.TypeFor[T](), schema: text, check: check}, nil
}

// decode fills into, a pointer to the shape's type, or leaves it alone and says
// what is wrong.
func (s *shape) decode(raw json.RawMessage, into any) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("this is not valid JSON: %w", err)
	}
	if n := wildNumber(value); n != "" {
		return fmt.Errorf("the number %s is too long or too large", clip(n, 40))
	}
	withoutNulls(s.kind, value)
	if err := s.check.Validate(value); err != nil {
		return violations(err)
	}
	clean, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("this is not valid JSON: %w", err)
	}
	fresh := reflect.New(s.kind)
	if err := json.Unmarshal(clean, fresh.Interface()); err != nil {
		return fmt.Errorf("this does not fit: %w", err)
	}
	reflect.ValueOf(into).Elem().Set(fresh.Elem())
	return nil
}

// wildNumber finds a number that nobody means, such as 1e999999999. The
// validator computes exactly, and could not handle it.
func wildNumber(value any) string {
	const longest, largestExponent = 64, 308
	switch v := value.(type) {
	case json.Number:
		text := string(v)
		if i := strings.IndexAny(text, "eE"); i >= 0 {
			exponent, err := strconv.Atoi(text[i+1:])
			if err != nil || exponent > largestExponent || exponent < -largestExponent {
				return text
			}
		}
		if len(text) > longest {
			return text
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if n := wildNumber(v[name]); n != "" {
				return n
			}
		}
	case []any:
		for _, e := range v {
			if n := wildNumber(e); n != "" {
				return n
			}
		}
	}
	return ""
}

// violations lists what a value breaks, each with its place.
func violations(err error) error {
	const shown = 8
	var broken *jsonschema.ValidationError
	if !errors.As(err, &broken) {
		return err
	}
	printer := message.NewPrinter(language.English)
	var list []string
	var visit func(e *jsonschema.ValidationError)
	visit = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			list = append(list, "at /"+strings.Join(e.InstanceLocation, "/")+": "+clip(e.ErrorKind.LocalizedString(printer), 300))
		}
		for _, c := range e.Causes {
			visit(c)
		}
	}
	visit(broken)
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) > shown {
		list = append(list[:shown], fmt.Sprintf("and %d more", len(list)-shown))
	}
	return errors.New(strings.Join(list, "\n"))
}

// clip shortens a text to at most n bytes, and says so.
func clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + "…"
}
