package modeltest

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// maxSteps bounds a walk through schemas that refer to each other.
const maxSteps = 200

// walker holds a value against a schema of OpenAPI 3.0 or 3.1.
type walker struct {
	root  map[string]any
	found []violation
}

func (w *walker) report(path, format string, args ...any) {
	w.found = append(w.found, violation{path: strings.TrimPrefix(path, "."), why: fmt.Sprintf(format, args...)})
}

func (w *walker) check(schema, value any, path string, depth int) {
	if depth > maxSteps {
		w.report(path, "the description goes round in circles")
		return
	}
	s := w.flatten(schema, 0)
	if s == nil || value == nil && s["nullable"] == true {
		return
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		groups, _ := s[word+"s"].([]any)
		for _, g := range groups {
			w.choose(g.([]any), s, value, path, depth)
		}
	}
	w.checkType(s, value, path)
	w.checkEnum(s, value, path)
	switch v := value.(type) {
	case map[string]any:
		w.checkObject(s, v, path, depth)
	case []any:
		w.checkArray(s, v, path, depth)
	case string:
		w.checkText(s, v, path)
	case json.Number:
		w.checkNumber(s, v, path)
	}
}

// flatten resolves references and folds allOf into one schema. The lists of
// alternatives are gathered under anyOfs and oneOfs: all of them must hold.
func (w *walker) flatten(schema any, depth int) map[string]any {
	s, ok := schema.(map[string]any)
	if !ok || depth > maxSteps {
		return nil
	}
	if ref, ok := s["$ref"].(string); ok {
		return w.flatten(w.resolve(ref), depth+1)
	}
	out := map[string]any{}
	w.fold(out, s)
	all, _ := s["allOf"].([]any)
	for _, part := range all {
		w.fold(out, w.flatten(part, depth+1))
	}
	return out
}

func (w *walker) fold(out, s map[string]any) {
	for name, v := range s {
		switch name {
		case "properties":
			both, _ := out[name].(map[string]any)
			both = maps.Clone(both)
			if both == nil {
				both = map[string]any{}
			}
			if more, ok := v.(map[string]any); ok {
				maps.Copy(both, more)
			}
			out[name] = both
		case "required":
			had, _ := out[name].([]any)
			more, _ := v.([]any)
			out[name] = append(slices.Clone(had), more...)
		case "anyOf", "oneOf":
			had, _ := out[name+"s"].([]any)
			out[name+"s"] = append(slices.Clone(had), v)
		case "anyOfs", "oneOfs":
			had, _ := out[name].([]any)
			more, _ := v.([]any)
			out[name] = append(slices.Clone(had), more...)
		case "allOf":
		default:
			out[name] = v
		}
	}
}

func (w *walker) resolve(ref string) any {
	var v any = w.root
	for _, step := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		m, _ := v.(map[string]any)
		v = m[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
	}
	return v
}

// choose holds a value against alternatives. Where none fits, what is wrong is
// told for the one that comes nearest.
func (w *walker) choose(options []any, s map[string]any, value any, path string, depth int) {
	meant, unknown := w.meant(options, s, value)
	if unknown != "" {
		w.report(path, "there is no such kind as %s", unknown)
		return
	}
	var nearest []violation
	for i, o := range meant {
		try := &walker{root: w.root}
		try.check(o, value, path, depth+1)
		if len(try.found) == 0 {
			return
		}
		if i == 0 || nearness(try.found, path) < nearness(nearest, path) {
			nearest = try.found
		}
	}
	w.found = append(w.found, nearest...)
}

// nearness ranks alternatives that do not fit: one for another type of value is
// further away than one with wrong fields.
func nearness(list []violation, path string) int {
	n := len(list)
	for _, v := range list {
		if v.path == strings.TrimPrefix(path, ".") {
			n += 1000
		}
	}
	return n
}

// meant keeps the alternatives that the discriminator allows, if there is one,
// and names a kind that none of them is for.
func (w *walker) meant(options []any, s map[string]any, value any) (list []any, unknown string) {
	d, _ := s["discriminator"].(map[string]any)
	name, _ := d["propertyName"].(string)
	fields, ok := value.(map[string]any)
	if name == "" || !ok {
		return options, ""
	}
	kind := fmt.Sprint(fields[name])
	if mapping, ok := d["mapping"].(map[string]any); ok {
		ref, ok := mapping[kind].(string)
		if !ok {
			return nil, kind
		}
		return []any{map[string]any{"$ref": ref}}, ""
	}
	for _, o := range options {
		properties, _ := w.flatten(o, 0)["properties"].(map[string]any)
		try := &walker{root: w.root}
		try.check(properties[name], fields[name], "", 0)
		if len(try.found) == 0 {
			list = append(list, o)
		}
	}
	if len(list) == 0 {
		return nil, kind
	}
	return list, ""
}

func (w *walker) checkType(s map[string]any, value any, path string) {
	var names []string
	switch t := s["type"].(type) {
	case string:
		names = []string{t}
	case []any:
		for _, n := range t {
			names = append(names, fmt.Sprint(n))
		}
	default:
		return
	}
	kind := kindOf(value)
	if slices.Contains(names, kind) || kind == "integer" && slices.Contains(names, "number") {
		return
	}
	w.report(path, "it is a %s, not a %s", kind, strings.Join(names, " or "))
}

func kindOf(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case json.Number:
		if _, err := v.Int64(); err == nil {
			return "integer"
		}
		return "number"
	}
	return "object"
}

func (w *walker) checkEnum(s map[string]any, value any, path string) {
	options, ok := s["enum"].([]any)
	if c, has := s["const"]; has {
		options, ok = []any{c}, true
	}
	if !ok {
		return
	}
	for _, o := range options {
		if fmt.Sprint(o) == fmt.Sprint(value) {
			return
		}
	}
	w.report(path, "it is none of %v", options)
}

func (w *walker) checkObject(s, value map[string]any, path string, depth int) {
	properties, _ := s["properties"].(map[string]any)
	for _, name := range requiredOf(s) {
		if _, ok := value[name]; !ok {
			w.report(path+"."+name, "it is missing")
		}
	}
	// Alternatives bring fields of their own, and have been looked at.
	open := s["anyOfs"] != nil || s["oneOfs"] != nil
	for _, name := range sortedKeys(value) {
		at := path + "." + name
		if p, ok := properties[name]; ok {
			w.check(p, value[name], at, depth+1)
			continue
		}
		switch more := s["additionalProperties"].(type) {
		case map[string]any:
			w.check(more, value[name], at, depth+1)
		case bool:
			if !more {
				w.unknown(at)
			}
		default:
			if len(properties) > 0 && !open {
				w.unknown(at)
			}
		}
	}
}

func (w *walker) unknown(path string) {
	w.report(path, "there is no such field")
	w.found[len(w.found)-1].unknown = true
}

func requiredOf(s map[string]any) []string {
	var names []string
	list, _ := s["required"].([]any)
	for _, n := range list {
		if name, ok := n.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

func (w *walker) checkArray(s map[string]any, value []any, path string, depth int) {
	w.bound(s, "minItems", "maxItems", float64(len(value)), path, "items")
	for _, e := range value {
		w.check(s["items"], e, path+".*", depth+1)
	}
}

func (w *walker) checkText(s map[string]any, value, path string) {
	w.bound(s, "minLength", "maxLength", float64(len([]rune(value))), path, "letters")
	if pattern, ok := s["pattern"].(string); ok {
		if p, err := regexp.Compile(pattern); err == nil && !p.MatchString(value) {
			w.report(path, "it does not match %s", pattern)
		}
	}
}

func (w *walker) checkNumber(s map[string]any, value json.Number, path string) {
	f, err := value.Float64()
	if err != nil {
		w.report(path, "it is no number")
		return
	}
	w.bound(s, "minimum", "maximum", f, path, "")
	if s["format"] == "int32" && (f < -1<<31 || f >= 1<<31) {
		w.report(path, "it does not fit into 32 bits")
	}
}

func (w *walker) bound(s map[string]any, low, high string, value float64, path, unit string) {
	if least, ok := s[low].(float64); ok && value < least {
		w.report(path, "%v %s are below the %s of %v", value, unit, low, least)
	}
	if most, ok := s[high].(float64); ok && value > most {
		w.report(path, "%v %s are above the %s of %v", value, unit, high, most)
	}
}
