package sqlite

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/fault"
	guardsqlite "github.com/plumbdata/plumb/internal/guard/sqlite"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite/engine"
)

// explain turns what a worker says of a failure into what a person can act on.
func (s *Source) explain(ctx context.Context, t task, reason json.RawMessage) error {
	e := &engine.Failure{}
	if err := json.Unmarshal(reason, e); err != nil {
		return fault.Wrap(err, fault.Internal, "SQLite failed with an unknown error")
	}
	switch {
	case e.Refusal != "":
		return fault.New(e.Refusal, "%s", e.Message).WithHint("%s", e.Hint)
	case e.Code == 0:
		return fault.Wrap(e, fault.Connect, "the SQLite file %s cannot be read: %v", s.path, e).WithHint("check the file and its folder")
	}
	switch e.Code {
	case sqlite3.ErrError:
		return s.mistake(ctx, t, e)
	case sqlite3.ErrTooBig:
		return fault.Wrap(e, fault.Memory, "a value of the result is larger than the size limit").
			WithHint("select fewer or shorter columns, such as substr(column, 1, 100), or raise --max-bytes")
	case sqlite3.ErrNomem:
		return fault.Wrap(e, fault.Memory, "the statement exceeded SQLite's memory limit").
			WithHint("filter or aggregate before sorting, or raise the connection's memory limit")
	case sqlite3.ErrInterrupt:
		return fault.Wrap(e, fault.Canceled, "stopped before it finished").WithHint("run it again")
	case sqlite3.ErrAuth, sqlite3.ErrReadonly:
		return fault.Wrap(e, fault.Validation, "the session refused the statement: %v", e).
			WithHint("Plumb only reads: ask for the rows instead")
	}
	return s.damage(e)
}

// damage is the fault for a file that cannot be used as it is.
func (s *Source) damage(e *engine.Failure) error {
	path := s.path
	switch e.Code {
	case sqlite3.ErrNotADB:
		return notADatabase(path, e)
	case sqlite3.ErrCorrupt, sqlite3.ErrFormat:
		return fault.Wrap(e, fault.Connect, "the SQLite file %s is damaged: %v", path, e).
			WithHint("restore a backup; `sqlite3 %s .recover` saves what can be read", path)
	case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrProtocol:
		return fault.Wrap(e, fault.Connect, "another program is writing to %s and did not finish within %s", path, engine.BusyWait).
			WithHint("wait for it to finish, and try again")
	case sqlite3.ErrCantOpen, sqlite3.ErrPerm:
		return fault.Wrap(e, fault.Connect, "the SQLite file %s cannot be opened: %v", path, e).
			WithHint("make the file readable for you; if a program ended while writing to it, open it once with `sqlite3 %s .tables`", path)
	case sqlite3.ErrIoErr:
		return fault.Wrap(e, fault.Lost, "the disk failed while %s was read: %v", path, e).WithHint("check the disk, and try again")
	}
	return fault.Wrap(e, fault.SQLError, "SQLite failed: %v", e).WithHint("try again; if the problem persists, check the file with `sqlite3 %s .selftest`", path)
}

// mistake explains an error in the statement itself. Names that are not there
// are looked up in the actual schema.
func (s *Source) mistake(ctx context.Context, t task, e *engine.Failure) error {
	switch c := e.Complaint; c.Kind {
	case guardsqlite.MissingTable:
		name := strings.TrimPrefix(c.Name, "main.")
		return fault.Wrap(e, fault.SQLError, "table %s not found", name).
			WithHint("%s", fault.DidYouMean(name, "tables", s.lastSchema(ctx, t).TableNames()))
	case guardsqlite.MissingColumn, guardsqlite.MissingInJoin:
		column := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
		tables, columns := mentionedNames(s.lastSchema(ctx, t), t.statement.SQL)
		f := fault.Wrap(e, fault.SQLError, "column %s not found", c.Name)
		if len(tables) > 0 {
			f = fault.Wrap(e, fault.SQLError, "column %s not found in %s", c.Name, strings.Join(tables, ", "))
		}
		return f.WithHint("%s", fault.DidYouMean(column, "columns", columns))
	case guardsqlite.AmbiguousColumn:
		return fault.Wrap(e, fault.SQLError, "column %s is in more than one of the tables", c.Name).WithHint("qualify it as table.%s", c.Name)
	case guardsqlite.MissingFunction:
		return fault.Wrap(e, fault.SQLError, "SQLite has no function %s", c.Name).WithHint("use one of SQLite's own functions")
	case guardsqlite.Syntax, guardsqlite.Incomplete, guardsqlite.NotAFunction:
		return fault.Wrap(e, fault.SQLParse, "the statement is not valid SQLite SQL: %v", e).
			WithHint("check the spelling of the keywords and the end of the statement")
	}
	return fault.Wrap(e, fault.SQLError, "SQLite refused the statement: %v", e).WithHint("correct it and try again")
}

// lastSchema returns a quick look at the schema. What goes wrong here only costs a hint.
func (s *Source) lastSchema(ctx context.Context, t task) *schema.Snapshot {
	const limit = time.Second
	if !t.hints {
		return &schema.Snapshot{}
	}
	ctx, cancel := context.WithTimeout(ctx, source.Patient(ctx, limit))
	defer cancel()
	l, err := s.structure(ctx, source.Filter{})
	if err != nil {
		return &schema.Snapshot{}
	}
	return l.snapshot
}

// mentionedNames lists the tables whose names occur in a statement, and their
// columns.
func mentionedNames(s *schema.Snapshot, sql string) (tables, columns []string) {
	folded := strings.ToLower(sql)
	for i := range s.Tables {
		t := &s.Tables[i]
		if strings.Contains(folded, strings.ToLower(t.Name)) {
			tables = append(tables, t.Name)
			columns = append(columns, t.ColumnNames()...)
		}
	}
	slices.Sort(columns)
	return tables, slices.Compact(columns)
}
