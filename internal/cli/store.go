package cli

import (
	"context"
	"path/filepath"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/store/sqlite"
)

// storePath is where Plumb keeps sessions, cells and audit.
func storePath(c *config.Config) string { return filepath.Join(c.Folder, "plumb.db") }

// openStore opens the store in Plumb's home, and makes it, for its owner only,
// where there is none. It is the caller's to close.
func (a *app) openStore(ctx context.Context) (*sqlite.Store, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	return sqlite.Open(ctx, storePath(c), sqlite.Options{})
}
