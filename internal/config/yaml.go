package config

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/plumbdata/plumb/internal/fault"
)

// A configuration is plain YAML: keys, values and lists. Anchors, aliases,
// tags and several documents are refused, which also leaves nothing that could
// expand; size, tokens and depth are bounded before the parser sees them,
// because its work grows with their square.
const (
	maxTokens = 20_000
	maxDepth  = 16
)

// parseYAML turns a file into settings. Lines are checked against the known
// keys; values are only taken apart.
func parseYAML(data []byte, file, dir string) ([]setting, error) {
	top, err := parseTree(data, file)
	if err != nil || top == nil {
		return nil, err
	}
	r := &yamlReader{file: file, dir: dir}
	if err := r.section(top, root, ""); err != nil {
		return nil, err
	}
	return r.settings, nil
}

// parseTree is the mapping at the top of a file, or nil when it says nothing.
func parseTree(data []byte, file string) (tree ast.MapNode, err error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return nil, fault.New(fault.Config, "%s is not UTF-8 text", file).
			WithHint("save it again as UTF-8 in your editor")
	}
	// The parser is someone else's: should it fail on a text, that is the
	// text's fault to the person who wrote it.
	defer func() {
		if r := recover(); r != nil {
			tree, err = nil, fault.New(fault.Config, "%s is not valid YAML", file).
				WithHint("compare it with the example in the documentation")
		}
	}()
	tokens := lexer.Tokenize(string(data))
	if err := checkTokens(tokens, file); err != nil {
		return nil, err
	}
	f, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, syntaxFault(err, data, file)
	}
	var bodies []ast.Node
	for _, d := range f.Docs {
		if d.Body != nil && d.Body.Type() != ast.NullType && d.Body.Type() != ast.CommentType {
			bodies = append(bodies, d.Body)
		}
	}
	if len(bodies) == 0 {
		return nil, nil
	}
	if len(bodies) > 1 {
		return nil, fault.New(fault.Config, "%s:%d: a second YAML document begins here", file, lineOf(bodies[1])).
			WithHint("keep one, and remove the line with ---")
	}
	tree, ok := bodies[0].(ast.MapNode)
	if !ok {
		return nil, fault.New(fault.Config, "%s:%d: expected keys (%s), found %s", file, lineOf(bodies[0]),
			strings.Join(keysOf(root), ", "), describe(bodies[0]))
	}
	return tree, nil
}

func checkTokens(tokens token.Tokens, file string) error {
	if len(tokens) > maxTokens {
		return fault.New(fault.Config, "%s has more than %d tokens", file, maxTokens).
			WithHint("a configuration is a few lines; is this the right file?")
	}
	depth, dashes, line := 0, 0, 0
	for _, t := range tokens {
		if t.Position.Line != line {
			line, dashes = t.Position.Line, 0
		}
		refused := ""
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.SequenceEntryType:
			dashes++
		case token.AliasType:
			refused = "an alias"
		case token.AnchorType:
			refused = "an anchor"
		case token.TagType:
			refused = "a tag"
		case token.DirectiveType:
			refused = "a directive"
		case token.MergeKeyType:
			refused = "a merge key"
		case token.MappingKeyType:
			refused = "a complex key"
		}
		if refused != "" {
			return fault.New(fault.Config, "%s:%d: %s begins %s in YAML, which a configuration may not have", file, line, t.Value, refused).
				WithHint("if it is part of a value, put the value in quotes")
		}
		if depth > maxDepth || dashes > maxDepth {
			return fault.New(fault.Config, "%s:%d: nested too deeply", file, line).
				WithHint("no setting is nested more than three levels")
		}
	}
	return nil
}

// syntaxFault says what the parser found, without the lines around it, which
// may hold a secret.
func syntaxFault(err error, data []byte, file string) error {
	line, message := 0, "not valid YAML"
	var detail yaml.Error
	if errors.As(err, &detail) {
		message = detail.GetMessage()
		if t := detail.GetToken(); t != nil && t.Position != nil {
			line = t.Position.Line
		}
	}
	for i, text := range bytes.Split(data, []byte("\n")) {
		indent := text[:len(text)-len(bytes.TrimLeft(text, " \t"))]
		if bytes.IndexByte(indent, '\t') >= 0 && (i+1 <= line || line == 0) {
			return fault.New(fault.Config, "%s:%d: the line is indented with a tab", file, i+1).
				WithHint("YAML allows only spaces there: replace each tab by two spaces")
		}
	}
	if line == 0 {
		return fault.New(fault.Config, "%s: %s", file, message)
	}
	return fault.New(fault.Config, "%s:%d: %s", file, line, message).
		WithHint("check the indentation and the quotes of this line and the one before it")
}

type yamlReader struct {
	file, dir string
	settings  []setting
}

// section reads the keys of a struct.
func (r *yamlReader) section(m ast.MapNode, t reflect.Type, prefix string) error {
	seen := map[string]int{}
	for it := m.MapRange(); it.Next(); {
		key, line, err := r.key(it, seen, prefix)
		if err != nil {
			return err
		}
		f, ok := fieldOf(t, key)
		if !ok {
			return fault.New(fault.Config, "%s:%d: unknown key %s", r.file, line, prefix+shorten(Redact(key))).
				WithHint("%s", suggest(key, t, prefix))
		}
		if err := r.value(it.Value(), f, prefix+key, line); err != nil {
			return err
		}
	}
	return nil
}

func (r *yamlReader) key(it *ast.MapNodeIter, seen map[string]int, prefix string) (key string, line int, err error) {
	line = lineOf(it.Key())
	key, ok := textOf(it.Key())
	if !ok {
		return "", 0, fault.New(fault.Config, "%s:%d: expected a key, found %s", r.file, line, describe(it.Key()))
	}
	if first, ok := seen[key]; ok {
		return "", 0, fault.New(fault.Config, "%s:%d: %s is already set in line %d", r.file, line, prefix+shorten(Redact(key)), first).
			WithHint("keep one of the two")
	}
	seen[key] = line
	return key, line, nil
}

func (r *yamlReader) value(n ast.Node, f field, path string, line int) error {
	if n == nil || n.Type() == ast.NullType {
		return nil // a key without a value leaves the default
	}
	s := setting{key: path, from: origin{file: r.file, line: line, dir: r.dir}}
	wrong := func() error {
		return fault.New(fault.Config, "%s:%d: %s expects %s, not %s", r.file, line, path, expectation(f), describe(n))
	}
	switch shapeOf(f.typ) {
	case section:
		m, ok := n.(ast.MapNode)
		if !ok {
			return wrong()
		}
		return r.section(m, f.typ, path+".")
	case named:
		m, ok := n.(ast.MapNode)
		if !ok {
			return wrong()
		}
		return r.readSections(m, f, path+".")
	case list:
		items, ok := n.(ast.ArrayNode)
		if !ok {
			return wrong()
		}
		s.list = []string{}
		for it := items.ArrayRange(); it.Next(); {
			text, ok := textOf(it.Value())
			if !ok && f.pairs {
				var err error
				if text, err = r.pair(it.Value(), path); err != nil {
					return err
				}
				ok = text != ""
			}
			if !ok {
				n, line = it.Value(), lineOf(it.Value())
				return wrong()
			}
			s.list = append(s.list, text)
		}
	case scalar:
		text, ok := textOf(n)
		if isText := f.typ.Kind() == reflect.String && f.typ != decimal; !ok || isText && !quotable(n) {
			return wrong()
		}
		s.text = text
	}
	if err := s.checkReferences(); err != nil {
		return err
	}
	if holdsSecret(f, s.text) {
		return heldSecret(s)
	}
	r.settings = append(r.settings, s)
	return nil
}

// readSections reads a map of sections, each under a name of the person's choice.
func (r *yamlReader) readSections(m ast.MapNode, f field, prefix string) error {
	seen := map[string]int{}
	for it := m.MapRange(); it.Next(); {
		name, line, err := r.key(it, seen, prefix)
		if err != nil {
			return err
		}
		if err := checkMapName(f, name); err != nil {
			return fault.New(fault.Config, "%s:%d: %s", r.file, line, err).WithHint("%s", fault.Of(err).Hint)
		}
		item := field{key: name, typ: f.typ.Elem()}
		entry, ok := it.Value().(ast.MapNode)
		if !ok {
			return fault.New(fault.Config, "%s:%d: %s expects %s, not %s", r.file, line, prefix+name, expectation(item), describe(it.Value())).
				WithHint("write keys under it, such as %s: …", keysOf(item.typ)[0])
		}
		if err := r.section(entry, item.typ, prefix+name+"."); err != nil {
			return err
		}
	}
	return nil
}

// CheckName refuses names of connections that could not be part of a key or a
// variable.
func CheckName(name string) error {
	letter := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
	ok := name != "" && len(name) <= 64 && letter(name[0])
	for i := range len(name) {
		c := name[i]
		ok = ok && (letter(c) || c >= '0' && c <= '9' || c == '_' || c == '-')
	}
	if !ok {
		return fault.New(fault.Config, "%q cannot be the name of a connection", shorten(Redact(name))).
			WithHint("use letters, digits, - and _, beginning with a letter")
	}
	return nil
}

// suggest names the nearest key: in the same place, or the same word elsewhere.
func suggest(key string, t reflect.Type, prefix string) string {
	if fault.Nearest(key, keysOf(t)) == "" {
		for path := range leaves(root, "") {
			if i := strings.LastIndexByte(path, '.'); path[i+1:] == strings.ToLower(key) && path != prefix+key {
				return "did you mean " + strings.ReplaceAll(path, "*", "NAME") + "?"
			}
		}
	}
	return fault.DidYouMean(key, "known keys", keysOf(t))
}

func lineOf(n ast.Node) int {
	if n == nil || n.GetToken() == nil || n.GetToken().Position == nil {
		return 0
	}
	return n.GetToken().Position.Line
}

// textOf is the text of a scalar.
func textOf(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NanNode, *ast.InfinityNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// quotable reports whether the person wrote a text, and not a number that only
// looks like one.
func quotable(n ast.Node) bool {
	return n.Type() == ast.StringType || n.Type() == ast.LiteralType
}

func describe(n ast.Node) string {
	if n == nil {
		return "nothing"
	}
	switch n.Type() {
	case ast.MappingType, ast.MappingValueType:
		return "keys"
	case ast.SequenceType:
		return "a list"
	case ast.IntegerType, ast.FloatType, ast.InfinityType, ast.NanType:
		return "a number"
	case ast.BoolType:
		return "true or false"
	case ast.NullType:
		return "nothing"
	case ast.StringType, ast.LiteralType:
		return "text"
	}
	return "something else"
}

func shorten(s string) string {
	const most = 60
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
