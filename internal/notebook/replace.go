package notebook

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

const tempPrefix = ".new-"

// replace puts the file of a slug in its place once it is safely on disk: whenever
// the process or the machine dies, the old or the new one is there. Who calls it
// holds the slug's lock, and so is alone with the file that it writes first.
func (s Store) replace(slug string, data []byte) (err error) {
	s.sweep()
	temp := filepath.Join(s.Dir, tempName(slug))
	_ = os.Remove(temp) // of a process that died
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return s.unwritable(err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp)
		}
	}()
	s.passPoint("made")
	half := len(data) / 2
	_, err = f.Write(data[:half])
	s.passPoint("half written")
	if err == nil {
		_, err = f.Write(data[half:])
	}
	s.passPoint("written")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return s.unwritable(err)
	}
	s.passPoint("synced")
	if err = os.Rename(temp, s.path(slug)); err != nil {
		return s.unwritable(err)
	}
	s.passPoint("renamed")
	return s.syncFolder()
}

// syncFolder makes names durable.
func (s Store) syncFolder() error {
	if err := ownfile.SyncFolder(s.Dir); err != nil {
		return s.unwritable(err)
	}
	return nil
}

// tempName is that of the file which becomes the one of a slug. It begins with the
// number of the slug's lock.
func tempName(slug string) string {
	return fmt.Sprintf("%s%02x-%x", tempPrefix, lockOf(slug), sha256.Sum256([]byte(slug)))
}

// sweep removes what processes left behind that died while they wrote: files that
// somebody is writing have their lock held.
func (s Store) sweep() {
	if !s.Heads.firstSweep() {
		return
	}
	entries, err := os.ReadDir(s.Dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		var lock int
		if _, err := fmt.Sscanf(e.Name(), tempPrefix+"%02x-", &lock); err != nil {
			continue
		}
		if f, err := ownfile.Lock(nil, s.lockPath(lock), 0); err == nil {
			_ = os.Remove(filepath.Join(s.Dir, e.Name()))
			_ = f.Close()
		}
	}
}

func (s Store) passPoint(point string) {
	if s.at != nil {
		s.at(point)
	}
}

func (s Store) unwritable(err error) error {
	cause := ownfile.Cause(err)
	if ownfile.NoSpace(err) {
		return fault.Wrap(err, fault.StoreFull, "there is no space to write the notebook in %s: %s", s.Dir, cause).
			WithHint("free some space; the notebook is unchanged")
	}
	return fault.Wrap(err, fault.Store, "the notebooks in %s cannot be written: %s", s.Dir, cause).
		WithHint("check that the folder is yours and can be written")
}
