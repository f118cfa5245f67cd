package ownfile

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestPruneKeepsTheNewest(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"old.x", "older.x", "new.x", "other.y"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Date(2025, 1, []int{2, 1, 3, 1}[i], 0, 0, 0, 0, time.UTC)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	Prune(dir, ".x", 2)
	for name, want := range map[string]bool{"old.x": true, "older.x": false, "new.x": true, "other.y": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	Prune(filepath.Join(dir, "none"), ".x", 2)
}
