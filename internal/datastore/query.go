package datastore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	guardduckdb "github.com/plumbdata/plumb/internal/guard/duckdb"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/table"
)

// mainSchema is where DuckDB has tables that are not said to be elsewhere.
const mainSchema = "main"

// Query runs a statement over the store's tables, which the guard checks first. The
// reader must be closed.
func (s *Store) Query(ctx context.Context, sql string, l source.Limits) (*table.Reader, error) {
	c, err := s.current()
	if err != nil {
		return nil, err
	}
	q, err := s.check(ctx, c, sql)
	if err != nil {
		return nil, err
	}
	s.markUsed(tablesOf(q))
	r, err := s.source.Query(ctx, q, l)
	if r != nil {
		r.Ordered = q.Ordered()
	}
	return r, err
}

// Driver opens the store as a source, for connections. The store must stay open.
func (s *Store) Driver() source.Driver {
	return source.Driver{
		Name: "store", Dialect: duckdb.Dialect, NewGrammar: guardduckdb.New,
		Open: func(context.Context, source.Config) (source.Source, error) { return s.newSource(), nil },
	}
}

func (s *Store) newSource() *duckdb.Source {
	return duckdb.New(s.config, duckdb.Options{Grammar: guardduckdb.New(), Name: "store", Data: s.data})
}

// check passes a statement to the guard.
func (s *Store) check(ctx context.Context, c *catalogue, sql string) (guard.Statement, error) {
	snapshot := &schema.Snapshot{Dialect: duckdb.Dialect, Database: "store", SearchPath: []string{mainSchema}}
	for _, t := range c.Tables {
		known := schema.Table{Schema: mainSchema, Name: t.Name, Kind: schema.BaseTable, Comment: t.Description, Rows: t.Rows, Counted: true}
		for _, column := range t.Columns {
			known.Columns = append(known.Columns, schema.Column{Name: column.Name, Type: column.Type, Kind: column.Kind, Nullable: true})
		}
		snapshot.Tables = append(snapshot.Tables, known)
	}
	return guard.New(s.source.Grammar(), &guard.Catalog{Snapshot: snapshot}).Check(ctx, sql)
}

// tablesOf are the tables that a statement reads.
func tablesOf(q guard.Statement) []string {
	list := make([]string, len(q.Tables()))
	for i, t := range q.Tables() {
		list[i] = strings.TrimPrefix(t, mainSchema+".")
	}
	return list
}

// viewsEnding is of database files that hold views of a store's tables.
const viewsEnding = ".duckdb"

// smallTable is the size up to which all of a table is read for statistics.
const smallTable = 8 << 20

// data is what statements see: a database with a view of each table. It is made again when the
// tables have changed.
func (s *Store) data(ctx context.Context) (*duckdb.Data, error) {
	c, err := s.current()
	if err != nil {
		return nil, err
	}
	mark := s.mark(c)
	s.viewing.Lock()
	defer s.viewing.Unlock()
	path := s.path(viewsFolder, mark+viewsEnding)
	_, err = os.Stat(path)
	if err == nil && s.viewed != nil && s.viewed.Mark == mark {
		return s.viewed, nil
	}
	if err != nil {
		if err := s.makeViews(ctx, c, path); err != nil {
			return nil, err
		}
	}
	d := &duckdb.Data{Path: path, Mark: mark}
	for _, t := range c.Tables {
		d.Files = append(d.Files, s.path(tablesFolder, t.File))
		d.Relations = append(d.Relations, duckdb.Relation{Name: t.Name, View: true, Rows: t.Rows, Small: t.Bytes <= smallTable})
	}
	s.viewed = d
	return d, nil
}

// mark tells one state of the tables from others.
func (s *Store) mark(c *catalogue) string {
	h := sha256.New()
	fmt.Fprintf(h, "views 1 %q\n", s.folder)
	for _, t := range c.Tables {
		fmt.Fprintf(h, "%q %q %d %d %q\n", t.Name, t.File, t.Serial, t.CreatedAt.UnixNano(), t.Description)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

func viewSQL(name, path string, columns []Column) string {
	return fmt.Sprintf("CREATE VIEW %s AS %s", duckdb.Identifier(name), viewQuery(path, columns))
}

// makeViews makes the database with the views. A table whose file has been removed
// is left out.
func (s *Store) makeViews(ctx context.Context, c *catalogue, path string) error {
	w, err := s.beginNext(ctx.Done(), viewsWork)
	if err != nil {
		return err
	}
	defer w.close()
	if _, err := os.Stat(path); err == nil {
		return nil // another process has made it
	}
	var files []string
	for _, t := range c.Tables {
		files = append(files, s.path(tablesFolder, t.File))
	}
	b := w.builder(files...)
	defer b.Close()
	for i, t := range c.Tables {
		if _, err := b.Ask(ctx, viewSQL(t.Name, files[i], t.Columns)); err != nil {
			if ctx.Err() != nil {
				return fault.Of(ctx.Err())
			}
			continue
		}
		if t.Description != "" {
			if _, err := b.Ask(ctx, fmt.Sprintf("COMMENT ON VIEW %s IS %s", duckdb.Identifier(t.Name), duckdb.Literal(t.Description))); err != nil {
				return err
			}
		}
	}
	if _, err := b.Ask(ctx, "CHECKPOINT"); err != nil {
		return err
	}
	if err := b.Close(); err != nil {
		return err
	}
	built := w.path("build.duckdb")
	if err := errors.Join(os.Chmod(built, 0o600), os.Rename(built, path)); err != nil {
		return unwritable(err)
	}
	s.pruneViews(path)
	return nil
}

// openWithin is how long a database of former views is kept: somebody may be about to open it.
const openWithin = time.Minute

// pruneViews removes the views of former tables.
func (s *Store) pruneViews(current string) {
	entries, err := os.ReadDir(s.path(viewsFolder))
	if err != nil {
		return
	}
	kept, err := os.Stat(current)
	if err != nil {
		return
	}
	for _, e := range entries {
		path := s.path(viewsFolder, e.Name())
		if info, err := e.Info(); err == nil && path != current && kept.ModTime().Sub(info.ModTime()) > openWithin {
			_ = os.Remove(path) // another process may have done so
		}
	}
}

// MaxPreview is how many rows of a table a model is shown at most.
const MaxPreview = 1000

// Preview is a sample of a table's rows, for a model to read: every nth row, in their
// order, and all of a small table. At most MaxPreview rows are read.
func (s *Store) Preview(ctx context.Context, name string, rows int) (*table.Table, error) {
	t, err := s.Table(name)
	if err != nil {
		return nil, err
	}
	if rows <= 0 || rows > MaxPreview {
		rows = MaxPreview
	}
	sql := "SELECT * FROM " + duckdb.Identifier(t.Name)
	if t.Rows > int64(rows) {
		columns := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			columns[i] = duckdb.Identifier(c.Name)
		}
		list := strings.Join(columns, ", ")
		number := duckdb.Identifier(freeName("row_number_", t.Columns))
		sql = fmt.Sprintf("SELECT %[1]s FROM (SELECT %[1]s, row_number() OVER () AS %[2]s FROM %[3]s) AS numbered WHERE (%[2]s - 1) %% %[4]d = 0",
			list, number, duckdb.Identifier(t.Name), (t.Rows+int64(rows)-1)/int64(rows))
	}
	r, err := s.Query(ctx, sql, source.Limits{Rows: rows}.OrDefault())
	if err != nil {
		return nil, err
	}
	shown, err := r.ReadAll()
	if err == nil && shown.Truncated == table.Whole && int64(len(shown.Rows)) < t.Rows {
		shown.Truncated = table.ByRows
	}
	return shown, err
}

// freeName is a name that no column has.
func freeName(name string, columns []Column) string {
	for _, c := range columns {
		if equalNames(c.Name, name) {
			return freeName(name+"_", columns)
		}
	}
	return name
}
