package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Decode reads what a model gave for Schema[T]. The error is written for the
// model, which can mend what it says; it may quote the model's words.
func Decode[T any](raw json.RawMessage) (T, error) {
	var v T
	shape, err := shapeOf[T]()
	if err != nil {
		return v, err
	}
	err = shape.decode(raw, &v)
	return v, err
}

// shape is a Go type with its schema, ready to check values.
type shape struct {
	kind   reflect.Type
	schema json.RawMessage
	check  *jsonschema.Schema
}

func shapeOf[T any]() (*shape, error) {
	text, err := Schema[T]()
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("the schema of %s cannot be read: %w", reflect.TypeFor[T](), err)
	}
	const name = "plumb:answer"
	c := jsonschema.NewCompiler()
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
