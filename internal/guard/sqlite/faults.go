package sqlite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
)

// fault says in plain words what SQLite had against the statement.
func (c *check) fault(err error) error {
	var known *fault.Fault
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, errSlow):
		return fault.Wrap(err, fault.Validation, "the statement is too complex: it could not be checked within %s", maxPrepare).
			WithHint("use fewer joins, subqueries or conditions")
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return fault.Of(err)
	}
	switch complaint := ComplaintOf(err); complaint.Kind {
	case MissingTable:
		return c.missingTable(complaint.Name)
	case MissingColumn, MissingInJoin:
		return c.missingColumn(complaint.Name)
	case AmbiguousColumn:
		return fault.Wrap(err, fault.Validation, "column %s is in more than one of the tables", complaint.Name).
			WithHint("qualify it as table.%s", complaint.Name)
	case MissingFunction:
		if functions[lower(complaint.Name)] {
			return fault.Wrap(err, fault.Validation, "this build of SQLite has no function %s", complaint.Name).
				WithHint("build Plumb with make, which enables the mathematical functions")
		}
		return refuseFunction(complaint.Name)
	case NotAFunction:
		return fault.Wrap(err, fault.Validation, "table function %s is not on the list of safe functions", complaint.Name).
			WithHint("%s", insteadOf(lower(complaint.Name)))
	case Syntax:
		return fault.Wrap(err, fault.SQLParse, "the statement is not valid SQLite SQL: %v", err).
			WithHint("%s", c.where(complaint.Name))
	case Incomplete:
		return fault.Wrap(err, fault.SQLParse, "the statement ends too early").WithHint("complete it, or close a parenthesis")
	}
	var e sqlite3.Error
	if errors.As(err, &e) && e.Code == sqlite3.ErrError {
		return fault.Wrap(err, fault.SQLParse, "SQLite does not accept the statement: %v", err).WithHint("fix it and try again")
	}
	return fault.Wrap(err, fault.Validation, "the statement cannot be checked: %v", err).WithHint("simplify the statement")
}

// where points at a token that occurs once.
func (c *check) where(name string) string {
	at := -1
	for _, t := range c.tokens {
		if strings.EqualFold(printToken(t), name) {
			if at >= 0 {
				at = -1
				break
			}
			at = t.start
		}
	}
	if at < 0 {
		return "check the spelling of the keywords and the end of the statement"
	}
	line, column := guard.Position(c.sql, at)
	return fmt.Sprintf("look at line %d, column %d", line, column)
}

func (c *check) missingTable(name string) error {
	if database, rest, ok := c.splitQualified(name); ok && lower(database) != "main" {
		return otherDatabase(name)
	} else if ok {
		name = rest
	}
	switch {
	case systemTable(name) || fileTables[lower(name)]:
		return guard.Reject("%s belongs to SQLite or its extensions, not to the data", name).
			WithHint("plumb schema shows the tables")
	case lower(name) == "generate_series":
		return guard.Reject("SQLite has no table function generate_series here").WithHint("%s", insteadOf("generate_series"))
	case c.catalog.Open():
		return guard.Reject("table %s cannot be used like this", name).WithHint("name it without a database")
	}
	return guard.Reject("table %s is not in the schema", name).
		WithHint("%s", fault.DidYouMean(name, "tables", c.catalog.Snapshot.TableNames()))
}

// splitQualified splits database.table, unless the statement has a name with a dot
// in it.
func (c *check) splitQualified(name string) (before, after string, ok bool) {
	for _, t := range c.tokens {
		if t.kind != number && lower(t.value) == lower(name) {
			return "", name, false
		}
	}
	return strings.Cut(name, ".")
}

// missingColumn looks for what was meant among the tables that the statement
// names.
func (c *check) missingColumn(name string) error {
	table, column, ok := c.splitQualified(name)
	if !ok {
		table, column = "", name
	} else if _, last, ok := strings.Cut(column, "."); ok {
		column = last
	}
	var tables, columns []string
	for _, t := range c.tokens {
		known := c.tables[lower(t.value)]
		if known == nil || t.kind == number || slices.Contains(tables, known.Name) {
			continue
		}
		tables = append(tables, known.Name)
		columns = append(columns, known.ColumnNames()...)
	}
	f := guard.Reject("column %s not found in %s", name, strings.Join(tables, ", "))
	if len(tables) == 0 {
		f = guard.Reject("column %s not found", name)
	}
	slices.Sort(columns)
	columns = slices.Compact(columns)
	if table != "" || !c.inDoubleQuotes(name) {
		return f.WithHint("%s", fault.DidYouMean(column, "columns", columns))
	}
	f = f.WithHint("double quotes are for names; write the text as %s", printToken(token{kind: text, value: name}))
	if near := fault.Nearest(column, columns); near != "" {
		f = f.WithHint("%s, or did you mean %s?", f.Hint, near)
	}
	return f
}

func (c *check) inDoubleQuotes(name string) bool {
	return slices.ContainsFunc(c.tokens, func(t token) bool {
		return t.kind == quoted && t.value == name && c.sql[t.start] == '"'
	})
}
