package notebook

import (
	"os"
	"path/filepath"
	"syscall"
)

const occupyName = ".occupied"

// Occupy says, for as long as this process lives or until release is called, that
// it works at these notebooks. It is false while another one does: what looks
// abandoned may be that one's work.
func (s Store) Occupy() (release func(), ok bool) {
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return nil, false
	}
	f, err := os.OpenFile(filepath.Join(s.Dir, occupyName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, false
	}
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		_ = f.Close()
		return nil, false
	}
	return func() { _ = f.Close() }, true
}
