package files_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/files"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

// TestCopiesAreKept reads files that change between processes.
func TestCopiesAreKept(t *testing.T) {
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
	kept := func(ending string) string {
		t.Helper()
		found, err := filepath.Glob(filepath.Join(cache, "*"+ending))
		if err != nil || len(found) != 1 {
			t.Fatalf("kept %v, %v", found, err)
		}
		if info, err := os.Stat(found[0]); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
		return found[0]
	}
	recordPath, copyPath := kept(".files"), kept(".copy")

	// The same size and time are taken for the same file: it is not looked at.
	write("b.csv", "id,nom\n1,Adal\n"[:len("id,name\n1,Ada\n")], day)
	if again := look(); again != first {
		t.Errorf("got\n%s\nwant\n%s", again, first)
	}
	if err := os.Chtimes(copyPath, day, day); err != nil {
		t.Fatal(err)
	}
	write("b.csv", "id,town\n1,Oslo\n", day.Add(time.Second))
	if changed := look(); changed != strings.Replace(first, "b.name", "b.town", 1) {
		t.Errorf("got\n%s\nwant the new column in\n%s", changed, first)
	}
	if path := kept(".copy"); path == copyPath {
		t.Errorf("the copy is still %s", path)
	}
	write("b.csv", "id,name\n1,Ada\n", day)
	for _, damage := range []string{"", "plumb copy 0\n", "plumb copy 2\nshort", "plumb copy 2\n" + strings.Repeat("x", 200)} {
		if err := os.WriteFile(recordPath, []byte(damage), 0o600); err != nil {
			t.Fatal(err)
		}
		if again := look(); again != first {
			t.Errorf("%.20q: got\n%s\nwant\n%s", damage, again, first)
		}
	}
	for _, damage := range []func() error{
		func() error { return os.Remove(copyPath) },
		func() error { return os.Truncate(copyPath, 100) },
		func() error { return os.WriteFile(copyPath, []byte("no database"), 0o600) },
	} {
		if err := damage(); err != nil {
			t.Fatal(err)
		}
		if again := look(); again != first {
			t.Errorf("got\n%s\nwant\n%s", again, first)
		}
	}
	if left, err := filepath.Glob(filepath.Join(cache, ".building-*")); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// TestCopiesAtOnce opens the same files several times at once.
func TestCopiesAtOnce(t *testing.T) {
	dir, cache := folder(t, map[string]string{"a.csv": "n\n1\n"}), t.TempDir()
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			s, err := files.Open(t.Context(), source.Config{DSN: dir, Cache: cache})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if found, err := s.Introspect(sourcetest.Patience(t), source.Filter{}); err != nil || len(found.Tables) != 1 {
				t.Errorf("got %+v, %v", found, err)
			}
		})
	}
	all.Wait()
	if found, err := filepath.Glob(filepath.Join(cache, "*.copy")); err != nil || len(found) != 1 {
		t.Errorf("kept %v, %v", found, err)
	}
}

// TestReadingsAtOnce reads a file in several ways at once, as somebody who changes
// one reading after the other.
func TestReadingsAtOnce(t *testing.T) {
	dir, cache := folder(t, map[string]string{"a.csv": "zip,paid\n01234,03/04/2025\n"}), t.TempDir()
	var all sync.WaitGroup
	for range 4 {
		for _, as := range []string{"date day first", "date month first", "text"} {
			all.Go(func() {
				s, err := files.Open(t.Context(), source.Config{DSN: dir, Cache: cache, Readings: []source.ReadAs{{File: "a.csv", Column: "paid", As: as}}})
				if err != nil {
					t.Error(err)
					return
				}
				defer s.Close()
				if found, err := s.Introspect(sourcetest.Patience(t), source.Filter{}); err != nil || len(found.Tables) != 1 {
					t.Errorf("got %+v, %v", found, err)
				}
			})
		}
	}
	all.Wait()
}

// TestCopyGoesAway reads on after somebody removed the copy.
func TestCopyGoesAway(t *testing.T) {
	dir, cache := folder(t, map[string]string{"a.csv": "n\n1\n"}), t.TempDir()
	s, err := files.Open(t.Context(), source.Config{DSN: dir, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := os.RemoveAll(cache); err != nil {
		t.Fatal(err)
	}
	if got := rows(mustQuery(t, s, "SELECT n FROM a")); got != "1" {
		t.Errorf("got %s", got)
	}
}
