package sqlite

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/schema"
)

// scratch is a database in memory with the tables of one schema, without rows.
// A table, and a view all the same, is made when a statement first names it.
// It is used by one check at a time.
type scratch struct {
	conn     *sqlite3.SQLiteConn
	snapshot *schema.Snapshot
	tables   map[string]*schema.Table // of the snapshot, by folded name
	made     map[string]string        // names of those that exist, by folded name

	authorize func(op int, name, detail, database string) int // nil while tables are made
	lost      bool                                            // a preparation did not end
}

func newScratch(snapshot *schema.Snapshot) (*scratch, error) {
	conn, err := (&sqlite3.SQLiteDriver{}).Open(":memory:")
	if err != nil {
		return nil, err
	}
	s := &scratch{conn: conn.(*sqlite3.SQLiteConn), snapshot: snapshot, tables: map[string]*schema.Table{}, made: map[string]string{}}
	limits := map[int]int{
		sqlite3.SQLITE_LIMIT_ATTACHED: 0, sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 0, sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
		sqlite3.SQLITE_LIMIT_LENGTH: 4 << 20, sqlite3.SQLITE_LIMIT_VDBE_OP: 5_000_000,
	}
	for id, most := range limits {
		s.conn.SetLimit(id, most)
	}
	s.conn.RegisterAuthorizer(func(op int, name, detail, database string) int {
		if s.authorize == nil {
			return sqlite3.SQLITE_OK
		}
		return s.authorize(op, name, detail, database)
	})
	if snapshot == nil {
		return s, nil
	}
	for i := range snapshot.Tables {
		t := &snapshot.Tables[i]
		if name := lower(t.Name); s.tables[name] == nil && reachable(snapshot, t) {
			s.tables[name] = t
		}
	}
	return s, nil
}

// reachable reports whether a table is found by its name alone. SQLite has no
// schemas; a snapshot of another engine may.
func reachable(s *schema.Snapshot, t *schema.Table) bool {
	return t.Schema == "" || t.Schema == "main" || len(s.SearchPath) > 0 && s.SearchPath[0] == t.Schema
}

func (s *scratch) close() error { return s.conn.Close() }

// mirror makes the tables of the schema that the statement may name.
func (s *scratch) mirror(tokens []token) error {
	for _, t := range tokens {
		if t.kind != word && t.kind != quoted && t.kind != text {
			continue
		}
		name := lower(t.value)
		if known := s.tables[name]; known != nil && s.made[name] == "" {
			if err := s.create(known.Name, known.ColumnNames()); err != nil {
				return err
			}
		}
	}
	return nil
}

// create makes a table. Types do not matter to what is checked.
func (s *scratch) create(name string, columns []string) error {
	if systemTable(name) || len(columns) == 0 {
		return nil // it cannot be made, and so cannot be read
	}
	s.authorize = nil
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = quote(c)
	}
	if _, err := s.conn.Exec("CREATE TABLE main."+quote(name)+" ("+strings.Join(list, ", ")+")", nil); err != nil {
		return err
	}
	s.made[lower(name)] = name
	return nil
}

func (s *scratch) drop(name string) error {
	s.authorize = nil
	_, err := s.conn.Exec("DROP TABLE IF EXISTS main."+quote(name), nil)
	delete(s.made, lower(name))
	return err
}

// maxPrepare is how long SQLite may take to prepare. Beyond it the scratch
// database is given up: SQLite cannot be stopped while it prepares.
const maxPrepare = 2 * time.Second

var errSlow = errors.New("SQLite takes too long to prepare the statement")

// prepare has SQLite check a statement, and reports whether it only reads and
// has no parameters.
func (s *scratch) prepare(ctx context.Context, sql string) (readOnly bool, err error) {
	type outcome struct {
		readOnly bool
		err      error
	}
	done := make(chan outcome, 1)
	go func() {
		stmt, err := s.conn.Prepare(sql)
		if err != nil {
			done <- outcome{err: err}
			return
		}
		readOnly := stmt.(*sqlite3.SQLiteStmt).Readonly() && stmt.NumInput() == 0
		done <- outcome{readOnly, stmt.Close()}
	}()
	timer := time.NewTimer(maxPrepare)
	defer timer.Stop()
	select {
	case o := <-done:
		return o.readOnly, o.err
	case <-timer.C:
		err = errSlow
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.lost = true
	go func() {
		<-done
		_ = s.close() // there is no caller left to report it to
	}()
	return false, err
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
