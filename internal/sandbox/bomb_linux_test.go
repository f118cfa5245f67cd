package sandbox

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
)

func itoa(n int) string { return strconv.Itoa(n) }

func TestBombs(t *testing.T) {
	small := Limits{Time: 2 * time.Minute, Memory: 128 << 20, Output: 1 << 20, Rows: 1000}
	short := small
	short.Time = 300 * time.Millisecond
	short.Steps = 1 << 62
	steps := small
	steps.Steps = 100_000
	for _, c := range []struct {
		name     string
		language Language
		code     string
		limits   Limits
		want     fault.Code
	}{
		{"memory", Starlark, "x = []\nwhile True: x.append('%d' % len(x) * 100)", small, fault.Memory},
		{"one large string", Starlark, "x = 'x' * (1 << 29) + 'y'", small, fault.Memory},
		{"endless loop", Starlark, "while True: pass", short, Timeout},
		{"steps", Starlark, "while True: pass", steps, Timeout},
		{"printing", Starlark, "while True: print('x' * 1000)", small, OutputLimit},
		{"one large table", Starlark, "emit('t', [{'x': 'x' * 1000} for i in range(2000)])", small, OutputLimit},
		{"rows", Starlark, "emit('t', [{'x': i} for i in range(1001)])", small, OutputLimit},
		{"many tables", Starlark, "for i in range(2000): emit('t', [])", small, OutputLimit},
		{"recursion", Starlark, "def f(): f()\nf()", small, RuntimeError},
		{"deep source", Starlark, "x = " + strings.Repeat("(", 400_000), small, SyntaxError},
		{"memory", Python, "x = []\nwhile True: x.append(bytearray(1 << 20))", small, fault.Memory},
		{"endless loop", Python, "while True: pass", short, Timeout},
		{"deaf loop", Python, "9**9**9", short, Timeout},
		{"printing", Python, "while True: print('x' * 1000)", small, OutputLimit},
		{"rows", Python, "emit('t', [{'x': i} for i in range(1001)])", small, OutputLimit},
	} {
		t.Run(string(c.language)+" "+c.name, func(t *testing.T) {
			o := options(t)
			o.Limits = c.limits
			if c.language == Python {
				o.Python = python3(t)
				if c.want == Timeout {
					o.Limits.Time = 2 * time.Second
				}
			}
			_, err := Run(t.Context(), Program{Language: c.language, Code: c.code}, o)
			if got := fault.CodeOf(err); got != c.want {
				t.Fatalf("got %q: %v (%v)", got, err, errors.Unwrap(err))
			}
			if fault.Of(err).Hint == "" {
				t.Error("there is no hint")
			}
			if got, want := Retryable(err), c.want == RuntimeError || c.want == SyntaxError; got != want {
				t.Errorf("retryable is %v", got)
			}
		})
	}
}

// TestKernelBombs go off in Python with every module at hand.
func TestKernelBombs(t *testing.T) {
	o := pythonOptions(t)
	o.skip = []string{wire.LayerImports}
	o.Limits = Limits{Memory: 128 << 20, Processes: 20, Files: 20}
	for name, c := range map[string]struct {
		code string
		want fault.Code
	}{
		"forks":       {"import os\nfor i in range(100):\n    if os.fork() == 0: os._exit(0)", RuntimeError},
		"threads":     {"import _thread, time\nfor i in range(100): _thread.start_new_thread(time.sleep, (100,))", RuntimeError},
		"files":       {"import os\nfor i in range(100): os.open(os.__file__, os.O_RDONLY)", RuntimeError},
		"disk":        {"open('/filler', 'wb').write(bytes(1 << 20))", RuntimeError},
		"disk in tmp": {"open('/tmp/filler', 'wb').write(bytes(1 << 20))", RuntimeError},
		"raw memory":  {"import ctypes\nc = ctypes.CDLL(None)\nc.malloc.restype = ctypes.c_void_p\nc.malloc.argtypes = [ctypes.c_size_t]\nfor i in range(1000):\n    if not c.malloc(1 << 20): raise MemoryError", fault.Memory},
		"stderr":      {"import os\nwhile True: os.write(2, b'x' * 1000)", OutputLimit},
		"wild frames": {"import os\nos.write(1, b'\\x05' + b'\\xff' * 4000)\nos.write(1, b'x' * 100)", OutputLimit},
		"bad frames":  {"import os\nos.write(1, b'\\x63\\x01\\x00\\x00\\x00x')", fault.Internal},
		"closed pipe": {"import os\nos.close(1)\nwhile True: pass", fault.Lost},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := run(t.Context(), Program{Language: Python, Code: c.code}, o)
			if got := fault.CodeOf(err); got != c.want {
				t.Errorf("got %q: %v (%v)", got, err, errors.Unwrap(err))
			}
		})
	}
}

// TestCancelEndsAll looks for processes of the sandbox after its context has ended.
func TestCancelEndsAll(t *testing.T) {
	o := options(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := Run(ctx, Program{Language: Starlark, Code: "while True: pass"}, o)
		done <- err
	}()
	eventually(t, "the program runs", func() bool { return len(children(t, os.Getpid())) > 0 })
	cancel()
	if err := <-done; fault.CodeOf(err) != fault.Canceled {
		t.Errorf("got %v", err)
	}
	if left := children(t, os.Getpid()); len(left) > 0 {
		t.Errorf("there are still %v", left)
	}
}

func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	t.Logf("waiting until %s", what)
	for !condition() {
		time.Sleep(time.Millisecond)
	}
}

// TestEndsWithParent kills a process that has a sandboxed one.
func TestEndsWithParent(t *testing.T) {
	for name, reached := range map[string]func(id int) bool{
		"as it starts": func(int) bool { return true },
		"as it runs":   filtered,
	} {
		t.Run(name, func(t *testing.T) {
			parent := exec.Command(os.Args[0], endless)
			if err := parent.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = parent.Process.Kill() }) // if the test has failed
			child := -1
			eventually(t, "the program runs", func() bool {
				found := children(t, parent.Process.Pid)
				if len(found) != 1 || !reached(found[0]) {
					return false
				}
				var err error
				child, err = unix.PidfdOpen(found[0], 0)
				if errors.Is(err, unix.ESRCH) {
					return false // a process by which package os finds out what the kernel can do
				}
				if err != nil {
					t.Fatal(err)
				}
				return true
			})
			defer unix.Close(child)
			if err := parent.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = parent.Wait() // it was killed
			eventually(t, "the sandboxed process has ended", func() bool {
				n, err := unix.Poll([]unix.PollFd{{Fd: int32(child), Events: unix.POLLIN}}, 1000)
				return err == nil && n == 1
			})
		})
	}
}

// filtered reports whether a process has a seccomp filter, the last layer.
func filtered(id int) bool {
	status, err := os.ReadFile("/proc/" + itoa(id) + "/status")
	return err == nil && strings.Contains(string(status), "\nSeccomp:\t2\n")
}

// children are the processes that a process has started.
func children(t *testing.T, of int) (list []int) {
	t.Helper()
	found, err := filepath.Glob("/proc/" + itoa(of) + "/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // the thread has ended
		}
		for _, field := range strings.Fields(string(text)) {
			id, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, id)
		}
	}
	return list
}
