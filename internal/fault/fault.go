// Package fault is Plumb's error: a code for programs, a message that says what
// happened, a hint that says what to do next, and the exit status of the
// program.
//
// A vendor's error is converted to a Fault once, in its adapter.
package fault

import (
	"context"
	"errors"
	"fmt"
)

// Code names a kind of failure. Codes are part of the public contract: they
// appear in JSON output, in cells and in the audit log.
type Code string

const (
	// What a question or a statement can run into.
	SQLError         Code = "SQL_ERROR"          // the database refused the statement
	SQLParse         Code = "SQL_PARSE_ERROR"    // the statement is not valid SQL
	SQLTimeout       Code = "SQL_TIMEOUT"        // the statement ran past its time limit
	EmptyResult      Code = "EMPTY_RESULT"       // no rows
	ResultTruncated  Code = "RESULT_TRUNCATED"   // a row or byte cap cut the result
	SchemaStale      Code = "SCHEMA_STALE"       // the schema changed since it was read
	VizFallback      Code = "VIZ_FALLBACK"       // a chart was replaced by one that fits
	VizFieldMismatch Code = "VIZ_FIELD_MISMATCH" // a chart names a column that is not there
	LLMError         Code = "LLM_ERROR"          // a language model could not answer
	Validation       Code = "VALIDATION_ERROR"   // the guard refused the statement

	// What the ground can run into.
	Usage       Code = "USAGE_ERROR"       // the command line is wrong
	Config      Code = "CONFIG_ERROR"      // a configuration file or variable is wrong
	NotFound    Code = "NOT_FOUND"         // a named thing does not exist
	Connect     Code = "CONNECT_ERROR"     // a source cannot be reached
	Writable    Code = "WRITABLE_LOGIN"    // a login that should be read-only can write
	Lost        Code = "CONNECTION_LOST"   // a source went away during a statement
	Memory      Code = "MEMORY_LIMIT"      // a statement needed more memory than it may use
	Canceled    Code = "CANCELED"          // the person stopped it
	Store       Code = "STORE_ERROR"       // Plumb's own store cannot be read or written
	StoreFull   Code = "STORE_FULL"        // no space left for Plumb's own store
	DocConflict Code = "DOCUMENT_CONFLICT" // two documents disagree, or one names what is not there
	BadData     Code = "BAD_DATA"          // data that cannot be decoded
	Internal    Code = "INTERNAL_ERROR"    // a mistake in Plumb itself
)

// Exit statuses, as documented in `plumb help exit-codes`.
const (
	ExitOK       = 0
	ExitFailure  = 1   // the work failed
	ExitUsage    = 2   // the command line is wrong
	ExitConfig   = 3   // configuration or home folder
	ExitConnect  = 4   // a source cannot be reached, or may write
	ExitRefused  = 5   // the guard refused the statement
	ExitTimeout  = 6   // a time or memory limit stopped it
	ExitCanceled = 130 // stopped by Ctrl-C
)

var exits = map[Code]int{
	Usage: ExitUsage, Config: ExitConfig, Store: ExitConfig, StoreFull: ExitConfig,
	Connect: ExitConnect, Writable: ExitConnect, Lost: ExitConnect,
	Validation: ExitRefused, SQLParse: ExitRefused,
	SQLTimeout: ExitTimeout, Memory: ExitTimeout,
	Canceled: ExitCanceled,
}

// Fault is an error with a code, a message and what to do next.
type Fault struct {
	Code    Code
	Message string
	Hint    string
	Cause   error
}

// New makes a fault; the message says what happened and why.
func New(code Code, format string, args ...any) *Fault {
	return &Fault{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Wrap makes a fault that keeps the error behind it. The cause is for
// errors.Is and for diagnosis; only the message is shown to people.
func Wrap(cause error, code Code, format string, args ...any) *Fault {
	return &Fault{Code: code, Message: fmt.Sprintf(format, args...), Cause: cause}
}

// WithHint says what to do next.
func (f *Fault) WithHint(format string, args ...any) *Fault {
	f.Hint = fmt.Sprintf(format, args...)
	return f
}

func (f *Fault) Error() string { return f.Message }

func (f *Fault) Unwrap() error { return f.Cause }

// Is makes two faults of the same code equal for errors.Is.
func (f *Fault) Is(target error) bool {
	t, ok := target.(*Fault)
	return ok && t.Message == "" && t.Code == f.Code
}

// Of finds the fault in an error. Any other error becomes one: a cancelled
// context is Canceled, an expired one SQLTimeout, the rest Internal.
func Of(err error) *Fault {
	if err == nil {
		return nil
	}
	var f *Fault
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, context.Canceled):
		return Wrap(err, Canceled, "stopped before it finished")
	case errors.Is(err, context.DeadlineExceeded):
		return Wrap(err, SQLTimeout, "ran past its time limit")
	}
	return Wrap(err, Internal, "%s", err.Error())
}

// CodeOf is the code of an error, or "" for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return Of(err).Code
}

// ExitStatus is what the terminal returns for an error.
func ExitStatus(err error) int {
	if err == nil {
		return ExitOK
	}
	if s, ok := exits[CodeOf(err)]; ok {
		return s
	}
	return ExitFailure
}
