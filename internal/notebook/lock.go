package notebook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

const (
	lockName = ".lock"
	lockPoll = 10 * time.Millisecond
	// DefaultWait is how long a process waits for another that writes.
	DefaultWait = 10 * time.Second
)

// lock waits, within bounds, for the right to change the folder. The system
// frees it if the process dies.
func (s Store) lock(ctx context.Context) (release func(), err error) {
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return nil, s.unwritable(err)
	}
	f, err := os.OpenFile(filepath.Join(s.Dir, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, s.unwritable(err)
	}
	wait := s.Wait
	if wait <= 0 {
		wait = DefaultWait
	}
	expired := time.NewTimer(wait)
	defer expired.Stop()
	tick := time.NewTicker(lockPoll)
	defer tick.Stop()
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			s.sign(f)
			return func() { _ = f.Close() }, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return nil, errors.Join(s.unwritable(err), f.Close())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(fault.Of(context.Cause(ctx)), f.Close())
		case <-expired.C:
			held := fault.New(fault.Store, "the notebooks are held by %s, for longer than %s", holder(f), wait).
				WithHint("wait for it to end, or end it, and try again")
			_ = f.Close()
			return nil, held
		case <-tick.C:
		}
	}
}

// sign says in the lock file who holds it. It only informs, so that it may
// fail.
func (s Store) sign(f *os.File) {
	line := fmt.Sprintf("process %d since %s\n", os.Getpid(), s.Now().UTC().Format(time.RFC3339))
	if f.Truncate(0) == nil {
		_, _ = f.WriteAt([]byte(line), 0)
	}
}

func holder(f *os.File) string {
	b, err := io.ReadAll(io.NewSectionReader(f, 0, 200))
	var pid int
	var since string
	if err == nil {
		_, err = fmt.Sscanf(strings.TrimSpace(string(b)), "process %d since %s", &pid, &since)
	}
	if err != nil {
		return "another process"
	}
	return fmt.Sprintf("process %d (since %s)", pid, since)
}
