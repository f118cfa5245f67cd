//go:build bench

package bench

import (
	"os"
	"runtime"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// onOneCore leaves the process one core until the test ends. GOMAXPROCS alone does not:
// what runs in C is not counted.
func onOneCore(t *testing.T) {
	t.Helper()
	var all, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		t.Fatal(err)
	}
	for cpu := range 1024 {
		if all.IsSet(cpu) {
			one.Set(cpu)
			break
		}
	}
	procs := runtime.GOMAXPROCS(1)
	setAffinity(t, &one)
	t.Cleanup(func() {
		setAffinity(t, &all)
		runtime.GOMAXPROCS(procs)
	})
}

// setAffinity sets the cores of all threads; those that begin later take over theirs.
func setAffinity(t *testing.T, cores *unix.CPUSet) {
	t.Helper()
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = unix.SchedSetaffinity(id, cores) // it may have ended meanwhile
		}
	}
}
