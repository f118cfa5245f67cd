// Package guard decides what may run. Nothing reaches a database that it has not
// accepted, no matter who wrote the SQL: a model, the built-in parser, or a
// person.
//
// A Grammar (one per engine, built on the engine's own parser) checks a
// statement against a Catalog and renders it from the checked tree. Only a Guard
// can make a Statement, and a source runs nothing else, so the compiler enforces
// the rule.
package guard

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
)

// Statement is SQL that a guard has passed. The zero Statement runs nothing.
type Statement struct {
	sql     string
	dialect string
	tables  []string
	columns []string
	ordered bool
	pivots  []Pivot

	qualified  bool
	extensions []string
}

// SQL is the text to run, rendered from the checked tree.
func (s Statement) SQL() string { return s.sql }

// Dialect is the engine whose grammar passed the statement.
func (s Statement) Dialect() string { return s.dialect }

// Tables are the tables read, schema-qualified where there are schemas.
func (s Statement) Tables() []string { return s.tables }

// Columns are the columns read, as table.column, as far as they are known.
func (s Statement) Columns() []string { return s.columns }

// Ordered reports whether the statement says in which order its rows come: it
// has an ORDER BY that is not one of a subquery.
func (s Statement) Ordered() bool { return s.ordered }

// Qualified reports whether the statement runs built-in code alone, or that of
// known extensions, and names everything else with its schema. Then nothing
// needs to be looked up anywhere but in the engine's own schema and Extensions.
func (s Statement) Qualified() bool { return s.qualified }

// Extensions are the schemas with the operators of the types that a qualified
// statement uses.
func (s Statement) Extensions() []string { return s.extensions }

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
	Ordered bool     // it has an ORDER BY that is not one of a subquery
	Pivots  []Pivot  // what it takes from the data before it can run

	Qualified  bool     // see Statement
	Extensions []string // see Statement
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
		return Statement{}, presentable(err)
	}
	if len(f.Pivots) > MaxPivots {
		return Statement{}, TooManyPivots()
	}
	return Statement{sql: f.SQL, dialect: g.grammar.Dialect(), tables: f.Tables, columns: f.Columns, ordered: f.Ordered, pivots: f.Pivots,
		qualified: f.Qualified, extensions: f.Extensions}, nil
}

// presentable bounds what a message repeats of the statement, and takes out
// what would act on a terminal.
func presentable(err error) error {
	const longest = 300
	f := fault.Of(err)
	clean := func(s string) string {
		s = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) || r == utf8.RuneError {
				return ' '
			}
			return r
		}, s)
		if utf8.RuneCountInString(s) > longest {
			s = string([]rune(s)[:longest]) + "…"
		}
		return s
	}
	f.Message, f.Hint = clean(f.Message), clean(f.Hint)
	return f
}

// plausible refuses text that no parser should see: too long, not UTF-8, with
// NUL, nested so deep that a recursive parser might run out of stack, or with
// comments nested so that a lexer reads them over and over.
func plausible(sql string) error {
	const maxDepth = 200
	const maxComments = 100
	switch {
	case strings.TrimSpace(sql) == "":
		return fault.New(fault.SQLParse, "there is no statement").WithHint("write a SELECT")
	case len(sql) > MaxSQL:
		return Reject("the statement is longer than %d bytes", MaxSQL).WithHint("split it, or aggregate in fewer steps")
	case !utf8.ValidString(sql) || strings.IndexByte(sql, 0) >= 0:
		return Reject("the statement is not valid UTF-8 text").WithHint("remove NUL and broken characters")
	}
	depth, comments := 0, 0
	for i := range len(sql) {
		// Lexers search for an operator's end again from each /* of a run.
		if !operatorByte[sql[i]] {
			comments = 0
		} else if strings.HasPrefix(sql[i:], "/*") {
			if comments++; comments > maxComments {
				return Reject("comments are nested more than %d deep", maxComments).WithHint("leave the comments out")
			}
		}
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

// operatorByte are the characters that operators are made of.
var operatorByte = func() (is [256]bool) {
	for _, c := range []byte("~!@#^&|`?+-*/%<>=") {
		is[c] = true
	}
	return is
}()

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
	reason := "one read-only statement over known tables"
	if g.catalog.Open() {
		reason = "one read-only statement; its tables were not checked against a schema"
	}
	return Verdict{Allow: true, Reason: reason, Tables: s.tables, Columns: s.columns, SQL: s.sql}
}

// Position is the line and column of a byte offset, both from 1.
func Position(sql string, offset int) (line, column int) {
	before := sql[:min(max(offset, 0), len(sql))]
	line = 1 + strings.Count(before, "\n")
	column = 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return line, column
}

// MaxPivots is how many pivots of a statement may take their columns from the
// data: each costs a query.
const MaxPivots = 8

// TooManyPivots is the fault for a statement with more of them.
func TooManyPivots() error {
	return Reject("the statement pivots on more than %d columns", MaxPivots).WithHint("list the values with IN")
}

// MaxPivot is how many columns a PIVOT may take from the data.
const MaxPivot = 200

// Pivot is a place in a statement that takes its list of values from the data:
// Query finds them, and they replace Placeholder.
type Pivot struct {
	Placeholder string
	Query       string
}

// Pivots are the queries whose values the statement waits for, one column
// each, in order.
func (s Statement) Pivots() []Statement {
	out := make([]Statement, len(s.pivots))
	for i, p := range s.pivots {
		out[i] = Statement{sql: p.Query, dialect: s.dialect, tables: s.tables}
	}
	return out
}

// Pivoted is the statement with the values of its pivots written in.
func (s Statement) Pivoted(values [][]string) (Statement, error) {
	if len(values) != len(s.pivots) {
		return Statement{}, fault.New(fault.Internal, "a pivot has no values")
	}
	var places []string
	for i, p := range s.pivots {
		switch n := len(values[i]); {
		case n == 0:
			return Statement{}, fault.New(fault.EmptyResult, "there are no values to pivot on").WithHint("relax the filters")
		case n > MaxPivot:
			return Statement{}, Reject("the pivot would have more than %d columns", MaxPivot).
				WithHint("pivot on a column with fewer values, or list them with IN")
		}
		list := make([]string, len(values[i]))
		for j, v := range values[i] {
			list[j] = "'" + strings.ReplaceAll(v, "'", "''") + "'"
		}
		places = append(places, p.Placeholder, strings.Join(list, ", "))
	}
	// All at once: a value may look like the placeholder of another pivot.
	s.sql, s.pivots = strings.NewReplacer(places...).Replace(s.sql), nil
	return s, nil
}
