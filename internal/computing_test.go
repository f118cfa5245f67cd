package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestComputingPackagesShareNothing checks the packages that `make test`
// compiles without the race detector: no goroutine, no channel, no lock.
func TestComputingPackagesShareNothing(t *testing.T) {
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^COMPUTING = (.*)$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile has no COMPUTING")
	}
	for _, pattern := range strings.Fields(string(list[1])) {
		root, below := strings.CutSuffix(pattern, "/...")
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && path != root && !below:
				return filepath.SkipDir
			case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
				checkSharesNothing(t, path)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func checkSharesNothing(t *testing.T, path string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Error(err)
		return
	}
	ast.Inspect(file, func(n ast.Node) bool {
		what := ""
		switch n := n.(type) {
		case *ast.GoStmt:
			what = "starts a goroutine"
		case *ast.ChanType:
			what = "uses a channel"
		case *ast.ImportSpec:
			if name := strings.Trim(n.Path.Value, `"`); name == "sync" || name == "sync/atomic" {
				what = "imports " + name
			}
		}
		if what != "" {
			t.Errorf("%s %s: take its package out of COMPUTING in the Makefile, so that the race detector watches it", files.Position(n.Pos()), what)
		}
		return true
	})
}
