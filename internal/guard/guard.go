// Package guard decides what may run. Nothing reaches a database that has not
// passed it, whoever wrote the SQL: a model, the built-in brain, or a person.
//
// A Grammar (one per engine, built on the engine's own parser) checks a
// statement against a Catalog and renders it anew from the checked tree. Only
// a Guard can make a Statement, and a source runs nothing else, so the
// compiler holds the rule.
package guard

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
)

// Statement is SQL that a guard has passed. The zero Statement runs nothing.
type Statement struct {
	sql     string
	dialect string
	tables  []string
	columns []string
}

// SQL is the text to run, rendered from the checked tree.
func (s Statement) SQL() string { return s.sql }

// Dialect is the engine whose grammar passed the statement.
func (s Statement) Dialect() string { return s.dialect }

// Tables are the tables read, schema-qualified where there are schemas.
func (s Statement) Tables() []string { return s.tables }

// Columns are the columns read, as table.column, as far as they are known.
func (s Statement) Columns() []string { return s.columns }

// Grammar checks statements of one dialect. Check returns what it found, or a
// fault with code Validation or SQLParse that says why the statement may not
// run.
type Grammar interface {
	Dialect() string
	Check(ctx context.Context, sql string, catalog *Catalog) (Finding, error)
}

// Finding is what a grammar learned from an acceptable statement.
type Finding struct {
	SQL     string   // rendered from the tree
	Tables  []string // read, sorted
	Columns []string // read, as table.column, sorted
}

// Guard checks statements for one source.
type Guard struct {
	grammar Grammar
	catalog *Catalog
}

// New makes a guard. A nil catalog means that any table outside the system
// catalogs counts as known.
func New(g Grammar, c *Catalog) *Guard {
	if c == nil {
		c = &Catalog{}
	}
	return &Guard{grammar: g, catalog: c}
}

// MaxSQL is the longest statement that is looked at, in bytes.
const MaxSQL = 100_000

// Check passes the statement or says why not, as a fault with code Validation
// or SQLParse.
func (g *Guard) Check(ctx context.Context, sql string) (Statement, error) {
	if err := plausible(sql); err != nil {
		return Statement{}, err
	}
	f, err := g.grammar.Check(ctx, sql, g.catalog)
	if err != nil {
		return Statement{}, err
	}
	return Statement{sql: f.SQL, dialect: g.grammar.Dialect(), tables: f.Tables, columns: f.Columns}, nil
}

// plausible refuses text that no parser should see: too long, not UTF-8, with
// NUL, or nested so deep that a recursive parser might run out of stack.
func plausible(sql string) error {
	const maxDepth = 200
	switch {
	case strings.TrimSpace(sql) == "":
		return fault.New(fault.SQLParse, "there is no statement").WithHint("write a SELECT")
	case len(sql) > MaxSQL:
		return Reject("the statement is longer than %d bytes", MaxSQL).WithHint("split it, or aggregate in fewer steps")
	case !utf8.ValidString(sql) || strings.IndexByte(sql, 0) >= 0:
		return Reject("the statement is not valid UTF-8 text").WithHint("remove NUL and broken characters")
	}
	depth := 0
	for i := range len(sql) {
		switch sql[i] {
		case '(', '[', '{':
			if depth++; depth > maxDepth {
				return Reject("the statement is nested more than %d deep", maxDepth).WithHint("use WITH to name the inner steps")
			}
		case ')', ']', '}':
			depth--
		}
	}
	return nil
}

// Reject is the fault for a statement that must not run.
func Reject(format string, args ...any) *fault.Fault {
	return fault.New(fault.Validation, format, args...)
}

// Verdict is a check's outcome as people and programs read it.
type Verdict struct {
	Allow   bool
	Code    fault.Code
	Reason  string
	Hint    string
	Tables  []string
	Columns []string
	SQL     string
}

// Judge is Check with its outcome as a value.
func (g *Guard) Judge(ctx context.Context, sql string) Verdict {
	s, err := g.Check(ctx, sql)
	if err != nil {
		f := fault.Of(err)
		return Verdict{Code: f.Code, Reason: f.Message, Hint: f.Hint}
	}
	return Verdict{Allow: true, Reason: "one read-only statement over known tables", Tables: s.tables, Columns: s.columns, SQL: s.sql}
}
