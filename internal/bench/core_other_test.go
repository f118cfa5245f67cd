//go:build bench && !linux

package bench

import (
	"runtime"
	"testing"
)

// onOneCore leaves Go's scheduler one core until the test ends.
func onOneCore(t *testing.T) {
	procs := runtime.GOMAXPROCS(1)
	t.Cleanup(func() { runtime.GOMAXPROCS(procs) })
}
