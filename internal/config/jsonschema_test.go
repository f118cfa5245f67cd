package config

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

func TestExampleLoadsAndNamesEveryKey(t *testing.T) {
	dir := folder(t, map[string]string{"config.yaml": string(Example)})
	c := load(t, Input{Home: t.TempDir(), Dir: t.TempDir(), Environ: []string{"PLUMB_HOME=" + dir, "PLUMB_SHOP_PASSWORD=p", "PLUMB_LEGACY_PASSWORD=it's"}})
	for pattern := range leaves(root, "") {
		match := regexp.MustCompile("^" + strings.NewReplacer(".", `\.`, "*", "[^ ]+").Replace(pattern) + "$")
		if !slices.ContainsFunc(c.Settings(), func(s Setting) bool {
			return match.MatchString(s.Key) && strings.Contains(s.Origin, "config.yaml:")
		}) {
			t.Errorf("the example does not show %s", pattern)
		}
	}
	if dsn, err := c.Resolve("legacy"); err != nil || dsn != `host=localhost dbname=legacy user=reader password='it\'s'` {
		t.Errorf("legacy is %q, %v", dsn, err)
	}
	// The example shows the defaults as they are.
	defaults := load(t, Input{Home: t.TempDir(), Dir: t.TempDir()})
	if c.Limits != defaults.Limits || c.Memory != defaults.Memory || c.Schema != defaults.Schema {
		t.Errorf("the example differs from the defaults: %+v %v %+v", c.Limits, c.Memory, c.Schema)
	}
}

func TestJSONSchema(t *testing.T) {
	var schema map[string]any
	if err := json.Unmarshal(JSONSchema(), &schema); err != nil {
		t.Fatal(err)
	}
	var example any
	if err := yaml.Unmarshal(Example, &example); err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("config.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	if got := breach(t, compiled, plainJSON(t, example)); got != "" {
		t.Errorf("the example breaks the schema: %s", got)
	}
	for text, want := range map[string]string{
		"limits: {row: 5}":                               "limits additionalProperties",
		"limits: {rows: 0}":                              "limits rows minimum",
		"limits: {rows: many}":                           "limits rows pattern",
		"limits: {time: 5}":                              "limits time type",
		"memory: big":                                    "memory pattern",
		"connections: {a: {dsn: [x]}}":                   "connections a dsn type",
		"connections: {1a: {dsn: x}}":                    "connections 1a propertyNames",
		"connections: {a: {include: [[x]]}}":             "connections a include 0 type",
		"connections: {a: {dsn: x, port: 5}}":            "connections a additionalProperties",
		"models: {policy: never}":                        "models policy pattern",
		"models: {prices: {gpt: {input: 1}}}":            "models prices gpt propertyNames",
		"models: {prices: {a/b: {input: x}}}":            "models prices a/b input pattern",
		"models: {limits: {grog: {tokens: 1}}}":          "models limits grog propertyNames",
		"models: {task_routing: {sql: {models: [a/b]}}}": "models task_routing sql propertyNames",
		"models: {abilities: {a/b.c: {tools: 5}}}":       "models abilities a/b.c tools type",
	} {
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if got := breach(t, compiled, plainJSON(t, v)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	described(t, schema, "")
}

func plainJSON(t *testing.T, v any) any {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(b, &plain); err != nil {
		t.Fatal(err)
	}
	return plain
}

// described checks that people are told what every key is for.
func described(t *testing.T, schema map[string]any, path string) {
	properties, _ := schema["properties"].(map[string]any)
	for key, p := range properties {
		p := p.(map[string]any)
		if text, _ := p["description"].(string); !strings.HasSuffix(text, ".") {
			t.Errorf("%s%s is not described", path, key)
		}
		described(t, p, path+key+".")
		if item, ok := p["additionalProperties"].(map[string]any); ok {
			described(t, item, path+key+".*.")
		}
	}
}

// breach is where and by which keyword a value breaks the schema, or "".
func breach(t *testing.T, schema *jsonschema.Schema, v any) string {
	t.Helper()
	err := schema.Validate(v)
	if err == nil {
		return ""
	}
	var e *jsonschema.ValidationError
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	for len(e.Causes) > 0 {
		e = e.Causes[0]
		if name, ok := e.ErrorKind.(*kind.PropertyNames); ok {
			return strings.Join(append(e.InstanceLocation, name.Property, "propertyNames"), " ")
		}
	}
	return strings.Join(append(e.InstanceLocation, e.ErrorKind.KeywordPath()...), " ")
}
