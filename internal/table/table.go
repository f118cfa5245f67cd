// Package table is the tabular value of Plumb: what every source returns, and
// what charts, stories, cells and exports are made from.
//
// Values are exact: big integers and decimals keep every digit, whatever engine
// they came from. A Reader streams rows with a row and a byte limit. The hash of
// a table depends on its contents, not on the engine that returned it.
package table

import (
	"iter"

	"github.com/plumbdata/plumb/internal/fault"
)

// Kind is what a value is, across all engines.
type Kind uint8

const (
	Null Kind = iota
	Bool
	Int         // any size
	Decimal     // exact, any size
	Float       // IEEE 754 double
	Text        // usually UTF-8, but databases hold what they hold
	Date        // proleptic Gregorian
	Time        // time of day without zone
	Timestamp   // without zone
	TimestampTZ // an instant
	Interval    // months, days and microseconds, kept apart
	UUID
	JSON // also lists, structs and maps
	Bytes
	kinds
)

var kindNames = [kinds]string{
	"null", "boolean", "integer", "decimal", "float", "text", "date", "time",
	"timestamp", "timestamptz", "interval", "uuid", "json", "bytes",
}

func (k Kind) String() string {
	if k < kinds {
		return kindNames[k]
	}
	return "unknown"
}

// ParseKind is the inverse of Kind.String.
func ParseKind(s string) (Kind, bool) {
	for k, n := range kindNames {
		if n == s {
			return Kind(k), true
		}
	}
	return Null, false
}

// MarshalText makes a kind its name in JSON.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads a kind's name.
func (k *Kind) UnmarshalText(b []byte) error {
	parsed, ok := ParseKind(string(b))
	if !ok {
		return fault.New(fault.BadData, "%q is not a type", b)
	}
	*k = parsed
	return nil
}

// Numeric reports whether values of the kind can be added up.
func (k Kind) Numeric() bool { return k == Int || k == Decimal || k == Float }

// Temporal reports whether values of the kind lie on a time line.
func (k Kind) Temporal() bool { return k == Date || k == Timestamp || k == TimestampTZ }

// Column is a named, typed column of a result. Kind is what its values are;
// an engine with dynamic types may hold a value of another kind in it.
type Column struct {
	Name   string
	Kind   Kind
	Native string // the engine's own name of the type
}

// Row is one row. A row from a Reader is overwritten by the next one; its
// values may be kept.
type Row []Value

// Table is a whole result in memory.
type Table struct {
	Columns   []Column
	Rows      []Row
	Truncated Cap  // which cap cut it, if any
	Ordered   bool // the statement gave the rows their order; not kept in any form of the table
}

// Cap says which limit cut a result.
type Cap string

const (
	Whole   Cap = ""
	ByRows  Cap = "rows"
	ByBytes Cap = "bytes"
)

// Names are those of the columns.
func (t *Table) Names() []string {
	list := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		list[i] = c.Name
	}
	return list
}

// All yields the rows.
func (t *Table) All() iter.Seq2[int, Row] {
	return func(yield func(int, Row) bool) {
		for i, r := range t.Rows {
			if !yield(i, r) {
				return
			}
		}
	}
}

// Diagnostics are the findings that travel with the result.
func (t *Table) Diagnostics() []fault.Diagnostic { return Diagnostics(len(t.Rows), t.Truncated) }

// Diagnostics are the findings about a result of so many rows.
func Diagnostics(rows int, truncated Cap) []fault.Diagnostic {
	switch {
	case truncated == ByRows:
		return []fault.Diagnostic{fault.New(fault.ResultTruncated, "showing the first %d rows", rows).
			WithHint("narrow the question to see everything, or raise --max-rows").Diagnostic(fault.Warning)}
	case truncated == ByBytes:
		return []fault.Diagnostic{fault.New(fault.ResultTruncated, "showing %d rows: the size limit is reached", rows).
			WithHint("select fewer or shorter columns, or raise --max-bytes").Diagnostic(fault.Warning)}
	case rows == 0:
		return []fault.Diagnostic{fault.New(fault.EmptyResult, "no rows").
			WithHint("relax the filters, or check the ranges and values in plumb schema").Diagnostic(fault.Info)}
	}
	return nil
}
