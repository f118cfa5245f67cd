package postgres

import (
	"bytes"
	"strings"
	"sync"

	pg "github.com/pganalyze/pg_query_go/v6"
	"github.com/pganalyze/pg_query_go/v6/parser"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/plumbdata/plumb/internal/guard"
)

// render writes the checked tree as SQL, and makes sure that the text says
// what the tree says: it has to parse into the same tree again.
func render(tree *pg.ParseResult) (string, error) {
	checked, err := proto.Marshal(tree)
	if err != nil {
		return "", unrenderable()
	}
	text, err := parser.DeparseFromProtobuf(checked)
	if err != nil {
		return "", unrenderable()
	}
	again, err := parser.ParseToProtobuf(text)
	if err != nil || !same(checked, again, treeShape()) {
		return "", unrenderable()
	}
	return text, nil
}

// spellOut writes 'f'::bool as 'false'::bool: the short form renders as the
// constant false, which has another name as a column.
func spellOut(c *pg.TypeCast) {
	v := c.GetArg().GetAConst().GetSval()
	if v == nil || last(c.GetTypeName().GetNames()) != "bool" {
		return
	}
	switch v.GetSval() {
	case "t":
		v.Sval = "true"
	case "f":
		v.Sval = "false"
	}
}

func unrenderable() error {
	return guard.Reject("the statement cannot be rendered faithfully from its tree").WithHint("write it more plainly")
}

// same reports whether two encoded trees differ in nothing but the places in
// the text that their nodes come from. It reads the encoding, because decoding
// would take longer than all the rest.
func same(a, b []byte, s *shape) bool {
	for {
		x, restA := s.next(a)
		y, restB := s.next(b)
		if x.number != y.number || x.kind != y.kind {
			return false
		}
		if x.number <= 0 {
			return x.number == 0
		}
		if inner := s.inner[x.number]; inner != nil {
			if !same(x.value, y.value, inner) {
				return false
			}
		} else if !bytes.Equal(x.value, y.value) {
			return false
		}
		a, b = restA, restB
	}
}

type field struct {
	number protowire.Number // 0 at the end
	kind   protowire.Type
	value  []byte
}

// shape says which fields of a message hold messages, and which hold places.
type shape struct {
	inner  map[protowire.Number]*shape
	places map[protowire.Number]bool
}

// next is the first field of an encoded message that carries meaning, and what
// follows it. What cannot be read has the number -1.
func (s *shape) next(m []byte) (field, []byte) {
	for len(m) > 0 {
		number, kind, n := protowire.ConsumeTag(m)
		if n < 0 {
			return field{number: -1}, nil
		}
		m = m[n:]
		n = protowire.ConsumeFieldValue(number, kind, m)
		if n < 0 {
			return field{number: -1}, nil
		}
		value, rest := m[:n], m[n:]
		if s.places[number] {
			m = rest
			continue
		}
		if kind == protowire.BytesType {
			value, _ = protowire.ConsumeBytes(value)
		}
		return field{number, kind, value}, rest
	}
	return field{}, nil
}

var treeShape = sync.OnceValue(func() *shape {
	return shapeOf((&pg.ParseResult{}).ProtoReflect().Descriptor(), map[protoreflect.FullName]*shape{})
})

func shapeOf(d protoreflect.MessageDescriptor, known map[protoreflect.FullName]*shape) *shape {
	if s := known[d.FullName()]; s != nil {
		return s
	}
	s := &shape{map[protowire.Number]*shape{}, map[protowire.Number]bool{}}
	known[d.FullName()] = s
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		if f.Kind() == protoreflect.MessageKind {
			s.inner[f.Number()] = shapeOf(f.Message(), known)
		}
		if name := string(f.Name()); strings.HasSuffix(name, "location") || name == "stmt_len" {
			s.places[f.Number()] = true
		}
	}
	return s
}
