//go:build !nopage

// Package web is the page, as it was built into dist. The build tag nopage
// leaves it out.
package web

import (
	"embed"
	"io/fs"
)

// files holds dist if it was built; the file beside it is always there, so that
// the program compiles without Node.
//
//go:embed all:dist*
var files embed.FS

// Files is the built page, or nil where there is none.
func Files() fs.FS {
	page, err := fs.Sub(files, "dist")
	if err != nil {
		return nil
	}
	if _, err := fs.Stat(page, "index.html"); err != nil {
		return nil
	}
	return page
}
