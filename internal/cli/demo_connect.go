package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/demo"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// connectDemo remembers the demo warehouse like any other data, so that it has
// one name everywhere, and makes it the active connection where there is none.
// It returns what --db takes for it: "" if it is asked anyway, its name, or its
// path where the name belongs to something else.
func (a *app) connectDemo(ctx context.Context, dir, path string) (db string, err error) {
	c, err := a.config()
	if err != nil {
		return "", err
	}
	name, conn := nameFor(path), config.Connection{DSN: config.DSN(duckdb.Driver.Schemes[0] + ":" + path)}
	typed := filepath.Join(dir, demo.FileName)
	old, known := c.Connections[name]
	switch {
	case known && old.DSN == conn.DSN:
		return unlessActive(c, name), nil
	case known && !isMissing(old.DSN):
		a.notes.Note(a.Stderr, "%s is already the connection to %s; use --db %s for this one", name, old.DSN, typed)
		return typed, nil
	case c.Rival(name) != "":
		a.notes.Note(a.Stderr, "%s is too similar to the connection %s; use --db %s for the demo", name, c.Rival(name), typed)
		return typed, nil
	}
	edits := []config.Edit{config.Put(name, conn)}
	if c.Active == "" {
		edits = append(edits, config.Activate(name))
	}
	err = config.Update(ctx, a.input(), edits...)
	if err == nil {
		c, err = config.Load(a.input())
	}
	if err != nil { // the warehouse is there all the same
		a.diagnose([]fault.Diagnostic{fault.Of(err).Diagnostic(fault.Warning)})
		return typed, nil
	}
	a.settings = c
	return unlessActive(c, name), nil
}

// unlessActive is the name of a connection that must be named to be asked.
func unlessActive(c *config.Config, name string) string {
	if c.Active == name {
		return ""
	}
	return name
}

// isMissing reports whether a connection is to a DuckDB file that is not there any
// more: an earlier demo, in a folder that was deleted.
func isMissing(dsn config.DSN) bool {
	path, ok := strings.CutPrefix(string(dsn), duckdb.Driver.Schemes[0]+":")
	if !ok || filepath.Base(path) != demo.FileName {
		return false
	}
	_, err := os.Stat(path)
	return err != nil && os.IsNotExist(err)
}
