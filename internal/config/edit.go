package config

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/plumbdata/plumb/internal/fault"
)

// Edit is a change of a configuration file.
type Edit func(*document) error

// Put adds a connection, or replaces one that is there.
func Put(name string, c Connection) Edit {
	return func(d *document) error {
		if err := CheckName(name); err != nil {
			return err
		}
		if _, secrets := ExtractSecrets(name, string(c.DSN)); len(secrets) > 0 {
			return fault.New(fault.Internal, "the dsn of connection %s holds a secret and cannot be written", name)
		}
		edits := []setting{
			{key: "dsn", text: string(c.DSN)},
			{key: "include", list: c.Include},
			{key: "exclude", list: c.Exclude},
			{key: "preload", list: c.Preload},
			{key: "docs", text: c.Docs},
			{key: "functions", list: c.Functions},
		}
		for _, flag := range []struct {
			key string
			set bool
		}{{"accept_writable", c.AcceptWritable}, {"public", c.Public}} {
			s := setting{key: flag.key}
			if flag.set {
				s.text = "true"
			}
			edits = append(edits, s)
		}
		return d.replace("connections", name, edits)
	}
}

// replace sets the keys of a named section, and takes out those that say nothing: what an
// earlier one of the name had set must not linger.
func (d *document) replace(section, name string, edits []setting) error {
	for _, e := range edits {
		if e.text == "" && len(e.list) == 0 {
			if _, err := d.remove(section, name, e.key); err != nil {
				return err
			}
			continue
		}
		e.key = section + "." + name + "." + e.key
		if err := d.set(e); err != nil {
			return err
		}
	}
	return nil
}

// Remove takes a connection away, and makes none active if it was.
func Remove(name string) Edit {
	return func(d *document) error {
		found, err := d.remove("connections", name)
		if err != nil {
			return err
		}
		if !found {
			return fault.New(fault.NotFound, "%s has no connection named %s", d.file, Redact(name)).
				WithHint("plumb sources lists the connections and where they are set")
		}
		if d.value("active") == name {
			_, err = d.remove("active")
		}
		return err
	}
}

// Activate makes a connection the one that is used when a command names none.
func Activate(name string) Edit {
	return func(d *document) error { return d.set(setting{key: "active", text: name}) }
}

// document is the text of a configuration file. It is edited line by line, so
// that comments, order and all else stay as they were.
type document struct {
	file  string // as shown to people
	lines []string
	ended string // how lines end
}

func newDocument(data []byte, file string) *document {
	d := &document{file: file, ended: "\n"}
	text := string(data)
	if strings.Contains(text, "\r\n") {
		d.ended = "\r\n"
	}
	if text = strings.TrimSuffix(text, d.ended); text != "" {
		d.lines = strings.Split(text, d.ended)
	}
	return d
}

func (d *document) bytes() []byte {
	if len(d.lines) == 0 {
		return nil
	}
	return []byte(strings.Join(d.lines, d.ended) + d.ended)
}

// edit applies the changes. Each is checked by its meaning: a text that
// was not understood rightly is left alone.
func edit(data []byte, file string, edits []Edit) ([]byte, error) {
	d := newDocument(data, file)
	if slices.ContainsFunc(d.lines, func(line string) bool { return strings.ContainsAny(line, "\r\n") }) {
		return nil, d.byHand("its lines end in different ways")
	}
	for _, e := range edits {
		if err := e(d); err != nil {
			return nil, err
		}
	}
	return d.bytes(), nil
}

func (d *document) byHand(why string) error {
	return fault.New(fault.Config, "%s is written in a way that Plumb does not edit: %s", d.file, why).
		WithHint("make the change in an editor, or write each key on a line of its own")
}

// settings are the values that the text has now, by key.
func (d *document) settings() (map[string]setting, error) {
	list, err := parseYAML(d.bytes(), d.file, "")
	if err != nil {
		return nil, err
	}
	byKey := make(map[string]setting, len(list))
	for _, s := range list {
		s.from = origin{}
		byKey[s.key] = s
	}
	return byKey, nil
}

func (d *document) value(key string) string {
	s, err := d.settings()
	if err != nil {
		return ""
	}
	return s[key].text
}

// entry is a key with its value, as lines from start to before end.
type entry struct {
	value      ast.Node
	start, end int
	indent     int
}

// find descends along the keys and returns the entries that are there.
func (d *document) find(path []string) ([]entry, error) {
	tree, err := parseTree(d.bytes(), d.file)
	if err != nil || tree == nil {
		return nil, err
	}
	var chain []entry
	for _, key := range path {
		e, ok := d.child(tree, key)
		if !ok {
			break
		}
		chain = append(chain, e)
		if tree, ok = e.value.(ast.MapNode); !ok {
			break
		}
	}
	return chain, nil
}

func (d *document) child(m ast.MapNode, key string) (entry, bool) {
	for it := m.MapRange(); it.Next(); {
		if text, ok := textOf(it.Key()); ok && text == key {
			return d.entry(it), true
		}
	}
	return entry{}, false
}

// entry finds the lines of a key: its own, and those that are indented deeper.
func (d *document) entry(it *ast.MapNodeIter) entry {
	start := lineOf(it.Key()) - 1
	e := entry{value: it.Value(), start: start, end: start + 1, indent: indentOf(d.lines[start])}
	_, isList := it.Value().(*ast.SequenceNode)
	for i := start + 1; i < len(d.lines); i++ {
		line := strings.TrimSpace(d.lines[i])
		switch n := indentOf(d.lines[i]); {
		case line == "" || line[0] == '#' && n <= e.indent:
			continue // belongs to what follows, unless more of this entry does
		case n > e.indent || n == e.indent && isList && strings.HasPrefix(line, "-"):
			e.end = i + 1
		default:
			return e
		}
	}
	return e
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// set writes a value, on one line.
func (d *document) set(s setting) error {
	before, err := d.settings()
	if err != nil {
		return err
	}
	path := strings.Split(s.key, ".")
	chain, err := d.find(path)
	if err != nil {
		return err
	}
	if err := d.refuseBraces(chain); err != nil {
		return err
	}
	if at := len(chain); at < len(path) {
		d.insert(chain, path[at:], s.yaml())
	} else {
		e := chain[at-1]
		d.splice(e.start, e.end, strings.Repeat(" ", e.indent)+path[at-1]+": "+s.yaml()+d.comment(e))
	}
	before[s.key] = s
	return d.verify(before)
}

// refuseBraces refuses to change keys that stand between braces on a line.
func (d *document) refuseBraces(chain []entry) error {
	for _, e := range chain {
		if m, ok := e.value.(*ast.MappingNode); ok && m.IsFlowStyle && len(m.Values) > 0 {
			return d.byHand("line " + strconv.Itoa(e.start+1) + " has its keys in braces")
		}
	}
	return nil
}

// insert adds keys below the last entry of the chain.
func (d *document) insert(chain []entry, path []string, value string) {
	at, indent := len(d.lines), 0
	if len(chain) > 0 {
		e := chain[len(chain)-1]
		at, indent = e.end, e.indent+2
		if m, ok := e.value.(ast.MapNode); ok {
			for it := m.MapRange(); it.Next(); {
				indent = indentOf(d.lines[lineOf(it.Key())-1])
			}
		}
		if m, ok := e.value.(*ast.MappingNode); ok && m.IsFlowStyle { // {}
			key, _, _ := strings.Cut(d.lines[e.start], "{")
			d.lines[e.start] = strings.TrimRight(key, " ") + d.comment(e)
		}
	}
	var added []string
	for i, key := range path {
		line := strings.Repeat(" ", indent+2*i) + key + ":"
		if i == len(path)-1 {
			line += " " + value
		}
		added = append(added, line)
	}
	d.splice(at, at, added...)
}

// remove takes the lines of a key away, with the comment right above it.
func (d *document) remove(path ...string) (found bool, err error) {
	before, err := d.settings()
	if err != nil {
		return false, err
	}
	chain, err := d.find(path)
	if err != nil || len(chain) < len(path) {
		return false, err
	}
	if err := d.refuseBraces(chain[:len(chain)-1]); err != nil {
		return false, err
	}
	e := chain[len(chain)-1]
	for len(path) > 1 && e.start > 0 && indentOf(d.lines[e.start-1]) == e.indent && strings.HasPrefix(strings.TrimSpace(d.lines[e.start-1]), "#") {
		e.start--
	}
	d.splice(e.start, e.end)
	gone := strings.Join(path, ".")
	maps.DeleteFunc(before, func(key string, _ setting) bool {
		return key == gone || strings.HasPrefix(key, gone+".")
	})
	return true, d.verify(before)
}

// verify compares what the text says now with what it should say.
func (d *document) verify(want map[string]setting) error {
	got, err := d.settings()
	if err != nil {
		return d.byHand(fault.Of(err).Message)
	}
	if !sameSettings(got, want) {
		return d.byHand("the change would alter other keys")
	}
	return nil
}

func sameSettings(a, b map[string]setting) bool {
	return maps.EqualFunc(a, b, func(x, y setting) bool { return x.text == y.text && slices.Equal(x.list, y.list) })
}

func (d *document) splice(start, end int, lines ...string) {
	d.lines = slices.Replace(d.lines, start, end, lines...)
}

// comment is the comment at the end of an entry's only line: the first # that
// can go without a change of meaning.
func (d *document) comment(e entry) string {
	line := d.lines[e.start]
	now, err := d.settings()
	if err != nil || e.end != e.start+1 {
		return ""
	}
	for i := 1; i < len(line); i++ {
		if line[i] != '#' || line[i-1] != ' ' {
			continue
		}
		without := *d
		without.lines = slices.Clone(d.lines)
		without.lines[e.start] = line[:i]
		if then, err := without.settings(); err == nil && sameSettings(now, then) {
			return " " + line[i:]
		}
	}
	return ""
}

// yaml writes the value on one line.
func (s setting) yaml() string {
	if f, ok := fieldAt(s.key); ok && f.typ.Kind() != reflect.String && shapeOf(f.typ) == scalar {
		return s.text
	}
	if s.list == nil {
		return quote(s.text)
	}
	quoted := make([]string, len(s.list))
	for i, item := range s.list {
		if quoted[i] = quote(item); strings.ContainsAny(item, "{}") && quoted[i] == item {
			quoted[i] = `"` + item + `"` // braces mean something in a list
		}
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

var plain = regexp.MustCompile(`^[A-Za-z/]([A-Za-z0-9_./:@?=&%+~*${}-]*[A-Za-z0-9_/}*])?$`)

// quote writes a text as a YAML value on one line: plainly where that is safe,
// else as JSON, which YAML contains.
func quote(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "null", "y", "n", "yes", "no", "on", "off":
	default:
		if plain.MatchString(s) {
			return s
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil { // strings always encode
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
