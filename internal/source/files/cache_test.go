package files_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/files"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

// TestWhatIsKnownOfFilesIsKept reads files that change between processes.
func TestWhatIsKnownOfFilesIsKept(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	write := func(name, text string, at time.Time) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	look := func() string {
		t.Helper()
		s, err := files.Open(t.Context(), source.Config{DSN: dir, Cache: cache})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		snapshot, err := s.Introspect(sourcetest.Patience(t), source.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, table := range snapshot.Tables {
			for _, c := range table.Columns {
				list = append(list, table.Name+"."+c.Name+" "+c.Type)
			}
		}
		for _, p := range s.Problems() {
			list = append(list, p.Message)
		}
		return strings.Join(list, "\n")
	}
	day := time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)
	write("a.csv", "id,price\n1,\"1.200,50 €\"\n", day)
	write("b.csv", "id,name\n1,Ada\n", day)
	write("c.csv", "id,name\n1,Ada,more\n", day)
	first := look()
	kept, err := filepath.Glob(filepath.Join(cache, "*"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept %v, %v", kept, err)
	}
	if info, err := os.Stat(kept[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}

	// The same size and time are taken for the same file: it is not looked at.
	write("b.csv", "id,nom\n1,Adal\n"[:len("id,name\n1,Ada\n")], day)
	if again := look(); again != first {
		t.Errorf("got\n%s\nwant\n%s", again, first)
	}
	write("b.csv", "id,town\n1,Oslo\n", day.Add(time.Second))
	if changed := look(); changed != strings.Replace(first, "b.name", "b.town", 1) {
		t.Errorf("got\n%s\nwant the new column in\n%s", changed, first)
	}
	write("b.csv", "id,name\n1,Ada\n", day)
	for _, damage := range []string{"", "plumb files 0\n", "plumb files 1\nshort", "plumb files 1\n" + strings.Repeat("x", 200)} {
		if err := os.WriteFile(kept[0], []byte(damage), 0o600); err != nil {
			t.Fatal(err)
		}
		if again := look(); again != first {
			t.Errorf("%.20q: got\n%s\nwant\n%s", damage, again, first)
		}
	}
}
