package modeltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxDepth bounds the nesting of a request.
const maxDepth = 100

// problem is the first thing wrong with a request: kind and place come apart,
// because each provider words them in its own way.
type problem struct {
	kind string // unknown, missing, type, or "" with all the words in text
	path []string
	text string
	code string
}

// node is a value in a request's JSON, with its place. All nodes of a request
// share the first problem that was met; after it, reading gives zero values.
type node struct {
	path  []string
	value any
	found **problem
}

// parseTree reads a body that must be one JSON object.
func parseTree(body []byte) (node, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return node{}, err
	}
	if _, err := d.Token(); err != io.EOF {
		return node{}, fmt.Errorf("more than one JSON value")
	}
	if _, ok := v.(map[string]any); !ok {
		return node{}, fmt.Errorf("not a JSON object")
	}
	if depth(v, 0) > maxDepth {
		return node{}, fmt.Errorf("nested too deeply")
	}
	var first *problem
	return node{value: v, found: &first}, nil
}

func depth(v any, above int) int {
	deepest := above
	if above > maxDepth {
		return above
	}
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			deepest = max(deepest, depth(e, above+1))
		}
	case []any:
		for _, e := range v {
			deepest = max(deepest, depth(e, above+1))
		}
	}
	return deepest
}

func (n node) problem() *problem { return *n.found }

func (n node) fail(kind, text, code string) {
	if *n.found == nil {
		*n.found = &problem{kind: kind, path: n.path, text: text, code: code}
	}
}

// refuse says in full what is wrong here.
func (n node) refuse(format string, args ...any) { n.fail("", fmt.Sprintf(format, args...), "") }

// child is a field of an object; its value is nil where there is none.
func (n node) child(name string) node {
	m, _ := n.value.(map[string]any)
	return node{path: n.at(name), value: m[name], found: n.found}
}

func (n node) at(step string) []string {
	return append(append([]string(nil), n.path...), step)
}

// has says whether the field is there, null or not.
func (n node) has(name string) bool {
	m, _ := n.value.(map[string]any)
	_, ok := m[name]
	return ok
}

// set says whether the field is there and not null.
func (n node) set(name string) bool { return n.child(name).value != nil }

// fields refuses every field that is not among the names, and a value that is
// not an object.
func (n node) fields(names string) node {
	m, ok := n.value.(map[string]any)
	if !ok {
		n.fail("type", "object", "")
		return n
	}
	for _, name := range sortedKeys(m) {
		if !containsWord(names, name) {
			n.child(name).fail("unknown", name, "")
		}
	}
	return n
}

// need refuses an object without the fields.
func (n node) need(names ...string) node {
	for _, name := range names {
		if !n.has(name) {
			n.child(name).fail("missing", name, "")
		}
	}
	return n
}

// list is the elements of an array; a missing one is empty.
func (n node) list() []node {
	if n.value == nil {
		return nil
	}
	values, ok := n.value.([]any)
	if !ok {
		n.fail("type", "array", "")
		return nil
	}
	nodes := make([]node, len(values))
	for i, v := range values {
		nodes[i] = node{path: n.at(strconv.Itoa(i)), value: v, found: n.found}
	}
	return nodes
}

func (n node) isText() bool { _, ok := n.value.(string); return ok }
func (n node) isList() bool { _, ok := n.value.([]any); return ok }

// text is a string; a missing one is empty.
func (n node) text() string {
	if n.value == nil {
		return ""
	}
	s, ok := n.value.(string)
	if !ok {
		n.fail("type", "string", "")
	}
	return s
}

// flag is a boolean; a missing one is false.
func (n node) flag() bool {
	if n.value == nil {
		return false
	}
	b, ok := n.value.(bool)
	if !ok {
		n.fail("type", "boolean", "")
	}
	return b
}

// integer is a whole number, or nil where there is none.
func (n node) integer() *int64 {
	if n.value == nil {
		return nil
	}
	number, _ := n.value.(json.Number)
	i, err := number.Int64()
	if err != nil {
		n.fail("type", "integer", "")
		return nil
	}
	return &i
}

// number is a number within bounds, or nil where there is none.
func (n node) number() *float64 {
	if n.value == nil {
		return nil
	}
	number, _ := n.value.(json.Number)
	f, err := number.Float64()
	if err != nil {
		n.fail("type", "number", "")
		return nil
	}
	return &f
}

// texts is a list of strings.
func (n node) texts() []string {
	var list []string
	for _, e := range n.list() {
		if e.value == nil {
			e.fail("type", "string", "")
		}
		list = append(list, e.text())
	}
	return list
}

// raw is the value as JSON.
func (n node) raw() json.RawMessage { return encode(n.value) }

func containsWord(words, word string) bool {
	for _, w := range strings.Fields(words) {
		if w == word {
			return true
		}
	}
	return false
}
