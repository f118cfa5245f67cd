package builtin

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
)

// A mistake of the brain costs the question, and shows nobody a stack.
func TestAPanicIsAFault(t *testing.T) {
	s := script(t, "net sales") // a brain without a parser
	a, err := s.Read(unhurried(t), brain.Question{Text: "net sales by city", Now: today})
	f := fault.Of(err)
	if a != nil || fault.CodeOf(err) != fault.Internal || f.Hint == "" || strings.Contains(f.Message+f.Hint, "goroutine") {
		t.Errorf("%v, %+v", a, f)
	}
	if f.Cause == nil || !strings.Contains(f.Cause.Error(), "panic_test.go") {
		t.Errorf("nothing says where: %v", f.Cause)
	}
}
