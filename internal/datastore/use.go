package datastore

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

// claimPoll is how often a store that is being removed is looked at again.
const claimPoll = 10 * time.Millisecond

// claim marks a folder as in use until the file is closed, and makes it if need be.
// Many may use it at once; Clean removes only what nobody does.
func claim(ctx context.Context, folder string) (use *os.File, path string, err error) {
	tick := time.NewTicker(claimPoll)
	defer tick.Stop()
	for {
		use, path, err = tryClaim(folder)
		switch {
		case err != nil:
			return nil, "", unwritable(err)
		case use != nil:
			return use, path, nil
		}
		select {
		case <-ctx.Done():
			return nil, "", fault.Of(ctx.Err())
		case <-tick.C:
		}
	}
}

// tryClaim returns no file where the folder is being removed.
func tryClaim(folder string) (use *os.File, path string, err error) {
	if err = os.MkdirAll(folder, 0o700); err == nil {
		path, err = filepath.Abs(folder)
	}
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err == nil {
		use, err = os.OpenFile(filepath.Join(path, useFile), os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil // it was removed just now
		}
		return nil, "", err
	}
	err = syscall.Flock(int(use.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if err == nil && isAt(use, filepath.Join(path, useFile)) {
		return use, path, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		err = nil
	}
	return nil, "", errors.Join(err, use.Close())
}

// isAt reports whether the file is the one that the path leads to.
func isAt(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(mine, there)
}

// removedPrefix is of folders that are being removed.
const removedPrefix = ".removed-"

// Clean removes the stores in a folder that were last used before a time, and
// returns their names. Those that a process has open stay, and those that keep, which
// may be nil, asks for. What is not a store is left alone.
func Clean(folder string, before time.Time, keep func(name string) bool) (removed []string, err error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Store, "the folder of data stores cannot be read: %v", ownfile.Cause(err)).WithHint("check its permissions")
	}
	var failed error
	for _, e := range entries {
		name := e.Name()
		switch {
		case !e.IsDir():
		case strings.HasPrefix(name, removedPrefix): // left by one that was killed
			failed = errors.Join(failed, os.RemoveAll(filepath.Join(folder, name)))
		case keep == nil || !keep(name):
			done, err := remove(folder, name, before)
			if done {
				removed = append(removed, name)
			}
			failed = errors.Join(failed, err)
		}
	}
	if failed != nil {
		return removed, fault.Wrap(failed, fault.Store, "old data stores cannot be removed: %v", ownfile.Cause(failed)).WithHint("check the permissions of their folder")
	}
	return removed, nil
}

// remove removes a store that nobody has used since.
func remove(folder, name string, before time.Time) (bool, error) {
	path := filepath.Join(folder, name)
	for _, f := range []string{useFile, catalogueFile} {
		info, err := os.Lstat(filepath.Join(path, f))
		switch {
		case err != nil && f == useFile, err == nil && !info.Mode().IsRegular():
			return false, nil // not a store
		case err == nil && !info.ModTime().Before(before):
			return false, nil
		}
	}
	use, err := ownfile.Lock(nil, filepath.Join(path, useFile), 0)
	if errors.Is(err, ownfile.ErrHeld) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer use.Close()
	gone := filepath.Join(folder, removedPrefix+name)
	if err := os.Rename(path, gone); err != nil {
		return false, err
	}
	return true, os.RemoveAll(gone)
}
