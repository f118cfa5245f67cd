// Package testbed provides what tests need besides Go: it finds the npm packages
// named in package.json, caches what is slow to prepare, and makes sure that no
// program outlives the test process that started it. Only tests import it.
package testbed

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// requireVar turns a missing package from a skipped test into a failed one.
// `make test` sets it, so that nothing is skipped there unnoticed.
const requireVar = "PLUMB_TEST_REQUIRE"

// Package is an npm package that is installed in the repository.
type Package struct {
	Dir     string
	Version string
}

// Find returns the npm package that fulfils a need, such as "PostgreSQL". If
// it is not installed the test is skipped, or fails where PLUMB_TEST_REQUIRE
// is 1; both say what to do.
func Find(tb testing.TB, need, name string) Package {
	tb.Helper()
	dir := filepath.Join(Root(tb), "node_modules", filepath.FromSlash(name))
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if errors.Is(err, fs.ErrNotExist) {
		Missing(tb, need)
	}
	if err != nil {
		tb.Fatalf("cannot read the npm package %s: %v", name, err)
	}
	var manifest struct {
		Version string `json:"version"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		tb.Fatalf("cannot read the npm package %s: %v; run npm ci", name, err)
	}
	return Package{Dir: dir, Version: manifest.Version}
}

// Missing ends a test that lacks something that make brings: it is skipped, or
// fails where PLUMB_TEST_REQUIRE is 1.
func Missing(tb testing.TB, need string) {
	tb.Helper()
	const next = "needs %s: run make test once, or npm ci"
	if os.Getenv(requireVar) == "1" {
		tb.Fatalf(next, need)
	}
	tb.Skipf(next, need)
}

// Root is the folder of go.mod, found upwards from the working directory,
// which for a Go test is the folder of its package.
func Root(tb testing.TB) string {
	tb.Helper()
	start, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			tb.Fatalf("no go.mod above %s: run the tests inside the repository", start)
		}
	}
}
