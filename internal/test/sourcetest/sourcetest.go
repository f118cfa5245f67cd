// Package sourcetest is the conformance suite of source.Source. An adapter's
// own test is one call of Run with an Engine that says how to make databases;
// what differs between engines is data in the Engine, never a case in the
// suite.
package sourcetest

import (
	"context"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Patience is the context of a test whose statistics and hints a busy machine does not cut
// short.
func Patience(tb testing.TB) context.Context { return source.WithPatience(tb.Context(), 1000) }

// Engine says how to make databases of one engine, and what they can do. The
// suite skips, by name, what an engine does not have.
type Engine struct {
	// Setup makes a fresh database, runs the statements in it with a login
	// that may write, and opens it through the adapter with one that may not.
	// It closes the source when the test ends; the suite may close it before.
	Setup func(tb testing.TB, statements ...string) *Database
	// Grammar replaces the source's own where that does not exist yet.
	Grammar guard.Grammar

	SQL SQL
	// Values has at least one case for every type of the engine.
	Values []Value
	// Writes are statements that the session must refuse even if the guard
	// let them through. They may refer to orders (id, revenue).
	Writes []string

	NoKeys  bool // there are no declared keys (files)
	NoViews bool // there are no views (files)
	// PlainTables is true where tables cannot have every name (files).
	PlainTables bool
}

// SQL is how the engine writes what others write differently. The statements
// only run in Setup, so the guard does not see them.
type SQL struct {
	// Types names a column type for each kind. Bool, Int (64 bits), Decimal, Float,
	// Text, Date, Timestamp and Bytes are required; with Time, TimestampTZ,
	// Interval, UUID and JSON the engine takes part in a second comparison.
	Types map[table.Kind]string
	// Bytes writes a literal.
	Bytes func(b []byte) string
	// Numbers is a SELECT of the expression over n = 1, 2, … count.
	Numbers func(expression string, count int) string
	// Repeat is an expression for a text of n letters.
	Repeat func(n int) string
	// Comment describes a table, or a column if one is given; nil where there
	// are no comments.
	Comment func(table, column, text string) string
	// Schemas is true where CREATE SCHEMA works.
	Schemas bool
	// Analyze makes statistics: ANALYZE. Empty where that means nothing.
	Analyze string
}

// Value is a type, a literal of it as it stands in an INSERT, and what must
// come out.
type Value struct {
	Type    string
	Literal string
	Kind    table.Kind
	Want    string // table.Value.String
}

// Database is what Setup has made.
type Database struct {
	Source source.Source
	// Exec changes the database while it is open; nil where that cannot be.
	Exec func(tb testing.TB, statements ...string)
	// Restart kills the engine's server or worker and brings it back; nil
	// where there is none.
	Restart func(tb testing.TB)
	// Running counts the statements that the engine executes for this
	// database at this moment, by its own account; nil where it gives none.
	Running func(tb testing.TB) int
	// Connections counts what the source holds open, by the engine's account:
	// connections or processes; nil where that cannot be known.
	Connections func(tb testing.TB) int
}

// Run holds the engine against everything that source.Source promises.
func Run(t *testing.T, e Engine) {
	areas := []struct {
		name string
		test func(*testing.T, Engine)
	}{
		{"Values", testValues},
		{"SameHashInEveryEngine", testGolden},
		{"Names", testNames},
		{"Shapes", testShapes},
		{"Introspect", testIntrospect},
		{"IntrospectFilter", testFilter},
		{"Schemas", testSchemas},
		{"Fingerprint", testFingerprint},
		{"Included", testIncluded},
		{"ReadOnly", testReadOnly},
		{"Faults", testFaults},
		{"Limits", testLimits},
		{"HugeCell", testHugeCell},
		{"Cancel", testCancel},
		{"CloseEarly", testCloseEarly},
		{"Concurrency", testConcurrency},
		{"Restart", testRestart},
		{"Close", testClose},
	}
	for _, a := range areas {
		t.Run(a.name, func(t *testing.T) { a.test(t, e) })
	}
}

// check passes a statement through the guard that the adapter brings.
func (e Engine) check(tb testing.TB, src source.Source, sql string) guard.Statement {
	tb.Helper()
	g := e.Grammar
	if g == nil {
		g = src.Grammar()
	}
	s, err := guard.New(g, nil).Check(tb.Context(), sql)
	if err != nil {
		tb.Fatalf("the guard refused %s: %v", sql, err)
	}
	return s
}

// try runs a statement under limits and reads it whole.
func (e Engine) try(tb testing.TB, src source.Source, sql string, l source.Limits) (*table.Table, error) {
	tb.Helper()
	return read(tb, src, e.check(tb, src, sql), l)
}

// must is try under default limits for a statement that has to work.
func (e Engine) must(tb testing.TB, src source.Source, sql string) *table.Table {
	tb.Helper()
	t, err := e.try(tb, src, sql, source.Limits{})
	if err != nil {
		tb.Fatalf("%s: %v", sql, err)
	}
	return t
}

func read(tb testing.TB, src source.Source, s guard.Statement, l source.Limits) (*table.Table, error) {
	tb.Helper()
	r, err := src.Query(Patience(tb), s, l.OrDefault())
	if err != nil {
		return nil, err
	}
	return r.ReadAll()
}

// insert writes INSERT statements of a few hundred rows each.
func insert(into string, rows []string) []string {
	const batch = 500
	var statements []string
	for len(rows) > 0 {
		n := min(batch, len(rows))
		statements = append(statements, "INSERT INTO "+into+" VALUES "+strings.Join(rows[:n], ", "))
		rows = rows[n:]
	}
	return statements
}
