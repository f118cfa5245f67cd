package sqlite

import (
	"errors"
	"strings"

	"github.com/mattn/go-sqlite3"
)

// Complaint is what SQLite says is wrong with a statement that it cannot
// prepare.
type Complaint struct {
	Kind ComplaintKind
	Name string // of the table, column or function, or the token that it did not expect
}

// ComplaintKind sorts complaints by what can be done about them.
type ComplaintKind uint8

const (
	OtherComplaint  ComplaintKind = iota
	MissingTable                  // Name may be database.table
	MissingColumn                 // Name may be table.column or database.table.column
	MissingInJoin                 // USING names a column that one side lacks
	AmbiguousColumn               // Name may be table.column
	MissingFunction
	NotAFunction // a table that is used like a table-valued function
	Syntax
	Incomplete
)

// ComplaintOf reads SQLite's message. All of these errors have one and the
// same code, and the message is the only place that tells them apart and names
// what is missing. A message that is not recognized is OtherComplaint, which
// at worst makes a hint less helpful or refuses a statement.
func ComplaintOf(err error) Complaint {
	var e sqlite3.Error
	if !errors.As(err, &e) || e.Code != sqlite3.ErrError {
		return Complaint{}
	}
	message := e.Error()
	for _, form := range complaints {
		rest, ok := strings.CutPrefix(message, form.before)
		if !ok {
			continue
		}
		if name, ok := strings.CutSuffix(rest, form.after); ok {
			return Complaint{form.kind, name}
		}
	}
	return Complaint{}
}

var complaints = []struct {
	kind          ComplaintKind
	before, after string
}{
	{MissingTable, "no such table: ", ""},
	{MissingColumn, `no such column: "`, `" - should this be a string literal in single-quotes?`},
	{MissingColumn, "no such column: ", ""},
	{MissingInJoin, "cannot join using column ", " - column not present in both tables"},
	{AmbiguousColumn, "ambiguous column name: ", ""},
	{MissingFunction, "no such function: ", ""},
	{NotAFunction, "'", "' is not a function"},
	{Syntax, `near "`, `": syntax error`},
	{Syntax, `unrecognized token: "`, `"`},
	{Incomplete, "incomplete input", ""},
}
