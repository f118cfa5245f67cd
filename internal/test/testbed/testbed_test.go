package testbed

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// verdict records how a test would have ended.
type verdict struct {
	testing.TB
	how, text string
}

func (v *verdict) Helper() {}

func (v *verdict) Skipf(format string, args ...any) { v.end("skip", format, args) }

func (v *verdict) Fatalf(format string, args ...any) { v.end("fatal", format, args) }

func (v *verdict) end(how, format string, args []any) {
	v.how, v.text = how, fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestAMissingPackageIsSkippedUnlessRequired(t *testing.T) {
	for value, want := range map[string]string{"": "skip", "1": "fatal"} {
		t.Setenv(requireVar, value)
		v := &verdict{TB: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			Find(v, "Chromium", "@plumb/no-such-package")
		}()
		<-done
		if v.how != want || v.text != "needs Chromium: run make test once, or npm ci" {
			t.Errorf("with %s=%q: %s %q", requireVar, value, v.how, v.text)
		}
	}
}

// publicTemp makes the temporary directory one that is this test's own, and
// that Cached accepts when it runs as root.
func publicTemp(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := errors.Join(os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", dir)
	return dir
}

func TestCachedIsBuiltOnceAndWhole(t *testing.T) {
	publicTemp(t)
	var built atomic.Int32
	build := func(dir string) error {
		built.Add(1)
		return os.WriteFile(filepath.Join(dir, "content"), []byte("whole"), 0o600)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			dir, err := Cached("thing-1", build)
			if err != nil {
				t.Error(err)
				return
			}
			if text, err := os.ReadFile(filepath.Join(dir, "content")); err != nil || string(text) != "whole" {
				t.Errorf("%q, %v", text, err)
			}
		})
	}
	all.Wait()
	if built.Load() != 1 {
		t.Errorf("built %d times", built.Load())
	}
}

func TestCachedForgetsAFailedBuild(t *testing.T) {
	publicTemp(t)
	failure := errors.New("disk on fire")
	half := func(dir string) error {
		os.WriteFile(filepath.Join(dir, "half"), nil, 0o600)
		return failure
	}
	if _, err := Cached("thing", half); !errors.Is(err, failure) {
		t.Fatalf("got %v", err)
	}
	dir, err := Cached("thing", func(string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "half")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the failed build left something: %v", err)
	}
}

func TestCachedDistrustsAFolderOthersCanWrite(t *testing.T) {
	temp := publicTemp(t)
	planted := filepath.Join(temp, fmt.Sprintf("plumb-test-%d", os.Geteuid()))
	if err := errors.Join(os.MkdirAll(filepath.Join(planted, "tool"), 0o700), os.Chmod(planted, 0o777)); err != nil {
		t.Fatal(err)
	}
	if dir, err := Cached("tool", func(string) error { return nil }); err == nil {
		t.Errorf("took %s", dir)
	}
}

func TestReachable(t *testing.T) {
	dir := publicTemp(t)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		folder, file os.FileMode
		want         bool
	}{
		{0o755, 0o644, true},
		{0o711, 0o644, true},
		{0o755, 0o600, false},
		{0o700, 0o644, false},
	} {
		if err := errors.Join(os.Chmod(dir, c.folder), os.Chmod(file, c.file)); err != nil {
			t.Fatal(err)
		}
		if got := Reachable(file); got != c.want {
			t.Errorf("folder %o, file %o: %v", c.folder, c.file, got)
		}
	}
}

func TestTryLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	if _, err := TryLock(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a lock without its file: %v", err)
	}
	held, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := TryLock(path); !errors.Is(err, syscall.EWOULDBLOCK) {
		t.Errorf("two hold the lock: %v", err)
	}
	held.Close()
	again, err := TryLock(path)
	if err != nil {
		t.Fatalf("the lock outlived its file: %v", err)
	}
	again.Close()
}

func TestStopEndsTheProcess(t *testing.T) {
	p, err := Start(exec.Command("sleep", "600"), syscall.SIGKILL)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Stop(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := p.Wait(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("ended with %v", err)
	}
	if err := p.Stop(syscall.SIGTERM); err != nil {
		t.Errorf("stopping twice: %v", err)
	}
	if _, err := Start(exec.Command("plumb-no-such-program"), syscall.SIGKILL); err == nil || !strings.Contains(err.Error(), "plumb-no-such-program") {
		t.Errorf("a missing program gave %v", err)
	}
}
