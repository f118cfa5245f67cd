// Package jsonschema describes Go types as JSON schemas.
package jsonschema

import (
	"bytes"
	"encoding/json"
)

// Schema is a JSON schema. Its members are written in the order of the fields.
type Schema struct {
	Dialect       string      `json:"$schema,omitempty"`
	Title         string      `json:"title,omitempty"`
	Ref           string      `json:"$ref,omitempty"`
	Type          any         `json:"type,omitempty"` // a name, or a list of names
	Description   string      `json:"description,omitempty"`
	Enum          any         `json:"enum,omitempty"` // a list of texts or numbers
	Format        string      `json:"format,omitempty"`
	Pattern       string      `json:"pattern,omitempty"`
	MinLength     json.Number `json:"minLength,omitempty"`
	MaxLength     json.Number `json:"maxLength,omitempty"`
	Minimum       json.Number `json:"minimum,omitempty"`
	Maximum       json.Number `json:"maximum,omitempty"`
	Items         *Schema     `json:"items,omitempty"`
	MinItems      json.Number `json:"minItems,omitempty"`
	MaxItems      json.Number `json:"maxItems,omitempty"`
	Properties    Properties  `json:"properties,omitzero"`
	PropertyNames *Schema     `json:"propertyNames,omitempty"`
	Required      []string    `json:"required,omitzero"`
	Additional    any         `json:"additionalProperties,omitempty"` // false, or a schema
	Default       any         `json:"default,omitempty"`
	Definitions   Properties  `json:"$defs,omitempty"`
}

// Properties are schemas by name, in the order that they are written in.
type Properties []Property

// Property is a schema with its name.
type Property struct {
	Name   string
	Schema *Schema
}

// MarshalJSON writes an object.
func (p Properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, property := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(encode(property.Name, ""))
		b.WriteByte(':')
		b.Write(encode(property.Schema, ""))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Bytes is the schema as compact JSON. The same schema always gives the same
// bytes.
func (s *Schema) Bytes() []byte { return encode(s, "") }

// Text is the schema for people and editors, indented, with a line break at its
// end.
func (s *Schema) Text() []byte { return append(encode(s, "  "), '\n') }

// encode does not escape < and > as HTML would need it.
func encode(v any, indent string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil { // plain data can always be encoded
		return []byte("{}")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
