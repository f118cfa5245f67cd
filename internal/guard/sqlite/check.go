package sqlite

import (
	"context"
	"slices"
	"strings"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/guard"
)

// check is one statement's way through the scratch database.
type check struct {
	*scratch
	catalog *guard.Catalog
	sql     string // as it was given
	tokens  []token

	refusal error // the first thing that the authorizer refused
	read    map[string]map[string]bool
}

func (c *check) run(ctx context.Context) (guard.Finding, error) {
	rendered := render(c.tokens, func(i int) string { return printToken(c.tokens[i]) })
	if again, err := lex(rendered); err != nil || !slices.EqualFunc(again, c.tokens, sameToken) {
		return guard.Finding{}, guard.Reject("the statement cannot be rendered from its tokens").WithHint("simplify the statement")
	}
	var err error
	if c.catalog.Open() {
		err = c.guess(ctx)
	} else {
		if err := c.mirror(c.tokens); err != nil {
			return guard.Finding{}, broken(err)
		}
		err = c.tryPrepare(ctx, rendered)
	}
	if err != nil {
		return guard.Finding{}, c.fault(err)
	}
	tables, columns := c.readColumns()
	return guard.Finding{SQL: rendered, Tables: tables, Columns: columns, Ordered: ordered(c.tokens)}, nil
}

// ordered reports whether there is an ORDER BY outside of all parentheses.
func ordered(tokens []token) bool {
	depth := 0
	for i, t := range tokens {
		switch {
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		case depth == 0 && t.is("ORDER") && i+1 < len(tokens) && tokens[i+1].is("BY"):
			return true
		}
	}
	return false
}

func sameToken(a, b token) bool { return a.kind == b.kind && a.value == b.value }

// tryPrepare returns nil when SQLite takes the text for a statement that only reads
// what it may.
func (c *check) tryPrepare(ctx context.Context, sql string) error {
	c.refusal, c.read = nil, map[string]map[string]bool{}
	c.authorize = c.onAuthorize
	readOnly, err := c.prepare(ctx, sql)
	switch {
	case c.lost:
		return err // the authorizer may still be at work
	case c.refusal != nil:
		return c.refusal
	case err != nil:
		return err
	case !readOnly:
		return guard.Reject("the statement does not only read").WithHint("Plumb only reads: ask for the rows instead")
	}
	return nil
}

// onAuthorize is asked by SQLite for everything that the statement would do.
func (c *check) onAuthorize(op int, name, detail, database string) int {
	err := Refuse(op, name, detail, database)
	switch {
	case op == sqlite3.SQLITE_FUNCTION && err != nil && c.catalog.Allows(detail):
		err = nil
	case op == sqlite3.SQLITE_READ && err == nil:
		err = c.note(name, detail, database)
	}
	if err == nil {
		return sqlite3.SQLITE_OK
	}
	if c.refusal == nil {
		c.refusal = err
	}
	return sqlite3.SQLITE_DENY
}

// note remembers a column that is read. Without a column, and unqualified, the
// name may also be that of a WITH query.
func (c *check) note(table, column, database string) error {
	folded := lower(table)
	switch known := c.made[folded]; {
	case known != "":
		if c.read[known] == nil {
			c.read[known] = map[string]bool{}
		}
		c.read[known][column] = true
	case tableFunctions[folded] || column == "" && database == "":
	default:
		return guard.Reject("table %s is not in the schema", table)
	}
	return nil
}

func (c *check) readColumns() (tables, columns []string) {
	for t, names := range c.read {
		tables = append(tables, t)
		for n := range names {
			if n != "" && n != "ROWID" && !strings.HasPrefix(n, filler) {
				columns = append(columns, t+"."+n)
			}
		}
	}
	slices.Sort(tables)
	slices.Sort(columns)
	return tables, columns
}
