//go:build nopage

// Package web is the page; this build leaves it out.
package web

import "io/fs"

// Files is the built page: none.
func Files() fs.FS { return nil }
