//go:build bench

package lazyregexp

// compilesAtOnce is false where the program's own start is measured.
func compilesAtOnce() bool { return false }
