package chart

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/plumbdata/plumb/internal/fault"
)

// official is Vega-Lite's own schema, compiled when the first specification is
// checked.
var official = sync.OnceValues(func() (*jsonschema.Schema, error) {
	text, err := Asset("vega-lite-schema.json")
	if err != nil {
		return nil, err
	}
	s, err := compile(text)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the schema of Vega-Lite cannot be compiled: %v", err)
	}
	return s, nil
})

// compile compiles a schema definition by definition, each after those that it
// refers to: the compiler's time grows with the square of what it compiles at once.
func compile(text []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	root, _ := doc.(map[string]any)
	definitions, _ := root["definitions"].(map[string]any)
	r := resources{jsonschema.NewCompiler(), definitions, map[string]string{}, nil}
	r.compiler.DefaultDraft(jsonschema.Draft7)
	if err := r.addAll(map[string]any{"$ref": root["$ref"]}); err != nil {
		return nil, err
	}
	var s *jsonschema.Schema
	for _, address := range r.order { // the last is what the root refers to
		if s, err = r.compiler.Compile(address); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// resources are the definitions of a schema, each as a resource of its own.
type resources struct {
	compiler    *jsonschema.Compiler
	definitions map[string]any
	addresses   map[string]string // by what refers to them
	order       []string          // a definition after those that it refers to, except in circles
}

// addAll adds the definitions that a part of the schema refers to.
func (r *resources) addAll(part any) error {
	var parts []any
	switch p := part.(type) {
	case []any:
		parts = p
	case map[string]any:
		if ref, ok := p["$ref"].(string); ok {
			if err := r.add(ref); err != nil {
				return err
			}
			p["$ref"] = r.addresses[ref]
			return nil // nothing beside a reference counts
		}
		parts = slices.Collect(maps.Values(p))
	}
	for _, p := range parts {
		if err := r.addAll(p); err != nil {
			return err
		}
	}
	return nil
}

func (r *resources) add(ref string) error {
	if r.addresses[ref] != "" {
		return nil
	}
	address := fmt.Sprintf("%s/%d", SchemaURL, len(r.addresses))
	r.addresses[ref] = address
	name, err := url.PathUnescape(strings.TrimPrefix(ref, "#/definitions/"))
	if err != nil {
		return err
	}
	if err := r.addAll(r.definitions[name]); err != nil {
		return err
	}
	r.order = append(r.order, address)
	return r.compiler.AddResource(address, r.definitions[name])
}

// conforms validates a specification against the official schema.
func conforms(spec any) *fault.Fault {
	s, err := official()
	if err != nil {
		return fault.Of(err)
	}
	err = s.Validate(spec)
	if err == nil {
		return nil
	}
	var broken *jsonschema.ValidationError
	if !errors.As(err, &broken) {
		return fault.Wrap(err, Invalid, "the chart is not valid Vega-Lite: %v", err)
	}
	where, what := reason(broken)
	return fault.Wrap(err, Invalid, "the chart is not valid Vega-Lite: %s", what).
		WithHint("look at %s in the specification, and at %s", where, SchemaURL)
}

// reason finds the one violation that most likely is the mistake. The schema
// offers many forms, and a specification breaks all but the one it was meant
// to have: that is the one it follows the deepest.
func reason(e *jsonschema.ValidationError) (where, what string) {
	best, depth := e, -1
	var visit func(e *jsonschema.ValidationError)
	visit = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			if d := 2*len(e.InstanceLocation) + weight(e.ErrorKind); d > depth {
				best, depth = e, d
			}
		}
		for _, c := range e.Causes {
			visit(c)
		}
	}
	visit(e)
	where = "/" + strings.Join(best.InstanceLocation, "/")
	switch k := best.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		return where, fmt.Sprintf("%s does not belong in %s", listNames(k.Properties), where)
	case *kind.Required:
		return where, fmt.Sprintf("%s is missing in %s", listNames(k.Missing), where)
	case *kind.Enum:
		return where, fmt.Sprintf("%v is not one of the values that %s can have", clip(fmt.Sprint(k.Got)), where)
	case *kind.Const:
		return where, fmt.Sprintf("%v is not what %s can be", clip(fmt.Sprint(k.Got)), where)
	case *kind.Type:
		return where, fmt.Sprintf("%s is of type %s, and should be %s", where, k.Got, strings.Join(k.Want, " or "))
	}
	return where, fmt.Sprintf("%s has a form that is not known", where)
}

// weight prefers violations that say what to change.
func weight(k jsonschema.ErrorKind) int {
	switch k.(type) {
	case *kind.AdditionalProperties, *kind.Enum, *kind.Required:
		return 1
	}
	return 0
}

func listNames(names []string) string {
	names = slices.Clone(names)
	slices.Sort(names)
	for i, n := range names {
		names[i] = fmt.Sprintf("%q", clip(n))
	}
	return strings.Join(names[:min(len(names), 5)], ", ")
}

// clip keeps foreign text in messages short.
func clip(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
