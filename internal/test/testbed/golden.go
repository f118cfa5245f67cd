package testbed

import (
	"os"
	"testing"
)

// Golden holds text against the file that keeps it. With update the file is
// rewritten first; git then shows what changed.
func Golden(tb testing.TB, update bool, path, got string) {
	tb.Helper()
	if update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	if got != string(want) {
		tb.Errorf("differs from %s; -update rewrites it. Got\n%s", path, got)
	}
}
