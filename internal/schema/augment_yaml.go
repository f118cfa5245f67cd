package schema

import (
	"errors"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/plumbdata/plumb/internal/fault"
)

// node is a part of a YAML file; the zero node is one that is not there.
type node struct {
	ast  ast.Node
	file *yamlFile
}

type yamlFile struct {
	name    string
	anchors map[string]ast.Node
}

// parseYAML reads the documents of a file, or reports why it cannot.
func (a *augmenter) parseYAML(file, text string) []node {
	if tooDeep(text) {
		a.report(place{file: file}, fault.Warning, fault.New(fault.BadData, "%s is nested too deeply and was not read", file).
			WithHint("write lists and maps on lines of their own"))
		return nil
	}
	parsed, err := parseSafely(text)
	if err != nil {
		at := place{file: file}
		message := err.Error()
		var y yaml.Error
		if errors.As(err, &y) {
			message = y.GetMessage()
			if t := y.GetToken(); t != nil && t.Position != nil {
				at.line = t.Position.Line
			}
		}
		a.report(at, fault.Warning, fault.Wrap(err, fault.BadData, "line %d of %s is not valid YAML: %s", at.line, file, message).
			WithHint("check the indentation and the quotes there"))
		return nil
	}
	f := &yamlFile{name: file, anchors: map[string]ast.Node{}}
	var docs []node
	for _, d := range parsed.Docs {
		if d.Body != nil {
			ast.Walk(anchorFinder(f.anchors), d.Body)
			docs = append(docs, node{d.Body, f})
		}
	}
	return docs
}

// parseSafely makes a parser's mistake one more broken file.
func parseSafely(text string) (f *ast.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fault.New(fault.BadData, "it cannot be parsed")
		}
	}()
	return parser.ParseBytes([]byte(text), 0)
}

// tooDeep refuses what would keep a recursive parser busy for long: brackets
// within brackets, and lines of nothing but indicators (- - - -, ? ? ?, &a &b).
func tooDeep(text string) bool {
	const deepest, most, inRow = 100, 20_000, 20
	depth, opened := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{':
			opened++
			if depth++; depth > deepest || opened > most {
				return true
			}
		case ']', '}':
			depth = max(depth-1, 0)
		}
	}
	row := 0
	for word := range strings.FieldsSeq(text) {
		if row++; !strings.ContainsAny(word[:1], "-?&!*|>") {
			row = 0
		}
		if row > inRow {
			return true
		}
	}
	return false
}

type anchorFinder map[string]ast.Node

func (f anchorFinder) Visit(n ast.Node) ast.Visitor {
	if a, ok := n.(*ast.AnchorNode); ok && a.Name != nil && a.Name.GetToken() != nil {
		f[a.Name.GetToken().Value] = a.Value
	}
	return f
}

// plain sees through anchors, aliases and tags. Aliases may lead in circles.
func (n node) plain() ast.Node {
	x := n.ast
	for range 10 {
		switch v := x.(type) {
		case *ast.AnchorNode:
			x = v.Value
		case *ast.AliasNode:
			x = n.file.anchors[v.Value.GetToken().Value]
		case *ast.TagNode:
			x = v.Value
		default:
			return x
		}
	}
	return nil
}

// pair is an entry of a map.
type pair struct {
	key   string
	value node
}

// pairs are the entries of a map, merged ones last.
func (n node) pairs() []pair { return n.pairsWithin(5) }

func (n node) pairsWithin(depth int) []pair {
	var values []*ast.MappingValueNode
	switch m := n.plain().(type) {
	case *ast.MappingNode:
		values = m.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{m}
	}
	var list, merged []pair
	for _, v := range values {
		value := node{v.Value, n.file}
		if v.Key.IsMergeKey() {
			if depth > 0 {
				merged = append(merged, value.pairsWithin(depth-1)...)
			}
			continue
		}
		list = append(list, pair{node{v.Key, n.file}.text(), value})
	}
	return append(list, merged...)
}

// get is the value under the first of the keys that is there.
func (n node) get(keys ...string) node {
	for _, k := range keys {
		for _, p := range n.pairs() {
			if p.key == k {
				return p.value
			}
		}
	}
	return node{file: n.file}
}

// items are the elements of a list, or the value itself where one stands for a
// list of one.
func (n node) items() []node {
	switch s := n.plain().(type) {
	case nil, *ast.NullNode:
		return nil
	case *ast.SequenceNode:
		list := make([]node, len(s.Values))
		for i, v := range s.Values {
			list[i] = node{v, n.file}
		}
		return list
	}
	return []node{n}
}

func (n node) isList() bool {
	_, ok := n.plain().(*ast.SequenceNode)
	return ok
}

// text is a scalar as it was written; "" for anything else.
func (n node) text() string {
	switch s := n.plain().(type) {
	case *ast.StringNode:
		return strings.TrimSpace(s.Value)
	case *ast.LiteralNode:
		return strings.TrimSpace(s.Value.Value)
	case *ast.MappingKeyNode:
		return node{s.Value, n.file}.text()
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return s.GetToken().Value
	}
	return ""
}

// texts are the scalars of a list.
func (n node) texts() []string {
	var list []string
	for _, i := range n.items() {
		if t := i.text(); t != "" {
			list = append(list, t)
		}
	}
	return list
}

// place is where the node stands.
func (n node) place() place {
	p := place{file: n.file.name}
	if n.ast == nil {
		return p
	}
	t := n.ast.GetToken()
	if l, ok := n.ast.(*ast.MappingNode); ok && len(l.Values) > 0 {
		t = l.Values[0].Key.GetToken()
	}
	if m, ok := n.ast.(*ast.MappingValueNode); ok {
		t = m.Key.GetToken()
	}
	if t != nil && t.Position != nil {
		p.line = t.Position.Line
	}
	return p
}
