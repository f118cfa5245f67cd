package notebook

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

const (
	lockPrefix = ".lock-"
	// locks is how many there are in a folder. Notebooks share them by their
	// slugs: few enough to leave the files lying, and enough that writers seldom
	// meet.
	locks = 64
	// DefaultWait is how long a process waits for another that writes.
	DefaultWait = 10 * time.Second
)

// lockOf is the number of the lock that a slug has.
func lockOf(slug string) int { return int(sha256.Sum256([]byte(slug))[0]) % locks }

// lock waits, within bounds, for the right to write, make or remove the files of
// some slugs.
func (s Store) lock(ctx context.Context, slugs ...string) (release func(), err error) {
	var held []*os.File
	release = func() {
		for _, f := range held {
			_ = f.Close()
		}
	}
	numbers := make([]int, len(slugs))
	for i, slug := range slugs {
		numbers[i] = lockOf(slug)
	}
	slices.Sort(numbers) // everyone takes them in this order, so that nobody waits in a circle
	for _, n := range slices.Compact(numbers) {
		f, err := s.take(ctx, n)
		if err != nil {
			release()
			return nil, err
		}
		held = append(held, f)
	}
	return release, nil
}

func (s Store) take(ctx context.Context, number int) (*os.File, error) {
	wait := s.Wait
	if wait <= 0 {
		wait = DefaultWait
	}
	path := s.lockPath(number)
	f, err := ownfile.Lock(ctx.Done(), path, wait)
	switch {
	case err == nil:
		s.sign(f)
		return f, nil
	case errors.Is(err, ownfile.ErrStopped):
		return nil, fault.Of(context.Cause(ctx))
	case errors.Is(err, ownfile.ErrHeld):
		return nil, fault.New(fault.Store, "the notebook has been locked by %s for longer than %s", holder(path), wait).
			WithHint("wait for it to end, or stop it, and try again")
	}
	return nil, s.unwritable(err)
}

func (s Store) lockPath(number int) string {
	return filepath.Join(s.Dir, fmt.Sprintf("%s%02x", lockPrefix, number))
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
