//go:build !bench

package lazyregexp

import (
	"os"
	"strings"
)

// compilesAtOnce is true in tests of a package.
func compilesAtOnce() bool { return strings.HasSuffix(os.Args[0], ".test") }
