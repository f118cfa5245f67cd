package ownfile

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

const poll = 10 * time.Millisecond

var (
	ErrHeld    = errors.New("another process holds the lock")
	ErrStopped = errors.New("stopped waiting for the lock")
)

// Lock waits for the lock that a file stands for, at most so long and until done
// is closed. It makes file and folder if need be. Closing the file frees it; the
// system does so when the process dies. Within a process, the first waiter is
// served first.
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

// hold takes the lock. Only the first in the queue asks the system, so that
// nobody who has just freed the lock takes it again before those who wait.
func hold(done <-chan struct{}, f *os.File, wait time.Duration) error {
	if wait == 0 {
		return try(f)
	}
	expired := time.NewTimer(wait)
	defer expired.Stop()
	turn, leave := enqueue(f.Name())
	defer leave()
	select {
	case turn <- struct{}{}:
		defer func() { <-turn }()
	case <-done:
		return ErrStopped
	case <-expired.C:
		return ErrHeld
	}
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		if err := try(f); !errors.Is(err, ErrHeld) {
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

func try(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return ErrHeld
	}
	return err
}

// queue is the waiters for one lock in this process. The one that has sent to turn is
// first; a channel serves its senders in the order of their coming.
type queue struct {
	turn   chan struct{}
	length int
}

var (
	queues = map[string]*queue{} // by path, while there are waiters
	mu     sync.Mutex            // of queues
)

func enqueue(path string) (turn chan struct{}, leave func()) {
	mu.Lock()
	defer mu.Unlock()
	q := queues[path]
	if q == nil {
		q = &queue{turn: make(chan struct{}, 1)}
		queues[path] = q
	}
	q.length++
	return q.turn, func() {
		mu.Lock()
		defer mu.Unlock()
		if q.length--; q.length == 0 {
			delete(queues, path)
		}
	}
}
