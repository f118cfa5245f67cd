// Package ownfile writes the files that Plumb keeps: atomically, readable by
// their owner only, and by one writer at a time across processes.
package ownfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Replace puts data in the place of a file, and makes its folder if need be.
// Whenever the process or the machine dies, the old or the new file is there.
func Replace(path string, parts ...[]byte) error {
	return ReplaceBy(path, writer(parts))
}

// ReplaceBy is Replace for what write writes.
func ReplaceBy(path string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	_, err := replace(path, func() bool { return true }, write)
	return err
}

// ReplaceIf is Replace in a folder that is there, unless what it is asked for
// turns out to hold no longer once the data is safely on disk.
func ReplaceIf(path string, holds func() bool, parts ...[]byte) (done bool, err error) {
	return replace(path, holds, writer(parts))
}

func writer(parts [][]byte) func(io.Writer) error {
	return func(w io.Writer) error {
		for _, p := range parts {
			if _, err := w.Write(p); err != nil {
				return err
			}
		}
		return nil
	}
}

func replace(path string, holds func() bool, write func(io.Writer) error) (done bool, err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".new-*") // with mode 0600
	if err != nil {
		return false, err
	}
	defer func() {
		if !done {
			_ = os.Remove(f.Name())
		}
	}()
	if err = errors.Join(write(f), f.Sync(), f.Close()); err != nil || !holds() {
		return false, err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return false, err
	}
	return true, SyncFolder(dir)
}

// Prune removes the files of a folder that end so, but for the newest.
func Prune(dir, ending string, most int) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	type aged struct {
		name string
		at   time.Time
	}
	var list []aged
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && strings.HasSuffix(e.Name(), ending) {
			list = append(list, aged{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(list, func(a, b aged) int { return b.at.Compare(a.at) })
	for _, old := range list[min(most, len(list)):] {
		_ = os.Remove(filepath.Join(dir, old.name)) // another process may have done so
	}
}

// SyncFolder makes the names in a folder durable.
func SyncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Cause is what went wrong with a file, without its path: messages name files in
// their own way.
func Cause(err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// NoSpace reports whether a file could not be written because the disk is full.
func NoSpace(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}
