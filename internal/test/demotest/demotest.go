// Package demotest gives tests the demo warehouse, which takes seconds to make
// and is made once for all of them.
package demotest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/demo"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// Folder is a folder, named as `plumb demo` names it, with the demo warehouse and
// its documents. All tests of this machine share it and none changes it.
func Folder(tb testing.TB) string {
	tb.Helper()
	version, err := sourceHash(testbed.Root(tb))
	if err != nil {
		tb.Fatal(err)
	}
	const name = "warehouse"
	dir, err := testbed.Cached("demo-"+version, func(dir string) error {
		_, err := demo.Build(context.WithoutCancel(tb.Context()), filepath.Join(dir, name), nil)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return filepath.Join(dir, name)
}

// sourceHash identifies the warehouse by what it is made from: the demo's own
// files, and the version of DuckDB.
func sourceHash(root string) (string, error) {
	hash := sha256.New()
	add := func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(hash, f)
		return err
	}
	if err := add(filepath.Join(root, "go.mod")); err != nil {
		return "", err
	}
	err := filepath.WalkDir(filepath.Join(root, "internal", "demo"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		return add(path)
	})
	return fmt.Sprintf("%.8x", hash.Sum(nil)), err
}
