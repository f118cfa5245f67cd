package ownfile

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

const poll = 10 * time.Millisecond

var (
	ErrHeld    = errors.New("another process holds the lock")
	ErrStopped = errors.New("nobody waits for the lock any more")
)

// Lock waits for the lock that a file stands for, at most so long and until done
// is closed. It makes file and folder if need be. Closing the file frees it; the
// system does so when the process dies.
func Lock(done <-chan struct{}, path string, wait time.Duration) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := hold(done, f, wait); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func hold(done <-chan struct{}, f *os.File, wait time.Duration) error {
	expired := time.NewTimer(wait)
	defer expired.Stop()
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return err // none, if it is held now
		}
		select {
		case <-done:
			return ErrStopped
		case <-expired.C:
			return ErrHeld
		case <-tick.C:
		}
	}
}
