package worker

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestSweepRemovesOnlyWhatNobodyHolds(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	held, err := newTempDir()
	if err != nil {
		t.Fatal(err)
	}
	left, err := newTempDir()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(left.path, "spill"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	left.lock.Close() // as when its process is killed
	other := filepath.Join(os.TempDir(), "something-else")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	exists := func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	}
	if sweep(time.Hour); !exists(left.path) {
		t.Error("a new folder was removed")
	}
	sweep(0)
	if exists(left.path) || !exists(held.path) || !exists(other) {
		t.Errorf("left behind: %v, held: %v, other: %v; want only the first gone", exists(left.path), exists(held.path), exists(other))
	}
	if held.remove(); exists(held.path) {
		t.Error("it was not removed")
	}
}
