package modeltest

import (
	"maps"
	"regexp"
	"slices"
)

var (
	jsonTypes = "string number integer boolean object array null"
	toolName  = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
)

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// checkSchema looks for what cannot be a JSON schema, and reports its place.
// The depth is bounded by the request's own.
func checkSchema(n node, bad func(at node, why string)) {
	m, ok := n.value.(map[string]any)
	if !ok {
		if _, ok := n.value.(bool); !ok {
			bad(n, "it is not an object or a boolean")
		}
		return
	}
	checkType(n.child("type"), m["type"], bad)
	if properties := n.child("properties"); m["properties"] != nil {
		fields, ok := properties.value.(map[string]any)
		if !ok {
			bad(properties, "it is not an object")
		}
		for _, name := range sortedKeys(fields) {
			checkSchema(properties.child(name), bad)
		}
	}
	if required := n.child("required"); m["required"] != nil {
		names, ok := required.value.([]any)
		if !ok {
			bad(required, "it is not an array")
		}
		for _, name := range names {
			if _, ok := name.(string); !ok {
				bad(required, "it names something that is not a string")
			}
		}
	}
	if m["items"] != nil {
		checkSchema(n.child("items"), bad)
	}
	for _, word := range []string{"anyOf", "oneOf", "allOf"} {
		if m[word] == nil {
			continue
		}
		if !n.child(word).isList() {
			bad(n.child(word), "it is not an array")
			continue
		}
		for _, e := range n.child(word).list() {
			checkSchema(e, bad)
		}
	}
	if m["enum"] != nil && !n.child("enum").isList() {
		bad(n.child("enum"), "it is not an array")
	}
}

func checkType(n node, value any, bad func(node, string)) {
	switch value := value.(type) {
	case nil:
	case string:
		if !containsWord(jsonTypes, value) {
			bad(n, "there is no such type")
		}
	case []any:
		for _, v := range value {
			if name, ok := v.(string); !ok || !containsWord(jsonTypes, name) {
				bad(n, "there is no such type")
			}
		}
	default:
		bad(n, "there is no such type")
	}
}
