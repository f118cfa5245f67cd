package notebook

import (
	"path/filepath"

	"github.com/plumbdata/plumb/internal/ownfile"
)

const occupyName = ".occupied"

// Occupy says, for as long as this process lives or until release is called, that
// it works at these notebooks. It is false while another one does: what looks
// abandoned may be that one's work.
func (s Store) Occupy() (release func(), ok bool) {
	f, err := ownfile.Lock(nil, filepath.Join(s.Dir, occupyName), 0)
	if err != nil {
		return nil, false
	}
	return func() { _ = f.Close() }, true
}
