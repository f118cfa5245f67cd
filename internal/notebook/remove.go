package notebook

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/plumbdata/plumb/internal/fault"
)

// Removed is a notebook that was deleted, as its file was.
type Removed struct {
	slug, name string
	data       []byte
}

// Size is how many bytes it has.
func (r Removed) Size() int { return len(r.data) }

// Delete removes a notebook, damaged or not.
func (s Store) Delete(ctx context.Context, ref string) error {
	_, err := s.Remove(ctx, ref)
	return err
}

// Remove deletes a notebook, damaged or not, and gives what Restore needs. Of one
// that cannot be read there is nothing to restore.
func (s Store) Remove(ctx context.Context, ref string) (Removed, error) {
	slug, release, err := s.holdFile(ctx, ref)
	if err != nil {
		return Removed{}, err
	}
	defer release()
	r := Removed{slug: slug, name: s.entry(slug).Name}
	if b, err := s.load(slug); err == nil {
		r.data = b
	}
	if err := os.Remove(s.path(slug)); err != nil {
		return Removed{}, s.unwritable(err)
	}
	return r, s.syncFolder()
}

// Restore undoes a removal, unless another notebook has taken its name.
func (s Store) Restore(ctx context.Context, r Removed) error {
	release, err := s.lock(ctx, r.slug)
	if err != nil {
		return err
	}
	defer release()
	_, err = os.Lstat(s.path(r.slug))
	if _, found := s.find(r.name); !errors.Is(err, fs.ErrNotExist) || found == nil {
		return fault.New(fault.Usage, "another notebook is named %q now", r.name).WithHint("rename that one, and try again")
	}
	return s.replace(r.slug, r.data)
}
