package files

import (
	"os"
	"path/filepath"
	"testing"
)

// TestALinkThatTakesAFilesPlaceIsNotRead swaps a file after it was looked at.
func TestALinkThatTakesAFilesPlaceIsNotRead(t *testing.T) {
	dir, secret := t.TempDir(), filepath.Join(t.TempDir(), "secret.csv")
	path := filepath.Join(dir, "a.csv")
	for _, p := range []string{path, secret} {
		if err := os.WriteFile(p, []byte("n\n1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := (&shelf{places: []string{dir}}).find(t.Context())
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	if _, err := readOpening(found[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, path); err != nil {
		t.Fatal(err)
	}
	if text, err := readOpening(found[0]); err == nil {
		t.Errorf("read %q", text)
	}
}
