package postgres

import (
	pg "github.com/pganalyze/pg_query_go/v6"
	"github.com/pganalyze/pg_query_go/v6/parser"
	"google.golang.org/protobuf/proto"

	"github.com/plumbdata/plumb/internal/guard"
)

// statement is a parsed statement.
type statement struct {
	text string
	tree *pg.ParseResult
}

// edit gave a table its schema.
type edit struct{ schema, table string }

// render writes the checked tree as SQL, and makes sure that the text says
// what the tree says: it has to parse into the same tree again.
//
// Most trees are of a kind that print knows, and differ from what was written
// by the schemas of their tables alone. Then nothing needs to be encoded, and
// the parser's shortest form of both texts is compared.
func (s *statement) render(edits []edit, otherwise bool) (string, error) {
	if text, ok := print(s.tree); ok && !otherwise {
		written, err1 := parser.ParseToJSON(s.text)
		rendered, err2 := parser.ParseToJSON(text)
		if err1 == nil && err2 == nil && sameButSchemas(written, rendered, edits) {
			return text, nil
		}
	}
	return s.renderSlowly()
}

// renderSlowly renders any tree. It compares encoded trees.
func (s *statement) renderSlowly() (string, error) {
	checked, err := proto.Marshal(s.tree)
	if err != nil {
		return "", unrenderable()
	}
	if text, ok := print(s.tree); ok && says(text, checked) {
		return text, nil
	}
	text, err := parser.DeparseFromProtobuf(checked)
	if err != nil || !says(text, checked) {
		return "", unrenderable()
	}
	return text, nil
}

// says reports whether a text has the encoded tree.
func says(text string, tree []byte) bool {
	again, err := parser.ParseToProtobuf(text)
	return err == nil && same(tree, again, treeShape())
}

func unrenderable() error {
	return guard.Reject("the statement cannot be rendered faithfully from its tree").WithHint("simplify the statement")
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
