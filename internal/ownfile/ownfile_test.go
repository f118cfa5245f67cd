package ownfile

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

func TestReplaceWritesForTheOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "list.json")
	for _, text := range []string{"one", "another"} {
		if err := Replace(path, []byte(text[:1]), []byte(text[1:])); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != text {
			t.Errorf("got %q, %v", got, err)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v", info, err)
	}
	alone(t, path)
}

func TestWhatCannotBePutInPlaceLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "taken")
	if err := os.MkdirAll(filepath.Join(path, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	err := Replace(path, []byte("text"))
	if err == nil || Cause(err) == err || NoSpace(err) {
		t.Errorf("got %v", err)
	}
	alone(t, path)
}

func TestReplaceIfNotKeepsTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := Replace(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	done, err := ReplaceIf(path, func() bool { return false }, []byte("new"))
	got, _ := os.ReadFile(path)
	if done || err != nil || string(got) != "old" {
		t.Errorf("got %v, %v, %q", done, err, got)
	}
	alone(t, path)
}

// alone checks that nothing was left beside a file.
func alone(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("got %v, %v", entries, err)
	}
}

func TestOneHoldsALockAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "lock")
	var inside, most, times atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			f, err := Lock(nil, path, time.Hour)
			if err != nil {
				t.Error(err)
				return
			}
			if n := inside.Add(1); n > most.Load() {
				most.Store(n)
			}
			times.Add(1)
			inside.Add(-1)
			f.Close()
		})
	}
	all.Wait()
	if most.Load() != 1 || times.Load() != 20 {
		t.Errorf("%d at once, %d in all", most.Load(), times.Load())
	}
}

// Who frees the lock and wants it again waits behind those who waited before.
func TestTheLockIsTakenInTurn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	held, err := Lock(nil, path, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	taken := make(chan *os.File)
	go func() {
		f, err := Lock(nil, path, time.Hour)
		if err != nil {
			t.Error(err)
		}
		taken <- f
	}()
	for waiting := 0; waiting == 0; time.Sleep(time.Millisecond) {
		mu.Lock()
		waiting = len(queues)
		mu.Unlock()
	}
	held.Close()
	again := make(chan *os.File)
	go func() {
		f, err := Lock(nil, path, time.Hour)
		if err != nil {
			t.Error(err)
		}
		again <- f
	}()
	select {
	case <-again:
		t.Error("the lock went to the one who came last")
	case f := <-taken:
		f.Close()
		(<-again).Close()
	}
	if len(queues) != 0 {
		t.Errorf("%d queues are kept though nobody waits", len(queues))
	}
}

// Another process is kept out, and let in when this one has freed the lock.
func TestAnotherProcessWaits(t *testing.T) {
	if path := os.Getenv("PLUMB_TEST_LOCK"); path != "" {
		if _, err := Lock(nil, path, 0); err != nil {
			t.Fatal(err)
		}
		return
	}
	path := filepath.Join(t.TempDir(), "lock")
	other := func() error {
		c := exec.Command(os.Args[0], "-test.run=TestAnotherProcessWaits")
		c.Env = append(os.Environ(), "PLUMB_TEST_LOCK="+path)
		return c.Run()
	}
	held, err := Lock(nil, path, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := other(); err == nil {
		t.Error("two processes hold the lock")
	}
	held.Close()
	if err := other(); err != nil {
		t.Errorf("the lock was freed: %v", err)
	}
}

func TestALockThatIsHeld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	held, err := Lock(nil, path, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(nil, path, time.Millisecond); !errors.Is(err, ErrHeld) {
		t.Errorf("got %v", err)
	}
	done := make(chan struct{})
	close(done)
	if _, err := Lock(done, path, time.Hour); !errors.Is(err, ErrStopped) {
		t.Errorf("got %v", err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if f, err := Lock(nil, path, 0); err != nil {
		t.Errorf("got %v", err)
	} else {
		f.Close()
	}
	if _, err := Lock(nil, filepath.Join(path, "below"), 0); !errors.Is(err, fs.ErrExist) && !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("a file is no folder: %v", err)
	}
}

func TestNoSpace(t *testing.T) {
	if err := os.WriteFile("/dev/full", []byte("text"), 0o600); !NoSpace(err) || !errors.Is(Cause(err), syscall.ENOSPC) {
		t.Errorf("got %v", err)
	}
}
