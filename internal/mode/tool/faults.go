package tool

import (
	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
)

// BadArguments is the code of a call whose arguments do not fit.
const BadArguments fault.Code = "TOOL_ARGUMENTS"

// Mendable is true for an error that another call may avoid: the arguments, the
// names or the statement were wrong. A database that cannot be reached, or a
// person who stops, is another matter.
func Mendable(err error) bool {
	switch fault.CodeOf(err) {
	case BadArguments, fault.NotFound, fault.SQLError, fault.SQLParse, fault.SQLTimeout, fault.Validation, fault.Memory, fault.BadData,
		fault.VizFieldMismatch, chart.Invalid, chart.Unsafe:
		return true
	}
	return false
}

// Explain is an error as the caller is told it: what happened, and what to do.
func Explain(err error) string {
	f := fault.Of(err)
	if f.Hint == "" {
		return f.Message
	}
	return f.Message + " (" + f.Hint + ")"
}
