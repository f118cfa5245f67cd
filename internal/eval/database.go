package eval

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
)

// database is one database while it is asked: as the brain sees it, and as
// results are read from it.
type database struct {
	conn    *connection.Connection
	plain   *plain
	scratch *scratch // where it was made for this run
}

func (r *Run) open(ctx context.Context, name string) (d *database, err error) {
	d = &database{}
	defer func() {
		if err != nil {
			err = errors.Join(err, d.close(ctx))
		}
	}()
	path, err := r.Suite.File(name)
	if err != nil {
		return d, err
	}
	dsn := path
	if script := r.Suite.script(name); script != "" {
		if d.scratch, err = newScratch(ctx, r.Postgres, script); err != nil {
			return d, err
		}
		d.plain, dsn = d.scratch.open(), address(r.Postgres, d.scratch.name)
	} else if d.plain, err = openSQLite(path); err != nil {
		return d, fault.Wrap(err, fault.Connect, "%s cannot be opened: %v", path, err)
	}
	d.conn, err = r.Open(ctx, name, dsn)
	return d, err
}

// address is a server's address with another database.
func address(dsn, database string) string {
	if u, err := url.Parse(dsn); err == nil && strings.Contains(dsn, "://") {
		u.Path = "/" + database
		return u.String()
	}
	return dsn + " dbname=" + database
}

func (d *database) close(ctx context.Context) error {
	var failed []error
	if d.conn != nil {
		failed = append(failed, d.conn.Close())
	}
	if d.plain != nil {
		failed = append(failed, d.plain.close())
	}
	if d.scratch != nil {
		failed = append(failed, d.scratch.drop(ctx))
	}
	return errors.Join(failed...)
}
