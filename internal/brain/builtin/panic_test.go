package builtin

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/opinion"
	"github.com/plumbdata/plumb/internal/brain/tuning"
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

// A statement that the brain fails at keeps its place: only the opinion is lost.
func TestAPanicCostsAnOpinionAlone(t *testing.T) {
	b := &Brain{} // without an index
	o := b.Opinion(unhurried(t), brain.Question{Text: "net sales by city", Now: today}, "SELECT 1", nil)
	if o.Verdict != opinion.CannotSay || o.Why == "" || o.Confidence != tuning.OpinionSaysNothing {
		t.Errorf("got %+v", o)
	}
}
