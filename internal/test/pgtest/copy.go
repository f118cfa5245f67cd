package pgtest

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// access is who may read a copied tree.
type access struct{ folder, file fs.FileMode }

var (
	private = access{0o700, 0o600} // PostgreSQL refuses data that others can read
	public  = access{0o755, 0o644}
)

// copyTree copies a folder, symbolic links as links, and gives it to an
// account. Programs stay executable.
func copyTree(to, from string, a access, owner *account) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			err = errors.Join(os.Mkdir(target, a.folder), os.Chmod(target, a.folder))
		case d.Type() == fs.ModeSymlink:
			var link string
			if link, err = os.Readlink(path); err == nil {
				err = os.Symlink(link, target)
			}
		default:
			err = copyFile(target, path, a)
		}
		if err != nil {
			return err
		}
		return owner.own(target)
	})
}

func copyFile(to, from string, a access) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	mode := a.file
	if info.Mode()&0o100 != 0 {
		mode = a.folder
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Chmod(mode), out.Close())
}
