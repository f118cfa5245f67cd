package builtin

import (
	"fmt"
	"runtime/debug"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
)

// catchPanic turns a panic of the brain into a fault: a mistake of ours costs one
// question, and whoever asked it gets words and no stack. The stack is the
// fault's cause. It is deferred.
func catchPanic(a **brain.Answer, err *error) {
	if p := recover(); p != nil {
		*a = nil
		*err = fault.Wrap(fmt.Errorf("%v\n%s", p, debug.Stack()), fault.Internal, "this question caused an internal error in the built-in parser").
			WithHint("rephrase the question, or let a language model read it (plumb models)")
	}
}
