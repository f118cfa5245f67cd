//go:build !linux

package serve

// Confine leaves the bounds to the engine itself: this system has no way to
// take rights from a running process.
func Confine(Bounds) error { return nil }
