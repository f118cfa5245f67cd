package config

import (
	"cmp"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// The keys of a configuration are the fields of Config: what files may say,
// which variables are read, what editors complete and what messages expect all
// come from the struct.

type field struct {
	key, doc    string
	preset, min string   // the default and the least value, as text
	enum        []string // the values that there are; nil means any
	names       string   // of a map: what its names are, see checkMapName
	pairs       bool     // of a list: provider and model may be keys of an item
	late        bool     // references are looked up when the value is used
	index       int
	typ         reflect.Type
}

// shape is how a field is written in a file.
type shape int

const (
	scalar  shape = iota
	list          // []string
	section       // struct
	named         // map of struct by name
)

func shapeOf(t reflect.Type) shape {
	switch t.Kind() {
	case reflect.Slice:
		return list
	case reflect.Struct:
		return section
	case reflect.Map:
		return named
	}
	return scalar
}

func fieldsOf(t reflect.Type) []field {
	var fields []field
	for i := range t.NumField() {
		f := t.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "" || key == "-" {
			continue
		}
		var enum []string
		if words := f.Tag.Get("enum"); words != "" {
			enum = strings.Split(words, "|")
		}
		fields = append(fields, field{
			enum: enum,
			key:  key, doc: f.Tag.Get("doc"), preset: f.Tag.Get("default"), min: f.Tag.Get("min"),
			names: f.Tag.Get("names"), pairs: f.Tag.Get("items") == modelNames, late: f.Tag.Get("late") != "", index: i, typ: f.Type,
		})
	}
	return fields
}

func fieldOf(t reflect.Type, key string) (field, bool) {
	for _, f := range fieldsOf(t) {
		if f.key == key {
			return f, true
		}
	}
	return field{}, false
}

func keysOf(t reflect.Type) []string {
	var keys []string
	for _, f := range fieldsOf(t) {
		keys = append(keys, f.key)
	}
	return keys
}

var (
	root    = reflect.TypeFor[Config]()
	decimal = reflect.TypeFor[Decimal]()
)

// fieldAt finds the field that a full key such as connections.shop.dsn names.
func fieldAt(key string) (field, bool) {
	_, f, ok := parse(key)
	return f, ok
}

// parse takes a full key apart and finds the field that it names. A name may
// hold dots itself: what has a name has no sections, so that the last part is
// its field.
func parse(key string) (path []string, f field, ok bool) {
	t, rest := root, key
	for {
		part, after, more := strings.Cut(rest, ".")
		if f, ok = fieldOf(t, part); !ok {
			return nil, field{}, false
		}
		path = append(path, part)
		switch shapeOf(f.typ) {
		case section:
			t, rest = f.typ, after
		case named:
			dot := strings.LastIndexByte(after, '.')
			if dot <= 0 {
				return nil, field{}, false
			}
			leaf, ok := fieldOf(f.typ.Elem(), after[dot+1:])
			return append(path, after[:dot], after[dot+1:]), leaf, ok
		default:
			return path, f, !more
		}
	}
}

// leaves yields the full key of every field below t; a name in it is *.
func leaves(t reflect.Type, prefix string) iter.Seq2[string, field] {
	return func(yield func(string, field) bool) {
		for _, f := range fieldsOf(t) {
			next, path := f.typ, prefix+f.key
			switch shapeOf(f.typ) {
			case scalar, list:
				if !yield(path, f) {
					return
				}
				continue
			case named:
				next, path = f.typ.Elem(), path+".*"
			}
			for k, leaf := range leaves(next, path+".") {
				if !yield(k, leaf) {
					return
				}
			}
		}
	}
}

// assign puts the value of a setting into the field that its key names.
func assign(c *Config, s setting) error {
	path, f, ok := parse(s.key)
	if !ok {
		return fault.New(fault.Internal, "%s is not a key of the configuration", s.key)
	}
	return place(reflect.ValueOf(c).Elem(), path, f, s)
}

func place(v reflect.Value, path []string, leaf field, s setting) error {
	if len(path) == 0 {
		return s.into(v, leaf)
	}
	if v.Kind() == reflect.Map {
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		name, item := reflect.ValueOf(path[0]), reflect.New(v.Type().Elem()).Elem()
		if old := v.MapIndex(name); old.IsValid() {
			item.Set(old)
		}
		err := place(item, path[1:], leaf, s)
		if err == nil {
			v.SetMapIndex(name, item)
		}
		return err
	}
	f, _ := fieldOf(v.Type(), path[0])
	return place(v.Field(f.index), path[1:], leaf, s)
}

func (s setting) into(v reflect.Value, f field) error {
	if shapeOf(f.typ) == list {
		v.Set(reflect.ValueOf(s.list))
		return nil
	}
	n, ok := parseScalar(f.typ, s.text)
	if len(f.enum) > 0 && !slices.Contains(f.enum, s.text) {
		return fault.New(fault.Config, "%s: %s expects %s, not %q", s.from, s.key, expectation(f), shorten(Redact(s.text))).
			WithHint("%s", fault.DidYouMean(s.text, "values", f.enum))
	}
	if ok && f.min != "" {
		least, _ := parseScalar(f.typ, f.min)
		ok = n.Int() >= least.Int()
	}
	if !ok {
		return fault.New(fault.Config, "%s: %s expects %s, not %q", s.from, s.key, expectation(f), shorten(Redact(s.text)))
	}
	v.Set(n.Convert(f.typ))
	return nil
}

// parseScalar reads the text of a value of type t.
func parseScalar(t reflect.Type, text string) (v reflect.Value, ok bool) {
	switch reflect.Zero(t).Interface().(type) {
	case time.Duration:
		d, err := time.ParseDuration(text)
		return reflect.ValueOf(d), err == nil
	case Size:
		n, ok := ParseSize(text)
		return reflect.ValueOf(n), ok
	case int:
		n, err := strconv.Atoi(strings.ReplaceAll(text, "_", ""))
		return reflect.ValueOf(n), err == nil
	case bool:
		return reflect.ValueOf(text == "true"), text == "true" || text == "false"
	case Decimal:
		return reflect.ValueOf(text), validDecimal(text)
	}
	return reflect.ValueOf(text), true
}

// expectation says what a value looks like.
func expectation(f field) string {
	atLeast := ""
	if f.min != "" {
		atLeast = " of at least " + f.min
	}
	switch shapeOf(f.typ) {
	case list:
		return "a list of texts"
	case section:
		return "keys (" + strings.Join(keysOf(f.typ), ", ") + ")"
	case named:
		return "names, each with keys (" + strings.Join(keysOf(f.typ.Elem()), ", ") + ")"
	}
	switch reflect.Zero(f.typ).Interface().(type) {
	case time.Duration:
		return "a duration" + atLeast + ", such as " + cmp.Or(f.preset, "30s")
	case Size:
		return "a size" + atLeast + ", such as " + cmp.Or(f.preset, "16MiB")
	case int:
		return "a whole number" + atLeast
	case bool:
		return "true or false"
	case Decimal:
		return "a number of dollars with at most six places, such as 3 or 0.15"
	}
	if len(f.enum) > 0 {
		return strings.Join(f.enum[:len(f.enum)-1], ", ") + " or " + f.enum[len(f.enum)-1]
	}
	return "text"
}

// values yields the text of every value of a configuration.
func values(c *Config) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		walkValues(reflect.ValueOf(c).Elem(), "", yield)
	}
}

func walkValues(v reflect.Value, prefix string, yield func(string, string) bool) bool {
	for _, f := range fieldsOf(v.Type()) {
		key, item := prefix+f.key, v.Field(f.index)
		more := true
		switch shapeOf(f.typ) {
		case scalar:
			more = yield(key, fmt.Sprint(item.Interface()))
		case list:
			more = yield(key, strings.Join(item.Interface().([]string), ", "))
		case section:
			more = walkValues(item, key+".", yield)
		case named:
			for _, name := range sortedKeys(item) {
				more = more && walkValues(item.MapIndex(reflect.ValueOf(name)), key+"."+name+".", yield)
			}
		}
		if !more {
			return false
		}
	}
	return true
}
