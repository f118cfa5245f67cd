package sandbox

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
)

// Codes of what a program can run into, besides fault.Memory and fault.Canceled.
const (
	SyntaxError  fault.Code = "PROGRAM_SYNTAX_ERROR" // the program is not valid
	RuntimeError fault.Code = "PROGRAM_ERROR"        // the program failed
	Timeout      fault.Code = "PROGRAM_TIMEOUT"      // the program ran past its time or step limit
	OutputLimit  fault.Code = "PROGRAM_OUTPUT_LIMIT" // the program gave back too much
	Blocked      fault.Code = "PROGRAM_BLOCKED"      // the program asked for what it may not use
	MissingLayer fault.Code = "SANDBOX_INCOMPLETE"   // this machine lacks a layer of the sandbox
)

// Retryable reports whether a corrected program may succeed where this one failed.
func Retryable(err error) bool {
	switch fault.CodeOf(err) {
	case SyntaxError, RuntimeError:
		return true
	}
	return false
}

// ProgramError is the cause of the fault of a program that failed by itself, for
// whoever repairs it.
type ProgramError struct {
	Message   string
	Line      int // zero if it is not known
	Variables []Variable
}

// Variable is a variable of the function that failed, with its value as short text.
type Variable struct{ Name, Text string }

func (e *ProgramError) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Message)
}

// Detail is the error with the variables, each on a line.
func (e *ProgramError) Detail() string {
	var b strings.Builder
	b.WriteString(e.Error())
	for _, v := range e.Variables {
		fmt.Fprintf(&b, "\n  %s = %s", v.Name, v.Text)
	}
	return b.String()
}

// Causes of failures that are not the program's own.
var (
	errTime     = errors.New("the time limit")
	errOutput   = errors.New("the output limit")
	errRows     = errors.New("the limit of rows")
	errProtocol = errors.New("the sandboxed process sent an invalid response")
)

// programFault converts a failure that the process reported. Its text is foreign.
func programFault(f wire.Failure, l Limits) error {
	cause := &ProgramError{Message: clip(f.Message, 2000), Line: f.Line}
	for _, v := range f.Variables[:min(len(f.Variables), 20)] {
		cause.Variables = append(cause.Variables, Variable{clip(v.Name, 100), clip(v.Text, 300)})
	}
	switch f.Kind {
	case wire.FailureSyntax:
		return fault.Wrap(cause, SyntaxError, "the program is not valid: %s", cause).WithHint("correct the program")
	case wire.FailureRuntime:
		return fault.Wrap(cause, RuntimeError, "the program failed: %s", cause).WithHint("correct the program")
	case wire.FailureImport:
		return fault.Wrap(cause, Blocked, "the program was stopped: %s", cause).WithHint("programs only compute: pass data as tables, and give results back with emit and value")
	case wire.FailureMemory:
		return memoryFault(cause, l)
	case wire.FailureSteps:
		return fault.Wrap(cause, Timeout, "%s and was stopped", cause.Message).WithHint("aggregate in SQL first, or make the program simpler")
	}
	return fault.Wrap(cause, fault.Internal, "the sandboxed process failed: %s", cause.Message).WithHint("run the program again")
}

func clip(s string, most int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

func memoryFault(cause error, l Limits) error {
	return fault.Wrap(cause, fault.Memory, "the program needed more than %s of memory and was stopped", size(l.Memory)).
		WithHint("aggregate in SQL first, so that fewer rows go in, or raise the memory limit")
}

// ended is the fault of a program whose context has ended, or else the error.
func (o Options) ended(ctx context.Context, err error) error {
	switch {
	case ctx.Err() == nil:
		return err
	case errors.Is(context.Cause(ctx), errTime):
		return fault.Wrap(ctx.Err(), Timeout, "the program ran longer than %s and was stopped", o.Limits.Time).
			WithHint("aggregate in SQL first, or raise the time limit")
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fault.Wrap(ctx.Err(), Timeout, "the program ran past its deadline and was stopped").WithHint("allow more time")
	}
	return fault.Wrap(ctx.Err(), fault.Canceled, "the program was stopped")
}

// outputFault is that of a program which gave back too much.
func outputFault(err error, l Limits) error {
	if errors.Is(err, errRows) {
		return fault.Wrap(err, OutputLimit, "the program gave back more than %d rows", l.Rows).WithHint("aggregate or filter before emit")
	}
	return fault.Wrap(err, OutputLimit, "the program gave back or printed more than %s", size(l.Output)).
		WithHint("print less, and aggregate or filter before emit")
}
