package server

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
)

// What is said in a session is part of the contract: a kind, a stage or a
// change that is new there must be in the document.
func TestTheDocumentKnowsEveryKindStageAndChange(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../session/kinds.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text, err := build(t, newFake()).OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		value, ok := spec.Values[0].(*ast.BasicLit)
		if !ok {
			return true
		}
		word, err := strconv.Unquote(value.Value)
		if err != nil {
			t.Fatal(err)
		}
		found++
		if !strings.Contains(string(text), strconv.Quote(word)) {
			t.Errorf("%s = %q is not in the document; see eventKinds and vocabulary", spec.Names[0].Name, word)
		}
		return true
	})
	if found < 20 {
		t.Errorf("only %d words were found", found)
	}
}
