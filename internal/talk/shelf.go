package talk

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// shelf is a short list that Plumb keeps in a file of its own, the newest entry
// last. A file that is missing or damaged is an empty list. Who changes it holds
// a lock, in whichever process, so that no entry is lost to another.
type shelf[T any] struct {
	path string
	most int // entries that are kept
}

// maxShelf is the largest file that is read.
const maxShelf = 8 << 20

func (s shelf[T]) load() []T {
	info, err := os.Stat(s.path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxShelf {
		return nil
	}
	data, err := os.ReadFile(s.path)
	if err != nil {
		return nil
	}
	var list []T
	if json.Unmarshal(data, &list) != nil {
		return nil
	}
	return list[max(0, len(list)-s.most):]
}

// put adds an entry in place of the one that it is the same as.
func (s shelf[T]) put(entry T, same func(T) bool) error {
	return s.change(func(list []T) []T { return append(slices.DeleteFunc(list, same), entry) })
}

// drop takes entries out.
func (s shelf[T]) drop(those func(T) bool) error {
	return s.change(func(list []T) []T { return slices.DeleteFunc(list, those) })
}

// change reads the list, and writes what is made of it, with nobody in between.
func (s shelf[T]) change(edit func([]T) []T) error {
	release, err := s.lock()
	if err == nil {
		defer release()
		list := edit(s.load())
		var data []byte
		if data, err = json.MarshalIndent(list[max(0, len(list)-s.most):], "", "  "); err == nil {
			err = s.replace(append(data, '\n'))
		}
	}
	if err != nil {
		return fault.Wrap(err, fault.Store, "%s cannot be written: %v", s.path, err).
			WithHint("check that the folder can be written, and that there is space")
	}
	return nil
}

// Who writes holds the lock for a few milliseconds; one that is held for longer
// is not waited for.
const (
	lockAttempts = 500
	lockPause    = 10 * time.Millisecond
)

// lock waits, within bounds, for the right to change the file. The system frees
// it if the process dies.
func (s shelf[T]) lock() (release func(), err error) {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(s.path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for range lockAttempts {
		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
			return func() { _ = f.Close() }, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			break
		}
		time.Sleep(lockPause)
	}
	return nil, errors.Join(err, f.Close())
}

// replace writes the file whole or not at all, for its owner only.
func (s shelf[T]) replace(data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(s.path), ".new-*") // made with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), s.path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
