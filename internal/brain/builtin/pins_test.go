package builtin

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write which questions are answered right to testdata/right")

// pinRight compares the ids of the questions that were answered right with
// testdata/right, so that a lost question is seen even when another one was
// gained.
func pinRight(t *testing.T, set string, right []string) {
	t.Helper()
	path := filepath.Join("testdata", "right", set+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(strings.Join(right, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pinned := strings.Fields(string(file))
	without := func(list, other []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(id string) bool { return slices.Contains(other, id) })
	}
	lost, gained := without(pinned, right), without(right, pinned)
	if len(lost)+len(gained) > 0 {
		t.Errorf("%s differs: lost %q, newly right %q.\nIf that is intended, run this test with -update.", path, lost, gained)
	}
}
