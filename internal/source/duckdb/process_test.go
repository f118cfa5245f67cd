package duckdb_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

func TestClosedSourceLeavesNothingBehind(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	s := open(t, "CREATE TABLE t AS SELECT range AS n FROM range(1000000)")
	var readers []io.Closer
	for range 3 {
		r, err := s.Query(t.Context(), unguarded(t, "SELECT n FROM t ORDER BY n"), source.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		readers = append(readers, r)
	}
	pids := s.Workers().Processes()
	if len(pids) != 3 {
		t.Errorf("three statements run in %d workers", len(pids))
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	for _, r := range readers {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, pid := range pids {
		if syscall.Kill(pid, 0) == nil {
			t.Errorf("worker %d is still there", pid)
		}
	}
	left, err := filepath.Glob(filepath.Join(temp, "plumb-worker-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestWorkerKnowsNoSecrets(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	t.Setenv("PLUMB_TEST_SECRET", "hunter2")
	s := open(t)
	for _, pid := range s.Workers().Processes() {
		environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(environment), "hunter2") {
			t.Errorf("the worker's environment is %q", environment)
		}
		group, err := syscall.Getpgid(pid)
		if err != nil || group != pid {
			t.Errorf("the worker is in process group %d, %v; want one of its own", group, err)
		}
	}
}

// parentVariable makes this test binary open a database, say which worker it
// has, and wait to be killed.
const parentVariable = "PLUMB_TEST_PARENT"

func beParent(path string) {
	s, err := duckdb.Open(context.Background(), source.Config{DSN: path})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(s.Workers().Processes()[0])
	select {}
}

func TestWorkerEndsWithItsParent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.duckdb")
	create(t, path)
	parent := exec.CommandContext(t.Context(), os.Args[0])
	parent.Env = append(os.Environ(), parentVariable+"="+path, "TMPDIR="+t.TempDir()) // it cannot clean up
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatalf("the parent said %q", line)
	}
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatalf("the worker is not there: %v", err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	for syscall.Kill(pid, 0) == nil && !zombie(pid) { // until it has ended like its parent
		time.Sleep(5 * time.Millisecond)
	}
}

// zombie reports whether a process has ended and nobody has asked how.
func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return true
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(state, "Z")
}

// TestHugeResultTakesLittleMemory reads a result of 10 GB under the default
// cap, and a part of it that is much larger than the memory it may take.
func TestHugeResultTakesLittleMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	s := open(t)
	const huge, most = "SELECT repeat('x', 1000) AS line FROM range(10000000)", 256 << 20
	worker := s.Workers().Processes()[0]
	parentBefore, workerBefore := peak(t, os.Getpid()), peak(t, worker)
	for _, l := range []source.Limits{{Rows: 1 << 40}, {Rows: 1 << 40, Bytes: 1 << 30}} {
		l.Time = 10 * time.Minute
		r, err := s.Query(t.Context(), unguarded(t, huge), l)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range r.Rows() {
			if err != nil {
				t.Fatal(err)
			}
		}
		if r.Truncated() == "" {
			t.Error("10 GB were not cut")
		}
	}
	if grown := peak(t, os.Getpid()) - parentBefore; grown > most {
		t.Errorf("this process grew by %d MiB", grown>>20)
	}
	if pids := s.Workers().Processes(); len(pids) != 1 || pids[0] != worker {
		t.Fatalf("the worker was replaced")
	}
	if grown := peak(t, worker) - workerBefore; grown > most {
		t.Errorf("the worker grew by %d MiB", grown>>20)
	}
}

// peak is the most memory that a process has had.
func peak(t *testing.T, pid int) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes int64
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}
