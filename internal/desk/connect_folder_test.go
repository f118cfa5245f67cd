package desk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

// listed are the entries of a folder, a word each.
func listed(f Folder) string {
	var names []string
	for _, e := range f.Entries {
		names = append(names, e.Name+":"+e.Kind)
	}
	return strings.Join(names, " ")
}

func TestAFolderListsWhatCanBeConnected(t *testing.T) {
	p := newPlace(t)
	for _, name := range []string{"data/b.SQLITE", "data/A.db", "data/read me.txt", "data/.hidden.db", "data/.git/x.db", "data/old/x.db", "data/two\nlines.db", "data/bad\xff.db", "data/Zoo/x.txt"} {
		p.write(name, "12345")
	}
	for link, to := range map[string]string{"data/linked": "old", "data/linked.db": "A.db", "data/gone.db": "nowhere.db", "data/folder.db": "old"} {
		if err := os.Symlink(to, p.path(link)); err != nil {
			t.Fatal(err)
		}
	}
	const all = "folder.db:folder linked:folder old:folder Zoo:folder A.db:sqlite b.SQLITE:sqlite linked.db:sqlite"
	for _, path := range []string{"data", "./data/", "~/data", p.path("data"), "data/A.db", "data/old/.."} {
		f, err := p.Folder(t.Context(), path)
		if err != nil || f.Path != p.path("data") || f.Parent != p.dir || f.More {
			t.Fatalf("%s: %+v, %v", path, f, err)
		}
		want(t, path, listed(f), all)
		if a := f.Entries[4]; a.Path != p.path("data/A.db") || a.Size != 5 {
			t.Errorf("%+v", a)
		}
	}
	// Without a path it is where Plumb was started, and it ends at the top.
	if f, err := p.Folder(t.Context(), ""); err != nil || f.Path != p.dir || listed(f) != "data:folder home:folder shop.db:sqlite" {
		t.Errorf("%+v, %v", f, err)
	}
	if f, err := p.Folder(t.Context(), "/"); err != nil || f.Path != "/" || f.Parent != "" {
		t.Errorf("%+v, %v", f, err)
	}
	if f, err := p.Folder(t.Context(), "data/Zoo"); err != nil || len(f.Entries) != 0 {
		t.Errorf("%+v, %v", f, err)
	}
	for _, path := range []string{"data/none", "data/*.db", "a\x00b"} {
		if _, err := p.Folder(t.Context(), path); fault.CodeOf(err) != fault.NotFound || fault.Of(err).Hint == "" {
			t.Errorf("%q: %v", path, err)
		}
	}
}

func TestAFolderThatCannotBeRead(t *testing.T) {
	p := newPlace(t)
	why := map[string]string{strings.Repeat("long", 100): "file name too long"}
	if os.Geteuid() != 0 { // root reads everything
		if err := os.Mkdir(p.path("closed"), 0o000); err != nil {
			t.Fatal(err)
		}
		why["closed"] = "permission denied"
	}
	for path, want := range why {
		if _, err := p.Folder(t.Context(), path); fault.CodeOf(err) != fault.NotFound || !strings.Contains(err.Error(), want) || fault.Of(err).Hint == "" {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestALargeFolderIsBounded(t *testing.T) {
	p := newPlace(t)
	for i := range mostEntries {
		p.write(fmt.Sprintf("many/%03d.db", i), "")
		p.write(fmt.Sprintf("both/%03d.db", i), "")
		if err := os.MkdirAll(p.path(fmt.Sprintf("both/f%03d", i)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	f, err := p.Folder(t.Context(), "many")
	if err != nil || len(f.Entries) != mostEntries || f.More {
		t.Errorf("%d entries, more %v, %v", len(f.Entries), f.More, err)
	}
	p.write("many/one more.db", "")
	if f, err = p.Folder(t.Context(), "many"); err != nil || len(f.Entries) != mostEntries || !f.More {
		t.Errorf("%d entries, more %v, %v", len(f.Entries), f.More, err)
	}
	if f, err = p.Folder(t.Context(), "both"); err != nil || len(f.Entries) != mostEntries || !f.More {
		t.Fatalf("%d entries, more %v, %v", len(f.Entries), f.More, err)
	}
	if a, b := f.Entries[0], f.Entries[mostEntries/2]; a.Kind != FolderKind || b.Name != "000.db" || b.Path != filepath.Join(f.Path, b.Name) {
		t.Errorf("%+v, %+v", a, b)
	}
}
