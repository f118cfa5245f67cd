package postgres

import (
	"bytes"
	"strings"
	"sync"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Encoded trees are compared as they are, field by field.

// shape says which fields of a message hold messages, and which hold places in
// the text.
type shape struct {
	inner  []*shape // by field number
	places []bool
}

var treeShape = sync.OnceValue(func() *shape {
	return shapeOf((&pg.ParseResult{}).ProtoReflect().Descriptor(), map[protoreflect.FullName]*shape{})
})

func shapeOf(d protoreflect.MessageDescriptor, known map[protoreflect.FullName]*shape) *shape {
	if s := known[d.FullName()]; s != nil {
		return s
	}
	fields := d.Fields()
	most := protowire.Number(0)
	for i := range fields.Len() {
		most = max(most, fields.Get(i).Number())
	}
	s := &shape{inner: make([]*shape, most+1), places: make([]bool, most+1)}
	known[d.FullName()] = s
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.Kind() == protoreflect.MessageKind {
			s.inner[f.Number()] = shapeOf(f.Message(), known)
		}
		if name := string(f.Name()); strings.HasSuffix(name, "location") || name == "stmt_len" {
			s.places[f.Number()] = true
		}
	}
	return s
}

// message is the shape of the field, if it holds a message.
func (s *shape) message(n protowire.Number) *shape {
	if int(n) >= len(s.inner) {
		return nil
	}
	return s.inner[n]
}

// field is one of an encoded message. Its number is 0 at the message's end,
// and -1 where it cannot be read.
type field struct {
	number protowire.Number
	kind   protowire.Type
	value  []byte // without the length
}

func next(m []byte) (field, []byte) {
	if len(m) == 0 {
		return field{}, nil
	}
	number, kind, tag := protowire.ConsumeTag(m)
	if tag < 0 {
		return field{number: -1}, nil
	}
	n := protowire.ConsumeFieldValue(number, kind, m[tag:])
	if n < 0 {
		return field{number: -1}, nil
	}
	f := field{number, kind, m[tag : tag+n]}
	if kind == protowire.BytesType {
		f.value, _ = protowire.ConsumeBytes(f.value)
	}
	return f, m[tag+n:]
}

// nextMeaningful is the next field that carries meaning.
func (s *shape) nextMeaningful(m []byte) (field, []byte) {
	f, rest := next(m)
	for f.number > 0 && int(f.number) < len(s.places) && s.places[f.number] {
		f, rest = next(rest)
	}
	return f, rest
}

// same reports whether two encoded trees differ in nothing but the places in
// the text that their nodes come from.
func same(a, b []byte, s *shape) bool {
	for {
		var x, y field
		x, a = s.nextMeaningful(a)
		y, b = s.nextMeaningful(b)
		if x.number != y.number || x.kind != y.kind {
			return false
		}
		if x.number <= 0 {
			return x.number == 0
		}
		if inner := s.message(x.number); inner != nil {
			if !same(x.value, y.value, inner) {
				return false
			}
		} else if !bytes.Equal(x.value, y.value) {
			return false
		}
	}
}
