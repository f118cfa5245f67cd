package notebook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

const (
	lockName = ".lock"
	// DefaultWait is how long a process waits for another that writes.
	DefaultWait = 10 * time.Second
)

// lock waits, within bounds, for the right to change the folder.
func (s Store) lock(ctx context.Context) (release func(), err error) {
	wait := s.Wait
	if wait <= 0 {
		wait = DefaultWait
	}
	path := filepath.Join(s.Dir, lockName)
	f, err := ownfile.Lock(ctx.Done(), path, wait)
	switch {
	case err == nil:
		s.sign(f)
		return func() { _ = f.Close() }, nil
	case errors.Is(err, ownfile.ErrStopped):
		return nil, fault.Of(context.Cause(ctx))
	case errors.Is(err, ownfile.ErrHeld):
		return nil, fault.New(fault.Store, "the notebooks are held by %s, for longer than %s", holder(path), wait).
			WithHint("wait for it to end, or end it, and try again")
	}
	return nil, s.unwritable(err)
}

// sign says in the lock file who holds it. It only informs, so that it may
// fail.
func (s Store) sign(f *os.File) {
	line := fmt.Sprintf("process %d since %s\n", os.Getpid(), s.Now().UTC().Format(time.RFC3339))
	if f.Truncate(0) == nil {
		_, _ = f.WriteAt([]byte(line), 0)
	}
}

func holder(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return "another process"
	}
	defer f.Close()
	var pid int
	var since string
	if _, err := fmt.Fscanf(io.LimitReader(f, 200), "process %d since %s", &pid, &since); err != nil {
		return "another process"
	}
	return fmt.Sprintf("process %d (since %s)", pid, since)
}
