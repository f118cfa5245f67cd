package postgres

import (
	pg "github.com/pganalyze/pg_query_go/v6"
	"github.com/pganalyze/pg_query_go/v6/parser"
	"google.golang.org/protobuf/proto"

	"github.com/plumbdata/plumb/internal/guard"
)

// statement is a parsed statement, in the three forms that rendering needs.
type statement struct {
	text    string
	encoded []byte
	tree    *pg.ParseResult
}

func parse(sql string) (*statement, error) {
	encoded, err := parser.ParseToProtobuf(sql)
	if err != nil {
		return nil, parseFault(sql, err)
	}
	s := &statement{text: sql, encoded: encoded, tree: &pg.ParseResult{}}
	if err := proto.Unmarshal(encoded, s.tree); err != nil {
		return nil, parseFault(sql, err)
	}
	return s, nil
}

// edit gives the table that is named at a place its schema.
type edit struct {
	at            int
	schema, table string
}

// render writes the checked tree as SQL, and makes sure that the text says
// what the tree says: it has to parse into the same tree again.
//
// Most trees differ from what was written by the schemas of their tables
// alone. Then the encoded tree is edited, and the parser's shortest form of
// both texts compared, which is a good deal faster than encoding and decoding
// all of it once more.
func (s *statement) render(edits []edit, otherwise bool) (string, error) {
	if otherwise {
		return s.renderSlowly()
	}
	text, err := parser.DeparseFromProtobuf(qualified(s.encoded, edits))
	if err != nil {
		return "", unrenderable()
	}
	written, err := parser.ParseToJSON(s.text)
	if err != nil {
		return s.renderSlowly()
	}
	rendered, err := parser.ParseToJSON(text)
	if err != nil || !sameButSchemas(written, rendered, edits) {
		return s.renderSlowly()
	}
	return text, nil
}

func (s *statement) renderSlowly() (string, error) {
	checked, err := proto.Marshal(s.tree)
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

func unrenderable() error {
	return guard.Reject("the statement cannot be rendered faithfully from its tree").WithHint("write it more plainly")
}

// spellOut writes 'f'::bool as 'false'::bool: the short form renders as the
// constant false, which has another name as a column. It reports whether it
// had to.
func spellOut(c *pg.TypeCast) bool {
	v := c.GetArg().GetAConst().GetSval()
	if v == nil || last(c.GetTypeName().GetNames()) != "bool" {
		return false
	}
	long, ok := map[string]string{"t": "true", "f": "false"}[v.GetSval()]
	if ok {
		v.Sval = long
	}
	return ok
}
