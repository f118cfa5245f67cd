//go:build bench && !linux

package bench

import (
	"runtime"
	"testing"
)

// onCores leaves Go's scheduler some cores until the test ends.
func onCores(t *testing.T, cores int) {
	procs := runtime.GOMAXPROCS(min(cores, runtime.GOMAXPROCS(0)))
	t.Cleanup(func() { runtime.GOMAXPROCS(procs) })
}
