//go:build bench

package bench

import (
	"os"
	"runtime"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// onCores leaves the process some cores until the test ends, and so what it starts
// meanwhile. GOMAXPROCS alone does not: what runs in C is not counted.
func onCores(t *testing.T, cores int) {
	t.Helper()
	var all, some unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		t.Fatal(err)
	}
	for cpu := range 1024 {
		if all.IsSet(cpu) && some.Count() < cores {
			some.Set(cpu)
		}
	}
	procs := runtime.GOMAXPROCS(min(cores, runtime.GOMAXPROCS(0)))
	setAffinity(t, &some)
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
