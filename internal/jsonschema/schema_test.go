package jsonschema

import (
	"encoding/xml"
	"reflect"
	"testing"
)

type node struct {
	Name  string           `json:"name"`
	Left  *node            `json:"left"`
	Ages  map[string]uint8 `json:"ages,omitempty"`
	Other any              `json:"other"`
}

// TestDefinitions: a struct that contains itself refers to itself, and text is
// not escaped for HTML.
func TestDefinitions(t *testing.T) {
	refine := func(owner reflect.Type, f Field, s *Schema) error {
		if owner == reflect.TypeFor[node]() && f.Name == "name" {
			s.Description = "<a> & b"
		}
		return nil
	}
	s, err := Reflector{Refine: refine, Define: true}.Of(reflect.TypeFor[struct {
		Root node `json:"root"`
	}]())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{"root":{"$ref":"#/$defs/node"}},"required":["root"],"additionalProperties":false,"$defs":{"node":` +
		`{"type":"object","properties":{"name":{"type":"string","description":"<a> & b"},"left":{"$ref":"#/$defs/node"},` +
		`"ages":{"type":"object","additionalProperties":{"type":"integer","minimum":0}},"other":{}},"required":["name","other"],"additionalProperties":false}}}`
	if got := string(s.Bytes()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if text := string(s.Text()); text[:5] != "{\n  \"" || text[len(text)-2:] != "}\n" {
		t.Errorf("got %s", text)
	}
}

// TestDefinitionsOfOneName: two structs of the same name are not described as
// one.
func TestDefinitionsOfOneName(t *testing.T) {
	type Attr struct {
		Own int `json:"own"`
	}
	s, err := Reflector{Define: true}.Of(reflect.TypeFor[struct {
		Own     Attr     `json:"own"`
		Foreign xml.Attr `json:"foreign"`
	}]())
	if err == nil {
		t.Errorf("got %s", s.Bytes())
	}
}
