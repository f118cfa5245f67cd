package model

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type base struct {
	Title string `json:"title" schema:"max=80,description=a few words, no more"`
}

type plan struct {
	base
	SQL    string            `json:"sql"`
	Kind   *string           `json:"kind" schema:"enum=bar|line"`
	Sure   float64           `json:"sure" schema:"min=0,max=1"`
	Limit  uint              `json:"limit,omitempty"`
	Parts  []part            `json:"parts,omitempty" schema:"min=1,max=3"`
	Names  map[string]string `json:"names,omitempty"`
	Tags   []string          `json:"tags,omitempty" schema:"enum=a|b"`
	Anyway json.RawMessage   `json:"anyway,omitempty"`
	At     *time.Time        `json:"at,omitempty"`
	Step   int               `json:"step,omitempty" schema:"enum=1|2"`
	Plain  bool              `json:",omitempty"`
	Secret string            `json:"-"`
}

type part struct {
	Name string `json:"name"`
	Next *int   `json:"next"`
}

func TestSchema(t *testing.T) {
	got, err := schemaOf[plan]()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{
		"title":{"type":"string","description":"a few words, no more","maxLength":80},
		"sql":{"type":"string"},
		"kind":{"type":"string","enum":["bar","line"]},
		"sure":{"type":"number","minimum":0,"maximum":1},
		"limit":{"type":"integer","minimum":0},
		"parts":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"next":{"type":"integer"}},"required":["name"],"additionalProperties":false},"minItems":1,"maxItems":3},
		"names":{"type":"object","additionalProperties":{"type":"string"}},
		"tags":{"type":"array","items":{"type":"string","enum":["a","b"]}},
		"anyway":{},
		"at":{"type":"string","format":"date-time"},
		"step":{"type":"integer","enum":[1,2]},
		"Plain":{"type":"boolean"}},
		"required":["title","sql","sure"],"additionalProperties":false}`
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(want)); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(compact.String(), string(got)); d != "" {
		t.Error(d)
	}
	if again, _ := schemaOf[plan](); !bytes.Equal(got, again) {
		t.Error("the same type gave other bytes")
	}
}

type loop struct {
	Next *loop `json:"next"`
}

func TestTypesWithoutSchema(t *testing.T) {
	for name, f := range map[string]func() (json.RawMessage, error){
		"contains itself":      schemaOf[loop],
		"is not a struct":      schemaOf[string],
		"has no JSON schema":   schemaOf[struct{ C chan int }],
		"use a string":         schemaOf[struct{ B []byte }],
		"keys must be strings": schemaOf[struct{ M map[int]int }],
		"two fields are named": schemaOf[struct {
			base
			Head string `json:"title"`
		}],
		"description, enum": schemaOf[struct {
			A int `schema:"enmu=1"`
		}],
		"is not a number": schemaOf[struct {
			A int `schema:"min=low"`
		}],
		"enum is for": schemaOf[struct {
			A bool `schema:"enum=true"`
		}],
		"in an enum": schemaOf[struct {
			A int `schema:"enum=one"`
		}],
		"numbers as strings": schemaOf[struct {
			A int `json:",string"`
		}],
	} {
		if got, err := f(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %s, %v; want an error with %q", got, err, name)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, c := range []struct{ in, wrong string }{
		{`{"title":"t","sql":"s","sure":1}`, ""},
		{`{"title":"t","sql":"s","sure":0.5,"kind":null,"at":null,"parts":[{"name":"n","next":null}],"anyway":[{}],"step":2}`, ""},
		{`{"title":"t","sql":"s"}`, "at /: missing property 'sure'"},
		{`{"title":null,"sql":"s","sure":1}`, "at /title: got null, want string"},
		{`{"title":"t","sql":"s","sure":2,"kind":"pie"}`, "at /kind: value must be one of 'bar', 'line'\nat /sure: maximum: got 2, want 1"},
		{`{"title":"t","SQL":"s","sure":1}`, "additional properties 'SQL' not allowed"},
		{`{"title":"t","sql":"s","sure":1,"parts":[{"name":"n","next":1.5}]}`, "at /parts/0/next"},
		{`{"title":"t","sql":"s","sure":1,"at":"yesterday"}`, "at /at: 'yesterday' is not valid date-time"},
		{`{"title":"t","sql":"s","sure":1,"limit":99999999999999999999999}`, "does not fit"},
		{`{"title":"t","sql":"s","sure":1,"limit":1e999999999}`, "too long or too large"},
		{`{"title":"t","sql":"s","sure":1e999999999}`, "too long or too large"},
		{`{"title":"t","sql":"s","sure":1,"anyway":[{"x":1e-999999999}]}`, "too long or too large"},
		{`{"title":"t","sql":"s","sure":0.` + strings.Repeat("1", 100) + `}`, "too long or too large"},
		{`{"title":"t","sql":"s","sure":1E-10}`, ""},
		{`{"title":"t"`, "not valid JSON"},
		{`[]`, "want object"},
	} {
		got, err := NewForm[plan]("", "").Decode(json.RawMessage(c.in))
		switch {
		case c.wrong == "" && (err != nil || got.Title != "t" || got.SQL != "s" || got.Kind != nil):
			t.Errorf("%s: got %+v, %v", c.in, got, err)
		case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
			t.Errorf("%s: got %v, want %q", c.in, err, c.wrong)
		case c.wrong != "" && got.Title != "":
			t.Errorf("%s: a value came with the error: %+v", c.in, got)
		}
	}
}

// FuzzDecode holds that what is decoded keeps the bounds that the schema sets.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"title":"t","sql":"s","sure":0.5,"kind":null,"parts":[{"name":"n","next":null}],"anyway":[{}],"step":2}`,
		`{"title":"t","sql":"s","sure":1e-308,"at":"2026-01-02T03:04:05Z","names":{"a":"b"},"tags":["a"],"limit":3}`,
		`{"title":"t","sql":"s","sure":1e999999999}`, `[[[]]]`, `{"at":"0000-00-00T24:60:60Z"}`, "\xff",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := NewForm[plan]("", "").Decode(json.RawMessage(text))
		if err != nil {
			return
		}
		if got.Sure < 0 || got.Sure > 1 || len(got.Parts) > 3 || got.Kind != nil && *got.Kind != "bar" && *got.Kind != "line" {
			t.Fatalf("%q gave %+v", text, got)
		}
	})
}

// Making a schema ready takes longer than all else in a call, so it is done once.
func TestAFormIsMadeReadyOnce(t *testing.T) {
	f := NewForm[plan]("plan", "")
	const answer = `{"title":"t","sql":"SELECT 1","sure":0.5,"parts":[{"name":"n"}]}`
	var first *shape
	for range 2 {
		m := scripted(chunks(piece(0, "a", "plan", answer), stop(Called)))
		if _, _, err := Object(t.Context(), m, Request{}, f); err != nil {
			t.Fatal(err)
		}
		s, err := f.shape()
		if err != nil || first != nil && s != first {
			t.Errorf("made again: %v", err)
		}
		first = s
	}
}
