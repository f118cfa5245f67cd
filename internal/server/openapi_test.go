package server

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// Programs that read the document rely on more than its schemas.
func TestTheDocumentIsWhole(t *testing.T) {
	text, err := build(t, newFake()).OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Paths map[string]map[string]struct {
			ID         string   `json:"operationId"`
			Summary    string   `json:"summary"`
			Tags       []string `json:"tags"`
			Parameters []struct {
				Name, In, Description string
				Required              bool
			}
			Responses map[string]struct{ Description string }
		}
		Components struct{ Schemas map[string]json.RawMessage }
		Tags       []struct{ Name, Description string }
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{"ClientMessage": true, "ServerMessage": true} // by the socket, which has no place for them
	for _, ref := range regexp.MustCompile(`"\$ref": "([^"]*)"`).FindAllStringSubmatch(string(text), -1) {
		name, ok := strings.CutPrefix(ref[1], refPrefix)
		if _, there := d.Components.Schemas[name]; !ok || !there {
			t.Errorf("%s leads nowhere", ref[1])
		}
		used[name] = true
	}
	for name := range d.Components.Schemas {
		if !used[name] {
			t.Errorf("nothing refers to %s", name)
		}
	}
	said := map[string]bool{}
	for _, tag := range d.Tags {
		said[tag.Name] = tag.Description != ""
	}
	ids := map[string]string{}
	for path, item := range d.Paths {
		for method, op := range item {
			at := method + " " + path
			if other, twice := ids[op.ID]; op.ID == "" || twice {
				t.Errorf("%s and %s are both %q", at, other, op.ID)
			}
			ids[op.ID] = at
			if op.Summary == "" || len(op.Tags) != 1 || op.Responses["default"].Description == "" {
				t.Errorf("%s is not described", at)
			}
			for _, p := range op.Parameters {
				if p.Description == "" {
					t.Errorf("%s does not say what %s is", at, p.Name)
				}
			}
			if !said[op.Tags[0]] {
				t.Errorf("what %s is about is not said", op.Tags[0])
			}
			for _, name := range regexp.MustCompile(`{(\w+)}`).FindAllStringSubmatch(path, -1) {
				found := false
				for _, p := range op.Parameters {
					found = found || p.Name == name[1] && p.In == "path" && p.Required
				}
				if !found {
					t.Errorf("%s does not describe %s", at, name[1])
				}
			}
		}
	}
}

// Whoever reads the document sees how each kind of request looks.
func TestBodiesHaveExamples(t *testing.T) {
	text, err := build(t, newFake()).OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	d := struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Examples []any }
			}
		}
	}{}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"Question.question", "Statement.sql", "AnalysisQuestion.question", "NewNotebook.name", "NewName.name", "NewNote.text", "NewSource.kind", "NewSource.properties", "Analysis.final_sql"} {
		name, property, _ := strings.Cut(at, ".")
		if len(d.Components.Schemas[name].Properties[property].Examples) == 0 {
			t.Errorf("%s has no example", at)
		}
	}
}
