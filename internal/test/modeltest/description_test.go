package modeltest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestWalker(t *testing.T) {
	const schemas = `{"s": {
		"pet": {"oneOf": [{"$ref": "#/s/cat"}, {"$ref": "#/s/dog"}], "discriminator": {"propertyName": "kind"}},
		"cat": {"allOf": [{"$ref": "#/s/named"}, {"type": "object", "properties": {"kind": {"enum": ["cat"]}, "lives": {"type": "integer", "maximum": 9}}}]},
		"dog": {"allOf": [{"$ref": "#/s/named"}], "properties": {"kind": {"const": "dog"}, "tags": {"type": "array", "maxItems": 1, "items": {"type": "string", "maxLength": 3}}}},
		"named": {"type": "object", "properties": {"name": {"type": ["string", "null"], "pattern": "^[a-z]+$"}}, "required": ["name"]},
		"either": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/s/pet"}}]},
		"free": {"type": "object", "additionalProperties": {"type": "number", "format": "int32"}},
		"loop": {"anyOf": [{"$ref": "#/s/loop"}]}
	}}`
	var root map[string]any
	if err := json.Unmarshal([]byte(schemas), &root); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ schema, value, want string }{
		{"pet", `{"kind": "cat", "name": "tom", "lives": 9}`, ""},
		{"pet", `{"kind": "cat", "name": null}`, ""},
		{"pet", `{"kind": "cat", "name": "tom", "lives": 10}`, "lives: 10  are above the maximum of 9"},
		{"pet", `{"kind": "cat", "lives": 1.5}`, "name: it is missing; lives: it is a number, not a integer"},
		{"pet", `{"kind": "cow", "name": "tom"}`, ": there is no such kind as cow"},
		{"pet", `{"kind": "dog", "name": "Rex", "lives": 1}`, "lives: there is no such field; name: it does not match ^[a-z]+$"},
		{"pet", `{"kind": "dog", "name": "rex", "tags": ["a", "long"]}`, "tags: 2 items are above the maxItems of 1; tags.*: 4 letters are above the maxLength of 3"},
		{"either", `"text"`, ""},
		{"either", `[{"kind": "cat"}]`, "*.name: it is missing"},
		{"free", `{"a": 1, "b": "x", "c": 3000000000}`, "b: it is a string, not a number; c: it does not fit into 32 bits"},
		{"loop", `1`, ": the description goes round in circles"},
	} {
		var value any
		d := json.NewDecoder(strings.NewReader(c.value))
		d.UseNumber()
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
		w := &walker{root: root}
		w.check(map[string]any{"$ref": "#/s/" + c.schema}, value, "", 0)
		var got []string
		for _, v := range w.found {
			got = append(got, fmt.Sprintf("%s: %s", v.path, v.why))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s %s: %s, want %s", c.schema, c.value, strings.Join(got, "; "), c.want)
		}
	}
}

// TestPublished shows that the real descriptions take what is good and find
// what is not.
func TestPublished(t *testing.T) {
	for _, c := range []struct {
		format Format
		path   string
		body   string
		want   string
	}{
		{Anthropic, "/v1/messages", `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"}]}`, ""},
		{Anthropic, "/v1/messages", `{"model":"m","messages":[{"role":"user","content":"Hi"}],"seed":1}`, "max_tokens: it is missing; seed: there is no such field"},
		{Anthropic, "/v1/messages", `{"model":"m","max_tokens":5,"messages":[{"role":"bot","content":"Hi"}]}`, "messages.*.role: it is none of [user assistant]"},
		{OpenAI, "/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":"Hi"}]}`, ""},
		{OpenAI, "/v1/chat/completions", `{"model":"m","messages":[]}`, "messages: 0 items are below the minItems of 1"},
		{OpenAI, "/v1/chat/completions", `{"model":"m","messages":[{"role":"tool","content":"Hi"}],"temperature":"hot"}`, "messages.*.tool_call_id: it is missing; temperature: it is a string, not a number"},
		{OpenAI, "/v1/embeddings", `{"model":"m","input":["a"],"size":3}`, "size: there is no such field"},
		{Gemini, "/v1beta/models/m:streamGenerateContent", `{"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}`, ""},
		{Gemini, "/v1beta1/projects/p/locations/l/publishers/google/models/m:generateContent", `{"contents":[{"parts":[{"words":"Hi"}]}],"generationConfig":{"maxOutputTokens":"5"}}`, "contents.*.parts.*.words: there is no such field; generationConfig.maxOutputTokens: it is a string, not a integer"},
		{Gemini, "/v1beta/models/m:nothing", `{}`, "body: no operation of the description has this path"},
	} {
		d := readPublished(t, c.format)
		if d == nil {
			t.Skip("PLUMB_EVAL is not set: the published descriptions are not at hand")
		}
		var got []string
		for _, v := range d.violations(&Request{Method: "POST", Path: c.path, Body: []byte(c.body)}) {
			got = append(got, fmt.Sprintf("%s: %s", v.path, v.why))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s %s: %s, want %s", c.path, c.body, strings.Join(got, "; "), c.want)
		}
	}
}
