package duckdb

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// object is a part of the tree: fields in their order. Like all values of a
// tree (number, string, bool, nil, []any) it comes out of decode.
type object struct{ fields []member }

type member struct {
	key   string
	value any
}

type number string

// get is the value of a field, or nil. A nil object has none.
func (o *object) get(key string) any {
	if o == nil {
		return nil
	}
	for i := range o.fields {
		if o.fields[i].key == key {
			return o.fields[i].value
		}
	}
	return nil
}

func (o *object) set(key string, value any) {
	for i := range o.fields {
		if o.fields[i].key == key {
			o.fields[i].value = value
			return
		}
	}
	o.fields = append(o.fields, member{key, value})
}

func (o *object) remove(key string) {
	for i := range o.fields {
		if o.fields[i].key == key {
			o.fields = append(o.fields[:i:i], o.fields[i+1:]...)
			return
		}
	}
}

// only reports whether an object has no other fields than these.
func (o *object) only(keys ...string) bool {
	if o == nil {
		return true
	}
	return !slices.ContainsFunc(o.fields, func(f member) bool { return !slices.Contains(keys, f.key) })
}

// of makes an object from keys and values.
func of(pairs ...any) *object {
	o := &object{}
	for i := 0; i < len(pairs); i += 2 {
		o.fields = append(o.fields, member{pairs[i].(string), pairs[i+1]})
	}
	return o
}

func (o *object) text(key string) string { s, _ := o.get(key).(string); return s }

func (o *object) object(key string) *object { m, _ := o.get(key).(*object); return m }

func (o *object) list(key string) []any { l, _ := o.get(key).([]any); return l }

func (o *object) texts(key string) []string { return texts(o.list(key)) }

func asObject(v any) *object { m, _ := v.(*object); return m }

func texts(list []any) []string {
	out := make([]string, 0, len(list))
	for _, e := range list {
		s, _ := e.(string)
		out = append(out, s)
	}
	return out
}

// decode reads a tree in JSON as DuckDB writes it. Texts without escapes stay
// where they are in raw.
func decode(raw string) (any, error) {
	d := &decoder{raw: raw}
	v := d.value()
	if d.bad || d.at != len(raw) {
		return nil, errors.New("broken JSON")
	}
	return v, nil
}

type decoder struct {
	raw     string
	at      int
	bad     bool
	depth   int
	members []member // of the objects that are being read, and of the lists
	values  []any
}

func (d *decoder) peek() byte {
	if d.at < len(d.raw) {
		return d.raw[d.at]
	}
	d.bad = true
	return 0
}

func (d *decoder) expect(c byte) {
	if d.peek() == c {
		d.at++
	} else {
		d.bad = true
	}
}

func (d *decoder) value() any {
	const deepest = 10_000
	if d.depth++; d.depth > deepest {
		d.bad = true
	}
	defer func() { d.depth-- }()
	if d.bad {
		return nil
	}
	switch c := d.peek(); {
	case c == '{':
		return d.object()
	case c == '[':
		return d.list()
	case c == '"':
		return d.text()
	case c == 't' || c == 'f' || c == 'n':
		return d.word()
	}
	start := d.at
	for d.at < len(d.raw) && strings.IndexByte("+-.0123456789eE", d.raw[d.at]) >= 0 {
		d.at++
	}
	d.bad = d.bad || d.at == start
	return number(d.raw[start:d.at])
}

func (d *decoder) word() any {
	for word, v := range map[string]any{"true": true, "false": false, "null": nil} {
		if strings.HasPrefix(d.raw[d.at:], word) {
			d.at += len(word)
			return v
		}
	}
	d.bad = true
	return nil
}

func (d *decoder) object() *object {
	start := len(d.members)
	for d.at++; !d.bad && d.peek() != '}'; {
		if len(d.members) > start {
			d.expect(',')
		}
		key := d.text()
		d.expect(':')
		v := d.value()
		d.members = append(d.members, member{key, v})
	}
	d.at++
	o := &object{append([]member(nil), d.members[start:]...)}
	d.members = d.members[:start]
	return o
}

func (d *decoder) list() []any {
	start := len(d.values)
	for d.at++; !d.bad && d.peek() != ']'; {
		if len(d.values) > start {
			d.expect(',')
		}
		v := d.value()
		d.values = append(d.values, v)
	}
	d.at++
	l := append([]any{}, d.values[start:]...)
	d.values = d.values[:start]
	return l
}

func (d *decoder) text() string {
	d.expect('"')
	start := d.at
	escaped := false
	for d.at < len(d.raw) && d.raw[d.at] != '"' {
		if d.raw[d.at] == '\\' {
			escaped = true
			d.at++
		}
		d.at++
	}
	if d.at >= len(d.raw) {
		d.bad = true
		return ""
	}
	s := d.raw[start:d.at]
	d.at++
	if escaped {
		if err := json.Unmarshal([]byte(d.raw[start-1:d.at]), &s); err != nil {
			d.bad = true
		}
	}
	return s
}

// encode writes a tree as JSON.
func encode(out []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(out, "null"...)
	case bool:
		if v {
			return append(out, "true"...)
		}
		return append(out, "false"...)
	case number:
		return append(out, v...)
	case string:
		quoted, _ := json.Marshal(v) // a string always has a form
		return append(out, quoted...)
	case []any:
		out = append(out, '[')
		for i, e := range v {
			if i > 0 {
				out = append(out, ',')
			}
			out = encode(out, e)
		}
		return append(out, ']')
	case *object:
		out = append(out, '{')
		for i, f := range v.fields {
			if i > 0 {
				out = append(out, ',')
			}
			out = encode(out, f.key)
			out = append(out, ':')
			out = encode(out, f.value)
		}
		return append(out, '}')
	}
	return out
}
