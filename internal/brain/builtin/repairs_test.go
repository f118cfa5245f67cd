package builtin

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// An answer that leaves a part of the question out is never given as likely.
func TestWhatIsLeftOutIsAsked(t *testing.T) {
	s := script(t, "net sales excluding Oslo")
	s.add(0.99, &form.Query{Tables: []int{1}, Select: []*form.Expr{sum(s.at("orders", "net_sales"))}})
	for _, c := range s.list {
		c.Unmet = slices.DeleteFunc(require.Find(s.ix, s.asked, nil), func(d *require.Requirement) bool { return d.IsMet(c.Query) })
	}
	a := s.judge(t.Context(), s.list, s.asked, nil, nil)
	if a.Readings[0].Probability != a.Confidence {
		t.Errorf("a reading is offered with %.2f, and the answer is %.2f", a.Readings[0].Probability, a.Confidence)
	}
	if a.Outcome != brain.Unsure || a.Clarify == nil || !strings.Contains(a.Clarify.Question, "“not Oslo”") || len(a.Clarify.Choices) != 1 {
		t.Errorf("%s %.2f %+v", a.Outcome, a.Confidence, a.Clarify)
	}
}

func TestACandidateCostsWhatItLeavesOut(t *testing.T) {
	c := &candidates.Candidate{LogProb: -1}
	whole := c.AdjustedLogProb()
	if c.Unmet = make([]*require.Requirement, 2); c.AdjustedLogProb() >= whole-2*tuning.UnmetCost+1e-9 {
		t.Errorf("%f, and %f with all", c.AdjustedLogProb(), whole)
	}
}

// Nothing is called Paris: all customers are elsewhere.
func TestAValueThatIsNotStoredIsAsked(t *testing.T) {
	s := script(t, "customers not in Paris")
	for text, want := range map[string]int{"Paris": 1, "Oslo": 0, "oslo": 0} {
		where := equals(s.at("customer", "city"), text)
		where.Op, where.Right.Value.Stored = form.NotEqual, false
		if got := unstoredValues(s.ix, &form.Query{Select: []*form.Expr{s.at("customer", "name")}, Where: where}); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
