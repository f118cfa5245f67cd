package talk

import (
	"encoding/json"
	"os"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

// shelf is a short list that Plumb keeps in a file of its own, the newest entry
// last. A file that is missing or damaged is an empty list. Who changes it holds
// a lock, in whichever process, so that no entry is lost to another.
type shelf[T any] struct {
	path string
	most int // entries that are kept
}

const (
	maxShelf = 8 << 20         // the largest file that is read
	lockWait = 5 * time.Second // who writes holds the lock for a few milliseconds
)

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
	lock, err := ownfile.Lock(nil, s.path+".lock", lockWait)
	if err == nil {
		defer lock.Close()
		list := edit(s.load())
		var data []byte
		if data, err = json.MarshalIndent(list[max(0, len(list)-s.most):], "", "  "); err == nil {
			err = ownfile.Replace(s.path, append(data, '\n'))
		}
	}
	if err != nil {
		return fault.Wrap(err, fault.Store, "%s cannot be written: %v", s.path, err).
			WithHint("check that the folder can be written, and that there is space")
	}
	return nil
}
