package notebook

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

const tempPrefix = ".new-"

// replace puts a file in its place once it is safely on disk: whenever the
// process or the machine dies, the old or the new one is there. Who calls it
// holds the lock.
func (s Store) replace(path string, data []byte) (err error) {
	s.sweep()
	f, err := os.CreateTemp(s.Dir, tempPrefix+"*") // made with mode 0600
	if err != nil {
		return s.unwritable(err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	s.reached("made")
	half := len(data) / 2
	_, err = f.Write(data[:half])
	s.reached("half written")
	if err == nil {
		_, err = f.Write(data[half:])
	}
	s.reached("written")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return s.unwritable(err)
	}
	s.reached("synced")
	if err = os.Rename(f.Name(), path); err != nil {
		return s.unwritable(err)
	}
	s.reached("renamed")
	return s.syncFolder()
}

// syncFolder makes names durable.
func (s Store) syncFolder() error {
	if err := ownfile.SyncFolder(s.Dir); err != nil {
		return s.unwritable(err)
	}
	return nil
}

// sweep removes what processes left behind that died while they wrote.
func (s Store) sweep() {
	entries, err := os.ReadDir(s.Dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix) {
			_ = os.Remove(filepath.Join(s.Dir, e.Name()))
		}
	}
}

func (s Store) reached(point string) {
	if s.at != nil {
		s.at(point)
	}
}

func (s Store) unwritable(err error) error {
	cause := ownfile.Cause(err)
	if ownfile.NoSpace(err) {
		return fault.Wrap(err, fault.StoreFull, "there is no space to write the notebook in %s: %s", s.Dir, cause).
			WithHint("make room on the disk; the notebook is as it was")
	}
	return fault.Wrap(err, fault.Store, "the notebooks in %s cannot be written: %s", s.Dir, cause).
		WithHint("check that the folder is yours and can be written")
}
