package cli

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

// sessionLock is held while a conversation goes on, so that nobody else goes on with it.
// The system frees it when the process dies.
type sessionLock struct{ file *os.File }

const lockEnding = ".lock"

func (a *app) holdSession(id string) (*sessionLock, error) {
	f, err := ownfile.Lock(nil, filepath.Join(a.settings.Folder, "data", id+lockEnding), 0)
	switch {
	case errors.Is(err, ownfile.ErrHeld):
		return nil, fault.New(fault.Usage, "the session %s is in use by another process", id).WithHint("end that one first")
	case err != nil:
		return nil, fault.Wrap(err, fault.Store, "the session cannot be held: %v", err).WithHint("check that Plumb's home folder can be written")
	}
	return &sessionLock{f}, nil
}

func (l *sessionLock) free() {
	if l != nil {
		_ = os.Remove(l.file.Name()) // it is held until it is closed
		_ = l.file.Close()
	}
}
