package worker

import (
	"os"
	"path/filepath"
	"syscall"
	"time"
)

const tempPrefix = "plumb-worker-"

// tempDir is a worker's folder for what does not fit into memory. It is locked
// as long as its owner lives, so that what a killed process left behind can be
// told from what is in use.
type tempDir struct {
	path string
	lock *os.File
}

func newTempDir() (*tempDir, error) {
	path, err := os.MkdirTemp("", tempPrefix)
	if err != nil {
		return nil, err
	}
	lock, err := lockDir(path)
	if err != nil {
		os.RemoveAll(path)
		return nil, err
	}
	return &tempDir{path, lock}, nil
}

func (t *tempDir) remove() {
	os.RemoveAll(t.path)
	t.lock.Close()
}

// sweep removes what killed processes have left. New folders are not looked
// at: their owners may not have locked them yet.
func sweep(olderThan time.Duration) {
	const most = 100
	found, err := filepath.Glob(filepath.Join(os.TempDir(), tempPrefix+"*"))
	if err != nil {
		return
	}
	for _, path := range found[:min(len(found), most)] {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < olderThan {
			continue
		}
		if lock, err := lockDir(path); err == nil { // and nobody else has it
			os.RemoveAll(path)
			lock.Close()
		}
	}
}

func lockDir(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
