package talk

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// shelf is a short list that Plumb keeps in a file of its own, the newest entry
// last. A file that is missing or damaged is an empty list. Of two programs
// that write at the same moment, one may lose its entry; the file stays whole.
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
	list := append(slices.DeleteFunc(s.load(), same), entry)
	data, err := json.MarshalIndent(list[max(0, len(list)-s.most):], "", "  ")
	if err == nil {
		err = s.replace(append(data, '\n'))
	}
	if err != nil {
		return fault.Wrap(err, fault.Store, "%s cannot be written: %v", s.path, err).
			WithHint("check that the folder can be written, and that there is space")
	}
	return nil
}

// replace writes the file whole or not at all, for its owner only.
func (s shelf[T]) replace(data []byte) error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return err
	}
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
