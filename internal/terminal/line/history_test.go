package line

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

func open(t *testing.T, path string) *History {
	t.Helper()
	h, err := OpenHistory(path)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func add(t *testing.T, h *History, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if err := h.Add(text); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAHistoryIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "history")
	add(t, open(t, path), "one", "one", " secret", "", "  ", "two\nlines", `back\slash \n`, "売上 👍🏽", "one", "two")
	want := []string{"one", "two\nlines", `back\slash \n`, "売上 👍🏽", "one", "two"}
	if got := open(t, path).list; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, name := range []string{path, path + ".lock"} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	files, _ := os.ReadDir(filepath.Dir(path))
	if len(files) != 2 {
		t.Errorf("more is left than the history and its lock: %v", files)
	}
}

func TestAHistoryIsBounded(t *testing.T) {
	dir := t.TempDir()
	var b strings.Builder
	for i := range 3 * maxEntries {
		fmt.Fprintf(&b, "entry %d\n", i)
	}
	many := filepath.Join(dir, "many")
	write(t, many, b.String())
	h := open(t, many)
	add(t, h, "last")
	if got := open(t, many).list; len(got) != maxEntries || got[maxEntries-1] != "last" || got[0] != fmt.Sprintf("entry %d", 2*maxEntries+1) {
		t.Errorf("%d entries from %q", len(got), got[0])
	}
	large := filepath.Join(dir, "large")
	write(t, large, strings.Repeat(strings.Repeat("x", 1000)+"\n", 3000))
	add(t, open(t, large), strings.Repeat(`\`, maxText), "last")
	info, err := os.Stat(large)
	if err != nil || info.Size() > maxHistory {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
	got := open(t, large).list
	if len(got[0]) != 1000 || got[len(got)-2] != strings.Repeat(`\`, maxText) {
		t.Errorf("an entry was cut: %d and %d bytes", len(got[0]), len(got[len(got)-2]))
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What others have put into the file cannot move the cursor.
func TestAForeignHistoryIsHarmless(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	write(t, path, "good\r\n\x1b[2Jbad\x00\n\n\xff\xfe\n"+strings.Repeat("y", maxText+1)+"\nend")
	want := []string{"good", "[2Jbad", "\uFFFD", "end"}
	if got := open(t, path).list; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Each History stands for a process: they share the file and the lock, not the
// memory.
func TestProcessesShareAHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	const processes, entries = 8, 25
	var all sync.WaitGroup
	for p := range processes {
		h := open(t, path)
		all.Go(func() {
			for i := range entries {
				for h.Add(fmt.Sprintf("%d from %d", i, p)) != nil { // the lock was busy for long
				}
			}
		})
	}
	all.Wait()
	list := open(t, path).list
	for p := range processes {
		last := -1
		for i := range entries {
			at := slices.Index(list, fmt.Sprintf("%d from %d", i, p))
			if at <= last {
				t.Fatalf("entry %d of %d is lost or out of order", i, p)
			}
			last = at
		}
	}
}

func TestAHistoryThatCannotBeKept(t *testing.T) {
	dir := t.TempDir()
	h, err := OpenHistory(dir)
	if fault.CodeOf(err) != fault.Config || !strings.Contains(err.Error(), "the history of the prompt cannot be saved") {
		t.Errorf("got %v", err)
	}
	add(t, h, "one", "one", "two")
	if !slices.Equal(h.list, []string{"one", "two"}) {
		t.Errorf("got %q", h.list)
	}
	file := filepath.Join(dir, "file")
	h = open(t, filepath.Join(file, "history"))
	write(t, file, "")
	if err := h.Add("one"); err == nil || !slices.Equal(h.list, []string{"one"}) {
		t.Errorf("got %v, %q", err, h.list)
	}
}
