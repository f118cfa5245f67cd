package config

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
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
	if err := conforms(schema, plainJSON(t, example), ""); err != nil {
		t.Errorf("the example: %v", err)
	}
	for text, want := range map[string]string{
		"limits: {row: 5}":                               "limits.row is not allowed",
		"limits: {rows: 0}":                              "limits.rows is below 1",
		"limits: {rows: many}":                           "limits.rows does not match",
		"limits: {time: 5}":                              "limits.time is a number",
		"memory: big":                                    "memory does not match",
		"connections: {a: {dsn: [x]}}":                   "connections.a.dsn is a list",
		"connections: {1a: {dsn: x}}":                    "connections.1a is not a name",
		"connections: {a: {include: [[x]]}}":             "connections.a.include is a list",
		"connections: {a: {dsn: x, port: 5}}":            "connections.a.port is not allowed",
		"models: {policy: never}":                        "models.policy does not match",
		"models: {prices: {gpt: {input: 1}}}":            "models.prices.gpt is not a name",
		"models: {prices: {a/b: {input: x}}}":            "models.prices.a/b.input does not match",
		"models: {limits: {grog: {tokens: 1}}}":          "models.limits.grog is not a name",
		"models: {task_routing: {sql: {models: [a/b]}}}": "models.task_routing.sql is not a name",
		"models: {abilities: {a/b.c: {tools: 5}}}":       "models.abilities.a/b.c.tools is a number",
	} {
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if err := conforms(schema, plainJSON(t, v), ""); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
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

// conforms checks the parts of JSON Schema that JSONSchema uses.
func conforms(schema map[string]any, v any, path string) error {
	kinds := map[string]bool{}
	switch k := schema["type"].(type) {
	case string:
		kinds[k] = true
	case []any:
		for _, k := range k {
			kinds[k.(string)] = true
		}
	}
	switch v := v.(type) {
	case nil:
		if !kinds["null"] {
			return fmt.Errorf("%s is null", path)
		}
	case bool:
		if !kinds["boolean"] {
			return fmt.Errorf("%s is a boolean", path)
		}
	case float64:
		if !kinds["integer"] && !kinds["number"] {
			return fmt.Errorf("%s is a number", path)
		}
		if least, ok := schema["minimum"].(float64); ok && v < least {
			return fmt.Errorf("%s is below %v", path, least)
		}
	case string:
		if !kinds["string"] {
			return fmt.Errorf("%s is a text", path)
		}
		if words, ok := schema["enum"].([]any); ok && !slices.Contains(words, any(v)) {
			return fmt.Errorf("%s is not one of the words", path)
		}
		if p, ok := schema["pattern"].(string); ok && !regexp.MustCompile(p).MatchString(v) {
			return fmt.Errorf("%s does not match", path)
		}
	case []any:
		if !kinds["array"] {
			return fmt.Errorf("%s is a list", path)
		}
		for _, item := range v {
			if err := conforms(schema["items"].(map[string]any), item, path); err != nil {
				return err
			}
		}
	case map[string]any:
		if !kinds["object"] {
			return fmt.Errorf("%s has keys", path)
		}
		for key, item := range v {
			at := strings.TrimPrefix(path+"."+key, ".")
			properties, _ := schema["properties"].(map[string]any)
			sub, ok := properties[key].(map[string]any)
			if !ok {
				if sub, ok = schema["additionalProperties"].(map[string]any); !ok {
					return fmt.Errorf("%s is not allowed", at)
				}
			}
			if names, ok := schema["propertyNames"].(map[string]any); ok && conforms(names, key, at) != nil {
				return fmt.Errorf("%s is not a name", at)
			}
			if err := conforms(sub, item, at); err != nil {
				return err
			}
		}
	}
	return nil
}
