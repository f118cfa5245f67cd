package talk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestEditsAtOnceAreAllKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "home")
	const writers, each = 8, 10
	var wait sync.WaitGroup
	for w := range writers {
		wait.Go(func() {
			e := newEdits(folder, "shop") // as another process would
			for i := range each {
				if err := e.keep(fmt.Sprintf("question %d %d", w, i), "", "SELECT 1"); err != nil {
					t.Error(err)
				}
			}
			if err := e.drop(fmt.Sprintf("question %d 0", w), ""); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if got := len(newEdits(folder, "shop").examples()); got != writers*(each-1) {
		t.Errorf("%d statements are kept, want %d", got, writers*(each-1))
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm() != 0o600 || strings.HasPrefix(f.Name(), ".new-") {
			t.Errorf("%s has mode %v, %v", f.Name(), info.Mode(), err)
		}
	}
}
