package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestAFileIsReplacedWhole(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put := func(name, text string) {
		t.Helper()
		if err := replaceFile(at(name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	holds := func(name, want string) os.FileInfo {
		t.Helper()
		got, err := os.ReadFile(at(name))
		if err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v; want %q", name, got, err, want)
		}
		info, err := os.Lstat(at(name))
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	put("new.svg", "one")
	first := holds("new.svg", "one")
	if err := os.Chmod(at("new.svg"), 0o640); err != nil {
		t.Fatal(err)
	}
	// Whoever reads the old one goes on reading the old one.
	old, err := os.Open(at("new.svg"))
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	put("new.svg", "two")
	if info := holds("new.svg", "two"); os.SameFile(first, info) || info.Mode().Perm() != 0o640 {
		t.Errorf("it was written in place, or has another mode: %v", info.Mode())
	}
	was := make([]byte, 10)
	if n, _ := old.Read(was); string(was[:n]) != "one" {
		t.Errorf("the old file holds %q", was[:n])
	}
	if err := os.Symlink("new.svg", at("link.svg")); err != nil {
		t.Fatal(err)
	}
	put("link.svg", "three")
	holds("new.svg", "three")
	if info := holds("link.svg", "three"); info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	if err := replaceFile(at("nix/new.svg"), nil); err == nil {
		t.Error("it was written into a folder that is not there")
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 2 {
		t.Errorf("%v, %v", files, err)
	}
}

func TestAPipeIsWrittenTo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	got := make(chan string, 1)
	go func() {
		b, _ := os.ReadFile(path)
		got <- string(b)
	}()
	if err := replaceFile(path, []byte("through")); err != nil {
		t.Fatal(err)
	}
	if text := <-got; text != "through" {
		t.Errorf("%q came out", text)
	}
}

func TestAnExportThatCannotBeWrittenSaysSo(t *testing.T) {
	b := newBench(t)
	if status, _, errs := b.run("", "notebook", "new", "Sales"); status != 0 {
		t.Fatal(errs)
	}
	status, _, errs := b.run("", "notebook", "export", "sales", "--html", "-o", "nix/sales.html")
	if status == 0 || !strings.Contains(errs, "nix/sales.html cannot be written: no such file or directory") || strings.Contains(errs, ".plumb-") {
		t.Errorf("status %d, %s", status, errs)
	}
}
