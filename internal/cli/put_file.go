package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

// putFile writes a file that a person asked for, under the name that they gave.
func (a *app) putFile(name string, data []byte) error {
	err := replaceFile(inDir(a.Dir, name), data)
	if err == nil {
		return nil
	}
	return fault.Wrap(err, fault.Store, "%s cannot be written: %v", name, ownfile.Cause(err)).WithHint("check that the folder exists and can be written, and that there is space")
}

// replaceFile writes a file whole or not at all: beside its place first, so that
// what was there stays when the disk is full or Plumb is ended half-way. A link
// stays a link; what is no plain file, such as a pipe, is written to.
func replaceFile(path string, data []byte) error {
	mode := fs.FileMode(0o644)
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return os.WriteFile(path, data, mode)
	case err == nil:
		mode = info.Mode().Perm()
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	beside, err := writeBeside(path, data, mode)
	if err == nil {
		if err = os.Rename(beside, path); err == nil {
			return nil
		}
		_ = os.Remove(beside)
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EBUSY) { // nothing can be put into its folder, or in its place
		return os.WriteFile(path, data, mode)
	}
	return err
}

// writeBeside writes a new file into the folder of another.
func writeBeside(path string, data []byte, mode fs.FileMode) (beside string, err error) {
	beside = filepath.Join(filepath.Dir(path), freshID(".plumb-"))
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		_ = os.Remove(beside)
	}
	return beside, err
}
